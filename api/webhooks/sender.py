"""Webhooks of a running service: facts are read from the journals, queued, and sent until they are accepted."""

import asyncio
import random
import ssl
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

import httpx2
import structlog

from api.steady import steady_clock
from api.webhooks.config import WebhookConfig, checking, reachable
from api.webhooks.messages import Teller, health_message, signed
from api.webhooks.queue import QueuedMessage, WebhookQueue
from controller.errors import JantakuError
from controller.journal.chain import Record
from controller.ports.log import WordLog
from controller.rulebooks.rulebook import Rulebook

LOOK_S: Final = 0.5
ANSWER_S: Final = 10.0
FIRST_WAIT_S: Final = 1.0
LONGEST_WAIT_S: Final = 3600.0
# Age at which a message that its receiver never accepted is discarded, s.
GIVE_UP_S: Final = 3 * 86400.0
LEAST_TRIES: Final = 60
"""Least attempts before a message is discarded; within three days there are at least 83, so a jump of the clock
discards none.
"""
log: WordLog = structlog.get_logger()


class NotifiedTable(Protocol):
    """Interface of a running table for webhooks."""

    @property
    def number(self) -> int:
        """Sequence of the newest record."""
        ...

    @property
    def running(self) -> bool:
        """True if the table runs."""
        ...

    @property
    def rulebook(self) -> Rulebook:
        """Rulebook of the table."""
        ...

    def records(self, after: int = 0) -> Iterator[Record]:
        """Stored records with a sequence above ``after``, in order."""
        ...


class _JournalPosition:
    """Reading position in one table's journal."""

    def __init__(self, name: str, table: NotifiedTable) -> None:
        self.name, self.table = name, table
        self.teller = Teller(name, table.rulebook)
        self.read = 0
        self.journal = ""
        self.running: bool | None = None


class Webhooks:
    """Sends events to every receiver; the service never waits for one."""

    def __init__(
        self,
        configs: Sequence[WebhookConfig],
        tables: Mapping[str, NotifiedTable],
        queue: Path,
    ) -> None:
        """``queue``: file of the queue; of a table that is new to it, only events from now on are sent."""
        self._configs, self._steady = tuple(configs), steady_clock()
        self._readers = [_JournalPosition(name, table) for name, table in tables.items()]
        self._queue = WebhookQueue(queue)
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._collect, name="webhooks", daemon=True)]
        for config in self._configs:
            name = f"webhook-{config.name}"
            self._threads.append(threading.Thread(target=self._send, args=(config,), name=name, daemon=True))

    def start(self) -> None:
        """Start to send."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Stop sending; undelivered messages are sent after the next start."""
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=ANSWER_S + 1.0)
        self._queue.close()

    def _collect(self) -> None:
        while True:
            for reader in self._readers:
                try:
                    self._read(reader)
                except JantakuError as error:
                    log.warning("webhooks wait", table=reader.name, error=str(error))
            if self._stop.wait(LOOK_S):
                return

    def _read(self, reader: _JournalPosition) -> None:
        rows: list[tuple[str, dict[str, Any]]] = []
        known = self._queue.position(reader.journal) if reader.journal else None
        if reader.table.number > reader.read:
            for record in reader.table.records(reader.read):
                if not reader.journal:
                    reader.journal = record.hash
                    known = self._queue.position(reader.journal)
                    # Events from before the webhook's first start are not sent.
                    known = reader.table.number if known is None else known
                messages = reader.teller.fold(record)
                if known is not None and record.sequence > known:
                    rows += [
                        (hook.name, each) for each in messages for hook in self._configs if each["type"] in hook.events
                    ]
                else:
                    # Needed for the state, even if nothing is sent.
                    list(messages)
                reader.read = record.sequence
        if reader.table.running != reader.running:
            if reader.running is not None:
                told = health_message(reader.name, reader.table.running, time.time())
                rows += self._rows(told)
            reader.running = reader.table.running
        if reader.journal and (rows or known is None or reader.read > known):
            self._queue.add(reader.journal, max(reader.read, known or 0), rows, self._steady())

    def _rows(self, message: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
        """Return the message for each receiver that subscribed to its type."""
        return [(hook.name, message) for hook in self._configs if message["type"] in hook.events]

    def _send(self, config: WebhookConfig) -> None:
        trusted = checking(config)
        while not self._stop.is_set():
            one = self._queue.due(config.name, self._steady())
            if one is None:
                self._stop.wait(LOOK_S)
                continue
            trouble = self._tell(trusted, config, one)
            if trouble is None:
                self._queue.taken(one)
            elif self._steady() - one.since > GIVE_UP_S and one.tries >= LEAST_TRIES:
                log.error("webhook given up", hook=config.name, message=one.message["id"], reason=trouble)
                self._queue.taken(one)
            else:
                log.warning("webhook waits", hook=config.name, message=one.message["id"], reason=trouble)
                wait = min(FIRST_WAIT_S * 2**one.tries, LONGEST_WAIT_S)
                self._queue.later(one, self._steady() + wait * random.uniform(0.8, 1.2))

    def _tell(self, trusted: ssl.SSLContext, config: WebhookConfig, one: QueuedMessage) -> str | None:
        """Send once; None if it was accepted, else the reason of the failure."""
        url = httpx2.URL(config.url)
        body, headers = signed(one.message, config.secret, int(time.time()))
        name = url.raw_host.decode()
        try:
            address = reachable(name, url.port or (443 if url.scheme == "https" else 80), config.private)
            named = {**headers, "host": url.netloc.decode()}
            # Connect to the checked address, with the original host name in header and TLS.
            asked = httpx2.Request(
                "POST", url.copy_with(host=address), headers=named, content=body, extensions={"sni_hostname": name}
            )
            status = asyncio.run(_status(asked, trusted))
        except TimeoutError:
            return f"no answer within {ANSWER_S:g} s"
        except (JantakuError, httpx2.HTTPError, OSError) as error:
            return str(error) or type(error).__name__
        return None if 200 <= status < 300 else f"answered {status}"


async def _status(asked: httpx2.Request, trusted: ssl.SSLContext) -> int:
    """Return the status of the response, received within ``ANSWER_S``; its body is not read."""
    async with (
        asyncio.timeout(ANSWER_S),
        httpx2.AsyncClient(timeout=ANSWER_S, trust_env=False, verify=trusted) as client,
    ):
        answer = await client.send(asked, stream=True, follow_redirects=False)
        await answer.aclose()
        return answer.status_code
