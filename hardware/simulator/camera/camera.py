"""Cameras at the simulated table: one exposure per 0.2 s of simulated time, on demand or paced by the wall clock."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from hardware.profiles.schema import TableProfile
from hardware.simulator.camera.playback import Playback
from hardware.simulator.camera.scene_builder import SceneBuilder
from hardware.simulator.machine.pace import EXPOSURE_S
from vision.camera.model import Camera
from vision.render.foreign.random_things import random_foreign
from vision.render.optics import jpeg_bytes
from vision.render.painter import Painter
from vision.render.scene import ForeignThing, PosedScene
from vision.render.seat_view import clicked_calibration, cover_with_fingers, seat_camera

SIZE: Final = (1440, 1080)
# Assumed: share of exposures in which a player's hand hides the seat's camera. Each camera has its own random seed.
_HIDDEN: Final = 0.06
_SEATS: Final = 1000
_ARMS: Final = 2000
# Assumed: mean number of exposures that an arm stays over the table, most of a second.
_ARM_STAYS: Final = 4.0
# Degrees between the axis of the overhead camera and the vertical.
TILT: Final = 4.0


@dataclass(frozen=True, slots=True)
class Exposure:
    """One frame: its number, its simulated time in seconds and its JPEG bytes."""

    number: int
    at: float
    jpeg: bytes


class SimulatedCamera:
    """Exposures of a playback; ``fast``: every pull takes the next one, else the wall clock selects it.

    ``in_step``: the next exposure is made only after ``taken`` confirmed the last one and, unless ``fast``, no sooner
    than the wall clock demands; simulated time waits for the reader, and no exposure is skipped. ``arms``: share of
    overhead exposures that arms cover in part. ``settle`` is called after reports of the machine, before the frame is
    rendered. ``since``: simulated seconds that were played before. Thread-safe.
    """

    def __init__(
        self,
        playback: Playback,
        builder: SceneBuilder,
        painter: Painter,
        *,
        fast: bool,
        seed: int,
        arms: float = 0.0,
        settle: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
        in_step: bool = False,
        since: float = 0.0,
    ) -> None:
        self._playback, self._builder, self._painter = playback, builder, painter
        self._fast, self._seed, self._settle, self._clock = fast, seed, settle, clock
        self._lock = threading.Lock()
        self._began: float | None = None
        self._scene: PosedScene | None = None
        self._in_step = in_step
        self._number = self._taken = round(since / EXPOSURE_S) - 1
        self._layout = Layout(painter.profile)
        self._arms, self._over = arms, tuple[ForeignThing, ...]()
        self._views: dict[Seat | None, _View] = {}

    def pull(self, seat: Seat | None = None) -> Exposure:
        """Return the newest exposure of the overhead or a seat's camera; the same one again until the next is due.

        A seat's camera follows the numbers of the overhead camera and renders no new exposure while its scene is
        unchanged.
        """
        with self._lock:
            if seat is None or not (self._fast or self._in_step):
                self._advance()
            scene = self._scene
            if seat is None and scene is not None and self._over:
                scene = replace(scene, foreign=self._over)
            return self._view(seat).exposed(self._number, scene)

    def taken(self, number: int) -> None:
        """Confirm that a reader has processed this exposure, so that the next one may follow; never blocks."""
        self._taken = max(self._taken, number)

    def settled(self, rounds: int) -> None:
        """Confirm that payments of the first ``rounds`` rounds are settled, so that the next set may begin."""
        self._playback.settled = max(self._playback.settled, rounds)

    def pass_time(self) -> None:
        """Advance by one exposure without rendering it."""
        with self._lock:
            self._advance()

    def calibration(self, seat: Seat | None = None) -> dict[str, Any]:
        """Return the calibration from four clicked corners: of the field at z = 0, or of a seat's row of tiles; mm."""
        if seat is None:
            return calibration(self._painter.camera, self._painter.profile)
        return clicked_calibration(seat_camera(self._layout, seat), self._layout, seat).to_json()

    def _advance(self) -> None:
        number = self._due_number()
        if number <= self._number and self._scene is not None:
            return
        self._number = max(number, 0)
        steps, reports = self._playback.steps, self._playback.reports
        self._playback.advance(_time(self._number))
        if self._playback.reports != reports:
            self._settle()
        if self._scene is None or self._playback.steps != steps:
            self._scene = self._builder.scene(self._playback.setting)
        self._reach()

    def _reach(self) -> None:
        """Let arms appear over the table at random and stay for some exposures."""
        if not self._arms:
            return
        rng = np.random.default_rng((self._seed, _ARMS, self._number))
        if self._over:
            self._over = self._over if rng.random() > 1.0 / _ARM_STAYS else ()
        elif rng.random() < self._arms / (_ARM_STAYS * max(1.0 - self._arms, 1.0 / _ARM_STAYS)):
            self._over = random_foreign(self._layout, rng, 1.0)

    def _view(self, seat: Seat | None) -> "_View":
        if seat not in self._views:
            if seat is None:
                self._views[seat] = _View(self._painter, (self._seed,))
            else:
                painter = Painter(self._painter.profile, seat_camera(self._layout, seat), self._painter.look)
                self._views[seat] = _View(painter, (self._seed, _SEATS + seat), own=True)
        return self._views[seat]

    def _due_number(self) -> int:
        if self._playback.over or (self._in_step and self._taken < self._number):
            return self._number
        if self._fast:
            return self._number + 1
        now = self._clock()
        if self._began is None:
            self._began = now - max(self._number + 1, 0) * EXPOSURE_S
        due = int((now - self._began) / EXPOSURE_S)
        if self._in_step and due > self._number + 1:
            # Shift the clock after a delay, so that late exposures are not made up for in a burst.
            self._began, due = now - (self._number + 1) * EXPOSURE_S, self._number + 1
        return due


@dataclass(slots=True)
class _View:
    """One camera; ``own``: a player's camera, which hands may hide and which renders only when the scene changes."""

    painter: Painter
    seed: tuple[int, ...]
    own: bool = False
    scene: PosedScene | None = None
    last: Exposure | None = None
    hidden: bool = False

    def exposed(self, number: int, scene: PosedScene | None) -> Exposure:
        shown = PosedScene() if scene is None else scene
        if self.last is not None and (
            number <= self.last.number or (self.own and not self.hidden and shown is self.scene)
        ):
            return self.last
        rng = np.random.default_rng((*self.seed, max(number, 0)))
        picture = self.painter.paint(shown, rng)
        self.hidden = self.own and rng.random() < _HIDDEN
        if self.hidden:
            cover_with_fingers(picture, rng)
        self.scene = shown
        self.last = Exposure(number, _time(number), jpeg_bytes(picture, self.painter.look.jpeg))
        return self.last


def _time(number: int) -> float:
    return round(max(number, 0) * EXPOSURE_S, 3)


def over_the_table(size: tuple[int, int] = SIZE, tilt: float = TILT) -> Camera:
    """Return a camera on a stand beside the lamp, slightly off level; with a large tilt it looks from behind seat A."""
    return Camera.looking_down(size, tilt=tilt, pan=2.0, offset=(6.0, -8.0))


def calibration(camera: Camera, profile: TableProfile) -> dict[str, Any]:
    """Return frame size and the field's corners in pixels and millimetres, in the format of the set-up page."""
    half = profile.table.field_mm / 2
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    pixels = camera.project([(x, y, 0.0) for x, y in corners])
    points = [
        {"px": [round(float(px)), round(float(py))], "mm": [x, y]}
        for (px, py), (x, y) in zip(pixels, corners, strict=True)
    ]
    return {"size": list(camera.size), "points": points}
