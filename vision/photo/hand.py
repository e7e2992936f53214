"""Reads a won hand in a photo: concealed tiles with the winning tile apart or last, and melds with a sideways tile."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations, product
from statistics import median
from typing import Final, Literal

import numpy as np

from controller.errors import EyesError
from controller.riichi.meld_layout import is_set, source_at
from controller.riichi.notation import parse_tiles
from controller.riichi.tile import Tile
from controller.text import Text
from vision.explain.signs import WHOLE
from vision.photo.order import rows
from vision.photo.reader import PhotoTile

_APART: Final = 0.3
"""Gap, in tile widths, from which two tiles belong to different groups; chosen: tiles of one group touch."""
_UPRIGHT: Final = 33
"""Percentile of a row's elongations that an upright tile has; chosen: at most a third of a row is sideways."""
_ENOUGH: Final = 5
"""Number of tiles from which a row's own elongations give its upright one; chosen: more than one meld."""
_BETWEEN: Final = 0.27
"""Natural logarithm of the elongation, relative to upright tiles, that separates sideways ones: a tile is 4/3 as high
as wide, so both differ by twice the logarithm of that."""
_DOUBT: Final = 0.1
"""Distance from ``_BETWEEN`` within which the face decides, not the outline; chosen: the error of an outline."""
_SAME_TURNED: Final = frozenset(parse_tiles("15p5z"))
"""Faces that look the same, or nearly, when turned by a quarter."""
_LAID_ON: Final = 1.4
"""Largest distance, in tile widths, of an added kong's fourth tile from the sideways one; chosen: they touch."""
_WITH_WIN: Final = (1, 5, 8, 11, 14)
"""Sizes of a group of touching tiles in which a sideways one may be the winning tile: it alone, or all concealed
tiles."""
_COUNTED: Final = ("concealed", "melds")
"""Fields of a part that are counted in the refusal of tiles that form no hand."""
_WHOLE: Final = max(WHOLE)
"""Tiles of a won hand, a kong counted as three."""

WinTileBasis = Literal["named", "apart", "sideways", "last"]
"""How the winning tile was determined: named by the caller, set apart, sideways, or, as a guess, the last one."""


@dataclass(frozen=True, slots=True)
class PhotoMeld:
    """A meld: ``kind`` and ``source`` as in a request of ``jantaku score``; ``called`` is the sideways tile."""

    kind: str
    tiles: tuple[Tile, ...]
    called: Tile | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True)
class PhotoHand:
    """Concealed tiles without the winning one, the winning tile, and the melds from left to right.

    ``win_basis``: how the winning tile was found; ``clear``: outline and face of every tile agree on its orientation;
    ``closed``: the reading of the same tiles without a meld, if there is one.
    """

    concealed: tuple[Tile, ...]
    win: Tile
    melds: tuple[PhotoMeld, ...]
    win_basis: WinTileBasis = "last"
    clear: bool = True
    closed: "PhotoHand | None" = None


@dataclass(frozen=True, slots=True)
class _Part:
    """One interpretation of touching tiles: ``concealed`` ones, melds, and the winning tile if it is sideways."""

    concealed: tuple[Tile, ...]
    melds: tuple[PhotoMeld, ...] = ()
    win: Tile | None = None


def won_hand(tiles: Sequence[PhotoTile], win: Tile | None = None) -> PhotoHand:
    """Return the won hand in a photo: fourteen tiles, or thirteen without the winning one, of all rows or the nearest.

    ``win``: the winning tile, if it is not apart, sideways or last, or not in the picture. Raises EyesError if no rows
    form such a hand.
    """
    lines = rows(tiles)
    refused: list[EyesError] = []
    for first in range(max(len(lines), 1)):
        near = [tile for line in lines[first:] for tile in line]
        turned = turned_tiles(near)
        try:
            hand = _hand_of(near, win, turned)
        except EyesError as error:
            refused.append(error)
            continue
        closed = _closed(near, win) if hand.melds else None
        return replace(hand, clear=all(turned.values()), closed=closed)
    raise refused[0]


def _closed(tiles: Sequence[PhotoTile], win: Tile | None) -> PhotoHand | None:
    """Return the hand that the tiles form without melds; None if they form none, as with a kong."""
    try:
        hand = _hand_of(tiles, win, {})
    except EyesError:
        return None
    return None if hand.melds else hand


def _hand_of(tiles: Sequence[PhotoTile], win: Tile | None, turned: Mapping[int, bool]) -> PhotoHand:
    """Return the hand that all tiles form; ``turned``: as from ``turned_tiles``. Raises EyesError if they form none."""
    sideways = frozenset(turned)
    doubted = frozenset(tile for tile, agreed in turned.items() if not agreed)
    added = _added(tiles, sideways)
    ways: list[list[_Part]] = []
    for row in rows(tile for tile in tiles if tile.name != "bonus"):
        groups = _groups([tile for tile in row if id(tile) not in added], sideways)
        shown = (group for group in groups if any(tile.face == "up" for tile in group))
        ways.extend(_understood(group, sideways, doubted, frozenset(added.values())) for group in shown)
    options = [tuple(option) for option in product(*ways)]
    for size in (_WHOLE, *((_WHOLE - 1,) if win is not None else ())):
        fitting = [option for option in options if _size(option) == size and sum(p.win is not None for p in option) < 2]
        if fitting:
            # Three equal tiles with the last one sideways are a pung, unless the hand would then lack a winning tile.
            return _hand(max(fitting, key=lambda way: len(_apart(way)) == 1), win, complete=size == _WHOLE)
    loose, melds = (sum(len(getattr(part, name)) for part in options[0]) for name in _COUNTED)
    raise EyesError(
        Text(
            f"手の中の牌が{loose}枚、副露が{melds}組です。副露は1組を3枚と数え、合わせて14枚で撮ってください。",
            f"{loose} concealed tiles and {melds} melds: expected 14 tiles, a meld counted as 3",
        )
    )


def turned_tiles(tiles: Sequence[PhotoTile]) -> dict[int, bool]:
    """Return the ``id`` of each sideways tile, with False if its printed face contradicts that.

    Most tiles of a row are upright; a sideways one is longer along the row and lower than they are. The outline
    decides; if it is ambiguous, the printed face does.
    """
    found: dict[int, bool] = {}
    shapes: dict[int, float] = {}
    for row in rows(tiles):
        direction = _direction(row)
        shapes |= {id(tile): _elongation(tile, direction) for tile in row}
    usual = float(np.percentile(list(shapes.values()), _UPRIGHT)) if shapes else 0.0
    for row in rows(tiles):
        of_row = [shapes[id(tile)] for tile in row]
        upright = float(np.percentile(of_row, _UPRIGHT)) if len(row) >= _ENOUGH else usual
        direction = _direction(row)
        for tile, shape in zip(row, of_row, strict=True):
            off = shape - upright - _BETWEEN
            top = math.radians(tile.angle)
            lying = abs(math.sin(top) * direction[0] - math.cos(top) * direction[1]) > math.sqrt(0.5)
            plain = tile.tile is not None and tile.tile.plain not in _SAME_TURNED
            if off > _DOUBT or (abs(off) <= _DOUBT and lying and plain):
                found[id(tile)] = lying or not plain
    return found


def _direction(row: Sequence[PhotoTile]) -> tuple[float, float]:
    """Return the unit vector along a row, to the right in the picture."""
    away = (row[-1].x - row[0].x, row[-1].y - row[0].y)
    length = math.hypot(*away)
    return (away[0] / length, away[1] / length) if length > 0 else (1.0, 0.0)


def _elongation(tile: PhotoTile, direction: tuple[float, float]) -> float:
    """Return the natural logarithm of an outline's extent along its row relative to that across the row."""
    top = math.radians(tile.angle)
    along_height = abs(math.sin(top) * direction[0] - math.cos(top) * direction[1]) > math.sqrt(0.5)
    along, across = (tile.height, tile.width) if along_height else (tile.width, tile.height)
    return math.log(max(along, 1e-6) / max(across, 1e-6))


def _added(tiles: Sequence[PhotoTile], sideways: frozenset[int]) -> dict[int, int]:
    """Return the ``id`` of each added kong's fourth tile, with that of the sideways tile at whose far side it lies."""
    turned = [tile for tile in tiles if id(tile) in sideways]
    pairs: dict[int, int] = {}
    for far, near in permutations(turned, 2):
        near_wide = _narrow([near])
        above = 0 < near.y - far.y < _LAID_ON * near_wide and abs(far.x - near.x) < _APART * near_wide
        if above and far.tile is not None and near.tile is not None and far.tile.plain is near.tile.plain:
            pairs[id(far)] = id(near)
    return pairs


def _understood(
    group: Sequence[PhotoTile], sideways: frozenset[int], doubted: frozenset[int], added: frozenset[int]
) -> list[_Part]:
    """Return every interpretation of touching tiles, most probable first; raises EyesError if there is none.

    If an upright face contradicts a sideways outline, tiles that could be concealed or melded count as concealed.
    """
    ways: list[_Part] = []
    faces = [tile.tile for tile in group]
    turned = [place for place, tile in enumerate(group) if id(tile) in sideways]
    hidden = any(face is None for face in faces)
    for start in range(len(group)):
        if any(place < start for place in turned) or None in faces[:start]:
            break
        melds = _melds(group[start:], sideways, added)
        if melds is not None and (start > 0 or turned or hidden):
            ways.append(_Part(tuple(face for face in faces[:start] if face is not None), tuple(melds)))
    shown = tuple(face for face in faces if face is not None)
    unclear = any(way.concealed for way in ways) and any(id(tile) in doubted for tile in group)
    if not hidden and (not turned or unclear):
        ways.insert(0, _Part(shown))
    elif len(turned) == 1 and turned[0] in (0, len(group) - 1) and not hidden and len(group) in _WITH_WIN:
        rest = shown[1:] if turned[0] == 0 else shown[:-1]
        ways.append(_Part(rest, (), shown[turned[0]]))
    if not ways:
        names = " ".join(tile.name for tile in group)
        raise EyesError(
            Text(
                "横向きの牌を含む組が、副露の形になっていません。", f"{names}: tiles with one sideways that are no meld"
            )
        )
    return ways


def _hand(option: Sequence[_Part], win: Tile | None, *, complete: bool) -> PhotoHand:
    shown = [tile for part in option for tile in (*part.concealed, *((part.win,) if part.win is not None else ()))]
    melds = tuple(meld for part in option for meld in part.melds)
    if win is not None and not complete:
        return PhotoHand(tuple(shown), win, melds, "named")
    apart = _apart(option)
    told: WinTileBasis = "named" if win is not None else "last"
    last = win if win is not None else shown[-1]
    if win is None and len(apart) == 1:
        last, told = apart[0], "sideways" if any(part.win is not None for part in option) else "apart"
    if last not in shown:
        raise EyesError(
            Text(f"アガリ牌{last}が手の中にありません。", f"winning tile {last} is not among the concealed tiles")
        )
    shown.remove(last)
    return PhotoHand(tuple(shown), last, melds, told)


def _apart(option: Sequence[_Part]) -> list[Tile]:
    """Return the sideways winning tile, or else all single concealed tiles that may be the winning one."""
    sideways = [part.win for part in option if part.win is not None]
    return sideways or [part.concealed[0] for part in option if len(part.concealed) == 1 and not part.melds]


def _size(option: Sequence[_Part]) -> int:
    return sum(len(part.concealed) + 3 * len(part.melds) + (part.win is not None) for part in option)


def _groups(row: Sequence[PhotoTile], sideways: frozenset[int]) -> list[list[PhotoTile]]:
    """Split a row into groups of touching tiles."""
    groups: list[list[PhotoTile]] = []
    for tile in row:
        before = groups[-1][-1] if groups else None
        reach = 0.0 if before is None else (_wide(tile, sideways) + _wide(before, sideways)) / 2 + _APART * _narrow(row)
        if before is not None and math.hypot(tile.x - before.x, tile.y - before.y) < reach:
            groups[-1].append(tile)
        else:
            groups.append([tile])
    return groups


def _wide(tile: PhotoTile, sideways: frozenset[int]) -> float:
    return max(tile.width, tile.height) if id(tile) in sideways else tile.width


def _narrow(row: Sequence[PhotoTile]) -> float:
    return median(min(tile.width, tile.height) for tile in row)


def _melds(group: Sequence[PhotoTile], sideways: frozenset[int], added: frozenset[int]) -> list[PhotoMeld] | None:
    """Split touching tiles into melds from left to right; None if that is impossible."""
    found: list[PhotoMeld] = []
    rest = list(group)
    while rest:
        size = next((size for size in (4, 3) if _is_meld(rest[:size], size, sideways)), None)
        if size is None:
            return None
        found.append(_meld(rest[:size], sideways, added))
        rest = rest[size:]
    return found


def _is_meld(part: Sequence[PhotoTile], size: int, sideways: frozenset[int]) -> bool:
    if len(part) != size:
        return False
    faces = [tile.tile for tile in part if tile.tile is not None]
    kinds = {face.plain for face in faces}
    if size == 4 and len(faces) == 2:
        return len(kinds) == 1
    if len(faces) != size or sum(id(tile) in sideways for tile in part) != 1:
        return False
    return is_set(faces)


def _meld(part: Sequence[PhotoTile], sideways: frozenset[int], added: frozenset[int]) -> PhotoMeld:
    faces = [tile.tile for tile in part if tile.tile is not None]
    if len(faces) < len(part):
        # Two backs: the two visible faces represent all four, with or without a red five.
        return PhotoMeld("kan_concealed", (*faces, faces[0].plain, faces[0].plain))
    place = next(i for i, tile in enumerate(part) if id(tile) in sideways)
    source = source_at(place, len(part)).name.lower()
    if id(part[place]) in added:
        return PhotoMeld("kan_added", (*faces, faces[place].plain), faces[place], source)
    kind = "kan_open" if len(part) == 4 else "pon" if len({face.plain for face in faces}) == 1 else "chii"
    return PhotoMeld(kind, tuple(faces), faces[place], source)
