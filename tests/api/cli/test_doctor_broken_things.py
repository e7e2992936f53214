"""Fifteen failures at a venue, each staged: the doctor reports each once, with one remedy."""

import socket
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import pytest

from api.cli.doctor import machine as doctors_machine
from api.cli.doctor.camera import camera
from api.cli.doctor.machine import LookedMachine, machine, models
from api.cli.doctor.venue import venue
from firmware_bridge.doctor import SystemPlaces, examine
from firmware_bridge.findings import DoctorFinding
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.simulator.camera.camera import calibration
from tests.support.one_picture import SHEETS_CAMERA, camera_of, sheets_seen
from vision.arrays import Image
from vision.camera.calibration import Calibration
from vision.capture.frame import decode, jpeg

Broken = Callable[[Path, pytest.MonkeyPatch], Iterable[DoctorFinding]]


def _seen(change: Callable[[Image], Any], aimed: bool = True) -> Broken:
    """Return a camera whose picture is changed by ``change``."""

    def looked(_: Path, __: pytest.MonkeyPatch) -> Iterable[DoctorFinding]:
        picture = change(decode(sheets_seen(), "seen").astype(np.float32))
        known = Calibration.from_json(calibration(SHEETS_CAMERA, load_profile())) if aimed else None
        with camera_of(jpeg(np.asarray(np.clip(picture, 0, 255), np.uint8))) as address:
            # Sheets hide the table's edge.
            return [each for each in camera(address, Layout(load_profile()), known) if each.code != "camera-view"]

    return looked


def _program(folder: Path, name: str, says: str) -> LookedMachine:
    """Return a machine on which this system program prints that line."""
    for each, line in {"fc-list": "/usr/share/fonts/a.ttc: A", "vcgencmd": "throttled=0x0", name: says}.items():
        (folder / each).write_text(f"#!/bin/sh\necho '{line}'\n")
        (folder / each).chmod(0o755)
    return LookedMachine(folder / "records", path=str(folder))


def _no_board(_: Path, __: pytest.MonkeyPatch) -> Iterable[DoctorFinding]:
    return examine(None, SystemPlaces(ports=tuple, programs=set))


def _cut_model(folder: Path, patch: pytest.MonkeyPatch) -> Iterable[DoctorFinding]:
    (folder / "cut.onnx").write_bytes(b"\x08\x07\x12\x07pytorch" + bytes(1000))
    patch.setattr("importlib.resources.files", lambda _: folder)
    return models()


def _full_disk(folder: Path, patch: pytest.MonkeyPatch) -> Iterable[DoctorFinding]:
    patch.setattr(doctors_machine, "_FULL_MB", 1e12)
    return machine(_program(folder, "none", ""))


def _closed_folder(folder: Path, _: pytest.MonkeyPatch) -> Iterable[DoctorFinding]:
    (folder / "file").write_text("no folder")
    return machine(LookedMachine(folder / "file/below", path=_program(folder, "none", "").path))


def _clock_of_1970(folder: Path, _: pytest.MonkeyPatch) -> Iterable[DoctorFinding]:
    return machine(LookedMachine(folder / "records", 0.0, _program(folder, "none", "").path))


def _venue(folder: Path, port: int) -> Iterable[DoctorFinding]:
    (folder / "journals").mkdir()
    file = folder / "venue.toml"
    file.write_text(f'[http]\nport = {port}\n[stores]\nfolder = "journals"\n[table.1]\n')
    return venue(file)


def _port_taken(folder: Path, _: pytest.MonkeyPatch) -> Iterable[DoctorFinding]:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return list(_venue(folder, taken.getsockname()[1]))


def _journal(folder: Path, _: pytest.MonkeyPatch) -> Iterable[DoctorFinding]:
    found = _venue(folder, 0)
    (folder / "journals/1.sqlite").write_bytes(b"SQLite format 3\0" + b"damaged" * 200)
    return found


def _brltty(_: Path, __: pytest.MonkeyPatch) -> Iterable[DoctorFinding]:
    return examine(None, SystemPlaces(ports=tuple, programs=lambda: {"brltty"}))


THINGS: Final[dict[str, tuple[Broken, str]]] = {
    "the light is off": (_seen(lambda image: image * 0.02), "camera-dark"),
    "the lens cap is on": (
        _seen(lambda image: np.random.default_rng(1).integers(0, 9, image.shape)),
        "camera-dark",
    ),
    "overexposed": (_seen(lambda image: image * 0.2 + 230.0), "camera-bright"),
    "out of focus": (_seen(lambda image: cv2.GaussianBlur(image, (0, 0), 12.0)), "camera-blurred"),
    "320x240": (_seen(lambda image: cv2.resize(image * 0.6, (320, 240)), aimed=False), "camera-small"),
    "no board, and none is needed": (_no_board, "no-ports"),
    "a model was cut": (_cut_model, "models-damaged"),
    "the disk is full": (_full_disk, "disk-full"),
    "the folder of records is closed": (_closed_folder, "folder-closed"),
    "the clock is of 1970": (_clock_of_1970, "clock-wrong"),
    "another program has the port": (_port_taken, "port-taken"),
    "the journal is damaged": (_journal, "journal-damaged"),
    "no Japanese font": (lambda folder, _: machine(_program(folder, "fc-list", "")), "fonts-missing"),
    "undervoltage": (lambda folder, _: machine(_program(folder, "vcgencmd", "throttled=0x50005")), "power-low"),
    "brltty takes the board's port": (_brltty, "brltty"),
}
NOTED: Final = {"no-ports", "fonts-missing", "brltty"}
"""Findings that are no failure: a venue may work without them."""


@pytest.mark.parametrize("thing", THINGS)
def test_each_is_named_once_with_one_cure(thing: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken, code = THINGS[thing]
    found = [each for each in broken(tmp_path, monkeypatch) if each.level != "well"]
    beside = {"disk-low", "udev-rule-missing", "udev-rule-old"} | ({"folder-closed"} if code == "disk-full" else set())
    assert [each.code for each in found if each.code not in beside] == [code]
    told = next(each for each in found if each.code == code)
    assert told.cure_ja
    assert told.cure_en
    assert told.ok is (code in NOTED)


def test_there_are_fifteen() -> None:
    assert len(THINGS) == 15
