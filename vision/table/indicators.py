"""Where indicators lie: faces on top of a wall, and after a riichi win the upper tile laid just inside the wall."""

from dataclasses import dataclass
from typing import Final

from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from vision.table.wall.heights import FULL_STACK
from vision.table.wall.stacks import WallReader, WallStacks, back_colour
from vision.tiles.recogniser import FacePose

_INSIDE_GAP_MM: Final = 1.0


@dataclass(frozen=True, slots=True)
class FoundIndicator:
    """A face to name on or before stack ``stack`` of a wall; ``lower`` marks the ura indicator left on the stack."""

    wall: Seat
    stack: int
    lower: bool
    spot: FacePose


class IndicatorFinder:
    """Finds the indicators of one table from the looks of its four walls."""

    def __init__(self, layout: Layout, walls: list[WallReader]) -> None:
        self._layout, self._walls = layout, walls
        self._tile = layout.profile.tile

    def find(self, looks: list[WallStacks | None]) -> tuple[FoundIndicator, ...]:
        """Places of likely indicators, wall by wall."""
        backs = back_colour([look for look in looks if look is not None])
        if backs is None:
            return ()
        found: list[FoundIndicator] = []
        for seat, look in zip(SEATS, looks, strict=True):
            if look is None:
                continue
            for stack in self._walls[seat].shown(look, backs):
                found += self._on_stack(seat, stack, look)
        return tuple(found)

    def _on_stack(self, wall: Seat, stack: int, look: WallStacks) -> list[FoundIndicator]:
        height = look.heights[stack - 1]
        spot = self._layout.wall_stack(wall, stack)
        laid_before = look.before[stack - 1] and height != FULL_STACK
        tiers = 1 if laid_before else height or FULL_STACK
        on_top = FacePose(spot.x, spot.y, spot.angle, tiers * self._tile.thickness_mm)
        if not laid_before:
            return [FoundIndicator(wall, stack, False, on_top)]
        across, distance = self._layout.local(wall, spot.x, spot.y)
        inside = self._layout.place(wall, across, distance - self._tile.height_mm - _INSIDE_GAP_MM)
        upper = FacePose(inside.x, inside.y, inside.angle, self._tile.thickness_mm)
        return [FoundIndicator(wall, stack, False, upper), FoundIndicator(wall, stack, True, on_top)]
