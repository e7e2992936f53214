"""Verdict on each zone of a sighting of a rendered table: right, wrong (although reported as sure), or left open.

Zones that are hidden (under an arm, out of the picture, behind a wall) should be left open and are counted separately.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

import numpy as np

from controller.ports.eyes import SeenTile, Sighting
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout, Spot
from vision.camera.model import Camera
from vision.explain.found import FoundTile, Surface
from vision.render.arrangement import ArrangedSeat, Arrangement
from vision.render.picture.labels import PictureRegion, PictureTruth, TileLabel
from vision.render.scene import Pose
from vision.training.evaluate.table_comparison import CONFIDENT

_SEEN: Final = 0.5
"""Visible share of a tile's upper surface below which it counts as hidden; chosen."""
_COVERED: Final = 0.1
"""Covered share of an empty zone up to which it counts as visibly empty; chosen."""
_APART_MM: Final = 12.0
"""Largest distance between a tile and its detection, mm; chosen: half a tile."""
_MELD: Final = 3
"""Number of tile positions checked in a corner without melds; chosen: those of a pung or a chow."""
Faces = Sequence[Tile | None]


class ZoneVerdict(Enum):
    """Verdict on a zone. ``MISLED``: something wrong was reported as sure about a hidden zone."""

    RIGHT = "right"
    WRONG = "wrong"
    OPEN = "open"
    HIDDEN = "hidden, left open"
    GUESSED = "hidden, right"
    MISLED = "hidden, wrong"


@dataclass(slots=True)
class ZoneVerdicts:
    """Counts by zone and verdict, counts of frames without errors, and a line for each zone that was not right."""

    counts: Counter[tuple[str, str]] = field(default_factory=Counter)
    frames: Counter[str] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)

    def add(
        self, name: str, arranged: Arrangement, truth: PictureTruth, camera: Camera, layout: Layout, seen: Sighting
    ) -> None:
        """Count one frame; ``name`` identifies it in the lines."""
        told = list(each_zone(arranged, truth, camera, layout, seen))
        for zone, where, verdict, line in told:
            self.counts[zone, verdict.value] += 1
            if verdict not in (ZoneVerdict.RIGHT, ZoneVerdict.HIDDEN, ZoneVerdict.GUESSED):
                self.lines.append(f"{name}: {zone} {where} {verdict.value}: {line}")
        verdicts = {verdict for _, _, verdict, _ in told}
        self.frames["all"] += 1
        self.frames["nothing wrong or open"] += not verdicts & {ZoneVerdict.WRONG, ZoneVerdict.MISLED, ZoneVerdict.OPEN}
        self.frames["nothing wrong"] += not verdicts & {ZoneVerdict.WRONG, ZoneVerdict.MISLED}

    def add_found(self, truth: PictureTruth, found: Sequence[FoundTile]) -> None:
        """Count visible faces in any zone as right, misnamed or missed, and detections that match no tile."""
        faces = [label for label in truth.tiles if label.surface is Surface.FACE and label.visible >= _SEEN]
        left = [tile for tile in found if tile.surface is Surface.FACE]
        for label in faces:
            posed = label.posed
            near = [each for each in left if np.hypot(each.x - posed.x, each.y - posed.y) < _APART_MM]
            best = min(near, key=lambda each: np.hypot(each.x - posed.x, each.y - posed.y), default=None)
            if best is not None:
                left.remove(best)
            self.counts["faces", "missed" if best is None else "right" if best.tile is posed.tile else "misnamed"] += 1
        self.counts["faces", "false"] += sum(not _on_any(each, truth.tiles) for each in left)

    def table(self) -> dict[str, dict[str, int]]:
        """Counts by zone and verdict."""
        zones: dict[str, dict[str, int]] = {}
        for (zone, verdict), count in sorted(self.counts.items()):
            zones.setdefault(zone, {})[verdict] = count
        return zones | {"frames": dict(self.frames)}


def _on_any(found: FoundTile, labels: Sequence[TileLabel]) -> bool:
    return any(np.hypot(found.x - label.posed.x, found.y - label.posed.y) < _APART_MM for label in labels)


def each_zone(
    arranged: Arrangement, truth: PictureTruth, camera: Camera, layout: Layout, seen: Sighting
) -> Iterator[tuple[str, str, ZoneVerdict, str]]:
    """Yield for each zone its kind, its seat ("" if none), the verdict, and a description of the deviation.

    If a seat has no melds and none were reported, the kind is "no melds".
    """
    labels = iter(truth.tiles)
    walls = [[_stack(arranged, seat, stack, labels) for stack in range(len(arranged.heights[seat]))] for seat in SEATS]
    for seat in SEATS:
        heights = arranged.heights[seat]
        hides = [height > 0 and _hides(of[height - 1]) for height, of in zip(heights, walls[seat], strict=True)]
        yield "walls", seat.name, *_wall(heights, hides, truth, seen.walls[seat])
    for seat, part in zip(SEATS, arranged.parts, strict=True):
        rows = _Rows(part, labels)
        first_row = [layout.river_slot(seat, place) for place in range(layout.profile.river.columns)]
        yield "rivers", seat.name, *_river(part, rows, seen, seat, _covered(truth, camera, first_row))
        verdict = _melds(part, rows, seen, seat, _covered(truth, camera, layout.meld_slots(seat, 0, _MELD)))
        yield "melds" if part.melds or seen.melds[seat] else "no melds", seat.name, *verdict
        standing = part.pose is Pose.STANDING
        yield "standing hands" if standing else "shown hands", seat.name, *_hand(part, rows, seen, seat)
    shown = [label for wall in walls for stack in wall for label in stack if label.surface is Surface.FACE]
    hidden = any(map(_hides, shown))
    yield "indicators", "", *_judged(_indicators(arranged), _said_indicators(seen), hidden=hidden)


class _Rows:
    """The labels of one player's tiles, in the order in which an arrangement is posed."""

    def __init__(self, part: ArrangedSeat, labels: Iterator[TileLabel]) -> None:
        self.river = [next(labels) for _ in part.river]
        self.hand = [next(labels) for _ in range(len(part.hand) + (part.drawn is not None))]
        self.melds = [next(labels) for laid in part.melds for _ in range(len(laid.tiles) + (laid.added is not None))]


def _stack(arranged: Arrangement, seat: Seat, stack: int, labels: Iterator[TileLabel]) -> list[TileLabel]:
    """Return the labels of a stack's tiles from the lowest up, then that of the indicator lifted off it."""
    height = arranged.heights[seat][stack]
    indicator = next((one for one in arranged.indicators if (one.wall, one.stack) == (seat, stack + 1)), None)
    lifted = indicator is not None and indicator.ura is not None and height == 1
    return [next(labels) for _ in range(height + lifted)]


def _hides(label: TileLabel) -> bool:
    return label.visible < _SEEN


def _wall(
    heights: Sequence[int], hidden: Sequence[bool], truth: PictureTruth, said: Sequence[int | None] | None
) -> tuple[ZoneVerdict, str]:
    if said is None:
        return ZoneVerdict.HIDDEN if all(hidden) and any(heights) else ZoneVerdict.OPEN, "not told"
    foreign = bool((truth.regions == PictureRegion.FOREIGN).any())
    excused = [hide or (height == 0 and foreign) for height, hide in zip(heights, hidden, strict=True)]
    stacks = list(enumerate(zip(heights, said, excused, strict=True), 1))
    wrong = [f"{stack}: {height} read as {seen}" for stack, (height, seen, _) in stacks if seen not in (None, height)]
    if wrong:
        return ZoneVerdict.WRONG, ", ".join(wrong)
    unsaid = [str(stack) for stack, (_, seen, excuse) in stacks if seen is None and not excuse]
    return (ZoneVerdict.OPEN, f"stacks {', '.join(unsaid)}") if unsaid else (ZoneVerdict.RIGHT, "")


def _covered(truth: PictureTruth, camera: Camera, spots: Sequence[Spot]) -> float:
    """Return the share of a zone's first positions that foreign objects cover or that lie outside the picture."""
    px = camera.project([(spot.x, spot.y, 0.0) for spot in spots]).round().astype(int)
    height, width = truth.regions.shape
    inside = [(x, y) for x, y in px if 0 <= x < width and 0 <= y < height]
    plain = sum(int(truth.regions[y, x]) != PictureRegion.FOREIGN for x, y in inside)
    return 1.0 - plain / len(spots)


def _river(part: ArrangedSeat, rows: _Rows, seen: Sighting, seat: Seat, covered: float) -> tuple[ZoneVerdict, str]:
    hidden = any(map(_hides, rows.river)) or (not part.river and covered > _COVERED)
    said = seen.rivers[seat]
    shape = [sideways for _, sideways in part.river]
    found = None if said is None else [each.sideways for each in said]
    faces = None if said is None else [each.seen for each in said]
    return _judged((shape, [tile for tile, _ in part.river]), None if faces is None else (found, faces), hidden=hidden)


def _melds(part: ArrangedSeat, rows: _Rows, seen: Sighting, seat: Seat, covered: float) -> tuple[ZoneVerdict, str]:
    hidden = any(map(_hides, rows.melds)) or (not part.melds and covered > _COVERED)
    said = seen.melds[seat]
    shape = [(len(laid.tiles) + (laid.added is not None), laid.sideways) for laid in part.melds]
    faces = [
        face
        for laid in part.melds
        for face in (
            *(None if place in laid.hidden else tile for place, tile in enumerate(laid.tiles)),
            *(() if laid.added is None else (laid.added,)),
        )
    ]
    found = None
    if said is not None:
        found = [(len(meld.tiles), meld.sideways) for meld in said], [tile for meld in said for tile in meld.tiles]
    return _judged((shape, faces), found, hidden=hidden)


def _hand(part: ArrangedSeat, rows: _Rows, seen: Sighting, seat: Seat) -> tuple[ZoneVerdict, str]:
    said = seen.hands[seat]
    tiles = (*part.hand, *(() if part.drawn is None else (part.drawn,)))
    hidden = any(map(_hides, rows.hand))
    if part.pose is Pose.STANDING:
        return _judged(
            ((len(tiles), 0), ()), None if said is None else ((said.standing, len(said.shown)), ()), hidden=hidden
        )
    shape = (0, len(part.hand), part.drawn is not None)
    faces: Faces = tiles if part.pose is Pose.FACE_UP else [None] * len(tiles)
    found = None
    if said is not None:
        shown = (*said.shown, *(() if said.apart is None else (said.apart,)))
        found = (said.standing, len(said.shown), said.apart is not None), shown
    return _judged((shape, faces), found, hidden=hidden)


def _indicators(arranged: Arrangement) -> tuple[object, Faces]:
    rows = [((one.wall, one.stack, False), one.tile) for one in arranged.indicators]
    rows += [((one.wall, one.stack, True), one.ura) for one in arranged.indicators if one.ura is not None]
    rows.sort(key=lambda row: row[0])
    return [place for place, _ in rows], [tile for _, tile in rows]


def _said_indicators(seen: Sighting) -> tuple[object, Sequence[SeenTile]] | None:
    if seen.indicators is None:
        return None
    rows = sorted(((one.wall, one.stack, one.lower), one.seen) for one in seen.indicators)
    return [place for place, _ in rows], [tile for _, tile in rows]


def _judged(
    expected: tuple[object, Faces], said: tuple[object, Sequence[SeenTile]] | None, *, hidden: bool
) -> tuple[ZoneVerdict, str]:
    """Compare a zone's shape and faces with the report; a wrong face of low confidence leaves the zone open."""
    if said is None:
        return ZoneVerdict.HIDDEN if hidden else ZoneVerdict.OPEN, "not told"
    shape, faces = expected
    if shape != said[0]:
        return ZoneVerdict.MISLED if hidden else ZoneVerdict.WRONG, f"{shape} read as {said[0]}"
    pairs = list(zip(faces, said[1], strict=True))
    wrong = [
        f"{face} read as {seen.tile}" for face, seen in pairs if seen.tile is not face and seen.confidence >= CONFIDENT
    ]
    if wrong:
        return ZoneVerdict.MISLED if hidden else ZoneVerdict.WRONG, ", ".join(wrong)
    unsure = [f"{face} doubted" for face, seen in pairs if seen.tile is not face]
    if unsure:
        return ZoneVerdict.HIDDEN if hidden else ZoneVerdict.OPEN, ", ".join(unsure)
    return ZoneVerdict.GUESSED if hidden else ZoneVerdict.RIGHT, ""
