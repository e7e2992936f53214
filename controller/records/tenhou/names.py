"""Names of tenhou.net/6: numbers of tiles, names of yaku, score strings; its viewer compares these literally."""

import re
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from controller.errors import RecordError
from controller.records.reading.assumptions import Assumption
from controller.records.reading.json_fields import Assume, in_silence
from controller.records.record import DrawName, RoundRecord, ScoreNote, Seen, WinNote, YakuNote
from controller.riichi.tile import RED_FIVES, Tile
from controller.scoring.hand.yaku import YAKU as KNOWN_YAKU
from controller.scoring.score import Limit
from controller.text import rows

UNKNOWN: Final = 0
DRAWN: Final = 60
_RED: Final = 51
_WINDS: Final = "東南西北"

_ROWS: Final = rows("records.toml")
# Yaku unknown to tenhou.net are written by their names in the rulebooks.
YAKU: Final = MappingProxyType(
    {yaku.id: yaku.ja for yaku in KNOWN_YAKU} | {yaku: name for name, yaku in _ROWS["tenhou"]["yaku"].items()}
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
# The format has no name for a void round; it is written as a draw with its payments.
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
OTHER_DRAWS: Final = MappingProxyType({name: DrawName(draw) for name, draw in _ROWS["other"]["draws"].items()})
"""Draws of other programs that write tenhou.net/6."""
ALL_TENPAI: Final = "全員聴牌"
ALL_NOTEN: Final = "全員不聴"

_BETWEEN: Final = re.compile(r"[\s_\-:・]+")


def _spelt(name: str) -> str:
    """Return the name of a yaku normalized in case and separators."""
    return _BETWEEN.sub("", name.casefold())


_IDS: Final = MappingProxyType(
    {
        _spelt(name): yaku
        for name, yaku in [*((yaku, yaku) for yaku in YAKU), *((name, yaku) for yaku, name in YAKU.items())]
    }
    | {_spelt(name): yaku for name, yaku in _ROWS["other"]["yaku"].items()}
)
_LIMIT_OF: Final = MappingProxyType(
    {name: limit for limit, name in LIMITS.items()}
    | {name: Limit(limit) for name, limit in _ROWS["other"]["limits"].items()}
)
_FU, _HAN = "(?:符|Fu|fu)", "(?:飜|翻|番|[Hh]an)"
_SCORE: Final = re.compile(
    rf"(?:(?P<fu>\d+) *{_FU} *(?P<han>\d+) *{_HAN}|(?:\d+ *{_FU} *\d+ *{_HAN})? *(?P<limit>{'|'.join(_LIMIT_OF)})) *"
    r"(?P<first>\d+)(?:-(?P<second>\d+))? *(?:点|[Pp]oints) *(?P<each>∀?)"
)
_LINE: Final = re.compile(rf"(?P<name>.+?) *\((?:(?P<han>\d+) *{_HAN}|[^()飜翻]*(?:役満|[Yy]akuman)[^()]*)\)")


def number(tile: Seen) -> int:
    """Return the number of a tile: 11-19 m, 21-29 p, 31-39 s, 41-47 honours, 51-53 red fives, 0 unknown."""
    if tile is None:
        return UNKNOWN
    if tile.is_red:
        return _RED + RED_FIVES.index(tile)
    return 10 * (tile.kind // 9 + 1) + tile.rank


_TILES: Final = MappingProxyType({number(tile): tile for tile in Tile})


def tile_of(code: int, where: str) -> Tile:
    """Return the tile of a number; raises RecordError."""
    tile = _TILES.get(code)
    if tile is None:
        raise RecordError(f"{where}: no tile {code}: expected 11-19, 21-29, 31-39, 41-47 or 51-53")
    return tile


def seen_of(code: int, where: str) -> Seen:
    """Return the tile of a number, None for 0; raises RecordError."""
    return None if code == UNKNOWN else tile_of(code, where)


def score_text(note: ScoreNote, by_tsumo: bool) -> str:
    """Return the score string: ``30符2飜2000点``, ``30符2飜500-1000点``, ``30符2飜1000点∀``, ``満貫8000点`` ..."""
    head = f"{note.fu or 0}符{note.han}飜" if note.limit is None else LIMITS[note.limit]
    if note.limit is Limit.YAKUMAN and note.han:
        head = COUNTED_YAKUMAN
    points = "-".join(str(part) for part in note.parts)
    return f"{head}{points}点{'∀' if by_tsumo and len(note.parts) == 1 else ''}"


def writable(note: ScoreNote) -> ScoreNote:
    """Return the part of a score that its string and lines contain: for a limit neither fu nor han beyond its lines."""
    if note.limit is None:
        return replace(note, fu=note.fu or 0)
    return ScoreNote(note.limit, None, note.parts, note.yaku)


def yaku_text(note: YakuNote, win: WinNote, one: RoundRecord) -> str:
    """Return the string of a yaku: ``立直(1飜)``, ``自風 南(1飜)``, ``国士無双(役満)``."""
    name = YAKU.get(note.id, note.id)
    if note.id == "BAKAZE":
        name += _WINDS[one.prevailing_wind]
    elif note.id == "JIKAZE":
        name += _WINDS[win.winner.wind(one.dealer)]
    return f"{name}({f'{note.han}飜' if note.han else '役満'})"


def read_score(text: str, lines: list[str], where: str, assume: Assume = in_silence) -> ScoreNote | None:
    """Return the note of a score string and its yaku strings; None if the string has no known form.

    Raises RecordError for a line that is no yaku. An unknown yaku keeps its name.
    """
    match = _SCORE.fullmatch(text.strip())
    if match is None:
        assume(Assumption.ODD_SCORE.of(text, where=where))
        return None
    limit = None if match["limit"] is None else _LIMIT_OF[match["limit"]]
    parts = tuple(int(match[name]) for name in ("first", "second") if match[name] is not None)
    fu = None if match["fu"] is None else int(match["fu"])
    yaku = tuple(_yaku(line, where, assume) for line in lines)
    return ScoreNote(limit, fu, parts, yaku, int(match["han"] or 0))


def _yaku(line: str, where: str, assume: Assume) -> YakuNote:
    match = _LINE.fullmatch(line.strip())
    if match is None:
        raise RecordError(f"{where}: yaku {line!r}: expected such as 立直(1飜) or 国士無双(役満)")
    return read_yaku(match["name"], int(match["han"] or 0), where, assume)


def read_yaku(name: str, han: int, where: str, assume: Assume = in_silence) -> YakuNote:
    """Return the line of a yaku by its name in this or another program; an unknown yaku keeps its name."""
    spelt = _spelt(name)
    yaku = _IDS.get(spelt) or (_IDS.get(spelt[:-1]) if spelt[-1:] in tuple(_WINDS) else None)
    if yaku is None:
        assume(Assumption.UNKNOWN_YAKU.of(name, where=where))
    return YakuNote(yaku or name, han)
