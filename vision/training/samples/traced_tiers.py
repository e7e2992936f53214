"""Crops of lying tiles of path-traced tables: the scene that was traced tells where each lies and on what."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np

from controller.riichi.tile import Tile
from hardware.profiles.load import load_profile
from hardware.profiles.schema import TableProfile
from vision.camera.model import Camera, rotation_vector
from vision.capture.frame import decode
from vision.render.painter import Painter
from vision.render.scene import Pose, PosedScene, PosedTile
from vision.render.traced.solids import Solid, cover_of
from vision.training.pictures.painted_truth import owners, truths
from vision.training.samples.tier_samples import TierSamples, crops_of, joined

_ANY: Final = Tile.M1
"""The face of every tile: which it is does not tell what it lies on."""
_UPRIGHT: Final = 0.9
"""Least part of an axis that points up or down for it to do so; tiles lie or stand."""
_HIDDEN: Final = -2
"""Owner of a pixel that shows no tile."""


def traced_tier_samples(folder: Path) -> TierSamples:
    """Crops of the traced pictures (``evaluate.traced_tables``) in a folder beside whose scenes they lie."""
    profile = load_profile()
    files = [file for file in sorted(folder.glob("*.json")) if file.with_suffix(".jpg").is_file()]
    return joined([_of_scene(file, profile, np.random.default_rng(number)) for number, file in enumerate(files)])


def _of_scene(file: Path, profile: TableProfile, rng: np.random.Generator) -> TierSamples:
    told = json.loads(file.read_text(encoding="utf-8"))
    camera, picture = _camera(told["camera"]), file.with_suffix(".jpg")
    size = profile.tile
    edges = [size.width_mm, size.height_mm, size.thickness_mm]
    laid = [box for box in told["boxes"] if told["forms"][box["form"]]["edges"] == edges]
    scene = PosedScene(tuple(_posed(box["centre"], np.array(box["axes"]), profile) for box in laid))
    painter = Painter(profile, camera)
    painter.still(scene)
    owned = owners(painter, scene, (camera.size[1], camera.size[0]))
    cover = cover_of([Solid(**each) for each in told["solids"]], camera, np.zeros(2, int), camera.size)
    owned[cover > 0] = _HIDDEN
    seen = truths(scene, profile, camera, owned)
    return crops_of(decode(picture.read_bytes(), picture.name), seen, camera, profile, rng)


def _posed(centre: Sequence[float], axes: np.ndarray[Any, Any], profile: TableProfile) -> PosedTile:
    """The tile that a box with these axes (rows right, down, out of its face) is."""
    right, down, out = axes
    high = profile.tile.height_mm if abs(float(down[2])) > _UPRIGHT else profile.tile.thickness_mm
    pose = Pose.STANDING if high == profile.tile.height_mm else Pose.FACE_UP if out[2] > 0 else Pose.FACE_DOWN
    right = -right if pose is Pose.FACE_DOWN else right
    angle = float(np.degrees(np.arctan2(right[1], right[0])))
    return PosedTile(_ANY, centre[0], centre[1], centre[2] - high / 2, angle, pose)


def _camera(told: Mapping[str, Any]) -> Camera:
    matrix, (x, y, z) = np.array(told["rotation"]), told["position"]
    wide, tall = told["size"]
    shift = -matrix @ np.array([x, y, -z])
    across, along, ahead = (float(part) for part in shift)
    middle = ((wide - 1) / 2, (tall - 1) / 2)
    return Camera((wide, tall), told["focal"], middle, rotation_vector(matrix), (across, along, ahead))
