"""How connections are served: clients that dawdle are cut off, so that nobody holds a place without using it."""

import asyncio
import json
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.datastructures import Headers
from websockets.http11 import Response
from websockets.server import ServerProtocol

from api.http.problems import MEDIA_TYPE, document

# Seconds for the head of a request to come, and for what was sent to be taken.
HEAD_S: Final = 10.0
TAKE_S: Final = 10.0
# Most bytes of a head, and of a message over a socket, on which clients have nothing to say.
HEAD_BYTES: Final = 16 * 1024
MESSAGE_BYTES: Final = 4 * 1024


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


class _TakenInTime(asyncio.Protocol):
    """Mixed in before a protocol whose client takes what it is sent in time."""

    transport: asyncio.Transport

    def __init__(self, *values: Any, **named: Any) -> None:
        """As uvicorn makes it."""
        super().__init__(*values, **named)
        self._taking = _Deadline(TAKE_S)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._taking.clear()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        """The client takes nothing at present."""
        super().pause_writing()
        self._taking.set(self.transport)

    def resume_writing(self) -> None:
        """It takes again."""
        self._taking.clear()
        super().resume_writing()


class BriskHttp(_TakenInTime, H11Protocol):
    """HTTP whose clients send their heads and take their answers in time."""

    def __init__(self, *values: Any, **named: Any) -> None:
        """As uvicorn makes it."""
        super().__init__(*values, **named)
        self._head = _Deadline(HEAD_S)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        """Wait for the first head."""
        super().connection_made(transport)
        self._head.set(transport)

    def data_received(self, data: bytes) -> None:
        """Wait on while a head is not whole."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE and (self.cycle is None or self.cycle.response_complete):
            self._head.set(self.transport)
        else:
            self._head.clear()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing more."""
        self._head.clear()
        super().connection_lost(exc)


class _Handshake(ServerProtocol):
    """A handshake that refuses by a problem document what cannot become a socket."""

    def reject(self, status: int, text: str) -> Response:
        """As the library answers, with the status that it picks."""
        plain = super().reject(status, text)
        body = json.dumps(document(plain.status_code, text.strip() or plain.reason_phrase)).encode()
        headers = Headers(plain.headers)
        for name, value in (("Content-Type", MEDIA_TYPE), ("Content-Length", str(len(body)))):
            del headers[name]
            headers[name] = value
        return Response(plain.status_code, plain.reason_phrase, headers, body)


class BriskSocket(_TakenInTime, WebSocketsSansIOProtocol):
    """A WebSocket whose client takes what it is sent in time."""

    def __init__(self, *values: Any, **named: Any) -> None:
        """As uvicorn makes it, but for its handshake."""
        super().__init__(*values, **named)
        plain = self.conn
        self.conn = _Handshake(
            extensions=plain.available_extensions, max_size=self.config.ws_max_size, logger=plain.logger
        )

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
