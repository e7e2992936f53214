"""A phone as the camera of one command: its page is served over TLS until a picture has arrived."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from api.access.access import Access
from api.cli.access.entrance import draw, tell_trust
from api.demo.web import WebServer
from api.phones.desk import phone_desk
from api.tls.plan import TlsPlan
from controller.errors import EyesError
from hardware.profiles.layout import Layout
from vision.arrays import Image
from vision.camera.aim import CORNERS, metered
from vision.capture.frame import CameraFrame
from vision.capture.open import open_source

PHONE_S: Final = 300.0
"""Longest wait for a phone's picture, s; chosen: trusting the authority for the first time takes four minutes."""
_LINK_S: Final = 900.0
_LOOK_S: Final = 1.0
NextFrame = Callable[[float], CameraFrame | None]
_NAME: Final = "calibrate"
"""Table id of the phone camera while the command runs."""


def phone_picture(layout: Layout, *, sheets: bool) -> Image:
    """Return the first picture of a phone, or with ``sheets`` the first one that shows all four sheets.

    The address for the phone is printed, on a terminal with a QR code. Raises EyesError if no picture arrives in time.
    """
    with _served() as address:
        source = open_source(address)
        try:
            return _first(source.next, layout, sheets)
        finally:
            source.close()
            phone_desk().close()


def _first(next_frame: NextFrame, layout: Layout, sheets: bool) -> Image:
    until, seen = time.monotonic() + PHONE_S, set[str]()
    came = False
    while time.monotonic() < until:
        frame = next_frame(_LOOK_S)
        if frame is None:
            continue
        now = set(metered(frame.image, None, layout).sheets) if sheets else set[str]()
        if not sheets or len(now) == len(CORNERS):
            return frame.image
        if now != seen or not came:
            print(f"シート / sheets {' '.join(sorted(now)) or '–'} ({len(now)}/{len(CORNERS)})", file=sys.stderr)
        came, seen = True, now
    if came:
        raise EyesError(f"phone: {len(seen)} of {len(CORNERS)} sheets in sight for {PHONE_S:.0f} s: expected all")
    raise EyesError(f"phone: no picture within {PHONE_S:.0f} s: expected a phone to open the address above")


@contextmanager
def _served() -> Iterator[str]:
    """Serve the phone's page; yield the camera address of its pictures."""
    access = Access()
    web = WebServer({}, access=access, tls=TlsPlan("local", port=0), host="0.0.0.0")
    web.start()
    try:
        bases = web.reach.elsewhere(secure=True)
        if not bases:
            raise EyesError("phone: this machine is in no network: expected one that the phone is in, too")
        tell_trust(web.reach)
        link = f"{bases[0]}/camera/{_NAME}#code={access.tokens.camera_link(_NAME, _LINK_S)}"
        print(f"スマートフォンで開く / open on the phone: {link}", file=sys.stderr)
        draw(link, sys.stderr)
        yield phone_desk().completed("phone:", _NAME)
    finally:
        web.stop()
        web.reach.close()
