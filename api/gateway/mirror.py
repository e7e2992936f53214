"""Feeds of all tables from the broker's public stream: the last snapshot, then change by change.

Messages without a venue's valid signature are dropped, as are messages signed before the ones already shown.
"""

import asyncio
import json
import time
from collections.abc import Iterator, Mapping
from typing import Any, Final

import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg

from api.gateway.mirrored_table import MirroredTable
from api.hub.background import Background
from api.hub.broker import AWAY, RETRY_S, connect
from api.hub.config import BrokerConfig
from api.hub.signing import Keys, SignatureError
from api.hub.streams.keeper import unpacked
from api.hub.subjects import TABLES_SUBJECT, VIEW_SUBJECTS, TableAddress
from controller.errors import JantakuError
from controller.ports.log import WordLog

# Interval of the search for missed messages and for new tables, s.
LOOK_S: Final = 5.0
# Silence after which a table counts as away, s: its agent sends a heartbeat every ten seconds.
AWAY_S: Final = 25.0
GONE_S: Final = 6 * 3600.0
"""Silence after which a table is removed from the list, s; chosen: longer than a network outage of an evening."""
_ANSWER_S: Final = 5.0
_MALFORMED: Final = (ValueError, KeyError, TypeError)
log: WordLog = structlog.get_logger()


class Mirror(Mapping[str, MirroredTable]):
    """Tables of one venue by id, or of all venues as ``VENUE.TABLE``; a table is added with its first message."""

    def __init__(self, config: BrokerConfig, venue: str = "", keys: Keys | None = None) -> None:
        """``venue``: mirror only its tables; empty: all venues. ``keys``: public keys of the venues, to verify
        signatures.
        """
        self._config = config
        self._keys = keys or Keys()
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
        """Start listening."""
        self._background.start()

    def stop(self) -> None:
        """Stop listening."""
        self._background.stop()

    async def _follow(self) -> None:
        client = await connect(self._config, "jantaku-gateway")
        try:
            subjects = VIEW_SUBJECTS if not self._venue else f"jantaku-view.{self._venue}.*"

            async def hear(message: Msg) -> None:
                await self._hear(client, message)

            await client.subscribe(subjects, cb=hear)
            while True:
                await self._look(client)
                now = time.monotonic()
                silent = {name: now - self._heard.setdefault(name, now) for name in self._tables}
                for name, silent_s in silent.items():
                    if silent_s > GONE_S:
                        self._drop(name)
                    else:
                        self._tables[name].tell_away(silent_s > AWAY_S)
        finally:
            await client.close()

    async def _look(self, client: Client) -> None:
        """Catch up with every table in the stream."""
        try:
            self._keys.look()
            stand = await _asked(client, TABLES_SUBJECT, {"venue": self._venue, "seen": self._seen})
            await asyncio.gather(*(self._catch_up(client, str(subject)) for subject in stand["subjects"]))
            self._seen = int(stand["last"])
        except (*AWAY, *_MALFORMED, JantakuError) as error:
            log.debug("mirror waits", error=str(error) or type(error).__name__)
            await asyncio.sleep(RETRY_S)
            return
        await asyncio.sleep(LOOK_S if client.is_connected else RETRY_S)

    async def _hear(self, client: Client, message: Msg) -> None:
        headers = message.headers or {}
        address = TableAddress.of(message.subject)
        try:
            # Checked before any state is created here: only the venue itself can add a table.
            at = self._keys.check(address, headers, message.data)
            table = self._table(address)
            async with self._lock(table):
                whole = table.take(int(headers["Nats-Sequence"]), message.data, at)
                self._heard[table.name] = time.monotonic()
                table.tell_away(False)
            if not whole:
                await self._catch_up(client, table.address.public)
        except (*AWAY, *_MALFORMED, JantakuError) as error:
            log.warning("not shown", subject=message.subject, error=str(error) or type(error).__name__)

    async def _catch_up(self, client: Client, subject: str) -> None:
        """Fetch the messages of a table after the last one shown; an unknown table that is silent too long
        is skipped.
        """
        address = TableAddress.of(subject)
        known = self._tables.get(self._name(address))
        after, within = (0, GONE_S) if known is None else (known.sequence, None)
        while True:
            told = await _asked(client, address.past, {"after": after, "within": within})
            for one in told["messages"]:
                try:
                    body = str(one["body"]).encode()
                    at = self._keys.check(address, one["headers"], body)
                    table = self._table(address)
                    async with self._lock(table):
                        # Changes before the first stored snapshot apply to no known view and are ignored.
                        table.take(int(one["sequence"]), body, at)
                except (*_MALFORMED, SignatureError) as error:
                    # The message stays in the stream: stopping here would block all later messages.
                    log.warning("not shown", subject=subject, error=str(error) or type(error).__name__)
            if not told["more"] or int(told["after"]) <= after:
                return
            after, within = int(told["after"]), None

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


async def _asked(client: Client, subject: str, question: dict[str, Any]) -> dict[str, Any]:
    """Return the answer of the process that owns the streams; raises the client's errors if the broker is away, or
    ValueError.
    """
    return unpacked((await client.request(subject, json.dumps(question).encode(), timeout=_ANSWER_S)).data)
