"""Reported walls and riichi sticks are drawn over the picture and on the plan, at their positions."""

import numpy as np

from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.camera.model import Camera
from vision.explain.found import TableExplanation, ZoneReading
from vision.photo.drawn.over import draw_zones
from vision.photo.drawn.plan import draw_table
from vision.photo.drawn.zones import ZONE_COLOURS
from vision.photo.table import PhotoTable

LAYOUT = Layout(load_profile())
CAMERA = Camera.looking_down((1200, 1200), field=900.0)
NAMES = ("A", "B", "C", "D")


def drawn(table: PhotoTable, zone: str, at: tuple[float, float, float]) -> int:
    """Number of pixels with that zone's colour around a point of the table in mm."""
    over = draw_zones(np.zeros((1200, 1200, 3), np.uint8), table)
    ((x, y),) = CAMERA.project([at]) * over.shape[1] / 1200
    around = over[int(y) - 40 : int(y) + 40, int(x) - 40 : int(x) + 40].astype(int)
    wanted = [int(ZONE_COLOURS[zone][place : place + 2], 16) for place in (5, 3, 1)]
    return int((np.abs(around - wanted).sum(axis=2) < 12).sum())


def test_walls_with_their_heights_and_sticks_are_drawn_where_they_lie() -> None:
    none = (None,) * 4
    heights: tuple[int | None, ...] = (2, 1, None, *(0,) * 14)
    wall = ZoneReading(heights, 1.0)
    explained = TableExplanation(none, none, none, (None, wall, None, None), None)
    table = PhotoTable(LAYOUT, CAMERA, explained, (), (), (), (None, None, True, False))
    stack, gone = (LAYOUT.wall_stack(Seat.B, number) for number in (1, 9))
    assert drawn(table, "wall", (stack.x, stack.y, 30.0)) > 200
    assert drawn(table, "wall", (gone.x, gone.y, 30.0)) == 0
    there, bare = (LAYOUT.stick_spot(seat) for seat in (Seat.C, Seat.D))
    assert drawn(table, "stick", (there.x, there.y, 0.0)) > 100
    assert drawn(table, "stick", (bare.x, bare.y, 0.0)) == 0
    plan = draw_table(table, NAMES)
    assert plan.count(ZONE_COLOURS["stick"]) == 1
    assert [plan.count(f">{height}</text>") for height in ("2", "1", "?")] == [1, 1, 1]
