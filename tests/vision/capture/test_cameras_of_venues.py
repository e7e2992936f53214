"""Cameras that venues use, by name: the answers of their addresses, and the formats of their streams."""

import hashlib
import socket
import ssl
from typing import Final

import pytest

from tests.support.authority import Authority
from tests.support.fake_camera import LOGIN, Kind, fake_camera
from tests.vision.capture.test_network_cameras import pictures

_BOUNDARY: Final = "multipart/x-mixed-replace; boundary="
ADDRESSES: Final[dict[str, tuple[str, Kind]]] = {
    "mjpg-streamer, stream": ("/webcam/?action=stream", Kind(boundary="--boundarydonotcross")),
    "mjpg-streamer, snapshot": ("/webcam/?action=snapshot", Kind("image")),
    "ustreamer, stream": ("/stream", Kind(boundary="--boundarydonotcross", told=f"{_BOUNDARY}boundarydonotcross")),
    "ustreamer, snapshot": ("/snapshot", Kind("image", delay_s=0.5)),
    "ESP32-CAM, stream": ("/stream", Kind(boundary="--123456789000000000000987654321", written=("chunked",))),
    "ESP32-CAM, capture": ("/capture", Kind("image", delay_s=1.0)),
    "Tasmota": ("/cam.mjpeg", Kind(boundary="--gc0p4Jq0M2Yt08jU534c0p", written=("no type",))),
    "octo4a": ("/mjpeg", Kind()),
    "IP Webcam, stream": ("/video", Kind(boundary="--Ba4oTvQMY8ew04N8dcnM", told="multipart/mixed; boundary=x")),
    "IP Webcam, picture": ("/shot.jpg", Kind("image", "basic")),
    "DroidCam": ("/video?1280x720", Kind(boundary="--dcmjpeg")),
    "Axis, stream": ("/axis-cgi/mjpg/video.cgi", Kind("stream", "digest", boundary="--myboundary")),
    "Axis, picture": ("/axis-cgi/jpg/image.cgi?resolution=1440x1080", Kind("image", "both")),
    "Hikvision, stream": ("/ISAPI/Streaming/channels/102/httpPreview", Kind("stream", "digest")),
    "Hikvision, picture": ("/ISAPI/Streaming/channels/101/picture", Kind("image", "digest")),
    "Dahua, stream": ("/cgi-bin/mjpg/video.cgi?channel=1&subtype=1", Kind("stream", "digest", length=False)),
    "Dahua, snapshot": ("/cgi-bin/snapshot.cgi?channel=1", Kind("image", "digest")),
    "Panasonic": ("/nphMotionJpeg?Resolution=1280x960", Kind(boundary="myboundary", end="\n")),
    "Reolink": ("/cgi-bin/api.cgi?cmd=Snap&channel=0&rs=a%20b", Kind("image", "basic")),
    "Motion, sent on": ("/101/stream", Kind(hops=1, boundary="--BoundaryString")),
    "go2rtc": ("/api/stream.mjpeg?src=table", Kind(boundary="--frame", written=("dripping",))),
    "UniFi, certificate of its own": ("/snap.jpeg", Kind("image", "basic")),
    "over IPv6": ("/mjpg/1", Kind()),
}
STREAMS: Final[dict[str, Kind]] = {
    "lines end by LF": Kind(end="\n"),
    "delimiter without dashes": Kind(boundary="frame"),
    "no length": Kind(length=False),
    "dashes in the header": Kind(told=f"{_BOUNDARY}--frame"),
    "another delimiter than told": Kind(boundary="--another"),
    "no delimiter at all": Kind(boundary=""),
    "quoted": Kind(told=f'{_BOUNDARY}"frame"'),
    "lower case": Kind(written=("lower case",)),
    "multipart/mixed": Kind(told="multipart/mixed; boundary=frame"),
    "chunked": Kind(written=("chunked",)),
    "chunked in small pieces": Kind(written=("chunked", "dripping"), length=False),
    "padded": Kind(written=("padded",)),
    "without Huffman tables": Kind(written=("no tables",)),
    "progressive": Kind(written=("progressive",)),
    "with a thumbnail": Kind(written=("thumbnail",)),
    "length too long": Kind(written=("length too long",)),
    "length too short": Kind(written=("length too short",)),
    "junk between": Kind(written=("junk",)),
    "many headers": Kind(written=("many headers",)),
    "packed by gzip": Kind(written=("gzip",)),
    "called octets": Kind(told="application/octet-stream"),
    "no type at all": Kind(told=""),
}


@pytest.mark.parametrize("name", ADDRESSES)
def test_a_camera_gives_pictures_at_its_address(name: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Failed for 19 of them when the end of the address determined the kind of answer."""
    path, kind = ADDRESSES[name]
    family = socket.AF_INET6 if "IPv6" in name else socket.AF_INET
    tls = Authority(tmp_path_factory.mktemp("own")).serving("127.0.0.1") if "certificate" in name else None
    with fake_camera(kind, family, tls) as camera:
        host, trusted = "[::1]" if "IPv6" in name else "127.0.0.1", ""
        if tls is not None:
            der = ssl.PEM_cert_to_DER_cert(ssl.get_server_certificate((host, camera.port)))
            trusted = f"#fingerprint={hashlib.sha256(der).hexdigest()}"
        login = LOGIN if kind.login else ""
        seen = pictures(f"http{'s' * (tls is not None)}://{login}{host}:{camera.port}{path}{trusted}")
    assert len(set(seen)) == 3


@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_gives_pictures_however_it_is_written(name: str) -> None:
    """Failed for 9 of them."""
    with fake_camera(STREAMS[name]) as camera:
        assert len(set(pictures(f"http://127.0.0.1:{camera.port}/video.mjpg"))) == 3


def test_the_lists_are_as_long_as_they_are_said_to_be() -> None:
    assert (len(ADDRESSES), len(STREAMS)) == (23, 22)
