"""Boards and cameras of this machine, checks of typed addresses, and whether two addresses mean the same camera."""

import ipaddress
import os
import re
import socket
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import parse_qs, urlsplit

from api.setup.schemas import CameraCanJson, FoundBoardJson, FoundCameraJson
from api.venue.environment import Environment
from controller.errors import EyesError, VenueError
from controller.text import Text
from firmware_bridge.serial.port import found_ports
from firmware_bridge.serial.usb import candidates, chips, stable_names
from vision.capture.network.phone_line import PHONE
from vision.capture.open import NETWORK, parted
from vision.capture.settings import DEVICE, device_of
from vision.capture.v4l2 import probe

_VIDEO: Final = Path("/sys/class/video4linux")
_NAMED: Final = Path("/dev/v4l/by-id")
_LONGEST: Final = 500
"""Longest accepted address, characters; chosen: access tokens of cameras have about 200."""
_NAMELESS: Final = ("", "n/a")
"""Descriptions that pyserial returns for a port without one."""
_VIDEO_DEVICE: Final = re.compile(r"camera:\d{1,3}|(camera:)?/dev/(video\d{1,3}|v4l/by-(id|path)/[^/]+)")
"""Names of video devices of the system: OpenCV would take any other name for a file, a URL or a pipeline."""
_OF_VENUE: Final[tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]] = (
    *(ipaddress.IPv4Network(each) for each in ((0x0A00_0000, 8), (0xAC10_0000, 12), (0xC0A8_0000, 16))),
    ipaddress.IPv4Network((0x6440_0000, 10)),
    ipaddress.IPv6Network("fc00::/7"),
)
"""Private networks (RFC 1918, RFC 6598, RFC 4193); loopback and link-local are excluded, as services that a machine
offers only to itself listen there.
"""
_METADATA: Final = frozenset(map(ipaddress.ip_address, ("100.100.100.200", "fd00:ec2::254", "fd20:ce::254")))
"""Metadata addresses of cloud providers, which serve credentials (Alibaba, AWS, Google)."""
_NO_ADDRESS: Final = Text(
    "カメラのアドレスではありません。rtsp://192.0.2.11/main の形で入力してください。",
    "camera: no address: expected such as rtsp://192.0.2.11/main",
)
_NO_LETTERS: Final = re.compile(r"[\x00-\x20\x7f]")
_TWO_HOSTS: Final = re.compile(r"\\|^[^:]*://[^/?#]*[?#][^/]*@|^[^:]*://[^/?#]*@[^/?#]*@")
"""Addresses whose host libraries parse differently: a backslash, a second @, or an @ after the end of the host."""
_HERE: Final = "this machine"
_ANY_HOST: Final = "any host"
_NAT64: Final = ipaddress.IPv6Network("64:ff9b::/96")
"""Prefix of IPv4 addresses embedded in IPv6 (RFC 6052)."""
_NEIGHBOURS: Final = Path("/proc/net/arp")
_NO_CARD: Final = "00:00:00:00:00:00"


def boards() -> list[FoundBoardJson]:
    """Return the serial ports, likely table boards first; ``address`` is the persistent name if there is one."""
    ports, known = found_ports(), chips()
    likely = [port.path for port in candidates(ports)]
    rows = list[FoundBoardJson]()
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


def cameras(devices: Path = _VIDEO) -> list[FoundCameraJson]:
    """Return the cameras that Linux lists (V4L2), by their persistent name if there is one."""
    named = {link.resolve(): link for link in sorted(_NAMED.glob("*"))}
    rows = list[FoundCameraJson]()
    for device in sorted(devices.glob("video*"), key=lambda each: int(re.sub(r"\D", "", each.name) or 0)):
        # Index 0 is the picture; the other nodes of a camera carry metadata.
        if _read(device / "index") not in ("", "0"):
            continue
        path = Path("/dev") / device.name
        link = named.get(path.resolve())
        rows.append(
            {
                "address": f"{DEVICE}{link}" if link else str(path),
                "path": str(path),
                "name": _read(device / "name") or device.name,
            }
        )
    return rows


def checked_port(address: str) -> str:
    """Return a serial port that a person typed, stripped; raises VenueError if it cannot be a serial port."""
    address = _plain(address, "serial port")
    if "/" in address:
        try:
            is_port = stat.S_ISCHR(os.stat(address).st_mode)
        except OSError as error:
            raise VenueError(
                Text(
                    f"USBポート {address} がありません。コントローラーをつないでください。",
                    f"serial port {address}: {error.strerror}: expected a board plugged in",
                )
            ) from None
        if not is_port:
            raise VenueError(
                Text(
                    f"{address} はUSBポートではありません。/dev/ttyUSB0 の形で入力してください。",
                    f"serial port {address}: no device: expected a serial port such as /dev/ttyUSB0",
                )
            )
    return address


def checked_camera(address: str, is_owner: bool) -> str:
    """Return a camera address that a person typed, stripped; raises VenueError for an invalid one, a file or a folder.

    ``is_owner``: an owner may make the service contact any host, also by name. Others must name a camera of the venue's
    network by its IP address, so that no resolver can redirect a request later.
    """
    whole = _plain(address, "camera")
    if whole.startswith(NETWORK) and _TWO_HOSTS.search(whole):
        raise VenueError(_NO_ADDRESS)
    try:
        address, settings = parted(whole)
    except EyesError as error:
        raise VenueError(error.said) from None
    if settings.ca and not is_owner:
        raise VenueError(
            Text(
                "ファイルを指定できるのはオーナーだけです。証明書のフィンガープリントを入力してください。",
                "camera: only an owner names a file: expected the certificate's fingerprint",
            )
        )
    if address.startswith(NETWORK):
        try:
            host = urlsplit(address).hostname if urlsplit(address).port != 0 else ""
        except ValueError:
            host = ""
        if not host:
            raise VenueError(_NO_ADDRESS)
        if not is_owner and not _is_of_venue(host):
            raise VenueError(
                Text(
                    "ホスト名を指定できるのはオーナーだけです。このネットワークの数字のアドレスを入力してください。",
                    "camera: only an owner names a host: expected its address in this network, of digits",
                )
            )
        return whole
    if address == PHONE or _VIDEO_DEVICE.fullmatch(address):
        return whole
    raise VenueError(
        Text(
            f"{address} はカメラのアドレスではありません。一覧から選ぶか、http:// で始まるものを入力してください。",
            f"camera {address}: expected an http or rtsp address, or a video device such as /dev/video0",
        )
    )


def _is_of_venue(host: str) -> bool:
    """True if a host is the IP address of another machine in a private network."""
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return False
    return any(ip in network for network in _OF_VENUE if network.version == ip.version) and ip not in _METADATA


def same_camera(one: str, other: str) -> bool:
    """True if two addresses may lead to the same camera: the same device or the same host. True in case of doubt."""
    first, second = set(_meant(one)), set(_meant(other))
    networks = [address.lower().startswith(NETWORK) for address in (one, other)]
    return bool(first & second) or (all(networks) and _ANY_HOST in first | second)


def same_view(one: str, other: str) -> bool:
    """True if two addresses are the same camera with the same picture size; other settings are ignored."""
    return _base(one) == _base(other) and _size(one) == _size(other)


def camera_can(address: str) -> CameraCanJson | None:
    """Return the settings that the driver of a local camera offers; None for any other address.

    ``sizes``: columns and rows; ``formats``; ``rate``: highest frame rate, pictures per second; ``focus`` and
    ``exposure``: bounds of the manual values, if any; ``autofocus``: True if it is on now.
    """
    plain, device = _base(address), device_of(_base(address))
    if not device or not _VIDEO_DEVICE.fullmatch(plain):
        return None
    told = probe(device)
    held = {name: [each.least, each.most] for name, each in (told.controls or {}).items()}
    return {
        "sizes": [list(size) for size in sorted({(mode.width, mode.height) for mode in told.modes})],
        "formats": sorted({mode.format for mode in told.modes}),
        "rate": max((mode.rate for mode in told.modes), default=0.0),
        "focus": held.get("focus"),
        "exposure": held.get("exposure"),
        "mains": "mains" in held,
        "autofocus": told.autofocus,
    }


def _base(address: str) -> str:
    return address.partition("#")[0]


def _size(address: str) -> str:
    return next(iter(parse_qs(address.partition("#")[2]).get("size", [])), "")


def _meant(address: str) -> Iterator[str]:
    """Yield every known name of the camera behind an address."""
    address = address.partition("#")[0]
    yield address
    if address.lower().startswith(NETWORK):
        yield from _hosts(address)
    elif address.startswith((DEVICE, "/dev/")):
        device = address.removeprefix(DEVICE)
        node = os.path.realpath(f"/dev/video{device}" if device.isdecimal() else device)
        yield node
        # The nodes of a camera (colour, depth, infrared) belong to the same device of the bus.
        of_bus = _VIDEO / Path(node).name / "device"
        if of_bus.exists():
            yield os.path.realpath(of_bus / "..")


def _hosts(address: str) -> Iterator[str]:
    """Yield the IP addresses and network cards of an address's host; stream, port and password are ignored.

    All ports of this machine count as one host, because a local program may forward any camera. A host that cannot be
    resolved counts as any host. The same holds for an IPv6 address whose network card is unknown, because a camera may
    have several IPv6 addresses besides its IPv4 address.
    """
    try:
        host = (urlsplit(address).hostname or "").lower()
        found = {str(each[4][0]) for each in socket.getaddrinfo(host, None)}
    except (OSError, ValueError):
        yield _ANY_HOST
        return
    own, cards = _own_addresses(), _cards()
    for each in found:
        ip = _plain_ip(each)
        if ip.is_loopback or ip.is_unspecified or str(ip) in own:
            yield _HERE
            continue
        yield str(ip)
        card = cards.get(str(ip)) or (_card_in(ip) if isinstance(ip, ipaddress.IPv6Address) else "")
        if card or ip.version == 6:
            yield card or _ANY_HOST


def _plain_ip(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address:
    """Parse an address; an IPv4 address embedded in IPv6 (mapped, 6to4, NAT64) is returned as IPv4."""
    ip = ipaddress.ip_address(text.partition("%")[0])
    if isinstance(ip, ipaddress.IPv4Address):
        return ip
    if ip in _NAT64:
        return ipaddress.IPv4Address(int(ip) & 0xFFFF_FFFF)
    return ip.ipv4_mapped or ip.sixtofour or ip


def _card_in(ip: ipaddress.IPv6Address) -> str:
    """Return the network card (MAC) that an address was derived from (RFC 4291, appendix A); "" if it was not."""
    own = bytearray(ip.packed[8:])
    if own[3:5] != b"\xff\xfe":
        return ""
    own[0] ^= 2
    del own[3:5]
    return own.hex(":")


def _own_addresses() -> frozenset[str]:
    """Return the addresses of this machine: its forwarded ports are reached by them too."""
    import psutil

    told = (each.address.partition("%")[0] for some in psutil.net_if_addrs().values() for each in some)
    return frozenset(told)


def _cards(neighbours: Path = _NEIGHBOURS) -> dict[str, str]:
    """Return the network card (MAC) per neighbour address from the ARP table; addresses of one card are one machine."""
    rows = [line.split() for line in _read(neighbours).splitlines()[1:]]
    return {row[0]: row[3].lower() for row in rows if len(row) > 3 and row[3] != _NO_CARD}


def _plain(address: str, what: str) -> str:
    address = address.strip()
    if not address or len(address) > _LONGEST or _NO_LETTERS.search(address):
        raise VenueError(
            Text(
                f"アドレスは空白を含まない{_LONGEST}文字以内で入力してください。",
                f"{what}: expected an address of 1 to {_LONGEST} letters without blanks",
            )
        )
    # A person who may type an address here must not read the service's environment variables through it.
    if Environment.named_in(address):
        raise VenueError(
            Text(
                "環境変数は、オーナーが会場ファイルに書いてください。",
                f"{what}: variables of the environment are written into the venue's file by its owner",
            )
        )
    return address


def _read(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
