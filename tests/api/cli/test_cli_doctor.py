"""``jantaku doctor`` as a person uses it: the board's firmware and every network file."""

import json
import socket
import time
import zipfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from api.cli.doctor import command as doctor
from api.cli.doctor import machine as doctors_machine
from api.cli.doctor import report
from api.cli.doctor.camera import camera
from api.cli.doctor.machine import LookedMachine, machine, models
from api.cli.doctor.venue import venue
from controller.ports.log import HIDDEN
from firmware_bridge.doctor import SystemPlaces, examine
from firmware_bridge.findings import DoctorFinding
from hardware.firmware.build import known_builds
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.simulator.board.board import Board, BoardIdentity
from hardware.simulator.board.pty import BoardOnPty
from hardware.simulator.camera.camera import calibration
from tests.support.fake_camera import Kind, fake_camera
from tests.support.one_picture import SHEETS_CAMERA, camera_of, sheets_seen
from tests.support.real_servers import free_port
from tests.support.waiting import PATIENCE_S
from tests.vision.image.test_exposure import FILM, exposures, joined
from vision.arrays import Image
from vision.camera.calibration import Calibration
from vision.capture.frame import decode, jpeg
from vision.tiles import classifier


def told(capfd: pytest.CaptureFixture[str]) -> dict[str, dict[str, str]]:
    findings = (json.loads(line) for line in capfd.readouterr().out.splitlines())
    return {finding["code"]: finding for finding in findings}


def test_an_older_firmware_is_told_and_the_networks_load(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with BoardOnPty(tmp_path / "old", Board(identity=BoardIdentity(build=1))) as cable:
        doctor.doctor(as_json=True, serial=str(cable.link))
    found = told(capfd)
    assert "jantaku table flash" in found["firmware-other"]["cure_ja"]
    assert found["models"]["ok"]


def test_a_network_that_is_damaged_is_named(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(classifier, "SECOND", "none.onnx")
    with BoardOnPty(tmp_path / "new", Board(identity=BoardIdentity(build=min(known_builds())))) as cable:
        assert doctor.doctor(as_json=True, serial=str(cable.link)) == 1
    found = told(capfd)
    assert "none.onnx" in found["models-damaged"]["en"]
    assert "firmware-other" not in found


def codes(findings: Iterable[DoctorFinding]) -> set[str]:
    return {each.code for each in findings if each.level != "well"}


def test_whatever_a_machine_lacks_is_one_finding_with_one_cure(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "bin").mkdir()
    for name, says in (("fc-list", "/usr/share/fonts/a.ttc: A"), ("vcgencmd", "throttled=0x0")):
        tool = tmp_path / "bin" / name
        tool.write_text(f"#!/bin/sh\necho '{says}'\n")
        tool.chmod(0o755)
    well = LookedMachine(tmp_path / "records", time.time(), str(tmp_path / "bin"))
    assert codes(machine(well)) <= {"disk-low"}
    assert "folder-closed" in codes(machine(LookedMachine(tmp_path / "file/below", well.now, well.path)))
    assert "clock-wrong" in codes(machine(LookedMachine(well.records, 0.0, well.path)))
    assert "fonts-missing" in codes(machine(LookedMachine(well.records, well.now, "/none")))
    for bits, code in (("0x50005", "power-low"), ("0x50000", "power-was-low")):
        (tmp_path / "bin/vcgencmd").write_text(f"#!/bin/sh\necho throttled={bits}\n")
        assert code in codes(machine(well))


def test_a_full_disk_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctors_machine, "_FULL_MB", 1e12)
    assert "disk-full" in codes(machine(LookedMachine(tmp_path)))


def test_a_network_that_was_cut_is_named_and_nothing_stops(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: the library's error does not derive from the system's, and was not caught."""
    for name in ("a.onnx", "b.onnx"):
        (tmp_path / name).write_bytes(b"\x08\x07\x12\x07pytorch" + bytes(range(256)) * 4)
    monkeypatch.setattr("importlib.resources.files", lambda _: tmp_path)
    (told,) = models()
    assert told.code == "models-damaged"
    assert "a.onnx" in told.en
    assert "b.onnx" in told.en


LAYOUT = Layout(load_profile())
AIMED = Calibration.from_json(calibration(SHEETS_CAMERA, load_profile()))


@pytest.fixture(scope="module")
def seen() -> Image:
    return decode(sheets_seen(), "seen")


def noise(image: Image) -> Any:
    return np.random.default_rng(1).integers(0, 9, image.shape)


def _lit(image: Image) -> Any:
    spot = np.zeros(image.shape[:2], np.float32)
    cv2.circle(spot, (480, 360), 130, 1.0, -1)
    return image + cv2.GaussianBlur(spot, (0, 0), 12.0)[..., None] * 400.0


CHANGES: list[tuple[Callable[[Image], Any], set[str]]] = [
    (lambda image: image, set()),
    (lambda image: image * 0.02, {"camera-dark"}),
    (noise, {"camera-dark"}),
    (lambda image: image * 0.2 + 230.0, {"camera-bright"}),
    (lambda image: cv2.GaussianBlur(image, (0, 0), 12.0), {"camera-blurred"}),
    (lambda image: cv2.resize(image, (320, 240)), {"camera-resized"}),
    (lambda image: image * 0.0 + 90.0, {"camera-plain"}),
    (lambda image: image[::-1, ::-1], {"camera-turned"}),
    (lambda image: image[:, ::-1], {"camera-mirrored"}),
    (lambda image: image[::-1], {"camera-mirrored"}),
    (_lit, {"camera-glare"}),
]


@pytest.mark.parametrize(("change", "expected"), CHANGES)
def test_what_is_wrong_with_a_picture_is_told_by_itself(
    change: Callable[[Image], Any], expected: set[str], seen: Image
) -> None:
    picture = jpeg(np.asarray(np.clip(change(seen), 0, 255), np.uint8))
    with camera_of(picture) as address:
        # Sheets of paper hide the table's edge.
        assert codes(camera(address, LAYOUT, AIMED)) - {"camera-view"} == expected


NOW_AND_THEN: list[tuple[Callable[[Image], Any], str]] = [
    (lambda image: image * 0.02, "camera-unsteady"),
    (lambda image: image * 0.2 + 230.0, "camera-unsteady"),
    (lambda image: cv2.GaussianBlur(image, (0, 0), 8.0), "camera-unsteady"),
    (lambda image: image[::-1, ::-1], "camera-turned"),
    (lambda image: image[:, ::-1], "camera-mirrored"),
]


@pytest.mark.parametrize(("change", "expected"), NOW_AND_THEN)
def test_what_comes_and_goes_is_told_though_the_first_picture_is_well(
    change: Callable[[Image], Any], expected: str, seen: Image
) -> None:
    """Regression: one picture was looked at."""
    changed = jpeg(np.asarray(np.clip(change(seen), 0, 255), np.uint8))

    def shown(number: int) -> bytes:
        # A different comment in each, so that no two exposures have the same bytes.
        picture = changed if number % 20 >= 10 else jpeg(seen)
        return picture[:2] + b"\xff\xfe\x00\x04" + number.to_bytes(2, "big") + picture[2:]

    with fake_camera(Kind("image", pictures=shown)) as served:
        told = codes(camera(f"http://127.0.0.1:{served.port}/a.jpg", LAYOUT, AIMED, watched_s=PATIENCE_S))
    assert told - {"camera-view"} == {expected}


@pytest.mark.parametrize("stands", [False, True])
def test_a_picture_that_stands_still_is_told(stands: bool, seen: Image) -> None:
    with camera_of(jpeg(seen), stands) as address:
        assert ("camera-frozen" in codes(camera(address, LAYOUT, AIMED))) is stands


def test_a_mirrored_picture_of_sheets_is_told_without_a_calibration(seen: Image) -> None:
    with camera_of(jpeg(np.ascontiguousarray(seen[:, ::-1]))) as address:
        assert codes(camera(address, LAYOUT)) == {"camera-mirrored"}


@pytest.mark.parametrize("loses", [False, True])
def test_pictures_with_parts_of_earlier_ones_are_told(loses: bool) -> None:
    """Regression: a single picture was examined, and a picture of several moments is as bright and sharp as any."""
    film = exposures(4.0)

    def shown(number: int) -> bytes:
        at = number % FILM
        torn = loses and at > 8 and at % 3 == 0
        return jpeg(joined(film, at, at - 5, slice(400, None)) if torn else film[at])

    with fake_camera(Kind("image", pictures=shown)) as served:
        told = codes(camera(f"http://127.0.0.1:{served.port}/a.jpg", LAYOUT, AIMED, watched_s=PATIENCE_S))
    assert ("camera-torn" in told) is loses


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("/dev/v4l/by-id/usb-of-nobody#mains=50", "camera-silent"),
        ("ftp://admin:hush@cam/", "camera-no-address"),
        ("phone:", "camera-phone"),
    ],
)
def test_an_address_of_any_kind_is_one_finding_and_tells_no_password(
    address: str, code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.cli.doctor.camera._FRAME_S", 0.2)
    (told,) = camera(address, LAYOUT)
    assert told.code == code
    assert "hush" not in str(told)


def test_a_login_that_is_refused_tells_no_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.cli.doctor.camera._FRAME_S", 1.0)
    with fake_camera(Kind("image", "digest")) as served:
        (told,) = camera(f"http://admin:hu%40sh@127.0.0.1:{served.port}/a.jpg", LAYOUT)
    assert "hu%" not in str(told)
    assert "40sh" not in str(told)
    assert HIDDEN in told.en


VENUE = """[http]
port = {port}
[stores]
folder = "journals"
[table.1]
[table.2]
camera = "{camera}"
calibration = "c.json"
"""


def test_a_venue_is_looked_at_whole_and_what_it_lacks_is_no_fault(tmp_path: Path, seen: Image) -> None:
    (tmp_path / "journals").mkdir()
    (tmp_path / "c.json").write_text(json.dumps(calibration(SHEETS_CAMERA, load_profile())))
    file = tmp_path / "venue.toml"
    file.write_text(f"[http]\nport = {free_port()}\n[table.1]\n")
    assert [each for each in venue(file) if not each.ok] == []
    dark = jpeg(np.asarray(seen * 0.02, np.uint8))
    with camera_of(dark) as address, socket.create_server(("127.0.0.1", 0)) as taken:
        file.write_text(VENUE.format(camera=address, port=taken.getsockname()[1]))
        (tmp_path / "journals/1.sqlite").write_bytes(b"SQLite format 3\0" + b"damaged" * 200)
        found = codes(venue(file))
    assert {"camera-dark", "journal-damaged", "port-taken"} <= found
    file.write_text("[table.1]\nrulebook = 'none'\nfoo = 1\n")
    assert [each.code for each in venue(file)] == ["venue-file", "venue-file"]


def test_what_takes_ports_away_is_named_in_place_of_the_cable() -> None:
    found = codes(examine(None, SystemPlaces(ports=tuple, programs=lambda: {"brltty"})))
    assert "brltty" in found
    assert "no-ports" not in found


def test_a_machine_without_a_board_is_well() -> None:
    assert all(each.ok for each in examine(None, SystemPlaces(ports=tuple, programs=set)))


def test_a_report_tells_no_secret(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CAM", "canary-1")
    (tmp_path / "c.json").write_text(json.dumps(calibration(SHEETS_CAMERA, load_profile())))
    file, out = tmp_path / "venue.toml", tmp_path / "report.zip"
    table = '[table.1]\ncamera = "http://admin:canary-2@127.0.0.1:9/?pwd=canary-3"\ncalibration = "c.json"\n'
    seat = '[table.1.seats.A]\ncamera = "http://a:${CAM}@127.0.0.1:9/"\ncalibration = "c.json"\n'
    monkeypatch.setattr("api.cli.doctor.camera._FRAME_S", 0.1)
    for hook in ("", '[[webhooks]]\nurl = "https://b/"\nsecret = "canary-4"\n'):
        file.write_text(f"[http]\nport = {free_port()}\n{table}{seat}{hook}")
        assert report.report(file, out=out) == 0
        with zipfile.ZipFile(out) as packed:
            told = {name: packed.read(name).decode() for name in packed.namelist()}
        assert "canary" not in str(told)
        assert "camera-silent" in told["doctor.json"] or "venue-file" in told["doctor.json"]
        assert "onnxruntime" in told["versions.txt"]
        assert "[table.1.seats.A]" in told["venue.toml"]
