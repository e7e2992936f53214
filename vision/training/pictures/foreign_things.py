"""Foreign objects over or on a table: arms, hands, cups, phones, hair, bags."""

import math
from collections.abc import Callable
from random import Random
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

Canvas = NDArray[np.float32]
Mask = NDArray[np.uint8]
Spot = tuple[float, float]
_SKINS: Final = ((150, 180, 235), (120, 150, 210), (90, 120, 185), (60, 85, 140), (170, 195, 240), (40, 55, 95))
"""Colours (BGR) of skin; chosen from pale to dark."""


def cover(canvas: Canvas, rng: Random) -> NDArray[np.bool_]:
    """Draw one to three foreign objects over a picture float32 [h,w,3] in 0-1; return the covered mask [h,w]."""
    covered = np.zeros(canvas.shape[:2], np.bool_)
    kinds: list[Callable[[Canvas, Random], Mask]] = [_arm, _arm, _arm, _hand, _hand, _cup, _phone, _hair, _bag]
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        covered |= rng.choice(kinds)(canvas, rng) > 127
    return covered


def _lay(canvas: Canvas, mask: Mask, colours: Canvas | tuple[float, ...], rng: Random, *, round_: bool = True) -> Mask:
    """Draw an object on the canvas with shadow, shading and soft edge; return its mask."""
    if rng.random() < 0.7:
        move = np.array([[1, 0, rng.uniform(-12, 12)], [0, 1, rng.uniform(-12, 12)]])
        shade = cv2.GaussianBlur(cv2.warpAffine(mask, move, mask.shape[::-1]), (0, 0), rng.uniform(2, 9))
        canvas *= 1 - rng.uniform(0.1, 0.5) * (shade.astype(np.float32) / 255)[..., None]
    body = np.broadcast_to(np.asarray(colours, np.float32), canvas.shape)
    if round_:
        deep = cv2.distanceTransform(mask, cv2.DIST_L2, 3)
        deep = np.sqrt(deep / max(1.0, float(deep.max())))
        y, x = np.mgrid[0 : mask.shape[0], 0 : mask.shape[1]].astype(np.float32) / mask.shape[0]
        turn = rng.uniform(0, 2 * math.pi)
        slope = (x - 0.5) * math.cos(turn) + (y - 0.5) * math.sin(turn)
        body = body * (rng.uniform(0.4, 0.8) + rng.uniform(0.2, 0.6) * deep + rng.uniform(0, 0.4) * slope)[..., None]
    alpha = (cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.5, 1.4)).astype(np.float32) / 255)[..., None]
    canvas += (np.clip(body, 0, 1) - canvas) * alpha
    return mask


def _edge_spot(side: int, rng: Random) -> Spot:
    along = rng.uniform(-0.1, 1.1) * side
    return rng.choice([(along, -20.0), (along, side + 20.0), (-20.0, along), (side + 20.0, along)])


def _limb(mask: Mask, start: Spot, end: Spot, wide: tuple[float, float], bend: float) -> None:
    """Draw a tapered, bent limb from ``start`` to ``end`` into the mask; ``wide``: its widths there."""
    (x0, y0), (x1, y1) = start, end
    count, last = 14, None
    for i in range(count + 1):
        t = i / count
        off = bend * math.sin(math.pi * t)
        place = (round(x0 + (x1 - x0) * t - (y1 - y0) * off), round(y0 + (y1 - y0) * t + (x1 - x0) * off))
        cv2.circle(mask, place, max(1, round((wide[0] + (wide[1] - wide[0]) * t) / 2)), 255, -1)
        if last is not None:
            cv2.line(mask, last, place, 255, max(1, round(wide[0] + (wide[1] - wide[0]) * t)))
        last = place


def _skin(rng: Random) -> tuple[float, ...]:
    return tuple(min(1.0, part / 255 * rng.uniform(0.75, 1.1)) for part in rng.choice(_SKINS))


def cloth(side: int, rng: Random) -> Canvas:
    """Return a piece of cloth float32 [side,side,3]: plain, striped, checked or printed, with folds."""
    colour = [rng.random()] * 3 if rng.random() < 0.5 else [rng.random() for _ in range(3)]
    made = np.full((side, side, 3), colour, np.float32)
    y, x = np.mgrid[0:side, 0:side].astype(np.float32)
    turn, kind = rng.uniform(0, math.pi), rng.random()
    across, along = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
    other = np.array([rng.random() for _ in range(3)], np.float32)
    wide = rng.uniform(4, 40)
    if kind < 0.25:
        made[(across / wide) % 1 < rng.uniform(0.1, 0.6)] = other
    elif kind < 0.4:
        made[((across / wide) % 1 < 0.3) | ((along / wide) % 1 < 0.3)] = other
    for _ in range(rng.choice([0, 2, 4])):
        fold = 1 + rng.uniform(0.05, 0.25) * np.sin((across + rng.uniform(-0.5, 0.5) * along) / rng.uniform(6, 40))
        made *= fold[..., None].astype(np.float32)
    noise = np.random.default_rng(rng.getrandbits(32)).normal(1, rng.uniform(0.01, 0.12), (side, side, 1))
    return np.clip(made * noise, 0, 1).astype(np.float32)


def _fingers(mask: Mask, wrist: Spot, way: float, palm: float, rng: Random) -> None:
    """Draw a palm beyond the wrist and its fingers: spread, together or bent."""
    reach = palm * rng.uniform(0.8, 1.2)
    middle = (wrist[0] + math.cos(way) * reach * 0.6, wrist[1] + math.sin(way) * reach * 0.6)
    axes = (round(reach * 0.7), round(palm * 0.5))
    cv2.ellipse(mask, (round(middle[0]), round(middle[1])), axes, math.degrees(way), 0, 360, 255, -1)
    spread, shortest = rng.uniform(0.05, 0.3), rng.uniform(0.4, 1.2)
    for finger in range(4):
        turn = way + (finger - 1.5) * spread
        aside = (finger - 1.5) * palm * 0.24
        root = (middle[0] - math.sin(way) * aside, middle[1] + math.cos(way) * aside)
        long = reach * shortest * rng.uniform(0.7, 1.1)
        tip = (root[0] + math.cos(turn) * (reach * 0.5 + long), root[1] + math.sin(turn) * (reach * 0.5 + long))
        _limb(mask, root, tip, (palm * 0.26, palm * 0.2), rng.uniform(-0.1, 0.1))
    side = rng.choice([-1, 1])
    turn = way + side * rng.uniform(0.3, 1.0)
    root = (wrist[0] - math.sin(way) * side * palm * 0.3, wrist[1] + math.cos(way) * side * palm * 0.3)
    tip = (root[0] + math.cos(turn) * reach * 1.1, root[1] + math.sin(turn) * reach * 1.1)
    _limb(mask, root, tip, (palm * 0.32, palm * 0.22), 0.0)


def _arm(canvas: Canvas, rng: Random) -> Mask:
    side = canvas.shape[0]
    start, end = _edge_spot(side, rng), (rng.uniform(0.1, 0.9) * side, rng.uniform(0.1, 0.9) * side)
    way = math.atan2(end[1] - start[1], end[0] - start[0])
    thick = rng.uniform(0.1, 0.5) * side
    bare = np.zeros(canvas.shape[:2], np.uint8)
    _limb(bare, start, end, (thick * rng.uniform(1.0, 1.5), thick * 0.8), rng.uniform(-0.2, 0.2))
    if rng.random() < 0.8:
        _fingers(bare, end, way + rng.uniform(-0.4, 0.4), thick * rng.uniform(0.8, 1.2), rng)
    _lay(canvas, bare, _skin(rng), rng)
    if rng.random() < 0.7:
        sleeve = np.zeros(canvas.shape[:2], np.uint8)
        share = rng.uniform(0.3, 1.0)
        cuff = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
        wide = thick * rng.uniform(1.1, 1.7)
        _limb(sleeve, start, cuff, (wide * 1.2, wide), rng.uniform(-0.1, 0.1))
        _lay(canvas, sleeve, cloth(side, rng), rng)
        bare |= sleeve
    return bare


def _hand(canvas: Canvas, rng: Random) -> Mask:
    side = canvas.shape[0]
    mask = np.zeros(canvas.shape[:2], np.uint8)
    wrist, way = (rng.uniform(0, side), rng.uniform(0, side)), rng.uniform(0, 2 * math.pi)
    palm = rng.uniform(0.08, 0.3) * side
    behind = (wrist[0] - math.cos(way) * 2 * side, wrist[1] - math.sin(way) * 2 * side)
    _limb(mask, behind, wrist, (palm * 1.1, palm * 0.8), 0.0)
    _fingers(mask, wrist, way, palm, rng)
    return _lay(canvas, mask, _skin(rng), rng)


def _cup(canvas: Canvas, rng: Random) -> Mask:
    side = canvas.shape[0]
    mask = np.zeros(canvas.shape[:2], np.uint8)
    x, y, radius = rng.uniform(0, side), rng.uniform(0, side), rng.uniform(0.07, 0.25) * side
    low, flat, turn = rng.uniform(0, 1.6) * radius, rng.uniform(0.5, 1.0), rng.uniform(0, 2 * math.pi)
    over = (x + math.cos(turn) * low, y + math.sin(turn) * low)
    for i in range(9):
        place = (round(x + (over[0] - x) * i / 8), round(y + (over[1] - y) * i / 8))
        part = radius * (0.75 + 0.25 * i / 8)
        cv2.ellipse(mask, place, (round(part), round(part * flat)), 0, 0, 360, 255, -1)
    if rng.random() < 0.4:
        angle = rng.uniform(0, 2 * math.pi)
        place = (round(x + math.cos(angle) * radius), round(y + math.sin(angle) * radius))
        cv2.ellipse(mask, place, (round(radius * 0.5), round(radius * 0.4)), 0, 0, 360, 255, max(2, round(radius / 6)))
    colour = tuple([rng.uniform(0.5, 1.0)] * 3) if rng.random() < 0.5 else tuple(rng.random() for _ in range(3))
    _lay(canvas, mask, colour, rng)
    drink = np.zeros_like(mask)
    middle, share = (round(over[0]), round(over[1])), rng.uniform(0.7, 0.92)
    cv2.ellipse(drink, middle, (round(radius * share), round(radius * flat * share)), 0, 0, 360, 255, -1)
    tone = rng.choice([(0.05, 0.1, 0.2), (0.2, 0.45, 0.6), (0.1, 0.35, 0.15), (0.9, 0.9, 0.9), (0.05, 0.05, 0.05)])
    _lay(canvas, drink, tone, rng)
    return mask | drink


def _phone(canvas: Canvas, rng: Random) -> Mask:
    side = canvas.shape[0]
    mask, glass = np.zeros(canvas.shape[:2], np.uint8), np.zeros(canvas.shape[:2], np.uint8)
    wide = rng.uniform(0.12, 0.45) * side
    middle, size, turn = (rng.uniform(0, side), rng.uniform(0, side)), (wide, wide * rng.uniform(1.5, 2.2)), 360.0
    turn *= rng.random()
    for page, shrink in ((mask, 1.0), (glass, rng.uniform(0.85, 0.95))):
        box = cv2.boxPoints((middle, (size[0] * shrink, size[1] * shrink), turn))
        cv2.fillConvexPoly(page, np.round(box).astype(np.int32), 255, cv2.LINE_AA)
    _lay(canvas, mask, tuple([rng.choice([0.05, 0.1, 0.3, 0.8, 0.95])] * 3), rng, round_=False)
    if rng.random() < 0.7:
        _lay(canvas, glass, _screen(side, rng), rng, round_=False)
    return mask


def _screen(side: int, rng: Random) -> Canvas:
    """Return the content of a screen: dark, one colour, or rows of icons and lines."""
    dark = rng.random() < 0.4
    page = np.full((side, side, 3), rng.uniform(0, 0.12) if dark else rng.random(), np.float32)
    for _ in range(rng.choice([0, 10, 40])):
        x, y = rng.randint(0, side), rng.randint(0, side)
        colour = [rng.random() for _ in range(3)]
        cv2.rectangle(page, (x, y), (x + rng.randint(2, 40), y + rng.randint(2, 14)), colour, -1)
    return page


def _hair(canvas: Canvas, rng: Random) -> Mask:
    side = canvas.shape[0]
    mask = np.zeros(canvas.shape[:2], np.uint8)
    x, y = _edge_spot(side, rng)
    axes = (round(rng.uniform(0.2, 0.5) * side), round(rng.uniform(0.2, 0.5) * side))
    cv2.ellipse(mask, (round(x), round(y)), axes, rng.uniform(0, 180), 0, 360, 255, -1)
    tone = np.array(rng.choice([(0.05, 0.05, 0.06), (0.1, 0.13, 0.2), (0.2, 0.3, 0.42), (0.6, 0.6, 0.6)]), np.float32)
    strands = np.random.default_rng(rng.getrandbits(32)).normal(1, 0.5, (side, 3, 1)).astype(np.float32)
    page: Any = np.clip(cv2.resize(strands, (side, side))[..., None] * tone, 0, 1)
    if rng.random() < 0.5:
        page = page.transpose(1, 0, 2)
    return _lay(canvas, mask, np.ascontiguousarray(page), rng)


def _bag(canvas: Canvas, rng: Random) -> Mask:
    """A bag, towel or coat: a blob of cloth."""
    side = canvas.shape[0]
    mask = np.zeros(canvas.shape[:2], np.uint8)
    x, y = _edge_spot(side, rng) if rng.random() < 0.7 else (rng.uniform(0, side), rng.uniform(0, side))
    size = rng.uniform(0.15, 0.5) * side
    angles = [2 * math.pi * i / 9 for i in range(9)]
    radii = [size * rng.uniform(0.6, 1.3) for _ in angles]
    spots = [[x + r * math.cos(angle), y + r * math.sin(angle)] for angle, r in zip(angles, radii, strict=True)]
    cv2.fillPoly(mask, [np.round(spots).astype(np.int32)], 255, cv2.LINE_AA)
    return _lay(canvas, mask, cloth(side, rng), rng)
