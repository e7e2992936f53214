"""Main function of the process of one table's eyes: answers requests on a pipe and ends with it."""

import pickle
import signal
from multiprocessing.connection import Connection

from api.eyes.asked import Keep, Look, Looked, Newest, NewestFrame, Opened
from api.hiding import Hiding
from api.operations.logs import to_stderr
from api.service.eyes import EyesSetup, OpenEyes, open_eyes
from controller.errors import JantakuError
from vision.camera.model import Camera
from vision.eyes import use_threads


def live(link: Connection, setup: EyesSetup, secrets: frozenset[str]) -> None:
    """Open the eyes and answer requests until the other end of the pipe closes."""
    # Ctrl-C and a service manager's SIGTERM reach every process: the service ends its eyes itself, after its own
    # shutdown.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    to_stderr(Hiding(secrets))
    use_threads(setup.threads)
    try:
        _live(link, setup)
    except (EOFError, BrokenPipeError, ConnectionResetError):
        return


def _live(link: Connection, setup: EyesSetup) -> None:
    seconds: list[float] = []
    try:
        eyes = open_eyes(setup, seconds.append)
    except JantakuError as error:
        link.send(Opened(str(error)))
        return
    try:
        link.send(Opened())
        known: Camera | None = None
        while True:
            match link.recv():
                case Look(timeout):
                    known = _look(link, eyes, timeout, known, seconds)
                case Keep(name):
                    eyes.frames.keep(name)
                case Newest():
                    link.send(NewestFrame(eyes.frames.newest))
    finally:
        eyes.port.close()


def _look(link: Connection, eyes: OpenEyes, timeout: float, known: Camera | None, seconds: list[float]) -> Camera:
    sighting, camera = eyes.port.look(timeout), eyes.aimed.camera
    moved = b"" if camera is known else pickle.dumps(camera)
    link.send(Looked(sighting, tuple(eyes.port.signals()), moved, tuple(seconds)))
    seconds.clear()
    return camera
