"""How connections are served: clients that dawdle are cut off, so that nobody holds a place without using it."""

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

# Seconds for the head of a request to come, and for what was sent to be taken.
HEAD_S: Final = 10.0
TAKE_S: Final = 10.0
# Most bytes of a head, and of a message over a socket, on which clients have nothing to say.
HEAD_BYTES: Final = 16 * 1024
MESSAGE_BYTES: Final = 4 * 1024
MOST_SMALL: Final = 1_000
"""Pieces of a body of which most may be small; chosen: who writes line by line has them too."""
SMALL_BYTES: Final = 64
"""Least bytes of a piece on average after that; measured: 43,000 pieces of a byte held the loop for 0.7 s."""
_CODED, _LENGTH = b"transfer-encoding", b"content-length"
# Phones alone send something large: pictures.
_OF_PHONES: Final = re.compile(r"/api/v1/tables/[^/?]+/camera(\?.*)?")


class _Deadline:
    """Cuts a connection off unless it is called off before."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._timer: asyncio.TimerHandle | None = None

    def set(self, transport: asyncio.Transport) -> None:
        if self._timer is None:
            # What still waits to be sent is thrown away: the client has had its time.
            self._timer = asyncio.get_running_loop().call_later(self._seconds, transport.abort)

    def clear(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class PlacedConfig(uvicorn.Config):
    """How a server is run, with the places that its connections take."""

    places: Places


class _TakenInTime(asyncio.Protocol):
    """Mixin for a protocol whose client must read in time."""

    transport: asyncio.Transport
    config: Any
    place: str | None = None

    def __init__(self, *values: Any, **named: Any) -> None:
        """As uvicorn makes it."""
        super().__init__(*values, **named)
        self._taking = _Deadline(TAKE_S)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._taking.clear()
        if self.place is not None:
            self.config.places.leave(self.place)
            self.place = None
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client takes nothing at present."""
        super().pause_writing()
        self._taking.set(self.transport)

    def resume_writing(self) -> None:
        """It takes again."""
        self._taking.clear()
        super().resume_writing()


class _Pieces(h11.Connection):
    """What comes of a client; a body in pieces that are far too small is none, nor one with two ends."""

    def __init__(self) -> None:
        super().__init__(h11.SERVER, HEAD_BYTES)
        self._pieces = self._bytes = 0

    def next_event(self) -> Any:
        """As h11 has it; raises RemoteProtocolError for such a body, and the connection ends."""
        event = super().next_event()
        if isinstance(event, h11.Data):
            self._pieces += 1
            self._bytes += len(event.data)
            if self._pieces > MOST_SMALL and self._bytes < self._pieces * SMALL_BYTES:
                raise h11.RemoteProtocolError("a body in pieces that are too small")
        elif isinstance(event, h11.Request):
            self._pieces = self._bytes = 0
            names = {name for name, _ in event.headers}
            # RFC 9112 6.1: where two programs on the way could read two ends, nothing behind it is anybody's request.
            if _CODED in names and (_LENGTH in names or event.http_version < b"1.1"):
                raise h11.RemoteProtocolError("a transfer coding beside a content length, or in HTTP/1.0")
        return event


class BriskHttp(_TakenInTime, H11Protocol):
    """HTTP whose clients send their heads and take their answers in time."""

    def __init__(self, *values: Any, **named: Any) -> None:
        """As uvicorn makes it."""
        super().__init__(*values, **named)
        self.conn = _Pieces()
        self._head = _Deadline(HEAD_S)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Take a place, and wait for the first head."""
        super().connection_made(transport)
        address = str((transport.get_extra_info("peername") or ("",))[0])
        if not self.config.places.take(address):
            transport.abort()
            return
        self.place = address
        self._head.set(transport)

    def data_received(self, data: bytes) -> None:
        """Wait on while a head is not whole."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE and (self.cycle is None or self.cycle.response_complete):
            self._head.set(self.transport)
        else:
            self._head.clear()

    def on_response_complete(self) -> None:
        """Hang up on who still sends a body once all was answered: nobody takes it, and it may have no end."""
        super().on_response_complete()
        if self.conn.their_state is h11.SEND_BODY:
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._head.clear()
        super().connection_lost(exc)


class _Handshake(ServerProtocol):
    """A handshake that refuses by a problem document what cannot become a socket."""

    def reject(self, status: int, text: str) -> Response:
        """As the library answers, with the status that it picks."""
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
    """A WebSocket whose client must read in time."""

    def __init__(self, *values: Any, **named: Any) -> None:
        """As uvicorn makes it, but for its handshake."""
        super().__init__(*values, **named)
        plain = self.conn
        self.conn = _Handshake(
            extensions=plain.available_extensions, max_size=self.config.ws_max_size, logger=plain.logger
        )

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Take over the place of the connection that this was until now."""
        super().connection_made(transport)
        before = transport.get_protocol()
        if isinstance(before, BriskHttp):
            self.place, before.place = before.place, None

    def handle_connect(self, event: Request) -> None:
        """Take larger messages where phones send their pictures."""
        if _OF_PHONES.fullmatch(event.path):
            self.conn.max_message_size = MOST_BYTES
        super().handle_connect(event)

    def data_received(self, data: bytes) -> None:
        """Refuse a head that the library of sockets cannot read, which it would leave without an answer."""
        super().data_received(data)
        wrong = self.conn.handshake_exc
        if wrong is not None and not self.handshake_complete:
            self.handshake_complete = self.close_sent = True
            self.transport.write(self.conn.reject(400, f"no handshake of a WebSocket: {wrong}").serialize())
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """End a socket over which text comes that is none, without a line in the log."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(1007)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()
