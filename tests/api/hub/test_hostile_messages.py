"""Messages of one user cannot block those of others: subjects that are no text, malformed headers.

Failed with the unpatched client library: it stopped reading at such a subject, and the broker sent it again.
"""

import asyncio
import json
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.gateway.mirror import Mirror
from api.hub.broker import connect
from api.hub.config import BrokerConfig
from api.hub.hub_store import HubStore
from api.hub.streams.keeper import MOST_TABLES, unpacked
from api.hub.subjects import TABLES_SUBJECT
from tests.support.guarded_brokers import OTHER, VENUE, GuardedNats
from tests.support.hubs import hub_running, keys_of, rows, until, uplink
from tests.support.outlets import JournalOutlet, kept_events
from tests.support.real_nats import need_nats
from tests.support.waiting import PATIENCE_S

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


def test_a_venue_that_names_tables_without_end_keeps_nobody_elses_out(broker: GuardedNats, tmp_path: Path) -> None:
    """Regression: a gateway requested each of them before it showed anything, and the answer was endless."""
    keys, store = keys_of(VENUE, OTHER), HubStore(f"sqlite:///{tmp_path / 'hub.sqlite'}")

    async def asked() -> list[str]:
        client = await connect(BrokerConfig(nats=broker.address_of("gateway")), "gateway")
        question = json.dumps({"venue": "", "seen": -1}).encode()
        answer = await client.request(TABLES_SUBJECT, question, timeout=PATIENCE_S)
        await client.close()
        return list(unpacked(answer.data)["subjects"])

    with hub_running(broker.address_of("hub"), store, keys=keys):
        until(lambda: broker.kept)
        endless = (message(f"jantaku.{VENUE}.t{number}.public".encode()) for number in range(4 * MOST_TABLES))
        send(broker, f"agent-{VENUE}", b"".join(endless))
        send(broker, f"agent-{OTHER}", message(f"jantaku.{OTHER}.t.public".encode()))
        until(lambda: f"jantaku.{OTHER}.t.public" in asyncio.run(asked()))
        assert len(asyncio.run(asked())) == MOST_TABLES + 1
    store.close()


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
