"""Walls from tiles found anywhere, of tables laid exactly and as people lay them."""

from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.arrays import Floats
from vision.explain.found import FoundTile, Surface
from vision.explain.wall.walls import explain_walls

LAYOUT = Layout(load_profile())
ABOVE = (0.0, 0.0, 1600.0)
THICK = LAYOUT.profile.tile.thickness_mm


def backs(heights: tuple[tuple[int, ...], ...], inwards: float = 0.0) -> list[FoundTile]:
    """The upper side of every stack of four walls."""
    found = []
    for seat in SEATS:
        for stack, height in enumerate(heights[seat], 1):
            if height:
                spot = LAYOUT.wall_stack(seat, stack)
                across, out = LAYOUT.local(seat, spot.x, spot.y)
                spot = LAYOUT.place(seat, across, out - inwards)
                upper = 0.97 if height == 2 else 0.03
                found.append(FoundTile(Surface.BACK, spot.x, spot.y, height * THICK, spot.angle, 0.9, upper))
    return found


class BareGround:
    """Ground that is plainly bare wherever no tile was found."""

    def unseen(self, outline: Floats, z: float = 0.0) -> float:  # noqa: ARG002 - as the protocol has it
        """Nothing is hidden."""
        return 0.0

    def bare(self, outline: Floats, z: float = 0.0) -> float:  # noqa: ARG002 - as the protocol has it
        """All is plain."""
        return 1.0


WHOLE = (2,) * 17
BROKEN = ((2,) * 3 + (0,) * 14, (2,) * 17, (0,) * 4 + (1,) + (2,) * 12, (0,) * 17)


def test_whole_and_broken_walls_are_told_stack_by_stack() -> None:
    for heights in ((WHOLE,) * 4, BROKEN):
        walls = explain_walls(backs(heights), LAYOUT, BareGround(), ABOVE).walls
        assert tuple(wall and wall.content for wall in walls) == heights


def test_walls_pushed_to_the_middle_are_the_same_walls() -> None:
    walls = explain_walls(backs(BROKEN, inwards=30.0), LAYOUT, BareGround(), ABOVE).walls
    assert tuple(wall and wall.content for wall in walls) == BROKEN


def test_a_face_on_a_wall_is_its_indicator() -> None:
    tiles = backs((WHOLE,) * 4)
    place = next(i for i, tile in enumerate(tiles) if (tile.x, tile.y) == _place(Seat.B, 5))
    back = tiles[place]
    tiles[place] = FoundTile(Surface.FACE, back.x, back.y, back.z, back.angle, 0.9, 0.97, Tile.EAST, 0.99)
    explained = explain_walls(tiles, LAYOUT)
    assert explained.indicators is not None
    (indicator,) = explained.indicators.content
    assert (indicator.wall, indicator.stack, indicator.seen.tile, indicator.lower) == (Seat.B, 5, Tile.EAST, False)
    assert explained.used == frozenset(range(len(tiles)))


def _place(seat: Seat, stack: int) -> tuple[float, float]:
    spot = LAYOUT.wall_stack(seat, stack)
    return spot.x, spot.y
