"""Faces of which stacks beside or before them hide a part."""

from dataclasses import replace

import pytest

from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.explain.found import FoundTile, Surface
from vision.explain.wall.overlooked import doubted_behind_walls, doubted_where_hidden

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
    """Seat A's ura between whole stacks: seen along the wall one of them covers a part of it, and it none of itself.

    One that was found as an upper tile hid itself: its name waited for a person, and a round for its end.
    """
    spot = LAYOUT.wall_stack(Seat.A, 9)
    face = FoundTile(Surface.FACE, spot.x, spot.y, tier * TILE.thickness_mm, spot.angle, 0.95, 0.01, tile, 0.98)
    beside = (LAYOUT.wall_stack(Seat.A, stack) for stack in (7, 8, 10, 11))
    stacks = [FoundTile(Surface.BACK, at.x, at.y, 2 * TILE.thickness_mm, at.angle, 0.9, 0.99) for at in beside]
    told = doubted_where_hidden(face, [*stacks, face], TILE, eye)
    assert told.tile is tile
    assert (told.confidence > 0.9) is sure


@pytest.mark.parametrize(("into", "sure"), [(0.0, True), (4.0, False)])
def test_strokes_are_not_counted_of_an_open_hand_that_the_wall_before_it_hides(into: float, *, sure: bool) -> None:
    """Red where an open 2m and 3m were told as 1m and 2m, as sure: the round was void, each later one wrong."""
    eye, deep = (0.0, 0.0, 1600.0), (TILE.height_mm + TILE.thickness_mm * 250.0 / 1600.0) / 2
    wall, hand = LAYOUT.place(Seat.A, 0.0, 240.0), LAYOUT.place(Seat.A, 0.0, 240.0 + TILE.height_mm / 2 + deep - into)
    face = FoundTile(Surface.FACE, hand.x, hand.y, TILE.thickness_mm, hand.angle, 0.95, 0.01, Tile.M2, 0.98)
    beside = LAYOUT.place(Seat.A, 24.0, hand.y)
    other = replace(face, x=beside.x, y=beside.y, tile=Tile.RED)
    stack = FoundTile(Surface.BACK, wall.x, wall.y, 2 * TILE.thickness_mm, wall.angle, 0.9, 0.99)
    told = doubted_behind_walls([stack, face, other], TILE, eye)
    assert [each.confidence > 0.9 for each in told[1:]] == [sure, True]
