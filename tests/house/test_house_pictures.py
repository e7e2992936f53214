"""The comparison that finds stale pictures of the documentation."""

import cv2
import numpy as np
import pytest

from tests.support.screens import MOST, assert_current, changed


def _encoded(pixels: np.ndarray) -> bytes:
    return cv2.imencode(".png", pixels)[1].tobytes()


@pytest.fixture
def page() -> np.ndarray:
    return np.random.default_rng(1).integers(0, 255, (40, 24), np.uint8).repeat(16, 0).repeat(16, 1)


def test_the_same_page_at_another_scale_is_no_change(page: np.ndarray) -> None:
    assert changed(_encoded(page), _encoded(page)) == 0
    assert changed(_encoded(page), _encoded(page.repeat(2, 0).repeat(2, 1))) <= MOST


def test_a_running_clock_is_no_change_and_a_moved_part_is_one(page: np.ndarray) -> None:
    clock, moved = page.copy(), page.copy()
    clock[:16, :96] = 255
    moved[160:480] = np.roll(moved[160:480], 32, 1)
    assert changed(_encoded(page), _encoded(clock)) <= MOST < changed(_encoded(page), _encoded(moved))
    assert changed(_encoded(page), _encoded(page[:-32])) == 1


def test_another_page_is_not_the_picture() -> None:
    with pytest.raises(AssertionError, match="take it again"):
        assert_current(_encoded(np.zeros((844, 390), np.uint8)), "console-390")
