"""A camera over the table, pinhole or fisheye: projects points in millimetres to pixels, and back.

Table frame as in hardware.profiles.layout: x to seat A's right, y towards seat A, z up, which is left-handed. The
camera frame (right, down, forward) is right-handed, so rotation and translation take the point (x, y, -z).
"""

from dataclasses import dataclass, replace
from enum import Enum
from functools import cached_property
from math import cos, radians
from types import MappingProxyType
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import ArrayLike

from controller.errors import EyesError
from vision.arrays import Floats, Image

_UNDISTORT_STEPS: Final = 12
"""Newton steps that undo a lens's distortion; chosen: wide and fisheye lenses then agree to 1e-3 mm."""
_LEAST_SLOPE: Final = 0.1
"""Slope of the distortion below which a Newton step uses 1: near its turning point the model departs from the lens."""
_LEVEL: Final = 1.0
"""Degrees of tilt below which no side of the table is the far one, so that roll is 0; chosen."""
_WIDEST: Final = 1.45
"""Largest angle from the optical axis that a lens is assumed to see, radians: 83 degrees."""


@dataclass(frozen=True)
class Camera:
    """Picture size (w, h), focal length and principal point in px, Rodrigues rotation, translation mm, distortion.

    A point seen r from the axis (tangent; for a ``fisheye`` its angle) is imaged at r (1 + k1 r² + k2 r⁴).
    """

    size: tuple[int, int]
    focal: float
    principal: tuple[float, float]
    rotation: tuple[float, float, float]
    translation: tuple[float, float, float]
    k1: float = 0.0
    k2: float = 0.0
    fisheye: bool = False

    def __post_init__(self) -> None:
        if min(self.size) <= 0 or not self.focal > 0:
            raise EyesError(f"camera: expected a positive size and focal length, got {self.size} and {self.focal}")
        if not np.all(np.isfinite([*self.principal, *self.rotation, *self.translation, self.k1, self.k2])):
            raise EyesError("camera: expected finite numbers for its pose")

    @classmethod
    def orbiting(
        cls,
        size: tuple[int, int],
        *,
        focal: float,
        target: tuple[float, float, float],
        distance_mm: float,
        tilt: float = 0.0,
        pan: float = 0.0,
        roll: float = 0.0,
        k1: float = 0.0,
        k2: float = 0.0,
        fisheye: bool = False,
    ) -> "Camera":
        """Camera aimed at ``target`` mm; in degrees ``tilt`` from the vertical, ``pan`` about it, ``roll`` last."""
        rolled, tilted, panned = (
            rotation_matrix(np.radians(degrees)) for degrees in ((0.0, 0.0, roll), (-tilt, 0.0, 0.0), (0.0, 0.0, pan))
        )
        turn = rolled @ tilted @ panned
        aim = np.array([target[0], target[1], -target[2]])
        shift = np.array([0.0, 0.0, distance_mm]) - turn @ aim
        middle = ((size[0] - 1) / 2, (size[1] - 1) / 2)
        return cls(size, float(focal), middle, rotation_vector(turn), _triple(shift), k1, k2, fisheye)

    @classmethod
    def looking_down(
        cls,
        size: tuple[int, int] = (1440, 1080),
        *,
        height_mm: float = 1600.0,
        tilt: float = 0.0,
        pan: float = 0.0,
        offset: tuple[float, float] = (0.0, 0.0),
        field: float = 800.0,
        k1: float = 0.0,
    ) -> "Camera":
        """Camera above the table: ``offset``: point at the picture's middle, mm; ``field``: mm along its short side."""
        distance = height_mm / cos(radians(tilt))
        return cls.orbiting(
            size,
            focal=min(size) / field * distance,
            target=(*offset, 0.0),
            distance_mm=distance,
            tilt=tilt,
            pan=pan,
            k1=k1,
        )

    @cached_property
    def matrix(self) -> Floats:
        """Rotation 3x3 that takes (x, y, -z) of the table to (right, down, forward) of the camera."""
        return rotation_matrix(self.rotation)

    @cached_property
    def intrinsics(self) -> Floats:
        """The 3x3 matrix of focal length and principal point."""
        (cx, cy), f = self.principal, self.focal
        return np.array([[f, 0.0, cx], [0.0, f, cy], [0.0, 0.0, 1.0]])

    @cached_property
    def position(self) -> tuple[float, float, float]:
        """Position of the lens: x, y, z mm in the table frame."""
        x, y, depth = -self.matrix.T @ np.array(self.translation)
        return float(x), float(y), float(-depth)

    def half_turned(self) -> "Camera":
        """Return the camera whose picture is this one's turned upside down."""
        turn, (cx, cy), (width, height) = np.diag([-1.0, -1.0, 1.0]), self.principal, self.size
        moved = turn @ np.array(self.translation)
        return replace(
            self,
            principal=(width - 1 - cx, height - 1 - cy),
            rotation=rotation_vector(turn @ self.matrix),
            translation=_triple(moved),
        )

    @property
    def tilt(self) -> float:
        """Angle of the optical axis from straight down, degrees."""
        return float(np.degrees(np.arccos(np.clip(self.matrix[2, 2], -1.0, 1.0))))

    @property
    def roll(self) -> float:
        """Angle from the picture's upper edge to the far side of the table, degrees clockwise; 0 without tilt."""
        far = -self.matrix[:2, 2]
        return float(np.degrees(np.arctan2(far[0], -far[1]))) if self.tilt > _LEVEL else 0.0

    @property
    def distorts(self) -> bool:
        """True if straight lines are bent in the picture."""
        return bool(self.k1 or self.k2 or self.fisheye)

    def depth(self, points_mm: ArrayLike) -> Floats:
        """Return the distances [N], mm, of table points [N, 3] along the optical axis; negative behind the lens."""
        return np.asarray(self._seen(points_mm)[:, 2])

    def project(self, points_mm: ArrayLike) -> Floats:
        """Return the pixels [N, 2] of table points [N, 3] mm; nan for points behind the lens."""
        seen = self._seen(points_mm)
        depth = np.where(seen[:, 2] > 0, seen[:, 2], np.nan)
        return np.asarray(self._distorted(seen[:, :2] / depth[:, None]) * self.focal + self.principal)

    def to_plane(self, px: ArrayLike, z_mm: ArrayLike = 0.0) -> Floats:
        """Return table points [N, 2] mm at height ``z_mm`` (number or [N]) of pixels [N, 2]; nan above the horizon."""
        rays: Floats = np.column_stack([self.undistorted(px), np.ones(len(np.atleast_2d(px)))]) @ self.matrix
        x, y, z = self.position
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = (z - np.asarray(z_mm, dtype=float)) / rays[:, 2]
        reach = np.where(reach > 0, reach, np.nan)
        return np.asarray(rays[:, :2] * reach[:, None] + np.array([x, y]))

    def homography(self, z_mm: float = 0.0) -> Floats:
        """Return a 3x3 matrix from table mm at height ``z_mm`` to pixels without distortion. Its inverse maps back."""
        turn = self.matrix
        plane = np.column_stack([turn[:, 0], turn[:, 1], np.array(self.translation) - z_mm * turn[:, 2]])
        matrix: Floats = self.intrinsics @ plane
        return np.asarray(matrix / matrix[2, 2])

    def _seen(self, points_mm: ArrayLike) -> Floats:
        """Return table points [N, 3] in the camera frame: right, down, forward, mm."""
        seen: Floats = np.atleast_2d(np.asarray(points_mm, dtype=np.float64)) @ self._from_table + self.translation
        return seen

    @cached_property
    def _from_table(self) -> Floats:
        """Matrix 3x3 that takes table points, as rows, to the camera frame's axes."""
        return np.array([[1.0], [1.0], [-1.0]]) * self.matrix.T

    def undistorted(self, px: ArrayLike) -> Floats:
        """Return the rays of pixels [N, 2] as tangents [N, 2], right and down of the optical axis."""
        seen: Floats = (np.atleast_2d(np.asarray(px, dtype=np.float64)) - np.array(self.principal)) / self.focal
        if not self.distorts:
            return seen
        imaged = np.sqrt((seen**2).sum(axis=1, keepdims=True))
        reach = imaged
        for _ in range(_UNDISTORT_STEPS):
            square = reach**2
            off = reach * (1.0 + self.k1 * square + self.k2 * square**2) - imaged
            slope = 1.0 + 3.0 * self.k1 * square + 5.0 * self.k2 * square**2
            reach = np.maximum(reach - off / np.where(np.abs(slope) > _LEAST_SLOPE, slope, 1.0), 0.0)
        if self.fisheye:
            reach = np.tan(np.minimum(reach, _WIDEST))
        return np.asarray(seen * np.where(imaged > 1e-12, reach / np.maximum(imaged, 1e-12), 1.0))

    def _distorted(self, flat: Floats) -> Floats:
        """Return where the lens images rays given as tangents [N, 2], in focal lengths from the principal point."""
        if not self.distorts:
            return flat
        tangent = np.sqrt((flat**2).sum(axis=1, keepdims=True))
        reach = np.arctan(tangent) if self.fisheye else tangent
        square = reach**2
        imaged = reach * (1.0 + self.k1 * square + self.k2 * square**2)
        return np.asarray(flat * np.where(tangent > 1e-12, imaged / np.maximum(tangent, 1e-12), 1.0))


class Facing(Enum):
    """How a picture must be flipped to be as calibrated; the value is OpenCV's flip code. Each is its own inverse."""

    AS_CALIBRATED = None
    TURNED = -1
    MIRRORED = 1
    UPSIDE_DOWN_MIRRORED = 0

    def upright(self, image: Image) -> Image:
        """Return the picture flipped to be as calibrated."""
        return image if self.value is None else np.asarray(cv2.flip(image, self.value), np.uint8)

    def half_turned(self) -> "Facing":
        """Return the facing of the same picture turned upside down."""
        return _HALF_TURNED[self]

    @property
    def mirrors(self) -> bool:
        """True if left and right are exchanged."""
        return self in (Facing.MIRRORED, Facing.UPSIDE_DOWN_MIRRORED)


_HALF_TURNED: Final = MappingProxyType(
    {
        Facing.AS_CALIBRATED: Facing.TURNED,
        Facing.TURNED: Facing.AS_CALIBRATED,
        Facing.MIRRORED: Facing.UPSIDE_DOWN_MIRRORED,
        Facing.UPSIDE_DOWN_MIRRORED: Facing.MIRRORED,
    }
)


def rotation_matrix(vector: ArrayLike) -> Floats:
    """3x3 rotation of a Rodrigues vector (axis times angle in radians)."""
    return np.asarray(cv2.Rodrigues(np.asarray(vector, dtype=np.float64))[0], dtype=np.float64)


def rotation_vector(matrix: Floats) -> tuple[float, float, float]:
    """Rodrigues vector of a 3x3 rotation."""
    return _triple(np.ravel(cv2.Rodrigues(matrix)[0]))


def _triple(values: Any) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in values)
    return x, y, z
