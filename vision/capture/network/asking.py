"""Requests to a camera at an address, with login and redirects, until it answers with pictures."""

import http.client
from collections.abc import Generator
from typing import TYPE_CHECKING, Final
from urllib.parse import SplitResult, unquote, urljoin, urlsplit

from controller.errors import EyesError, PictureError
from controller.ports.log import without_logins
from controller.text import Text
from vision.capture.network.answer import Line
from vision.capture.settings import CameraSettings

if TYPE_CHECKING:
    import httpx2

_SENT_ON: Final = (301, 302, 303, 307, 308)
"""Statuses of redirects: RFC 9110, section 15.4."""
_MOST_HOPS: Final = 5
"""Most redirects and login requests of a camera for one picture; chosen: one of each is usual."""
_CHALLENGE: Final = "WWW-Authenticate"
_LOGIN: Final = "Authorization"


class Asking:
    """Requests to one address, repeated with a login or at another path of its host if the camera demands that."""

    def __init__(self, url: str, settings: CameraSettings) -> None:
        """``url``: http(s) address, with name and password if needed; raises EyesError for any other address."""
        self.shown = without_logins(url)
        parts = _http_url(url, self.shown)
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")
        self._first = parts._replace(netloc=parts.netloc.rpartition("@")[2])
        self._settings = settings
        self._auth: httpx2.Auth | None = None
        self._flow: Generator[httpx2.Request, httpx2.Response] | None = None
        self._line: Line | None = None
        self._at, self._hops = self._first, 0
        self._asked: httpx2.Request | None = None

    def request(self) -> None:
        """Send the request; raises OSError, HTTPException or EyesError."""
        if self._line is None:
            self._line = Line(self._at, self._settings)
        if self._auth is None:
            self._line.request((self._at.path or "/") + (f"?{self._at.query}" if self._at.query else ""), {})
            return
        if self._flow is None:
            self._begin(self._auth)
        assert self._asked is not None
        login = self._asked.headers.get(_LOGIN)
        self._line.request(self._asked.url.raw_path.decode(), {_LOGIN: login} if login else {})

    def has_begun(self, within: float) -> bool:
        """As ``Line.has_begun``."""
        return self._line is not None and self._line.has_begun(within)

    def answer(self) -> http.client.HTTPResponse | None:
        """Return the camera's answer of status 200; None if the request must be repeated. Raises as ``request``."""
        assert self._line is not None
        answer = self._line.answer()
        if answer.status == http.client.OK:
            self._hops, self._flow = 0, None
            return answer
        self._hops += 1
        if answer.status == http.client.UNAUTHORIZED:
            self._log_in(answer)
        elif answer.status in _SENT_ON and self._hops <= _MOST_HOPS:
            self._go_on(answer)
        else:
            raise EyesError(
                Text(
                    f"カメラが {answer.status} で応答しました。アドレスを確かめてください。",
                    f"{self.shown}: HTTP {answer.status} {answer.reason}, expected 200",
                )
            )
        answer.read()
        return None

    def allow(self, seconds: float) -> None:
        """As ``Line.allow``."""
        if self._line is not None:
            self._line.allow(seconds)

    def close(self) -> None:
        """Disconnect; the next request is to the address itself."""
        if self._line is not None:
            self._line.close()
        self._line, self._flow = None, None
        self._at, self._hops = self._first, 0

    def _log_in(self, answer: http.client.HTTPResponse) -> None:
        """Prepare the login that the camera demands; raises EyesError if none is known, or if it was refused."""
        import httpx2

        if not self._user:
            raise EyesError(
                Text(
                    "カメラがユーザー名とパスワードを求めています。アドレスに入力してください。",
                    f"{self.shown}: it asks who you are: expected http://NAME:PASSWORD@HOST/…",
                )
            )
        asked = [(_CHALLENGE, each) for each in answer.headers.get_all(_CHALLENGE) or ()]
        if self._auth is None:
            digest = any(each.lower().startswith("digest") for _, each in asked)
            self._auth = (httpx2.DigestAuth if digest else httpx2.BasicAuth)(self._user, self._password)
            self._begin(self._auth)
            if not digest:
                return
        assert self._flow is not None
        try:
            self._asked = self._flow.send(httpx2.Response(answer.status, headers=asked, request=self._asked))
        except StopIteration:
            self._auth = None
            raise EyesError(
                Text(
                    "カメラのユーザー名かパスワードが違います。", f"{self.shown}: HTTP 401: name or password is refused"
                )
            ) from None

    def _begin(self, auth: "httpx2.Auth") -> None:
        import httpx2

        self._flow = auth.auth_flow(httpx2.Request("GET", self._at.geturl()))
        self._asked = next(self._flow)

    def _go_on(self, answer: http.client.HTTPResponse) -> None:
        """Follow a redirect within this host; raises EyesError for another host."""
        there = urljoin(self._at.geturl(), answer.headers.get("Location", ""))
        shown = without_logins(there)
        parts = _http_url(there, shown)
        if parts.hostname != self._at.hostname:
            raise EyesError(
                Text(
                    "カメラが別のアドレスに転送しました。カメラ自身のアドレスを入力してください。",
                    f"{self.shown}: it sends on to {shown}: expected the camera's own address",
                )
            )
        self._at = parts._replace(netloc=parts.netloc.rpartition("@")[2])
        self._flow = None
        assert self._line is not None
        self._line.close()
        self._line = None


def refuse_page(shown: str, kind: str, begin: bytes) -> None:
    """Raise PictureError if an answer is an HTML page."""
    if kind == "text/html" or begin.lstrip()[:1] == b"<":
        raise PictureError(f"{shown}: a page for people: expected the address of the picture or stream in it")


def _http_url(url: str, shown: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        whole = False
    if not whole:
        raise EyesError(
            Text(
                "カメラのアドレスは http:// の形で入力してください。",
                f"{shown!r}: expected an http address of a camera",
            )
        )
    return parts
