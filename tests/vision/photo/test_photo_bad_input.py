"""Pictures that are no photo of tiles: clear answers, in bounded time and memory."""

import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from controller.errors import EyesError
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import Seat
from tests.support.studio import Studio
from tests.support.waiting import PATIENCE_S
from vision.arrays import Image
from vision.capture.frame import decode
from vision.photo.reader import PhotoReader
from vision.render.arrangement import ArrangedSeat, Arrangement

SURE = 0.9
LARGE = 12_000_000
"""Pixels of a phone's photo."""
MOST_MB = 700
"""Memory that ``jantaku read`` may take, whatever the picture."""


@pytest.fixture(scope="module")
def reader() -> PhotoReader:
    return PhotoReader.load(1)


def cat() -> Image:
    """A drawing of a cat made of circles, on a carpet."""
    rng = np.random.default_rng(0)
    picture = np.full((480, 640, 3), (60, 110, 140), np.uint8)
    cv2.ellipse(picture, (320, 300), (120, 90), 0, 0, 360, (40, 90, 160), -1)
    cv2.circle(picture, (320, 190), 70, (45, 95, 170), -1)
    for side in (-1, 1):
        ear = np.array([[320 + side * 60, 170], [320 + side * 20, 125], [320 + side * 65, 90]])
        cv2.fillConvexPoly(picture, ear, (40, 80, 150))
        cv2.circle(picture, (320 + side * 28, 185), 11, (60, 200, 90), -1)
        cv2.circle(picture, (320 + side * 28, 185), 5, (0, 0, 0), -1)
        for slope in (-12, 0, 12):
            cv2.line(picture, (320 + side * 15, 215), (320 + side * 90, 215 + slope), (230, 230, 230), 1)
    for stripe in range(9):
        cv2.line(picture, (230 + 20 * stripe, 240), (220 + 22 * stripe, 380), (20, 50, 100), 4)
    carpet = cv2.resize(rng.integers(0, 60, (120, 160, 3), np.uint8), (640, 480))
    return np.asarray(cv2.GaussianBlur(cv2.add(picture, carpet), (0, 0), 1), np.uint8)


def test_a_cat_is_no_hand(reader: PhotoReader) -> None:
    """Its round eyes may be read as dots, nothing else as any tile."""
    tiles = reader.read(cat())
    assert len(tiles) < 6
    assert {tile.name for tile in tiles if tile.confidence >= SURE} <= {"1p"}


def test_noise_is_no_sure_face(reader: PhotoReader) -> None:
    noise = np.random.default_rng(1).integers(0, 256, (300, 400, 3)).astype(np.uint8)
    assert not [tile for tile in reader.read(noise) if tile.face == "up" and tile.confidence >= SURE]


@pytest.mark.parametrize("shape", [(2, 5000), (20000, 3), (1, 1)])
def test_slivers_hold_nothing(reader: PhotoReader, shape: tuple[int, int]) -> None:
    assert reader.read(np.zeros((*shape, 3), np.uint8)) == ()


def peak_mb(program: str, *arguments: str) -> tuple[str, int]:
    """Run a program in a process of its own; return what it prints, and its peak memory in MB."""
    # A child starts with its parent's peak, which the first line resets.
    measured = (
        "import re, sys; open('/proc/self/clear_refs', 'w').write('5')\n"
        f"{program}\n"
        "peak = re.search(r'VmHWM:\\s*(\\d+) kB', open('/proc/self/status').read())\n"
        "print(int(peak[1]) // 1024, file=sys.stderr)"
    )
    command = [sys.executable, "-c", measured, *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=True)
    return done.stdout, int(done.stderr.split()[-1])


def test_the_largest_picture_is_read_in_bounded_memory() -> None:
    """Its peak memory is the picture's 200 MB, a smaller copy or two, and little more."""
    tiles, megabytes = peak_mb(
        "import numpy as np; from vision.photo.reader import read_photo;"
        "print(len(read_photo(np.full((8192, 8192, 3), 120, np.uint8))))"
    )
    assert int(tiles) == 0
    assert megabytes < 600


@pytest.mark.parametrize("command", [["read"], ["read", "--table"]])
def test_a_large_photo_full_of_tiles_is_read_in_bounded_memory(
    studio: Studio, tmp_path: Path, command: list[str]
) -> None:
    rivers = tuple(ArrangedSeat(tuple((tile, False) for tile in parse_tiles("123456789m123456789p"))) for _ in Seat)
    image = studio.shoot(studio.scene(Arrangement(parts=rivers))).image
    file = tmp_path / "table.jpg"
    scale = (LARGE / (image.shape[0] * image.shape[1])) ** 0.5
    cv2.imwrite(str(file), cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC))
    program = "from api.cli import main\ntry:\n    main()\nexcept SystemExit as end:\n    assert not end.code"
    told, megabytes = peak_mb(program, *command, str(file))
    assert len(told) > 100
    assert megabytes < MOST_MB


@pytest.mark.parametrize("kind", [".jpg", ".png"])
def test_half_a_file_is_one_line(kind: str) -> None:
    done, data = cv2.imencode(kind, cat())
    assert done
    with pytest.raises(EyesError, match=r"half: .* bytes that are no picture"):
        decode(data.tobytes()[: len(data) // 3], "half")


def test_what_is_no_file_of_a_picture_is_one_line() -> None:
    for name, body in (("empty.jpg", b""), ("letter.png", b"Dear referee"), ("zeros.jpg", bytes(5000))):
        with pytest.raises(EyesError, match=f"{name}: {len(body)} bytes that are no picture"):
            decode(body, name)
