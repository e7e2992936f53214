import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Empty, SimpleQueue

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import EyesError
from tests.support.patient_cameras import be_patient
from tests.support.waiting import PATIENCE_S, eventually
from vision.arrays import Image
from vision.capture.folder import FolderSource
from vision.capture.frame import CameraFrame, FrameSource, decode
from vision.capture.network.http import HttpSource, LiveSource
from vision.capture.network.mjpeg import MjpegParser
from vision.capture.newest import NewestSource
from vision.capture.open import open_source
from vision.capture.opencv import CaptureSource
from vision.capture.retry import RetryState
from vision.capture.trouble import UNREADABLE, code_of


def jpeg(grey: int) -> bytes:
    return cv2.imencode(".jpg", np.full((24, 32, 3), grey, np.uint8))[1].tobytes()


class Webcam(ThreadingHTTPServer):
    """A camera that serves exposures 0, 1, 2, … and can be made to misbehave."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), WebcamHandler)
        self.exposure = 0
        self.advance = True
        self.broken = 0
        self.gate = threading.Semaphore(0)

    @property
    def base(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class WebcamHandler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Webcam

    def do_GET(self) -> None:
        cam = self.server
        if self.path == "/frame.jpg":
            self._snapshot(cam)
        else:
            self.send_response(200)
            self.send_header("Content-Type", 'multipart/x-mixed-replace; boundary="cut here"')
            self.end_headers()
            for number in range(3):
                if number:
                    cam.gate.acquire()
                body = jpeg(40 * (number + 1))
                head = f"--cut here\r\nContent-Type: image/jpeg\r\nContent-Length: {len(body)}\r\nX-Frame: {number}\r\n"
                self.wfile.write(f"{head}X-At: {number / 5}\r\n\r\n".encode() + body + b"\r\n")
                self.wfile.flush()
            self.close_connection = True

    def _snapshot(self, cam: Webcam) -> None:
        body = b"not a picture" if cam.broken == 1 else jpeg(90)
        self.send_response(503 if cam.broken == 2 else 200)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("X-Frame", str(cam.exposure))
        self.send_header("X-At", str(cam.exposure * 0.2))
        self.end_headers()
        self.wfile.write(body)
        cam.broken = max(0, cam.broken - 1)
        cam.exposure += cam.advance

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A starved camera must not count as silent."""
    be_patient(monkeypatch)


@pytest.fixture
def webcam() -> Iterator[Webcam]:
    server = Webcam()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def until_in_trouble(source: FrameSource) -> str:
    """Wait until a source without pictures reports trouble, and return it."""

    def has_value() -> bool:
        assert source.next(0.05) is None
        return source.trouble is not None

    eventually(has_value)
    return source.trouble or ""


def test_snapshots_come_with_number_and_time(webcam: Webcam) -> None:
    source = HttpSource(f"{webcam.base}/frame.jpg")
    frames = [source.next(PATIENCE_S) for _ in range(3)]
    assert [(frame.number, frame.at) for frame in frames if frame] == [(0, 0.0), (1, 0.2), (2, 0.4)]
    assert frames[0] is not None
    assert frames[0].image.shape == (24, 32, 3)
    assert source.trouble is None
    source.close()


def test_the_same_exposure_is_given_only_once(webcam: Webcam) -> None:
    webcam.advance = False
    source = HttpSource(f"{webcam.base}/frame.jpg", PATIENCE_S)
    assert source.next(PATIENCE_S) is not None
    assert source.next(0.05) is None
    assert source.trouble is None
    source.close()


def test_a_broken_camera_is_reported_and_tried_again_until_it_works(webcam: Webcam) -> None:
    webcam.broken = 2
    source = HttpSource(f"{webcam.base}/frame.jpg")
    assert "503" in until_in_trouble(source)
    frame = source.next(PATIENCE_S)
    assert frame is not None
    assert source.trouble is None
    source.close()


def test_nobody_at_the_address_is_trouble_not_an_exception() -> None:
    source = HttpSource("http://127.0.0.1:9/frame.jpg")
    started = time.monotonic()
    assert source.next(0.2) is None
    assert time.monotonic() - started < PATIENCE_S
    assert source.trouble is not None


def test_stream_gives_its_exposures_and_starts_again_after_its_end(webcam: Webcam) -> None:
    source = HttpSource(f"{webcam.base}/stream.mjpg")
    frames: list[CameraFrame | None] = []
    for number in range(3):
        if number:
            webcam.gate.release()
        frames.append(source.next(PATIENCE_S))
    assert [frame and (frame.number, frame.at) for frame in frames] == [(0, 0.0), (1, 0.2), (2, 0.4)]
    again = source.next(PATIENCE_S)
    assert again is not None
    assert again.number == 0
    webcam.gate.release(2)
    source.close()


def test_newest_source_skips_what_a_slow_reader_missed(webcam: Webcam) -> None:
    source = NewestSource(HttpSource(f"{webcam.base}/frame.jpg"))
    first = source.next(PATIENCE_S)
    assert first is not None
    while webcam.exposure < first.number + 6:
        threading.Event().wait(0.01)
    second = source.next(PATIENCE_S)
    assert second is not None
    assert second.number > first.number + 1
    source.close()


class FastCamera:
    """A camera that streams as many files as it is permitted to."""

    trouble = None

    def __init__(self, *files: bytes) -> None:
        self.coming = SimpleQueue[CameraFrame]()
        for number, file in enumerate(files):
            self.coming.put(CameraFrame(None, number, number / 30, file))

    def next(self, timeout: float) -> CameraFrame | None:
        with suppress(Empty):
            return self.coming.get(timeout=min(timeout, 0.01))
        return None

    def close(self) -> None:
        """Do nothing: there is nothing to release."""


def test_no_picture_is_made_of_an_exposure_that_nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: each of 30 pictures a second was decoded for the five that are read: half a core for four tables."""
    made = list[bytes]()

    def noting(data: bytes, name: str) -> Image:
        made.append(data)
        return decode(data, name)

    monkeypatch.setattr("vision.capture.frame.decode", noting)
    camera = FastCamera(*(jpeg(grey) for grey in range(30)))
    source = NewestSource(camera)
    eventually(camera.coming.empty)
    eventually(lambda: (newest := source.next(PATIENCE_S)) is not None and newest.number == 29)
    assert len(made) < 5
    source.close()


def test_a_streamed_picture_that_is_none_is_told_and_the_next_one_is_taken() -> None:
    camera = FastCamera(b"no picture")
    source = NewestSource(camera)
    assert code_of(until_in_trouble(source)) == UNREADABLE
    camera.coming.put(CameraFrame(None, 1, 1.0, jpeg(9)))
    assert source.next(PATIENCE_S) is not None
    assert source.trouble is None
    source.close()


def test_a_folder_is_read_in_order_and_bad_files_are_passed_over(tmp_path: Path) -> None:
    for name, grey in (("b.png", 200), ("a.jpg", 10)):
        cv2.imwrite(str(tmp_path / name), np.full((8, 8, 3), grey, np.uint8))
    (tmp_path / "aa.jpg").write_bytes(b"junk")
    (tmp_path / "notes.txt").write_text("no picture")
    source = open_source(str(tmp_path))
    assert isinstance(source, FolderSource)
    frames = [source.next(0.0), source.next(0.0)]
    assert [frame and round(float(frame.image.mean())) for frame in frames] == [10, 200]
    assert source.next(0.0) is None


@pytest.mark.parametrize("address", ["ftp://camera/frame.jpg", "/no/such/folder"])
def test_an_address_that_is_no_source_is_one_line(address: str) -> None:
    with pytest.raises(EyesError) as caught:
        open_source(address)
    assert "\n" not in str(caught.value)


def test_bytes_that_are_no_picture_name_their_place() -> None:
    with pytest.raises(EyesError, match=r"shot\.jpg: 5 bytes"):
        decode(b"hello", "shot.jpg")


HEADS = ("\r\n--cut\r\n", "\n--cut\n", "cut\r\n", "", "--cut\r\n\r\n\r\n", "\0\0\0--other\n")


@given(
    st.lists(st.tuples(st.sampled_from(HEADS), st.sampled_from(["", "5", "999999"])), max_size=5),
    st.integers(1, 400),
    st.sampled_from(["\r\n", "\n", "\r"]),
)
def test_pictures_survive_any_cutting_boundary_line_end_and_length(
    heads: list[tuple[str, str]], step: int, end: str
) -> None:
    stream, bodies = b"HTTP rubbish\xff\xd8\n", [jpeg(30 * number) for number in range(len(heads))]
    for number, (head, length) in enumerate(heads):
        told = [f"x-frame: {number} ", *([f"Content-Length: {length}"] if length else []), "", ""]
        stream += (head + end + end.join(told)).encode() + bodies[number]
    parser = MjpegParser()
    parts = [part for at in range(0, len(stream), step) for part in parser.feed(stream[at : at + step])]
    assert [body for _, body in parts] == bodies
    assert [headers["X-Frame"] for headers, _ in parts] == [str(number) for number in range(len(bodies))]


@given(st.data())
def test_a_picture_that_was_cut_off_is_left_out_and_the_next_is_whole(data: st.DataObject) -> None:
    whole, small = jpeg(90), cv2.imencode(".jpg", np.full((8, 8, 3), 7, np.uint8))[1].tobytes()
    # A thumbnail within a picture does not count as a picture.
    whole = whole[:2] + b"\xff\xe1" + (len(small) + 2).to_bytes(2, "big") + small + whole[2:]
    scan = whole.rindex(b"\xff\xda") + 14
    cut = whole[: data.draw(st.integers(scan, len(whole) - 2))]
    parts = MjpegParser().feed(cut + b"\r\n--cut\r\nX-Frame: 1\r\n\r\n" + whole)
    assert [(headers["X-Frame"], body) for headers, body in parts] == [("1", whole)]


def film(file: Path, frames: int) -> Path:
    writer = cv2.VideoWriter(str(file), cv2.VideoWriter.fourcc(*"MJPG"), 10.0, (64, 48))
    for number in range(frames):
        writer.write(np.full((48, 64, 3), 40 * (number + 1), np.uint8))
    writer.release()
    return file


def test_a_film_is_read_frame_by_frame_and_dated_by_its_rate(tmp_path: Path) -> None:
    source = open_source(str(film(tmp_path / "game.avi", 4)))
    frames = [source.next(0.1) for _ in range(5)]
    assert [frame and (frame.number, round(frame.at, 3)) for frame in frames] == [
        (0, 0.0),
        (1, 0.1),
        (2, 0.2),
        (3, 0.3),
        None,
    ]
    assert [round(float(frame.image.mean()) / 40) for frame in frames if frame] == [1, 2, 3, 4]
    assert source.trouble == "no more frames"
    source.close()


def test_a_file_that_is_no_film_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "notes.mp4").write_text("nothing to see")
    with pytest.raises(EyesError, match=r"notes\.mp4: no film"):
        open_source(str(tmp_path / "notes.mp4"))


def test_a_camera_that_is_not_there_is_tried_again_until_it_comes(tmp_path: Path) -> None:
    file = tmp_path / "late.avi"
    source = CaptureSource(str(file), clock=lambda: 7.0)
    assert source.next(0.05) is None
    assert source.trouble is not None
    assert "cannot be opened" in source.trouble
    film(file, 2)
    frame = source.next(PATIENCE_S)
    assert frame is not None
    assert (frame.number, frame.at) == (0, 7.0)
    assert source.trouble is None
    source.close()


def test_a_stream_that_nobody_serves_gives_up_in_bounded_time() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        source = CaptureSource(f"rtsp://127.0.0.1:{taken.getsockname()[1]}/table")
        began = time.monotonic()
        assert source.next(0.05) is None
        assert time.monotonic() - began < PATIENCE_S
    assert source.trouble is not None


@pytest.mark.parametrize(
    ("address", "own_thread", "kind"),
    [
        ("http://cam/frame.jpg", False, LiveSource),
        ("http://cam/frame.jpg", True, NewestSource),
        ("/dev/v4l/by-id/usb-046d_C920-video-index0#size=1440x1080", False, NewestSource),
    ],
)
def test_an_address_says_what_kind_of_source_it_opens(address: str, own_thread: bool, kind: type[FrameSource]) -> None:
    source = open_source(address, own_thread=own_thread)
    assert isinstance(source, kind)
    source.close()


def test_a_pause_grows_while_a_source_fails_and_ends_when_it_recovers(monkeypatch: pytest.MonkeyPatch) -> None:
    moment = 100.0
    monkeypatch.setattr("vision.capture.retry.time.sleep", lambda _: None)
    state, pauses = RetryState("camera", lambda: moment), []
    for _ in range(8):
        state.failed("gone\nfor good")
        pauses.append(next(pause / 10 for pause in range(1, 100) if state.wait(moment + pause / 10)))
    assert pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
    assert state.trouble == "gone for good"
    state.succeeded()
    assert state.trouble is None
    assert state.wait(moment)
