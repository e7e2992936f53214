"""Walls that machines put up are read in their places where found tiles leave stacks open, and only there."""

from controller.riichi.seat import SEATS, Seat
from tests.support.studio import Studio
from vision.explain.found import FoundTile, Surface, ZoneReading
from vision.image.change import ChangeDetector
from vision.image.felt import FeltFinder
from vision.render.arrangement import Arrangement
from vision.table.place.wall.walls import Wall, WallsInPlace


def test_what_found_tiles_tell_of_a_stack_is_kept_and_an_open_one_is_read_in_its_place(studio: Studio) -> None:
    """Red: on path-traced tables three walls that found tiles had told rightly were told wrongly."""
    layout, size = studio.layout, studio.layout.profile.tile
    whole = (2,) * 17
    broken: Wall = (2,) * 9 + (1,) + (0,) * 7
    arranged = Arrangement(heights=(whole, whole, (2,) * 9 + (0,) * 8, whole))
    image = studio.shoot(studio.scene(arranged)).image
    tiles = [
        FoundTile(Surface.BACK, spot.x, spot.y, 2 * size.thickness_mm, spot.angle, 0.99, 0.99)
        for seat in SEATS
        for stack, height in enumerate(arranged.heights[seat], 1)
        for spot in (layout.wall_stack(seat, stack),)
        if height
    ]
    changes = ChangeDetector(studio.camera.size)
    changes.changed(image)
    felt = FeltFinder(layout, studio.camera).find(image)
    open_ones: Wall = (2,) * 4 + (None,) * 2 + (2,) * 11
    walls: list[Wall | None] = [open_ones, whole, broken, None]
    told = [None if wall is None else ZoneReading(wall, 0.95) for wall in walls]
    read, _ = WallsInPlace(layout, studio.camera, changes).read(told, walls, tiles, image, felt)
    assert read[Seat.A] == whole, "open stacks are filled"
    assert read[Seat.C] == broken, "what was told stays, whatever is seen in its place"
    assert read[Seat.D] == whole, "a wall of which nothing is told is read"
