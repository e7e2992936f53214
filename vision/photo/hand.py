"""A won hand as it lies in a photo: concealed tiles with the winning one apart or last, melds with a sideways tile."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from controller.errors import EyesError
from controller.riichi.meld_layout import is_set, source_at
from controller.riichi.tile import Tile
from vision.photo.order import rows
from vision.photo.reader import PhotoTile

_APART: Final = 0.3
"""Gap between two tiles, in widths of a tile, from which they lie apart; chosen: tiles of one group touch."""
_WHOLE: Final = 14
"""Tiles of a won hand, a kong counted as three."""


@dataclass(frozen=True, slots=True)
class PhotoMeld:
    """A meld: ``kind`` and ``source`` as in a request of ``jantaku score``; ``called`` is the sideways tile."""

    kind: str
    tiles: tuple[Tile, ...]
    called: Tile | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True)
class PhotoHand:
    """Concealed tiles without the winning one, the winning tile, and the melds from left to right."""

    concealed: tuple[Tile, ...]
    win: Tile
    melds: tuple[PhotoMeld, ...]


def won_hand(tiles: Sequence[PhotoTile], win: Tile | None = None) -> PhotoHand:
    """The hand that a photo shows; ``win`` where it is not the last tile; raises EyesError when it is not 14 tiles."""
    concealed: list[list[Tile]] = []
    melds: list[PhotoMeld] = []
    for row in rows(tiles):
        for group in _groups(row):
            if all(tile.face == "down" for tile in group):
                continue
            if any(_sideways(tile) or tile.tile is None for tile in group):
                melds += _melds(group)
            else:
                concealed.append([tile.tile for tile in group if tile.tile is not None])
    shown = [tile for group in concealed for tile in group]
    if len(shown) + 3 * len(melds) != _WHOLE:
        raise EyesError(f"{len(shown)} concealed tiles and {len(melds)} melds: expected 14 tiles, a meld counted as 3")
    alone = [group[0] for group in concealed if len(group) == 1]
    last = win if win is not None else alone[0] if len(alone) == 1 else shown[-1]
    if last not in shown:
        raise EyesError(f"winning tile {last} is not among the concealed tiles")
    shown.remove(last)
    return PhotoHand(tuple(shown), last, tuple(melds))


def _groups(row: Sequence[PhotoTile]) -> list[list[PhotoTile]]:
    """Tiles of a row that touch each other."""
    groups: list[list[PhotoTile]] = []
    for tile in row:
        before = groups[-1][-1] if groups else None
        near = before is not None and tile.x - before.x < (_wide(tile) + _wide(before)) / 2 + _APART * _narrow(row)
        if near:
            groups[-1].append(tile)
        else:
            groups.append([tile])
    return groups


def _wide(tile: PhotoTile) -> float:
    return tile.height if _sideways(tile) else tile.width


def _narrow(row: Sequence[PhotoTile]) -> float:
    return median(min(tile.width, tile.height) for tile in row)


def _sideways(tile: PhotoTile) -> bool:
    return 45 < tile.angle % 180 < 135


def _melds(group: Sequence[PhotoTile]) -> list[PhotoMeld]:
    """Melds of touching tiles, from left to right; raises EyesError where they are none."""
    found: list[PhotoMeld] = []
    rest = list(group)
    while rest:
        size = next((size for size in (4, 3) if _is_meld(rest[:size], size)), None)
        if size is None:
            names = " ".join(tile.name for tile in group)
            raise EyesError(f"{names}: tiles with one sideways that are no meld")
        found.append(_meld(rest[:size]))
        rest = rest[size:]
    return found


def _is_meld(part: Sequence[PhotoTile], size: int) -> bool:
    if len(part) != size:
        return False
    faces = [tile.tile for tile in part if tile.tile is not None]
    kinds = {face.plain for face in faces}
    if size == 4 and len(faces) == 2:
        return len(kinds) == 1
    if len(faces) != size or sum(map(_sideways, part)) != 1:
        return False
    return is_set(faces)


def _meld(part: Sequence[PhotoTile]) -> PhotoMeld:
    faces = [tile.tile for tile in part if tile.tile is not None]
    if len(faces) < len(part):
        # Two backs: the two faces in sight stand for all four, a red five among them or not.
        return PhotoMeld("kan_concealed", (*faces, faces[0].plain, faces[0].plain))
    place = next(i for i, tile in enumerate(part) if _sideways(tile))
    source = source_at(place, len(part)).name.lower()
    kind = "kan_open" if len(part) == 4 else "pon" if len({face.plain for face in faces}) == 1 else "chii"
    return PhotoMeld(kind, tuple(faces), faces[place], source)
