"""What the broker's public stream tells of every table, kept as feeds: from the last snapshot on, change by change."""

import asyncio
import time
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Final

import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import RawStreamMsg
from nats.js.errors import NotFoundError

from api.gateway.mirrored_table import MirroredTable
from api.hub.background import Background
from api.hub.broker import AWAY, RETRY_S, connect
from api.hub.config import BrokerConfig
from api.hub.subjects import PUBLIC_STREAM, VIEW_SUBJECTS, TableAddress

# How soon what was lost while the broker was away, or a table that nobody has heard of, is looked for.
LOOK_S: Final = 5.0
# A table of which nothing is heard for so long is away: its agent beats every ten seconds.
AWAY_S: Final = 25.0
GONE_S: Final = 6 * 3600.0
"""A table of which nothing was heard for so long is listed no more; chosen: longer than a line is out in an evening."""
_MALFORMED: Final = (ValueError, KeyError, TypeError)
log = structlog.get_logger()


class Mirror(Mapping[str, MirroredTable]):
    """Tables of one venue by id, or of all as ``VENUE.TABLE``; they come as they are heard of."""

    def __init__(self, config: BrokerConfig, venue: str = "") -> None:
        """``venue``: only its tables; empty: of all."""
        self._config = config
        self._venue = venue
        self._tables: dict[str, MirroredTable] = {}
        self._coming: dict[str, asyncio.Lock] = {}
        self._background = Background("mirror", self._follow)
        self._seen = -1
        self._heard: dict[str, float] = {}

    def __getitem__(self, name: str) -> MirroredTable:
        return self._tables[name]

    def __iter__(self) -> Iterator[str]:
        return iter(tuple(self._tables))

    def __len__(self) -> int:
        return len(self._tables)

    def start(self) -> None:
        """Begin to listen."""
        self._background.start()

    def stop(self) -> None:
        """Listen no more."""
        self._background.stop()

    async def _follow(self) -> None:
        client = await connect(self._config, "jantaku-gateway")
        try:
            jetstream = client.jetstream(timeout=2.0)
            subjects = VIEW_SUBJECTS if not self._venue else f"jantaku-view.{self._venue}.*"

            async def hear(message: Msg) -> None:
                await self._hear(jetstream, message)

            await client.subscribe(subjects, cb=hear)
            while True:
                await self._look(client, jetstream)
                now = time.monotonic()
                silent = {name: now - self._heard.setdefault(name, now) for name in self._tables}
                for name, silent_s in silent.items():
                    if silent_s > GONE_S:
                        self._drop(name)
                    else:
                        self._tables[name].tell_away(silent_s > AWAY_S)
        finally:
            await client.close()

    async def _look(self, client: Client, jetstream: JetStreamContext) -> None:
        """Catch up with every table that the stream knows."""
        try:
            stand = await jetstream.stream_info(PUBLIC_STREAM, subjects_filter=f"jantaku.{self._venue or '*'}.*.public")
            if stand.state.last_seq != self._seen:
                await asyncio.gather(*(self._catch_up(jetstream, subject) for subject in stand.state.subjects or ()))
                self._seen = stand.state.last_seq
        except AWAY as error:
            log.debug("mirror waits", error=str(error) or type(error).__name__)
            await asyncio.sleep(RETRY_S)
            return
        await asyncio.sleep(LOOK_S if client.is_connected else RETRY_S)

    async def _hear(self, jetstream: JetStreamContext, message: Msg) -> None:
        headers = message.headers or {}
        table = self._table(TableAddress.of(message.subject))
        try:
            async with self._lock(table):
                whole = table.take(int(headers["Nats-Sequence"]), message.data)
                self._heard[table.name] = time.monotonic()
                table.tell_away(False)
            if not whole:
                await self._catch_up(jetstream, table.address.public)
        except (*AWAY, *_MALFORMED) as error:
            log.warning("not shown", subject=message.subject, error=str(error) or type(error).__name__)

    async def _catch_up(self, jetstream: JetStreamContext, subject: str) -> None:
        """Take what the stream has of a table after what is shown; nothing of one that has been silent for too long."""
        address = TableAddress.of(subject)
        if self._name(address) not in self._tables:
            try:
                last = await jetstream.get_last_msg(PUBLIC_STREAM, subject, direct=True)
            except NotFoundError:
                return
            if _age_s(last) > GONE_S:
                return
        table = self._table(address)
        async with self._lock(table):
            after = table.sequence
            while True:
                try:
                    found = await jetstream.get_msg(PUBLIC_STREAM, after + 1, subject, direct=True, next=True)
                except NotFoundError:
                    return
                after = int(found.seq or after + 1)
                try:
                    # Changes before the first snapshot that is kept belong to none.
                    table.take(after, found.data or b"{}")
                except _MALFORMED as error:
                    # It stays in the stream: whoever stopped at it would never come to what is after it.
                    log.warning("not shown", subject=subject, error=str(error) or type(error).__name__)

    def _lock(self, table: MirroredTable) -> asyncio.Lock:
        return self._coming.setdefault(table.name, asyncio.Lock())

    def _table(self, address: TableAddress) -> MirroredTable:
        name = self._name(address)
        if name not in self._tables:
            self._tables[name] = MirroredTable(name, address)
        return self._tables[name]

    def _name(self, address: TableAddress) -> str:
        return address.table if self._venue else f"{address.venue}.{address.table}"

    def _drop(self, name: str) -> None:
        self._tables.pop(name).close()
        for kept in (self._heard, self._coming):
            kept.pop(name, None)


def _age_s(message: RawStreamMsg) -> float:
    """Seconds since the broker stored a message, by both clocks."""
    stored = datetime.fromisoformat((message.headers or {})["Nats-Time-Stamp"])
    return time.time() - stored.timestamp()
