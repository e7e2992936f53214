"""One camera of each kind used by venues before a played table, each with a different fault."""

import json
from pathlib import Path
from typing import Any

import pytest

from controller.ports.table import SignalKind
from tests.support.lens import CLOCKS, LensTrouble
from tests.support.lens import main as lens_main
from tests.support.lens_evening import judged, main, through
from tests.support.usb_camera import UsbCamera
from vision.eyes import UNSTEADY

pytestmark = [pytest.mark.render, pytest.mark.process, pytest.mark.slow]
SHOWN = 28
FAILED = {number for number in range(SHOWN) if number >= 8 and number % 8 < 2}
"""0.4 s of every 1.6 s from the eighth exposure on."""
EVENING = [
    ("digest", "smear", {"camera-torn"}),
    ("https", "dark", {"camera-dark"}),
    ("rtsp", "streaks", {"camera-torn"}),
    ("phone", "bright", {"camera-bright"}),
    ("usb", "smear", {"camera-torn"}),
]


@pytest.fixture(scope="module")
def usb(tmp_path_factory: pytest.TempPathFactory) -> UsbCamera:
    return UsbCamera.build(tmp_path_factory.mktemp("usb"))


def answer(printed: str) -> dict[str, Any]:
    """The JSON line among the printed and logged output."""
    told: dict[str, Any] = json.loads(next(line for line in printed.splitlines() if line.startswith("{")))
    return told


@pytest.mark.parametrize(("kind", "trouble", "codes"), EVENING)
def test_what_failed_before_a_camera_of_each_kind_is_no_evidence_and_is_told(
    kind: str, trouble: str, codes: set[str], usb: UsbCamera, tmp_path: Path
) -> None:
    if kind == "usb":
        words = ("-m", "tests.support.lens_evening", kind, trouble, "--folder", str(usb.folder))
        told = answer(usb.run(*words, "--judged", str(SHOWN), steps=True))
        assert "format MJPG 1440x1080" in usb.set_to()
    else:
        with through(kind, LensTrouble(trouble, lasts_s=0.4, every_s=1.6, since_s=1.6), tmp_path) as lens:
            told = judged(lens, SHOWN)
    assert set(told["read"]) == set(range(SHOWN)) - FAILED
    assert set(told["codes"]) == codes
    assert told["told"] == [f"{SignalKind.FAULT} {UNSTEADY}"]


@pytest.mark.long
@pytest.mark.parametrize(("kind", "trouble"), [each[:2] for each in EVENING])
def test_rounds_are_read_right_through_a_camera_of_each_kind(
    kind: str, trouble: str, usb: UsbCamera, capfd: pytest.CaptureFixture[str]
) -> None:
    """0.8 s of every 4 s fail: rounds are read correctly, the fault is reported, and no false fault is raised."""
    words = ("--seed", "4711", "--rounds", "1")
    if kind == "usb":
        command = ("-m", "tests.support.lens_evening", kind, trouble, "--folder", str(usb.folder), *words)
        told = answer(usb.run(*command, steps=True))
    else:
        main((kind, trouble, *words))
        told = answer(capfd.readouterr().out)
    assert (told["rounds"], told["right"], told["unseen"], told["false"]) == (1, 1, 0, 0)
    assert told["staged"] == told["found"]
    assert set(told["told"]) == {UNSTEADY}


@pytest.mark.long
@pytest.mark.parametrize("kind", ["hunt", "turned", "mirrored", "away", *CLOCKS])
def test_rounds_are_read_right_whatever_hangs_before_the_lens(kind: str, capfd: pytest.CaptureFixture[str]) -> None:
    """0.8 s of every 4 s: rounds are read correctly, at most one fault is reported, and no false fault is raised."""
    lens_main((kind, "--seed", "4711", "--rounds", "2"))
    told = answer(capfd.readouterr().out)
    assert (told["rounds"], told["right"], told["unseen"], told["false"]) == (2, 2, 0, 0)
    codes = {"turned": ["camera-turned"], "mirrored": ["camera-mirrored"], "hunt": [UNSTEADY], "away": [UNSTEADY]}
    assert told["told"] == codes.get(kind, [])
