"""Values that several books share word for word or by custom: yaku values, the fu table, limits, remedies."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from controller.rulebooks.clause import Clause, clause, silence
from controller.rulebooks.rule import Rule, silent, unstated
from controller.rulebooks.schema.event import EventChapter
from controller.rulebooks.schema.flow import ExtensionEnd
from controller.rulebooks.schema.manners import MannerRule
from controller.rulebooks.schema.scoring import FuRule, LimitStep, ScoringChapter, YakuRule
from controller.rulebooks.schema.table import Remedy, RemedyKind
from controller.text import Text

# By id: han closed, han open, yakuman; 0 where it does not count so.
_VALUES: Final[Mapping[str, tuple[int, int, int]]] = {
    "MENZEN_TSUMO": (1, 0, 0),
    "RIICHI": (1, 0, 0),
    "DOUBLE_RIICHI": (2, 0, 0),
    "IPPATSU": (1, 0, 0),
    "PINFU": (1, 0, 0),
    "TANYAO": (1, 1, 0),
    "IIPEIKOU": (1, 0, 0),
    "HAKU": (1, 1, 0),
    "HATSU": (1, 1, 0),
    "CHUN": (1, 1, 0),
    "BAKAZE": (1, 1, 0),
    "JIKAZE": (1, 1, 0),
    "HAITEI": (1, 1, 0),
    "HOUTEI": (1, 1, 0),
    "CHANKAN": (1, 1, 0),
    "RINSHAN": (1, 1, 0),
    "TOITOI": (2, 2, 0),
    "SANANKOU": (2, 2, 0),
    "SANSHOKU_DOUKOU": (2, 2, 0),
    "SANKANTSU": (2, 2, 0),
    "SHOUSANGEN": (2, 2, 0),
    "HONROUTOU": (2, 2, 0),
    "SANSHOKU_DOUJUN": (2, 1, 0),
    "ITTSUU": (2, 1, 0),
    "CHANTA": (2, 1, 0),
    "CHIITOITSU": (2, 0, 0),
    "RYANPEIKOU": (3, 0, 0),
    "HONITSU": (3, 2, 0),
    "JUNCHAN": (3, 2, 0),
    "CHINITSU": (6, 5, 0),
    "TENHOU": (0, 0, 1),
    "CHIIHOU": (0, 0, 1),
    "KOKUSHI": (0, 0, 1),
    "SUUANKOU": (0, 0, 1),
    "DAISANGEN": (0, 0, 1),
    "RYUUIISOU": (0, 0, 1),
    "TSUUIISOU": (0, 0, 1),
    "SHOUSUUSHII": (0, 0, 1),
    "DAISUUSHII": (0, 0, 1),
    "CHINROUTOU": (0, 0, 1),
    "SUUKANTSU": (0, 0, 1),
    "CHUUREN": (0, 0, 1),
}
# Yaku beside these that a book may hold: doubles of a yakuman and one that only some know.
WIDE_YAKUMAN: Final = ("KOKUSHI_JUUSANMEN", "SUUANKOU_TANKI", "JUNSEI_CHUUREN")
_RARE: Final = (*WIDE_YAKUMAN, "RENHOU")
# Yaku that no published book has and a house may switch on; those of melds alone are worth 0 closed.
_LOCAL: Final = (
    *("SANRENKOU", "SANPUUKOU", "ISSHOKU_SANJUN", "UUMENSAI", "SHIIAROUTAI", "SUURENKOU", "ISSHOKU_YONJUN"),
    *("DAISHARIN", "DAICHIKURIN", "DAISUURIN", "DAISHICHISEI", "ISHINOUE_SANNEN"),
    *("OPEN_RIICHI", "DOUBLE_OPEN_RIICHI", "OPEN_RIICHI_RON"),
)
OPEN_ONLY: Final = ("SHIIAROUTAI",)
YAKU_IDS: Final = frozenset((*_VALUES, *_RARE, *_LOCAL))
OPEN_REDUCED: Final = ("SANSHOKU_DOUJUN", "ITTSUU", "CHANTA", "HONITSU", "JUNCHAN", "CHINITSU")


def yaku_list(
    clauses: Mapping[str, Clause],
    *,
    unstated: Mapping[str, Text] | None = None,
    open_unstated: Text | None = None,
) -> tuple[YakuRule, ...]:
    """The usual yaku, each with its clause from ``clauses`` (key ``""`` for all that are not named).

    ``unstated``: reasons by id; ``open_unstated``: reason for the reduced value of an open hand where none is printed.
    """
    reasons = unstated or {}
    return tuple(
        YakuRule(
            yaku,
            closed,
            opened,
            yakuman,
            clauses[yaku] if yaku in clauses else clauses[""],
            reasons.get(yaku),
            open_unstated if yaku in OPEN_REDUCED else None,
        )
        for yaku, (closed, opened, yakuman) in _VALUES.items()
    )


_I_1, _I_2, _I_3, _I_4, _I_5 = (Text(f"イ-{number}", f"i-{number}") for number in range(1, 6))
# npm art. 42, the one full table of the five books; the place in the article follows it.
_FU: Final = (
    ("BASE", 20, _I_1),
    ("CLOSED_RON", 10, _I_2),
    ("PENCHAN", 2, _I_3),
    ("KANCHAN", 2, _I_3),
    ("TANKI", 2, _I_3),
    ("TSUMO", 2, _I_4),
    ("VALUE_PAIR", 2, _I_5),
    ("OPEN_PUNG_SIMPLE", 2, _I_5),
    ("OPEN_PUNG_ORPHAN", 4, _I_5),
    ("CONCEALED_PUNG_SIMPLE", 4, _I_5),
    ("CONCEALED_PUNG_ORPHAN", 8, _I_5),
    ("OPEN_KONG_SIMPLE", 8, _I_5),
    ("OPEN_KONG_ORPHAN", 16, _I_5),
    ("CONCEALED_KONG_SIMPLE", 16, _I_5),
    ("CONCEALED_KONG_ORPHAN", 32, _I_5),
)


def fu_table(clause: Clause, *, placed: bool = False) -> tuple[FuRule, ...]:
    """The usual fu table under one clause; ``placed`` adds the place in npm's article 42."""
    return tuple(FuRule(line, fu, clause.at(place) if placed else clause) for line, fu, place in _FU)


RECORDS_ELSEWHERE: Final = clause("手元にない牌譜", "records not kept here")
"""Cited for what records of games have shown of which no test holds one."""

USUAL_LIMITS: Final = (
    LimitStep(5, "mangan", 2000),
    LimitStep(6, "haneman", 3000),
    LimitStep(8, "baiman", 4000),
    LimitStep(11, "sanbaiman", 6000),
)

# kenko art. 3: one above the return points, two, three.
FLOATING_BONUS: Final = ((8000, 0, 0, 0), (8000, 2000, 0, 0), (8000, 2000, 2000, 0))

_NO_EXTENSION: Final = Text(
    "延長がないため対象外（通例の値）", "never asked, the game is not extended; as is usual elsewhere"
)
_NO_STOP: Final = Text(
    "アガリやめがないため対象外（通例の値）", "never asked, the dealer may not stop; as is usual elsewhere"
)
_NO_ABORTIVE_DRAW: Final = Text(
    "途中流局がないため対象外（通例の値）", "never asked, no round is aborted; as is usual elsewhere"
)

# What books without them never ask, for a house that switches them on.
NO_EXTENSION: Final[Mapping[str, Rule[Any]]] = {
    "extension_points": unstated(30_000, _NO_EXTENSION),
    "extension_ends": unstated(ExtensionEnd.UNLESS_DEALER_STAYS, _NO_EXTENSION),
}
NO_STOP: Final[Mapping[str, Rule[Any]]] = {
    "dealer_stop_on_tenpai": unstated(True, _NO_STOP),
    "dealer_stops_by_itself": unstated(False, _NO_STOP),
    "dealer_stop_points": unstated(0, _NO_STOP),
}
NO_ABORTIVE_DRAW: Final[Mapping[str, Rule[Any]]] = {
    "four_kongs_at_once": unstated(False, _NO_ABORTIVE_DRAW),
    "dealer_stays_on_abortive_draw": unstated(True, _NO_ABORTIVE_DRAW),
    "counter_on_abortive_draw": unstated(True, _NO_ABORTIVE_DRAW),
}

NO_EVENT: Final = EventChapter(
    games=unstated(None, Text("複数回戦の大会の記載なし", "no event of several games is written")),
    event_ties=unstated(
        (),
        Text(
            "複数回戦の大会の記載なし、同点は同順位", "no event of several games is written; equal points share a rank"
        ),
    ),
    qualifiers=unstated(0, Text("複数回戦の大会の記載なし", "no event of several games is written")),
    last_game_by_standing=unstated(False, Text("複数回戦の大会の記載なし", "no event of several games is written")),
    every_wind_once=unstated(False, Text("複数回戦の大会の記載なし", "no event of several games is written")),
    win_rate_all_drawn=unstated(
        50, Text("勝ちも負けもないときは二分の一と読む", "no win and no loss are read as one half")
    ),
)

SHUFFLE_AGAIN: Final = Remedy(
    RemedyKind.SHUFFLE_AGAIN,
    "開門場所の誤りです。洗牌からやり直します。",
    "Wrong break: shuffle and build the walls again.",
)
BREAK_STANDS: Final = Remedy(
    RemedyKind.STANDS,
    "開門場所の誤りです。その開門場所と配牌を有効として続けます。",
    "Wrong break: the break and the deal stand, play continues.",
)
ASK_REFEREE: Final = Remedy(
    RemedyKind.REFEREE, "審判を呼び、裁定に従ってください。", "Call the referee and follow the ruling."
)
NOTE_ONLY: Final = Remedy(RemedyKind.NOTE, "記録だけして、競技を続けます。", "Noted only; play continues.")
LOCK_TABLE: Final = Remedy(
    RemedyKind.LOCK,
    "点棒の授受が済むまで卓を止め、審判を呼んでください。",
    "Stop the table until the payment is made; call the referee.",
)
ROLL_AGAIN: Final = Remedy(
    RemedyKind.ROLL_AGAIN,
    "請求があれば、壁牌が上がりきった後に振り直します。",
    "On request, roll again once the walls are fully up.",
)
DORA_PUT_RIGHT: Final = Remedy(
    RemedyKind.PUT_RIGHT,
    "ドラ表示牌の開け間違いです。伏せて戻し、正しい表示牌をめくってください。",
    "Wrong dora indicator: turn it face down and show the right one.",
)
DORA_SWAP: Final = Remedy(
    RemedyKind.SWAP,
    "ドラ表示牌の開け間違いです。その表示牌を有効とし、本来の位置の牌と交換して続けます。",
    "Wrong dora indicator: it stands and is swapped into the right place; play continues.",
)
VOID_ROUND: Final = Remedy(
    RemedyKind.VOID,
    "親の順番の誤りです。正しい親に直します。その局は無効とし、点棒の授受を元に戻します。立会人の承認が必要です。",
    "Wrong dealer: corrected; the round is void and its payments are returned, with the referee's approval.",
)
MELD_PUT_RIGHT: Final = Remedy(
    RemedyKind.PUT_RIGHT,
    "全員が同意すれば指示方向を訂正します。同意がなければ現状を正しいものとします。",
    "The direction is corrected if all agree; otherwise it stands.",
)
PUT_RIGHT: Final = Remedy(RemedyKind.PUT_RIGHT, "正しい状態に直して続けます。", "Correct it; play continues.")
LATE_REFUSED: Final = Remedy(
    RemedyKind.REFEREE,
    "その発声は認めません。審判の裁定に従ってください。",
    "The late call is invalid; the referee decides.",
)
RIGHT_LOST: Final = Remedy(
    RemedyKind.PENALTY, "不正なツモのため、アガリ放棄です。", "Wrong draw: the right to win is lost."
)
SCORED_COUNTS: Final = Remedy(RemedyKind.PUT_RIGHT, "計算どおりの点数を授受します。", "The points are paid as scored.")

# Acts for which hardly a text names a remedy; a book that speaks of one replaces it.
ACTS: Final[Mapping[str, Rule[Remedy]]] = {
    "set_during_round": unstated(LOCK_TABLE, Text("原文に記載なし", "the text is silent")),
    "wrong_roller": unstated(NOTE_ONLY, Text("原文に記載なし", "the text is silent")),
    "break_by_child": unstated(NOTE_ONLY, Text("原文に記載なし", "the text is silent")),
    "discard_before_ready": unstated(NOTE_ONLY, Text("原文に記載なし", "the text is silent")),
    "seat_wind_shown_wrong": unstated(PUT_RIGHT, Text("原文に記載なし", "the text is silent")),
    "discard_out_of_turn": unstated(ASK_REFEREE, Text("処置の記載なし", "the text names no remedy")),
    "draw_from_wrong_place": unstated(ASK_REFEREE, Text("処置の記載なし", "the text names no remedy")),
    "discard_taken_back": unstated(ASK_REFEREE, Text("処置の記載なし", "the text names no remedy")),
    "meld_laid_wrong": unstated(
        MELD_PUT_RIGHT, Text("原文に記載なし、日本プロ麻雀協会の規定に準ずる", "the text is silent; as npm-2008")
    ),
    "late_call": unstated(
        LATE_REFUSED, Text("原文に記載なし、日本プロ麻雀協会の規定に準ずる", "the text is silent; as npm-2008")
    ),
    "call_before_stick": unstated(NOTE_ONLY, Text("原文に記載なし", "the text is silent")),
    "kong_draw_before_shown": unstated(NOTE_ONLY, Text("原文に記載なし", "the text is silent")),
    "riichi_hand_changed": unstated(ASK_REFEREE, Text("処置の記載なし", "the text names no remedy")),
    "wrong_points_claimed": unstated(SCORED_COUNTS, Text("通例による", "as is usual")),
    "fifth_copy": unstated(ASK_REFEREE, Text("処置の記載なし", "the text names no remedy")),
    "counters_shown_wrong": unstated(PUT_RIGHT, Text("通例による", "as is usual")),
    "sticks_shown_wrong": unstated(PUT_RIGHT, Text("通例による", "as is usual")),
}


NO_MANNERS: Final[Rule[tuple[MannerRule, ...]]] = unstated((), Text("作法の記載なし", "the text names no manners"))


def silent_scoring(section: ScoringChapter, reason: Text) -> ScoringChapter:
    """The chapter in a book that says nothing of it: the usual yaku and fu, each line a default as the fields are."""
    lines = silence(reason.ja, reason.en)
    return replace(
        silent(section, reason),
        yaku=unstated(yaku_list({"": lines}), reason),
        fu=unstated(fu_table(lines), reason),
    )


def acts(**stated: Rule[Remedy]) -> Mapping[str, Rule[Remedy]]:
    """The remedies for acts of a book that states these; the others are defaults."""
    return {**ACTS, **stated}
