"""HTTP server of the simulated cameras on loopback: single frames, a motion-JPEG stream and the calibration."""

import json
import re
import threading
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from controller.riichi.seat import Seat
from hardware.simulator.camera.camera import Exposure, SimulatedCamera
from hardware.simulator.machine.pace import EXPOSURE_S

LOOPBACK: Final = "127.0.0.1"
BOUNDARY: Final = "frame"
_TICK: Final = "/tick"
"""Path that advances time by one exposure without rendering it."""
_TOLD: Final = re.compile(r"/(?P<what>taken|settled)/(?P<number>[0-9]{1,9})")
"""Paths that report progress: ``/taken/N`` confirms exposure N, ``/settled/N`` the settlement of N rounds."""
_SEATED: Final = re.compile(r"/(?:seat/(?P<seat>[A-D])/)?(?P<what>frame\.jpg|stream\.mjpg|calibration\.json)")


class CameraServer(ThreadingHTTPServer):
    """Serves the cameras of one table from its own threads until closed; clients may connect and leave at any time."""

    daemon_threads = True

    def __init__(self, camera: SimulatedCamera, port: int = 0) -> None:
        """Bind to loopback at ``port``, 0 for a free one; raises OSError if the port is in use."""
        super().__init__((LOOPBACK, port), _Handler)
        self.camera = camera
        self.closing = threading.Event()
        self._thread = threading.Thread(target=self.serve_forever, name="camera", daemon=True)

    @property
    def url(self) -> str:
        """Base URL of the server."""
        return f"http://{LOOPBACK}:{self.server_port}"

    def start(self) -> None:
        """Start the serving thread."""
        self._thread.start()

    def close(self) -> None:
        """Stop serving and end every stream."""
        self.closing.set()
        self.shutdown()
        self._thread.join()
        self.server_close()

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore errors of a connection: clients that disconnect during a frame are expected."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    server: CameraServer

    def do_GET(self) -> None:
        if self.path == _TICK:
            self.server.camera.pass_time()
            self._send(b"", "text/plain")
            return
        asked = _SEATED.fullmatch(self.path.partition("?")[0])
        if asked is None:
            expected = "expected /frame.jpg, /stream.mjpg or /calibration.json, of a seat after /seat/A to /seat/D"
            self.send_error(HTTPStatus.NOT_FOUND, expected)
            return
        seat = None if asked["seat"] is None else Seat[asked["seat"]]
        if asked["what"] == "frame.jpg":
            self._send_frame(self.server.camera.pull(seat))
        elif asked["what"] == "stream.mjpg":
            self._send_stream(seat)
        else:
            self._send(json.dumps(self.server.camera.calibration(seat)).encode(), "application/json")

    def do_POST(self) -> None:
        told = _TOLD.fullmatch(self.path)
        if told is None:
            expected = "expected /taken/ and the number of an exposure, or /settled/ and how many rounds are"
            self.send_error(HTTPStatus.NOT_FOUND, expected)
            return
        camera, number = self.server.camera, int(told["number"])
        (camera.taken if told["what"] == "taken" else camera.settled)(number)
        self._send(b"", "text/plain")

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002, the name is http.server's
        """Log nothing: requests for frames arrive five times a second."""

    def _send(self, body: bytes, kind: str, headers: dict[str, str] | None = None) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "no-store")
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _send_frame(self, exposure: Exposure) -> None:
        self._send(exposure.jpeg, "image/jpeg", _stamp(exposure))

    def _send_stream(self, seat: Seat | None) -> None:
        self.close_connection = True
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY}")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        sent = -1
        while not self.server.closing.is_set():
            exposure = self.server.camera.pull(seat)
            if exposure.number == sent:
                self.server.closing.wait(EXPOSURE_S / 4)
                continue
            sent = exposure.number
            head = {"Content-Type": "image/jpeg", "Content-Length": str(len(exposure.jpeg)), **_stamp(exposure)}
            lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
            self.wfile.write(f"--{BOUNDARY}\r\n{lines}\r\n".encode() + exposure.jpeg + b"\r\n")


def _stamp(exposure: Exposure) -> dict[str, str]:
    return {"X-Frame": str(exposure.number), "X-At": f"{exposure.at:.3f}"}
