"""The agent: publishes all tables of a service over one connection, in a thread with its own event loop."""

import asyncio
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor

import structlog

from api.health.source_watch import SourceWatch
from api.health.troubles import HealthSource
from api.hub.background import Background
from api.hub.broker import AWAY, RETRY_S, connect, make_streams
from api.hub.clips import put_clips
from api.hub.config import HubConfig
from api.hub.outbox import ASK_EVERY_S, Outbox, TableSource
from api.hub.signing import Keys, Signer
from api.hub.streams.keeper import Keeper
from api.hub.subjects import TableAddress, token
from controller.ports.log import WordLog

log: WordLog = structlog.get_logger()


class Uplink:
    """Publishes every table of a service while it runs; the service never waits for it."""

    def __init__(self, config: HubConfig, tables: Mapping[str, TableSource], ask_every_s: float = ASK_EVERY_S) -> None:
        """Raise JantakuError for a table name that cannot be part of a subject, and for a bad signing key."""
        self._config = config
        self._signer = Signer(config.venue, config.signing_file)
        # One thread per table waits for its journal; the others read journals meanwhile.
        self._threads = ThreadPoolExecutor(len(tables) + 4, thread_name_prefix="uplink")
        self._outboxes = tuple(
            Outbox(TableAddress(config.venue, token(name, "table")), table, self._threads, self._signer, ask_every_s)
            for name, table in tables.items()
        )
        self._background = Background("uplink", self._publish)
        self._left: list[Callable[[], None]] = []

    def watch(self, sources: Mapping[str, SourceWatch]) -> None:
        """Report the state of the broker to each table's source watch, until ``stop``."""
        self._left += [
            sources[outbox.place.table].attach(HealthSource.BROKER, outbox.stand, at_once=True)
            for outbox in self._outboxes
        ]

    @property
    def waiting(self) -> dict[str, int]:
        """Number of records not acknowledged by the broker, by table."""
        return {outbox.place.table: outbox.waiting for outbox in self._outboxes}

    def start(self) -> None:
        """Start publishing."""
        self._background.start()

    def stop(self) -> None:
        """Stop publishing; unacknowledged records are published after the next start."""
        for leave in self._left:
            leave()
        self._background.stop()
        self._threads.shutdown(wait=False, cancel_futures=True)

    async def _publish(self) -> None:
        log.info("public messages are signed", key=self._signer.public)
        client = await connect(self._config, f"jantaku-agent-{self._config.venue}")
        try:
            while self._config.edge:
                try:
                    await make_streams(client.jetstream(), self._config.keep_days)
                    await Keeper(client, Keys(lines=[self._signer.public])).listen()
                    break
                except AWAY as error:
                    log.warning("streams of the edge", error=str(error) or type(error).__name__)
                    await asyncio.sleep(RETRY_S)
            work = [outbox.run(client) for outbox in self._outboxes]
            if self._config.clips:
                work += [
                    put_clips(client, outbox.place, outbox.source.records, outbox.source.clip)
                    for outbox in self._outboxes
                ]
            await asyncio.gather(*work)
        finally:
            await client.close()
