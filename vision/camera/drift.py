"""Measures how far a camera has moved since its calibration, by the edge between the table's field and its rail.

The edge is searched along short lines across it. An offset shared by all lines is the rail's shape and does not count;
the differences between the lines are the camera's movement, and give its new pose.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from controller.errors import PoorPictureError
from controller.riichi.seat import SEATS
from hardware.profiles.layout import Layout
from vision.arrays import Floats, Image
from vision.camera.least_squares import least_squares, one_by_one
from vision.camera.model import Camera, Facing

MOVED: Final = "camera-moved"
"""Fault code of a camera that has left its calibrated pose."""
TOLERATED_MM: Final = 6.0
"""mm by which edges may be off before a person is asked to calibrate again; clicks and felt make up a few of them."""
_LINES: Final = 13
"""Lines across the edge on each side of the table; chosen: hands may hide half of them."""
_REACH_MM: Final = 60.0
"""mm that each line reaches inside and outside the edge's expected position: the largest measurable movement."""
_STEP_MM: Final = 0.5
"""mm between samples of a line; chosen: finer than the 0.7 mm of a pixel of a usual frame."""
_BLUR_STEPS: Final = 2.0
"""Standard deviation, in samples, of the blur along a line; chosen: an edge is blurred over about 1 mm anyhow."""
_LEAST_STEP: Final = 6.0
"""Least difference between field and rail, grey levels for each ``_FLANK_MM``."""
_FLANK_MM: Final = 3.0
"""mm each way over which the step between field and rail is taken: wider than a seam's shadow."""
_FELT_MM: Final = 15.0
"""The innermost mm of a line, which show felt."""
_DIFFERENT: Final = 15.0
"""Grey levels above which a sample differs from felt of any brightness; as in vision.image.felt."""
_LIGHT: Final = (0.35, 1.25)
"""Range of felt's brightness along a line, relative to its inner end; chosen: shadow of the rail to a lamp's shine."""
_NEAR_MM: Final = 4.0
"""mm around the end of the felt within which the sharpest step is the edge; chosen above the blur of a soft rim."""
_SURE: Final = 0.7
"""Least score of a line's split into felt and no felt: 1 if it explains all samples, 0 if it explains half of them."""
_HIDDEN: Final = 0.15
"""Share of the lines that showed the edge and still show it there, below which it is lost; chosen: a person hides a
side or two."""
_SIDE_SHARE: Final = 0.65
"""Share of each side, about its middle, that has lines; chosen: corners are rounded, and melds are placed there."""
_LEAST_IN_FRAME: Final = 0.6
"""Share of a line that must lie inside the picture."""
_LEAST_LINES: Final = 12
"""Lines that must show the edge; chosen: about twice the seven unknowns, and a quarter of all lines."""
_LEAST_SIDES: Final = 3
"""Number of sides of the table that must show the edge: two leave a rotation undetermined."""
_AGREE_MM: Final = 2.0
"""Largest residual, mm, of a line that agrees with a pose; chosen above the error of one line."""
_AGREE_SPREAD: Final = 2.5
"""Largest residual of such a line in medians of all lines' residuals, where that is more than ``_AGREE_MM``."""
_SLIPS: Final = 200
"""Number of random slips tried; chosen: with half of the lines wrong, one of a dozen draws has correct lines only."""
_TOLD_APART: Final = 0.02
"""Least determinant of the lines that give a slip; chosen: lines of two sides, or adjacent ones, give none."""
_AGREE_SLIP_MM: Final = 4.0
"""Largest residual, mm, of a line that agrees with a slip; chosen: tilting does more than shift the picture."""
_LINE_MM: Final = 4.0
"""mm of a slip for which one more line must agree; chosen: a head hides a side, whose lines then all agree."""
_BENT_MM: Final = 12.0
"""Largest difference, mm, between a line's movement by the fitted pose and by the slip; chosen: beyond it the pose
follows too few lines."""
_ROUNDS: Final = 4
"""Number of pose fits, each to the lines that agreed with the last one; chosen: the lines settle by then."""
_LOOKS: Final = 2
"""Measurements of one picture, the second from the pose found by the first: far from its expected position an edge is
blurred."""
_FIT_ROUNDS: Final = 8
"""Steps of one fit; chosen: its unknowns are nearly linear."""
_SCALES: Final = (0.02, 0.02, 0.02, 30.0, 30.0, 10.0, 1.5)
"""Usual size of the unknowns: turn (radians), shift (mm; less in height), offset of the rail (mm)."""
_PULL_MM: Final = 0.3
"""Residual, mm, of a movement of usual size; chosen well below ``_AGREE_MM``: it decides only what the lines leave
undetermined."""
_STILL_MM: Final = 0.7
"""Median of the lines' change, mm, below which the camera counts as unmoved: one pixel of a usual frame."""
_FOLLOWED_MM: Final = 40.0
"""mm up to which a movement is followed; chosen below ``_REACH_MM``, where lines still find the edge reliably."""


@dataclass(frozen=True, slots=True)
class Drift:
    """A camera's movement: largest shift of its picture over the table, mm, and the camera that explains it."""

    distance_mm: float
    camera: Camera


class DriftFollower:
    """Keeps a camera's pose up to date while it watches a table: follows small movements, only measures larger ones.

    A movement counts once two successive pictures of equal sharpness agree on it. ``drift_mm``: shift of the picture
    against its calibration, None while the edges do not show it. ``lost``: the last picture shows the edge nowhere
    within range, although it used to be in sight. ``asks``: a movement was measured once.
    """

    def __init__(self, layout: Layout, camera: Camera) -> None:
        self._layout = layout
        self._first = self._meter = DriftMeter(layout, camera)
        self._usual: Floats | None = None
        self._begin_with: tuple[Image, Camera] | None = None
        self._begun_mm = 0.0
        self._once: Camera | None = None
        self._wide: float | None = None
        self.drift_mm: float | None = None
        self.lost = False

    @property
    def asks(self) -> bool:
        """True if the next picture has to be measured, however little has changed in it."""
        return self._once is not None

    def facing(self, image: Image, before: Facing, fits: Callable[[Image], bool]) -> Facing:
        """Return the orientation of a picture; ``before`` if nothing determines it.

        ``fits``: True if a picture matches the last one read; used if the edges fit several orientations or none.
        """
        self.settle()
        if self._usual is None:
            return self._meter.facing(image)
        off = {each: self._off(each.upright(image)) for each in Facing}
        still = [each for each, mm in off.items() if mm < _STILL_MM]
        if still == [before]:
            return before
        alike = [
            each for each in still or [each for each, mm in off.items() if np.isnan(mm)] if fits(each.upright(image))
        ]
        likely = alike or still
        return before if before in likely or not likely else likely[0]

    def follow(self, image: Image, camera: Camera, wide: float) -> Camera | None:
        """Return the camera in its new pose after a confirmed small movement; None: keep the current pose.

        ``wide``: width, px, of the picture's sharpest edges. Raises PoorPictureError for the first picture that shows a
        large movement. The very first picture gives only the usual offsets of the edges; it is measured later, see
        ``settle``.
        """
        self.settle()
        # While a lens hunts for its focus, edges are a pixel wider or narrower from picture to picture.
        rests = self._wide is not None and abs(wide - self._wide) < 1.0
        once, self._once, self._wide, self.lost = self._once, None, wide, False
        if self._usual is None:
            self._begin_with = image, camera
            return None
        change = np.abs(self._meter.offsets(image) - self._usual)
        known = np.isfinite(change)
        enough = known.sum() >= _LEAST_LINES
        if enough and float(np.median(change[known])) < _STILL_MM:
            self._note(camera)
            return None
        drift = self._meter.drift_since(image, self._usual) if enough else None
        if drift is None:
            # Hands are in the way of some lines, or the camera looks elsewhere.
            self.lost = bool((change[np.isfinite(self._usual)] < _AGREE_MM).mean() < _HIDDEN)
            return None
        if rests and once is not None and DriftMeter(self._layout, once).slip_mm(drift.camera) < _AGREE_SLIP_MM:
            return self._believed(drift)
        if drift.distance_mm > TOLERATED_MM:
            self._once = drift.camera
            raise PoorPictureError(f"the table's edge is {drift.distance_mm:.0f} mm off, measured once", MOVED)
        # A picture that is off by so little can be read meanwhile; arms over the edge are not measured repeatedly.
        self._once = drift.camera if once is None else None
        return None

    def _believed(self, drift: Drift) -> Camera | None:
        """Note a confirmed movement; return the camera if it is small enough to be followed, else None."""
        self._note(drift.camera)
        if drift.distance_mm > _FOLLOWED_MM:
            return None
        self._meter = DriftMeter(self._layout, drift.camera)
        return drift.camera

    def settle(self) -> None:
        """Measure the first picture if that has not been done yet."""
        if self._begin_with is not None:
            (image, camera), self._begin_with = self._begin_with, None
            self._begin(image, camera)

    def moved_to(self, camera: Camera) -> None:
        """Adopt a pose that was found by other means."""
        self.settle()
        self._note(camera)
        self._meter = DriftMeter(self._layout, camera)

    def fits(self, image: Image, camera: Camera) -> bool:
        """True if a pose found by other means fits the edges of its picture no worse than the current one."""
        if self._usual is None:
            return True
        known, found = (
            _spread(meter.offsets(image) - self._usual) for meter in (self._meter, DriftMeter(self._layout, camera))
        )
        return bool(np.isinf(known) or found <= known + _AGREE_MM)

    def is_turned(self, camera: Camera) -> bool:
        """True if a pose found by other means is that of the first camera turned upside down."""
        return self._first.slip_mm(camera, turned=True) < _FOLLOWED_MM

    def _note(self, camera: Camera) -> None:
        self.drift_mm = self._begun_mm + self._first.slip_mm(camera)

    def _off(self, image: Image) -> float:
        """Return the median change of the edge's position in a picture, mm; nan if too few lines show it."""
        assert self._usual is not None
        change = np.abs(self._meter.offsets(image) - self._usual)
        known = change[np.isfinite(change)]
        return float(np.median(known)) if len(known) >= _LEAST_LINES else float("nan")

    def _begin(self, image: Image, camera: Camera) -> None:
        self._first = self._meter = DriftMeter(self._layout, camera)
        offsets = self._meter.offsets(image)
        if np.isfinite(offsets).sum() < _LEAST_LINES:
            return
        drift = self._meter.drift(image)
        if drift is not None:
            self._usual = offsets
            self.drift_mm = self._begun_mm = drift.distance_mm


class DriftMeter:
    """Measures the edges of one table under one camera; lines [N] are in order of seats, then from left to right."""

    def __init__(self, layout: Layout, camera: Camera) -> None:
        self._layout, self._camera = layout, camera
        half = layout.profile.table.field_mm / 2
        across = np.linspace(-half * _SIDE_SHARE, half * _SIDE_SHARE, _LINES)
        self._along = np.arange(-_REACH_MM, _REACH_MM + _STEP_MM / 2, _STEP_MM)
        middles, outward = [], []
        for seat in SEATS:
            right, away = layout.place(seat, 1.0, 0.0), layout.place(seat, 0.0, 1.0)
            middles += [(a * right.x + half * away.x, a * right.y + half * away.y) for a in across]
            outward += [(away.x, away.y)] * _LINES
        self._middles, self._outward = np.array(middles), np.array(outward)
        self._sides = np.repeat(np.arange(len(SEATS)), _LINES)
        points = self._middles[:, None] + self._outward[:, None] * self._along[None, :, None]
        self._places = camera.project(_level(points.reshape(-1, 2))).reshape(*points.shape)
        width, height = camera.size
        self._inside = (self._places > 1).all(axis=2) & (self._places < (width - 2, height - 2)).all(axis=2)
        self._usable = np.asarray(self._inside.mean(axis=1) > _LEAST_IN_FRAME)

    def drift(self, image: Image) -> Drift | None:
        """Return the camera's movement since its calibration; None if too little of the edge is visible."""
        camera = self._camera
        for _ in range(_LOOKS):
            meter = self if camera is self._camera else DriftMeter(self._layout, camera)
            found = meter._moved_by(meter.offsets(image))
            if found is None:
                return None
            camera = found
        return Drift(self.slip_mm(camera), camera)

    def drift_since(self, image: Image, usual: Floats) -> Drift | None:
        """Movement of the camera since the edge had the ``usual`` offsets; None if unknown."""
        camera = self._moved_by(self.offsets(image) - usual)
        return None if camera is None else Drift(self.slip_mm(camera), camera)

    def facing(self, image: Image) -> Facing:
        """Return a picture's orientation by its edges alone: as calibrated unless that is far off and another fits."""
        spread = {each: _spread(self.offsets(each.upright(image))) for each in Facing}
        best = min(spread, key=lambda each: spread[each])
        if spread[Facing.AS_CALIBRATED] > TOLERATED_MM and spread[best] < TOLERATED_MM / 2:
            return best
        return Facing.AS_CALIBRATED

    def offsets(self, image: Image) -> Floats:
        """Return the edge's outward offset from its expected position on each line [N], mm; nan if not visible."""
        maps = self._places.astype(np.float32)
        lines = cv2.remap(image, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        smooth = cv2.GaussianBlur(lines, (0, 0), sigmaX=_BLUR_STEPS, sigmaY=1e-3).astype(np.float64)
        flank = round(_FLANK_MM / _STEP_MM)
        steps = np.zeros(self._places.shape[:2])
        steps[:, flank:-flank] = _largest(np.abs(smooth[:, 2 * flank :] - smooth[:, : -2 * flank]))
        steps[~self._inside] = 0.0
        ends = self._felt_ends(smooth)
        near = round(_NEAR_MM / _STEP_MM)
        found = np.full(len(steps), np.nan)
        for line in np.flatnonzero(ends > 0):
            start = max(int(ends[line]) - near, 1)
            place = start + int(steps[line, start : ends[line] + near].argmax())
            if steps[line, place] >= _LEAST_STEP and place < steps.shape[1] - 1:
                # The top of the parabola through the sharpest sample and its neighbours.
                before, here, after = steps[line, place - 1 : place + 2]
                bend = before - 2 * here + after
                found[line] = self._along[place] + (_STEP_MM * (before - after) / (2 * bend) if bend < 0 else 0.0)
        return found

    def slip_mm(self, camera: Camera, turned: bool = False) -> float:
        """Return the largest shift, mm, of points of the edge in the picture of ``camera``, or of that upside down."""
        points = self._middles[[0, _LINES // 2, -1, *range(0, len(self._middles), _LINES // 2)]]
        seen = camera.half_turned() if turned else camera
        there = self._camera.to_plane(seen.project(_level(points)))
        return float(np.nanmax(np.linalg.norm(there - points, axis=1)))

    def _felt_ends(self, lines: Floats) -> np.ndarray:
        """Return the index of the sample on each line [N] where felt ends; 0 if it does not clearly end."""
        inner = lines[self._usable, : round(_FELT_MM / _STEP_MM)].reshape(-1, 3)
        if not len(inner):
            return np.zeros(len(lines), dtype=int)
        felt = np.median(inner, axis=0)
        light = np.clip(lines @ felt / max(float(felt @ felt), 1.0), *_LIGHT)
        other = _largest(np.abs(lines - light[..., None] * felt)) > _DIFFERENT
        # The end is where felt up to it and something else beyond it explain most samples of the line.
        gain = np.where(other, 1.0, -1.0) * self._inside
        score = -np.cumsum(gain, axis=1)
        best = score.argmax(axis=1)
        explained = 2 * score[np.arange(len(lines)), best] + gain.sum(axis=1)
        sure = explained / np.maximum(self._inside.sum(axis=1), 1)
        margin = round(2 * _FLANK_MM / _STEP_MM)
        last = lines.shape[1] - margin
        good = self._usable & (best > margin) & (best < last) & (sure > _SURE)
        return np.where(good, best, 0)

    def _moved_by(self, offsets: Floats) -> Camera | None:
        """Return the camera that explains the offsets [N]; None if too few lines or sides agree on it."""
        known, slip = self._likeliest(offsets)
        camera = self._camera
        for _ in range(_ROUNDS):
            if known.sum() < _LEAST_LINES or len(set(self._sides[known])) < _LEAST_SIDES:
                return None
            camera, rail = self._explained(offsets, known)
            miss = np.abs(offsets - self._shifts(camera) - rail)
            agree = np.isfinite(offsets) & (miss < max(_AGREE_MM, _AGREE_SPREAD * float(np.nanmedian(miss[known]))))
            if (agree == known).all():
                break
            known = agree
        bent = np.abs(self._shifts(camera) - slip).max()
        return camera if bent < _BENT_MM else None

    def _likeliest(self, offsets: Floats) -> tuple[NDArray[np.bool_], Floats]:
        """Return a mask of the lines [N] that agree with the best slip of the picture, and its shift of each, mm [N].

        A slip is a shift, a turn and an offset of the rail for the whole picture. Arms and shadows end the felt as well
        and would bias any mean. So slips given by a few random lines are tried, and none; the larger a slip, the more
        lines have to agree.
        """
        known = np.isfinite(offsets)
        if known.sum() < _LEAST_LINES:
            return known, np.zeros(len(offsets))
        x, y = (self._middles / self._middles.max()).T
        turned = self._outward[:, 1] * x - self._outward[:, 0] * y
        model = np.column_stack([self._outward, turned, np.ones(len(offsets))])
        rng, lines = np.random.default_rng(0), np.flatnonzero(known)
        tried = np.array([rng.choice(lines, model.shape[1], replace=False) for _ in range(_SLIPS)])
        tried = tried[np.abs(np.linalg.det(model[tried])) > _TOLD_APART]
        none = [0.0, 0.0, 0.0, float(np.median(offsets[known]))]
        slips = np.vstack([none, np.linalg.solve(model[tried], offsets[tried][..., None])[..., 0]])
        agree = np.abs(offsets - slips @ model.T) < _AGREE_SLIP_MM
        moves = slips[:, :-1] @ model[:, :-1].T
        best = int((agree.sum(axis=1) - np.abs(moves).max(axis=1) / _LINE_MM).argmax())
        return agree[best], moves[best]

    def _shifts(self, camera: Camera) -> Floats:
        """Return the outward shift of each line's middle if ``camera`` had taken the picture, mm [N]."""
        there = self._camera.to_plane(camera.project(_level(self._middles)))
        return np.asarray(((there - self._middles) * self._outward).sum(axis=1))

    def _explained(self, offsets: Floats, known: np.ndarray) -> tuple[Camera, float]:
        """Return the camera that best explains the known offsets by little movement, and the common offset, mm."""
        first, scales = self._camera, np.array(_SCALES)

        def moved(unknowns: Floats) -> Camera:
            rx, ry, rz, tx, ty, tz = (float(value) for value in unknowns[:6])
            return replace(first, rotation=(rx, ry, rz), translation=(tx, ty, tz))

        def residuals(unknowns: Floats) -> Floats:
            miss = (offsets - self._shifts(moved(unknowns)) - unknowns[6])[known]
            # A turn and a shift look almost the same: weak priors divide the movement between them.
            return np.concatenate([miss, _PULL_MM * (unknowns - start) / scales])

        start = np.array([*first.rotation, *first.translation, 0.0])
        (found,) = least_squares(one_by_one(residuals), start[None], scales, rounds=_FIT_ROUNDS)
        return moved(found), float(found[6])


def _largest(channels: Floats) -> Floats:
    """The largest [...] of three channels [..., 3]: NumPy is slow along short axes."""
    return np.asarray(np.maximum(np.maximum(channels[..., 0], channels[..., 1]), channels[..., 2]))


def _spread(offsets: Floats) -> float:
    """Return the deviation of most lines [N] from their common offset, mm; infinite if too few show the edge."""
    known = offsets[np.isfinite(offsets)]
    return (
        float(np.diff(np.quantile(known, (_HIDDEN, 1 - _HIDDEN)))[0]) / 2
        if len(known) >= _LEAST_LINES
        else float("inf")
    )


def _level(points: Floats) -> Floats:
    """Points [N, 3] of the table's surface from [N, 2]."""
    return np.column_stack([points, np.zeros(len(points))])
