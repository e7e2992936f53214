"""Security headers of every answer: content security policy, framing, caching, strict transport security."""

from collections.abc import Callable
from typing import Final

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.access.settings import AccessSettings

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; font-src 'self';"
    " connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; object-src 'none';"
    " frame-ancestors "
)
_ANCESTORS: Final = " frame-ancestors "
_ALWAYS: Final = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
_IN_PARTS: Final = (b"range", b"if-range")
_OVERLAY: Final = "/overlay/"
_PREVIEW: Final = "/preview"
_CAMERA: Final = "/camera/"


class SecurityHeaders:
    """Outermost ASGI middleware, so that error answers of the other middleware get the headers too."""

    def __init__(self, app: ASGIApp, settings: AccessSettings, strict: Callable[[], bool] = lambda: True) -> None:
        """Wrap ``app``; ``strict``: returns True if answers over TLS require TLS from now on (HSTS)."""
        self._app, self._settings, self._strict = app, settings, strict

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Call the application, and add the headers to its answers."""
        if scope["type"] in ("http", "websocket"):
            # Page files are small and sent whole; the framework's range handler would answer errors in plain text.
            scope = {**scope, "headers": [each for each in scope["headers"] if each[0] not in _IN_PARTS]}
            is_strict = self._strict() and scope["scheme"] in ("https", "wss")
            send = _sending(send, scope["path"], is_strict, self._settings)
        await self._app(scope, receive, send)


def _sending(send: Send, path: str, is_strict: bool, settings: AccessSettings) -> Send:
    """Return a send function that adds the headers to every answer.

    Only the overlay may be framed, by itself and by the pages that the settings name.
    """
    is_preview = path.startswith(_OVERLAY) and path.endswith(_PREVIEW)
    may_be_framed = path.startswith(_OVERLAY) and not is_preview
    frames = " ".join(("'self'", *settings.frames)) if may_be_framed else "'none'"
    # Only the preview page contains frames: the parts of the overlay.
    inside = " frame-src 'self';" if is_preview else ""

    async def sending(message: Message) -> None:
        if message["type"] in ("http.response.start", "websocket.http.response.start"):
            headers = MutableHeaders(scope=message)
            del headers["accept-ranges"]
            for name, value in _ALWAYS.items():
                headers[name] = value
            if path.startswith(_CAMERA):
                # Only the page of a phone that serves as camera may request camera access.
                headers["permissions-policy"] = _ALWAYS["permissions-policy"].replace("camera=()", "camera=(self)")
            headers["content-security-policy"] = f"{_POLICY.replace(_ANCESTORS, inside + _ANCESTORS)}{frames}"
            if frames == "'none'":
                headers["x-frame-options"] = "DENY"
            if is_strict:
                headers["strict-transport-security"] = "max-age=31536000; includeSubDomains"
            if path.startswith("/api/"):
                # Answers depend on the principal, so they must not be cached.
                headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending
