"""Photos of hands over HTTP: read, refused with one line, and limited in size."""

import struct
from pathlib import Path

import cv2
import pytest
from fastapi.testclient import TestClient

from api.http.app import create_app
from tests.support.score_film import HAND, WIN, hand_photo
from vision.capture.frame import decode

PNG = {"content-type": "image/png"}


@pytest.fixture(scope="module")
def client() -> TestClient:
    return TestClient(create_app({}))


def test_a_photo_gives_its_tiles_and_the_hand_that_they_make(client: TestClient, tmp_path: Path) -> None:
    hand_photo(tmp_path / "hand.png")
    answer = client.post("/api/v1/photos", content=(tmp_path / "hand.png").read_bytes(), headers=PNG).json()
    assert answer["hand"] == {"hand": HAND, "win": WIN}
    assert answer["structure"] == {"clear": True, "win_told": "apart", "closed": None}
    assert len(answer["tiles"]) == 14
    assert sum(tile["confidence"] > answer["check_below"] for tile in answer["tiles"]) >= 13


def test_a_called_tile_says_what_the_hand_is_if_nothing_was_called(client: TestClient, tmp_path: Path) -> None:
    hand_photo(tmp_path / "open.png", "234m678p2267s345p", called=10)
    answer = client.post("/api/v1/photos", content=(tmp_path / "open.png").read_bytes(), headers=PNG).json()
    assert answer["hand"]["melds"] == [{"kind": "chii", "tiles": "345p", "called": "3p", "from": "left"}]
    closed = {"hand": "234m678p2267s345p", "win": WIN}
    assert answer["structure"] == {"clear": True, "win_told": "apart", "closed": closed}


def test_what_is_rather_no_tile_is_told_with_its_reason(client: TestClient, tmp_path: Path) -> None:
    """Regression: only ``jantaku read --json`` had the list."""
    hand_photo(tmp_path / "hand.png")
    blurred = cv2.GaussianBlur(decode((tmp_path / "hand.png").read_bytes(), "hand"), (0, 0), 6.0)
    answer = client.post("/api/v1/photos", content=cv2.imencode(".png", blurred)[1].tobytes(), headers=PNG).json()
    assert answer["doubtful"]
    for thing in answer["doubtful"]:
        assert thing["reason"] == {"ja": "牌ではなさそう", "en": "rather no tile"}
        assert 0 < thing["confidence"] < 1
        assert 0 < thing["x"] < answer["size"][0]


def header(wide: int, tall: int) -> bytes:
    return b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", wide, tall)


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"", "JPEG, PNG, WebP, AVIF, HEIC"),
        (b"GIF89a", "JPEG, PNG, WebP, AVIF, HEIC"),
        (b"%PDF-1.7", "JPEG, PNG, WebP, AVIF, HEIC"),
        (b"\xff\xd8\xff\xe0\x00\x00" * 50, "JPEG, PNG, WebP, AVIF, HEIC"),
        (header(60_000, 60_000), "megapixels"),
        (header(60, 60), "no picture"),
    ],
)
def test_what_is_no_photo_is_refused_in_one_line(client: TestClient, body: bytes, told: str) -> None:
    answer = client.post("/api/v1/photos", content=body, headers=PNG)
    assert 400 <= answer.status_code < 500
    assert told in answer.json()["detail"]
    assert client.post("/api/v1/photos", content=body, headers={"content-type": "text/plain"}).status_code == 415


def test_a_photo_that_is_opened_smaller_is_told_in_its_own_pixels(client: TestClient, tmp_path: Path) -> None:
    hand_photo(tmp_path / "hand.png")
    small = cv2.resize(decode((tmp_path / "hand.png").read_bytes(), "hand"), (2000, 1500))
    large = cv2.copyMakeBorder(small, 0, 2300, 0, 3000, cv2.BORDER_REPLICATE)
    answer = client.post("/api/v1/photos", content=cv2.imencode(".jpg", large)[1].tobytes(), headers=PNG).json()
    assert answer["size"] == [large.shape[1], large.shape[0]]
    assert len(answer["tiles"]) >= 14
    assert 1500 < max(tile["x"] for tile in answer["tiles"]) < 2000


def test_a_photo_that_is_too_large_is_refused_in_both_languages(client: TestClient) -> None:
    told = client.post("/api/v1/photos", content=header(9000, 4000), headers=PNG).json()["detail"]
    assert "9000×4000の写真は大きすぎます" in told
    assert "expected at most 20 megapixels" in told
