"""Forms of foreign objects, drawn from their seeds: arms of any skin in any sleeve, cups, phones, heads."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import numpy as np

from vision.arrays import Floats
from vision.camera.model import Camera
from vision.render.appearance import Colour, VenueLook
from vision.render.foreign.parts import Cover, ForeignPart, painted
from vision.render.scene import ForeignKind, ForeignThing

Rng = np.random.Generator

_SKIN: Final[tuple[Colour, ...]] = (
    (186, 205, 238),
    (164, 190, 232),
    (135, 168, 220),
    (120, 150, 205),
    (96, 128, 182),
    (70, 98, 150),
    (52, 74, 118),
    (40, 55, 88),
)
"""Skin (BGR) in lamplight from the lightest to the darkest; chosen by eye."""
_CLOTH: Final[tuple[Colour, ...]] = (
    (235, 236, 238),
    (30, 30, 32),
    (70, 66, 64),
    (150, 148, 146),
    (120, 70, 40),
    (90, 40, 30),
    (40, 40, 150),
    (60, 110, 60),
    (170, 200, 220),
    (110, 90, 160),
)
"""Sleeves (BGR): shirts, suits, knitwear; chosen."""
_DARK: Final = 0.4
"""Share of light that an object's shadow removes; chosen: as in the painter's looks."""


def cover(thing: ForeignThing, camera: Camera, look: VenueLook, slant: tuple[float, float]) -> Cover | None:
    """Return the part of the picture that an object covers; ``slant``: direction of shadows under the look's lamps."""
    parts = _FORMS[thing.kind](thing, np.random.default_rng(thing.seed))
    tinted = [_lit(part, look) for part in parts]
    seen = painted(tinted, camera, slant, _DARK, thing.seed + 1)
    if seen is None or thing.kind is not ForeignKind.SHADE:
        return seen
    # The shadow of an object outside the picture: no paint, only less light.
    return Cover(seen.x, seen.y, seen.paint, np.zeros_like(seen.opaque), seen.light)


def _lit(part: ForeignPart, look: VenueLook) -> ForeignPart:
    blue, green, red = (float(min(255.0, c * w)) for c, w in zip(part.colour, look.white_balance, strict=True))
    return ForeignPart(
        part.points, part.radii, (blue, green, red), part.round, part.weave, part.grain_mm, part.stripe_mm, part.soft
    )


def _jittered(colour: Colour, rng: Rng, by: float) -> Colour:
    level = float(rng.uniform(0.85, 1.1))
    blue, green, red = (float(np.clip(c * level + rng.uniform(-by, by), 0, 255)) for c in colour)
    return blue, green, red


def _axes(angle: float) -> tuple[Floats, Floats]:
    """Return the unit vectors ahead and right of a direction, on the table."""
    turn = np.radians(angle)
    return np.array([np.sin(turn), -np.cos(turn), 0.0]), np.array([np.cos(turn), np.sin(turn), 0.0])


def _limb(thing: ForeignThing, rng: Rng) -> list[ForeignPart]:
    """Return an arm from the shoulder, out of view behind the rail, to the fingertips."""
    ahead, right = _axes(thing.angle)
    size, side = float(rng.uniform(0.85, 1.12)), float(rng.choice([-1.0, 1.0]))
    skin = _jittered(_SKIN[int(rng.integers(len(_SKIN)))], rng, 6)
    low, high = float(rng.uniform(14, 40)), float(rng.uniform(60, 160))
    tip = np.array([thing.x, thing.y, low])
    reach = float(rng.uniform(60, 95)) * size  # Of the fingers, straight or bent.
    knuckles = tip - ahead * reach + np.array([0, 0, 14.0])
    wrist = knuckles - ahead * 90 * size + right * side * rng.uniform(-8, 14) + np.array([0, 0, 14.0])
    bend = float(np.radians(rng.uniform(-24, 24)))
    back = -(np.cos(bend) * ahead + np.sin(bend) * right)
    elbow = wrist + back * 250 * size + np.array([0, 0, high])
    shoulder = elbow + back * 420 + right * side * 90 + np.array([0, 0, 120.0])
    bare = float(rng.choice([0.0, 0.25, 0.6, 1.0], p=[0.35, 0.25, 0.15, 0.25]))
    hem = wrist + (elbow - wrist) * bare
    parts = [ForeignPart(np.array([elbow, wrist]), np.array([46.0, 29.0]) * size, skin, 0.38, 0.02)]
    if bare < 1.0:
        cloth = _jittered(_CLOTH[int(rng.integers(len(_CLOTH)))], rng, 16)
        stripe = float(rng.uniform(4, 12)) if rng.random() < 0.2 else 0.0
        wide = float(rng.uniform(40, 54)) * size
        form = (0.32, 0.07, float(rng.uniform(6, 22)), stripe)
        parts.append(ForeignPart(np.array([shoulder, elbow]), np.array([72.0, 62.0]) * size, cloth, *form))
        parts.append(ForeignPart(np.array([elbow, hem]), np.array([60.0 * size, wide]), cloth, *form))
    else:
        parts.insert(0, ForeignPart(np.array([shoulder, elbow]), np.array([58.0, 48.0]) * size, skin, 0.38, 0.02))
    palm = np.array([wrist, knuckles - right * 22 * size, knuckles + right * 22 * size])
    parts.append(ForeignPart(palm, np.array([27.0, 21.0, 21.0]) * size, skin, 0.3, 0.02))
    spread = float(rng.uniform(0.4, 1.3))
    for finger in range(4):
        across = (finger - 1.5) * 20 * size
        root = knuckles + right * across
        long = reach * (0.82, 1.0, 0.96, 0.74)[finger if side > 0 else 3 - finger] * float(rng.uniform(0.75, 1.0))
        end = root + ahead * long + right * across * (spread - 0.6) * 0.6 - np.array([0, 0, 12.0])
        parts.append(ForeignPart(np.array([root, end]), np.array([10.5, 8.0]) * size, skin, 0.34, 0.02))
        if rng.random() < 0.7:
            nail = tuple(min(255.0, c * 1.1 + 8) for c in skin)
            back_of = np.array([end + np.array([0, 0, 4.0]) - ahead * 2, end + np.array([0, 0, 4.0]) + ahead * 4])
            parts.append(ForeignPart(back_of, np.array([4.5, 4.0]) * size, (nail[0], nail[1], nail[2]), 0.15, 0.0))
    root = (wrist + knuckles) / 2 - right * side * 26 * size
    end = root + ahead * 52 * size - right * side * float(rng.uniform(-6, 26)) - np.array([0, 0, 10.0])
    parts.append(ForeignPart(np.array([root, end]), np.array([14.0, 9.5]) * size, skin, 0.34, 0.02))
    return parts


def _cup(thing: ForeignThing, rng: Rng) -> list[ForeignPart]:
    colour = _jittered(_CLOTH[int(rng.integers(len(_CLOTH)))], rng, 30)
    wide, high = float(rng.uniform(30, 46)), float(rng.uniform(60, 120))
    foot, rim = np.array([thing.x, thing.y, 4.0]), np.array([thing.x, thing.y, high])
    drink = ((40, 60, 110), (25, 35, 60), (60, 130, 150), (200, 205, 205), (90, 120, 60))[int(rng.integers(5))]
    parts = [
        ForeignPart(np.array([foot, rim]), np.array([wide * rng.uniform(0.7, 1.0), wide]), colour, 0.35, 0.01),
        ForeignPart(rim[None], np.array([wide * 0.9]), _jittered(drink, rng, 12), 0.1, 0.02),
    ]
    if rng.random() < 0.4:
        ahead, _ = _axes(thing.angle)
        grip = np.array([foot + ahead * wide + [0, 0, high * 0.7], foot + ahead * (wide + 16) + [0, 0, high * 0.6]])
        parts.insert(0, ForeignPart(grip, np.array([7.0, 7.0]), colour, 0.3, 0.0))
    return parts


def _phone(thing: ForeignThing, rng: Rng) -> list[ForeignPart]:
    ahead, right = _axes(thing.angle)
    tall, wide = float(rng.uniform(68, 80)), float(rng.uniform(32, 38))
    middle = np.array([thing.x, thing.y, float(rng.uniform(6, 12))])

    def plate(long: float, broad: float, up: float, colour: Colour) -> ForeignPart:
        signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
        corners = middle + signs[:, :1] * ahead * (long - 5) + signs[:, 1:] * right * (broad - 5) + [0, 0, up]
        return ForeignPart(corners, np.full(4, 5.0), colour, 0.06, 0.01)

    case = _jittered(_CLOTH[int(rng.integers(len(_CLOTH)))], rng, 30)
    parts = [plate(tall, wide, 0.0, case)]
    if rng.random() < 0.75:  # Face up: glass, dark or lit.
        glass = (24.0, 22.0, 22.0) if rng.random() < 0.5 else _jittered((220, 220, 220), rng, 35)
        parts.append(plate(tall - 3, wide - 2, 1.0, glass))
    return parts


def _head(thing: ForeignThing, rng: Rng) -> list[ForeignPart]:
    """Return hair and shoulders of a person bending over the rail, nearer to the lens and out of focus."""
    ahead, right = _axes(thing.angle)
    crown = np.array([thing.x, thing.y, float(rng.uniform(150, 330))])
    hair = _jittered(((24, 22, 22), (30, 36, 50), (50, 70, 100), (150, 150, 150))[int(rng.integers(4))], rng, 8)
    cloth = _jittered(_CLOTH[int(rng.integers(len(_CLOTH)))], rng, 16)
    broad = crown - ahead * 190 - np.array([0, 0, 110.0])
    trunk = np.array([broad - right * 130, broad + right * 130, broad - ahead * 120])
    return [
        ForeignPart(trunk, np.array([75.0, 75.0, 100.0]), cloth, 0.3, 0.06, 18.0, soft=3.0),
        ForeignPart(np.array([crown - ahead * 45, crown]), np.array([82.0, 70.0]), hair, 0.45, 0.07, 3.0, soft=2.5),
    ]


def _shade(thing: ForeignThing, rng: Rng) -> list[ForeignPart]:
    ahead, _ = _axes(thing.angle)
    end = np.array([thing.x, thing.y, 1.0])
    wide = float(rng.uniform(40, 140))
    return [ForeignPart(np.array([end, end - ahead * 700]), np.array([wide, wide * 1.4]), (0, 0, 0))]


_FORMS: Final[Mapping[ForeignKind, Callable[[ForeignThing, Rng], list[ForeignPart]]]] = MappingProxyType(
    {
        ForeignKind.ARM: _limb,
        ForeignKind.CUP: _cup,
        ForeignKind.PHONE: _phone,
        ForeignKind.HEAD: _head,
        ForeignKind.SHADE: _shade,
    }
)
