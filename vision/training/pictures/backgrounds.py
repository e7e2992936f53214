"""Ground and surroundings of a free scene: felt, wood, books, clutter, and the surfaces of other objects."""

import math
from collections.abc import Sequence
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.tiles.finder import BARE, FOREIGN
from vision.training.faces import layers
from vision.training.pictures.look_alikes import draw_look_alikes
from vision.training.pictures.window import UNKNOWN

Canvas = NDArray[np.float32]


def background(
    rng: Random, noise: np.random.Generator, side: int, signs: Sequence[NDArray[np.float32]]
) -> tuple[Canvas, list[NDArray[np.float32]], NDArray[np.uint8]]:
    """Return a background float32 [side,side,3] in 0-1, corners [4,2] of its decoys, and its matter [side,side]."""
    felts = [
        (0.25, 0.45, 0.1),
        (0.55, 0.5, 0.15),
        (0.3, 0.2, 0.08),
        (0.15, 0.15, 0.45),
        (0.2, 0.35, 0.5),
        (0.6, 0.62, 0.2),
    ]
    if rng.random() < 0.7:
        colour = np.array(rng.choice(felts)) * rng.uniform(0.5, 1.6)
    else:
        colour = np.array([rng.random() for _ in range(3)])
    canvas = np.full((side, side, 3), np.clip(colour, 0.02, 0.98), np.float32)
    for cell, strength in ((rng.choice([4, 8, 16]), 0.3), (rng.choice([64, 128, 256]), 0.15)):
        rough = noise.normal(0, rng.uniform(0, strength), (cell, cell)).astype(np.float32)
        canvas *= 1 + cv2.resize(rough, (side, side), interpolation=cv2.INTER_CUBIC)[..., None]
    if rng.random() < 0.25:
        grain = noise.normal(0, rng.uniform(0.02, 0.1), (side, 8)).astype(np.float32)
        canvas *= 1 + cv2.resize(grain, (side, side))[..., None]
    matter = np.full((side, side), BARE, np.uint8)
    if rng.random() < 0.35:
        _rail(canvas, rng)
    if rng.random() < 0.3:
        _clutter(canvas, rng)
        matter[:] = UNKNOWN
    written: list[NDArray[np.float32]] = []
    if signs and rng.random() < 0.25:
        written = _books(canvas, rng, signs)
        matter[:] = UNKNOWN
    elif signs and rng.random() < 0.16:
        where, written = draw_look_alikes(canvas, rng, signs)
        matter[where] = FOREIGN
    for _ in range(rng.choice([0, 0, 1, 3])):
        ends = [(rng.randint(0, side), rng.randint(0, side)) for _ in range(2)]
        cv2.line(canvas, ends[0], ends[1], [rng.random() for _ in range(3)], rng.randint(1, 8), cv2.LINE_AA)
    return np.clip(canvas, 0, 1), written, matter


def chip(canvas: Canvas, outline: NDArray[np.float64], rng: Random, fine: int) -> None:
    """Draw a chip or coin with a second colour inside its rim."""
    colour, second = ([rng.random() for _ in range(3)] for _ in range(2))
    points = np.round(outline * fine).astype(np.int32)
    cv2.fillConvexPoly(canvas, points, colour, cv2.LINE_AA)
    inner = outline.mean(axis=0) + (outline - outline.mean(axis=0)) * rng.uniform(0.5, 0.85)
    cv2.fillConvexPoly(canvas, np.round(inner * fine).astype(np.int32), second, cv2.LINE_AA)


def thing_colours(kind: str, rng: Random) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the colours of body and back of an object that is no tile: the same colour twice."""
    choices = {
        "die": [(0.95, 0.95, 0.95), (0.9, 0.93, 0.97), (0.15, 0.1, 0.7)],
        "stick": [(0.9, 0.92, 0.95), (0.8, 0.85, 0.9)],
        "pad": [(0.1, 0.1, 0.1), (0.3, 0.3, 0.3), (0.3, 0.15, 0.1), (0.75, 0.8, 0.85)],
        "hand": [(0.5, 0.62, 0.85), (0.35, 0.45, 0.65), (0.1, 0.1, 0.1), (0.9, 0.9, 0.9)],
    }[kind]
    colour = np.array(rng.choice(choices), np.float32) * rng.uniform(0.75, 1.05)
    return colour, colour


def plain_layer(kind: str, rng: Random) -> NDArray[np.float32]:
    """Return the layer [128,96,3] of a back or an object: blank, die pips, stick dots or console lights."""
    layer = np.ones((layers.HEIGHT, layers.WIDTH, 3), np.float32)
    ink = rng.choice([(0.1, 0.1, 0.1), (0.15, 0.1, 0.8)])
    wide, tall = layers.WIDTH, layers.HEIGHT
    if kind == "die":
        spots = {1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8]}
        for spot in spots[rng.randint(1, 6)]:
            centre = (round(wide * (0.25 + 0.25 * (spot % 3))), round(tall * (0.25 + 0.25 * (spot // 3))))
            cv2.ellipse(layer, centre, (10, 13), 0, 0, 360, ink, -1, cv2.LINE_AA)
    elif kind == "stick":
        for i in range(rng.choice([1, 5, 8])):
            cv2.ellipse(layer, (wide // 2 + (i - 2) * 6, tall // 2), (2, 22), 0, 0, 360, ink, -1, cv2.LINE_AA)
    elif kind == "pad":
        for _ in range(rng.randint(0, 8)):
            centre = (rng.randint(10, wide - 10), rng.randint(10, tall - 10))
            colour = [rng.uniform(0.2, 6.0) for _ in range(3)]
            size = (centre[0] + rng.randint(4, 24), centre[1] + rng.randint(4, 24))
            if rng.random() < 0.5:
                cv2.rectangle(layer, centre, size, colour, -1)
            else:
                cv2.circle(layer, centre, rng.randint(3, 14), colour, rng.choice([-1, 2]), cv2.LINE_AA)
    elif kind == "tile" and rng.random() < 0.2:
        layer *= rng.uniform(0.92, 1.0)
    return layer


def _rail(canvas: Canvas, rng: Random) -> None:
    """Draw the rim of the table: a coloured band along an edge, and the floor beyond it."""
    side = canvas.shape[0]
    y, x = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
    turn = rng.uniform(0, 2 * math.pi)
    deep = x * math.cos(turn) + y * math.sin(turn) - rng.uniform(-0.1, 0.45)
    colours = [[rng.random()] * 3 if rng.random() < 0.5 else [rng.random() for _ in range(3)] for _ in range(2)]
    wide = rng.uniform(0.03, 0.3)
    shade = (1 - rng.uniform(0, 0.5) * np.abs(deep / wide - 0.5))[..., None]
    canvas[:] = np.where((deep > 0)[..., None], np.array(colours[0], np.float32) * shade, canvas)
    canvas[:] = np.where((deep > wide)[..., None], np.array(colours[1], np.float32), canvas)


def _books(canvas: Canvas, rng: Random, signs: Sequence[NDArray[np.float32]]) -> list[NDArray[np.float32]]:
    """Draw book backs with characters on them; return the corners [4,2] of the characters."""
    side = canvas.shape[0]
    page, cover = np.zeros_like(canvas), np.zeros((side, side), np.float32)
    written: list[NDArray[np.float32]] = []
    x, top, tall = rng.randint(-60, side // 2), rng.randint(-100, side // 2), rng.randint(80, side)
    while x < side and rng.random() < 0.93:
        wide = rng.randint(16, 110)
        pale = rng.random() < 0.6
        colour = [rng.uniform(0.7, 1.0)] * 3 if pale else [rng.random() for _ in range(3)]
        cv2.rectangle(page, (x, top), (x + wide - 2, top + tall), colour, -1)
        cv2.rectangle(cover, (x, top), (x + wide, top + tall), 1.0, -1)
        ink = np.array([rng.uniform(0, 0.5) if pale else rng.random() for _ in range(3)], np.float32)
        size = round(wide * rng.uniform(0.35, 0.85))
        y = top + rng.randint(0, 40)
        while y + size < min(top + tall, side) and size > 8 and rng.random() < 0.9:
            left = x + (wide - size) // 2
            if left >= 0 and y >= 0 and left + size <= side:
                mask = np.asarray(cv2.resize(rng.choice(signs), (size, size), interpolation=cv2.INTER_AREA))[..., None]
                page[y : y + size, left : left + size] = (
                    page[y : y + size, left : left + size] * (1 - mask) + ink * mask
                )
                square = np.array([[left, y], [left + size, y], [left + size, y + size], [left, y + size]], np.float32)
                written.append(square)
            y += round(size * rng.uniform(1.0, 1.3))
        x += wide
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), rng.choice([0, 0, 90, 180, 270]) + rng.gauss(0, 8), 1.0)
    page = np.asarray(cv2.warpAffine(page, turn, (side, side)), np.float32)
    cover = np.asarray(cv2.warpAffine(cover, turn, (side, side)), np.float32)
    canvas += (page - canvas) * cover[..., None]
    return [(square @ turn[:, :2].T + turn[:, 2]).astype(np.float32) for square in written]


def _clutter(canvas: Canvas, rng: Random) -> None:
    """Draw objects beside the table: books, boxes, clothes, text."""
    side = canvas.shape[0]
    for _ in range(rng.randint(3, 30)):
        x, y = rng.randint(-40, side), rng.randint(-40, side)
        wide, tall = rng.randint(8, 160), rng.randint(8, 260)
        colour = [rng.random()] * 3 if rng.random() < 0.5 else [rng.random() for _ in range(3)]
        shape = rng.random()
        if shape < 0.55:
            points = np.array(
                [[x, y], [x + wide, y + rng.randint(-9, 9)], [x + wide, y + tall], [x, y + tall]], np.int32
            )
            cv2.fillConvexPoly(canvas, points, colour, cv2.LINE_AA)
        elif shape < 0.75:
            cv2.ellipse(
                canvas, (x, y), (wide, tall), rng.uniform(0, 180), 0, 360, colour, rng.choice([-1, 3]), cv2.LINE_AA
            )
        else:
            text = "".join(rng.choice("AEKMORSTWX0123456789#|=+") for _ in range(rng.randint(1, 9)))
            mask = np.zeros((side, side), np.uint8)
            cv2.putText(mask, text, (x, y), rng.randint(0, 7), rng.uniform(0.5, 3), 1, rng.randint(1, 5))
            canvas[mask > 0] = colour
