"""Seven-segment displays of a seat's points: read correctly or left open, never as another number."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from controller.machine.seen import SeenPoints
from controller.ports.eyes import Sighting
from controller.riichi.seat import SEATS
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.profiles.schema import DisplayMake, Displays
from tests.support.segments import LIT, STROKES
from vision.arrays import Image
from vision.camera.model import Camera
from vision.render.appearance import PARLOUR
from vision.render.background import paint_ground
from vision.table.place.displays import DisplayReader
from vision.tiles.score_digits import score_digits

FINE = 8
"""Pixels per mm at which a display is drawn before the camera projection."""


def display(text: str, rng: np.random.Generator, lit: bool, ghost: float = 0.0, dark: tuple[int, ...] = ()) -> Image:
    """A display with a margin, 2 px per mm as rectified; ``dark``: digits that a short exposure misses."""
    tall_mm = float(rng.uniform(11, 20))
    pitch, high = tall_mm * FINE * rng.uniform(0.78, 0.9), tall_mm * FINE
    wide, slant = pitch * rng.uniform(0.5, 0.6), rng.uniform(0.0, 0.16)
    size = (round(high * 1.45), round(pitch * len(text)))
    ground = rng.uniform(15, 40, 3) if lit else rng.uniform(140, 175, 3)
    ink = np.array(((30, 30, 250), (70, 250, 90), (250, 200, 90))[int(rng.integers(3))]) if lit else ground * 0.2
    picture = np.full((*size, 3), ground, np.float32)
    for place, sign in enumerate(text):
        corner = np.array([(place + 0.5) * pitch - wide / 2, 0.225 * high])
        for name, ends in STROKES.items():
            strength = 1.0 if name in LIT[sign] and place not in dark else ghost
            if strength:
                line = np.array(ends) * (wide, high)
                line = line + (line[::-1] - line) * 0.08
                line[:, 0] += slant * (high / 2 - line[:, 1])
                low, top = (tuple(int(part) for part in end + corner) for end in line)
                colour = ground + strength * (ink - ground)
                cv2.line(picture, low, top, colour.tolist(), max(4, round(high * 0.11)), cv2.LINE_AA)
    if lit:
        picture += 0.35 * cv2.GaussianBlur(picture, (0, 0), 10)
    off = rng.uniform(-0.05, 0.05, 2) * high
    moved = cv2.warpAffine(
        picture, np.array([[1, 0, off[0]], [0, 1, off[1]]]), size[::-1], borderMode=cv2.BORDER_REPLICATE
    )
    small = cv2.resize(moved, (round(size[1] / FINE * 1.4), round(size[0] / FINE * 1.4)), interpolation=cv2.INTER_AREA)
    small = small + rng.normal(0, 3, small.shape)
    seen = cv2.resize(small.astype(np.float32), (round(size[1] / FINE * 2), round(size[0] / FINE * 2)))
    return seen.clip(0, 255).astype(np.uint8)


def number(rng: np.random.Generator) -> tuple[int, str]:
    value = int(rng.integers(-300, 1200)) * 100
    return value, f"{value:6d}"


@pytest.mark.parametrize("lit", [True, False], ids=["led", "lcd"])
def test_numbers_are_right_or_open(lit: bool) -> None:
    rng = np.random.default_rng(5)
    told = []
    for _ in range(20):
        value, text = number(rng)
        picture = display(text, rng, lit, ghost=float(rng.uniform(0, 0.18)))
        told.append((value, score_digits(picture, 6, lit).value))
    assert [pair for pair in told if pair[1] not in (pair[0], None)] == []
    assert sum(seen == due for due, seen in told) >= 19


@pytest.mark.parametrize("lit", [True, False], ids=["led", "lcd"])
def test_a_reflection_a_shadow_or_a_dim_digit_leaves_it_open(lit: bool) -> None:
    rng = np.random.default_rng(8)
    told = []
    for case in range(12):
        value, text = number(rng)
        picture = display(text, rng, lit, ghost=0.1).astype(np.float32)
        rows, columns = picture.shape[:2]
        spot = int(rng.integers(columns // 3, columns)), int(rng.integers(rows // 4, rows))
        if case % 3 == 0:
            shine = np.zeros((rows, columns), np.float32)
            cv2.ellipse(shine, spot, (rows // 2, rows // 4), float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
            picture += 200 * cv2.GaussianBlur(shine, (0, 0), 2)[..., None]
        elif case % 3 == 1:
            picture[:, spot[0] :] = picture[:, spot[0] :] * 0.45
        else:
            picture = display(text, rng, lit, ghost=0.5, dark=(5, 4)).astype(np.float32)
        told.append((value, score_digits(picture.clip(0, 255).astype(np.uint8), 6, lit).value))
    assert [pair for pair in told if pair[1] not in (pair[0], None)] == []
    assert sum(seen is None for _, seen in told) >= 4, "what covers a digit is not guessed through"


def test_a_display_that_is_off_and_a_bare_panel_show_no_number() -> None:
    rng = np.random.default_rng(3)
    for lit in (True, False):
        assert score_digits(display(" " * 6, rng, lit, ghost=0.15), 6, lit).value is None
        noise = rng.normal(120, 12, (40, 130, 3)).clip(0, 255).astype(np.uint8)
        assert score_digits(noise, 6, lit).value is None


def test_four_displays_are_read_where_the_profile_says_and_told_once_they_stand() -> None:
    profile = load_profile()
    places = Displays(6, DisplayMake.LED, 1, (-150.0,) * 4, (120.0,) * 4, 62.0, 20.0, 0.0)
    layout = Layout(replace(profile, displays=places))
    camera = Camera.looking_down(tilt=20.0)
    rng = np.random.default_rng(1)
    points = (25_000, 31_900, 44_100, -1_000)
    picture = paint_ground(profile, camera, PARLOUR)
    readers = [DisplayReader(layout, camera, seat) for seat in SEATS]
    for reader, shown in zip(readers, points, strict=True):
        shot = cv2.resize(display(f"{shown:6d}", rng, lit=True, ghost=0.1), (620, 200))
        corners = np.array([[0, 0], [620, 0], [620, 200], [0, 200]], np.float32)
        move = cv2.getPerspectiveTransform(corners, reader.view.outline.astype(np.float32))
        cv2.warpPerspective(shot, move, camera.size, dst=picture, borderMode=cv2.BORDER_TRANSPARENT)
    sighting = Sighting(0, 0.0, *((None,) * 4,) * 4, None, None)
    for reader in readers:
        found = reader.find(picture)
        assert found is not None
        sighting = reader.add_to(sighting, found)
    assert sighting.displays == points
    seen = SeenPoints()
    told = [list(seen.see(replace(sighting, at=number / 5))) for number in range(30)]
    assert {signal.points for each in told for signal in each} == {points}
    assert [number for number, each in enumerate(told) if each] == [15, 20, 25]
    hidden = replace(sighting, at=6.0, displays=(None, *points[1:]))
    assert [*seen.see(hidden), *seen.see(replace(sighting, at=6.2)), *seen.see(replace(sighting, at=8.0))] == []
