"""The broker enforces its configuration: real server, each role, over NATS, JetStream's API and MQTT."""

import asyncio
import json
import threading
from collections.abc import Iterator

import nats
import paho.mqtt.client as mqtt
import pytest
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.errors import APIError
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from api.hub.broker import connect, make_streams
from api.hub.clips import bucket
from api.hub.config import BrokerConfig
from api.hub.subjects import STAFF_STREAM
from tests.support.guarded_brokers import OTHER, VENUE, GuardedNats
from tests.support.real_nats import need_nats
from tests.support.waiting import PATIENCE_S

SECRET = b"staff-only"
STAFF = f"jantaku.{VENUE}.t.staff"


@pytest.fixture(scope="module")
def broker() -> Iterator[GuardedNats]:
    need_nats()
    with GuardedNats() as server:
        asyncio.run(fill(server))
        yield server


async def fill(server: GuardedNats) -> None:
    hub = await user(server, "hub")
    await make_streams(hub.jetstream(timeout=PATIENCE_S))
    agent = await user(server, f"agent-{VENUE}")
    await agent.jetstream(timeout=PATIENCE_S).publish(STAFF, SECRET)
    await agent.jetstream(timeout=PATIENCE_S).publish(f"jantaku.{VENUE}.t.public", b"for all")
    await hub.close()
    await agent.close()


async def user(server: GuardedNats, name: str) -> Client:
    return await connect(BrokerConfig(nats=server.address_of(name)), name)


STAFF_ASKINGS = (
    (f"$JS.API.DIRECT.GET.{STAFF_STREAM}.{STAFF}", b""),
    (f"$JS.API.DIRECT.GET.{STAFF_STREAM}", json.dumps({"last_by_subj": STAFF}).encode()),
    (f"$JS.API.STREAM.MSG.GET.{STAFF_STREAM}", json.dumps({"last_by_subj": STAFF}).encode()),
    (f"$JS.API.STREAM.INFO.{STAFF_STREAM}", b""),
    ("$JS.API.STREAM.NAMES", b""),
    (f"$JS.API.CONSUMER.CREATE.{STAFF_STREAM}", json.dumps({"stream_name": STAFF_STREAM, "config": {}}).encode()),
    (f"$JS.API.CONSUMER.MSG.NEXT.{STAFF_STREAM}.hub", b"1"),
    (
        "$JS.API.STREAM.CREATE.MINE",
        json.dumps({"name": "MINE", "sources": [{"name": STAFF_STREAM}], "subjects": []}).encode(),
    ),
)


@pytest.mark.parametrize("role", ["gateway", f"agent-{VENUE}", f"agent-{OTHER}", f"hub-{OTHER}"])
def test_no_other_role_reads_staff_records(broker: GuardedNats, role: str) -> None:
    async def attack() -> list[bytes]:
        client = await user(broker, role)
        heard: list[bytes] = []

        async def hear(message: Msg) -> None:
            heard.append(message.data)

        for subject in (STAFF, "jantaku.*.*.staff", "jantaku.>", ">", "_INBOX.>", "_INBOX_hub.>", "$JS.>", "$SYS.>"):
            await client.subscribe(subject, cb=hear)
        for subject, body in STAFF_ASKINGS:
            with pytest.raises((nats.errors.TimeoutError, nats.errors.NoRespondersError)):
                heard.append((await client.request(subject, body, timeout=0.15)).data)
        agent = await user(broker, f"agent-{VENUE}")
        await agent.jetstream(timeout=PATIENCE_S).publish(STAFF, SECRET)
        hub = await user(broker, "hub")
        await hub.jetstream(timeout=PATIENCE_S).get_last_msg(STAFF_STREAM, STAFF)
        for each in (agent, hub, client):
            await each.flush(PATIENCE_S)
            await each.close()
        return heard

    assert asyncio.run(attack()) == []


def test_who_looks_on_reads_what_is_public(broker: GuardedNats) -> None:
    async def look() -> list[bytes]:
        client = await user(broker, "gateway")
        heard: list[bytes] = []
        news = asyncio.Event()

        async def hear(message: Msg) -> None:
            heard.append(message.data)
            news.set()

        await client.subscribe("jantaku-view.*.*", cb=hear)
        await client.flush(PATIENCE_S)
        agent = await user(broker, f"agent-{VENUE}")
        await agent.jetstream(timeout=PATIENCE_S).publish(f"jantaku.{VENUE}.t.public", b"next")
        await asyncio.wait_for(news.wait(), PATIENCE_S)
        await client.close()
        await agent.close()
        return heard

    assert asyncio.run(look()) == [b"next"]


def test_an_agent_publishes_for_its_own_venue_only(broker: GuardedNats) -> None:
    async def publish() -> None:
        client = await user(broker, f"agent-{OTHER}")
        for subject in (STAFF, f"jantaku.{VENUE}.t.public", f"$O.{bucket(VENUE)}.C.x", "jantaku-view.x.y"):
            with pytest.raises((nats.errors.Error, APIError)):
                await client.jetstream(timeout=PATIENCE_S).publish(subject, b"forged", timeout=0.2)
        await client.jetstream(timeout=PATIENCE_S).publish(f"jantaku.{OTHER}.t.staff", b"own")
        await client.close()

    asyncio.run(publish())


@pytest.mark.parametrize("role", [f"homeassistant-{VENUE}", f"home-{VENUE}"])
def test_no_topic_leads_to_staff_records(broker: GuardedNats, role: str) -> None:
    heard: list[bytes] = []
    granted = threading.Event()
    codes: list[bool] = []
    client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"spy-{role}")
    client.username_pw_set(role, f"pw-{role}")
    client.on_message = lambda _client, _data, message: heard.append(bytes(message.payload))

    def on_subscribe(_client: object, _data: object, _number: object, reasons: list[ReasonCode], _: object) -> None:
        codes.extend(reason.is_failure for reason in reasons)
        granted.set()

    client.on_subscribe = on_subscribe
    client.connect("127.0.0.1", broker.mqtt)
    client.loop_start()
    try:
        client.subscribe([(f"jantaku/{VENUE}/t/staff", 1), ("jantaku/#", 0), ("#", 0), ("+/+/+/staff", 1)])
        granted.wait(PATIENCE_S)

        async def publish() -> None:
            agent = await user(broker, f"agent-{VENUE}")
            await agent.jetstream(timeout=PATIENCE_S).publish(STAFF, SECRET)
            await agent.close()

        asyncio.run(publish())
        client.publish("homeassistant/status", "x", qos=1).wait_for_publish(PATIENCE_S)
    finally:
        client.disconnect()
        client.loop_stop()
    assert codes == [True] * 4
    assert SECRET not in heard
