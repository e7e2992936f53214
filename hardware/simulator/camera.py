"""The camera over the simulated table: exposures on simulated time, one after another or by the wall clock."""

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from hardware.profiles.table import TableProfile
from hardware.simulator.pace import EXPOSURE_S
from hardware.simulator.performance import Performance
from hardware.simulator.stage import Stage
from vision.camera import Camera
from vision.synthesis.paint import Painter
from vision.synthesis.scene import Scene

SIZE: Final = (1440, 1080)


@dataclass(frozen=True, slots=True)
class Exposure:
    """One picture: its number, its simulated time in seconds and its JPEG bytes."""

    number: int
    at: float
    jpeg: bytes


class SimulatedCamera:
    """Exposures of a performance. ``fast``: each pull is the next one; else the wall clock picks it from the first on.

    ``settle`` is called when the machine has reported, before the picture is taken. Safe to use from several threads.
    """

    def __init__(
        self,
        performance: Performance,
        stage: Stage,
        painter: Painter,
        *,
        fast: bool,
        seed: int,
        settle: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._performance, self._stage, self._painter = performance, stage, painter
        self._fast, self._seed, self._settle, self._clock = fast, seed, settle, clock
        self._lock = threading.Lock()
        self._began: float | None = None
        self._scene: Scene | None = None
        self._last: Exposure | None = None

    def pull(self) -> Exposure:
        """The newest exposure; the same one again after the end of the game or before the next is due."""
        with self._lock:
            number = self._due_number()
            if self._last is None or number > self._last.number:
                self._last = self._expose(number)
            return self._last

    def calibration(self) -> dict[str, Any]:
        """Four corners of the field as a person clicks them: whole pixels, and millimetres on the plane z = 0."""
        return calibration(self._painter.camera, self._painter.profile)

    def _due_number(self) -> int:
        last = -1 if self._last is None else self._last.number
        if self._performance.over:
            return last
        if self._fast:
            return last + 1
        if self._began is None:
            self._began = self._clock()
        return int((self._clock() - self._began) / EXPOSURE_S)

    def _expose(self, number: int) -> Exposure:
        at = round(number * EXPOSURE_S, 3)
        steps, reports = self._performance.steps, self._performance.reports
        self._performance.advance(at)
        if self._performance.reports != reports:
            self._settle()
        if self._scene is None or self._performance.steps != steps:
            self._scene = self._stage.scene(self._performance.setting)
        jpeg = self._painter.jpeg(self._scene, np.random.default_rng((self._seed, number)))
        return Exposure(number, at, jpeg)


def over_the_table(size: tuple[int, int] = SIZE) -> Camera:
    """A camera on a stand beside the lamp: not quite above the middle, not quite level."""
    return Camera.looking_down(size, tilt=4.0, pan=2.0, offset=(6.0, -8.0))


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
