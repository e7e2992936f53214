"""The cameras at the simulated table: exposures on simulated time, one after another or by the wall clock."""

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
# Assumed: how often a player's hand is before the seat's camera; its pictures have separate seeds.
_HIDDEN: Final = 0.06
_SEATS: Final = 1000
_ARMS: Final = 2000
# Assumed: an arm is over the table for so many exposures on the average, most of a second.
_ARM_STAYS: Final = 4.0
# Of the camera over the table from straight above, in degrees.
TILT: Final = 4.0


@dataclass(frozen=True, slots=True)
class Exposure:
    """One picture: its number, its simulated time in seconds and its JPEG bytes."""

    number: int
    at: float
    jpeg: bytes


class SimulatedCamera:
    """Exposures of a playback. ``fast``: each pull is the next one; else the wall clock picks it from the first on.

    ``in_step``: the next one is exposed only after ``taken`` confirmed this one, and, unless ``fast``, no sooner than
    the wall clock has it: time waits for the reader, and no exposure is skipped. ``arms``: share of exposures over the
    table that arms cover in part. ``settle`` is called when the machine has reported, before the picture is taken.
    ``since``: seconds that were played before. Safe to use from several threads.
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
        """The newest exposure over the table, or of a seat's camera; the same one again before the next is due.

        A seat's camera goes by the exposures over the table, and takes none while nothing moves before it.
        """
        with self._lock:
            if seat is None or not (self._fast or self._in_step):
                self._advance()
            scene = self._scene
            if seat is None and scene is not None and self._over:
                scene = replace(scene, foreign=self._over)
            return self._view(seat).exposed(self._number, scene)

    def taken(self, number: int) -> None:
        """What this exposure showed was taken: the next one may come. Never waits."""
        self._taken = max(self._taken, number)

    def settled(self, rounds: int) -> None:
        """So many rounds are paid: the players may begin the next set."""
        self._playback.settled = max(self._playback.settled, rounds)

    def pass_time(self) -> None:
        """An exposure's time, of which nobody takes a picture."""
        with self._lock:
            self._advance()

    def calibration(self, seat: Seat | None = None) -> dict[str, Any]:
        """Four corners as a person clicks them: of the field on the plane z = 0, or of a seat's row of tiles; mm."""
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
        """Arms come over the table and stay for some exposures."""
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
            # What was late is not made up for.
            self._began, due = now - (self._number + 1) * EXPOSURE_S, self._number + 1
        return due


@dataclass(slots=True)
class _View:
    """One camera at the table; ``own``: a player's, which hands pass in front of and which waits for a movement."""

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
    """A camera on a stand beside the lamp, not quite level; tilted far, it sees the table from behind seat A."""
    return Camera.looking_down(size, tilt=tilt, pan=2.0, offset=(6.0, -8.0))


def calibration(camera: Camera, profile: TableProfile) -> dict[str, Any]:
    """Picture size and the field's corners in pixels and millimetres, as the set-up page would store them."""
    half = profile.table.field_mm / 2
    corners = [(-half, -half), (half, -half), (half, half), (-half, half)]
    pixels = camera.project([(x, y, 0.0) for x, y in corners])
    points = [
        {"px": [round(float(px)), round(float(py))], "mm": [x, y]}
        for (px, py), (x, y) in zip(pixels, corners, strict=True)
    ]
    return {"size": list(camera.size), "points": points}
