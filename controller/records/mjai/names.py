"""mjai's names of tiles, calls and ends of a round."""

from types import MappingProxyType
from typing import Any, Final

from controller.records.record import DrawName, Seen
from controller.riichi.meld import MeldKind
from controller.riichi.tile import Suit, Tile
from controller.text import rows

Line = dict[str, Any]
_HONOURS: Final = "ESWNPFC"
UNKNOWN: Final = "?"
CALLS: Final = MappingProxyType(
    {
        MeldKind.CHII: "chi",
        MeldKind.PON: "pon",
        MeldKind.KAN_OPEN: "daiminkan",
        MeldKind.KAN_ADDED: "kakan",
        MeldKind.KAN_CONCEALED: "ankan",
    }
)
REASONS: Final = MappingProxyType(
    {
        DrawName.EXHAUSTIVE: "fanpai",
        DrawName.NAGASHI_MANGAN: "nagashimangan",
        DrawName.VOID: "void",
        DrawName.CHOMBO: "chombo",
        DrawName.NOTEN_RIICHI: "notenreach",
        DrawName.NINE_ORPHANS: "kyushukyuhai",
        DrawName.FOUR_WINDS: "sufonrenta",
        DrawName.FOUR_RIICHI: "suchareach",
        DrawName.FOUR_KONGS: "sukaikan",
        DrawName.THREE_RONS: "sanchaho",
    }
)


def tile_name(tile: Seen) -> str:
    """Return mjai's name of a tile: ``5m``, ``5mr``, ``E``, ``P`` ..., ``?``."""
    if tile is None:
        return UNKNOWN
    if tile.suit is Suit.HONOUR:
        return _HONOURS[tile.rank - 1]
    return f"{tile.rank}{tile.suit.value}{'r' if tile.is_red else ''}"


_TILES: Final = MappingProxyType({str(tile): tile for tile in Tile} | {tile_name(tile): tile for tile in Tile})
"""Some programs write honours and red fives in the common notation: 1z, 0m."""


def named_tile(name: str) -> Tile | None:
    """Return the tile of that name; None if there is none."""
    return _TILES.get(name)


_ROWS: Final = rows("records.toml")["mjai"]
OTHER_REASONS: Final = MappingProxyType({name: DrawName(draw) for name, draw in _ROWS["draws"].items()})
"""Other programs' spellings of the reasons for a draw."""
YAKU_NAMES: Final = MappingProxyType(_ROWS["yaku"])
NAMES_OF_YAKU: Final = MappingProxyType(
    {yaku: name for name, yaku in YAKU_NAMES.items()} | dict.fromkeys(("HAKU", "HATSU", "CHUN"), "sangenpai")
)
SPELT: Final = MappingProxyType(
    {"kyoutaku": "kyotaku", "riichi_sticks": "kyotaku", "uradora_markers": "ura_markers", "han": "fan"}
)
"""Field names that some programs spell differently."""
LENGTHS: Final = MappingProxyType({"tonpu": True, "tonnan": False})
"""``gametype`` of gimite's server -> True if the game is East only."""
FIRST_KYOKU: Final = MappingProxyType({True: 4, False: 0})
"""``kyoku_first`` of convlog: 4 for an East-only game, 0 for East and South."""
