"""Addresses and QR codes in answers of a service, and whether each can be opened."""

import json
import re
import ssl
from collections.abc import Iterable, Iterator
from typing import Any, Final
from urllib.error import HTTPError
from urllib.parse import unquote, urlsplit, urlunsplit
from urllib.request import HTTPRedirectHandler, HTTPSHandler, ProxyHandler, Request, build_opener

import cv2
import resvg_py

from tests.support.waiting import PATIENCE_S
from vision.arrays import Image
from vision.capture.frame import decode

ADDRESS: Final = re.compile(r"https?://[^\s\"'<>()、。]+")
_SVG: Final = "data:image/svg+xml"


def told_in(value: Any) -> Iterator[tuple[str, bool]]:
    """Yield every address in an answer, and whether it is a QR code, which another device scans."""
    if isinstance(value, dict):
        for each in value.values():
            yield from told_in(each)
    elif isinstance(value, list):
        for each in value:
            yield from told_in(each)
    elif isinstance(value, str) and value.startswith(_SVG):
        yield scanned(value), True
    elif isinstance(value, str):
        yield from ((each, False) for each in ADDRESS.findall(value))


def scanned(picture: str) -> str:
    """Text of a QR code that is drawn as a data URL."""
    drawn = unquote(picture.partition(",")[2])
    png = resvg_py.svg_to_bytes(svg_string=drawn, background="#ffffff")
    return read_code(decode(bytes(png), "code"))


def read_code(image: Image) -> str:
    """Text of the QR code in a picture, tried at several scales; empty if none is found."""
    for scale in (1.0, 0.67, 0.8, 0.5, 1.5, 2.0):
        seen = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        for detector in (cv2.QRCodeDetector(), cv2.QRCodeDetectorAruco()):
            text, *_ = detector.detectAndDecode(seen)
            if text:
                return text
    return ""


class Client:
    """A device that trusts the service's authority and resolves names by its own table."""

    def __init__(self, authority: str = "", names: dict[str, str] | None = None) -> None:
        """``authority``: a certificate as PEM, empty if none was installed."""
        self._context = ssl.create_default_context(cadata=authority or None)
        self._names = names or {}

    def opens(self, address: str) -> int | str:
        """Return the status of the page at an address, or the error."""
        try:
            return self.ask("GET", address)[0]
        except OSError as error:
            return f"{address}: {error}"

    def open_all(self, addresses: Iterable[str]) -> list[int | str]:
        """Return ``opens`` of each address."""
        return [self.opens(each) for each in addresses]

    def ask(self, method: str, address: str, body: Any = None, token: str = "") -> tuple[int, Any]:
        """Return status and answer; raises OSError if nothing answers or the certificate is not trusted."""
        asked = urlsplit(address)
        resolved = self._names.get(asked.hostname or "")
        context: ssl.SSLContext = self._context
        netloc = asked.netloc
        if resolved is not None:
            netloc = netloc.replace(asked.hostname or "", resolved)
            context = _Named(self._context, asked.hostname or "")  # type: ignore[assignment]  # what HTTPSHandler calls
        head = {"host": asked.netloc, **({"authorization": f"Bearer {token}"} if token else {})}
        if body is not None:
            head["content-type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        request = Request(urlunsplit((*asked[:1], netloc, *asked[2:4], "")), data, head, method=method)
        opener = build_opener(ProxyHandler({}), HTTPSHandler(context=context), HTTPRedirectHandler)
        try:
            with opener.open(request, timeout=PATIENCE_S) as answer:
                read = answer.read()
                is_json = "json" in answer.headers.get("content-type", "")
                return int(answer.status), json.loads(read) if is_json else read
        except HTTPError as refused:
            with refused:
                return refused.code, refused.read()


class _Named:
    """A TLS context that checks the certificate of the name, independent of the resolved address."""

    def __init__(self, context: ssl.SSLContext, name: str) -> None:
        self._context, self._name = context, name

    def wrap_socket(self, plain: Any, **_: Any) -> Any:
        return self._context.wrap_socket(plain, server_hostname=self._name)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)
