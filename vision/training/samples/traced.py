"""Training samples from path-traced pictures; their scene files give pose and support of each tile.

They come from another renderer than the painter, and their faces have no names.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import Tile
from hardware.profiles.load import load_profile
from hardware.profiles.schema import TableProfile
from vision.arrays import Image
from vision.camera.model import Camera, rotation_vector
from vision.capture.frame import decode
from vision.render.painter import Painter
from vision.render.scene import Pose, PosedScene, PosedTile
from vision.render.traced.solids import Solid, cover_of
from vision.tiles.finder import BARE, TILE
from vision.training.pictures.painted_truth import FaceTruth, owners, truths
from vision.training.pictures.window import UNKNOWN, UNNAMED, TrainingWindow, cut_windows
from vision.training.samples.tier_samples import TierSamples, crops_of, joined

_ANY: Final = Tile.M1
"""Face assigned to every tile, because a scene file does not name it."""
_UPRIGHT: Final = 0.9
"""Smallest vertical component of an axis that counts as pointing up or down; tiles lie or stand."""
_PIECE_MM: Final = 110.0
"""Longest edge of sticks, plates and dice, mm; chosen: parts of the table itself are longer."""
_OF_EACH: Final = 25
"""Windows cut per opened picture; chosen: opening one costs as much as cutting this many."""
HIDDEN: Final = -2
"""Owner of a pixel covered by a solid or by a game piece that is no tile (see ``owners``)."""


@dataclass(frozen=True, eq=False, slots=True)
class TracedTruth:
    """A traced picture, its camera, the owners of its pixels int32 [h,w], and its visible surfaces, unnamed."""

    picture: Image
    camera: Camera
    owned: NDArray[np.int32]
    seen: list[FaceTruth]


def traced_files(folder: Path) -> list[Path]:
    """Return the scene files of a folder (``evaluate.traced_tables``) that have a picture, in order."""
    return [file for file in sorted(folder.glob("*.json")) if file.with_suffix(".jpg").is_file()]


def traced_truth(file: Path, profile: TableProfile) -> TracedTruth:
    """Return the ground truth of a scene's picture."""
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
    owned[cover > 0] = HIDDEN
    for box in told["boxes"]:
        mine = told["forms"][box["form"]]["edges"]
        if mine != edges and max(mine) < _PIECE_MM:
            covered = np.zeros(owned.shape, np.uint8)
            cv2.fillConvexPoly(covered, _outline(box, mine, camera), 1)
            owned[(covered > 0) & (owned < 0)] = HIDDEN
    return TracedTruth(decode(picture.read_bytes(), picture.name), camera, owned, truths(scene, profile, camera, owned))


def _outline(box: Mapping[str, Any], edges: Sequence[float], camera: Camera) -> NDArray[np.int32]:
    """Return the convex outline of a box in the picture, px."""
    halves = np.array([[x, y, z] for x in (-0.5, 0.5) for y in (-0.5, 0.5) for z in (-0.5, 0.5)]) * edges
    corners = camera.project(halves @ np.array(box["axes"]) + box["centre"])
    return np.asarray(cv2.convexHull(np.round(corners).astype(np.int32)))


def _posed(centre: Sequence[float], axes: np.ndarray[Any, Any], profile: TableProfile) -> PosedTile:
    """Return the tile whose box has these axes (rows: right, down, out of its face)."""
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


def traced_windows(files: Sequence[Path], seed: int, count: int) -> Iterator[TrainingWindow]:
    """Yield random windows of traced pictures; faces are unnamed, and covered pixels have unknown matter."""
    rng, profile = Random(seed), load_profile()
    for first in range(0, count, _OF_EACH):
        shown = traced_truth(rng.choice(files), profile)
        matter = np.where(shown.owned >= 0, TILE, BARE).astype(np.uint8)
        matter[shown.owned == HIDDEN] = UNKNOWN
        labels = [each.label for each in shown.seen]
        labels = [replace(label, number=UNNAMED) if label.number >= 0 else label for label in labels]
        yield from cut_windows(
            shown.picture, labels, matter, min(_OF_EACH, count - first), rng, steep=rng.random() < 0.5
        )


def traced_tier_samples(folder: Path) -> TierSamples:
    """Return crops of the traced pictures (``evaluate.traced_tables``) in a folder with scene files."""
    profile = load_profile()
    each = enumerate(traced_files(folder))
    return joined([_of_scene(file, profile, np.random.default_rng(number)) for number, file in each])


def _of_scene(file: Path, profile: TableProfile, rng: np.random.Generator) -> TierSamples:
    shown = traced_truth(file, profile)
    return crops_of(shown.picture, shown.seen, shown.camera, profile, rng)
