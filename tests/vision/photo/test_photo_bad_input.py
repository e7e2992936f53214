"""Pictures that are no photo of tiles: clear answers, in bounded time and memory."""

import json
import subprocess
import sys

import cv2
import numpy as np
import pytest

from controller.errors import EyesError
from tests.support.waiting import PATIENCE_S
from vision.arrays import Image
from vision.capture.frame import decode
from vision.photo.reader import PhotoReader

SURE = 0.9


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


def test_the_largest_picture_is_read_in_bounded_memory() -> None:
    """In a separate process, whose peak memory is the picture's 200 MB, a smaller copy or two, and little more."""
    program = (
        # A child starts with its parent's peak, which this resets.
        "import json, re; open('/proc/self/clear_refs', 'w').write('5');"
        "import numpy as np; from vision.photo.reader import read_photo;"
        "tiles = read_photo(np.full((8192, 8192, 3), 120, np.uint8));"
        "peak = re.search(r'VmHWM:\\s*(\\d+) kB', open('/proc/self/status').read());"
        "print(json.dumps([len(tiles), int(peak[1]) // 1024]))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, timeout=PATIENCE_S, check=True
    )
    tiles, megabytes = json.loads(done.stdout)
    assert tiles == 0
    assert megabytes < 600


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
