"""A camera that answers but shows nothing useful: each fault is reported by its own code, repeatedly."""

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final, cast

import cv2
import numpy as np
import pytest

from controller.errors import SizeError
from controller.ports.eyes import Sighting
from controller.ports.table import SignalKind
from controller.referee.faults.devices import DEVICE_CURES
from tests.support.quiet_table import Film
from tests.support.waiting import PATIENCE_S, eventually
from vision.capture.frame import CameraFrame
from vision.capture.open import open_source
from vision.capture.trouble import SILENT_S, same_exposure
from vision.eyes import CameraEyes
from vision.table.reader import TableReader

SIZE = (48, 64)
LOOKED_ON_S: Final = 1.5 * SILENT_S


@dataclass
class BlankReader:
    """A reader that returns an empty sighting for any picture of the right size."""

    read_so_far: list[int] = field(default_factory=list)
    warnings: tuple[str, ...] = ()

    def read(self, frame: CameraFrame) -> Sighting:
        if frame.image.shape[:2] != SIZE:
            raise SizeError(f"frame of {frame.image.shape}")
        self.read_so_far.append(frame.number)
        return Sighting(frame.number, frame.at, (None,) * 4, (None,) * 4, (None,) * 4, (None,) * 4, None, None)


class OddCamera(ThreadingHTTPServer):
    """A camera whose pictures have sensor noise, until its behaviour is changed."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.manner = "well"
        self.numbered = False
        self.number = 0
        self.kept = b""
        self.random = np.random.default_rng(5)
        self.closing = threading.Event()

    def picture(self) -> bytes:
        shape = (96, 128) if self.manner == "resized" else SIZE
        if self.manner not in ("frozen", "still") or not self.kept:
            self.kept = cv2.imencode(".jpg", self.random.integers(90, 160, (*shape, 3), np.uint8))[1].tobytes()
        self.number += self.manner != "frozen"
        return b"no picture at all" if self.manner == "garbage" else self.kept


class _Handler(BaseHTTPRequestHandler):
    server: OddCamera

    def do_GET(self) -> None:
        cam = self.server
        if self.path.endswith(".mjpg"):
            self._stream(cam)
            return
        if cam.manner == "silent":
            cam.closing.wait(2 * PATIENCE_S)
        body = cam.picture()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        if cam.numbered:
            self.send_header("X-Frame", str(cam.number))
        self.end_headers()
        self._give(cam, body)

    def _stream(self, cam: OddCamera) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=cut")
        self.end_headers()
        while not cam.closing.wait(0.1):
            while cam.manner == "silent" and not cam.closing.wait(0.05):
                pass
            body = cam.picture()
            self.wfile.write(f"--cut\r\nContent-Length: {len(body)}\r\n\r\n".encode())
            self._give(cam, body)
            self.wfile.write(b"\r\n")

    def _give(self, cam: OddCamera, body: bytes) -> None:
        if cam.manner != "drips":
            self.wfile.write(body)
            return
        for place in range(len(body)):
            if cam.manner != "drips":
                return
            self.wfile.write(body[place : place + 1])
            self.wfile.flush()
            cam.closing.wait(0.9)

    def log_message(self, *_args: object) -> None:
        pass


@pytest.fixture
def camera() -> Iterator[OddCamera]:
    server = OddCamera()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.closing.set()
    server.shutdown()
    thread.join()
    server.server_close()


@dataclass
class Watched:
    """Vision on such a camera, read as the service does."""

    eyes: CameraEyes
    reader: BlankReader

    def until(self, told: Callable[[list[tuple[SignalKind, str]]], bool]) -> list[tuple[SignalKind, str]]:
        """Read until the new signals satisfy the condition; return them."""
        signals = list[tuple[SignalKind, str]]()

        def fit() -> bool:
            self.eyes.look(0.25)
            signals.extend((each.kind, each.code) for each in self.eyes.signals())
            return told(signals)

        eventually(fit)
        return signals

    def look(self, times: int) -> None:
        """Read until ``times`` frames were read and no fault holds; a starved camera may be lost for a while."""
        self.until(lambda told: standing(told) == set() and len(self.reader.read_so_far) >= times)


def standing(told: list[tuple[SignalKind, str]]) -> set[str]:
    """Faults that hold after these signals."""
    return {code for kind, code in told if [each[0] for each in told if each[1] == code][-1] is SignalKind.FAULT}


@pytest.fixture
def watched(camera: OddCamera, request: pytest.FixtureRequest) -> Iterator[Watched]:
    name = getattr(request, "param", "frame.jpg")
    reader = BlankReader()
    eyes = CameraEyes(open_source(f"http://127.0.0.1:{camera.server_address[1]}/{name}"), cast(TableReader, reader))
    yield Watched(eyes, reader)
    camera.closing.set()
    eyes.close()


FAULTS = {
    "garbage": "camera-unreadable",
    "drips": "camera-unreadable",
    "frozen": "camera-frozen",
    "resized": "camera-resized",
    "silent": "camera-lost",
}


@pytest.mark.parametrize("watched", ["frame.jpg", "stream.mjpg"], indirect=True)
@pytest.mark.parametrize("manner", FAULTS)
def test_each_trouble_is_told_by_its_name_and_over_when_pictures_come(
    camera: OddCamera, watched: Watched, manner: str
) -> None:
    watched.look(3)
    camera.manner = manner
    code = FAULTS[manner]
    watched.until(lambda told: (SignalKind.FAULT, code) in told)
    camera.manner = "well"
    if manner == "silent":
        camera.closing.set()
        camera.closing.clear()
    watched.until(lambda told: (SignalKind.FAULT_CLEARED, code) in told)


def test_a_picture_with_the_same_number_again_is_frozen(camera: OddCamera, watched: Watched) -> None:
    camera.numbered = True
    watched.look(3)
    camera.manner = "frozen"
    watched.until(lambda told: standing(told) == {"camera-frozen"})
    seen = len(watched.reader.read_so_far)
    watched.eyes.look(0.25)
    assert len(watched.reader.read_so_far) == seen, "a picture that stands still proves nothing again"


@pytest.mark.slow
def test_a_still_table_is_not_frozen_where_the_camera_numbers_its_pictures(camera: OddCamera, watched: Watched) -> None:
    camera.numbered = True
    watched.look(3)
    camera.manner = "still"
    ends = time.monotonic() + LOOKED_ON_S
    told = watched.until(lambda _: time.monotonic() > ends)
    assert (SignalKind.FAULT, "camera-frozen") not in told


def test_bare_pictures_are_one_exposure_only_where_no_pixel_differs() -> None:
    film = Film()
    first, second = film.next(0.0), film.next(0.0)
    assert first is not None
    assert second is not None
    assert same_exposure(first, first)
    assert not same_exposure(first, second)


def test_every_trouble_of_a_camera_has_its_cure_in_both_languages() -> None:
    for code in FAULTS.values():
        cure = DEVICE_CURES[code].text
        assert cure.ja
        assert cure.en
    assert len({DEVICE_CURES[code].text for code in FAULTS.values()}) == len(set(FAULTS.values()))
