"""A phone in front of a film: Chromium's fake camera plays it, over TLS of our own authority, to a real service."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, BrowserType, Page

from api.demo.web import WebServer
from tests.support.browser import launched
from vision.capture.network.phone_line import line_name


def write_film(file: Path, pictures: Sequence[bytes]) -> None:
    """A film of JPEGs one after another, as Chromium's fake camera plays it again and again."""
    file.write_bytes(b"".join(pictures))


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
