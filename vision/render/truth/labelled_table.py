"""A random painted table with its labels, in one call: any look, any laying, any view, foreign things over it."""

from dataclasses import dataclass, replace

import numpy as np

from hardware.profiles.layout import Layout
from hardware.profiles.schema import TableProfile
from vision.camera.model import Camera
from vision.render.appearance import VenueLook
from vision.render.arrangement import random_arrangement
from vision.render.faces.artwork import Picture
from vision.render.foreign.random_things import random_foreign
from vision.render.laying.habits import CAREFUL, Laying
from vision.render.painter import Painter
from vision.render.truth.labels import PictureTruth, picture_truth

Rng = np.random.Generator


@dataclass(frozen=True, eq=False, slots=True)
class LabelledTable:
    """A picture BGR [h,w,3], what it shows, and the camera that took it."""

    picture: Picture
    truth: PictureTruth
    camera: Camera


def labelled_table(
    profile: TableProfile, camera: Camera, look: VenueLook, rng: Rng, laying: Laying = CAREFUL, arms: float = 0.0
) -> LabelledTable:
    """A table somewhere in a round; ``arms``: chance 0-1 that arms and other things are over it.

    The picture has the blur and noise of the look and no other faults of a camera: ``video`` adds those.
    """
    layout = Layout(profile)
    scene = random_arrangement(rng).scene(layout, rng, laying)
    scene = replace(scene, foreign=random_foreign(layout, rng, arms))
    painter = Painter(profile, camera, look)
    return LabelledTable(painter.paint(scene, rng), picture_truth(painter, scene), camera)


def random_view(rng: Rng, size: tuple[int, int], least_tilt: float = 0.0, most_tilt: float = 6.0) -> Camera:
    """A camera as a person hangs it over a table or holds a phone beside it: 1.3-1.9 m up, or as far off when tilted.

    Straight above, the table fills the picture; tilted, some of it may lie outside and its far side is small.
    """
    tilt, side = float(rng.uniform(least_tilt, most_tilt)), float(rng.uniform(0.0, 360.0))
    distance = float(rng.uniform(1300.0, 1900.0)) / np.cos(np.radians(min(tilt, 6.0)))
    focal = min(size) / float(rng.uniform(770.0, 860.0)) * distance
    aim = np.zeros(2)
    if tilt > 10.0:
        # Whoever films from a corner of the room aims roughly, and zooms until the table fills the picture.
        aim = rng.normal(0.0, 40.0, 2)
        focal *= float(rng.uniform(0.85, 1.15))
    roll = float(rng.normal(0.0, 1.5)) - (side if tilt <= 10.0 else 0.0)
    return Camera.orbiting(
        size,
        focal=focal,
        target=(float(aim[0]), float(aim[1]), 0.0),
        distance_mm=distance,
        tilt=tilt,
        pan=side,
        roll=roll,
    )
