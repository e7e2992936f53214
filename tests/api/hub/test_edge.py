"""A venue's own broker stores what the hub fetches from it, by the permissions of the configurations."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from api.hub.hub_store import HubStore
from tests.support.guarded_brokers import VENUE, GuardedNats
from tests.support.hubs import hub_running, keys_of, rows, until, uplink
from tests.support.outlets import JournalOutlet, kept_events
from tests.support.real_nats import SERVERS, need_nats
from tests.support.real_postgres import RealPostgres, real_postgres

__all__ = ["real_postgres"]


@pytest.fixture(params=SERVERS)
def brokers(request: pytest.FixtureRequest) -> Iterator[tuple[GuardedNats, GuardedNats]]:
    binary = need_nats(request.param)
    hub = GuardedNats(binary=binary)
    edge = GuardedNats(edge_of=hub, binary=binary)
    try:
        hub.start()
        edge.start()
        yield hub, edge
    finally:
        edge.close()
        hub.close()


def test_a_venue_plays_on_while_the_hub_is_away(
    brokers: tuple[GuardedNats, GuardedNats], real_postgres: RealPostgres, tmp_path: Path
) -> None:
    central, edge = brokers
    store = HubStore(real_postgres.database())
    store.prepare()
    outlet = JournalOutlet(tmp_path / "journal.sqlite")
    events = kept_events()
    outlet.add(events[:50])
    with uplink(edge.address_of(f"agent-{VENUE}"), VENUE, edge=True, t=outlet) as link:
        with hub_running(central.address_of("hub"), store, edges=(VENUE,), keys=keys_of(VENUE)):
            until(lambda: len(rows(store, VENUE)) == 50)
        central.kill()
        outlet.add(events[50:100])
        until(lambda: link.waiting == {"t": 0})
        edge.kill()
        outlet.add(events[100:])
        edge.start()
        central.start()
        with hub_running(central.address_of("hub"), store, edges=(VENUE,), keys=keys_of(VENUE)) as hub:
            until(lambda: [each.held for each in store.standings()] == [len(events)])
    assert rows(store, VENUE) == list(outlet.records())
    assert (hub.broken, store.breaks()) == (0, [])
    outlet.close()
    store.close()
