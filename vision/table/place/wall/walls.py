"""The four walls judged together: where one ends is known from the next, and a face from the colour of all backs."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

import numpy as np

from controller.riichi.seat import SEATS, Seat
from vision.arrays import Floats
from vision.table.place.wall.heights import BareBeyond
from vision.table.place.wall.stacks import WallReader, WallStacks


class Walls:
    """The readers of a table's four walls, seats A-D; ``backs``: BGR of the tiles' backs, None while no wall stands."""

    def __init__(self, readers: Sequence[WallReader]) -> None:
        self.readers = tuple(readers)
        self.backs: Floats | None = None

    def judged(
        self, found: Mapping[Seat, WallStacks | None], changed: Collection[Seat]
    ) -> dict[Seat, WallStacks | None]:
        """All walls once those that changed were read: their heights by what lies beyond their ends, and indicators."""
        beyond = {seat: _beyond(found, seat) for seat in SEATS}
        walls = {
            seat: self.readers[seat].bounded(wall, beyond[seat]) if wall is not None and seat in changed else wall
            for seat, wall in found.items()
        }
        self.backs = _back_colour([wall for wall in walls.values() if wall is not None])
        return {seat: None if wall is None else self._with_indicators(seat, wall) for seat, wall in walls.items()}

    def _with_indicators(self, seat: Seat, wall: WallStacks) -> WallStacks:
        shown = () if self.backs is None else self.readers[seat].indicators(wall, self.backs)
        return replace(wall, indicators=shown)


def _beyond(found: Mapping[Seat, WallStacks | None], seat: Seat) -> BareBeyond:
    """Whether the neighbouring stacks of a wall's first and last one are gone, or not known to stand."""
    right, left = found[seat.turn(1)], found[seat.turn(-1)]
    return right is None or right.heights[-1] == 0, left is None or left.heights[0] == 0


def _back_colour(walls: Sequence[WallStacks]) -> Floats | None:
    """The usual BGR colour of the tops of all walls; None when no stack stands."""
    tops = [wall.colours[stack] for wall in walls for stack, height in enumerate(wall.heights) if height]
    return np.median(tops, axis=0) if tops else None
