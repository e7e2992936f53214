"""Tables that show numbers instead of dice: digits of seven segments and LEDs, any colour, any way up."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.profiles.schema import DiceDisplay
from tests.support.segments import LIT, STROKES
from vision.arrays import Image
from vision.camera.model import Camera
from vision.render.objects import PIPS
from vision.table.dice import DiceReader
from vision.tiles.lit_dice import lit_digits, lit_pips

PX_PER_MM = 2.0
COLOURS = [(30, 30, 245), (60, 240, 90), (40, 200, 250), (250, 190, 120)]


def panel(rng: np.random.Generator) -> Image:
    """The dark middle of a table, 104 mm, with a print that does not shine."""
    picture = np.full((416, 416, 3), rng.uniform(18, 45), np.uint8)
    for _ in range(8):
        ends = [(int(x), int(y)) for x, y in rng.integers(0, 416, (2, 2))]
        cv2.line(picture, ends[0], ends[1], (75, 75, 75), 3, cv2.LINE_AA)
    cv2.rectangle(picture, (110, 120), (306, 296), (14, 14, 18), -1)
    return picture


def developed(picture: Image, quarter: int, rng: np.random.Generator) -> Image:
    """The panel at two px a mm, glowing, blurred, noisy, and turned by quarters."""
    glow = cv2.add(picture, cv2.GaussianBlur(picture, (0, 0), 8) // 2)
    small = cv2.resize(cv2.GaussianBlur(glow, (0, 0), 1.2), (208, 208), interpolation=cv2.INTER_AREA)
    noisy = small + rng.normal(0, 4, small.shape)
    return np.ascontiguousarray(np.rot90(noisy.clip(0, 255).astype(np.uint8), quarter))


def digits(numbers: tuple[int, ...], rng: np.random.Generator) -> Image:
    picture, colour = panel(rng), COLOURS[int(rng.integers(4))]
    tall, slant = float(rng.uniform(40, 70)), float(rng.uniform(0, 0.16))
    wide, stroke = tall * float(rng.uniform(0.5, 0.6)), max(5, round(tall * 0.13))
    left = 208 - (wide + 0.25 * tall)
    for number in numbers:
        for name in LIT[str(number)]:
            ends = np.array(STROKES[name]) * (wide, tall)
            trimmed = ends + (ends[::-1] - ends) * 0.09
            trimmed[:, 0] += slant * (tall - trimmed[:, 1])
            low, high = (tuple(int(part) for part in end + np.array([left, 208 - tall / 2])) for end in trimmed)
            cv2.line(picture, low, high, colour, stroke, cv2.LINE_AA)
        left += wide + 0.5 * tall
    return picture


def leds(numbers: tuple[int, ...], rng: np.random.Generator) -> Image:
    picture, colour = panel(rng), COLOURS[int(rng.integers(4))]
    step = float(rng.uniform(14, 20))
    for place, number in enumerate(numbers):
        middle = 208 + (place - (len(numbers) - 1) / 2) * step * 5.5
        for x, y in PIPS[number]:
            cv2.circle(picture, (round(middle + x * step), round(208 + y * step)), round(step * 0.33), colour, -1, 16)
    return picture


@pytest.mark.parametrize("seed", range(3))
def test_every_pair_of_digits_is_read_whichever_way_up(seed: int) -> None:
    rng = np.random.default_rng(seed)
    right = wrong = 0
    for first in range(1, 7):
        for second in range(seed + 1, 7, 3):
            picture = developed(digits((first, second), rng), int(rng.integers(4)), rng)
            seen = sorted(die.pips or 0 for die in lit_digits(picture, PX_PER_MM, 2))
            right += seen == sorted((first, second))
            wrong += bool(seen) and 0 not in seen and seen != sorted((first, second))
    assert wrong == 0
    assert right >= 11


@pytest.mark.parametrize("count", [2, 3])
def test_leds_are_counted_as_pips(count: int) -> None:
    rng = np.random.default_rng(count)
    for _ in range(16):
        numbers = tuple(int(each) for each in rng.integers(1, 7, count))
        picture = developed(leds(numbers, rng), int(rng.integers(4)), rng)
        assert sorted(die.pips or 0 for die in lit_pips(picture, PX_PER_MM, count)) == sorted(numbers)


def test_a_panel_that_is_dark_shows_no_number() -> None:
    rng = np.random.default_rng(9)
    for _ in range(4):
        picture = developed(panel(rng), 0, rng)
        assert lit_digits(picture, PX_PER_MM, 2) == ()
        assert lit_pips(picture, PX_PER_MM, 2) == ()


def test_a_profile_says_that_its_table_shows_digits() -> None:
    profile = load_profile()
    shown = replace(profile, dice=replace(profile.dice, shown=DiceDisplay.DIGITS))
    camera = Camera.looking_down(height_mm=1500.0)
    panel_mm = 104.0
    corners = [[x, y, 0.0] for x, y in ((-52, -52), (52, -52), (52, 52), (-52, 52))]
    shot = digits((3, 5), np.random.default_rng(4))
    move = cv2.getPerspectiveTransform(
        np.array([[0, 0], [416, 0], [416, 416], [0, 416]], np.float32), camera.project(corners).astype(np.float32)
    )
    picture = np.asarray(cv2.warpPerspective(shot, move, camera.size), np.uint8)
    seen = DiceReader(Layout(shown), camera).find(picture)
    assert seen is not None
    assert [die.pips for die in seen] == [3, 5]
    assert all(abs(die.x) < panel_mm / 4 and abs(die.y) < 4 for die in seen)
