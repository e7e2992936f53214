"""An HTTP connection to a camera with a time limit for each whole answer: slow bytes do not block the reader."""

import hashlib
import http.client
import io
import socket
import ssl
import time
from collections.abc import Mapping
from functools import partial
from multiprocessing.connection import wait
from typing import Any, Final
from urllib.parse import SplitResult, unquote

from controller.errors import EyesError, PictureError
from controller.text import Text
from vision.capture.settings import ANSWER_S, CameraSettings

MOST_BYTES: Final = 32 * 1024 * 1024
"""Most bytes of one picture; chosen: no camera's JPEG is nearly as large, and a gigabit transfers five times as much in
time."""


class _Limit:
    """Deadline (monotonic seconds) for the next bytes; ``whole_s``: seconds allowed from the first byte on.

    ``got``: number of bytes received so far.
    """

    def __init__(self) -> None:
        self.until = 0.0
        self.whole_s: float | None = None
        self.got = 0


class _LimitedReader(io.RawIOBase):
    """The receiving side of a socket; raises TimeoutError past the limit, after which reading may continue."""

    def __init__(self, sock: socket.socket, raw: Any, limit: _Limit) -> None:
        super().__init__()
        self._sock, self._raw, self._limit = sock, raw, limit

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        limit = self._limit
        left = limit.until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._sock.settimeout(left)
        got = self._sock.recv_into(buffer)
        limit.got += got
        if limit.got > MOST_BYTES:
            raise PictureError(f"more than {MOST_BYTES} bytes and no end of the picture")
        if got and limit.whole_s is not None:
            limit.until, limit.whole_s = time.monotonic() + limit.whole_s, None
        return got

    def close(self) -> None:
        self._raw.close()
        super().close()


class _LimitedAnswer(http.client.HTTPResponse):
    """A response whose reads obey the limit."""

    def __init__(self, limit: _Limit, sock: socket.socket, *args: Any, **kwargs: Any) -> None:
        super().__init__(sock, *args, **kwargs)
        raw: Any = self.fp
        self._limit = limit
        self.fp = io.BufferedReader(_LimitedReader(sock, raw, limit))

    def read(self, amt: int | None = None) -> bytes:
        """Return the body; raises PictureError if it is not complete in time."""
        try:
            return super().read(amt)
        except TimeoutError:
            raise PictureError(f"{self._limit.got} bytes in {ANSWER_S} s and no whole picture") from None


class Line:
    """A connection to a camera, made at the first request."""

    def __init__(self, url: SplitResult, settings: CameraSettings) -> None:
        """``url``: http(s) address; raises EyesError if the file of the certificate authority is invalid."""
        self._limit = _Limit()
        self._fingerprint = settings.fingerprint.replace(":", "").lower()
        where, port = unquote(url.hostname or ""), url.port
        if url.scheme == "https":
            context = _context(settings)
            self._link: http.client.HTTPConnection = http.client.HTTPSConnection(
                where, port, timeout=ANSWER_S, context=context
            )
        else:
            self._link = http.client.HTTPConnection(where, port, timeout=ANSWER_S)
        self._link.response_class = partial(_LimitedAnswer, self._limit)  # type: ignore[assignment]  # made like a class

    def request(self, path: str, headers: Mapping[str, str]) -> None:
        """Send a GET request; raises OSError, HTTPException, or EyesError if the certificate is not the camera's."""
        if self._link.sock is None:
            self._connect()
        self._link.sock.settimeout(ANSWER_S)
        self._link.request("GET", path, headers=dict(headers))

    def has_begun(self, within: float) -> bool:
        """True if within so many seconds the answer begins or the connection ends; ``answer`` then shows which."""
        return bool(wait([self._link.sock], max(0.0, within)))

    def answer(self, begins_within: float = ANSWER_S) -> http.client.HTTPResponse:
        """Return the answer's head; raises OSError, HTTPException, or PictureError if it is not complete in time."""
        limit = self._limit
        limit.until, limit.whole_s, limit.got = time.monotonic() + begins_within, ANSWER_S, 0
        try:
            return self._link.getresponse()
        except TimeoutError:
            if limit.got:
                raise PictureError(f"{limit.got} bytes in {ANSWER_S} s and no whole picture") from None
            raise

    def allow(self, seconds: float) -> None:
        """Allow so many seconds from now for more of the answer."""
        self._limit.until, self._limit.got, self._limit.whole_s = time.monotonic() + seconds, 0, None

    def close(self) -> None:
        """Disconnect."""
        self._link.close()

    def _connect(self) -> None:
        try:
            self._link.connect()
        except ssl.SSLCertVerificationError as error:
            raise EyesError(
                Text(
                    "カメラの証明書を確かめられません。フィンガープリントを登録してください。",
                    f"certificate: {error.verify_message}: expected #fingerprint=… or #ca=… behind the address of a"
                    " camera with its own",
                )
            ) from None
        if self._fingerprint and isinstance(self._link.sock, ssl.SSLSocket):
            has = hashlib.sha256(self._link.sock.getpeercert(binary_form=True) or b"").hexdigest()
            if has != self._fingerprint:
                self.close()
                raise EyesError(
                    Text(
                        "カメラの証明書のフィンガープリントが、登録したものと違います。",
                        f"certificate with the fingerprint {has}: expected {self._fingerprint}",
                    )
                )


def _context(settings: CameraSettings) -> ssl.SSLContext:
    """Return the TLS context: it verifies by the authorities of the system or camera, or leaves it to the fingerprint.

    Raises EyesError if the file of the camera's authority is invalid.
    """
    try:
        context = ssl.create_default_context(cafile=settings.ca or None)
    except OSError as error:
        raise EyesError(f"{settings.ca}: {error.strerror or 'no certificate'}: expected a PEM file") from None
    if settings.fingerprint:
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context
