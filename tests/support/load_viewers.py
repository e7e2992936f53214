"""Viewers of one table over WebSockets, beside a bare Starlette echo under the same server, clients and bytes.

An event is recorded and its delta goes to every viewer; the same number of echo clients send and receive the same
number of bytes. Both are timed in turns, from the moment the first message could be sent to each arrival.
"""

import asyncio
import contextlib
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
import psutil
import uvicorn
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect

from api.access.access import Access
from api.http.app import create_app
from api.http.listening import listen
from api.http.server import HttpServer
from controller.ports.referee import Claim, ClaimKind
from tests.support.quiet_table import quiet_table
from tests.support.waiting import PATIENCE_S

_OPENING: Final = 100
_RUN: Final = "go"


@dataclass(frozen=True, slots=True)
class Waits:
    """Milliseconds until a message arrived, and KiB of server memory per viewer."""

    p50_ms: float
    p99_ms: float
    memory_kib: float


def serve_feed(folder: Path) -> None:
    """Serve a quiet table; each line on stdin records one event and is answered with its time."""
    with quiet_table(folder) as table:
        service = table.service
        assert service is not None

        def fact(number: int) -> None:
            names = tuple(f"{seat} {number:06d}" for seat in "ABCD")
            service.take(Claim(ClaimKind.SEAT_PLAYERS, service.now(), "load", names=names))

        _answer(HttpServer(create_app({"1": service}, access=Access())), fact)


def serve_echo() -> None:
    """Serve a bare echo; each line on stdin is answered with the time."""

    async def echo(socket_: WebSocket) -> None:
        await socket_.accept()
        with contextlib.suppress(WebSocketDisconnect):
            while True:
                await socket_.send_text(await socket_.receive_text())

    config = uvicorn.Config(Starlette(routes=[WebSocketRoute("/echo", echo)]), log_config=None, ws="websockets-sansio")
    _answer(uvicorn.Server(config), lambda _number: None)


def _answer(server: uvicorn.Server, act: Callable[[int], None]) -> None:
    import threading  # noqa: PLC0415 - the parent has no use for it

    listener = listen("127.0.0.1", 0)
    threading.Thread(target=server.run, args=([listener],), daemon=True).start()
    while not server.started:
        time.sleep(0.01)
    print(listener.getsockname()[1], flush=True)
    for number, _ in enumerate(sys.stdin):
        began = time.monotonic()
        act(number)
        print(began, flush=True)
    server.should_exit = True


class _Served:
    """A server in its own process."""

    def __init__(self, what: str, folder: Path) -> None:
        words = [sys.executable, "-m", "tests.support.load_viewers", what, str(folder)]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.port = int(self._line())
        self._bare = self.memory

    def act(self) -> float:
        """Trigger the server; return the start time by the clock that all processes share."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{_RUN}\n")
        self._process.stdin.flush()
        return float(self._line())

    @property
    def memory(self) -> float:
        """Memory of the process alone in KiB."""
        return float(psutil.Process(self._process.pid).memory_full_info().uss / 1024)

    @property
    def grown(self) -> float:
        """KiB taken since no client was connected."""
        return self.memory - self._bare

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()

    def _line(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline()


async def _connected(address: str, viewers: int) -> list[ClientConnection]:
    links: list[ClientConnection] = []
    while len(links) < viewers:
        some = range(min(_OPENING, viewers - len(links)))
        links += await asyncio.gather(*(connect(address, max_queue=None, open_timeout=PATIENCE_S) for _ in some))
    return links


async def _told(links: Sequence[ClientConnection], wanted: Callable[[dict[str, Any]], bool]) -> list[float]:
    """Return the time at which the wanted message arrived at each client."""

    async def one(link: ClientConnection) -> float:
        while True:
            message = await link.recv()
            if wanted(json.loads(message)):
                return time.monotonic()

    return await asyncio.gather(*(one(link) for link in links))


async def _compare(viewers: int, rounds: int, feed: _Served, echo: _Served) -> tuple[Waits, Waits]:
    watching = await _connected(f"ws://127.0.0.1:{feed.port}/api/v1/tables/1/feed", viewers)
    await _told(watching, lambda message: message["type"] == "snapshot")
    sending = await _connected(f"ws://127.0.0.1:{echo.port}/echo", viewers)
    grown = feed.grown / viewers, echo.grown / viewers
    took: tuple[list[float], list[float]] = [], []
    text = ""
    for _ in range(rounds + 1):
        waiting = asyncio.ensure_future(_told(watching, lambda message: message["type"] == "delta"))
        await asyncio.sleep(0)
        began = await asyncio.to_thread(feed.act)
        ours = [at - began for at in await waiting]
        text = text or json.dumps({"type": "delta", "number": 1, "changes": {"names": ["A 000000"] * 4}})
        waiting = asyncio.ensure_future(_told(sending, lambda message: message["type"] == "delta"))
        began = time.monotonic()
        await asyncio.gather(*(link.send(text) for link in sending))
        took[1].extend(at - began for at in await waiting)
        took[0].extend(ours)
    for link in (*watching, *sending):
        link.transport.abort()
    # The first round warms both up.
    told = [[1000 * float(np.percentile(each[viewers:], share)) for share in (50, 99)] for each in took]
    (p50, p99), (bare50, bare99) = told
    return Waits(p50, p99, grown[0]), Waits(bare50, bare99, grown[1])


def measured(viewers: int, rounds: int) -> tuple[Waits, Waits]:
    """Measure the table's viewers and the echo's clients."""
    with tempfile.TemporaryDirectory() as folder:
        feed, echo = _Served("feed", Path(folder)), _Served("echo", Path(folder))
        try:
            return asyncio.run(_compare(viewers, rounds, feed, echo))
        finally:
            feed.close()
            echo.close()


if __name__ == "__main__":
    if sys.argv[1] == "feed":
        serve_feed(Path(sys.argv[2]))
    else:
        serve_echo()
