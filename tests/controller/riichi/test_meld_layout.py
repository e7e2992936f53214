"""Layout of melds: places of the sideways tile, their sources, and which faces make a set."""

import pytest

from controller.errors import HandError
from controller.riichi.meld import MeldKind
from controller.riichi.meld_layout import is_set, sideways_place, source_at, tiles_in_row
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import From

CALLED = (MeldKind.PON, MeldKind.KAN_OPEN, MeldKind.KAN_ADDED)


@pytest.mark.parametrize(
    ("kind", "places"),
    [
        (MeldKind.PON, (0, 1, 2)),
        (MeldKind.KAN_ADDED, (0, 1, 2)),
        (MeldKind.KAN_OPEN, (0, 2, 3)),
    ],
)
def test_the_sideways_tile_marks_left_across_and_right(kind: MeldKind, places: tuple[int, ...]) -> None:
    assert tuple(sideways_place(kind, source) for source in (From.LEFT, From.ACROSS, From.RIGHT)) == places


@pytest.mark.law("npm-2008", "31 i", "31 ro", "31 ha", "31 ni", "31 ho")
@pytest.mark.parametrize("kind", CALLED)
@pytest.mark.parametrize("source", From)
def test_a_laid_meld_is_read_back(kind: MeldKind, source: From) -> None:
    assert source_at(sideways_place(kind, source), tiles_in_row(kind)) is source


def test_either_middle_tile_of_an_open_kong_means_across() -> None:
    assert source_at(1, 4) is source_at(2, 4) is From.ACROSS


@pytest.mark.parametrize(("place", "in_row"), [(-1, 3), (3, 3), (4, 4)])
def test_no_source_outside_the_row(place: int, in_row: int) -> None:
    with pytest.raises(HandError, match=f"place {place}: expected 0-{in_row - 1}"):
        source_at(place, in_row)


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        ("312s", True),
        ("406p", True),
        ("505m", True),
        ("7777z", True),
        ("5550s", True),
        ("891m", False),
        ("9m12p", False),
        ("123z", False),
        ("1234m", False),
        ("112m", False),
        ("11m", False),
    ],
)
def test_which_faces_make_a_set(tiles: str, expected: bool) -> None:
    assert is_set(parse_tiles(tiles)) is expected


def test_an_unread_face_makes_no_set() -> None:
    assert not is_set((*parse_tiles("11m"), None))
