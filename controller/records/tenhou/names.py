"""Words of tenhou.net/6: numbers of tiles, names of yaku, score strings; its viewer matches these to the letter."""

import re
from types import MappingProxyType
from typing import Final

from controller.errors import RecordError
from controller.records.record import DrawName, RoundRecord, ScoreNote, Seen, WinNote, YakuNote
from controller.riichi.tile import RED_FIVES, Tile
from controller.scoring.hand.yaku import YAKU as KNOWN_YAKU
from controller.scoring.score import Limit

UNKNOWN: Final = 0
DRAWN: Final = 60
_RED: Final = 51
_WINDS: Final = "東南西北"

# As published logs and mjlog readers write them; winds are filled in.
# Yaku that tenhou.net does not know are written as the rulebooks call them.
YAKU: Final = MappingProxyType(
    {
        **{yaku.id: yaku.ja for yaku in KNOWN_YAKU},
        "RIICHI": "立直",
        "DOUBLE_RIICHI": "両立直",
        "IPPATSU": "一発",
        "MENZEN_TSUMO": "門前清自摸和",
        "HAITEI": "海底摸月",
        "HOUTEI": "河底撈魚",
        "RINSHAN": "嶺上開花",
        "CHANKAN": "槍槓",
        "PINFU": "平和",
        "TANYAO": "断幺九",
        "IIPEIKOU": "一盃口",
        "HAKU": "役牌 白",
        "HATSU": "役牌 發",
        "CHUN": "役牌 中",
        "BAKAZE": "場風 ",
        "JIKAZE": "自風 ",
        "SANSHOKU_DOUJUN": "三色同順",
        "ITTSUU": "一気通貫",
        "CHANTA": "混全帯幺九",
        "CHIITOITSU": "七対子",
        "TOITOI": "対々和",
        "SANANKOU": "三暗刻",
        "SANSHOKU_DOUKOU": "三色同刻",
        "SANKANTSU": "三槓子",
        "SHOUSANGEN": "小三元",
        "HONROUTOU": "混老頭",
        "RYANPEIKOU": "二盃口",
        "HONITSU": "混一色",
        "JUNCHAN": "純全帯幺九",
        "CHINITSU": "清一色",
        "RENHOU": "人和",
        "TENHOU": "天和",
        "CHIIHOU": "地和",
        "KOKUSHI": "国士無双",
        "KOKUSHI_JUUSANMEN": "国士無双１３面",
        "SUUANKOU": "四暗刻",
        "SUUANKOU_TANKI": "四暗刻単騎",
        "DAISANGEN": "大三元",
        "RYUUIISOU": "緑一色",
        "TSUUIISOU": "字一色",
        "SHOUSUUSHII": "小四喜",
        "DAISUUSHII": "大四喜",
        "CHINROUTOU": "清老頭",
        "SUUKANTSU": "四槓子",
        "CHUUREN": "九蓮宝燈",
        "JUNSEI_CHUUREN": "純正九蓮宝燈",
        "DORA": "ドラ",
        "URA_DORA": "裏ドラ",
        "RED_FIVES": "赤ドラ",
    }
)
LIMITS: Final = MappingProxyType(
    {
        Limit.MANGAN: "満貫",
        Limit.HANEMAN: "跳満",
        Limit.BAIMAN: "倍満",
        Limit.SANBAIMAN: "三倍満",
        Limit.YAKUMAN: "役満",
    }
)
COUNTED_YAKUMAN: Final = "数え役満"
WON: Final = "和了"
# The format has no word for a round that was called off; it is written as a draw with what was paid.
CALLED_OFF: Final = (DrawName.VOID, DrawName.CHOMBO, DrawName.NOTEN_RIICHI)
DRAWS: Final = MappingProxyType(
    {
        DrawName.EXHAUSTIVE: "流局",
        DrawName.NAGASHI_MANGAN: "流し満貫",
        DrawName.VOID: "流局",
        DrawName.CHOMBO: "流局",
        DrawName.NOTEN_RIICHI: "流局",
        DrawName.NINE_ORPHANS: "九種九牌",
        DrawName.FOUR_WINDS: "四風連打",
        DrawName.FOUR_RIICHI: "四家立直",
        DrawName.FOUR_KONGS: "四槓散了",
        DrawName.THREE_RONS: "三家和了",
    }
)
# Spellings of other programs that mean the same draw.
OTHER_DRAWS: Final = MappingProxyType(
    {
        "荒牌平局": DrawName.EXHAUSTIVE,
        "四開槓": DrawName.FOUR_KONGS,
        "四槓散了": DrawName.FOUR_KONGS,
        "四風子連打": DrawName.FOUR_WINDS,
        "三家和": DrawName.THREE_RONS,
    }
)
ALL_TENPAI: Final = "全員聴牌"
ALL_NOTEN: Final = "全員不聴"

# Spellings of other programs that mean the same yaku.
_OTHERS: Final = MappingProxyType(
    {
        "ダブル立直": "DOUBLE_RIICHI",
        "海底撈月": "HAITEI",
        "搶槓": "CHANKAN",
        "断么九": "TANYAO",
        "混全帯么九": "CHANTA",
        "純全帯么九": "JUNCHAN",
        "国士無双十三面": "KOKUSHI_JUUSANMEN",
        "国士無双十三面待ち": "KOKUSHI_JUUSANMEN",
        "国士無双１３面待ち": "KOKUSHI_JUUSANMEN",
        "役牌:場風牌": "BAKAZE",
        "役牌:自風牌": "JIKAZE",
    }
)
_IDS: Final = MappingProxyType({name: yaku for yaku, name in YAKU.items()} | dict(_OTHERS))
_LIMIT_OF: Final = MappingProxyType(
    {
        **{name: limit for limit, name in LIMITS.items()},
        COUNTED_YAKUMAN: Limit.YAKUMAN,
        "切り上げ満貫": Limit.MANGAN,
    }
)
_SCORE: Final = re.compile(
    r"(?:(?P<fu>\d+)符(?P<han>\d+)飜|(?:\d+符\d+飜)?(?P<limit>数え役満|切り上げ満貫|役満|三倍満|倍満|跳満|満貫))"
    r"(?P<first>\d+)(?:-(?P<second>\d+))?点(?P<each>∀?)"
)
_LINE: Final = re.compile(r"(?P<name>.+)\((?:(?P<han>\d+)飜|役満)\)")


def number(tile: Seen) -> int:
    """Number of a tile: 11-19 m, 21-29 p, 31-39 s, 41-47 honours, 51-53 red fives, 0 unknown."""
    if tile is None:
        return UNKNOWN
    if tile.is_red:
        return _RED + RED_FIVES.index(tile)
    return 10 * (tile.kind // 9 + 1) + tile.rank


_TILES: Final = MappingProxyType({number(tile): tile for tile in Tile})


def tile_of(code: int, where: str) -> Tile:
    """The tile of a number; raises RecordError."""
    tile = _TILES.get(code)
    if tile is None:
        raise RecordError(f"{where}: no tile {code}: expected 11-19, 21-29, 31-39, 41-47 or 51-53")
    return tile


def seen_of(code: int, where: str) -> Seen:
    """The tile of a number, None for 0; raises RecordError."""
    return None if code == UNKNOWN else tile_of(code, where)


def score_text(note: ScoreNote, by_tsumo: bool) -> str:
    """``30符2飜2000点``, ``30符2飜500-1000点``, ``30符2飜1000点∀``, ``満貫8000点`` ..."""
    head = f"{note.fu or 0}符{note.han}飜" if note.limit is None else LIMITS[note.limit]
    if note.limit is Limit.YAKUMAN and note.han:
        head = COUNTED_YAKUMAN
    points = "-".join(str(part) for part in note.parts)
    return f"{head}{points}点{'∀' if by_tsumo and len(note.parts) == 1 else ''}"


def yaku_text(note: YakuNote, win: WinNote, one: RoundRecord) -> str:
    """``立直(1飜)``, ``自風 南(1飜)``, ``国士無双(役満)``."""
    name = YAKU[note.id]
    if note.id == "BAKAZE":
        name += _WINDS[one.prevailing_wind]
    elif note.id == "JIKAZE":
        name += _WINDS[win.winner.wind(one.dealer)]
    return f"{name}({f'{note.han}飜' if note.han else '役満'})"


def read_score(text: str, lines: list[str], where: str) -> ScoreNote:
    """The note of a score string and its yaku strings; raises RecordError."""
    match = _SCORE.fullmatch(text)
    limit = None if match is None or match["limit"] is None else _LIMIT_OF.get(match["limit"])
    if match is None or (match["limit"] is not None and limit is None):
        raise RecordError(f"{where}: score {text!r}: expected such as 30符2飜2000点 or 満貫2000-4000点")
    parts = tuple(int(match[name]) for name in ("first", "second") if match[name] is not None)
    fu = None if match["fu"] is None else int(match["fu"])
    return ScoreNote(limit, fu, parts, tuple(_yaku(line, where) for line in lines))


def _yaku(line: str, where: str) -> YakuNote:
    match = _LINE.fullmatch(line)
    if match is not None:
        name = match["name"]
        yaku = _IDS.get(name) or (_IDS.get(name[:-1]) if name[-1] in _WINDS else None)
        if yaku is not None:
            return YakuNote(yaku, int(match["han"] or 0))
    raise RecordError(f"{where}: yaku {line!r}: expected such as 立直(1飜) or 国士無双(役満)")
