"""A network camera that shows one picture, as a new exposure each time or always as the same one."""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Final

import cv2
import numpy as np

from hardware.profiles.load import load_profile
from hardware.simulator.camera.camera import calibration
from tests.vision.camera.test_fiducials import photograph
from vision.camera.model import Camera
from vision.capture.frame import write_picture

SHEETS_CAMERA: Final = Camera.looking_down((960, 720), tilt=5.0, pan=20.0, offset=(5.0, 8.0), field=800.0)

LOOKED: Final = "no more pictures"
"""Message of a service whose vision has read the only picture."""


def one_picture_served(folder: Path) -> tuple[str, ...]:
    """Return the command that serves a table with one picture in ``folder`` as its camera."""
    width, height = SHEETS_CAMERA.size
    (folder / "pictures").mkdir()
    write_picture(folder / "pictures/1.png", np.full((height, width, 3), 90, np.uint8))
    (folder / "camera.json").write_text(json.dumps(calibration(SHEETS_CAMERA, load_profile())), encoding="utf-8")
    ends = ("--camera", str(folder / "pictures"), "--calibration", str(folder / "camera.json"))
    return sys.executable, "-m", "api", "serve", *ends


@cache
def sheets_seen() -> bytes:
    """The four sheets in their corners as that camera sees them, painted once for all tests."""
    return cv2.imencode(".jpg", photograph(SHEETS_CAMERA))[1].tobytes()


@contextmanager
def camera_of(jpeg: bytes, stands: bool = False) -> Iterator[str]:
    """Serve a camera that shows one picture; ``stands``: always as the same exposure."""

    class Picture(BaseHTTPRequestHandler):
        number = 0

        def do_GET(self) -> None:
            type(self).number += not stands
            self.send_response(200)
            self.send_header("X-Frame", str(self.number))
            self.send_header("Content-Length", str(len(jpeg)))
            self.end_headers()
            self.wfile.write(jpeg)

        def log_message(self, *_: object) -> None:
            """Print nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Picture) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/frame.jpg"
        server.shutdown()
