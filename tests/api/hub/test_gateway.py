"""Gateways show what the broker's public stream contains and have nothing else: a real broker with its permissions."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from fastapi.testclient import TestClient

from api.gateway import mirror as mirroring
from api.gateway.gateway import create_gateway
from api.gateway.mirror import Mirror
from api.gateway.mirrored_table import MirroredTable
from api.hub import outbox
from api.hub.broker import AWAY, connect
from api.hub.clips import bucket
from api.hub.config import BrokerConfig
from api.hub.hub_store import HubStore
from api.hub.outbox import SNAPSHOT_EVERY
from api.hub.subjects import TableAddress
from controller.journal.events import FaultRaised
from controller.views.gate import Audience
from tests.support.guarded_brokers import OTHER, VENUE, GuardedNats
from tests.support.hubs import hub_running, keys_of, signer_of, until, uplink
from tests.support.outlets import JournalOutlet, kept_events
from tests.support.real_nats import need_nats
from tests.support.waiting import PATIENCE_S
from tests.support.whole_board import whole_board

PLACE: Final = TableAddress(VENUE, "t")


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[GuardedNats]:
    """A broker with a hub that makes its streams and answers for them."""
    need_nats()
    server, store = GuardedNats(), HubStore(f"sqlite:///{tmp_path / 'hub.sqlite'}")
    try:
        server.start()
        with hub_running(server.address_of("hub"), store, keys=keys_of(VENUE)):
            until(lambda: server.kept)
            yield server
    finally:
        store.close()
        server.close()


def mirrors(broker: GuardedNats, count: int) -> list[Mirror]:
    made = [Mirror(BrokerConfig(nats=broker.address_of("gateway")), VENUE, keys_of(VENUE)) for _ in range(count)]
    for mirror in made:
        mirror.start()
    return made


def shown(mirror: Mirror) -> dict[str, Any]:
    return dict(mirror["t"].newest(Audience.PUBLIC)) if "t" in mirror else {}


async def sent(broker: GuardedNats, *bodies: bytes) -> None:
    client, signer = await connect(BrokerConfig(nats=broker.address_of(f"agent-{VENUE}")), "odd"), signer_of(VENUE)
    for body in bodies:
        await client.jetstream(timeout=PATIENCE_S).publish(PLACE.public, body, headers=signer.headers(PLACE, body))
    await client.close()


@pytest.mark.long
def test_any_number_of_gateways_shows_the_table_as_it_is(broker: GuardedNats, tmp_path: Path) -> None:
    outlet = JournalOutlet(tmp_path / "journal.sqlite")
    events = kept_events()
    assert len(events) > SNAPSHOT_EVERY
    outlet.add(events[:5])
    with uplink(broker.address_of(f"agent-{VENUE}"), VENUE, t=outlet):
        early = mirrors(broker, 2)
        until(lambda: all(shown(each) == outlet.feed(Audience.PUBLIC).view for each in early))
        # Messages that no agent sends stay in the stream, and later subscribers receive them.
        asyncio.run(sent(broker, b"[" * 100_000, b"[]", b'{"type":"delta"}', b""))
        outlet.add(events[5:100])
        # A gateway that joins in the middle of play, with the broker away in between.
        late = mirrors(broker, 1)
        until(lambda: all(shown(each) == outlet.feed(Audience.PUBLIC).view for each in early + late))
        broker.kill()
        outlet.add(events[100:])
        broker.start()
        until(lambda: all(shown(each) == outlet.feed(Audience.PUBLIC).view for each in early + late))
    for mirror in early + late:
        mirror.stop()
    outlet.close()


def test_viewers_are_told_while_nothing_is_heard_of_a_table(
    broker: GuardedNats, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "BEAT_S", 0.1)
    monkeypatch.setattr(mirroring, "LOOK_S", 0.1)
    monkeypatch.setattr(mirroring, "AWAY_S", 1.5)
    outlet = JournalOutlet(tmp_path / "journal.sqlite")
    outlet.add(kept_events()[:5])
    agent = broker.address_of(f"agent-{VENUE}")
    with uplink(agent, VENUE, t=outlet):
        (mirror,) = mirrors(broker, 1)
        until(lambda: shown(mirror) == outlet.feed(Audience.PUBLIC).view)
        # Nothing happens for a while, and the agent is connected.
        until(lambda: mirror["t"].sequence > 30)
        assert shown(mirror)["halted"] is None
    until(lambda: shown(mirror)["halted"] is not None)
    assert mirror["t"].summary(Audience.PUBLIC)["running"] is False
    outlet.add(kept_events()[5:8])
    with uplink(agent, VENUE, t=outlet):
        until(lambda: shown(mirror) == outlet.feed(Audience.PUBLIC).view)
        assert mirror["t"].summary(Audience.PUBLIC)["running"] is True
    mirror.stop()
    outlet.close()


def test_a_table_of_which_nothing_is_heard_for_hours_is_listed_no_more_until_it_is_back(
    broker: GuardedNats, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: the list only grew: a table that a venue gave up stayed listed as long as the gateway ran."""
    monkeypatch.setattr(outbox, "BEAT_S", 0.1)
    monkeypatch.setattr(mirroring, "LOOK_S", 0.1)
    monkeypatch.setattr(mirroring, "GONE_S", 1.5)
    outlet = JournalOutlet(tmp_path / "journal.sqlite")
    outlet.add(kept_events()[:5])
    agent = broker.address_of(f"agent-{VENUE}")
    (mirror,) = mirrors(broker, 1)
    with uplink(agent, VENUE, t=outlet):
        until(lambda: "t" in mirror)
        followed = mirror["t"].feed(Audience.PUBLIC)
    until(lambda: "t" not in mirror)
    late = mirrors(broker, 1)[0]
    with uplink(agent, VENUE, other=outlet):
        until(lambda: "other" in mirror and "other" in late)
        assert "t" not in mirror
        assert "t" not in late, "nor one that begins now and finds it in the stream"
        with uplink(agent, VENUE, t=outlet):
            until(lambda: "t" in mirror and "t" in late)
            assert mirror["t"].feed(Audience.PUBLIC) is not followed, "who followed it was ended"
    for each in (mirror, late):
        each.stop()
    outlet.close()


def test_a_gateway_serves_what_everybody_may_see_and_nothing_else(broker: GuardedNats, tmp_path: Path) -> None:
    outlet = JournalOutlet(tmp_path / "journal.sqlite")
    outlet.add(kept_events()[:60])
    with uplink(broker.address_of(f"agent-{VENUE}"), VENUE, t=outlet):
        (mirror,) = mirrors(broker, 1)
        until(lambda: shown(mirror) == outlet.feed(Audience.PUBLIC).view)
        with TestClient(create_gateway(mirror), base_url="http://localhost") as client:
            assert client.get("/api/v1/tables/t").json() == outlet.feed(Audience.PUBLIC).view
            assert [each["table"] for each in client.get("/api/v1/tables").json()] == ["t"]
            assert client.get("/readyz").json() == {"status": "ok", "tables": {"t": True}}
            assert client.get("/").status_code == client.get("/overlay/t").status_code == 200
            with client.websocket_connect("/api/v1/tables/t/feed") as socket:
                assert socket.receive_json()["type"] == "snapshot"
                outlet.add(kept_events()[60:61])
                assert socket.receive_json()["type"] in ("delta", "beat")
            for path in ("/api/v1/tables?audience=staff", "/api/v1/tables/t?audience=staff", "/metrics", "/docs"):
                assert client.get(path).status_code in (401, 403, 404)
            assert client.get("/api/v1/tables/t/events?late=true").status_code in (401, 403, 404)
            assert client.post("/api/v1/tables/t/claims", json={"kind": "undo"}).status_code in (401, 403, 404, 405)
        mirror.stop()
    outlet.close()


ODD_VIEWS: Final[tuple[dict[str, Any], ...]] = (
    {"seats": [{}]},
    {"seats": 5},
    {"seats": [{"seat": "A", "name": "", "wind": "E", "riichi": False}]},
    {"round": {"ordinal": 1}},
    {"round": []},
    {"phase": float("nan")},
    {"phase": "\ud800"},
)


def test_a_view_that_no_table_has_is_not_shown_and_the_board_stays() -> None:
    """Regression: the view was accepted unchecked: board and table page were answered with 500 from then on."""
    good, bad = MirroredTable("t", TableAddress(VENUE, "t")), MirroredTable("u", TableAddress(VENUE, "u"))
    seat = {"seat": "A", "name": "", "wind": "E", "riichi": False, "standing": {"place": 1}}
    whole = {"type": "snapshot", "number": 1, "view": {"phase": "draw", "round": None, "seats": [seat], "halted": None}}
    for table in (good, bad):
        assert table.take(1, json.dumps(whole).encode(), 1)
    for odd in ODD_VIEWS:
        for worse in ({"type": "delta", "number": 2, "changes": odd}, whole | {"view": odd}):
            with pytest.raises((ValueError, KeyError, TypeError)):
                bad.take(2, json.dumps(worse).encode(), 2)
    with TestClient(create_gateway({"t": good, "u": bad}), base_url="http://localhost") as client:
        cards = whole_board(client)
        assert cards["u"]["card"] == cards["t"]["card"]
        assert [each["standing"]["place"] for each in cards["t"]["card"]["seats"]] == [1]
        assert client.get("/api/v1/tables/u").json() == whole["view"]


def test_clips_of_faults_lie_in_the_store_of_their_venue_for_the_staff_alone(
    broker: GuardedNats, tmp_path: Path
) -> None:
    outlet = JournalOutlet(tmp_path / "journal.sqlite")
    outlet.add(kept_events())
    named = [
        f"t/{record.hash[:12]}/{record.event.fault.id}.jpg"
        for record in outlet.records()
        if isinstance(record.event, FaultRaised)
    ]
    assert named

    async def kept(user: str) -> list[str]:
        client = await connect(BrokerConfig(nats=broker.address_of(user)), user)
        try:
            store = await client.jetstream(timeout=0.3).object_store(bucket(VENUE))
            return [name for name in named if ((await store.get(name)).data or b"").startswith(b"picture of")]
        except AWAY:
            return []
        finally:
            await client.close()

    with uplink(broker.address_of(f"agent-{VENUE}"), VENUE, t=outlet):
        until(lambda: asyncio.run(kept("hub")) == named)
    for user in ("gateway", f"agent-{VENUE}", f"agent-{OTHER}"):
        assert asyncio.run(kept(user)) == []
    outlet.close()
