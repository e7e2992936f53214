"""Faces partly hidden by stacks beside or in front of them."""

import pytest

from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.explain.found import FoundTile, Surface
from vision.explain.wall.walls import doubted_where_hidden

LAYOUT = Layout(load_profile())
TILE = LAYOUT.profile.tile
ABOVE = (0.0, 0.0, 1600.0)


@pytest.mark.parametrize(
    ("tile", "eye", "tier", "sure"),
    [
        (Tile.S4, ABOVE, 1, True),
        (Tile.S4, ABOVE, 2, True),
        (Tile.S4, (0.0, 1000.0, 1200.0), 1, True),
        (Tile.S4, (600.0, 0.0, 1400.0), 1, False),
        (Tile.RED, (600.0, 0.0, 1400.0), 1, True),
        (Tile.RED, (2400.0, 0.0, 700.0), 1, False),
    ],
    ids=[
        "from above",
        "found as an upper one",
        "along the gap",
        "behind a stack",
        "one part tells",
        "nearly all behind",
    ],
)
def test_canes_are_not_counted_where_a_stack_beside_them_hides_some(
    tile: Tile, eye: tuple[float, float, float], tier: int, *, sure: bool
) -> None:
    """Seat A's ura-dora between whole stacks: seen along the wall a neighbour hides a part of it, and it hides none of
    itself.

    Regression: one detected as an upper tile hid itself, so that its name and the round's end waited for a person.
    """
    spot = LAYOUT.wall_stack(Seat.A, 9)
    face = FoundTile(Surface.FACE, spot.x, spot.y, tier * TILE.thickness_mm, spot.angle, 0.95, 0.01, tile, 0.98)
    beside = (LAYOUT.wall_stack(Seat.A, stack) for stack in (7, 8, 10, 11))
    stacks = [FoundTile(Surface.BACK, at.x, at.y, 2 * TILE.thickness_mm, at.angle, 0.9, 0.99) for at in beside]
    told = doubted_where_hidden(face, [*stacks, face], TILE, eye)
    assert told.tile is tile
    assert (told.confidence > 0.9) is sure
