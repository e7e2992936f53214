"""The row of six before a game, read from a picture."""

import pytest

from controller.errors import EyesError
from controller.riichi.notation import parse_tiles
from tests.vision.photo.test_photo import seen
from vision.photo.tile_row import read_row

ROW = "1z3m2z3z8p4z"


@pytest.mark.slow
def test_a_row_is_read_from_one_end_to_the_other() -> None:
    _, image = seen(ROW, 1200, 20.0)
    read, told = read_row(image, 6), tuple(parse_tiles(ROW))
    assert read in (told, told[::-1])


@pytest.mark.slow
def test_another_number_of_tiles_is_no_row() -> None:
    _, image = seen("123m456p", 1200, 20.0)
    with pytest.raises(EyesError, match="6 tiles lie face up in the picture: expected a row of 5"):
        read_row(image, 5)
