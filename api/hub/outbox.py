"""The agent's side of one table: publishes its journal and its public feed to the broker.

The journal itself is the outbox: each record is published in order under an id of journal, sequence and hash. The owner
of the broker's streams reports the position reached, so nothing else is stored, and a broker that lost its newest
records gets them again. The hub reports its own position, and records lost on the way are sent again. Public messages
are signed.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Executor
from itertools import islice
from secrets import token_hex
from typing import Any, Final, Protocol, TypeVar

import structlog
from nats.aio.client import Client
from nats.js import JetStreamContext
from nats.js.api import Header

from api.health.probes import ProbeFinding
from api.health.troubles import BROKER_AWAY, BROKER_BEHIND
from api.hub.broker import AWAY, RETRY_S
from api.hub.signing import Signer
from api.hub.streams.keeper import unpacked
from api.hub.subjects import JOURNAL_HEADER, RecordName, TableAddress
from api.service.feed import Feed, FeedMessage
from controller.journal.chain import Record, record_to_line
from controller.ports.log import WordLog
from controller.views.gate import Audience

# Records sent before waiting for their acknowledgements.
BATCH: Final = 128
ACKNOWLEDGED_WITHIN_S: Final = 10.0
# Short, because a request is lost while the stream is being created.
ANSWER_S: Final = 2.0
# Seconds of waiting for a new record before other tasks are checked.
WAIT_S: Final = 1.0
# Interval of asking the hub for its position; records missing twice in a row are sent again.
ASK_EVERY_S: Final = 30.0
# Changes between two snapshots: far fewer than the stream stores per table.
SNAPSHOT_EVERY: Final = 64
# Heartbeat interval in seconds, by which gateways see that an idle table's agent is connected.
BEAT_S: Final = 10.0
log: WordLog = structlog.get_logger()
_FACTS, _VIEWS = "records", "views"
_T = TypeVar("_T")


class TableSource(Protocol):
    """What the outbox needs of a running table: its records and its feeds."""

    @property
    def number(self) -> int:
        """Sequence of the newest record."""
        ...

    def records(self, after: int = 0) -> Iterator[Record]:
        """Yield the stored records with a sequence above ``after``, in order."""
        ...

    def wait_past(self, number: int, timeout: float | None = None) -> bool:
        """Wait up to ``timeout`` seconds for a record after ``number``; False if none came."""
        ...

    def feed(self, audience: Audience) -> Feed:
        """Return the live feed for an audience."""
        ...

    def clip(self, name: str) -> bytes | None:
        """Return the cropped picture of a fault or question, None if there is none. Raises JantakuError."""
        ...


class Outbox:
    """Publishes one table; ``run`` works until cancelled, and survives outages of broker and hub."""

    def __init__(
        self,
        place: TableAddress,
        source: TableSource,
        threads: Executor,
        signer: Signer,
        ask_every_s: float = ASK_EVERY_S,
        ticking: Callable[[], float] = time.monotonic,
    ) -> None:
        """``threads``: for reading the journal and waiting for it. ``signer``: of public messages.

        ``ticking``: clock for the time since the broker's last acknowledgement.
        """
        self.place = place
        self._signer = signer
        self.source = source
        self._threads = threads
        self._ask_every_s = ask_every_s
        self._sent = 0
        # True once the broker's position was known.
        self._placed = False
        self._rewind: int | None = None
        self._journal = ""
        # Suffix of the ids of resent records, so that the broker does not drop them as duplicates.
        self._again = ""
        self._client: Client | None = None
        self._ticking, self._heard_at = ticking, ticking()
        # Error by kind of work that is failing now.
        self._failing: dict[str, str] = {}

    def stand(self) -> tuple[ProbeFinding, ...]:
        """Return trouble with the broker, judged by its acknowledgements; no request is made."""
        silent = self._ticking() - self._heard_at
        if self._client is None or not self._client.is_connected:
            return (ProbeFinding(BROKER_AWAY, ago_s=silent),)
        why = "; ".join(f"{work}: {line}" for work, line in sorted(self._failing.items()))
        waits = f"{self.waiting} records wait; {why}"
        return (ProbeFinding(BROKER_BEHIND, waits, silent),) if why else ()

    def _done(self, work: str) -> None:
        self._failing.pop(work, None)
        self._heard_at = self._ticking()

    @property
    def waiting(self) -> int:
        """Number of records that the broker has not acknowledged yet."""
        return max(0, self.source.number - self._sent)

    async def run(self, client: Client) -> None:
        """Publish records and the public feed, and resend records that the hub lacks."""
        self._client = client
        jetstream = client.jetstream(timeout=ANSWER_S, publish_async_max_pending=4 * BATCH)
        await asyncio.gather(self._facts(client, jetstream), self._views(client, jetstream), self._gaps(client))

    async def _facts(self, client: Client, jetstream: JetStreamContext) -> None:
        known = False
        while True:
            try:
                if not known:
                    self._sent = await self._position(client)
                    known = True
                    self._done(_FACTS)
                if self._rewind is not None:
                    self._sent, self._rewind = self._rewind, None
                batch = await self._read(lambda: list(islice(self.source.records(self._sent), BATCH)))
                if batch:
                    await self._publish(jetstream, batch)
                    self._done(_FACTS)
                else:
                    await self._read(lambda: self.source.wait_past(self._sent, WAIT_S))
            except AWAY as error:
                self._failing[_FACTS] = str(error) or type(error).__name__
                log.debug("facts wait", table=self.place.table, error=self._failing[_FACTS])
                known = False
                await asyncio.sleep(RETRY_S if client.is_connected else RETRY_S / 2)

    async def _publish(self, jetstream: JetStreamContext, batch: list[Record]) -> None:
        acknowledgements = []
        for record in batch:
            if record.sequence == 1:
                self._journal = record.hash
            name = RecordName(self._journal, record.sequence, record.hash).message(self.place, self._again)
            headers = {Header.MSG_ID: name, JOURNAL_HEADER: self._journal}
            acknowledgements.append(
                await jetstream.publish_async(self.place.staff, record_to_line(record), headers=headers)
            )
        try:
            async with asyncio.timeout(ACKNOWLEDGED_WITHIN_S):
                await asyncio.gather(*acknowledgements)
        finally:
            for each in acknowledgements:
                each.cancel()
        self._sent = batch[-1].sequence

    async def _position(self, client: Client) -> int:
        """Return the last record of this journal in the broker's stream, from the newest message of the table.

        If nobody answers for the stream, return the position reached by this program; records that the broker lost
        meanwhile are found by asking the hub.
        """
        first = await self._read(lambda: next(iter(self.source.records(0)), None))
        if first is None:
            return 0
        self._journal = first.hash
        try:
            record, _ = await self._stored(client)
        except AWAY:
            if self._placed and client.is_connected:
                return self._sent
            raise
        self._placed = True
        name = RecordName.parse(record)
        if name is None or name.journal != self._journal or name.sequence < 1:
            return 0
        ours = await self._read(lambda: next(iter(self.source.records(name.sequence - 1)), None))
        return name.sequence if ours is not None and ours.hash == name.hash else 0

    async def _stored(self, client: Client) -> tuple[str, int]:
        """Return the name of the broker's newest record of the table, and when its newest view was signed."""
        answer = await client.request(self.place.stored, timeout=ANSWER_S)
        try:
            told = unpacked(answer.data)
            return str(told["record"] or ""), int(told["signed_at"])
        except (ValueError, KeyError, TypeError):
            return "", 0

    async def _gaps(self, client: Client) -> None:
        """Ask the hub for its position at intervals; resend records that are missing twice in a row.

        While the hub still has unread messages at the broker, no record counts as missing: resending would only delay
        it more.
        """
        lacked: tuple[int, int] | None = None
        while True:
            await asyncio.sleep(self._ask_every_s)
            sent = self._sent
            try:
                answer = await client.request(self.place.held, self._journal.encode(), timeout=5)
                told = json.loads(answer.data)
                held, waiting = int(told["held"]), int(told.get("waiting", 0))
            except (*AWAY, ValueError, KeyError, TypeError):
                lacked = None
                continue
            if waiting:
                continue
            if lacked is not None and held == lacked[0] and held < lacked[1] <= self._sent:
                log.warning("the hub lacks records", table=self.place.table, held=held, sent=self._sent)
                self._again = f".{token_hex(4)}"
                self._rewind = held
                lacked = None
            else:
                lacked = (held, sent)

    async def _views(self, client: Client, jetstream: JetStreamContext) -> None:
        try:
            self._signer.after((await self._stored(client))[1])
        except AWAY as error:
            log.debug("nobody tells what was signed", table=self.place.table, error=str(error) or type(error).__name__)
        while True:
            try:
                async for message in _with_snapshots(self.source.feed(Audience.PUBLIC)):
                    await self._show(jetstream, message)
                    self._done(_VIEWS)
            except AWAY as error:
                self._failing[_VIEWS] = str(error) or type(error).__name__
                log.debug("views wait", table=self.place.table, error=self._failing[_VIEWS])
            await asyncio.sleep(RETRY_S)

    async def _show(self, jetstream: JetStreamContext, message: FeedMessage) -> None:
        body = message.text.encode()
        signed = self._signer.headers(self.place, body)
        await jetstream.publish(self.place.public, body, timeout=ACKNOWLEDGED_WITHIN_S, headers=signed)

    async def _read(self, what: Callable[[], _T]) -> _T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, what)


async def _with_snapshots(feed: Feed) -> AsyncIterator[FeedMessage]:
    """Yield the messages of the feed, with a snapshot added at intervals for viewers that join later."""
    view: dict[str, Any] = {}
    changes = 0
    async for message in feed.follow(BEAT_S):
        yield message
        if message["type"] == "snapshot":
            view = dict(message["view"])
            continue
        view |= message.get("changes", {})
        # Beats count too, as the stream stores them.
        changes += 1
        if changes >= SNAPSHOT_EVERY:
            changes = 0
            yield FeedMessage(type="snapshot", number=message["number"], view=dict(view))
