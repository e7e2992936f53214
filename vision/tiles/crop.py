"""Cuts tile faces out of a picture, with the same geometry in training and reading."""

import math
from typing import Final

import cv2
import numpy as np

from vision.arrays import AnyFloats, Image

CROP: Final = 64
"""Side of a crop in pixels."""
FACE: Final = 52
"""Side of the face inside its crop: every face is stretched to a square, a rim of the surroundings stays visible."""


def cut_faces(image: Image, centre: AnyFloats, right: AnyFloats, down: AnyFloats) -> Image:
    """Return crops uint8 [N,64,64,3] by centre and edges ([N,2], px; ``right`` to ``down`` is clockwise)."""
    crops = np.empty((len(centre), CROP, CROP, 3), np.uint8)
    axes = np.stack([right, down], axis=2).astype(np.float64) / FACE
    start = centre - axes.sum(axis=2) * (CROP - 1) / 2
    matrices = np.concatenate([axes, start[..., None]], axis=2)
    shrink = (np.sqrt((axes**2).sum(axis=1)).min(axis=1)).astype(int)
    for i, crop in enumerate(crops):
        crop[:] = _warp(image, matrices[i]) if shrink[i] < 2 else _shrunk(image, axes[i], start[i], int(shrink[i]))
    return crops


def _shrunk(image: Image, axes: AnyFloats, start: AnyFloats, shrink: int) -> Image:
    """Return the crop of a large face, averaged down first: plain sampling would alias its fine strokes."""
    ends = start[:, None] + axes @ np.array([[0, CROP, 0, CROP], [0, 0, CROP, CROP]])
    low = np.maximum(np.floor(ends.min(axis=1)) - 2 * shrink, 0).astype(int)
    high = np.ceil(ends.max(axis=1)).astype(int) + 2 * shrink
    # A part of the pixels gives the same mean in less time.
    step = math.isqrt(shrink)
    part, shrink = image[low[1] : high[1] : step, low[0] : high[0] : step], shrink // step
    part = part if step == 1 else np.ascontiguousarray(part)
    if min(part.shape[:2]) < shrink:
        return _warp(image, np.column_stack([axes, start]))
    height, width = (size // shrink * shrink for size in part.shape[:2])
    small = cv2.resize(part[:height, :width], (width // shrink, height // shrink), interpolation=cv2.INTER_AREA)
    start = ((start - low) / step + 0.5) / shrink - 0.5
    return _warp(small.astype(np.uint8), np.column_stack([axes / (step * shrink), start]))


def _warp(image: Image, matrix: AnyFloats) -> Image:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    crop = cv2.warpAffine(image, matrix, (CROP, CROP), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return crop.astype(np.uint8, copy=False)
