"""Messages of one user cannot block those of others: subjects that are no text, malformed headers.

Failed with the unpatched client library: it stopped reading at such a subject, and the broker sent it again.
"""

import asyncio
import json
import socket
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from api.gateway.mirror import Mirror
from api.health.troubles import BROKER_BEHIND
from api.hub.broker import connect
from api.hub.config import BrokerConfig
from api.hub.hub_store import HubStore
from api.hub.streams import keeper
from api.hub.streams.keeper import MOST_TABLES, unpacked
from api.hub.subjects import PUBLIC_STREAM, STAFF_STREAM, TABLES_SUBJECT
from tests.support.guarded_brokers import OTHER, VENUE, GuardedNats
from tests.support.hubs import hub_running, keys_of, rows, until, uplink
from tests.support.outlets import JournalOutlet, kept_events
from tests.support.real_nats import need_nats
from tests.support.waiting import PATIENCE_S

# Messages that a stream takes at once; the server drops more than 10,000 that nobody waits for.
AT_ONCE = 5_000
# Bytes that a small broker can store.
ROOM = 8_000_000
KINDS = ("staff", "public", "stored", "held", "clip")
NAMES = (b"\xff\xfe", "雀".encode(), b"a\x0bb", b"a\x0c7", b"\x00", b"t" * 3800)
HEADS = (
    *(b"abcd", b"NATS/1.0", b"NATS/1.0 \xff\xff\xff\r\n\r\n", b"NATS/1.0\r\n: x\r\n\xff\r\n\r\n"),
    b"NATS/1.0\r\nJantaku-Journal: \xff\xff\r\nNats-Msg-Id: 1.2\r\n\r\n",
)
STATUS = b"NATS/1.0\r\nStatus: 404\r\n\r\n"


def message(subject: bytes, head: bytes = b"", body: bytes = b"x") -> bytes:
    size = f"{len(head)} {len(head) + len(body)}" if head else f"{len(body)}"
    return b"%sPUB %s %s\r\n%s%s\r\n" % (b"H" if head else b"", subject, size.encode(), head, body)


def facts(*heads: bytes, body: bytes = b"x") -> bytes:
    return b"".join(message(f"jantaku.{VENUE}.t.{kind}".encode(), head, body) for head in heads for kind in KINDS[:2])


SENT = {
    "names": (
        f"agent-{VENUE}",
        b"".join(message(b"jantaku.%s.%s.%s" % (VENUE.encode(), n, k.encode())) for n in NAMES for k in KINDS),
    ),
    "asked": (
        "gateway",
        b"".join(message(b"jantaku-past.%s.%s" % pair) for n in NAMES for pair in ((VENUE.encode(), n), (n, b"t"))),
    ),
    "heads": (f"agent-{VENUE}", facts(*HEADS)),
    # More than the hub may have unacknowledged at once.
    "status": (f"agent-{VENUE}", facts(STATUS, body=b"") * 2100),
}


def send(broker: GuardedNats, user: str, sent: bytes) -> None:
    """Send raw bytes as this user; returns once the server has accepted them."""
    with socket.create_connection(("127.0.0.1", broker.port), PATIENCE_S) as line:
        login = {"verbose": False, "headers": True, "name": "hostile", "user": user, "pass": f"pw-{user}"}
        line.sendall(f"CONNECT {json.dumps(login)}\r\n".encode() + sent + b"PING\r\n")
        heard = b""
        while b"\r\nPONG" not in heard and (more := line.recv(4096)):
            heard += more
    assert b"\r\nPONG" in heard, heard
    assert b"-ERR" not in heard, heard


@pytest.fixture
def broker() -> Iterator[GuardedNats]:
    with GuardedNats(binary=need_nats()) as server:
        yield server


@pytest.mark.parametrize("what", SENT)
def test_whatever_one_sends_the_records_of_others_come_in_and_are_shown(
    broker: GuardedNats, tmp_path: Path, what: str
) -> None:
    keys, outlet = keys_of(VENUE, OTHER), JournalOutlet(tmp_path / "journal.sqlite")
    store = HubStore(f"sqlite:///{tmp_path / 'hub.sqlite'}")
    mirror = Mirror(BrokerConfig(nats=broker.address_of("gateway")), "", keys)
    try:
        with hub_running(broker.address_of("hub"), store, keys=keys):
            until(lambda: broker.kept)
            mirror.start()
            send(broker, *SENT[what])
            outlet.add(kept_events()[:20])
            with uplink(broker.address_of(f"agent-{OTHER}"), OTHER, t=outlet):
                until(lambda: len(rows(store, OTHER)) == 20)
                until(lambda: (table := mirror.get(f"{OTHER}.t")) is not None and table.ready)
    finally:
        mirror.stop()
        store.close()
        outlet.close()


@pytest.mark.parametrize("tables", [4 * MOST_TABLES, 100_001], ids=["many", "more than the broker names at once"])
def test_a_venue_that_names_tables_without_end_keeps_nobody_elses_out(
    broker: GuardedNats, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tables: int
) -> None:
    """Regression: a gateway requested each of them before it showed anything, and the answer was endless.

    With more than 100,000 the tables of venues behind this one in the alphabet were not listed.
    """
    monkeypatch.setattr(keeper, "BROKER_S", PATIENCE_S)
    keys, store = keys_of(VENUE, OTHER), HubStore(f"sqlite:///{tmp_path / 'hub.sqlite'}")

    async def asked() -> list[str]:
        client = await connect(BrokerConfig(nats=broker.address_of("gateway")), "gateway")
        question = json.dumps({"venue": "", "seen": -1}).encode()
        answer = await client.request(TABLES_SUBJECT, question, timeout=PATIENCE_S)
        await client.close()
        return list(unpacked(answer.data)["subjects"])

    async def stored() -> int:
        client = await connect(BrokerConfig(nats=broker.address_of("hub")), "count")
        state = (await client.jetstream(timeout=PATIENCE_S).stream_info(PUBLIC_STREAM)).state
        await client.close()
        return state.messages

    def are_stored(number: int) -> bool:
        return asyncio.run(stored()) == number

    with hub_running(broker.address_of("hub"), store, keys=keys):
        until(lambda: broker.kept)
        for begin in range(0, tables, AT_ONCE):
            numbers = range(begin, min(begin + AT_ONCE, tables))
            some = b"".join(message(f"jantaku.{VENUE}.t{number}.public".encode()) for number in numbers)
            send(broker, f"agent-{VENUE}", some)
            until(partial(are_stored, numbers.stop))
        send(broker, f"agent-{OTHER}", message(f"jantaku.{OTHER}.t.public".encode()))
        until(lambda: f"jantaku.{OTHER}.t.public" in asyncio.run(asked()))
        assert len(asyncio.run(asked())) == MOST_TABLES + 1
    store.close()


def test_a_broker_that_one_venue_has_filled_loses_no_record_of_another(tmp_path: Path) -> None:
    """There is no limit for one venue: an operator makes room, and what waited arrives by itself."""
    broker = GuardedNats(binary=need_nats())
    broker.use(broker.printed.replace("store_dir:", f"max_file_store: {ROOM}, store_dir:"), watched=False)
    store, outlet = HubStore(f"sqlite:///{tmp_path / 'hub.sqlite'}"), JournalOutlet(tmp_path / "journal.sqlite")

    async def purge() -> None:
        client = await connect(BrokerConfig(nats=broker.address_of("hub")), "operator")
        assert await client.jetstream(timeout=PATIENCE_S).purge_stream(STAFF_STREAM)
        await client.close()

    def told() -> list[str]:
        return [each.code for each in outlet.sources.troubles()]

    outlet.add(kept_events()[:20])
    with broker, hub_running(broker.address_of("hub"), store, keys=keys_of(VENUE, OTHER)):
        until(lambda: broker.kept)
        one = message(f"jantaku.{VENUE}.t.staff".encode(), body=b"x" * (ROOM // 40))
        send(broker, f"agent-{VENUE}", one * 80)
        with uplink(broker.address_of(f"agent-{OTHER}"), OTHER, t=outlet) as link:
            link.watch({"t": outlet.sources})
            until(lambda: BROKER_BEHIND in told())
            assert (rows(store, OTHER), link.waiting) == ([], {"t": 20})
            asyncio.run(purge())
            until(lambda: len(rows(store, OTHER)) == 20)
            until(lambda: BROKER_BEHIND not in told())
    store.close()
    outlet.close()


def test_a_venues_own_broker_keeps_nobody_else_out(broker: GuardedNats, tmp_path: Path) -> None:
    """The hub reads the stream of a venue's own broker, including hostile messages."""
    edge, outlet = GuardedNats(edge_of=broker, binary=need_nats()), JournalOutlet(tmp_path / "journal.sqlite")
    store = HubStore(f"sqlite:///{tmp_path / 'hub.sqlite'}")
    try:
        edge.start()
        outlet.add(kept_events()[:20])
        with (
            uplink(edge.address_of(f"agent-{VENUE}"), VENUE, edge=True, t=outlet) as link,
            hub_running(broker.address_of("hub"), store, edges=(VENUE,), keys=keys_of(VENUE)),
        ):
            until(lambda: link.waiting == {"t": 0})
            for user, sent in SENT.values():
                if user != "gateway":
                    send(edge, user, sent)
            outlet.add(kept_events()[20:40])
            until(lambda: len(rows(store, VENUE)) == 40)
    finally:
        edge.close()
        store.close()
        outlet.close()
