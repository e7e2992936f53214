"""Final poses from slots: rows sway, tiles scatter, and overlaps are resolved."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout, Spot
from hardware.profiles.schema import TileSize
from vision.arrays import Floats
from vision.render.laying.contact import box, clear_of, deepest, pushed_apart
from vision.render.laying.habits import Laying, TileScatter, Zone
from vision.render.laying.rows import LAID_IN_TURN, Move, swayed
from vision.render.laying.slots import Rng, Row, TileSlot
from vision.render.scene import Pose, PosedPlate, PosedStick, PosedTile

_STICK_MM = (66.0, 6.5, 3.0)
"""Length, width and thickness of the sticks that tiles must not overlap, mm; as in ``objects``."""
_PLATE_MM = (50.0, 26.0, 5.0)
"""Length, width and thickness of the wind plate, mm; as in ``objects``."""


@dataclass(frozen=True, slots=True)
class LaidTile:
    """A tile in its slot, with the zone of its scatter; ``under``: index of the tile below it in the same list."""

    posed: PosedTile
    slot: TileSlot
    zone: Zone
    under: int | None = None


def laid_tile(
    slot: TileSlot,
    tile: Tile | None,
    pose: Pose = Pose.FACE_UP,
    *,
    zone: Zone | None = None,
    z: float = 0.0,
    under: int | None = None,
) -> LaidTile:
    """Return the tile in its slot; ``zone`` sets its scatter, by default that of its row."""
    spot = slot.spot
    return LaidTile(PosedTile(tile, spot.x, spot.y, z, spot.angle, pose), slot, zone or slot.row[0], under)


def obstacles(layout: Layout, sticks: Sequence[PosedStick], plates: Sequence[PosedPlate]) -> Floats:
    """Return boxes [M,7] that tiles must not overlap: the panel in the middle, sticks, the wind plate."""
    centre = layout.profile.table.centre_mm * 0.96
    rows = [box(0.0, 0.0, 0.0, (centre, centre), (0.0, 100.0))]
    rows += [box(each.x, each.y, each.angle, _STICK_MM[:2], (0.0, _STICK_MM[2])) for each in sticks]
    rows += [box(each.x, each.y, each.angle, _PLATE_MM[:2], (0.0, _PLATE_MM[2])) for each in plates]
    return np.array(rows)


def row_moves(layout: Layout, laying: Laying, tiles: Sequence[LaidTile], fixed: Floats, rng: Rng) -> dict[Row, Move]:
    """Return the sway of the tiles' rows, within the room left by one another and ``fixed`` [M,7]."""
    boxes = _boxes([each.posed for each in tiles], layout.profile.tile)
    rows: dict[Row, list[int]] = {}
    for place, each in enumerate(tiles):
        if each.under is None:
            rows.setdefault(each.slot.row, []).append(place)
    return swayed(layout, laying, {row: boxes[places] for row, places in rows.items()}, fixed, rng)


def settled(
    layout: Layout,
    laying: Laying,
    tiles: Sequence[LaidTile],
    moves: Mapping[Row, Move],
    draws: Floats,
    fixed: Floats,
    kept: Mapping[int, PosedTile] | None = None,
) -> list[PosedTile]:
    """Return the final poses; ``draws`` [N,3]: standard normal draws for across, distance and turn of each tile.

    ``kept``: poses of tiles, by index, that are already placed and fixed.
    """
    kept = kept or {}
    cut = np.clip(draws, -laying.cut, laying.cut)
    posed = [
        kept.get(place) or _scattered(each, moves.get(each.slot.row, Move()), laying, cut[place])
        for place, each in enumerate(tiles)
    ]
    if not laying.by_hand or len(kept) == len(tiles):
        return posed
    posed = _behind(layout, tiles, _carried(tiles, posed, kept), kept)
    lies = np.array([place in kept for place in range(len(tiles))])
    upper = np.array([each.under is not None for each in tiles])
    discarded = np.array([each.zone is Zone.RIVER for each in tiles])
    everything = np.ones(len(tiles), np.bool_)
    # Rivers are placed first and the other tiles give way. Upper tiles are carried along with those below, and then
    # make room among themselves.
    for stage, among in (
        (discarded, discarded | lies),
        (~discarded & ~upper, ~upper | lies),
        (~upper, everything),
        (upper, everything),
    ):
        free = stage & ~lies
        if free.any():
            posed = _pushed(tiles, posed, free, lies, layout.profile.tile, fixed, among)
    return [
        _supported(each, posed[one.under], layout.profile.tile) if one.under is not None and place not in kept else each
        for place, (one, each) in enumerate(zip(tiles, posed, strict=True))
    ]


def _supported(tile: PosedTile, below: PosedTile, size: TileSize) -> PosedTile:
    """Return the upper tile, aligned with the one below if it was pushed so far that it would fall."""
    turn = np.radians(below.angle)
    off = np.array([tile.x - below.x, tile.y - below.y])
    along, deep = np.abs([off @ (np.cos(turn), np.sin(turn)), off @ (-np.sin(turn), np.cos(turn))])
    falls = along > size.width_mm / 2 or deep > size.height_mm / 2
    return replace(tile, x=below.x, y=below.y, angle=below.angle) if falls else tile


def runs_into(tiles: Sequence[PosedTile], others: Sequence[PosedTile], size: TileSize) -> float:
    """Return the largest overlap (mm) of any of the tiles with any of the others; 0 if none."""
    return deepest(_boxes(tiles, size), _boxes(others, size))


def _pushed(
    tiles: Sequence[LaidTile],
    posed: Sequence[PosedTile],
    free: NDArray[np.bool_],
    lies: NDArray[np.bool_],
    size: TileSize,
    fixed: Floats,
    among: NDArray[np.bool_],
) -> list[PosedTile]:
    """Push the ``free`` tiles until none overlaps those in ``among``; upper tiles move along."""
    here = np.flatnonzero(among)
    boxes = np.concatenate([_boxes([posed[place] for place in here.tolist()], size), fixed])
    moved = pushed_apart(boxes, np.concatenate([free[here], np.zeros(len(fixed), bool)]))
    step = np.zeros((len(tiles), 2))
    step[here] = moved[: len(here), :2] - boxes[: len(here), :2]
    step[~free] = 0.0
    for place, each in enumerate(tiles):
        if each.under is not None and not free[place] and not lies[place]:
            step[place] = step[each.under]
    return [replace(each, x=each.x + float(x), y=each.y + float(y)) for each, (x, y) in zip(posed, step, strict=True)]


def _carried(tiles: Sequence[LaidTile], posed: Sequence[PosedTile], kept: Mapping[int, PosedTile]) -> list[PosedTile]:
    """Give upper tiles the mean of their own pose and that of the tile below: both were pushed with one ruler."""
    carried = list(posed)
    for place, each in enumerate(tiles):
        if each.under is not None and place not in kept:
            own, below = posed[place], posed[each.under]
            turn = (own.angle - below.angle + 180.0) % 360.0 - 180.0
            carried[place] = replace(
                own, x=(own.x + below.x) / 2, y=(own.y + below.y) / 2, angle=(below.angle + turn / 2) % 360.0
            )
    return carried


def _behind(
    layout: Layout, tiles: Sequence[LaidTile], posed: Sequence[PosedTile], kept: Mapping[int, PosedTile]
) -> list[PosedTile]:
    """Place discards behind earlier rows, and whole melds beside earlier ones, so that none is pushed between."""
    laid, rows = list(posed), dict[Row, list[int]]()
    for place, each in enumerate(tiles):
        if each.zone in LAID_IN_TURN:
            rows.setdefault(each.slot.row, []).append(place)
    for zone, seat, number in sorted(rows, key=lambda row: row[2]):
        own = [place for place in rows[zone, seat, number] if place not in kept]
        before = [place for row in range(number) for place in rows.get((zone, seat, row), ())]
        if not before or not own:
            continue
        way = np.array(
            _way(layout, seat, [tiles[place].slot for place in (*own, *rows[zone, seat, number - 1])], len(own))
        )
        boxes, others = (_boxes([laid[each] for each in some], layout.profile.tile) for some in (own, before))
        steps = clear_of(boxes, others, np.tile(way, (len(own), 1)))[:, :2] - boxes[:, :2]
        if zone is Zone.MELD:
            steps[:] = steps[(steps @ way).argmax()]
        for place, (x, y) in zip(own, steps.tolist(), strict=True):
            laid[place] = replace(laid[place], x=laid[place].x + x, y=laid[place].y + y)
    return laid


def _way(layout: Layout, seat: Seat, slots: Sequence[TileSlot], own: int) -> tuple[float, float]:
    """Return the direction from the slots after the first ``own`` ones to those; along the rail if they are in line."""
    spots = np.array([layout.local(seat, each.spot.x, each.spot.y) for each in slots])
    across, distance = np.sign(np.round(spots[:own].mean(axis=0) - spots[own:].mean(axis=0), -1)).tolist()
    to = layout.place(seat, 0.0, distance) if distance else layout.place(seat, across, 0.0)
    return to.x, to.y


def _scattered(tile: LaidTile, move: Move, laying: Laying, draw: Floats) -> PosedTile:
    scatter: TileScatter = laying.scatter[tile.zone]
    spot = move.spot(Spot(tile.posed.x, tile.posed.y, tile.posed.angle))
    # In the tile's own axes, so that scatter across a row does not cause overlaps along it, in any direction of the
    # row.
    cos, sin = float(np.cos(np.radians(spot.angle))), float(np.sin(np.radians(spot.angle)))
    across, distance, turn = (float(part) for part in draw * (scatter.across, scatter.distance, scatter.turn))
    x, y = spot.x + cos * across - sin * distance, spot.y + sin * across + cos * distance
    return replace(tile.posed, x=x, y=y, angle=(spot.angle + turn) % 360.0)


def _boxes(tiles: Sequence[PosedTile], size: TileSize) -> Floats:
    rows = []
    for each in tiles:
        standing = each.pose is Pose.STANDING
        deep, high = (size.thickness_mm, size.height_mm) if standing else (size.height_mm, size.thickness_mm)
        rows.append(box(each.x, each.y, each.angle, (size.width_mm, deep), (each.z, each.z + high)))
    return np.array(rows).reshape(-1, 7)
