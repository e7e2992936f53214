"""Walls whose sides give no information: heights from their apparent widths from felt to felt."""

import numpy as np
import pytest

from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.laid_walls import BareGround
from vision.arrays import Floats
from vision.explain.found import FoundTile, Surface
from vision.explain.wall.walls import ExplainedWalls, explain_walls

LAYOUT = Layout(load_profile())
TILE = LAYOUT.profile.tile
EYE = (0.0, 0.0, 1600.0)
WHOLE = (2,) * 17
DRAWN = ((0,) * 5 + (1,) + (2,) * 11, WHOLE, WHOLE, WHOLE)
UNTOLD = 0.75
"""Value of an uninformative side of a tile."""


def backs(heights: tuple[tuple[int, ...], ...], upper: float = UNTOLD) -> list[FoundTile]:
    tiles = []
    for seat in SEATS:
        for stack, height in enumerate(heights[seat], 1):
            if height:
                spot = LAYOUT.wall_stack(seat, stack)
                tiles.append(
                    FoundTile(Surface.BACK, spot.x, spot.y, height * TILE.thickness_mm, spot.angle, 0.9, upper)
                )
    return tiles


class WideLook:
    """Shows every stack at its width, its side seen from above the middle, plus ``wider``."""

    def __init__(self, heights: tuple[tuple[int, ...], ...], wider: float = 0.0) -> None:
        self._heights, self._wider = heights, wider

    def widths(self, seat: Seat, along: Floats, out: Floats, slope: float) -> Floats:
        """Widths of boxes of that many tiles; rows are straight."""
        assert slope == pytest.approx(0.0, abs=0.02)
        spots = [LAYOUT.wall_stack(seat, stack + 1) for stack in range(len(WHOLE))]
        places = np.array([-LAYOUT.local(seat, spot.x, spot.y)[0] for spot in spots])
        near = np.abs(np.asarray(along)[:, None] - places).argmin(axis=1)
        beyond = np.abs(np.asarray(along)) > np.abs(places).max() + TILE.width_mm / 2
        high = np.where(beyond, 0, np.array(self._heights[seat])[near]) * TILE.thickness_mm
        inner, outer = LAYOUT.profile.wall.distance_mm + np.array([-0.5, 0.5]) * TILE.height_mm
        wide = outer * EYE[2] / (EYE[2] - high) - inner + self._wider
        return np.asarray(np.where(high > 0, wide, np.zeros_like(out)))


def assert_told(explained: ExplainedWalls) -> None:
    """Check the most likely heights except at the far end of the drawn part, which may be the very last stack."""
    told = [wall.content for wall in explained.walls if wall is not None]
    likely = [tuple(wall.parts["height"].astype(int).tolist()) for wall in explained.walls if wall is not None]
    assert likely[0][1:] == DRAWN[0][1:]
    assert told[0][0] in (None, 0)
    assert tuple(likely[1:]) == DRAWN[1:]
    assert all(one in (None, other) for one, other in zip(told[0], likely[0], strict=True))


@pytest.mark.parametrize("wider", [-1.0, 0.0, 1.0])
def test_widths_tell_single_tiles_from_pairs_however_round_the_rims_are(wider: float) -> None:
    assert_told(explain_walls(backs(DRAWN), LAYOUT, BareGround(), EYE, WideLook(DRAWN, wider)))


def test_sides_that_mislead_on_a_whole_table_are_overruled_by_widths() -> None:
    found = backs(DRAWN, upper=0.1)
    assert_told(explain_walls(found, LAYOUT, BareGround(), EYE, WideLook(DRAWN)))
    without = explain_walls(found, LAYOUT, BareGround(), EYE).walls[Seat.B]
    assert without is not None
    assert 1 in without.parts["height"]
