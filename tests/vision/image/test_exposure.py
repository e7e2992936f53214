"""Pictures with parts of earlier ones are refused, whatever those parts are; whole and new ones never are."""

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from controller.errors import PoorPictureError
from tests.support.one_picture import sheets_seen
from vision.arrays import Image
from vision.capture.frame import decode
from vision.capture.trouble import CameraTrouble, code_of
from vision.image.exposure import TORN, ExposureCheck

FILM = 30
_RNG = np.random.default_rng(7)
BAD = range(20, 24)
"""Numbers of the film's pictures that are damaged."""
Happening = Callable[[list[Image], int], Any]


def exposures(noise: float, seed: int = 1, length: int = FILM) -> list[Image]:
    """A still scene taken repeatedly by a sensor with that noise; an arm moves over a part of it."""
    rng, picture = np.random.default_rng(seed), decode(sheets_seen(), "seen").astype(np.float32) * 0.8
    film = []
    for number in range(length):
        taken = picture + noise * rng.standard_normal(picture.shape, np.float32)
        if 8 < number < 26:
            cv2.line(taken, (0, 300 + 9 * number), (400, 200 + 9 * number), (90, 120, 180), 80)
        film.append(through_jpeg(taken))
    return film


def through_jpeg(picture: Any, quality: int = 92) -> Image:
    clipped = np.asarray(np.clip(picture, 0, 255), np.uint8)
    return decode(cv2.imencode(".jpg", clipped, [cv2.IMWRITE_JPEG_QUALITY, quality])[1].tobytes(), "exposure")


def taken(light: Any) -> Image:
    """Add sensor noise to the light behind the lens, which remains even if the picture is blurred."""
    return through_jpeg(light + _RNG.normal(0, 4.0, light.shape))


def refused(film: list[Image], happens: Happening) -> set[int]:
    check, told = ExposureCheck(), set[int]()
    for number in range(FILM):
        try:
            check.check(happens(film, number) if number in BAD else film[number])
        except PoorPictureError as error:
            told |= {number} if code_of(CameraTrouble.of(error)) == TORN else set()
    return told


def joined(film: list[Image], number: int, old: int, rows: slice) -> Image:
    picture = film[number].copy()
    picture[rows] = film[old][rows]
    return through_jpeg(picture)


def filled(film: list[Image], number: int, row: int) -> Image:
    picture = film[number].copy()
    picture[row:] = picture[row]
    return picture


TORN_BY: dict[str, Happening] = {
    "lower part a second old": lambda film, at: joined(film, at, at - 5, slice(400, None)),
    "lower part stands still": lambda film, at: joined(film, at, 19, slice(400, None)),
    "upper part two seconds old": lambda film, at: joined(film, at, at - 10, slice(None, 150)),
    "a slice in the middle": lambda film, at: joined(film, at, at - 6, slice(300, 400)),
    "rows filled with the last": lambda film, at: filled(film, at, 500),
    "rows filled with grey": lambda film, at: np.concatenate([film[at][:500], film[at][500:] * 0 + 128]),
}
WHOLE: dict[str, Happening] = {
    "as it is": lambda film, at: film[at],
    "the same again": lambda film, _: film[19],
    "whole, a second old": lambda film, at: film[at - 5],
    "darker by half": lambda film, at: through_jpeg(film[at] * 0.5),
    "something over half of it": lambda film, at: np.concatenate([film[at][360:] // 2, film[at][360:]]),
    "not sharp": lambda film, at: cv2.GaussianBlur(film[at], (0, 0), 1.5),
    "hunting for its focus": lambda film, at: taken(cv2.GaussianBlur(film[at], (0, 0), 0.5 + at % 4)),
    "flickering": lambda film, at: through_jpeg(film[at] * (0.8 + 0.2 * np.sin(np.arange(720) / 90)[:, None, None])),
    "another noise in half of it": lambda film, at: np.concatenate([film[at][:360], through_jpeg(film[at], 80)[360:]]),
}


@pytest.fixture(scope="module")
def film() -> list[Image]:
    return exposures(4.0)


@pytest.mark.parametrize("happens", TORN_BY.values(), ids=TORN_BY)
def test_a_picture_of_several_moments_is_refused(happens: Happening, film: list[Image]) -> None:
    """Regression: such pictures were read, and a valid win was reported as incomplete."""
    # A part that stands still from the first torn picture on is its own exposure in that one.
    assert set(BAD) - {BAD[0]} <= refused(film, happens) <= set(BAD)


@pytest.mark.parametrize("happens", WHOLE.values(), ids=WHOLE)
def test_a_whole_picture_is_not(happens: Happening, film: list[Image]) -> None:
    assert refused(film, happens) == set()


def test_a_camera_without_noise_is_not_judged() -> None:
    assert refused(exposures(0.0), TORN_BY["lower part a second old"]) == set()
