"""Tiles as typed and pasted by people: full-width letters, kanji, spaces, brackets around melds."""

import re
import unicodedata
from typing import Final, NamedTuple

from controller.errors import NotationError
from controller.riichi.meld import Meld, MeldKind, is_sequence
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import From
from controller.riichi.tile import Tile
from controller.text import Text

MOST_TYPED: Final = 200
"""Maximum length of typed text; chosen: four times the longest hand with its melds."""

_SUITS: Final = str.maketrans(
    {**dict(zip("一二三四五六七八九", "123456789", strict=True)), **dict(zip("萬万筒索", "mmps", strict=True))}
)
_HONOURS: Final = str.maketrans(
    {
        letter: f" {rank}z "
        for rank, letters in enumerate(("東", "南", "西", "北", "白", "發発", "中"), 1)
        for letter in letters
    }
)
_RED: Final = re.compile(r"赤 *5?([mps])|赤5|(?<=[mps])赤")
_APART: Final = re.compile(r"[\s,、。・/+|\-]+")
_PARTS: Final = re.compile(r"[(\[{「]([^()\[\]{}「」]*)[)\]}」]|([^()\[\]{}「」]+)")


class Typed(NamedTuple):
    """Typed tiles: concealed tiles in the order written, and melds in brackets."""

    tiles: tuple[Tile, ...]
    melds: tuple[Meld, ...]


def typed(text: str) -> Typed:
    """Parse tiles with melds in brackets, ``[…]`` around four for a concealed kong; raises NotationError."""
    plain = unicodedata.normalize("NFKC", text[:MOST_TYPED]).casefold().translate(_SUITS).translate(_HONOURS)
    tiles: list[Tile] = []
    melds: list[Meld] = []
    for part in _PARTS.finditer(plain):
        inside, outside = part.groups()
        if inside is None:
            tiles += _tiles(outside)
        else:
            melds.append(_meld(_tiles(inside), part.group()[0] == "["))
    return Typed(tuple(tiles), tuple(melds))


def _tiles(text: str) -> tuple[Tile, ...]:
    reds = _RED.sub(lambda found: f"0{found[1] or ''}", text)
    return tuple(tile for word in _APART.split(reds) if word for tile in parse_tiles(word))


def _meld(tiles: tuple[Tile, ...], closed: bool) -> Meld:
    kinds = [tile.kind for tile in tiles]
    if len(tiles) == 3 and is_sequence(kinds):
        return Meld(MeldKind.CHII, tiles, tiles[0], From.LEFT)
    if len(set(kinds)) != 1 or len(tiles) not in (3, 4):
        raise NotationError(
            Text(
                f"かっこの中の{len(tiles)}枚は副露になりません。チー・ポン・カンの形にしてください。",
                f"{len(tiles)} tiles in brackets: expected a chow, a pung or a kong",
            )
        )
    if len(tiles) == 4 and closed:
        return Meld(MeldKind.KAN_CONCEALED, tiles)
    return Meld(MeldKind.PON if len(tiles) == 3 else MeldKind.KAN_OPEN, tiles, tiles[0], From.LEFT)
