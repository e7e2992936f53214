"""USB cameras opened through OpenCV and controlled through the system as their drivers answer."""

import json

import pytest

from tests.support.usb_camera import DEVICE, SIZES, UsbCamera
from vision.capture.v4l2 import Mode, chosen

OPENED = """
import json, sys
from vision.capture.open import open_source
told = {}
for address in sys.argv[1:]:
    size = (1440, 1080) if address.startswith("calibrated ") else None
    source = open_source(address.removeprefix("calibrated "), size=size)
    frame = source.next(300.0)
    told[address] = None if frame is None else frame.image.shape[1::-1]
    source.close()
print(json.dumps(told))
"""
PROBED = """
import json, sys
from dataclasses import asdict
from vision.capture.v4l2 import probe
print(json.dumps([asdict(probe(each)) for each in sys.argv[1:]]))
"""
LOOKED = """
import sys
from api.cli.doctor.camera import camera
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
for address in sys.argv[1:]:
    for each in camera(address, Layout(load_profile())):
        print(address, each.code, each.en)
"""


@pytest.fixture(scope="module")
def usb(tmp_path_factory: pytest.TempPathFactory) -> UsbCamera:
    return UsbCamera.build(tmp_path_factory.mktemp("usb"))


def test_a_camera_tells_what_it_can_do(usb: UsbCamera) -> None:
    (told, nothing) = json.loads(usb.run("-c", PROBED, DEVICE, "/dev/null"))
    assert {(mode["width"], mode["height"]) for mode in told["modes"]} == set(SIZES)
    assert {(mode["format"], mode["rate"]) for mode in told["modes"]} == {("MJPG", 30.0), ("YUYV", 5.0)}
    assert told["controls"]["focus"] == {"least": 0, "most": 250, "value": 0}
    assert set(told["controls"]) == {"focus", "exposure", "mains"}
    assert told["autofocus"] is True
    assert nothing["modes"] == []


def test_a_camera_is_opened_in_a_size_that_a_table_can_be_read_in(usb: UsbCamera) -> None:
    """Regression: 640x480 with autofocus for every camera, and half a minute until its first picture."""
    addresses = [
        DEVICE,
        f"camera:{DEVICE}",
        f"{DEVICE}#size=1280x720",
        f"{DEVICE}#size=800x600",
        f"calibrated {DEVICE}",
    ]
    told = json.loads(usb.run("-c", OPENED, *addresses))
    usb.set_to()
    sizes = [[1440, 1080], [1440, 1080], [1280, 720], [640, 480], [1440, 1080]]
    assert [told[address] for address in addresses] == sizes


def test_a_camera_is_set_as_the_venue_has_it(usb: UsbCamera) -> None:
    usb.run("-c", OPENED, f"{DEVICE}#size=1920x1080&rate=15&format=MJPG&focus=30&exposure=200&mains=50")
    held = usb.set_to()
    expected = {"format MJPG 1920x1080", "rate 15", "Power Line Frequency 1", "Focus, Automatic 0", "Auto Exposure 1"}
    assert expected <= set(held)
    # Manual mode first: a camera in automatic mode accepts no value.
    assert held.index("Focus, Automatic 0") < held.index("Focus, Absolute 30")
    assert held.index("Auto Exposure 1") < held.index("Exposure Time, Absolute 200")
    usb.run("-c", OPENED, f"{DEVICE}#focus=auto&exposure=auto&mains=60")
    assert {"Focus, Automatic 1", "Auto Exposure 3", "Power Line Frequency 2"} <= set(usb.set_to())


def test_the_doctor_tells_what_a_camera_can_do_and_that_it_hunts(usb: UsbCamera) -> None:
    told = usb.run("-c", LOOKED, DEVICE, f"{DEVICE}#focus=30&size=640x480").splitlines()
    first, second = ([line for line in told if line.startswith(f"{DEVICE}{sign}")] for sign in " #")
    assert any("camera-can" in line and "1440x1080 MJPG 30/s" in line and "focus 0-250" in line for line in first)
    assert any("camera-hunts" in line for line in first)
    assert any("camera-small" in line for line in second)
    assert not any("camera-hunts" in line for line in second)


MODES = [Mode(*size, form, rate) for size in SIZES for form, rate in (("MJPG", 30.0), ("YUYV", 5.0))]


@pytest.mark.parametrize(
    ("modes", "size", "form", "expected"),
    [
        (MODES, None, "", Mode(1440, 1080, "MJPG", 30.0)),
        (MODES, None, "YUYV", Mode(1440, 1080, "YUYV", 5.0)),
        (MODES, (1300, 700), "", Mode(1280, 720, "MJPG", 30.0)),
        (MODES[:4], None, "", Mode(1280, 720, "MJPG", 30.0)),
        (MODES[-2:], (1440, 1080), "H264", Mode(1920, 1080, "MJPG", 30.0)),
        ([], (1440, 1080), "", None),
    ],
)
def test_the_mode_is_the_nearest_that_there_is(
    modes: list[Mode], size: tuple[int, int] | None, form: str, expected: Mode | None
) -> None:
    assert chosen(modes, size, form) == expected
