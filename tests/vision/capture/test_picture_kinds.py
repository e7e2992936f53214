"""Every file format that people send gives the same picture, or the answer says what was lost."""

import base64
import io
import struct
from typing import Final

import cv2
import numpy as np
import pytest
from PIL import Image as Pillow

from controller.errors import PictureError
from vision import MOST_PIXELS
from vision.arrays import Image
from vision.capture.frame import decode, lost
from vision.capture.picture_files import jpeg_quality, picture_size

WIDE, TALL = 64, 32
# The picture below as HEIC, upright and turned; written once by libheif with x265, which is not used here.
HEIC: Final = base64.b64decode(
    "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAX1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9j"
    "AAAAAERAAAEAAQAAAAABoQABAAAAAAAAAJAAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRtAAAAAAABAAAA/Wlw"
    "cnAAAADdaXBjbwAAAHZodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQGEAAQAqQgEBA3AA"
    "AAMAkAAAAwAAAwAeoCCBBZbq5Ka5uAhoMCAAAAMDIAAAAwAhYgABAAZEAcFzwIkAAAATY29scm5jbHgAAQANAAaAAAAAFGlzcGUAAAAAAAAA"
    "QAAAAEAAAAAoY2xhcAAAAEAAAAABAAAAIAAAAAEAAAAAAAAAAv///+AAAAACAAAAEHBpeGkAAAAAAwgICAAAABhpcG1hAAAAAAAAAAEAAQWB"
    "AgMFhAAAAJhtZGF0AAAAjCgBrwY4iS58L/XzX///g0/2X9qoh3sN+9bPfYIP//WBOb8Z2pX24MPH5BVlb169Cv/S130yOKAvpIdec3gjmaIV"
    "RqCZqBkXOOp8iB4xFQkDoKPTpzW1lN1H26UcNKJD/xUnqnyENS8S86nz/YS0skUnL5MQ6itf/KAF93ZUu7+C7no1rqZbAA1xVW44"
)
TURNED_HEIC: Final = base64.b64decode(
    "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAchtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAADRpbG9j"
    "AAAAAERAAAIAAQAAAAAB7AABAAAAAAAAAK4AAgAAAAACmgABAAAAAAAAACQAAAA4aWluZgAAAAAAAgAAABVpbmZlAgAAAAABAABodmMxAAAA"
    "ABVpbmZlAgAAAQACAABFeGlmAAAAAA5waXRtAAAAAAABAAABB2lwcnAAAADmaXBjbwAAAHZodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNg"
    "AAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQGEAAQAqQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbq5Ka5uAhoMCAAAAMDIAAAAwAhYgABAAZE"
    "AcFzwIkAAAATY29scm5jbHgAAQANAAaAAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAoY2xhcAAAACAAAAABAAAAQAAAAAH////gAAAAAgAAAAAA"
    "AAACAAAAEHBpeGkAAAAAAwgICAAAAAlpcm90AwAAABlpcG1hAAAAAAAAAAEAAQaBAgMFhIYAAAAaaXJlZgAAAAAAAAAOY2RzYwACAAEAAQAA"
    "ANptZGF0AAAAqigBrwY48Je97bfipP//9DXf/+7gpTy/qD0ZH9KBub+glC68TSwHOgckD/lDS5YZ4+MUSRtfoDyHHGfOt//yVX9cVbGivn4N"
    "QJPmuZPnygPf9T/vP45tvGVBzrjmcXvrAykYFcJz/KL6pfbAo01K606tVHQwmkDBf0KLSQ9nZcw79m0fexohHZUL86jpn0GzOwjkJTa6qGe8"
    "OwD3KWvEo0H8T4P4P/xEyv+AAAAABkV4aWYAAE1NACoAAAAIAAEBEgADAAAAAQAGAAAAAAAA"
)
KINDS: Final = "JPEG, PNG, WebP, AVIF, HEIC, GIF, BMP or TIFF"


def picture() -> Pillow.Image:
    """A picture: red on the left, green above blue on the right."""
    made = Pillow.new("RGB", (WIDE, TALL), (200, 30, 30))
    made.paste((20, 160, 60), (WIDE // 2, 0, WIDE, TALL // 2))
    made.paste((30, 40, 200), (WIDE // 2, TALL // 2, WIDE, TALL))
    return made


def saved(made: Pillow.Image, kind: str, **more: object) -> bytes:
    out = io.BytesIO()
    made.save(out, kind, **more)
    return out.getvalue()


def turned(kind: str, **more: object) -> bytes:
    """The picture on its side, with the EXIF orientation that corrects it."""
    told = Pillow.Exif()
    told[0x0112] = 6
    return saved(picture().rotate(90, expand=True), kind, exif=told.tobytes(), **more)


def sixteen_bit() -> bytes:
    done, data = cv2.imencode(".png", bgr().astype(np.uint16) * 257)
    assert done
    return data.tobytes()


def bgr() -> Image:
    return np.asarray(picture(), np.uint8)[:, :, ::-1]


FILES: Final = {
    "png": saved(picture(), "PNG"),
    "jpeg-75": saved(picture(), "JPEG", quality=75),
    "progressive": saved(picture(), "JPEG", quality=92, progressive=True),
    "cmyk": saved(picture().convert("CMYK"), "JPEG", quality=92),
    "webp": saved(picture(), "WEBP", quality=90),
    "avif": saved(picture(), "AVIF", quality=90),
    "heic": HEIC,
    "gif": saved(picture(), "GIF", save_all=True, append_images=[Pillow.new("RGB", (WIDE, TALL))]),
    "bmp": saved(picture(), "BMP"),
    "tiff": saved(picture(), "TIFF"),
    "palette": saved(picture().quantize(8), "PNG"),
    "16-bit": sixteen_bit(),
    "turned-jpeg": turned("JPEG", quality=92),
    "turned-png": turned("PNG"),
    "turned-webp": turned("WEBP", quality=90),
    "turned-avif": turned("AVIF", quality=90),
    "turned-heic": TURNED_HEIC,
}


@pytest.mark.parametrize("name", FILES)
def test_every_file_is_the_same_picture(name: str) -> None:
    read = decode(FILES[name], name)
    assert read.shape == (TALL, WIDE, 3)
    inner = [read[8:24, 8:24], read[4:12, 40:56], read[20:28, 40:56]]
    wanted = [bgr()[16, 16], bgr()[8, 48], bgr()[24, 48]]
    for found, colour in zip(inner, wanted, strict=True):
        assert np.abs(found.reshape(-1, 3).mean(axis=0) - colour).max() < 12
    wide, tall = picture_size(FILES[name])
    assert {wide, tall} == {WIDE, TALL}


@pytest.mark.parametrize("name", ["heic", "avif", "webp", "gif", "tiff", "bmp"])
def test_half_a_file_is_one_line_that_names_what_is_opened(name: str) -> None:
    for end in (8, 20, 40):
        with pytest.raises(PictureError, match=rf"^half: .*(expected .*{KINDS}|broken)$"):
            decode(FILES[name][:end], "half")


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7", b"<svg/>", b"\0\0\0\x18ftypisom\0\0\0\0", b"8BPS\0\x01"])
def test_what_cannot_be_opened_names_the_formats_that_can(data: bytes) -> None:
    for read in (lambda: decode(data, "sent"), lambda: picture_size(data)):
        with pytest.raises(PictureError, match=KINDS):
            read()


def test_a_picture_too_large_is_refused_before_it_is_made() -> None:
    """Its size in the header, far larger than the data."""
    # Encoded in blocks of 64.
    size = struct.pack(">II", 64, 64)
    huge = struct.pack(">II", 1 << 15, 1 << 15)
    assert HEIC.count(size) == 1
    with pytest.raises(PictureError, match=r"megapixels|that is broken"):
        decode(HEIC.replace(size, huge), "huge")
    assert MOST_PIXELS < 1 << 30


def test_what_was_lost_is_said() -> None:
    noise = Pillow.fromarray(np.random.default_rng(1).integers(0, 256, (TALL, WIDE, 3)).astype(np.uint8))
    for quality in (30, 60, 75, 92):
        assert jpeg_quality(saved(noise, "JPEG", quality=quality)) == pytest.approx(quality, abs=1)
    said = {name: [each.en for each in lost(data, decode(data, name))] for name, data in FILES.items()}
    assert [each.split(":")[0] for each in said.pop("jpeg-75")] == ["compressed to a quality of about 75"]
    assert [each.split(":")[0] for each in said.pop("gif")] == ["a GIF has 256 colours at most"]
    assert not any(said.values())
    grey = saved(picture().convert("L"), "JPEG", quality=92)
    assert [each.en for each in lost(grey, decode(grey, "grey"))] == ["no colour: red fives and backs are not told"]


@pytest.mark.parametrize("kind", [".jpg", ".png"])
def test_a_large_picture_is_opened_at_a_part_of_its_sides(kind: str) -> None:
    done, data = cv2.imencode(kind, np.full((320, 400, 3), 90, np.uint8))
    assert done
    shapes = [decode(data.tobytes(), "photo", most).shape[:2] for most in (128_000, 127_999, 8_000, 1)]
    assert shapes == [(320, 400), (160, 200), (80, 100), (40, 50)]
