"""Boards and cameras that this machine finds, addresses that a person types, and whether two mean one camera."""

import ipaddress
import os
import re
import socket
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

from api.venue.environment import Environment
from controller.errors import VenueError
from firmware_bridge.serial.port import found_ports
from firmware_bridge.serial.usb import candidates, chips, stable_names

_VIDEO: Final = Path("/sys/class/video4linux")
_NAMED: Final = Path("/dev/v4l/by-id")
_NETWORK: Final = ("http://", "https://", "rtsp://", "rtsps://")
_DEVICE: Final = "camera:"
_PHONE: Final = "phone:"
_LONGEST: Final = 500
"""Letters of an address; chosen: tokens of cameras have some 200."""
_NAMELESS: Final = ("", "n/a")
"""What pyserial says of a port that says nothing."""
_VIDEO_DEVICE: Final = re.compile(r"camera:\d{1,3}|(camera:)?/dev/(video\d{1,3}|v4l/by-(id|path)/[^/]+)")
"""What the system lists as a camera: OpenCV would open a file, a network's address or a pipeline by any other name."""
_OF_VENUE: Final[tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]] = (
    *(ipaddress.IPv4Network(each) for each in ((0x0A00_0000, 8), (0xAC10_0000, 12), (0xC0A8_0000, 16))),
    ipaddress.IPv4Network((0x6440_0000, 10)),
    ipaddress.IPv6Network("fc00::/7"),
)
"""RFC 1918, RFC 6598, RFC 4193; no loopback and nothing link-local, where machines keep what is for themselves."""
_METADATA: Final = frozenset(map(ipaddress.ip_address, ("100.100.100.200", "fd00:ec2::254", "fd20:ce::254")))
"""Where clouds tell a machine its own secrets, within those networks (Alibaba, AWS, Google)."""
_NO_LETTERS: Final = re.compile(r"[\x00-\x20\x7f]")


def boards() -> list[dict[str, Any]]:
    """Serial ports, those first that a table board may answer through; ``address``: the name that stays."""
    ports, known = found_ports(), chips()
    likely = [port.path for port in candidates(ports)]
    rows = []
    for port in sorted(ports, key=lambda each: likely.index(each.path) if each.path in likely else len(likely)):
        chip, names = known.get(port.usb), stable_names(port.path)
        rows.append(
            {
                "address": names[0] if names else port.path,
                "path": port.path,
                "name": chip.name if chip else port.path if port.description in _NAMELESS else port.description,
                "usb": port.usb,
                "serial_number": port.serial_number,
                "likely": port.path in likely,
            }
        )
    return rows


def cameras(devices: Path = _VIDEO) -> list[dict[str, Any]]:
    """The cameras that Linux lists (V4L2), each by the name that stays where it has one."""
    named = {link.resolve(): link for link in sorted(_NAMED.glob("*"))}
    rows = []
    for device in sorted(devices.glob("video*"), key=lambda each: int(re.sub(r"\D", "", each.name) or 0)):
        # A camera has further nodes, of what it tells beside pictures.
        if _read(device / "index") not in ("", "0"):
            continue
        path = Path("/dev") / device.name
        link = named.get(path.resolve())
        rows.append(
            {
                "address": f"{_DEVICE}{link}" if link else str(path),
                "path": str(path),
                "name": _read(device / "name") or device.name,
            }
        )
    return rows


def checked_port(address: str) -> str:
    """A serial port as a person names it; raises VenueError for what cannot be one."""
    address = _plain(address, "serial port")
    if "/" in address:
        try:
            is_port = stat.S_ISCHR(os.stat(address).st_mode)
        except OSError as error:
            raise VenueError(f"serial port {address}: {error.strerror}: expected a board plugged in") from None
        if not is_port:
            raise VenueError(f"serial port {address}: no device: expected a serial port such as /dev/ttyUSB0")
    return address


def checked_camera(address: str, is_owner: bool) -> str:
    """A camera as a person names it; raises VenueError for what cannot be one. No file or folder is one here.

    ``is_owner``: may have the service ask any host, by name too; others name a camera of the venue's own network by
    its very address, so that nobody's resolver says later where a request goes.
    """
    address = _plain(address, "camera")
    if address.startswith(_NETWORK):
        try:
            host = urlsplit(address).hostname if urlsplit(address).port != 0 else ""
        except ValueError:
            host = ""
        if not host:
            raise VenueError("camera: no address: expected such as rtsp://192.0.2.11/main")
        if not is_owner and not _is_of_venue(host):
            raise VenueError("camera: only an owner names a host: expected its address in this network, of digits")
        return address
    if address == _PHONE or _VIDEO_DEVICE.fullmatch(address):
        return address
    raise VenueError(f"camera {address}: expected an http or rtsp address, or a video device such as /dev/video0")


def _is_of_venue(host: str) -> bool:
    """Whether a host is the address of another machine in a private network."""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return False
    return any(ip in network for network in _OF_VENUE if network.version == ip.version) and ip not in _METADATA


def same_camera(one: str, other: str) -> bool:
    """Whether two addresses may lead to one camera: the same device, or one host; in doubt yes."""
    return bool(set(_meant(one)) & set(_meant(other)))


def _meant(address: str) -> Iterator[str]:
    """What an address leads to, by every name that is known of it."""
    yield address
    if address.startswith(_NETWORK):
        parts = urlsplit(address)
        host = (parts.hostname or "").lower()
        try:
            found = {str(each[4][0]) for each in socket.getaddrinfo(host, None)}
        except OSError:
            found = set()
        for name in {host, *found}:
            # On this machine each port is a program of its own; elsewhere a host is a camera, whatever its streams.
            yield f"{name}:{parts.port}" if name in ("localhost", "::1") or name.startswith("127.") else name
    elif address.startswith((_DEVICE, "/dev/")):
        device = address.removeprefix(_DEVICE)
        yield os.path.realpath(f"/dev/video{device}" if device.isdecimal() else device)


def _plain(address: str, what: str) -> str:
    address = address.strip()
    if not address or len(address) > _LONGEST or _NO_LETTERS.search(address):
        raise VenueError(f"{what}: expected an address of 1 to {_LONGEST} letters without blanks")
    # Whoever may type an address here may not know what the service's environment holds.
    if Environment.named_in(address):
        raise VenueError(f"{what}: variables of the environment are written into the venue's file by its owner")
    return address


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
