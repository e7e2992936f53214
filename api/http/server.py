"""The web server: listens on its sockets, serves until stopped, and closes every connection quickly."""

import asyncio
import json
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import h11
import uvicorn
from fastapi import FastAPI

from api.http.connections import HEAD_S, MESSAGE_BYTES, BriskHttp, BriskSocket, PlacedConfig
from api.http.guard.places import Places, most_connections
from api.http.listening import Ports, listen, listener_of
from api.http.problems import MEDIA_TYPE, document, title_of
from api.operations.lifecycle import ALIVE, READY, STOPPING, Stopping, notify, watchdog_s
from api.reach.ends import Listener
from api.reach.plan import ListenPlan
from api.reach.reach import Reach
from api.tls.names import parsed_ip
from controller.errors import JantakuError

if TYPE_CHECKING:
    # Type-only import: a service without TLS must not load its library.
    from api.tls.serving import ServedTls

_CHANGE_S: Final = 10.0
"""Maximum seconds for opening and closing listeners."""
_GRACE_S: Final = 2
"""Seconds for pending answers after a stop is requested."""
TURN_S: Final = 0.0005
"""Thread switch interval in seconds: cancelling a goal waits for many turns of computing threads."""


class ProblemProtocol(BriskHttp):
    """HTTP/1.1 that answers malformed requests with problem documents."""

    def send_400_response(self, msg: str) -> None:
        """Answer an unreadable request with a problem document, and close the connection."""
        body = json.dumps(document(400, title_of(400), detail=msg)).encode()
        head = [("content-type", MEDIA_TYPE), ("content-length", str(len(body))), ("connection", "close")]
        for part in (h11.Response(status_code=400, headers=head), h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(part) or b"")
        self.transport.close()


class HttpServer(uvicorn.Server):
    """Serves an app on sockets that may change; ``Stopping`` handles signals, as uvicorn would raise them again."""

    def __init__(self, app: FastAPI) -> None:
        """Configure the server; once run it serves plain HTTP on the first socket and TLS on the second."""
        sys.setswitchinterval(TURN_S)
        beat = watchdog_s()
        # Forwarded client addresses are trusted only from proxies named in the settings.
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
        self._app = app
        self._taking: dict[bool, tuple[asyncio.Server, Listener]] = {}
        self._reach: Reach = app.state.reach

    def stop(self) -> None:
        """Shut down gracefully, or at once on the second request."""
        self.force_exit = self.should_exit
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept connections, and notify the service manager."""
        await super().startup([])
        loop = asyncio.get_running_loop()
        for taken, tls in zip(sockets or (), (None, self._reach.tls), strict=False):
            await self._take(taken, tls)

        def relisten(plan: ListenPlan, tls: "ServedTls | None") -> tuple[Listener, ...]:
            return asyncio.run_coroutine_threadsafe(self._listen_anew(plan, tls), loop).result(_CHANGE_S)

        self._reach.served(self._listeners, relisten)
        notify(READY)

    @property
    def _listeners(self) -> tuple[Listener, ...]:
        return tuple(listener for _, listener in self._taking.values())

    async def _take(self, taken: socket.socket, tls: "ServedTls | None") -> None:
        """Accept connections on a socket, over TLS if ``tls`` is given."""
        config = self.config
        made = partial(ProblemProtocol, config=config, server_state=self.server_state, app_state={})
        listener = listener_of(taken, secure=tls is not None)
        server = await asyncio.get_running_loop().create_server(
            made,
            sock=taken,
            ssl=None if tls is None else tls.context,
            backlog=config.backlog,
            ssl_handshake_timeout=None if tls is None else HEAD_S,
        )
        self._taking[listener.secure] = (server, listener)
        self.servers.append(server)
        if tls is not None:
            tls.port = listener.port

    async def _listen_anew(self, plan: ListenPlan, tls: "ServedTls | None") -> tuple[Listener, ...]:
        """Close ports that the plan dropped, open new ones; raises JantakuError, and then nothing changes."""
        before, served = self._reach.plan, self._reach.tls
        try:
            await self._swap(before, plan, served, tls)
        except JantakuError:
            await self._swap(plan, before, tls, served)
            raise
        for connection in tuple(self.server_state.connections):
            self._cut_off(connection)
        return self._listeners

    async def _swap(
        self, before: ListenPlan, after: ListenPlan, served: "ServedTls | None", tls: "ServedTls | None"
    ) -> None:
        """Replace the listeners of one plan by those of another; a port is closed before it is bound again."""
        if served is not tls or before.host != after.host or True not in self._taking:
            self._let_go(True)
            if tls is not None:
                await self._take(listen(after.host, after.tls.port), tls)
        if (before.host, before.port) != (after.host, after.port) or False not in self._taking:
            self._let_go(False)
            await self._take(listen(after.host, after.port), None)

    def _let_go(self, secure: bool) -> None:
        server, _ = self._taking.pop(secure, (None, None))
        if server is not None:
            self.servers.remove(server)
            server.close()

    def _cut_off(self, connection: Any) -> None:
        """Close a connection whose port is no longer served, after a pending answer."""
        address, port = (connection.transport.get_extra_info("sockname") or ("", 0))[:2]
        arrived = parsed_ip(str(address).partition("%")[0])
        if arrived is None or not any(each.port == port and each.takes(arrived) for each in self._listeners):
            connection.shutdown()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no more connections, end streams, close every connection."""
        self._reach.served((), None)
        notify(STOPPING)
        for end in tuple(self._app.state.streams):
            end.set()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Do nothing: signals are handled for the whole service."""
        yield


async def _alive() -> None:
    notify(ALIVE)


def serve_until_stopped(app: FastAPI, ports: Ports, stopping: Stopping) -> None:
    """Serve until a stop is requested; returns once every connection is closed."""
    server = HttpServer(app)
    stopping.asked = server.stop
    try:
        server.run(ports.sockets)
    finally:
        stopping.asked = None
        stopping.releasing()
