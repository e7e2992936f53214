"""Whether the camera still stands where it was calibrated, told by the edge where the table's field meets its rail.

The edge is looked for along short lines across it. How far inside or outside it seems everywhere alike is the rail's
own shape and of no account; what the lines differ by is the camera's movement, and tells its new pose.
"""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from controller.riichi.seat import SEATS
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.fitting import least_squares
from vision.camera.model import Camera

_LINES: Final = 13
"""Lines across the edge on each side of the table."""
REACH_MM: Final = 60.0
_STEP_MM: Final = 0.5
_BLUR: Final = 2.0
_LEAST_STEP: Final = 6.0
"""Grey levels for each ``_FLANK_MM`` by which field and rail must differ."""
_FLANK_MM: Final = 3.0
_CLOTH_MM: Final = 15.0
"""The innermost stretch of a line, which shows the cloth."""
_APART: Final = 15.0
_LIGHT: Final = (0.35, 1.25)
_NEAR_MM: Final = 4.0
_SURE: Final = 0.7
_GONE: Final = 0.15
_CORNER_SHARE: Final = 0.65
_LEAST_LINES: Final = 12
_LEAST_SIDES: Final = 3
_AGREE_MM: Final = 2.0
_ROUNDS: Final = 4
_LOOKS: Final = 2
_PULL_MM: Final = 0.3
USUAL_MM: Final = 6.0
"""By how much edges may be off before a person is asked to calibrate again; clicks and cloth make up a few mm."""


@dataclass(frozen=True, slots=True)
class Moved:
    """How far the picture has slipped over the table, mm, where it slipped most, and the camera that explains it."""

    distance_mm: float
    camera: Camera


class EdgeWatch:
    """Watches the edges of one table under one camera."""

    usual_mm = USUAL_MM

    def __init__(self, layout: Layout, camera: Camera) -> None:
        self._layout, self._camera = layout, camera
        half = layout.profile.table.field_mm / 2
        across = np.linspace(-half * _CORNER_SHARE, half * _CORNER_SHARE, _LINES)
        out = np.arange(-REACH_MM, REACH_MM + _STEP_MM / 2, _STEP_MM)
        ends = []
        for seat in SEATS:
            origin, axes = np.zeros(2), np.eye(2)
            for column, (a, d) in enumerate(((1.0, 0.0), (0.0, 1.0))):
                spot = layout.place(seat, a, d)
                axes[:, column] = spot.x, spot.y
            ends.append([(origin + axes @ (a, half), axes @ (0.0, 1.0)) for a in across])
        self._middles = np.array([middle for side in ends for middle, _ in side])
        self._ways = np.array([way for side in ends for _, way in side])
        self._sides = np.repeat(np.arange(len(SEATS)), _LINES)
        self._out = out
        flat = self._middles[:, None] + self._ways[:, None] * out[None, :, None]
        self._places = camera.project(_level(flat.reshape(-1, 2))).reshape(*flat.shape)
        width, height = camera.size
        inside = (self._places > 1).all(axis=2) & (self._places < (width - 2, height - 2)).all(axis=2)
        self._usable = np.asarray(inside.mean(axis=1) > 0.6)
        self._inside = inside

    def moved(self, image: Image) -> Moved | None:
        """How the camera has moved since its calibration; None where too little of the edge is in sight."""
        camera = self._camera
        for _ in range(_LOOKS):
            found = (self if camera is self._camera else EdgeWatch(self._layout, camera))._look(image)
            if found is None:
                return None
            camera = found
        return Moved(self.slip(camera), camera)

    def moved_since(self, image: Image, usual: Floats) -> Moved | None:
        """How the camera has moved since the edge was seen with ``usual`` offsets; None where it cannot be told."""
        camera = self._step(self.offsets(image) - usual)
        return None if camera is None else Moved(self.slip(camera), camera)

    def gone(self, off: Floats) -> bool:
        """Whether nearly no line that lies in the picture shows the edge."""
        return bool(np.isfinite(off[self._usable]).mean() < _GONE)

    def offsets(self, image: Image) -> Floats:
        """How far outside its place the edge is seen on each line, mm; nan where it is not."""
        maps = self._places.astype(np.float32)
        lines = cv2.remap(image, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        smooth = cv2.GaussianBlur(lines, (0, 0), sigmaX=_BLUR, sigmaY=1e-3).astype(np.float64)
        flank = round(_FLANK_MM / _STEP_MM)
        steps = np.zeros(self._places.shape[:2])
        steps[:, flank:-flank] = np.abs(smooth[:, 2 * flank :] - smooth[:, : -2 * flank]).max(axis=2)
        steps[~self._inside] = 0.0
        ends = self._cloth_ends(smooth)
        near = round(_NEAR_MM / _STEP_MM)
        found = np.full(len(steps), np.nan)
        for line in np.flatnonzero(ends > 0):
            start = max(int(ends[line]) - near, 1)
            place = start + int(steps[line, start : ends[line] + near].argmax())
            if steps[line, place] >= _LEAST_STEP and place < steps.shape[1] - 1:
                before, here, after = steps[line, place - 1 : place + 2]
                bend = before - 2 * here + after
                found[line] = self._out[place] + (_STEP_MM * (before - after) / (2 * bend) if bend < 0 else 0.0)
        return found

    def _cloth_ends(self, lines: Floats) -> np.ndarray:
        """The step of each line [N] where cloth ends and something else begins; 0 where it does not."""
        inner = lines[self._usable, : round(_CLOTH_MM / _STEP_MM)].reshape(-1, 3)
        if not len(inner):
            return np.zeros(len(lines), dtype=int)
        cloth = np.median(inner, axis=0)
        light = np.clip(lines @ cloth / max(float(cloth @ cloth), 1.0), *_LIGHT)
        other = np.abs(lines - light[..., None] * cloth).max(axis=2) > _APART
        # Cloth up to the place and something else beyond it explain the line best.
        gain = np.where(other, 1.0, -1.0) * self._inside
        score = -np.cumsum(gain, axis=1)
        best = score.argmax(axis=1)
        total = self._inside.sum(axis=1)
        right = (score[np.arange(len(lines)), best] + gain.sum(axis=1) + score[np.arange(len(lines)), best]) / (
            np.maximum(total, 1)
        )
        margin = round(2 * _FLANK_MM / _STEP_MM)
        last = lines.shape[1] - margin
        good = self._usable & (best > margin) & (best < last) & (right > _SURE)
        return np.where(good, best, 0)

    def _look(self, image: Image) -> Camera | None:
        return self._step(self.offsets(image))

    def _step(self, off: Floats) -> Camera | None:
        """The camera that better explains how far outside the edge is seen; None where too little of it is."""
        known = np.isfinite(off)
        camera = self._camera
        for _ in range(_ROUNDS):
            if known.sum() < _LEAST_LINES or len(set(self._sides[known])) < _LEAST_SIDES:
                return None
            camera, rim = self._explained(off, known)
            miss = np.abs(off - self._seen(camera) - rim)
            agree = np.isfinite(off) & (miss < max(_AGREE_MM, 2.5 * float(np.nanmedian(miss[known]))))
            if (agree == known).all():
                break
            known = agree
        return camera

    def _seen(self, camera: Camera) -> Floats:
        """How far outside its place each line's middle would be seen if that camera had taken the picture, mm."""
        there = self._camera.to_plane(camera.project(_level(self._middles)))
        return np.asarray(((there - self._middles) * self._ways).sum(axis=1))

    def _explained(self, off: Floats, known: np.ndarray) -> tuple[Camera, float]:
        """The camera that best explains the offsets with a little movement, and the rim common to all lines."""
        first = self._camera
        scales = np.array([0.02, 0.02, 0.02, 30.0, 30.0, 10.0, 1.5])

        def turned(unknowns: Floats) -> Camera:
            rx, ry, rz, tx, ty, tz = (float(value) for value in unknowns[:6])
            return replace(first, rotation=(rx, ry, rz), translation=(tx, ty, tz))

        def residuals(unknowns: Floats) -> Floats:
            miss = (off - self._seen(turned(unknowns)) - unknowns[6])[known]
            # A turn and a shift look almost alike: small pulls share the movement between them.
            return np.concatenate([miss, _PULL_MM * (unknowns - start) / scales])

        start = np.array([*first.rotation, *first.translation, 0.0])
        found = least_squares(residuals, start, scales, rounds=8)
        return turned(found), float(found[6])

    def slip(self, camera: Camera) -> float:
        """How far, at most, points of the edge lie elsewhere in that camera's picture, mm."""
        corners = _level(self._middles[[0, _LINES // 2, -1]])
        every = np.concatenate([corners, _level(self._middles[:: _LINES // 2])])
        there = self._camera.to_plane(camera.project(every))
        return float(np.nanmax(np.linalg.norm(there - every[:, :2], axis=1)))


def _level(points: Floats) -> Floats:
    return np.column_stack([points, np.zeros(len(points))])
