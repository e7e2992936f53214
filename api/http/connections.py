"""Protocols of client connections: timeouts and size limits close the connection of a slow or abusive client."""

import asyncio
import json
import re
from typing import Any, Final

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.datastructures import Headers
from websockets.http11 import Request, Response
from websockets.server import ServerProtocol

from api.http.guard.places import Places
from api.http.phones.messages import MOST_BYTES
from api.http.problems import MEDIA_TYPE, document, title_of

# Seconds within which the request head must arrive, and within which sent data must be read.
HEAD_S: Final = 10.0
TAKE_S: Final = 10.0
# Maximum bytes of a request head, and of a WebSocket message (clients of feeds send nothing of interest).
HEAD_BYTES: Final = 16 * 1024
MESSAGE_BYTES: Final = 4 * 1024
MOST_SMALL: Final = 1_000
"""Chunks of a body that may be small; chosen: clients that write line by line also send many."""
SMALL_BYTES: Final = 64
"""Minimum average bytes of a chunk after that; measured: 43,000 chunks of one byte held the loop for 0.7 s."""
_CODED, _LENGTH = b"transfer-encoding", b"content-length"
# Only phones send large messages: camera frames.
_OF_PHONES: Final = re.compile(r"/api/v1/tables/[^/?]+/camera(\?.*)?")


class _Deadline:
    """Aborts a connection after some seconds unless it is cleared before."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def set(self, transport: asyncio.Transport) -> None:
        if self._timer is None:
            # Aborting discards unsent data: the client has had its time.
            self._timer = asyncio.get_running_loop().call_later(self._seconds, transport.abort)

    def clear(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class PlacedConfig(uvicorn.Config):
    """Configuration of uvicorn with the connection counter."""

    places: Places


class _TakenInTime(asyncio.Protocol):
    """Mixin for a protocol whose client must read sent data within ``TAKE_S`` seconds."""

    transport: asyncio.Transport
    config: Any
    place: str | None = None

    def __init__(self, *values: Any, **named: Any) -> None:
        """Take uvicorn's arguments unchanged."""
        super().__init__(*values, **named)
        self._taking = _Deadline(TAKE_S)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the deadline and release the connection's slot."""
        self._taking.clear()
        if self.place is not None:
            self.config.places.leave(self.place)
            self.place = None
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """Start the deadline: the client does not read at present."""
        super().pause_writing()
        self._taking.set(self.transport)

    def resume_writing(self) -> None:
        """Clear the deadline: the client reads again."""
        self._taking.clear()
        super().resume_writing()


class _Pieces(h11.Connection):
    """Parser of requests that also rejects bodies in tiny chunks and requests with ambiguous body length."""

    def __init__(self) -> None:
        super().__init__(h11.SERVER, HEAD_BYTES)
        self._pieces = self._bytes = 0

    def next_event(self) -> Any:
        """As in h11; raises RemoteProtocolError for such a request, which ends the connection."""
        event = super().next_event()
        if isinstance(event, h11.Data):
            self._pieces += 1
            self._bytes += len(event.data)
            if self._pieces > MOST_SMALL and self._bytes < self._pieces * SMALL_BYTES:
                raise h11.RemoteProtocolError("a body in pieces that are too small")
        elif isinstance(event, h11.Request):
            self._pieces = self._bytes = 0
            names = {name for name, _ in event.headers}
            # RFC 9112 6.1: proxies may disagree on where such a body ends, which allows request smuggling.
            if _CODED in names and (_LENGTH in names or event.http_version < b"1.1"):
                raise h11.RemoteProtocolError("a transfer coding beside a content length, or in HTTP/1.0")
        return event


class BriskHttp(_TakenInTime, H11Protocol):
    """HTTP protocol whose clients must send heads and read answers in time."""

    def __init__(self, *values: Any, **named: Any) -> None:
        """Take uvicorn's arguments unchanged."""
        super().__init__(*values, **named)
        self.conn = _Pieces()
        self._head = _Deadline(HEAD_S)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Take a slot of the connection counter, or abort if none is free; start the deadline of the first head."""
        super().connection_made(transport)
        address = str((transport.get_extra_info("peername") or ("",))[0])
        if not self.config.places.take(address):
            transport.abort()
            return
        self.place = address
        self._head.set(transport)

    def data_received(self, data: bytes) -> None:
        """Keep the deadline running while a request head is incomplete."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE and (self.cycle is None or self.cycle.response_complete):
            self._head.set(self.transport)
        else:
            self._head.clear()

    def on_response_complete(self) -> None:
        """Close the connection if the client is still sending a body that nobody reads: it may be endless."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the deadlines and release the slot."""
        self._head.clear()
        super().connection_lost(exc)


class _Handshake(ServerProtocol):
    """WebSocket handshake that rejects invalid requests with a problem document."""

    def reject(self, status: int, text: str) -> Response:
        """Return the library's rejection with its status, but with a problem document as body."""
        plain = super().reject(status, text)
        body = json.dumps(
            document(plain.status_code, title_of(plain.status_code), detail=text.strip() or plain.reason_phrase)
        ).encode()
        headers = Headers(plain.headers)
        for name, value in (("Content-Type", MEDIA_TYPE), ("Content-Length", str(len(body)))):
            del headers[name]
            headers[name] = value
        return Response(plain.status_code, plain.reason_phrase, headers, body)


class BriskSocket(_TakenInTime, WebSocketsSansIOProtocol):
    """WebSocket protocol whose client must read sent data in time."""

    def __init__(self, *values: Any, **named: Any) -> None:
        """Take uvicorn's arguments, and replace the handshake."""
        super().__init__(*values, **named)
        plain = self.conn
        self.conn = _Handshake(
            extensions=plain.available_extensions, max_size=self.config.ws_max_size, logger=plain.logger
        )

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Take over the slot of the HTTP connection that was upgraded."""
        super().connection_made(transport)
        before = transport.get_protocol()
        if isinstance(before, BriskHttp):
            self.place, before.place = before.place, None

    def handle_connect(self, event: Request) -> None:
        """Allow larger messages at the address where phones send camera frames."""
        if _OF_PHONES.fullmatch(event.path):
            self.conn.max_message_size = MOST_BYTES
        super().handle_connect(event)

    def data_received(self, data: bytes) -> None:
        """Answer an unreadable handshake with status 400; the library would leave it without an answer."""
        super().data_received(data)
        wrong = self.conn.handshake_exc
        if wrong is not None and not self.handshake_complete:
            self.handshake_complete = self.close_sent = True
            self.transport.write(self.conn.reject(400, f"no handshake of a WebSocket: {wrong}").serialize())
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """Close a socket that sent invalid UTF-8 as text (code 1007), without logging an error."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()
