"""Objects around dice: turntables, lamps, buttons, prints, tiles with dots, point sticks, chips, keys."""

import math
from collections.abc import Callable
from random import Random
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image

Canvas = NDArray[np.float32]
Colour = tuple[float, float, float]
_FINE: Final = 3
"""Supersampling factor of drawn objects, for smooth edges; chosen."""
_DOTS: Final[dict[int, tuple[tuple[float, float], ...]]] = {
    1: ((0, 0),),
    2: ((0, -1), (0, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0.2), (-1, 1), (1, -1), (1, 0.2), (1, 1)),
    7: ((-1, -1), (0, -0.8), (1, -0.6), (-0.6, 0.2), (-0.6, 1), (0.6, 0.2), (0.6, 1)),
    8: tuple((x, y) for x in (-0.6, 0.6) for y in (-1, -0.35, 0.35, 1)),
    9: tuple((x, y) for x in (-1, 0, 1) for y in (-1, 0, 1)),
}


def clutter(canvas: Canvas, rng: Random) -> Image:
    """Draw random clutter; return uint8 [side, side], nonzero where no die may lie."""
    side = canvas.shape[0]
    taken = np.zeros((side, side), np.uint8)
    if rng.random() < 0.55:
        _turntable(canvas, rng)
    for _ in range(rng.choice([0, 1, 2, 4])):
        _button(canvas, rng)
    if rng.random() < 0.25:
        _print(canvas, rng)
    drawers: list[Callable[[Canvas, Random, Image], None]] = [_tiles, _tiles, _tiles, _stick, _block, _chip]
    if rng.random() < 0.7:
        for _ in range(rng.choice([1, 1, 2])):
            rng.choice(drawers)(canvas, rng, taken)
    return taken


def lay(canvas: Canvas, paint: Image, mask: Image, left: int, top: int, fine: int) -> None:
    """Copy a patch, drawn ``fine`` times too large, onto the canvas where its mask is set."""
    size = (paint.shape[1] // fine, paint.shape[0] // fine)
    cover = cv2.bitwise_and(paint, paint, mask=mask)
    inks = np.asarray(cv2.resize(cover, size, interpolation=cv2.INTER_AREA), np.float32) / 255
    share = np.asarray(cv2.resize(mask, size, interpolation=cv2.INTER_AREA), np.float32)[..., None] / 255
    height, width = canvas.shape[:2]
    y0, y1, x0, x1 = max(top, 0), min(top + size[1], height), max(left, 0), min(left + size[0], width)
    if y0 >= y1 or x0 >= x1:
        return
    part = slice(y0 - top, y1 - top), slice(x0 - left, x1 - left)
    piece = canvas[y0:y1, x0:x1]
    piece *= 1 - share[part]
    piece += inks[part]


def shade(canvas: Canvas, points: NDArray[np.floating[Any]], depth: float, soft: float) -> None:
    """Darken the convex hull of points (px) by the share ``depth``, with an edge ``soft`` px wide."""
    mask = np.zeros(canvas.shape[:2], np.uint8)
    hull = cv2.convexHull(points.astype(np.float32))
    cv2.fillConvexPoly(mask, np.round(hull * 16).astype(np.int32), round(255 * depth), cv2.LINE_AA, 4)
    canvas *= 1 - (np.asarray(cv2.GaussianBlur(mask, (0, 0), soft), np.float32) / 255)[..., None]


def ring_of(count: int) -> NDArray[np.float64]:
    """Return ``count`` points [count, 2] on the unit circle."""
    turns = np.linspace(0, 2 * np.pi, count, endpoint=False)
    return np.stack([np.cos(turns), np.sin(turns)], axis=1)


def _colour(rng: Random) -> Colour:
    if rng.random() < 0.5:
        grey = rng.random()
        return grey, min(1.0, grey * rng.uniform(0.9, 1.1)), min(1.0, grey * rng.uniform(0.9, 1.1))
    return rng.random(), rng.random(), rng.random()


def _turntable(canvas: Canvas, rng: Random) -> None:
    """Draw a disc with rims under the dice."""
    side = canvas.shape[0]
    middle = (rng.randint(0, side), rng.randint(0, side))
    radius = rng.randint(35, 130)
    for _ in range(rng.randint(1, 4)):
        width = -1 if rng.random() < 0.7 else rng.randint(1, 5)
        cv2.circle(canvas, middle, radius, _colour(rng), width, cv2.LINE_8)
        radius -= rng.randint(2, 14)
        if radius < 4:
            break


def _button(canvas: Canvas, rng: Random) -> None:
    """Draw a round lamp or button: rim, glass, and an off-centre reflection that must not be read as a pip."""
    side, radius = canvas.shape[0], rng.uniform(3, 17)
    x, y, reach = rng.randint(0, side), rng.randint(0, side), 20
    paint = np.zeros((2 * reach * _FINE, 2 * reach * _FINE, 3), np.uint8)
    mask, glass, rim = np.zeros(paint.shape[:2], np.uint8), _colour(rng), _colour(rng)
    if rng.random() < 0.6:
        rim = (0.15 * rim[0], 0.15 * rim[1], 0.15 * rim[2])

    def disc(target: Image, away: float, size: float, colour: Colour | float) -> None:
        middle = round((reach + away) * _FINE)
        ink = colour if isinstance(colour, float) else tuple(255 * part for part in colour)
        cv2.circle(target, (middle, middle), max(1, round(size * _FINE)), ink, -1)

    disc(mask, 0.0, radius, 255.0)
    disc(paint, 0.0, radius, rim)
    disc(paint, 0.0, radius * rng.uniform(0.7, 1.0), glass)
    if rng.random() < 0.8:
        gleam = rng.uniform(0.6, 1.0)
        disc(paint, -radius * rng.uniform(0.0, 0.4), radius * rng.uniform(0.12, 0.4), (gleam, gleam, gleam))
    turned = np.rot90(paint, rng.randint(0, 3)).copy()
    lay(canvas, turned, mask, x - reach, y - reach, _FINE)


def _print(canvas: Canvas, rng: Random) -> None:
    """Draw numbers, letters or a display printed on the table."""
    side = canvas.shape[0]
    text = "".join(rng.choice("0123456789ABEFRW.:-") for _ in range(rng.randint(1, 5)))
    mask = np.zeros((side, side), np.uint8)
    place = (rng.randint(-20, side), rng.randint(10, side))
    cv2.putText(mask, text, place, rng.randint(0, 7), rng.uniform(0.4, 2), 255, rng.randint(1, 4))
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), rng.uniform(0, 360), 1.0)
    canvas[np.asarray(cv2.warpAffine(mask, turn, (side, side))) > 127] = _colour(rng)


def _tiles(canvas: Canvas, rng: Random, taken: Image) -> None:
    """Draw a few tiles side by side: faces with dots, strokes or letters, or backs."""
    wide = rng.uniform(34, 58)
    tall, thick = wide * rng.uniform(1.25, 1.42), wide * rng.uniform(0.0, 0.3)
    angle, lean = rng.uniform(0, 2 * math.pi), rng.uniform(0, 2 * math.pi)
    axes = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    place = np.array([rng.uniform(-10, canvas.shape[0] + 10) for _ in range(2)])
    white = rng.uniform(0.8, 1.0)
    body, back = (white - rng.uniform(0, 0.15), white * 0.98, white), _colour(rng)
    foot = thick * np.array([math.cos(lean), math.sin(lean)])
    gap, rows = rng.uniform(1.0, 1.04), rng.choice([1, 1, 2])
    for number in range(rng.randint(1, 4) * rows):
        middle = place + number // rows * gap * wide * axes[0] + number % rows * gap * tall * axes[1]
        if rng.random() < 0.2:
            _slab(canvas, rng, taken, middle, axes, (wide, tall), foot, (back, body), 0)
        else:
            face = rng.choice([*range(-3, 10), 1, 5, -2, -2, -2, 6, 8, 9])
            _slab(canvas, rng, taken, middle, axes, (wide, tall), foot, (body, back), face)


def _slab(
    canvas: Canvas,
    rng: Random,
    taken: Image,
    middle: Any,
    axes: Any,
    size: tuple[float, float],
    foot: Any,
    colours: tuple[Colour, Colour],
    face: int,
) -> None:
    """Draw a block; ``face`` on its upper side: number of dots, 0 for blank, -1 for letters, below -1 for strokes."""
    half, reach = np.array(size) / 2, 52
    left, top = round(middle[0]) - reach, round(middle[1]) - reach
    paint = np.zeros((2 * reach * _FINE, 2 * reach * _FINE, 3), np.uint8)
    mask = np.zeros(paint.shape[:2], np.uint8)

    def on(points: Any) -> NDArray[np.int32]:
        return np.asarray(np.round((points @ axes + middle - (left, top)) * _FINE * 16), np.int32)

    corner = rng.uniform(0.03, 0.12) * min(size)
    rims = [
        sign * (half - corner) + corner * ring_of(24)[np.arange(start, start + 7) % 24]
        for start, sign in zip((0, 6, 12, 18), np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)]), strict=True)
    ]
    rim, away = np.concatenate(rims), foot @ axes.T
    hull = cv2.convexHull(np.concatenate([rim, rim + away]).astype(np.float32))[:, 0]
    body = np.array(colours[0]) * 255
    cv2.fillPoly(mask, [on(hull)], 255, cv2.LINE_8, 4)
    shade(canvas, hull @ axes + middle + np.array([rng.gauss(0, 2), rng.gauss(0, 2)]), rng.uniform(0, 0.4), 2.0)
    paint[:] = np.array(colours[1]) * 255 * rng.uniform(0.5, 1.0)
    upper = cv2.convexHull(np.concatenate([rim, rim + away * 0.55]).astype(np.float32))[:, 0]
    cv2.fillPoly(paint, [on(upper)], (body * rng.uniform(0.55, 0.95)).tolist(), cv2.LINE_8, 4)
    cv2.fillPoly(paint, [on(rim * rng.uniform(0.92, 1.0))], body.tolist(), cv2.LINE_8, 4)
    _ink(paint, rng, on, half, face)
    lay(canvas, paint, mask, left, top, _FINE)
    cv2.fillPoly(taken, [np.round(hull @ axes + middle).astype(np.int32)], 255)


def _ink(paint: Image, rng: Random, on: Callable[[Any], NDArray[np.int32]], half: Any, face: int) -> None:
    inks = [(45, 30, 25), (40, 30, 150), (40, 100, 30), (120, 60, 30), (20, 20, 20)]
    if face > 0:
        radius = half[0] * (rng.uniform(0.3, 0.75) if face == 1 else rng.uniform(0.16, 0.34))
        for dot in _DOTS[face]:
            at = np.array(dot) * half * rng.uniform(0.53, 0.57)
            ink = rng.choice(inks)
            cv2.fillPoly(paint, [on(at + ring_of(20) * radius)], ink, cv2.LINE_8, 4)
            if radius > 3 and rng.random() < 0.7:
                cv2.fillPoly(paint, [on(at + ring_of(20) * radius * 0.7)], (235, 240, 240), cv2.LINE_8, 4)
                cv2.fillPoly(paint, [on(at + ring_of(20) * radius * rng.uniform(0.2, 0.55))], ink, cv2.LINE_8, 4)
    elif face == -1:
        for _ in range(rng.randint(2, 9)):
            ends = np.array([[rng.uniform(-0.75, 0.75) for _ in range(2)] for _ in range(rng.choice([2, 2, 3]))]) * half
            cv2.polylines(paint, [on(ends)], False, rng.choice(inks), rng.randint(3, 10), cv2.LINE_8, 4)
    elif face < -1:
        _canes(paint, rng, on, half)


def _canes(paint: Image, rng: Random, on: Callable[[Any], NDArray[np.int32]], half: Any) -> None:
    """Draw short strokes in columns and rows, plain or with a pale core, like six to nine bamboo canes."""
    inks = [(45, 30, 25), (40, 30, 150), (40, 100, 30), (120, 60, 30)]
    columns, rows = rng.randint(2, 3), rng.randint(1, 4)
    by_row, pair, wide = rng.random() < 0.5, [rng.choice(inks) for _ in range(2)], rng.randint(6, 18)
    long, heart = rng.uniform(0.35, 0.7) / rows, rng.random() < 0.6
    for column, x in enumerate(np.linspace(-0.55, 0.55, columns)):
        for row, y in enumerate(np.linspace(-0.65, 0.65, rows) if rows > 1 else [0.0]):
            stroke = np.array([(x, y - long), (x, y + long)]) * half
            cv2.polylines(paint, [on(stroke)], False, pair[(row if by_row else column) % 2], wide, cv2.LINE_8, 4)
            if heart:
                cv2.polylines(paint, [on(stroke * (1, 0.97))], False, (225, 230, 230), max(1, wide // 3), cv2.LINE_8, 4)


def _block(canvas: Canvas, rng: Random, taken: Image) -> None:
    """Draw a pale block of a die's size or larger without pips (a key, the end of a tile), blank or lettered."""
    wide = rng.uniform(20, 46)
    angle, lean = rng.uniform(0, 2 * math.pi), rng.uniform(0, 2 * math.pi)
    axes = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    place = np.array([rng.uniform(0, canvas.shape[0]) for _ in range(2)])
    foot = rng.uniform(0, 8) * np.array([math.cos(lean), math.sin(lean)])
    white = rng.uniform(0.75, 1.0)
    colours = ((white, white, white), _colour(rng))
    _slab(canvas, rng, taken, place, axes, (wide, wide * rng.uniform(0.9, 1.5)), foot, colours, rng.choice([0, 0, -1]))


def _stick(canvas: Canvas, rng: Random, taken: Image) -> None:
    """Draw a point stick with its dots."""
    long, wide = rng.uniform(110, 180), rng.uniform(11, 22)
    angle = rng.uniform(0, 2 * math.pi)
    axes = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    place = np.array([rng.uniform(0, canvas.shape[0]) for _ in range(2)])
    outline = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (long / 2, wide / 2) @ axes + place
    pale = rng.uniform(0.75, 1.0)
    shade(canvas, outline + 1.5, rng.uniform(0, 0.4), 1.5)
    points = np.round(outline).astype(np.int32)
    cv2.fillConvexPoly(canvas, points, (pale, pale, pale))
    cv2.fillConvexPoly(taken, points, 255)
    ink, radius = rng.choice([(0.1, 0.1, 0.1), (0.15, 0.1, 0.7)]), rng.choice([1, 2, 3])
    rows = rng.choice([(0,), (-0.5, 0.5), (-0.5, 0, 0.5)])
    step, columns = radius * 3, rng.randint(1, 5)
    for column in range(columns):
        for row in rows:
            x, y = np.array([(column - (columns - 1) / 2) * step, row * wide / 1.5]) @ axes + place
            cv2.circle(canvas, (round(x), round(y)), radius, ink, -1)


def _chip(canvas: Canvas, rng: Random, taken: Image) -> None:
    """Draw a round counter, or a round lamp with dots around its centre."""
    x, y = (rng.randint(0, canvas.shape[0]) for _ in range(2))
    radius = rng.randint(12, 34)
    cv2.circle(canvas, (x, y), radius, _colour(rng), -1)
    cv2.circle(taken, (x, y), radius, 255, -1)
    pale = rng.uniform(0.6, 1.0)
    cv2.circle(canvas, (x, y), round(radius * rng.uniform(0.5, 0.95)), (pale, pale, pale), -1)
    for turn in np.linspace(0, 2 * math.pi, rng.randint(1, 8), endpoint=False):
        at = (round(x + 0.6 * radius * math.cos(turn)), round(y + 0.6 * radius * math.sin(turn)))
        cv2.circle(canvas, at, max(1, radius // 8), _colour(rng), -1)
