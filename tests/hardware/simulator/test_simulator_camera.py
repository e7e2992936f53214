"""The simulated camera over HTTP and the whole simulated table as a process."""

import json
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from firmware_bridge.table import open_table
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.simulator.camera.camera import SIZE, SimulatedCamera, calibration, over_the_table
from hardware.simulator.camera.playback import Playback
from hardware.simulator.camera.scene_builder import SceneBuilder
from hardware.simulator.camera.server import CameraServer
from hardware.simulator.game.round import play_rounds
from hardware.simulator.game.truth import round_truth
from hardware.simulator.machine.pace import EXPOSURE_S, FAST, natural
from hardware.simulator.process import main
from tests.support.waiting import PATIENCE_S, eventually
from vision.capture.network.http import HttpSource
from vision.render.painter import Painter

SMALL = (320, 240)
LINK = (SignalKind.LINK_UP, SignalKind.LINK_LOST)
PROFILE = load_profile()


class Silent:
    """A machine without a board: reports go nowhere."""

    def report(self, kind: SignalKind, seat: Seat | None = None) -> None:
        """Ignore the report."""


class Watch:
    """A wall clock that the test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def make_camera(
    fast: bool = True, clock: Watch | None = None, arms: float = 0.0, in_step: bool = False, since: float = 0.0
) -> SimulatedCamera:
    rounds = play_rounds(rulebook("npm-2008"), 1, 1)
    playback = Playback(rounds, FAST if fast else natural(PROFILE.cycle), Silent())
    painter = Painter(PROFILE, over_the_table(SMALL))
    stage = SceneBuilder(Layout(PROFILE), 1)
    return SimulatedCamera(
        playback, stage, painter, fast=fast, seed=1, arms=arms, clock=clock or Watch(), in_step=in_step, since=since
    )


@pytest.fixture
def server() -> Iterator[CameraServer]:
    serving = CameraServer(make_camera())
    serving.start()
    yield serving
    serving.close()


def test_each_pull_is_the_next_exposure_and_the_last_one_stays() -> None:
    camera = make_camera()
    pulled = [camera.pull() for _ in range(600)]
    last = pulled[-1].number
    assert [one.number for one in pulled] == [min(number, last) for number in range(600)]
    assert 100 < last < 400
    assert all(one.at == pytest.approx(one.number * EXPOSURE_S) for one in pulled)
    assert pulled[-1] is pulled[-2]


def test_the_same_seed_gives_the_same_pictures() -> None:
    left, right = make_camera(), make_camera()
    assert [left.pull().jpeg for _ in range(40)] == [right.pull().jpeg for _ in range(40)]


def test_at_a_human_pace_the_clock_picks_the_exposure() -> None:
    watch = Watch()
    camera = make_camera(fast=False, clock=watch)
    assert camera.pull().number == 0
    assert camera.pull().number == 0
    watch.now += 1.05
    assert camera.pull().number == 5
    watch.now += 10.0
    assert camera.pull().at == pytest.approx(11.0)


def test_arms_come_over_the_table_in_a_share_of_the_exposures() -> None:
    bare, armed = make_camera(), make_camera(arms=0.4)
    differ = [bare.pull().jpeg != armed.pull().jpeg for _ in range(60)]
    assert 8 < sum(differ) < 45
    assert sum(one != other for one, other in pairwise(differ)) < sum(differ)  # Changes last for several exposures.


def test_clicked_corners_stand_for_the_corners_of_the_field() -> None:
    camera = over_the_table()
    told = calibration(camera, PROFILE)
    assert told["size"] == list(SIZE)
    assert len(told["points"]) == 4
    for point in told["points"]:
        x, y = point["px"]
        assert 0 < x < SIZE[0]
        assert 0 < y < SIZE[1]
        ((back_x, back_y),) = camera.to_plane([(x, y)])
        assert (back_x, back_y) == pytest.approx(point["mm"], abs=0.7)


def test_frames_stream_and_calibration_are_served(server: CameraServer) -> None:
    snapshots = HttpSource(f"{server.url}/frame.jpg")
    frames = [snapshots.next(PATIENCE_S) for _ in range(3)]
    assert [frame.number for frame in frames if frame] == [0, 1, 2]
    assert all(frame is not None and frame.image.shape == (*SMALL[::-1], 3) for frame in frames)
    stream = HttpSource(f"{server.url}/stream.mjpg")
    streamed = stream.next(PATIENCE_S)
    assert streamed is not None
    assert streamed.number >= 3
    stream.close()
    with urllib.request.urlopen(f"{server.url}/calibration.json") as answer:
        assert answer.headers["Content-Type"] == "application/json"
        assert json.load(answer) == calibration(over_the_table(SMALL), PROFILE)
    with pytest.raises(HTTPError, match="404"):
        urllib.request.urlopen(f"{server.url}/elsewhere")


def test_a_client_that_dies_in_the_middle_of_a_picture_leaves_the_others_alone(server: CameraServer) -> None:
    for path in ("/frame.jpg", "/stream.mjpg"):
        with socket.create_connection(("127.0.0.1", server.server_port)) as dying:
            dying.sendall(f"GET {path} HTTP/1.1\r\nHost: table\r\n\r\n".encode())
            assert dying.recv(20)
    again = HTTPConnection("127.0.0.1", server.server_port, timeout=PATIENCE_S)
    again.request("GET", "/frame.jpg")
    answer = again.getresponse()
    assert answer.status == 200
    assert answer.read().startswith(b"\xff\xd8")
    again.close()


def number_of(source: HttpSource) -> int:
    """Number of the next exposure, however slowly it is painted."""
    frame = source.next(PATIENCE_S)
    assert frame is not None, source.trouble
    return frame.number


def _is_told(truth: Path) -> bool:
    """True if a round is over."""
    return truth.is_file() and truth.read_bytes().endswith(b"\n")


def test_the_table_as_a_process_speaks_by_bytes_and_pixels_and_keeps_its_truth(tmp_path: Path) -> None:
    port, truth = tmp_path / "table", tmp_path / "truth.jsonl"
    with _process(port, truth, tmp_path / "ready.json") as (table, addresses):
        assert addresses["pty"] == str(port)
        first = HttpSource(f"{addresses['camera']}/frame.jpg")
        board = open_table(str(port), board_time=True)
        heard: list[TableSignal] = []
        last = 0
        while last < 60:
            last = number_of(first)
            heard += board.poll(0.0)
        # As after a crash: connections drop silently, and everything is opened again.
        first.close()
        board.close()
        second = HttpSource(f"{addresses['camera']}/frame.jpg")
        board = open_table(str(port), board_time=True)
        while not _is_told(truth):
            number = number_of(second)
            heard += board.poll(0.0)
            assert number > last
            last = number
        second.close()

        def all_heard() -> bool:
            heard.extend(board.poll(0.0))
            return len({one.id for one in heard if one.kind not in LINK}) == 8

        # The board repeats what it sent while its line was reopened.
        eventually(all_heard)
        board.close()
        table.send_signal(signal.SIGTERM)
        assert table.wait(PATIENCE_S) == 0
    assert not os.path.lexists(port)
    told = {one.id: one for one in heard if one.kind not in LINK}
    presses = [one.seat for one in told.values() if one.kind is SignalKind.SET_PRESSED]
    (line,) = [json.loads(line) for line in truth.read_text(encoding="utf-8").splitlines()]
    # One press opens the table, the next one closes it.
    assert presses == [Seat(line["dealer"])] * 2
    assert len(told) == 8
    assert all(0 < one.at < last * EXPOSURE_S for one in told.values())
    (expected,) = play_rounds(rulebook("kenko-2022"), 3, 1)
    assert line == json.loads(json.dumps(round_truth(expected)))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--rulebook", "house"], "unknown rulebook 'house': expected one of npm-2008"),
        (["--wrong-break", "sometimes"], "wrong breaks 'sometimes': expected a number such as 4"),
        (["--profile", "round-table"], "no table profile 'round-table': known are"),
        (["--hands", "0"], "argument --hands"),
        (["--size", "large"], "argument --size"),
    ],
)
def test_bad_usage_ends_with_one_line(
    arguments: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code: object = main(["--pty", str(tmp_path / "table"), "--truth", str(tmp_path / "truth.jsonl"), *arguments])
    except SystemExit as usage:
        code = usage.code
    assert code == 2
    assert message in capsys.readouterr().err.splitlines()[-1]


@contextmanager
def _process(port: Path, truth: Path, ready: Path) -> Iterator[tuple[subprocess.Popen[str], dict[str, Any]]]:
    """Run a simulated table of one hand as a process; yield it with its addresses, and kill it if it still runs."""
    command = [sys.executable, "-m", "hardware.simulator", "--seed", "3", "--hands", "1", "--fast"]
    command += ["--rulebook", "kenko-2022", "--size", "320x240", "--pty", str(port)]
    command += ["--truth", str(truth), "--ready-file", str(ready)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as table:
        try:
            assert table.stdout is not None
            addresses = json.loads(table.stdout.readline())
            assert addresses == json.loads(ready.read_text(encoding="utf-8"))
            yield table, addresses
        finally:
            table.kill()


def test_each_seat_has_a_camera_of_its_own_that_sees_its_hand() -> None:
    camera = make_camera()
    first = camera.pull(Seat.C)
    while camera.pull().number < 60:
        pass
    dealt = camera.pull(Seat.C)
    assert dealt.number == camera.pull(Seat.C).number == 60 > first.number
    assert camera.pull(Seat.B).jpeg != dealt.jpeg
    told = camera.calibration(Seat.C)
    assert (told["size"], len(told["points"])) == ([1280, 480], 4)


def test_seat_cameras_are_served_beside_the_one_over_the_table(server: CameraServer) -> None:
    source = HttpSource(f"{server.url}/seat/D/frame.jpg")
    frame = source.next(PATIENCE_S)
    assert frame is not None
    assert frame.image.shape == (480, 1280, 3)
    assert source.next(0.0) is None, "nothing moved since"
    with urllib.request.urlopen(f"{server.url}/seat/D/calibration.json") as answer:
        assert json.load(answer)["size"] == [1280, 480]
    with pytest.raises(HTTPError):
        urllib.request.urlopen(f"{server.url}/seat/E/frame.jpg")
    source.close()


@pytest.mark.parametrize("fast", [True, False])
def test_time_waits_until_an_exposure_was_taken_and_none_is_left_out(fast: bool) -> None:
    watch = Watch()
    camera = make_camera(fast=fast, clock=watch, in_step=True)
    assert [camera.pull().number for _ in range(3)] == [0, 0, 0]
    watch.now += 60.0
    assert camera.pull(Seat.A).number == 0
    assert camera.pull().number == 0
    for number in range(5):
        camera.taken(number)
        watch.now += 10.0
        assert camera.pull().number == number + 1
    camera.taken(5)
    assert camera.pull().number == (6 if fast else 5), "what was late is not made up for"


def test_a_camera_goes_on_where_others_looked_before() -> None:
    camera = make_camera(fast=True, in_step=True, since=20.0)
    assert camera.pull().at == pytest.approx(20.0)
