"""A camera of each kind before one simulated table: each exposure passes a lens fault and then the camera.

``python -m tests.support.lens_evening digest smear --rounds 2``: as ``tests.support.lens``, with the bytes and devices
of such a camera. ``usb`` needs a process with a USB camera (tests/support/usb_camera.py).
"""

import argparse
import hashlib
import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import cv2

from api.phones.desk import PhoneDesk
from api.phones.line import PhoneVisit
from controller.errors import PoorPictureError
from controller.ports.eyes import Sighting
from controller.rulebooks.catalogue import DEFAULT_RULEBOOK, load
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.simulator.camera.camera import SIZE, SimulatedCamera, over_the_table
from hardware.simulator.camera.playback import Playback, Unheard
from hardware.simulator.camera.scene_builder import SceneBuilder
from hardware.simulator.game.round import play_rounds
from hardware.simulator.machine.pace import FAST
from tests.support.authority import Authority
from tests.support.demo_seeds import Exposures, run
from tests.support.fake_camera import LOGIN, Kind, fake_camera
from tests.support.lens import TROUBLES, LensTrouble
from tests.support.patient_cameras import patient_cameras
from tests.support.rtsp_camera import RtspCamera
from tests.support.usb_camera import DEVICE, UsbCamera
from tests.support.waiting import PATIENCE_S
from vision.camera.model import Camera
from vision.capture.frame import CameraFrame, FrameSource
from vision.capture.open import open_source
from vision.eyes import CameraEyes
from vision.image.exposure import ExposureCheck
from vision.image.quality import FrameQuality
from vision.render.painter import Painter

KINDS: Final = ("digest", "https", "rtsp", "phone", "usb")
_AGAIN_S: Final = 0.5
"""Seconds after which a picture that did not arrive is shown again: opening a stream consumes several pictures."""
_ALIKE: Final = 10.0
"""Largest mean difference in grey levels from the shown picture; colour coding of a stream causes three."""


class Screen:
    """Scene before a camera: one picture after another, each for the first reader."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self._fresh: bytes | None = None

    def show(self, jpeg: bytes) -> None:
        """Show the next picture."""
        with self._news:
            self._fresh = jpeg
            self._news.notify_all()

    def take(self, _number: int = 0) -> bytes:
        """Wait for a new picture and return it."""
        with self._news:
            self._news.wait_for(lambda: self._fresh is not None)
            taken, self._fresh = self._fresh, None
        assert taken is not None
        return taken


@contextmanager
def camera_of(kind: str, folder: Path) -> Iterator[tuple[Callable[[bytes], None], str]]:
    """Yield the function that shows a picture to a camera of this kind, and the camera's address."""
    screen = Screen()
    if kind == "digest":
        with fake_camera(Kind("stream", "digest", pictures=screen.take)) as camera:
            yield screen.show, f"http://{LOGIN}127.0.0.1:{camera.port}/axis-cgi/mjpg/video.cgi"
    elif kind == "https":
        tls = Authority(folder / "authority").serving("127.0.0.1")
        with fake_camera(Kind("image", "basic", pictures=screen.take), tls=tls) as camera:
            der = ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate(("127.0.0.1", camera.port)))
            trusted = f"#fingerprint={hashlib.sha256(der).hexdigest()}"
            yield screen.show, f"https://{LOGIN}127.0.0.1:{camera.port}/snapshot.cgi?channel=1{trusted}"
    elif kind == "rtsp":
        streaming = RtspCamera(screen.take)
        yield screen.show, f"rtsp://127.0.0.1:{streaming.port}/main"
        streaming.close()
    elif kind == "phone":
        desk, phone = PhoneDesk(), PhoneVisit("phone", lambda: None)
        line = desk.line("1")
        line.enter(phone)
        yield lambda jpeg: _sent(line.take(phone, jpeg, SIZE, 0.0)), desk.completed("phone:", "1")
        desk.close()
    else:
        yield lambda jpeg: UsbCamera(folder).show(jpeg, SIZE), DEVICE


class Through:
    """A lens fault before a camera of one kind; every exposure arrives, and none twice.

    Pictures from before the first exposure are skipped.
    """

    def __init__(self, show: Callable[[bytes], None], source: FrameSource, trouble: LensTrouble) -> None:
        self._show, self._source, self._trouble = show, source, trouble

    def __call__(self, frame: CameraFrame) -> CameraFrame:
        """Return the exposure as the camera delivers it."""
        seen = self._trouble(frame)
        assert seen.file is not None
        self._show(seen.file)
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            got = self._source.next(_AGAIN_S)
            if got is None:
                self._show(seen.file)
            elif cv2.norm(got.image, seen.image, cv2.NORM_L1) < _ALIKE * seen.image.size:
                return CameraFrame(got.image, frame.number, frame.at, got.file)
        raise AssertionError(self._source.trouble)


@contextmanager
def through(kind: str, trouble: LensTrouble, folder: Path) -> Iterator[Through]:
    """Open such a lens for the duration of the context."""
    with patient_cameras(), camera_of(kind, folder) as (show, address):
        source = open_source(address, PATIENCE_S, size=SIZE)
        try:
            yield Through(show, source, trouble)
        finally:
            source.close()


class Judge:
    """A reader that checks only whether a picture is readable."""

    warnings: tuple[str, ...] = ()

    def __init__(self, camera: Camera) -> None:
        self._quality, self._exposures = FrameQuality.of_table(Layout(load_profile()), camera), ExposureCheck()
        self.read_so_far, self.codes = list[int](), set[str]()

    def read(self, frame: CameraFrame) -> Sighting:
        """Return an empty sighting; raises PoorPictureError."""
        try:
            self._quality.check(frame.image)
            self._exposures.check(frame.image)
        except PoorPictureError as error:
            self.codes.add(error.code)
            raise
        self.read_so_far.append(frame.number)
        return Sighting(frame.number, frame.at, (None,) * 4, (None,) * 4, (None,) * 4, (None,) * 4, None, None)


def judged(lens: Through, exposures: int) -> dict[str, list[int] | list[str]]:
    """Numbers of the readable exposures at the start of a round through a lens, and the messages to people."""
    profile = load_profile()
    playback = Playback(play_rounds(load(DEFAULT_RULEBOOK), 1, 1), FAST, Unheard())
    painter, builder = Painter(profile, over_the_table()), SceneBuilder(Layout(profile), 1)
    source = Exposures(SimulatedCamera(playback, builder, painter, fast=True, seed=1), lens)
    judge = Judge(painter.camera)
    eyes = CameraEyes(source, judge, lambda: source.now)
    for _ in range(exposures):
        eyes.look(0.0)
    told = [f"{each.kind} {each.code}" for each in eyes.signals()]
    return {"read": judge.read_so_far, "codes": sorted(judge.codes), "told": told}


def _sent(taken: bool) -> None:
    assert taken


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the result of the rounds; return 1 if any was read wrongly."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=KINDS)
    parser.add_argument("trouble", choices=TROUBLES)
    parser.add_argument("--seed", type=int, default=4711)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--folder", type=Path, help="of the camera by USB")
    parser.add_argument("--judged", type=int, default=0, help="judge so many exposures, and read none")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as own:
        folder = options.folder or Path(own)
        if options.judged:
            trouble = LensTrouble(options.trouble, lasts_s=0.4, every_s=1.6, since_s=1.6)
            with through(options.kind, trouble, folder) as lens:
                print(json.dumps(judged(lens, options.judged)))
            return 0
        with through(options.kind, LensTrouble(options.trouble, since_s=2.0), folder) as lens:
            told = run(options.seed, options.rounds, lens=lens)
    print(json.dumps({"kind": options.kind, "trouble": options.trouble, **asdict(told)}), flush=True)
    return int(not told.clean)


if __name__ == "__main__":
    raise SystemExit(main())
