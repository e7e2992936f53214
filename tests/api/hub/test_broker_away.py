"""A broker that is away: connection is retried, and only changes are logged."""

import asyncio
from collections.abc import Callable

import pytest
from structlog.testing import capture_logs

from api.hub import broker
from api.hub.config import BrokerConfig
from tests.support.guarded_brokers import VENUE, GuardedNats
from tests.support.real_nats import need_nats
from tests.support.waiting import PATIENCE_S

TRIES = 5


def test_the_same_trouble_is_told_once_however_often_the_broker_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: a broker that was away filled the log with a line per second."""
    monkeypatch.setattr(broker, "RETRY_S", 0.01)

    async def tried() -> None:
        enough = asyncio.Event()
        came: list[asyncio.StreamWriter] = []

        async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            came.append(writer)
            writer.close()
            if len(came) == TRIES:
                enough.set()

        server = await asyncio.start_server(hang_up, "127.0.0.1", 0)
        address = f"nats://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        trying = asyncio.create_task(broker.connect(BrokerConfig(nats=address), "jantaku-test"))
        await enough.wait()
        # The library ignores a cancellation that arrives while it reads.
        while not trying.done():
            trying.cancel()
            await asyncio.sleep(0.01)
        server.close()

    with capture_logs() as told:
        asyncio.run(tried())
    assert [each["log_level"] for each in told] == ["warning"]


def test_a_user_that_is_refused_for_a_while_is_back_by_itself() -> None:
    """Regression: a broker that reloaded its configuration with another password closed the connection for good."""
    need_nats()
    server, user = GuardedNats(), f"agent-{VENUE}"

    async def refused_and_taken() -> None:
        client = await broker.connect(BrokerConfig(nats=server.address_of(user)), "jantaku-test")

        async def until(holds: Callable[[], bool]) -> None:
            async with asyncio.timeout(PATIENCE_S):
                while not holds():
                    await asyncio.sleep(0.01)

        server.reload(f"'pw-{user}'", "'another'")
        await until(lambda: not client.is_connected)
        server.reload("'another'", f"'pw-{user}'")
        await until(lambda: client.is_connected)
        await client.close()

    try:
        server.start()
        asyncio.run(refused_and_taken())
    finally:
        server.close()
