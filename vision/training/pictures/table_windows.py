"""Labelled windows of rendered tables, seen from above like the demonstration's camera, or from the side."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Final

import numpy as np

from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.camera.model import Camera
from vision.render.appearance import PARLOUR, Colour, FaceStyle, Lamp, VenueLook
from vision.render.arrangement import loose_arrangement, random_arrangement
from vision.render.faces.artwork import SETS
from vision.render.foreign.random_things import random_foreign
from vision.render.laying.habits import CAREFUL, EXACT, PHOTO
from vision.render.painter import Painter
from vision.render.picture.faults import glaring, random_faults
from vision.tiles.finder import FOREIGN
from vision.training.pictures.painted_truth import matter_of, owners, truths
from vision.training.pictures.window import TrainingWindow, cut_windows

_BACKS: Final = (
    (30, 150, 235),
    (150, 110, 20),
    (40, 170, 240),
    (160, 60, 20),
    (60, 120, 30),
    (30, 60, 190),
    (200, 200, 200),
)
"""Colours (BGR) of backs before random variation; chosen."""
_FELTS: Final = ((92, 96, 30), (60, 96, 28), (110, 70, 30), (40, 30, 90), (60, 60, 60), (130, 110, 70))
"""Colours (BGR) of felts before random variation; chosen."""
_LOOSE: Final = 0.3
"""Share of tables with loose tiles, as between rounds; chosen."""
_FOREIGN: Final = 0.6
"""Share of tables with arms and other objects over them; chosen."""
_FAULTY: Final = 0.4
"""Share of tables with camera faults, and of those with glaring lamps; chosen."""
_STEEP: Final = 0.4
"""Share of tables seen from the side; chosen: photographs are taken that way."""
_COVERED: Final = 128
"""Coverage of a pixel (of 255) from which a foreign object owns it; half."""


def table_windows(seed: int, windows: int) -> Iterator[TrainingWindow]:
    """Yield windows of one rendered table with the faces in each."""
    rng, noise = Random(seed), np.random.default_rng(seed)
    profile = load_profile()
    steep = rng.random() < _STEEP
    camera = steep_camera(rng) if steep else table_camera(rng)
    look, layout = table_look(rng), Layout(profile)
    if rng.random() < _FAULTY:
        look = glaring(look, noise)
    arranged = loose_arrangement(noise) if rng.random() < _LOOSE else random_arrangement(noise)
    scene = arranged.scene(layout, noise, rng.choice((EXACT, CAREFUL, CAREFUL, PHOTO)))
    scene = replace(scene, foreign=random_foreign(layout, noise, _FOREIGN))
    painter = Painter(profile, camera, look)
    picture = painter.paint(scene, noise)
    owned = owners(painter, scene, (camera.size[1], camera.size[0]))
    matter = matter_of(owned)
    covered = painter.foreign_cover(scene)
    if covered is not None:
        owned[covered >= _COVERED], matter[covered >= _COVERED] = -1, FOREIGN
    if rng.random() < _FAULTY:
        picture = random_faults(noise).seen(picture)
    labels = [truth.label for truth in truths(scene, profile, camera, owned)]
    yield from cut_windows(picture, labels, matter, windows, rng, steep=steep)


def table_camera(rng: Random) -> Camera:
    """Return a camera over a table; half of them are tilted by more than 12 degrees."""
    if rng.random() < 0.5:
        return Camera.orbiting(
            (1440, 1080),
            focal=rng.uniform(1100, 1900),
            target=(rng.uniform(-80, 80), rng.uniform(-80, 80), 0.0),
            distance_mm=rng.uniform(1100, 1700),
            tilt=rng.uniform(12, 57),
            pan=rng.uniform(0, 360),
            roll=rng.gauss(0, 4),
        )
    return Camera.looking_down(
        height_mm=rng.uniform(1000, 2200),
        tilt=rng.choice([0.0, rng.uniform(0, 12)]),
        pan=rng.choice([0.0, rng.uniform(0, 360)]),
        offset=(rng.uniform(-25, 25), rng.uniform(-25, 25)),
        field=rng.uniform(740, 860),
    )


def steep_camera(rng: Random) -> Camera:
    """Return a camera beside a table, as held by a person; part of the table is out of view."""
    return Camera.orbiting(
        (1440, 1080),
        focal=rng.uniform(900, 1700),
        target=(rng.uniform(-240, 240), rng.uniform(-240, 240), rng.uniform(0, 30)),
        distance_mm=rng.uniform(420, 1300),
        tilt=rng.uniform(52, 80),
        pan=rng.uniform(0, 360),
        roll=rng.gauss(0, 5),
    )


def table_look(rng: Random) -> VenueLook:
    """Return a random venue from the ranges used for training."""
    if rng.random() < 0.3:
        return PARLOUR
    ink = (rng.uniform(20, 90), rng.uniform(20, 60), rng.uniform(10, 50))
    colours = rng.choice([(ink, ink), ((rng.uniform(40, 90), rng.uniform(80, 130), 30.0), (150.0, 70.0, 30.0))])
    faces = FaceStyle(
        drawings=rng.choice(SETS),
        ink=ink,
        red=(rng.uniform(20, 60), rng.uniform(15, 50), rng.uniform(110, 210)),
        second=colours[0],
        third=colours[1],
        weight=rng.uniform(-0.6, 0.8),
        framed_white=rng.random() < 0.25,
    )
    body = rng.uniform(0.85, 1.02)
    lamps = tuple(
        Lamp((rng.uniform(-0.8, 0.8), rng.uniform(-0.8, 0.8), 1.0), rng.uniform(0.1, 0.4))
        for _ in range(rng.randint(1, 3))
    )
    return replace(
        PARLOUR,
        felt=_shade(rng, rng.choice(_FELTS)),
        back=_shade(rng, rng.choice(_BACKS)),
        body=(238 * body * rng.uniform(0.88, 1), 244 * body, 246 * body),
        lines=rng.random() < 0.4,
        faces=faces,
        lamps=lamps,
        ambient=rng.uniform(0.4, 0.65),
        gradient=rng.uniform(0, 0.35),
        gloss=rng.uniform(0, 0.3),
        shadow=rng.uniform(0.1, 0.6),
        white_balance=(rng.uniform(0.85, 1.1), 1.0, rng.uniform(0.9, 1.12)),
        blur=rng.uniform(0.3, 1.2),
        noise=rng.uniform(0.5, 6),
        jpeg=rng.randint(55, 95),
        seed=rng.randint(0, 10**6),
    )


def _shade(rng: Random, colour: Colour) -> Colour:
    blue, green, red = (min(255.0, value * rng.uniform(0.75, 1.25)) for value in colour)
    return blue, green, red
