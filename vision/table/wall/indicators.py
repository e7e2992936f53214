"""Where the faces of an indicator lie: on top of its stack, and after a riichi win also just inside the wall."""

from dataclasses import dataclass

from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.table.wall.heights import FULL_STACK
from vision.tiles.recogniser import FacePose


@dataclass(frozen=True, slots=True)
class FoundIndicator:
    """A face to recognise on or before ``stack`` (from 1) of a wall; ``lower``: the ura indicator left on the stack."""

    stack: int
    lower: bool
    pose: FacePose


def faces_of_stack(
    layout: Layout, wall: Seat, stack: int, height: int | None, laid_before: bool
) -> tuple[FoundIndicator, ...]:
    """The faces that a stack shows; ``laid_before``: its upper tile lies just inside the wall, npm art. 36."""
    thick = layout.profile.tile.thickness_mm
    spot = layout.wall_stack(wall, stack)
    lifted = laid_before and height != FULL_STACK
    level = 1 if lifted else height or FULL_STACK
    on_top = FacePose(spot.x, spot.y, spot.angle, level * thick)
    if not lifted:
        return (FoundIndicator(stack, False, on_top),)
    inside = layout.lifted_indicator(wall, stack)
    upper = FacePose(inside.x, inside.y, inside.angle, thick)
    return FoundIndicator(stack, False, upper), FoundIndicator(stack, True, on_top)
