"""majiang's names of tiles, melds and ends of a round."""

import re
from types import MappingProxyType
from typing import Any, Final

from controller.errors import RecordError
from controller.records.record import CallAct, DrawName, Seen
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tile
from controller.riichi.seat import From, Seat
from controller.riichi.tile import Tile

DRAWS: Final = MappingProxyType(
    {
        "荒牌平局": DrawName.EXHAUSTIVE,
        "流局": DrawName.EXHAUSTIVE,
        "流し満貫": DrawName.NAGASHI_MANGAN,
        "九種九牌": DrawName.NINE_ORPHANS,
        "四風連打": DrawName.FOUR_WINDS,
        "四家立直": DrawName.FOUR_RIICHI,
        "四開槓": DrawName.FOUR_KONGS,
        "三家和": DrawName.THREE_RONS,
    }
)
_SOURCES: Final = MappingProxyType({"-": From.LEFT, "=": From.ACROSS, "+": From.RIGHT})
_MELD: Final = re.compile(r"([mpsz])(\d+)(?:([-=+])(\d*))?")
_GROUP: Final = re.compile(r"([mpsz])(\d+)|_")


def tile_of(name: str, where: str) -> Tile:
    """Return the tile of a name such as ``m1``, ``p0``, ``z7_*``; raises RecordError."""
    if re.fullmatch(r"[mps]\d|z[1-7]", name[:2]):
        return parse_tile(name[1] + name[0])
    raise RecordError(f"{where}: {name!r} is no tile: expected such as m1, p0, z7")


def hand_of(text: Any, where: str) -> list[Seen]:
    """Return the tiles of a hand such as ``m123p0z11``, with ``_`` for an unseen tile; raises RecordError."""
    if not isinstance(text, str):
        raise RecordError(f"{where}: expected a hand such as m123p0z11")
    tiles: list[Seen] = []
    for match in _GROUP.finditer(text.partition(",")[0]):
        if match[1] is None:
            tiles.append(None)
        else:
            tiles += [tile_of(match[1] + digit, where) for digit in match[2]]
    return tiles


def meld_of(text: Any, seat: Seat, where: str) -> CallAct:
    """Return the call of a meld such as ``m12-3``, ``p111=``, ``z1111``, ``s555+0``; raises RecordError.

    The sign follows the called tile; in a pung, a tile after the sign was added for a kong.
    """
    match = _MELD.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise RecordError(f"{where}: meld {text!r}: expected such as m12-3, p111=, z1111")
    suit, before, sign, after = match[1], match[2], match[3], match[4] or ""
    tiles = [tile_of(suit + digit, where) for digit in before + after]
    if sign is None:
        return CallAct(seat, Meld(MeldKind.KAN_CONCEALED, tuple(tiles)))
    called, source = tiles[len(before) - 1], _SOURCES[sign]
    if len({tile.kind for tile in tiles}) > 1:
        kind = MeldKind.CHII
    elif len(tiles) == 3:
        kind = MeldKind.PON
    else:
        kind = MeldKind.KAN_ADDED if after else MeldKind.KAN_OPEN
    return CallAct(seat, Meld(kind, tuple(tiles), called, source))
