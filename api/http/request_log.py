"""Each request: its number, its line in the log, its figures; what fails inside is answered with a problem document."""

import time
from collections.abc import Callable
from typing import Final
from uuid import uuid4

import structlog
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.http.problems import failure
from controller.ports.log import WordLog

Told = Callable[[str, str, int, float], None]
"""Called with method, route, status and seconds of each request."""
NUMBER: Final = "x-request-id"
"""Header that carries the number of a request, to be found in the log."""
_NOWHERE: Final = "none"
log: WordLog = structlog.get_logger()


class RequestLog:
    """ASGI middleware around everything else.

    A request is named by its route, never by its address, so that neither log nor figures hold what is in one.
    HEAD is answered as GET without its body (RFC 9110 9.3.2).
    """

    def __init__(self, app: ASGIApp, told: Told) -> None:
        """Stand before ``app``."""
        self._app, self._told = app, told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on HTTP and WebSocket connections; nothing else is a request."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        number, began = uuid4().hex, time.perf_counter()
        client = scope.get("client") or ("",)
        structlog.contextvars.bind_contextvars(request=number, client=client[0])
        answer = _Answer(number, send, scope.get("method") == "HEAD")
        if answer.bodiless:
            scope["method"] = "GET"
        status = 0
        try:
            await self._app(scope, answer.receiving(receive), answer.sent)
            status = answer.status
        except Exception:
            log.exception("request failed", kind=scope["type"], route=_route(scope))
            status = 500
            if scope["type"] == "http" and not answer.status:
                accepted = Headers(scope=scope).get("accept-language", "")
                await failure(accepted)(scope, receive, answer.sent)
            elif scope["type"] == "websocket":
                await answer.close()
        finally:
            self._tell(scope, answer.bodiless, status, time.perf_counter() - began)
            structlog.contextvars.unbind_contextvars("request", "client", "maker", "device")

    def _tell(self, scope: Scope, bodiless: bool, status: int, seconds: float) -> None:
        method = "WEBSOCKET" if scope["type"] == "websocket" else "HEAD" if bodiless else scope["method"]
        route = _route(scope)
        self._told(method, route, status, seconds)
        log.debug("request", method=method, route=route, status=status, ms=round(1000.0 * seconds, 1))


class _Answer:
    """What was sent of one answer; ``bodiless``: no body goes out."""

    def __init__(self, number: str, send: Send, bodiless: bool) -> None:
        self._number, self._send = number, send
        self.bodiless, self.status, self._closed = bodiless, 0, False

    async def sent(self, message: Message) -> None:
        """Send a message of the app, numbered where it is the first."""
        kind = message["type"]
        if kind in ("http.response.start", "websocket.http.response.start"):
            self.status = message["status"]
            message = {**message, "headers": [*message.get("headers", ()), (NUMBER.encode(), self._number.encode())]}
        elif kind == "websocket.accept":
            self.status = 101
        elif kind == "websocket.close":
            self._closed, self.status = True, self.status or 403
        if self.bodiless and kind == "http.response.body":
            if self._closed:
                return
            self._closed, message = True, {"type": kind, "body": b"", "more_body": False}
        await self._send(message)

    def receiving(self, receive: Receive) -> Receive:
        """What the app receives: a stream that nobody reads ends with its headers."""

        async def received() -> Message:
            return {"type": "http.disconnect"} if self.bodiless and self._closed else await receive()

        return received

    async def close(self) -> None:
        """Close a WebSocket whose handler failed: 1011, internal error."""
        if not self._closed:
            await self.sent({"type": "websocket.close", "code": 1011})


def _route(scope: Scope) -> str:
    """The pattern of the address that was asked for; of files the folder that they are served from."""
    path = getattr(scope.get("route"), "path", None)
    if not isinstance(path, str):
        path = scope.get("root_path", "").removeprefix(scope.get("app_root_path", ""))
    return path or _NOWHERE
