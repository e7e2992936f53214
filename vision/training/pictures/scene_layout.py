"""Arrangement of tiles and other objects in a free scene: rows, rivers, walls, standing hands, loose heaps.

Table frame in mm: x right, y towards the viewer, z up; yaw in degrees clockwise seen from above.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import Tile
from vision.training.faces.layers import BONUS

Vector = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class SceneBox:
    """A box, mm: ``centre`` and full edge vectors; ``out`` points to the face, whose axes are ``right``, ``down``.

    ``number``: tile number or BONUS; None for other objects. ``kind``: tile, die, stick, chip, pad or hand.
    """

    centre: Vector
    right: Vector
    down: Vector
    out: Vector
    number: int | None
    kind: str = "tile"


@dataclass(frozen=True, slots=True)
class Body:
    """Size of a tile body, mm."""

    width: float
    height: float
    thick: float


def random_body(rng: Random) -> Body:
    """Return a tile size between small western and large automatic-table tiles, with their proportions."""
    width = rng.uniform(19, 24)
    return Body(width, width * rng.uniform(1.26, 1.42), width * rng.uniform(0.62, 0.85))


def fill(rng: Random, body: Body, reach: float, upright: bool) -> list[SceneBox]:
    """Return boxes within about ``reach`` mm of the origin; ``upright``: hands may stand facing the viewer."""
    recipes: list[tuple[float, Callable[[Random, Body, float, float], tuple[list[SceneBox], float]]]] = [
        (3, _row),
        (1.5, _columns),
        (1.5, _wall),
        (1.0, _loose),
        (0.7, _heap),
        (1.2, _backs_standing),
        (1.1, _clutter),
        (5.0 if upright else 1.0, _faces_standing),
    ]
    blocks: list[SceneBox] = []
    y = -reach * rng.uniform(0.2, 1.0)
    while y < reach:
        recipe = rng.choices([recipe for _, recipe in recipes], [weight for weight, _ in recipes])[0]
        made, depth = recipe(rng, body, reach, y)
        blocks += made
        y += depth + rng.choice([0.0, 0.4, 1.5, rng.uniform(2, 40)])
    yaw = rng.choice([0, 90, 180, 270]) + rng.gauss(0, 4) if rng.random() < 0.65 else rng.uniform(0, 360)
    return [turned(block, rng.gauss(0, 8) if upright else yaw) for block in blocks]


def turned(block: SceneBox, yaw: float) -> SceneBox:
    """Return the box after rotating the whole table by ``yaw`` degrees about the origin."""
    angle = math.radians(yaw)
    turn = np.array([[math.cos(angle), -math.sin(angle), 0], [math.sin(angle), math.cos(angle), 0], [0, 0, 1.0]])
    return SceneBox(
        turn @ block.centre, turn @ block.right, turn @ block.down, turn @ block.out, block.number, block.kind
    )


def lying(
    rng: Random, body: Body, place: tuple[float, float, float], yaw: float, number: int, up: bool = True
) -> SceneBox:
    """Return a tile lying at height z, rotated by ``yaw``; face down if not ``up``."""
    angle, side = math.radians(yaw + rng.gauss(0, 1.0)), 1.0 if up else -1.0
    across = np.array([math.cos(angle), math.sin(angle), 0.0]) * body.width * side
    along = np.array([-math.sin(angle), math.cos(angle), 0.0]) * body.height
    centre = np.array([place[0] + rng.gauss(0, 0.25), place[1] + rng.gauss(0, 0.25), place[2] + body.thick / 2])
    return SceneBox(centre, across, along, np.array([0, 0, body.thick * side]), number)


def standing(rng: Random, body: Body, x: float, y: float, yaw: float, number: int, lean: float) -> SceneBox:
    """Return a tile on its lower edge, facing ``yaw`` degrees off the viewer and leaning back ``lean`` degrees."""
    angle, tilt = math.radians(yaw), math.radians(lean)
    forth = np.array([-math.sin(angle), math.cos(angle), 0.0])
    up = np.array([0.0, 0.0, 1.0])
    out = forth * math.cos(tilt) + up * math.sin(tilt)
    top = up * math.cos(tilt) - forth * math.sin(tilt)
    right = np.array([math.cos(angle), math.sin(angle), 0.0])
    lift = body.height / 2 * math.cos(tilt) + body.thick / 2 * abs(math.sin(tilt))
    centre = np.array([x, y + rng.gauss(0, 0.3), lift])
    return SceneBox(centre, right * body.width, -top * body.height, out * body.thick, number)


def any_number(rng: Random) -> int:
    """Return a random tile number; red fives, flowers and similar-looking faces are more frequent than in a set."""
    pick = rng.random()
    if pick < 0.11:
        return int(rng.choice([Tile.M5_RED, Tile.P5_RED, Tile.S5_RED]))
    if pick < 0.14:
        return BONUS
    if pick < 0.22:
        return int(rng.choice([Tile.M5, Tile.P5, Tile.S5, Tile.S1, Tile.WHITE, Tile.M6, Tile.M9, Tile.M8, Tile.WEST]))
    return rng.randrange(34)


def _row(rng: Random, body: Body, reach: float, y: float) -> tuple[list[SceneBox], float]:
    gap = rng.choice([0.0, 0.0, 0.15, 0.4, rng.uniform(1, 15)])
    flips, downs = rng.choice([0, 0, 0.5]), rng.choice([0, 0, 0.15, 1.0])
    aside = rng.choice([0.0, 0.12, 0.4])
    x = -reach * rng.uniform(0.1, 1.1)
    end = x + rng.uniform(body.width * 1.5, 2 * reach)
    blocks: list[SceneBox] = []
    while x < end:
        turn = 90.0 * rng.choice([1, 3]) if rng.random() < aside else 180.0 * (rng.random() < flips)
        wide = body.height if turn in (90, 270) else body.width
        low = (body.height - body.width) / 2 if turn in (90, 270) else 0.0
        number = any_number(rng)
        place = (x + wide / 2, y + body.height / 2 + low, 0.0)
        blocks.append(lying(rng, body, place, turn, number, rng.random() >= downs))
        if turn in (90, 270) and rng.random() < 0.25:
            place = (place[0], place[1] - body.width, rng.choice([0.0, 0.0, body.thick]))
            blocks.append(lying(rng, body, place, turn, number))
        x += wide + gap + (rng.uniform(3, 30) if rng.random() < 0.08 else 0)
    return blocks, body.height


def _columns(rng: Random, body: Body, reach: float, y: float) -> tuple[list[SceneBox], float]:
    turn = rng.choice([90.0, 270.0])
    blocks: list[SceneBox] = []
    x = -reach * rng.uniform(0, 1)
    count = rng.randint(1, 8)
    while x < reach:
        for i in range(count):
            place = (x + body.height / 2, y + body.width * (i + 0.5), 0.0)
            blocks.append(lying(rng, body, place, turn, any_number(rng), rng.random() > 0.1))
        x += body.height + rng.choice([0, 1, 1, rng.uniform(5, 60)])
    return blocks, body.width * count


def _wall(rng: Random, body: Body, reach: float, y: float) -> tuple[list[SceneBox], float]:
    blocks: list[SceneBox] = []
    x = -reach * rng.uniform(0.2, 1.1)
    tiers = rng.choice([2, 2, 2, 1])
    shown = rng.choice([0.0, 0.05, 0.2])
    while x < reach:
        for tier in range(tiers - (rng.random() < 0.06)):
            place = (x + body.width / 2, y + body.height / 2, tier * body.thick)
            up = tier == tiers - 1 and rng.random() < shown
            blocks.append(lying(rng, body, place, 180.0 * rng.randint(0, 1), any_number(rng), up))
        x += body.width
        if rng.random() < 0.04:
            x += rng.uniform(5, 80)
    return blocks, body.height


def _loose(rng: Random, body: Body, reach: float, y: float) -> tuple[list[SceneBox], float]:
    depth = body.height * rng.uniform(1.2, 4)
    spots: list[tuple[float, float]] = []
    for _ in range(40):
        x, at = rng.uniform(-reach, reach), y + rng.uniform(0, depth)
        if all(math.hypot(x - u, at - v) > body.height * 1.22 for u, v in spots):
            spots.append((x, at))
    downs = rng.choice([0.0, 0.3])
    return [
        lying(rng, body, (u, v, 0.0), rng.uniform(0, 360), any_number(rng), rng.random() >= downs) for u, v in spots
    ], depth


def _heap(rng: Random, body: Body, reach: float, y: float) -> tuple[list[SceneBox], float]:
    """Return tiles mixed on the table, close to each other, some on others."""
    depth = body.height * rng.uniform(2, 5)
    spots: list[tuple[float, float, float]] = []
    for _ in range(90):
        x, along, high = rng.uniform(-reach, reach), y + rng.uniform(0, depth), rng.choice([0.0] * 6 + [body.thick])
        if all(math.hypot(x - u, along - v) > body.height * 0.98 for u, v, w in spots if w == high):
            spots.append((x, along, high))
    downs = rng.choice([0.3, 1.0, 1.0])
    return [
        lying(rng, body, spot, rng.uniform(0, 360), any_number(rng), rng.random() >= downs) for spot in spots
    ], depth


def _faces_standing(rng: Random, body: Body, reach: float, y: float) -> tuple[list[SceneBox], float]:
    lean, base = max(0.0, rng.uniform(-8, 30)), rng.gauss(0, 20)
    gap = rng.choice([0.0, 0.0, rng.uniform(2, 25)])
    loose = rng.random() < 0.4
    x = -reach * rng.uniform(0.2, 1.0)
    slope = math.tan(math.radians(base))
    blocks: list[SceneBox] = []
    y += body.thick
    while x < reach:
        yaw = rng.gauss(0, 22) if loose else base + rng.gauss(0, 1)
        at = y + rng.uniform(0, 50) if loose else y + slope * x
        blocks.append(standing(rng, body, x, at, yaw, any_number(rng), lean))
        x += (body.width / math.cos(math.radians(base)) + gap) * (rng.uniform(1.2, 1.8) if loose else 1.0)
        if not loose and rng.random() < 0.05:
            break
    return blocks, body.height * rng.uniform(0.8, 2.2)


def _backs_standing(rng: Random, body: Body, reach: float, y: float) -> tuple[list[SceneBox], float]:
    x = -reach * rng.uniform(0, 1)
    lean = rng.choice([0.0, rng.uniform(-10, 10)])
    blocks: list[SceneBox] = []
    while x < reach:
        blocks.append(standing(rng, body, x, y + body.thick, 180.0 + rng.gauss(0, 1), any_number(rng), lean))
        x += body.width
    return blocks, body.thick * 2


def _clutter(rng: Random, body: Body, reach: float, y: float) -> tuple[list[SceneBox], float]:
    if rng.random() < 0.4:
        return [], body.height * rng.uniform(0.3, 2.0)
    sizes = {
        "die": (14.0, 14.0, 14.0),
        "stick": (90.0, 8.0, 3.0),
        "chip": (35.0, 35.0, 3.0),
        "pad": (rng.uniform(50, 140), rng.uniform(50, 140), 4.0),
        "hand": (rng.uniform(25, 90), rng.uniform(25, 160), 12.0),
    }
    blocks: list[SceneBox] = []
    x = -reach
    deepest = 10.0
    while x < reach:
        kind = rng.choices(list(sizes), [4, 2, 1.5, 0.6, 0.6])[0]
        wide, deep, high = sizes[kind]
        angle = rng.uniform(0, 2 * math.pi) if kind in ("die", "hand", "stick") else 0.0
        across = np.array([math.cos(angle), math.sin(angle), 0]) * wide
        along = np.array([-math.sin(angle), math.cos(angle), 0]) * deep
        span = abs(across[0]) + abs(along[0])
        deepest = max(deepest, abs(across[1]) + abs(along[1]))
        half = (abs(across[1]) + abs(along[1])) / 2
        centre = np.array([x + span / 2, y + half, high / 2])
        blocks.append(SceneBox(centre, across, along, np.array([0, 0, high]), None, kind))
        x += span + rng.choice([1.0, rng.uniform(5, 60)])
    return blocks, deepest
