"""Unreadable frames are refused with the right fault, and no others."""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from controller.errors import PoorPictureError
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from tests.support.one_picture import SHEETS_CAMERA, sheets_seen
from vision.arrays import Image
from vision.capture.frame import decode
from vision.capture.trouble import CameraTrouble, code_of
from vision.image.quality import FrameQuality

CHANGES: list[tuple[Callable[[Image], Any], str]] = [
    (lambda image: image, ""),
    (lambda image: image[::-1, ::-1], ""),
    (lambda image: image * 0.35, ""),
    (lambda image: image * 0.6 + 90, ""),
    (lambda image: image + np.random.default_rng(3).normal(0, 6, image.shape), ""),
    (lambda image: cv2.GaussianBlur(image, (0, 0), 1.5), ""),
    (lambda image: cv2.GaussianBlur(image, (0, 0), 12.0), "camera-blurred"),
    (lambda image: cv2.GaussianBlur(image, (0, 0), 6.0), "camera-blurred"),
    (lambda image: cv2.blur(image, (25, 25)), "camera-blurred"),
    (lambda image: image * 0.02, "camera-dark"),
    (lambda image: np.random.default_rng(1).integers(0, 9, image.shape), "camera-dark"),
    (lambda image: image * 0.2 + 230.0, "camera-bright"),
]


@pytest.fixture(scope="module")
def seen() -> Image:
    return decode(sheets_seen(), "seen")


@pytest.mark.parametrize(("change", "code"), CHANGES)
def test_a_frame_is_refused_by_what_keeps_it_from_being_read(
    change: Callable[[Image], Any], code: str, seen: Image
) -> None:
    picture = np.asarray(np.clip(change(seen), 0, 255), np.uint8)
    told = ""
    try:
        FrameQuality.of_table(Layout(load_profile()), SHEETS_CAMERA).check(picture)
    except PoorPictureError as error:
        told = code_of(CameraTrouble.of(error))
    assert told == code
