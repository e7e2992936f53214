"""Request log: each request gets a number, a log line and metrics; an unhandled error becomes a problem document."""

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
"""Header with the number of a request, by which it is found in the log."""
_NOWHERE: Final = "none"
log: WordLog = structlog.get_logger()


class RequestLog:
    """Middleware around the whole application.

    A request is logged by its route pattern, not by its address, so that neither log nor metrics contain parameters.
    HEAD is answered like GET without the body (RFC 9110 9.3.2).
    """

    def __init__(self, app: ASGIApp, told: Told) -> None:
        """Wrap ``app``; ``told`` is called after each request."""
        self._app, self._told = app, told

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve and log HTTP and WebSocket connections; pass other scopes on."""
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
    """Progress of one answer; ``bodiless``: the body is not sent."""

    def __init__(self, number: str, send: Send, bodiless: bool) -> None:
        self._number, self._send = number, send
        self.bodiless, self.status, self._closed = bodiless, 0, False

    async def sent(self, message: Message) -> None:
        """Send a message of the app; the first one gets the request number as a header."""
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
        """Return a receive function that ends a stream after its headers if the body is not sent."""

        async def received() -> Message:
            return {"type": "http.disconnect"} if self.bodiless and self._closed else await receive()

        return received

    async def close(self) -> None:
        """Close a WebSocket whose handler failed (1011, internal error)."""
        if not self._closed:
            await self.sent({"type": "websocket.close", "code": 1011})


def _route(scope: Scope) -> str:
    """Return the route pattern of the request; for static files the mount path."""
    path = getattr(scope.get("route"), "path", None)
    if not isinstance(path, str):
        path = scope.get("root_path", "").removeprefix(scope.get("app_root_path", ""))
    return path or _NOWHERE
