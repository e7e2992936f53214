"""Data sets of photos that training and evaluation know: where they lie, and the tile numbers of their labels."""

from typing import Final

from controller.riichi.notation import parse_tile
from vision.training.faces.layers import BONUS

PHOTO_FOLDER: Final = "photos-dev"
FACE_PHOTOS: Final = "camerash"
"""Single faces cut out of photos of many sets."""
TABLE_PHOTOS: Final = ("alanchoi", "leomiura")
"""Photos of tables and hands with boxes."""
WITH_SIDES: Final = ("leomiura",)
"""Those whose boxes hold the sides of tiles as well as their faces."""


def number_of(label: str) -> int:
    """Tile number of a data set's label, BONUS for any flower."""
    return BONUS if label.startswith("bonus") else int(parse_tile(label))
