"""The lines that explain who pays what: their names in Japanese and English, and how they add up."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from controller.scoring.score import Four, PaymentLine

# id: Japanese, English. What a round pays, what penalties take, what the end of a game makes of the points.
_TEXTS: Final = {
    "RON": ("ロンアガリ", "Ron"),
    "TSUMO": ("ツモアガリ", "Tsumo"),
    "LIABILITY_RON": ("責任払い（放銃者と折半）", "Liability, shared with the discarder"),
    "LIABILITY_TSUMO": ("責任払い（ツモ全額）", "Liability, the whole tsumo"),
    "COUNTERS": ("積み棒", "Counters"),
    "RIICHI_STICKS": ("供託", "Sticks on the table"),
    "NAGASHI_MANGAN": ("流し満貫", "Nagashi mangan"),
    "NOTEN": ("ノーテン罰符", "Noten payment"),
    "CHOMBO": ("チョンボ", "Chombo"),
    "CHOMBO_COUNTERS": ("チョンボ（積み棒分）", "Chombo, for the counters"),
    "CHOMBO_COLUMN": ("チョンボ（罰符欄へ）", "Chombo, into the penalty column"),
    "CHOMBO_OFF_TOTAL": ("チョンボ（合計得点から）", "Chombo, off the total"),
    "PENALTY": ("審判の裁定", "Ruling of the referee"),
    "STICKS_BACK": ("リーチ棒の返却", "Riichi sticks of the void round"),
    "NOTEN_RIICHI": ("ノーテンリーチ", "Noten riichi"),
    "EMPTY_CALL": ("空行為の罰符（供託へ）", "Empty call, into the pot"),
    "LEFT_STICKS": ("残った供託（トップ取り）", "Sticks left over, to the top"),
    "SURPLUS": ("合計の超過分（トップから差し引く）", "Points above the starting sum, off the top"),
    "SCORE": ("持ち点", "Points in hand"),
    "RETURNED": ("返し点との差", "Points above or below the return"),
    "ROUNDED": ("千点単位への端数処理", "Rounded to thousands"),
    "RANK_POINTS": ("順位点", "Rank points"),
    "OKA": ("オカ", "Oka"),
    "FLOATING_BONUS": ("浮き加点", "Floating bonus"),
    "REST": ("トップの調整", "The rest, to the top"),
}


@lru_cache(maxsize=1 << 14)
def line(name: str, amounts: Four, clause: str) -> PaymentLine:
    """A line with its texts; raises KeyError for an id without one."""
    ja, en = texts(name)
    return PaymentLine(name, ja, en, amounts, clause)


def texts(name: str) -> tuple[str, str]:
    """Japanese and English name of a line; raises KeyError for an id without one."""
    return _TEXTS[name]


def totals(lines: Iterable[PaymentLine]) -> Four:
    """Sum of the lines per seat A-D."""
    a = b = c = d = 0
    for one in lines:
        da, db, dc, dd = one.amounts
        a, b, c, d = a + da, b + db, c + dc, d + dd
    return a, b, c, d


def four(amounts: Iterable[int]) -> Four:
    """Four numbers as amounts per seat A-D."""
    a, b, c, d = amounts
    return a, b, c, d
