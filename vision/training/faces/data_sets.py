"""Photo data sets for training and evaluation: their folders, and the tile numbers of their labels."""

from typing import Final

from controller.riichi.notation import parse_tile
from vision.training.faces.layers import BONUS

PHOTO_FOLDER: Final = "photos-dev"
FACE_PHOTOS: Final = "camerash"
"""Single faces cropped from photos of many sets."""
TABLE_PHOTOS: Final = ("alanchoi", "leomiura")
"""Photos of tables and hands with labelled boxes."""
WITH_SIDES: Final = ("leomiura",)
"""Data sets whose boxes include the sides of tiles, not only their faces."""


def number_of(label: str) -> int:
    """Return the tile number of a data set's label, BONUS for any flower."""
    return BONUS if label.startswith("bonus") else int(parse_tile(label))
