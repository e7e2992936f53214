"""Hub and agents in threads of a test, made of the program's own classes."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from api.hub.background import end_loop
from api.hub.config import BrokerConfig, HubConfig
from api.hub.hub_store import HubStore
from api.hub.ingest import Hub
from api.hub.signing import Keys, Signer
from api.hub.uplink import Uplink
from controller.journal.chain import Record, verify
from tests.support.outlets import JournalOutlet
from tests.support.waiting import PATIENCE_S, eventually


@contextmanager
def hub_running(address: str, store: HubStore, edges: tuple[str, ...] = (), keys: Keys | None = None) -> Iterator[Hub]:
    passwords = {venue: f"pw-hub-{venue}" for venue in edges}
    hub = Hub(BrokerConfig(nats=address), store, passwords, keys)
    loop = asyncio.new_event_loop()
    work = loop.create_task(hub.run())
    thread = threading.Thread(target=lambda: loop.run_until_complete(asyncio.wait([work])))
    thread.start()
    try:
        yield hub
    finally:
        loop.call_soon_threadsafe(work.cancel)
        thread.join(PATIENCE_S)
        end_loop(loop)
        assert work.cancelled(), f"the hub ended: {work.exception()!r}"


@contextmanager
def uplink(
    address: str, venue: str, ask_every_s: float = 5.0, edge: bool = False, **tables: JournalOutlet
) -> Iterator[Uplink]:
    link = Uplink(HubConfig(nats=address, venue=venue, edge=edge), tables, ask_every_s)
    link.start()
    try:
        yield link
    finally:
        link.stop()


def keys_of(*venues: str) -> Keys:
    """Return the public keys of venues whose agents run in this test."""
    return Keys(lines=[signer_of(venue).public for venue in venues])


def signer_of(venue: str) -> Signer:
    """Return the signer of a venue's agent in this test."""
    return Signer(venue, HubConfig(venue=venue).signing_file)


until = eventually
"""Wait for effects of other threads and processes."""


def rows(store: HubStore, venue: str) -> list[Record]:
    """Return the records of a venue at the hub, with verified chains."""
    return [
        record
        for standing in store.standings()
        if standing.venue == venue
        for record in verify(store.records(standing.id))
    ]
