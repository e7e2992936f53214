"""Pictures of dice from above, drawn independently of ``vision.render``, whose tables can then test the network."""

import math
from dataclasses import dataclass, replace
from random import Random
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Image
from vision.render.objects import PIPS
from vision.render.optics import random_exposure_of_light
from vision.tiles.dice import EDGE_PX
from vision.training.pictures.backgrounds import background
from vision.training.pictures.dice_clutter import Canvas, Colour, clutter, lay, ring_of, shade
from vision.training.progress import shown

SIDE: Final = 96
"""Side of a picture in px; chosen: room for three dice of 28 px and their surroundings."""
MOST: Final = 3
"""Largest number of dice in a picture; chosen: one more than a throw."""
_FINE: Final = 4
"""Supersampling factor of drawn dice, for smooth edges; chosen."""
_PATCH: Final = 72
"""Side of the patch on which a die is drawn, px: fits the largest (an edge of 34 px) at any rotation and lean."""
_NOISE_SEED: Final = 2**32
"""Offset between the seeds of two sets of pictures, larger than any set."""


@dataclass(frozen=True, eq=False, slots=True)
class DicePictures:
    """``pictures`` uint8 [N,SIDE,SIDE,3] BGR; ``dice`` [N,MOST,3]: x, y px of the upper face and pips, 0 for none."""

    pictures: Image
    dice: NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class _Make:
    """Style of the dice of one picture; lengths in edges, ``edge`` in px."""

    edge: float
    corner: float
    body: Colour
    inks: tuple[Colour, ...]
    pip: float
    big: float
    spread: float
    hollow: float
    soft: float


@dataclass(frozen=True, slots=True)
class _Placed:
    x: float
    y: float
    turn: float
    pips: int


def draw_pictures(count: int, seed: int) -> DicePictures:
    """Return ``count`` pictures, determined by the seed."""
    made = DicePictures(np.empty((count, SIDE, SIDE, 3), np.uint8), np.zeros((count, MOST, 3), np.float32))
    for number in shown("pictures", range(count), count):
        rng = Random(seed * _NOISE_SEED + number)
        picture, dice = _draw(rng, np.random.default_rng((seed, number)))
        made.pictures[number] = picture
        for place, die in enumerate(dice):
            made.dice[number, place] = die.x, die.y, die.pips
    return made


def _draw(rng: Random, noise: np.random.Generator) -> tuple[Image, tuple[_Placed, ...]]:
    """Return one picture and its dice."""
    make = _make(rng)
    canvas, *_ = background(rng, noise, SIDE, ())
    taken = clutter(canvas, rng)
    lean = rng.uniform(0, 0.3) * make.edge
    away = rng.uniform(0, 2 * math.pi)
    slide = (lean * math.cos(away), lean * math.sin(away))
    dice = _places(rng, make, taken)
    slants = [(rng.gauss(0, 0.5), rng.gauss(0, 0.5)) for _ in range(rng.choice([0, 1, 1, 2]))]
    for slant in slants:
        shadow, soft = rng.uniform(0.15, 0.65), rng.uniform(0.5, 5.0)
        for die in dice:
            outline = _outline(make, die) + slide
            fallen = np.concatenate([outline, outline - slide + np.array(slant) * make.edge])
            shade(canvas, fallen, shadow, soft)
    tones = tuple(rng.uniform(0.45, 1.0) for _ in range(4))
    if rng.random() < 0.25:
        _mirrored(canvas, rng, make, slide, tones)
    mixed = rng.random() < 0.4
    for die in dice:
        cocked = rng.random() < 0.12
        aside = (rng.uniform(-0.3, 0.3) * make.edge, rng.uniform(-0.3, 0.3) * make.edge) if cocked else (0.0, 0.0)
        own = _painted(rng, make) if mixed else make
        _draw_die(canvas, rng, own, die, (slide[0] + aside[0], slide[1] + aside[1]), tones)
    if rng.random() < 0.55:
        _dome(canvas, rng)
    _glare(canvas, rng, make.edge, dice)
    if rng.random() < 0.3:
        canvas *= rng.uniform(0.3, 0.8)
    elif rng.random() < 0.2:
        canvas *= rng.uniform(1.1, 1.6)
    return random_exposure_of_light(np.clip(canvas, 0, 1), rng, noise), dice


def _mirrored(canvas: Canvas, rng: Random, make: _Make, slide: tuple[float, float], tones: tuple[float, ...]) -> None:
    """Draw a faint die like a reflection in glass, which does not count as a die."""
    ghost = canvas.copy()
    spot = _Placed(rng.uniform(0, SIDE), rng.uniform(0, SIDE), rng.uniform(0, math.pi / 2), rng.randint(1, 6))
    _draw_die(ghost, rng, make, spot, slide, tones)
    canvas += (ghost - canvas) * rng.uniform(0.08, 0.3)


def _painted(rng: Random, make: _Make) -> _Make:
    """Return the same style in other colours."""
    body, inks = _paint(rng, 0.45)
    return replace(make, body=body, inks=inks)


def _paint(rng: Random, white: float) -> tuple[Colour, tuple[Colour, ...]]:
    """Return the colours of the body and of the pips one to six; ``white``: share of white dice, the usual ones."""
    black: Colour = (0.08, 0.07, 0.07)
    if rng.random() < white:
        level = rng.uniform(0.8, 1.0)
        body = (level - rng.choice([0.0, rng.uniform(0, 0.25)]), level * rng.uniform(0.95, 1.0), level)
        dark: Colour = rng.choice([black, black, black, (0.5, 0.2, 0.1), (0.35, 0.25, 0.1), (0.2, 0.15, 0.6)])
        red: Colour = (rng.uniform(0.05, 0.25), rng.uniform(0.05, 0.2), rng.uniform(0.5, 0.9))
        style = rng.random()
        one = red if style < 0.7 else dark
        four = red if style < 0.25 else dark
        return body, (one, dark, dark, four, dark, dark)
    if rng.random() < 0.7:
        # One or two channels far above the others: red, blue, green, violet; sometimes black.
        level = rng.uniform(0.05, 0.85)
        blue, green, red_part = (level * rng.choice([1.0, rng.uniform(0.0, 0.35)]) for _ in range(3))
        body = (blue, min(green, 0.55), red_part)
        return body, ((0.95, 0.95, 0.95),) * 6
    pale = (rng.uniform(0.2, 1.0), rng.uniform(0.6, 1.0), rng.uniform(0.6, 1.0))
    return pale, (black,) * 6


def _make(rng: Random) -> _Make:
    body, inks = _paint(rng, 0.8)
    pip = rng.uniform(0.075, 0.125)
    return _Make(
        edge=EDGE_PX * math.exp(rng.uniform(-0.2, 0.2)),
        corner=rng.uniform(0.06, 0.3),
        body=body,
        inks=inks,
        pip=pip,
        big=pip * rng.choice([1.0, rng.uniform(1.2, 2.1), rng.uniform(1.4, 2.1)]),
        spread=rng.uniform(0.2, 0.285),
        hollow=rng.uniform(-0.4, 0.6),
        soft=rng.uniform(0.0, 0.05),
    )


def _places(rng: Random, make: _Make, taken: Image) -> tuple[_Placed, ...]:
    """Return random dice that overlap neither each other nor the clutter."""
    wanted, dice = rng.choice([0, 0, 1, 1, 2, 2, 2, 2, 3]), list[_Placed]()
    for _ in range(12):
        if len(dice) == wanted:
            break
        pips, turn = rng.randint(1, 6), rng.uniform(0, math.pi / 2)
        x, y = (rng.uniform(0.4 * make.edge, SIDE - 0.4 * make.edge) for _ in range(2))
        if dice and rng.random() < 0.5:
            x, y, turn = _beside(rng, make, dice[-1], turn)
        reach = round(0.55 * make.edge)
        left, top = max(round(x) - reach, 0), max(round(y) - reach, 0)
        inside = 0.3 * make.edge < min(x, y) and max(x, y) < SIDE - 0.3 * make.edge
        if not inside or taken[top : round(y) + reach, left : round(x) + reach].any():
            continue
        new = _Placed(x, y, turn, pips)
        if all(_clear(make, new, other) for other in dice):
            dice.append(new)
    return tuple(dice)


def _beside(rng: Random, make: _Make, other: _Placed, turn: float) -> tuple[float, float, float]:
    """Return x, y and rotation beside another die: side to side, or as close as two rotated squares fit."""
    towards = rng.uniform(0, 2 * math.pi)
    if rng.random() < 0.4:
        turn, towards = other.turn, other.turn + math.pi / 2 * rng.randint(0, 3)
        aside, away = rng.uniform(-0.5, 0.5) * make.edge, rng.uniform(1.0, 1.1) * make.edge
        x = other.x + away * math.cos(towards) - aside * math.sin(towards)
        return x, other.y + away * math.sin(towards) + aside * math.cos(towards), turn
    away = make.edge * rng.uniform(1.1, 1.8)
    return other.x + away * math.cos(towards), other.y + away * math.sin(towards), turn


def _clear(make: _Make, one: _Placed, other: _Placed) -> bool:
    first, second = (_outline(make, each).astype(np.float32) for each in (one, other))
    shared, _ = cv2.intersectConvexConvex(first, second)
    return shared < 0.02 * make.edge**2


def _axes(make: _Make, die: _Placed) -> NDArray[np.float64]:
    c, s = math.cos(die.turn) * make.edge, math.sin(die.turn) * make.edge
    return np.array([[c, s], [-s, c]])


def _outline(make: _Make, die: _Placed, share: float = 1.0) -> NDArray[np.float64]:
    """Return the outline [N, 2] of the upper face with rounded corners, px."""
    half, corner = share / 2, make.corner * share
    centres = (half - corner) * np.array([(1, 1), (-1, 1), (-1, -1), (1, -1)])
    turns = np.linspace(0, np.pi / 2, 6) + np.pi / 2 * np.arange(4)[:, None]
    rim = centres[:, None] + corner * np.stack([np.cos(turns), np.sin(turns)], axis=-1)
    return np.asarray(rim.reshape(-1, 2) @ _axes(make, die) + (die.x, die.y))


def _draw_die(
    canvas: Canvas, rng: Random, make: _Make, die: _Placed, slide: tuple[float, float], tones: tuple[float, ...]
) -> None:
    left, top = round(die.x) - _PATCH // 2, round(die.y) - _PATCH // 2
    paint = np.zeros((_PATCH * _FINE, _PATCH * _FINE, 3), np.uint8)
    mask = np.zeros(paint.shape[:2], np.uint8)
    body, axes = np.array(make.body) * 255, _axes(make, die)

    def fill(points: NDArray[np.floating[Any]], colour: NDArray[np.float64]) -> None:
        cv2.fillPoly(paint, [_fixed(points, left, top)], colour.tolist(), cv2.LINE_8, 4)

    rim = _outline(make, die)
    hull = cv2.convexHull(np.concatenate([rim, rim + slide]).astype(np.float32))[:, 0].astype(np.float64)
    cv2.fillPoly(mask, [_fixed(hull, left, top)], 255, cv2.LINE_8, 4)
    paint[:] = body * 0.7
    middle = np.array([die.x, die.y])
    for number, (across, along) in enumerate(((1, 0), (-1, 0), (0, 1), (0, -1))):
        out = np.array([across, along]) @ axes / 2
        if out @ np.array(slide) <= 0:
            continue
        edge = np.array([-along, across]) @ axes
        tone = tones[number]
        foot = np.array(slide)
        ends = np.array([out + edge / 2, out - edge / 2])
        fill(np.concatenate([ends, ends[::-1] + foot]) + middle, body * tone)
        pips = rng.choice([face for face in range(1, 7) if face not in (die.pips, 7 - die.pips)])
        _pips(fill, make, pips, middle + out + foot / 2, np.array([edge, foot]), tone)
    fill(_outline(make, die, rng.uniform(0.88, 1.0)), body)
    if make.soft:
        paint = np.asarray(cv2.GaussianBlur(paint, (0, 0), make.soft * make.edge * _FINE), np.uint8)
    if rng.random() < 0.5:
        paint = (paint * _slope(rng)).astype(np.uint8)
    quarter = axes if rng.random() < 0.5 else axes[::-1]
    _pips(fill, make, die.pips, middle, quarter, 1.0)
    lay(canvas, paint, mask, left, top, _FINE)


def _pips(fill: Any, make: _Make, pips: int, middle: Any, axes: Any, tone: float) -> None:
    size = make.big if pips == 1 else make.pip
    ink = np.array(make.inks[pips - 1]) * 255
    for across, along in PIPS[pips]:
        at = middle + np.array([across, along]) * make.spread @ axes
        fill(at + ring_of(16) * size @ axes, ink * tone)
        if make.hollow > 0:
            gleam = ink + (np.array(make.body) * 255 - ink) * make.hollow * 0.6
            fill(at + (ring_of(12) * 0.45 + (0.3, 0.2)) * size @ axes, gleam * tone)


def _fixed(points: NDArray[np.floating[Any]], left: int, top: int) -> NDArray[np.int32]:
    """Return points on the enlarged patch in sixteenths of a pixel, for OpenCV's ``shift=4``."""
    return np.round(((points - (left, top) + 0.5) * _FINE - 0.5) * 16).astype(np.int32)


def _slope(rng: Random) -> NDArray[np.float64]:
    y, x = np.mgrid[-1 : 1 : _PATCH * _FINE * 1j, -1 : 1 : _PATCH * _FINE * 1j]
    turn = rng.uniform(0, 2 * math.pi)
    light = 1 - rng.uniform(0, 0.5) * (1 + x * math.cos(turn) + y * math.sin(turn))
    return np.asarray(np.clip(light, 0.2, 1)[..., None], np.float64)


def _dome(canvas: Canvas, rng: Random) -> None:
    """Draw glass over the dice: a veil with an edge, and its bright rim."""
    veil = np.zeros((SIDE, SIDE), np.uint8)
    middle = (rng.randint(0, SIDE), rng.randint(0, SIDE))
    radius = rng.randint(40, 110)
    cv2.circle(veil, middle, radius, rng.uniform(0, 60), -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.circle(veil, middle, radius, rng.uniform(30, 160), rng.randint(1, 4), cv2.LINE_AA)
    _whiten(canvas, veil, (1.0, 1.0, 1.0))


def _glare(canvas: Canvas, rng: Random, edge: float, dice: tuple[_Placed, ...]) -> None:
    """Draw lamp reflections in the glass: spots, tubes and arcs, sharp or soft, many of them near a die."""
    if rng.random() < 0.25:
        return
    warm = (rng.uniform(0.8, 1.0), rng.uniform(0.9, 1.0), 1.0)
    heap = (rng.uniform(0, SIDE), rng.uniform(0, SIDE)) if rng.random() < 0.35 else None
    for _ in range(rng.choice([1, 2, 3, 4, 4, 6])):
        spots = np.zeros((SIDE, SIDE), np.uint8)
        x, y = rng.uniform(0, SIDE), rng.uniform(0, SIDE)
        if dice and rng.random() < 0.6:
            die, away, turn = rng.choice(dice), rng.uniform(0, 0.95) * edge, rng.uniform(0, 2 * math.pi)
            x, y = die.x + away * math.cos(turn), die.y + away * math.sin(turn)
        elif heap is not None:
            x, y = (place + rng.gauss(0, 0.35) * edge for place in heap)
        at, level = (round(x), round(y)), rng.uniform(60, 255)
        long = rng.uniform(0.06, 0.45) * edge
        wide = long * rng.uniform(0.25, 1.0)
        kind = rng.random()
        if kind < 0.7:
            box = ((x, y), (2 * long, 2 * wide), rng.uniform(0, 180))
            cv2.ellipse(spots, box, level, -1, cv2.LINE_AA)
        elif kind < 0.85:
            radius, start = rng.uniform(0.4, 3.0) * edge, rng.uniform(0, 360)
            turn = math.radians(start)
            heart = (round(at[0] - radius * math.cos(turn)), round(at[1] - radius * math.sin(turn)))
            wing = rng.uniform(8, 60)
            size = (round(radius), round(radius))
            cv2.ellipse(spots, heart, size, 0, start - wing, start + wing, level, rng.randint(1, 6), cv2.LINE_AA)
        else:
            corners = cv2.boxPoints(((x, y), (rng.uniform(1, 4) * long, wide), rng.uniform(0, 180)))
            cv2.fillConvexPoly(spots, np.round(corners).astype(np.int32), level, cv2.LINE_AA)
        if rng.random() < 0.8:
            spots = np.asarray(cv2.GaussianBlur(spots, (0, 0), rng.choice([0.5, 1.0, 2.0, 4.0])), np.uint8)
        _whiten(canvas, spots, warm)


def _whiten(canvas: Canvas, level: NDArray[np.uint8], colour: Colour) -> None:
    share = (level.astype(np.float32) / 255)[..., None]
    canvas += (np.array(colour, np.float32) - canvas) * share
