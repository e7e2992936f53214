"""Random venues and exposures are within plausible limits."""

import cv2
import numpy as np
import pytest

from vision.render.optics import motion_kernel, random_exposure, through_jpeg
from vision.render.random_looks import held_out_look, random_face_style, random_look, random_tile_size


def test_random_sets_and_lamps_stay_within_reason() -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        size = random_tile_size(rng)
        assert size.thickness_mm < size.width_mm < size.height_mm
        look = random_look(rng, random_face_style(rng))
        assert 0 < look.back_share < 1
        assert look.blur == look.noise == 0


def test_tiles_for_evaluation_can_be_told_from_their_felt() -> None:
    for seed in range(50):
        look = held_out_look(np.random.default_rng(seed))
        felt, back = (
            int(cv2.cvtColor(np.array([[colour]], np.uint8), cv2.COLOR_BGR2HSV)[0, 0, 0])
            for colour in (look.felt, look.back)
        )
        apart = abs(felt - back)
        assert look.felt != look.back
        assert min(apart, 180 - apart) > 3
        assert look == held_out_look(np.random.default_rng(seed))


def test_exposures_differ_and_keep_the_shape() -> None:
    rng = np.random.default_rng(1)
    grey = np.full((64, 96, 3), 128, np.uint8)
    exposures = [random_exposure(grey, rng) for _ in range(40)]
    assert all(one.shape == grey.shape and one.dtype == np.uint8 for one in exposures)
    assert np.ptp([one.mean() for one in exposures]) > 40


@pytest.mark.parametrize("side", [3, 7])
def test_a_shake_blurs_and_keeps_the_light(side: int) -> None:
    kernel = motion_kernel(side, 0.5, side // 2)
    assert kernel.shape == (side, side)
    assert kernel.sum() == pytest.approx(1)
    assert np.count_nonzero(kernel) > 1


def test_a_plain_picture_survives_jpeg() -> None:
    plain = np.full((32, 48, 3), 90, np.uint8)
    assert np.abs(through_jpeg(plain, 80).astype(int) - 90).max() <= 2
