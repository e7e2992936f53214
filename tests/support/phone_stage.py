"""A phone before a film: Chromium's fake camera plays it to a real service, over TLS with our own authority."""

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
"""Frames per second of a film: twice a phone's rate.

Chromium plays MJPEG films three times too fast and decodes each.
"""


def write_film(file: Path, pictures: Sequence[bytes]) -> None:
    """Write JPEGs as a YUV4MPEG2 film, which Chromium's fake camera plays in a loop."""
    images = [decode(each, file.name) for each in pictures]
    height, width = images[0].shape[:2]
    with file.open("wb") as film:
        film.write(f"YUV4MPEG2 W{width} H{height} F{PICTURES_S}:1 Ip A1:1 C420\n".encode())
        for image in images:
            film.write(b"FRAME\n" + cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420).tobytes())


@contextmanager
def filming(chromium: BrowserType, film: Path, web: WebServer, more: Sequence[str] = ()) -> Iterator[Browser]:
    """Launch a browser whose only camera shows that film, and which trusts the authority of that service."""
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
    """Set the width and height that a page will request from its camera, before it is opened."""
    width, height = size
    page.add_init_script(f"localStorage.setItem('camera settings', JSON.stringify({{size: '{width}x{height}'}}))")


def camera_link(web: WebServer, table: str, seat: str = "") -> str:
    """Address in a camera's QR code."""
    assert web.tls is not None
    camera = line_name(table, seat)
    code = web.access.tokens.camera_link(camera, 900)
    return f"https://127.0.0.1:{web.tls.port}/camera/{camera}?lang=en#code={code}"
