"""Pictures of objects that are mistaken for tiles: keyboards, dominoes, cards, letter tiles, pages, cloth."""

import math
from collections.abc import Callable, Sequence
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.training.pictures.foreign_things import cloth

Canvas = NDArray[np.float32]
Signs = Sequence[NDArray[np.float32]]


def draw_look_alikes(canvas: Canvas, rng: Random, signs: Signs) -> tuple[NDArray[np.bool_], list[NDArray[np.float32]]]:
    """Draw one kind over a picture float32 [s,s,3] in 0-1; return its mask [s,s] and corners [4,2] of decoys."""
    side = canvas.shape[0]
    page, mask = canvas.copy(), np.zeros((side, side), np.uint8)
    kinds: list[Callable[[Canvas, NDArray[np.uint8], Random, Signs], list[NDArray[np.float32]]]]
    kinds = [_keys, _keys, _dominoes, _dominoes, _cards, _page, _letters, _woven]
    made = rng.choice(kinds)(page, mask, rng, signs)
    scale = rng.uniform(0.8, 1.2)
    turn = cv2.getRotationMatrix2D((side / 2, side / 2), rng.choice([0, 0, 90]) + rng.gauss(0, 12), scale)
    turn = np.vstack([turn, [rng.uniform(-4e-4, 4e-4), rng.uniform(-4e-4, 4e-4), 1]])
    page = np.asarray(cv2.warpPerspective(page, turn, (side, side), borderMode=cv2.BORDER_REFLECT), np.float32)
    mask = np.asarray(cv2.warpPerspective(mask, turn, (side, side)), np.uint8)
    canvas += (page - canvas) * (mask[..., None] > 127)
    corners = []
    for quad in made:
        spots = np.column_stack([quad, np.ones(4)]) @ turn.T
        corners.append((spots[:, :2] / spots[:, 2:]).astype(np.float32))
    return mask > 127, corners


def _box(x: float, y: float, wide: float, tall: float) -> NDArray[np.float32]:
    return np.array([[x, y], [x + wide, y], [x + wide, y + tall], [x, y + tall]], np.float32)


def _plate(page: Canvas, mask: NDArray[np.uint8], box: NDArray[np.float32], colour: list[float], rng: Random) -> None:
    """Draw a flat object with a darker rim and a lighter middle."""
    points = np.round(box).astype(np.int32)
    cv2.fillConvexPoly(mask, points, 255)
    cv2.fillConvexPoly(page, points, [part * 0.7 for part in colour])
    inset = box.mean(axis=0) + (box - box.mean(axis=0)) * rng.uniform(0.88, 0.96)
    cv2.fillConvexPoly(page, np.round(inset).astype(np.int32), colour)


def _sign(page: Canvas, box: NDArray[np.float32], rng: Random, signs: Signs, ink: list[float]) -> None:
    """Draw a character in a box, if the box lies within the page and ``signs`` is not empty."""
    (x0, y0), (x1, y1) = np.round(box[0]).astype(int), np.round(box[2]).astype(int)
    wide, tall = x1 - x0, y1 - y0
    side = page.shape[0]
    if not signs or wide < 4 or tall < 4 or x0 < 0 or y0 < 0 or x1 > side or y1 > side:
        return
    cover = np.asarray(cv2.resize(rng.choice(signs), (wide, tall), interpolation=cv2.INTER_AREA))[..., None]
    page[y0:y1, x0:x1] += (np.array(ink, np.float32) - page[y0:y1, x0:x1]) * cover


def _keys(page: Canvas, mask: NDArray[np.uint8], rng: Random, signs: Signs) -> list[NDArray[np.float32]]:
    side, size = page.shape[0], rng.uniform(22, 80)
    pale = rng.random() < 0.5
    base, colour = rng.random() * 0.8, rng.uniform(0.75, 1.0) if pale else rng.uniform(0.05, 0.3)
    page[:], mask[:] = base, 255
    ink = [rng.uniform(0, 0.4) if pale else rng.uniform(0.6, 1.0)] * 3
    gap, made, row = size * rng.uniform(0.06, 0.2), [], 0.0
    while row < side:
        x = -size * rng.random()
        while x < side:
            wide = size * rng.choice([1, 1, 1, 1, 1, 1.5, 2])
            box = _box(x, row, wide - gap, size - gap)
            _plate(page, mask, box, [colour * rng.uniform(0.97, 1.03)] * 3, rng)
            spot, share = box[0] + size * rng.uniform(0.12, 0.3), size * rng.uniform(0.25, 0.45)
            if rng.random() < 0.9:
                _sign(page, _box(spot[0], spot[1], share, share), rng, signs, ink)
            made.append(box)
            x += wide
        row += size
    return made


def _dominoes(page: Canvas, mask: NDArray[np.uint8], rng: Random, _: Signs) -> list[NDArray[np.float32]]:
    side, size = page.shape[0], rng.uniform(24, 90)
    pale = rng.random() < 0.6
    colour = [rng.uniform(0.8, 1.0)] * 3 if pale else [rng.uniform(0.02, 0.2)] * 3
    made = []
    for _count in range(rng.randint(2, 16)):
        x, y, lying = rng.uniform(-20, side), rng.uniform(-20, side), rng.random() < 0.5
        wide, tall = (2 * size, size) if lying else (size, 2 * size)
        _plate(page, mask, _box(x, y, wide, tall), colour, rng)
        ink = [0.05] * 3 if pale else [0.95] * 3
        if pale and rng.random() < 0.3:
            ink = [rng.random() for _ in range(3)]
        middle = (x + wide / 2, y + tall / 2)
        half = (0.0, tall * 0.42) if lying else (wide * 0.42, 0.0)
        ends = [(round(middle[0] + s * half[0]), round(middle[1] + s * half[1])) for s in (-1, 1)]
        cv2.line(page, ends[0], ends[1], ink, max(1, round(size / 24)), cv2.LINE_AA)
        for part in (0, 1):
            box = _box(x + part * size * lying, y + part * size * (not lying), size, size)
            spots = {0: "", 1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568", 7: "0234568"}
            for spot in spots[rng.randint(0, 7)]:
                along = box[0] + size * (0.25 + 0.25 * np.array([int(spot) % 3, int(spot) // 3]))
                place = (round(float(along[0])), round(float(along[1])))
                cv2.circle(page, place, max(1, round(size * 0.09)), ink, -1, cv2.LINE_AA)
            made.append(box)
        made.append(_box(x, y, wide, tall))
    return made


def _cards(page: Canvas, mask: NDArray[np.uint8], rng: Random, signs: Signs) -> list[NDArray[np.float32]]:
    side, size = page.shape[0], rng.uniform(30, 130)
    made = []
    for _ in range(rng.randint(2, 10)):
        x, y = rng.uniform(-20, side), rng.uniform(-20, side)
        wide, tall = size, size * rng.uniform(1.3, 1.6)
        box = _box(x, y, wide, tall)
        _plate(page, mask, box, [rng.uniform(0.88, 1.0)] * 3, rng)
        ink = rng.choice([[0.1, 0.1, 0.8], [0.05, 0.05, 0.05], [rng.random(), rng.random(), rng.random()]])
        across, along = rng.choice([(1, 1), (2, 2), (1, 3), (2, 3), (2, 4), (3, 3)])
        for i in range(across):
            for j in range(along):
                spot = (x + wide * (i + 0.7) / (across + 0.4), y + tall * (j + 0.7) / (along + 0.4))
                place, radius = (round(spot[0]), round(spot[1])), max(2, round(size / 10))
                turn = rng.choice([0, 45])
                shape = cv2.boxPoints((place, (2 * radius, 2 * radius), turn)).astype(np.int32)
                if rng.random() < 0.5:
                    cv2.fillConvexPoly(page, shape, ink, cv2.LINE_AA)
                else:
                    cv2.ellipse(page, place, (radius, round(radius * 1.4)), 0, 0, 360, ink, -1, cv2.LINE_AA)
        _sign(page, _box(x + 3, y + 3, size / 5, size / 4), rng, signs, list(ink))
        made.append(box)
    return made


def _letters(page: Canvas, mask: NDArray[np.uint8], rng: Random, signs: Signs) -> list[NDArray[np.float32]]:
    """Draw letter tiles of word games: wood or cream squares with one letter."""
    side, size = page.shape[0], rng.uniform(20, 80)
    tone = rng.choice([(0.6, 0.8, 0.9), (0.45, 0.65, 0.8), (0.9, 0.93, 0.95)])
    made, row = [], rng.uniform(0, 40)
    while row < side:
        x = rng.uniform(-60, side / 2)
        for _ in range(rng.randint(0, 9)):
            box = _box(x, row, size, size)
            _plate(page, mask, box, [part * rng.uniform(0.9, 1.05) for part in tone], rng)
            _sign(page, _box(x + size * 0.25, row + size * 0.2, size * 0.5, size * 0.55), rng, signs, [0.08] * 3)
            made.append(box)
            x += size * rng.choice([1.02, 1.1, 2.0])
        row += size * rng.choice([1.05, 2.0])
    return made


def _page(page: Canvas, mask: NDArray[np.uint8], rng: Random, signs: Signs) -> list[NDArray[np.float32]]:
    """Draw paper with lines of characters, some framed."""
    side, size = page.shape[0], math.exp(rng.uniform(math.log(9), math.log(60)))
    page[:], mask[:] = [rng.uniform(0.8, 1.0)] * 3, 255
    ink = [rng.uniform(0, 0.4)] * 3 if rng.random() < 0.7 else [rng.random() * 0.8 for _ in range(3)]
    framed, made, row = rng.random() < 0.3, [], size * rng.random()
    while row + size < side:
        x = size * rng.random()
        while x + size < side and rng.random() < 0.97:
            box = _box(x, row, size * 0.85, size * 0.9)
            _sign(page, box, rng, signs, ink)
            if framed:
                cv2.polylines(page, [np.round(box).astype(np.int32)], True, ink, 1, cv2.LINE_AA)
            if rng.random() < 0.3:
                made.append(box)
            x += size * rng.choice([1.0, 1.0, 1.0, 2.0])
        row += size * rng.uniform(1.0, 1.6)
    return made


def _woven(page: Canvas, mask: NDArray[np.uint8], rng: Random, _: Signs) -> list[NDArray[np.float32]]:
    """Draw cloth, or ground tiled with plain squares."""
    side = page.shape[0]
    mask[:] = 255
    page[:] = cloth(side, rng)
    if rng.random() < 0.5:
        size, line = rng.uniform(14, 70), [rng.random()] * 3
        for i in range(int(side / size) + 1):
            spot, thick = round(i * size), rng.randint(1, 4)
            cv2.line(page, (spot, 0), (spot, side), line, thick)
            cv2.line(page, (0, round(spot * 1.3)), (side, round(spot * 1.3)), line, thick)
        return [_box(i * size, j * size * 1.3, size, size * 1.3) for i in range(3) for j in range(3)]
    return []
