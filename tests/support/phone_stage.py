"""A phone in front of a film: Chromium's fake camera plays it, over TLS of our own authority, to a real service."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import cv2
from playwright.sync_api import Browser, BrowserType, Page

from api.demo.web import WebServer
from tests.support.browser import launched
from vision.capture.frame import decode
from vision.capture.network.phone_line import line_name

PICTURES_S: Final = 10
"""Of a film: twice as many as a phone sends. Chromium plays a film of JPEGs three times as fast, and decodes each."""


def write_film(file: Path, pictures: Sequence[bytes]) -> None:
    """A film of JPEGs as YUV4MPEG2, which Chromium's fake camera plays again and again."""
    images = [decode(each, file.name) for each in pictures]
    height, width = images[0].shape[:2]
    with file.open("wb") as film:
        film.write(f"YUV4MPEG2 W{width} H{height} F{PICTURES_S}:1 Ip A1:1 C420\n".encode())
        for image in images:
            film.write(b"FRAME\n" + cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420).tobytes())


@contextmanager
def filming(chromium: BrowserType, film: Path, web: WebServer, more: Sequence[str] = ()) -> Iterator[Browser]:
    """A browser whose only camera shows that film, and which trusts the authority of that service."""
    assert web.tls is not None
    flags = [
        "--use-fake-ui-for-media-stream",
        "--use-fake-device-for-media-stream",
        f"--use-file-for-fake-video-capture={film}",
        *more,
    ]
    browser = launched(chromium, flags)
    yield browser
    browser.close()


def set_size(page: Page, size: tuple[int, int]) -> None:
    """What a page that is not open yet is to ask its camera for: width and height."""
    width, height = size
    page.add_init_script(f"localStorage.setItem('camera settings', JSON.stringify({{size: '{width}x{height}'}}))")


def camera_link(web: WebServer, table: str, seat: str = "") -> str:
    """The address that a camera's QR code carries."""
    assert web.tls is not None
    camera = line_name(table, seat)
    code = web.access.tokens.camera_link(camera, 900)
    return f"https://127.0.0.1:{web.tls.port}/camera/{camera}?lang=en#code={code}"
