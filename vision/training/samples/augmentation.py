"""Augmentation: position, lighting, occlusion and degradation of crops; mirroring and rotation of pictures."""

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import RED_FIVES, Tile
from vision.arrays import Image
from vision.tiles.classifier import BACK, NO_TOP
from vision.tiles.crop import CROP, FACE
from vision.training.samples.face_samples import FaceSamples

Vector = NDArray[np.floating[Any]]
Frame = tuple[Vector, Vector, Vector]
"""Centre of a face and its edge vectors to the right and down, pixels."""
_FIVES: Final = frozenset(RED_FIVES) | {tile.plain for tile in RED_FIVES}
"""Plain and red fives: only colour distinguishes them, so their colour is not changed."""
_SIDED: Final = 0.2
"""Share of crops that include part of a tile's side or surroundings: a twentieth of the faces of leomiura, a tenth of
those on clubs' tables."""
_LOOSE: Final = 0.25
"""Share of frames that are far off, including rotations up to a tenth of a turn; chosen: most faces misnamed on photos
from close to the table were askew in their frames."""
_RIM: Final = (CROP - FACE) // 2
"""Width in pixels of the rim around the face in a crop."""
_BLACK: Final = 0.05
"""Share of crops converted to a black set; chosen as for the sets of free scenes."""


def jitter(frame: Frame, rng: np.random.Generator) -> Frame:
    """Return the frame as a finder would give it: slightly off in pose, size and shear, or including a side."""
    centre, right, down = frame
    if rng.random() < _SIDED:
        more = np.float32(rng.uniform(0.05, 0.4))
        edge, side = (right if rng.random() < 0.35 else down), np.float32(rng.choice([-1, 1]))
        centre = centre + edge * side * more / 2
        right, down = (right * (1 + more), down) if edge is right else (right, down * (1 + more))
    loose = 1.7 if rng.random() < _LOOSE else 1.0
    centre = centre + right * rng.normal(0, 0.045 * loose) + down * rng.normal(0, 0.045 * loose)
    turn = rng.normal(0, 0.08) if loose > 1 else 0.0
    right, down = (
        right * rng.normal(1.02, 0.08 * loose) + down * (rng.normal(0, 0.055) + turn),
        down * rng.normal(1.02, 0.09 * loose) + right * (rng.normal(0, 0.055) - turn),
    )
    return centre.astype(np.float32), right.astype(np.float32), down.astype(np.float32)


def stray_frame(frame: Frame, source: FaceSamples, one: int, rng: np.random.Generator) -> Frame:
    """Return a frame without exactly one whole face: between faces, a part of one, several, or elsewhere."""
    centre, right, down = frame
    pick = rng.random()
    if pick < 0.25 and source.kind[one] not in NO_TOP:
        # One end of a face, such as the two upper dots of a four.
        share = np.float32(rng.uniform(0.35, 0.68))
        away = np.float32(rng.choice([-1, 1])) * (1 - share) / 2
        if rng.random() < 0.75:
            frame = centre + down * away, right, down * share
        else:
            frame = centre + right * away, right * share, down
    elif pick < 0.35:
        # A face together with half or all of its neighbour.
        share = np.float32(rng.uniform(1.5, 2.1))
        away = np.float32(rng.choice([-1, 1])) * (share - 1) / 2
        if rng.random() < 0.7:
            frame = centre + right * away, right * share, down
        else:
            frame = centre + down * away, right, down * share
    elif pick < 0.44:
        shift = np.float32(rng.choice([-1, 1]) * rng.uniform(0.42, 0.6))
        other = np.float32(rng.uniform(-0.3, 0.3))
        across, along = (shift, other) if rng.random() < 0.5 else (other, shift)
        frame = centre + right * across + down * along, right, down
    elif pick < 0.58:
        small = np.float32(rng.uniform(0.25, 0.55))
        spot = rng.uniform(-0.25, 0.25, 2).astype(np.float32)
        frame = centre + right * spot[0] + down * spot[1], right * small, down * small
    elif pick < 0.68:
        large = np.float32(rng.uniform(1.7, 3.0))
        frame = centre, right * large, down * large
    else:
        frame = _elsewhere(centre, right, down, source, one, rng)
    return frame


def _elsewhere(
    centre: Vector, right: Vector, down: Vector, source: FaceSamples, one: int, rng: np.random.Generator
) -> Frame:
    """Return a frame of similar size where the picture has no known face."""
    shape = source.images[source.picture[one]].shape
    others = source.corners[source.picture == source.picture[one]].mean(axis=1)
    size = float(np.hypot(*right)) * rng.uniform(0.7, 1.3)
    for _ in range(12):
        spot = rng.uniform(0, 1, 2).astype(np.float32) * np.array(shape[1::-1], np.float32)
        if np.hypot(*(others - spot).T).min() > 0.62 * np.hypot(*down):
            break
    else:
        return centre + right * np.float32(0.5), right, down
    angle = rng.uniform(0, np.pi)
    across = np.array([np.cos(angle), np.sin(angle)], np.float32) * np.float32(size)
    along = np.array([-across[1], across[0]], np.float32) * np.float32(rng.uniform(0.8, 1.5))
    return spot, across, along


def covered(crop: Image, other: Image, rng: np.random.Generator) -> Image:
    """Return the crop with up to a third of its face hidden by another tile or a plain object, at any angle."""
    angle = rng.integers(0, 4) * np.pi / 2 + (rng.normal(0, 0.1) if rng.random() < 0.5 else rng.uniform(-0.8, 0.8))
    rows, columns = np.mgrid[-0.5 : 0.5 : CROP * 1j, -0.5 : 0.5 : CROP * 1j]
    along = columns * np.cos(angle) + rows * np.sin(angle)
    inner = along[_RIM:-_RIM, _RIM:-_RIM]
    behind = along > np.quantile(inner, 1 - rng.uniform(0.06, 0.36))
    # Another tile may overlap with only a corner.
    if rng.random() < 0.25:
        across = rows * np.cos(angle) - columns * np.sin(angle)
        behind &= across * rng.choice([-1, 1]) > rng.uniform(-0.4, 0.1)
    cover = other if rng.random() < 0.6 else np.broadcast_to(other[CROP // 2, CROP // 2], other.shape)
    return np.asarray(np.where(behind[..., None], cover, crop), np.uint8)


def worn(crop: Image, kind: int, rng: np.random.Generator) -> Image:
    """Return the crop with random light, fading, downscaling and noise, some as black set; ``kind``: its class."""
    if rng.random() < _BLACK and kind not in (Tile.WHITE, BACK):
        crop = turned_over(crop)
    if rng.random() < 0.3:
        crop = _lit(crop, rng)
    if rng.random() < 0.15 and kind not in _FIVES:
        grey = crop.mean(axis=2, keepdims=True)
        crop = (grey + (crop - grey) * rng.uniform(0, 0.7)).astype(np.uint8)
    if rng.random() < 0.3:
        small = int(rng.integers(14, 48))
        crop = cv2.resize(crop, (small, small), interpolation=cv2.INTER_AREA).astype(np.uint8)
        crop = cv2.resize(crop, (CROP, CROP), interpolation=cv2.INTER_LINEAR).astype(np.uint8)
    if rng.random() < 0.3:
        crop = np.clip(crop + rng.normal(0, rng.uniform(2, 10), crop.shape), 0, 255).astype(np.uint8)
    return crop


def turned_over(crop: Image) -> Image:
    """Return the crop with inverted lightness and unchanged hues: white tiles become black ones."""
    ends = crop.max(axis=-1, keepdims=True).astype(np.int16) + crop.min(axis=-1, keepdims=True)
    return np.asarray(np.clip(crop + (255 - ends), 0, 255), np.uint8)


def _lit(crop: Image, rng: np.random.Generator) -> Image:
    """Return the crop with an edged shadow, or the blurred reflection of a lamp."""
    rows, columns = np.mgrid[-1 : 1 : CROP * 1j, -1 : 1 : CROP * 1j]
    angle = rng.uniform(0, 2 * np.pi)
    across = columns * np.cos(angle) + rows * np.sin(angle) + rng.uniform(-0.5, 0.5)
    edge = 1 / (1 + np.exp(-np.clip(across * rng.uniform(1, 15), -30, 30)))
    if rng.random() < 0.65:
        return np.asarray(crop * (1 - edge * rng.uniform(0.2, 0.6))[..., None], np.uint8)
    gleam = np.exp(-((across / rng.uniform(0.1, 0.5)) ** 2))[..., None] * rng.uniform(0.2, 0.8)
    return np.asarray(crop + (255 - crop.astype(np.float32)) * gleam, np.uint8)
