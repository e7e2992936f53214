"""Pictures with false headers or excessive sizes are refused before they are decoded."""

import struct
import time
import zlib

import cv2
import numpy as np
import pytest

from controller.errors import PictureError
from vision.capture.frame import decode
from vision.capture.picture_files import MOST_SCANS, picture_size

GREY = np.full((64, 80), 90, np.uint8)


def jpeg(progressive: bool = False) -> bytes:
    good, data = cv2.imencode(".jpg", GREY, [cv2.IMWRITE_JPEG_PROGRESSIVE, int(progressive)])
    assert good
    return bytes(data)


def frame(marker: bytes, width: int, height: int) -> bytes:
    return marker + struct.pack(">HBHHB", 11, 8, height, width, 1) + b"\x01\x11\x00"


def resized(width: int, height: int) -> bytes:
    """A JPEG whose header states another size."""
    data = jpeg()
    at = data.index(b"\xff\xc0") + 5
    return data[:at] + struct.pack(">HH", height, width) + data[at + 4 :]


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, first: bytes = b"IHDR") -> bytes:
    head = chunk(first, struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")


def test_the_size_of_a_picture_is_what_its_decoder_sees() -> None:
    for data in (jpeg(), jpeg(progressive=True), b"\xff\xd8" + b"\xff\xff\xff" + jpeg()[3:]):
        assert picture_size(data) == (80, 64) == decode(data, "picture").shape[1::-1]
    good, packed = cv2.imencode(".png", GREY)
    assert good
    assert picture_size(bytes(packed)) == (80, 64)


def hidden(between: bytes) -> bytes:
    """A JPEG with a small size that is found only if ``between`` is parsed differently from decoders."""
    real = resized(30_000, 30_000)
    at = real.index(b"\xff\xc0")
    return real[:at] + between + real[at:] + bytes(70_000) + frame(b"\xff\xc0", 64, 64) * 9_000


@pytest.mark.parametrize(
    "data",
    [
        hidden(b"\x00"),
        hidden(b"\xc0\x00"),
        hidden(b"\xff\x00"),
        b"\xff\xd8" + bytes(300) + jpeg()[2:],
        jpeg()[: jpeg().index(b"\xff\xc0") + 4],
        png(640, 480, first=b"tEXt"),
        b"\x89PNG\r\n\x1a\n\0\0\0\0IHDR\0\0",
        b"\xff\xd8\xff\xd9",
        b"",
    ],
)
def test_a_size_that_only_a_careless_reader_sees_is_none(data: bytes) -> None:
    with pytest.raises(PictureError):
        picture_size(data)


@pytest.mark.parametrize("filled", [b"\xff", b"\xff\xff\xff", b"\xff\xd0", b"\xff\x01"])
def test_what_stands_before_a_marker_hides_no_size(filled: bytes) -> None:
    """Regression: a fill byte was read as a marker: 800 bytes were decoded to three gigabytes."""
    assert picture_size(hidden(filled)) == (30_000, 30_000)


@pytest.mark.parametrize("data", [resized(30_000, 30_000), png(60_000, 60_000), png(20_000, 20_000)])
def test_a_picture_larger_than_any_camera_makes_is_refused_before_it_is_made(data: bytes) -> None:
    """Regression: OpenCV's own error was passed on, or its own limit of a thousand million pixels was used."""
    began = time.process_time()
    with pytest.raises(PictureError):
        decode(data, "picture")
    assert time.process_time() - began < 1.0


@pytest.mark.parametrize("between", [b"", b"\x00", b"\xff\x00"])
def test_a_jpeg_of_endless_scans_is_refused(between: bytes) -> None:
    """Each scan of a few bytes may cost as much as the whole picture."""
    data = jpeg(progressive=True)
    at = data.index(b"\xff\xda")
    scan = data[at : data.index(b"\xff", at + 2)]
    bomb = data[:-2] + (between + scan) * (MOST_SCANS + 1) + data[-2:]
    with pytest.raises(PictureError, match="scans"):
        picture_size(bomb)
    with pytest.raises(PictureError, match="scans"):
        decode(bomb, "picture")
