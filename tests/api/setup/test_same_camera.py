"""A camera of hands in play is recognised by any of its addresses: every form of an address against every other."""

import ipaddress
import itertools
import socket
from pathlib import Path
from typing import Any

import pytest

from api.setup import devices
from api.setup.devices import camera_can, checked_camera, same_camera, same_view
from controller.errors import VenueError
from vision.capture.v4l2 import CameraProbe, Control, Mode

ONE, OTHER = "192.0.2.3", "192.0.2.4"
NAMES = {"cam.test": ONE, "cam.test.": ONE, "other.test": OTHER}


def written(host: str) -> tuple[str, ...]:
    """Return every notation of a host."""
    number = int(ipaddress.IPv4Address(host))
    embedded = f"{number >> 16:x}:{number & 0xFFFF:x}"
    ways = host, str(number), f"[::ffff:{host}]", f"[64:ff9b::{embedded}]", f"[2002:{embedded}::1]"
    return (*ways, *(name for name, known in NAMES.items() if known == host))


FORMS = (
    *("rtsp://{}/main", "RTSP://{}:8554/sub", "rtsps://u:p@{}/1", "http://admin:x@{}:8080/still.jpg?channel=2"),
    *("HTTP://{}/onvif/snapshot", "https://{}/cgi-bin/mjpg", "http://{}"),
)


@pytest.fixture(autouse=True)
def names(monkeypatch: pytest.MonkeyPatch) -> None:
    real = socket.getaddrinfo

    def looked_up(host: str, port: Any) -> Any:
        known = NAMES.get(host, host)
        if known.endswith(".test"):
            raise OSError("no such name")
        return real(known, port)

    monkeypatch.setattr(socket, "getaddrinfo", looked_up)


@pytest.mark.parametrize("form", FORMS)
def test_a_host_is_one_camera_by_every_address_form_port_path_and_password(form: str) -> None:
    """Regression: hosts were compared as text, so an IPv4-mapped IPv6 address showed the hands."""
    for host, other, second in itertools.product(written(ONE), written(ONE), FORMS):
        assert same_camera(form.format(host), second.format(other)), (host, other, second)
    for host, other in itertools.product(written(ONE), written(OTHER)):
        assert not same_camera(form.format(host), form.format(other)), (host, other)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("/dev/video0", "/dev/video0#focus=30&mains=50", True),
        ("/dev/video0#size=1440x1080&focus=auto", "/dev/video0#exposure=40&size=1440x1080", True),
        ("/dev/video0", "/dev/video0#size=1440x1080", False),
        ("/dev/video0#size=640x480", "/dev/video1#size=640x480", False),
    ],
)
def test_a_calibration_holds_for_one_camera_in_one_size(one: str, other: str, same: bool) -> None:
    assert same_view(one, other) is same_view(other, one) is same


def test_only_cameras_of_this_machine_are_asked_what_they_can(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = list[str]()

    def probing(device: str) -> CameraProbe:
        asked.append(device)
        return CameraProbe((Mode(640, 480, "MJPG", 30.0),), {"focus": Control(0, 250, 7)})

    monkeypatch.setattr("api.setup.devices.probe", probing)
    named = "/dev/v4l/by-id/usb-a-index0"
    for address in ("camera:1", f"camera:{named}#size=640x480", named):
        told = camera_can(address)
        assert told is not None
        assert (told["sizes"], told["focus"], told["exposure"]) == ([[640, 480]], [0, 250], None)
    assert asked == ["/dev/video1", named, named]
    for address in ("", "phone:", "http://192.0.2.1/a", "/dev/ttyUSB0", "/dev/sda", "folder"):
        assert camera_can(address) is None
    assert len(asked) == 3


def test_a_host_that_cannot_be_told_may_be_any_camera_of_the_network() -> None:
    """Regression: a name that could not be resolved was taken for a different camera."""
    assert same_camera("rtsp://lost.test/main", f"http://{ONE}/still.jpg")
    assert same_camera(f"http://{ONE}/still.jpg", "rtsp://lost.test/main")
    assert not same_camera("rtsp://lost.test/main", "/dev/video0")


def test_two_addresses_of_one_network_card_are_one_camera(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    told = tmp_path / "arp"
    rows = ((ONE, "aa:bb:cc:dd:ee:ff"), (OTHER, "AA:BB:CC:DD:EE:FF"), ("192.0.2.5", "00:00:00:00:00:00"))
    told.write_text("IP HW Flags Card Mask Device\n" + "".join(f"{ip} 0x1 0x2 {card} * eth0\n" for ip, card in rows))
    known = devices._cards(told)
    assert known == {ONE: "aa:bb:cc:dd:ee:ff", OTHER: "aa:bb:cc:dd:ee:ff"}
    monkeypatch.setattr(devices, "_cards", lambda: known)
    assert same_camera(f"rtsp://{ONE}/main", f"rtsp://{OTHER}/sub")
    assert not same_camera(f"rtsp://{ONE}/main", "rtsp://192.0.2.5/sub")


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (ONE, "[fd00::a8bb:ccff:fedd:eeff]", True),
        ("[fe80::a8bb:ccff:fedd:eeff]", "[fd00::a8bb:ccff:fedd:eeff]", True),
        (ONE, "[fd00::a8bb:ccff:fedd:ee00]", False),
        # The IPv6 address does not contain the card's address, so it may belong to any of these cameras.
        (ONE, "[fd00::7]", True),
        ("[fd00::7]", "[fd00::8]", True),
        ("[fd00::7]", "[fd00::a8bb:ccff:fedd:eeff]", True),
    ],
)
def test_a_camera_has_addresses_of_ipv6_beside_one_of_ipv4(
    monkeypatch: pytest.MonkeyPatch, one: str, other: str, same: bool
) -> None:
    """Regression: the camera's IPv6 address showed the hands of a round in play."""
    monkeypatch.setattr(devices, "_cards", lambda: {ONE: "aa:bb:cc:dd:ee:ff"})
    for first, second in ((one, other), (other, one)):
        assert same_camera(f"rtsp://{first}/main", f"http://{second}:8080/still.jpg") is same


def test_what_this_machine_hands_on_is_one_camera_by_any_of_its_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices, "_own_addresses", lambda: frozenset((ONE,)))
    ways = [f"rtsp://{host}:8554/1" for host in (*written(ONE), "127.0.0.1", "127.9.9.9", "[::1]", "0.0.0.0")]
    for one, other in itertools.product(ways, ways):
        assert same_camera(one, other.replace(":8554/1", ":1984/api/frame.jpeg")), (one, other)


@pytest.mark.parametrize("trick", ["http://{0}\\@{1}/", "http://{0}#@{1}/", "http://{0}?@{1}/", "http://a@{0}@{1}/"])
@pytest.mark.parametrize("is_owner", [True, False])
def test_an_address_that_two_libraries_read_as_two_hosts_is_none(trick: str, is_owner: bool) -> None:
    for one, other in ((ONE, OTHER), (OTHER, ONE)):
        with pytest.raises(VenueError, match="no address"):
            checked_camera(trick.format(one, other), is_owner)
