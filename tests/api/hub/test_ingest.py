"""Events on their way from a table's journal to the hub's rows: real broker, real database."""

import asyncio
import hashlib
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from uuid import uuid4

import nats
import pytest
from nats.js.api import Header
from sqlalchemy import delete

from api.hub.hub_store import Arrival, HubStore, Written
from api.hub.ingest import ACKNOWLEDGE_S
from api.hub.rows import JOURNALS, RECORDS
from api.hub.subjects import JOURNAL_HEADER, RecordName, TableAddress
from controller.journal.chain import GENESIS, Record, record_to_line, seal
from controller.journal.codec import canonical
from tests.support.hubs import hub_running, rows, until, uplink
from tests.support.outlets import JournalOutlet, kept_events
from tests.support.real_nats import RealNats, real_nats
from tests.support.real_postgres import RealPostgres, real_postgres
from tests.support.waiting import PATIENCE_S

__all__ = ["real_nats", "real_postgres"]


@pytest.fixture
def store(real_postgres: RealPostgres) -> Iterator[HubStore]:
    opened = HubStore(real_postgres.database())
    opened.prepare()
    yield opened
    opened.close()


@pytest.fixture
def venue() -> str:
    return f"v{uuid4().hex[:8]}"


@pytest.fixture
def outlet(tmp_path: Path) -> Iterator[JournalOutlet]:
    opened = JournalOutlet(tmp_path / "journal.sqlite")
    yield opened
    opened.close()


def forget(store: HubStore) -> None:
    with store._engine.begin() as connection:
        for table in (RECORDS, JOURNALS):
            connection.execute(delete(table))


def test_a_journal_lies_at_the_hub_as_it_was_written(
    real_nats: RealNats, store: HubStore, venue: str, outlet: JournalOutlet
) -> None:
    events = kept_events()
    outlet.add(events[: len(events) // 2])
    with uplink(real_nats.address, venue, t1=outlet) as link:
        # The hub starts after the agent, and the rest of the evening follows after the hub.
        with hub_running(real_nats.address, store) as hub:
            until(lambda: hub.written == outlet.number)
            outlet.add(events[len(events) // 2 :])
            until(lambda: hub.written == outlet.number)
        assert link.waiting == {"t1": 0}
    assert rows(store, venue) == list(outlet.records())
    assert (hub.doubled, store.breaks()) == (0, [])


def test_two_hubs_at_one_broker_share_its_stream_and_one_goes_on_alone(
    real_nats: RealNats, store: HubStore, venue: str, outlet: JournalOutlet
) -> None:
    events = kept_events()
    with uplink(real_nats.address, venue, t1=outlet), hub_running(real_nats.address, store) as stays:
        with hub_running(real_nats.address, store) as goes:
            outlet.add(events[: len(events) // 2])
            until(lambda: stays.written + goes.written == outlet.number)
        outlet.add(events[len(events) // 2 :])
        until(lambda: stays.written + goes.written == outlet.number)
    assert rows(store, venue) == list(outlet.records())
    assert store.breaks() == []


def test_a_hub_that_is_slow_is_not_sent_the_same_again(
    real_nats: RealNats, store: HubStore, venue: str, outlet: JournalOutlet, monkeypatch: pytest.MonkeyPatch
) -> None:
    write, first, over = store.write, iter([True]), threading.Event()

    def slowly(arrivals: Sequence[Arrival]) -> Written:
        if next(first, False):
            # Longer than the broker waits for an acknowledgement; nothing else ends it.
            over.wait(1.5 * ACKNOWLEDGE_S)
        return write(arrivals)

    monkeypatch.setattr(store, "write", slowly)
    outlet.add(kept_events()[:60])
    with uplink(real_nats.address, venue, t1=outlet), hub_running(real_nats.address, store) as hub:
        until(lambda: hub.written == outlet.number)
        outlet.add(kept_events()[60:70])
        until(lambda: hub.written == outlet.number)
        assert hub.doubled == 0


def test_messages_of_tables_with_the_same_journal_have_ids_of_their_own(outlet: JournalOutlet) -> None:
    """Regression: an id named no table: a broker dropped the records of a restored copy as duplicates."""
    outlet.add(kept_events()[:1])
    record = next(iter(outlet.records()))
    name = RecordName(record.hash, record.sequence, record.hash)
    places = [TableAddress(venue, table) for venue in ("kyoto", "osaka") for table in ("1", "2")]
    ids = [name.message(place, again) for place in places for again in ("", ".00ff")]
    assert len(set(ids)) == len(ids)
    assert {RecordName.parse(each) for each in ids} == {name}


def test_what_is_sent_again_after_the_window_of_duplicates_is_no_second_row(
    real_nats: RealNats, store: HubStore, venue: str, outlet: JournalOutlet
) -> None:
    outlet.add(kept_events()[:40])
    records = list(outlet.records())

    async def send(suffix: str) -> None:
        client = await nats.connect(real_nats.address)
        for record in records:
            name = str(RecordName(records[0].hash, record.sequence, record.hash))
            headers = {Header.MSG_ID.value: name + suffix, JOURNAL_HEADER: records[0].hash}
            await client.jetstream(timeout=PATIENCE_S).publish(
                TableAddress(venue, "t").staff, record_to_line(record), headers=headers
            )
        await client.close()

    with hub_running(real_nats.address, store) as hub:
        until(lambda: any(True for _ in [hub]) and _has_stream(real_nats))
        # Under ids that the broker does not know, as after it has forgotten them.
        for suffix in ("", ".again"):
            asyncio.run(send(suffix))
        until(lambda: hub.doubled >= 40)
    assert rows(store, venue) == records


def _has_stream(broker: RealNats) -> bool:
    async def look() -> bool:
        client = await nats.connect(broker.address)
        try:
            await client.jetstream(timeout=PATIENCE_S).stream_info("JANTAKU_STAFF")
        except nats.js.errors.NotFoundError:
            return False
        finally:
            await client.close()
        return True

    return asyncio.run(look())


def test_what_was_lost_on_the_way_is_asked_for_again(
    real_nats: RealNats, store: HubStore, venue: str, outlet: JournalOutlet
) -> None:
    outlet.add(kept_events()[:60])
    with uplink(real_nats.address, venue, ask_every_s=0.5, t=outlet) as link, hub_running(real_nats.address, store):
        until(lambda: link.waiting == {"t": 0} and len(rows(store, venue)) == 60)
        # The database is restored from yesterday's copy, though the broker was told long ago that all is written.
        forget(store)
        until(lambda: len(rows(store, venue)) == 60)
    assert rows(store, venue) == list(outlet.records())


def test_gaps_and_breaks_are_kept_and_told(store: HubStore, outlet: JournalOutlet) -> None:
    outlet.add(kept_events()[:30])
    records = list(outlet.records())
    journal, subject = records[0].hash, TableAddress("v", "t").staff

    def write(*chosen: Record) -> tuple[str, ...]:
        return store.write([Arrival(subject, journal, record_to_line(record)) for record in chosen]).breaks

    assert write(*records[:10], *records[12:20]) == ()
    (standing,) = store.standings()
    assert (standing.held, standing.seen) == (10, 20)
    assert write(records[11]) == ()
    assert store.standings()[0].held == 10
    assert write(records[10]) == ()
    assert store.standings()[0].held == 20
    odd = [
        Arrival(subject, journal, b'{"sequence":21}'),
        Arrival(subject, journal, record_to_line(records[21]).replace(b'"time":', b'"time":1')),
        Arrival(subject, "", record_to_line(records[20])),
        Arrival(subject, journal, b"\xff"),
    ]
    assert len(store.write(odd).breaks) == 4
    assert store.write(odd).breaks == ()
    assert len(store.breaks()) == 4
    # Another evening in the same journal: a copy was restored, and play continued from there.
    fork = seal(records[25].event, 1.0, records[4])
    assert write(fork) == (f"{subject}: record 6: another record stands there already",)
    stray = seal(records[25].event, 1.0, fork)
    assert write(records[20], stray) == (f"{subject}: record 7: another record stands there already",)
    assert store.standings()[0].held == 21


def sealed(**told: object) -> bytes:
    """Return a line with a valid hash and these contents."""
    body = {"sequence": 1, "time": 1.0, "previous": GENESIS, "event": {"event": "GameEnded"}, **told}
    return canonical({**body, "hash": hashlib.sha256(canonical(body)).hexdigest()})


def test_a_record_that_no_row_can_hold_keeps_nothing_else_out(store: HubStore, outlet: JournalOutlet) -> None:
    """Regression: the database refused the batch for ever, or the hub died of it and received it again."""
    outlet.add(kept_events()[:3])
    records = list(outlet.records())
    subject = TableAddress("v", "t").staff
    good = [Arrival(subject, records[0].hash, record_to_line(record)) for record in records]
    poison = [
        sealed(sequence=2**70),
        sealed(sequence=2**40),
        sealed(sequence=-1),
        sealed(time=1e308),
        sealed(event={"event": "Game\0Ended"}),
        sealed(event={"event": "G" * 300}),
        b'{"event":' + b"[" * 100_000,
        b'{"\\u0000":1}',
    ]
    written = store.write([*(Arrival(subject, "a" * 64, body) for body in poison), *good])
    assert (written.new, len(written.breaks)) == (3, len(poison))
    assert [standing.held for standing in store.standings() if standing.journal == records[0].hash] == [3]


def test_what_the_database_refuses_is_set_aside_and_told_and_all_else_comes_in(
    store: HubStore, outlet: JournalOutlet
) -> None:
    """Regression: the whole batch was requested repeatedly, as if the database were away."""
    outlet.add(kept_events()[:9])
    records, subject = list(outlet.records()), TableAddress("v", "t").staff
    good = [Arrival(subject, records[0].hash, record_to_line(record)) for record in records]
    odd = Arrival(subject, "\0" * 64, sealed(sequence=5))
    with store._engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE hub_records ADD CONSTRAINT odd CHECK (sequence <> 7)")
    written = store.write([*good[:4], odd, *good[4:]])
    assert (written.new, len(written.breaks)) == (8, 2)
    assert [reason for reason in written.breaks if 'violates check constraint "odd"' in reason]
    assert store.write([good[6]]).breaks == (), "told once"
    # Missing records are sent again, and stored once the database accepts them.
    with store._engine.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE hub_records DROP CONSTRAINT odd")
    assert store.write([good[6]]).new == 1
    assert [(each.held, each.seen) for each in store.standings()] == [(9, 9)]
    # A database restored from an old copy has none of the journals that were known.
    forget(store)
    assert store.write(good[:1]) == Written(1, 0, ())
