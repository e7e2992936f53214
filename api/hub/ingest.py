"""The hub: writes staff records from the broker's stream to the database, and acknowledges them once written."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import Final, TypeVar

import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.errors import MsgAlreadyAckdError
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig

from api.hub.broker import AWAY, RETRY_S, connect, make_streams, warn_of
from api.hub.clips import take_clip
from api.hub.config import BrokerConfig
from api.hub.hub_store import Arrival, HubStore, HubStoreError
from api.hub.signing import Keys
from api.hub.streams.draw import Draw
from api.hub.streams.keeper import Keeper
from api.hub.streams.pull import Pull
from api.hub.subjects import CLIP_SUBJECTS, HELD_SUBJECTS, JOURNAL_HEADER, STAFF_STREAM, TableAddress
from api.operations.advisories import POSTGRESQL
from controller.errors import JantakuError
from controller.ports.log import WordLog

DURABLE: Final = "hub"
BATCH: Final = 500
# Unacknowledged messages are redelivered after this time, and dropped as duplicates. It is short because the
# broker may have sent some to a hub that has just died. A hub that is only slow reports progress, since
# otherwise redeliveries would keep it from new messages.
ACKNOWLEDGE_S: Final = 6.0
log: WordLog = structlog.get_logger()
_T = TypeVar("_T")


@asynccontextmanager
async def _at_work(taken: list[Msg], following: Pull) -> AsyncIterator[None]:
    """Context in which the broker is told at intervals that received messages are still in progress."""

    async def tell() -> None:
        while True:
            await asyncio.sleep(ACKNOWLEDGE_S / 3)
            for message in (*taken, *following.come):
                with contextlib.suppress(MsgAlreadyAckdError, *AWAY):
                    await message.in_progress()

    telling = asyncio.create_task(tell())
    try:
        yield
    finally:
        telling.cancel()


class Hub:
    """Reads from one broker, writes to one database; ``run`` works until cancelled, and survives outages of both."""

    def __init__(
        self,
        config: BrokerConfig,
        store: HubStore,
        edges: Mapping[str, str] | None = None,
        keys: Keys | None = None,
    ) -> None:
        """``edges``: venues whose brokers are read directly, with passwords; ``keys``: signing keys of venues."""
        self._config = config
        self._store = store
        self._keys = keys or Keys()
        self._draws = {venue: Draw(config, venue, password, self._keys) for venue, password in (edges or {}).items()}
        self.written = 0
        self.doubled = 0
        self.broken = 0

    async def run(self) -> None:
        """Prepare database and streams, then ingest."""
        await self._until_there(self._store.prepare)
        version = await self._until_there(lambda: self._store.server_version)
        if version is not None:
            warn_of(POSTGRESQL, version)
        client = await connect(self._config, "jantaku-hub")
        jetstream = client.jetstream()
        try:
            await client.subscribe(HELD_SUBJECTS, queue=DURABLE, cb=_logged(partial(self._tell_held, jetstream)))
            await client.subscribe(CLIP_SUBJECTS, queue=DURABLE, cb=_logged(partial(take_clip, client)))
            await Keeper(client, self._keys).listen()
            await asyncio.gather(self._follow(client), *(draw.run(client) for draw in self._draws.values()))
        finally:
            await client.close()

    async def _follow(self, client: Client) -> None:
        while True:
            try:
                await make_streams(client.jetstream())
                await self._ingest(client)
            except AWAY as error:
                log.info("hub waits", error=str(error) or type(error).__name__)
                await asyncio.sleep(RETRY_S)

    async def _ingest(self, client: Client) -> None:
        wanted = ConsumerConfig(
            durable_name=DURABLE,
            ack_policy=AckPolicy.EXPLICIT,
            ack_wait=ACKNOWLEDGE_S,
            max_ack_pending=4 * BATCH,
        )
        following = Pull(client, STAFF_STREAM, wanted, BATCH)
        await following.start()
        log.info("hub reads what venues tell", stream=STAFF_STREAM)
        try:
            while True:
                messages = await following.take()
                async with _at_work(messages, following):
                    await self._keep(messages)
        finally:
            await following.stop()

    async def _keep(self, messages: list[Msg]) -> None:
        """Write a batch, retrying while the database is unreachable, then acknowledge it."""
        arrivals = [
            Arrival(message.subject, (message.headers or {}).get(JOURNAL_HEADER, ""), message.data)
            for message in messages
        ]
        written = await self._until_there(lambda: self._store.write(arrivals))
        self.written += written.new
        self.doubled += written.doubled
        self.broken += len(written.breaks)
        for reason in written.breaks:
            log.error("record does not fit", reason=reason)
        for message in messages:
            await message.ack()

    async def _until_there(self, work: Callable[[], _T]) -> _T:
        """Run ``work`` on the database in a thread, retrying until it succeeds."""
        told = False
        while True:
            try:
                return await asyncio.to_thread(work)
            except HubStoreError as error:
                if not told:
                    log.warning("database away", error=str(error))
                told = True
                await asyncio.sleep(RETRY_S)

    async def _tell_held(self, jetstream: JetStreamContext, message: Msg) -> None:
        """Answer how many contiguous records of a journal are stored, and how many messages wait at brokers."""
        place = TableAddress.of(message.subject)
        stand = await jetstream.consumer_info(STAFF_STREAM, DURABLE)
        waiting = (stand.num_pending or 0) + (stand.num_ack_pending or 0)
        if place.venue in self._draws:
            waiting += await self._draws[place.venue].waiting()
        held = await asyncio.to_thread(self._store.held, place, message.data.decode())
        await message.respond(json.dumps({"held": held, "waiting": waiting}).encode())


def _logged(answer: Callable[[Msg], Awaitable[None]]) -> Callable[[Msg], Awaitable[None]]:
    """Return a handler that calls ``answer``; errors are logged, and the agent asks again."""

    async def respond(message: Msg) -> None:
        try:
            await answer(message)
        except (JantakuError, UnicodeDecodeError, *AWAY) as error:
            log.debug("not answered", subject=message.subject, error=str(error) or type(error).__name__)

    return respond
