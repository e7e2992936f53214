"""A simulated USB camera: a library, built once, that answers for one device in separate processes."""

import os
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from tests.firmware.conftest import lacking
from tests.support.waiting import PATIENCE_S

_SOURCE: Final = Path(__file__).with_name("fake_uvc.c")
SIZES: Final = ((640, 480), (1280, 720), (1440, 1080), (1920, 1080))
DEVICE: Final = "/dev/v4l/by-id/usb-Fake_Webcam-video-index0"


@dataclass(frozen=True)
class UsbCamera:
    """A camera in ``folder``, with the library that replaces its driver."""

    folder: Path

    @classmethod
    def build(cls, folder: Path) -> "UsbCamera":
        """Build the camera with a picture of each size; skips the test if there is no compiler."""
        lacking(() if shutil.which("cc") else ("gcc", "libc6-dev"))
        command = ["cc", "-shared", "-fPIC", "-O1", "-Wall", "-Wextra", "-Werror", "-o"]
        subprocess.run([*command, str(folder / "fake_uvc.so"), str(_SOURCE), "-ldl"], check=True)
        camera = cls(folder)
        for width, height in SIZES:
            noise = np.random.default_rng(width).integers(60, 200, (height // 8, width // 8, 3), np.uint8)
            picture = cv2.resize(noise, (width, height))
            camera.show(cv2.imencode(".jpg", picture)[1].tobytes(), (width, height))
        return camera

    def show(self, jpeg: bytes, size: tuple[int, int]) -> None:
        """Show this picture from now on at that size."""
        width, height = size
        new = self.folder / "new.jpg"
        new.write_bytes(jpeg)
        new.replace(self.folder / f"{width}x{height}.jpg")

    @property
    def environment(self) -> dict[str, str]:
        """Environment of a process that has the camera."""
        own = {"FAKE_UVC": DEVICE, "FAKE_UVC_PICTURES": str(self.folder), "FAKE_UVC_LOG": str(self._log)}
        return {**os.environ, **own, "LD_PRELOAD": str(self.folder / "fake_uvc.so")}

    def run(self, *words: str, steps: bool = False) -> str:
        """Return the output of Python with this camera plugged in; ``steps``: each picture is delivered once."""
        own = {**self.environment, **({"FAKE_UVC_STEPS": "1"} if steps else {})}
        command = [sys.executable, *words]
        told = subprocess.run(command, env=own, capture_output=True, text=True, timeout=3 * PATIENCE_S, check=False)
        assert "Traceback" not in told.stderr, told.stderr
        return told.stdout

    def set_to(self) -> list[str]:
        """Return the settings made since the last call."""
        lines = self._log.read_text("utf-8").splitlines() if self._log.exists() else []
        self._log.unlink(missing_ok=True)
        return lines

    @property
    def _log(self) -> Path:
        return self.folder / "set.log"
