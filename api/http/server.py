"""The web server: takes its port, serves until it is told to stop, and lets go of every connection in short time."""

import asyncio
import json
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final

import h11
import uvicorn
from fastapi import FastAPI

from api.http.connections import HEAD_S, MESSAGE_BYTES, BriskHttp, BriskSocket, PlacedConfig
from api.http.guard.places import Places, most_connections
from api.http.problems import MEDIA_TYPE, document
from api.operations.lifecycle import ALIVE, READY, STOPPING, Stopping, notify, watchdog_s

_GRACE_S: Final = 2
"""Seconds that answers under way may take once the service is told to stop."""
TURN_S: Final = 0.0005
"""Longest turn of a thread that reckons while others wait: whoever calls off a goal waits for many such turns."""


class ProblemProtocol(BriskHttp):
    """HTTP/1.1 whose own refusals, of what is no request at all, are problem documents too."""

    def send_400_response(self, msg: str) -> None:
        """Answer what cannot be read as a request, and hang up."""
        body = json.dumps(document(400, msg)).encode()
        head = [("content-type", MEDIA_TYPE), ("content-length", str(len(body))), ("connection", "close")]
        for part in (h11.Response(status_code=400, headers=head), h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(part) or b"")
        self.transport.close()


class HttpServer(uvicorn.Server):
    """Serves an app on a socket; signals go to ``Stopping``, since uvicorn would raise them again at its end."""

    def __init__(self, app: FastAPI, secure: socket.socket | None = None) -> None:
        """Serve ``app`` once it is run; ``secure``: a socket on which it speaks TLS, as ``app.state.tls`` says."""
        sys.setswitchinterval(TURN_S)
        beat = watchdog_s()
        # Forwarded addresses are believed of the proxies that the settings name alone.
        proxies = list(app.state.access.settings.proxies)
        config = PlacedConfig(
            app,
            http=ProblemProtocol,
            ws=BriskSocket,
            ws_max_size=MESSAGE_BYTES,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=proxies,
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=_GRACE_S,
            callback_notify=_alive,
            timeout_notify=max(1, int((beat or 60.0) / 3)),
        )
        config.places = Places(most_connections(), proxies)
        super().__init__(config)
        self._app, self._secure = app, secure

    def stop(self) -> None:
        """End it in good order; at once when it was told before."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Take connections, and say so."""
        await super().startup(sockets)
        if self._secure is not None:
            self.servers.append(await self._over_tls(self._secure))
        notify(READY)

    async def _over_tls(self, listener: socket.socket) -> asyncio.Server:
        config = self.config
        made = partial(ProblemProtocol, config=config, server_state=self.server_state, app_state={})
        return await asyncio.get_running_loop().create_server(
            made,
            sock=listener,
            ssl=self._app.state.tls.context,
            backlog=config.backlog,
            ssl_handshake_timeout=HEAD_S,
        )

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no more connections, end streams, close every connection."""
        notify(STOPPING)
        for end in tuple(self._app.state.streams):
            end.set()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Nothing: signals are for the whole service."""
        yield


async def _alive() -> None:
    notify(ALIVE)


def serve_until_told(
    app: FastAPI, sockets: Sequence[socket.socket], stopping: Stopping, secure: socket.socket | None = None
) -> None:
    """Serve until a signal asks to stop; returns with every connection closed. ``secure`` as of HttpServer."""
    server = HttpServer(app, secure)
    stopping.asked = server.stop
    try:
        server.run(list(sockets))
    finally:
        stopping.asked = None
        stopping.releasing()
