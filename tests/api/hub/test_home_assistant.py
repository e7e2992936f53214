"""Tables in Home Assistant over a real nats-server's MQTT, with its permissions: discovered, updated, no secrets."""

import json
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from api.home_assistant.bridge import HomeBridge, try_home
from api.home_assistant.config import HomeConfig
from api.home_assistant.entities import ENTITIES, HomeEntity
from controller.errors import JantakuError
from controller.journal.events import FaultRaised
from controller.text import Language
from controller.views.gate import Audience
from tests.support.guarded_brokers import VENUE, GuardedNats
from tests.support.hubs import until
from tests.support.outlets import JournalOutlet, kept_events
from tests.support.real_nats import need_nats
from tests.support.waiting import PATIENCE_S

STATUS = f"jantaku-home/{VENUE}/status"
TABLES = f"jantaku-home/{VENUE}/tables"
PUBLIC = f"jantaku-home/{VENUE}/t/public"
STAFF = f"jantaku-home/{VENUE}/t/staff"
OF_ALL = {"phase", "round", "honba", "score_a", "score_b", "score_c", "score_d"}
OF_STAFF = {"open_faults", "link_trouble", "camera_trouble", "machine_trouble", "machine"}


# Keys that Home Assistant accepts in a discovery of these components, by the schemas of its MQTT integration.
TAKEN = {
    *("name", "unique_id", "default_entity_id", "state_topic", "value_template", "availability_mode", "availability"),
    *(
        "device",
        "origin",
        "json_attributes_topic",
        "json_attributes_template",
        "device_class",
        "entity_category",
        "icon",
    ),
}
OF_COMPONENT = {"sensor": {"options", "state_class"}, "binary_sensor": set[str]()}


@pytest.mark.parametrize("entity", ENTITIES, ids=lambda entity: entity.key)
def test_a_discovery_says_what_home_assistant_takes(entity: HomeEntity) -> None:
    config = HomeConfig(address="mqtt://127.0.0.1", venue=VENUE)
    told = entity.discovery(config, "t")
    assert told.keys() <= TAKEN | OF_COMPONENT[entity.component]
    assert entity.topic(config, "t").split("/")[1] == entity.component
    assert told["availability_mode"] in ("all", "any", "latest")
    assert all(each.keys() <= {"topic", "value_template"} for each in told["availability"])
    assert told["device"].keys() <= {"identifiers", "name", "manufacturer", "sw_version"}
    assert told["origin"].keys() <= {"name", "sw_version"}
    # A sensor of named values has no unit, and a fault is a binary sensor, ON or OFF.
    assert told.get("device_class") in ((None, "enum") if entity.component == "sensor" else ("problem",))
    assert ("options" in told) is (told.get("device_class") == "enum")
    assert not ("options" in told and "state_class" in told)
    assert told.get("entity_category") in (None, "diagnostic")


class HomeSystem:
    """Simulated Home Assistant: subscribes with its own user, and stores the last message of each topic."""

    def __init__(self, broker: GuardedNats) -> None:
        self.heard: dict[str, str] = {}
        self.all: list[str] = []
        self.granted = threading.Event()
        self._client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id="home")
        self._client.username_pw_set(f"homeassistant-{VENUE}", f"pw-homeassistant-{VENUE}")
        self._client.on_connect = lambda client, *_: client.subscribe([("homeassistant/#", 1), ("jantaku-home/#", 1)])
        self._client.on_subscribe = lambda *_: self.granted.set()
        self._client.on_message = lambda _client, _data, message: self.hear(message.topic, message.payload.decode())
        self._client.reconnect_delay_set(1, 1)
        self._client.connect_async("127.0.0.1", broker.mqtt)
        self._client.loop_start()
        assert self.granted.wait(PATIENCE_S)

    def hear(self, topic: str, payload: str) -> None:
        self.all.append(f"{topic} {payload}")
        self.heard[topic] = payload

    def values(self, topic: str) -> dict[str, Any]:
        return dict(json.loads(self.heard.get(topic) or "{}"))

    def configs(self) -> list[dict[str, Any]]:
        return [json.loads(said) for topic, said in self.heard.items() if topic.endswith("/config") and said]

    def starts(self) -> None:
        self._client.publish("homeassistant/status", "online", qos=1)

    def leave(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def broker() -> Iterator[GuardedNats]:
    need_nats()
    with GuardedNats() as server:
        yield server


@pytest.fixture
def outlet(tmp_path: Path) -> Iterator[JournalOutlet]:
    opened = JournalOutlet(tmp_path / "journal.sqlite")
    yield opened
    opened.close()


@contextmanager
def home_system(broker: GuardedNats) -> Iterator[HomeSystem]:
    home = HomeSystem(broker)
    try:
        yield home
    finally:
        home.leave()


@contextmanager
def bridge(broker: GuardedNats, staff: bool = False, **tables: JournalOutlet) -> Iterator[HomeBridge]:
    user = f"home-{VENUE}"
    address = f"mqtt://127.0.0.1:{broker.mqtt}"
    config = HomeConfig(address, VENUE, user, f"pw-{user}", staff=staff, language=Language.EN)
    opened = HomeBridge(config, tables)
    opened.start()
    try:
        yield opened
    finally:
        opened.stop()


def as_shown(outlet: JournalOutlet) -> dict[str, Any]:
    """Phase, round, honba and scores, derived from the public view independently of the bridge."""
    view: dict[str, Any] = outlet.feed(Audience.PUBLIC).view or {}
    winds = {"E": "East", "S": "South", "W": "West", "N": "North"}
    told = {"phase": view["phase"], "round": None, "honba": None}
    if view["round"]:
        told["round"] = f"{winds[view['round']['wind']]} {view['round']['number']}"
        told["honba"] = view["round"]["counters"]
    scores = [seat["standing"]["points"] for seat in view["seats"]] or [None] * 4
    return told | {f"score_{letter}": score for letter, score in zip("abcd", scores, strict=True)}


def shows(home: HomeSystem, outlet: JournalOutlet) -> bool:
    wanted = as_shown(outlet)
    values = home.values(PUBLIC)
    return {key: values.get(key, "") for key in wanted} == wanted


def test_a_table_is_discovered_and_its_values_follow(broker: GuardedNats, outlet: JournalOutlet) -> None:
    events = kept_events()
    outlet.add(events[:3])
    with home_system(broker) as home:
        with bridge(broker, t=outlet):
            until(lambda: home.heard.get(STATUS) == "online" and shows(home, outlet))
            configs = home.configs()
            assert {each["unique_id"] for each in configs} == {f"jantaku_{VENUE}_t_{key}" for key in OF_ALL}
            assert {each["state_topic"] for each in configs} == {PUBLIC}
            assert {each["value_template"] for each in configs} == {f"{{{{ value_json.{key} }}}}" for key in OF_ALL}
            for each in configs:
                assert {one["topic"] for one in each["availability"]} == {STATUS, TABLES}
                assert each["device"]["identifiers"] == [f"jantaku_{VENUE}_t"]
            for event in events[3:120]:
                outlet.add([event])
            until(lambda: shows(home, outlet) and home.values(PUBLIC)["round"] is not None)
            assert home.values(TABLES) == {"t": True}
            assert home.values(PUBLIC).keys() == OF_ALL | {f"seat_{letter}" for letter in "abcd"}
            # Home Assistant restarts and has stored nothing.
            home.heard.clear()
            home.starts()
            until(lambda: len(home.configs()) == len(OF_ALL) and shows(home, outlet))
        until(lambda: home.heard[STATUS] == "offline")
    # A later subscriber finds all messages.
    with home_system(broker) as late:
        until(lambda: late.heard.get(STATUS) == "offline" and len(late.configs()) == len(OF_ALL))


def test_only_a_venue_that_says_so_tells_what_is_for_the_staff(broker: GuardedNats, outlet: JournalOutlet) -> None:
    events = kept_events()
    outlet.add(events)
    (fault, *_) = [event.fault for event in events if isinstance(event, FaultRaised)]
    with home_system(broker) as home:
        with bridge(broker, t=outlet):
            until(lambda: shows(home, outlet))
        assert fault.code not in "".join(home.all)
        assert "concealed" not in "".join(home.all)
        assert not any(topic.startswith(STAFF) for topic in home.heard if home.heard[topic])
        with bridge(broker, staff=True, t=outlet):
            view: dict[str, Any] = outlet.feed(Audience.STAFF).view or {}
            opened = [each for each in view["faults"] if each["decision"] == "open"]
            until(lambda: home.values(STAFF).get("open_faults") == len(opened) > 0)
            assert {each["code"] for each in home.values(STAFF)["faults"]["faults"]} >= {fault.code}
            assert {each["unique_id"].removeprefix(f"jantaku_{VENUE}_t_") for each in home.configs()} == (
                OF_ALL | OF_STAFF
            )
            assert not OF_STAFF & home.values(PUBLIC).keys()
        assert "concealed" not in "".join(home.all)
        with bridge(broker, t=outlet):
            # Retained messages are removed from the broker.
            until(lambda: len(home.configs()) == len(OF_ALL) and home.heard[STAFF] == "")


def test_a_broker_that_goes_and_comes_back_has_everything_again(broker: GuardedNats, outlet: JournalOutlet) -> None:
    events = kept_events()
    outlet.add(events[:30])
    broker.kill()
    with bridge(broker, t=outlet):
        broker.start()
        with home_system(broker) as home:
            until(lambda: shows(home, outlet))
            broker.kill()
            home.heard.clear()
            outlet.add(events[30:100])
            broker.start()
            until(lambda: home.heard.get(STATUS) == "online" and shows(home, outlet))


def test_a_service_that_dies_is_told_by_the_broker(broker: GuardedNats, outlet: JournalOutlet) -> None:
    outlet.add(kept_events()[:3])
    with home_system(broker) as home, bridge(broker, t=outlet) as opened:
        until(lambda: home.heard.get(STATUS) == "online")
        line = opened._client.socket()
        assert isinstance(line, socket.socket)
        heard = len(home.all)
        line.shutdown(socket.SHUT_RDWR)
        until(lambda: f"{STATUS} offline" in home.all[heard:])
        until(lambda: home.heard[STATUS] == "online")


def test_a_broker_is_tried_as_its_user_and_says_why_it_lets_nobody_in(broker: GuardedNats) -> None:
    address, user = f"mqtt://127.0.0.1:{broker.mqtt}", f"home-{VENUE}"
    assert try_home(HomeConfig(address, VENUE, user, f"pw-{user}"), PATIENCE_S) == ""
    assert "Not authorized" in try_home(HomeConfig(address, VENUE, user, "another"), PATIENCE_S)


@pytest.mark.parametrize(
    "wrong",
    [
        {"address": "http://x"},
        {"address": "mqtt://"},
        {"address": "mqtt://x:0"},
        {"address": "mqtt://x:99999"},
        {"address": "mqtt://a:hush@x"},
        {"prefix": "a/+/b"},
        {"venue": "a b"},
        {"user": "", "password": "hush"},
    ],
)
def test_what_cannot_be_is_refused_without_telling_a_password(wrong: dict[str, str]) -> None:
    with pytest.raises(JantakuError, match="home_assistant") as refused:
        HomeConfig(**{"address": "mqtt://x", "venue": "v", "user": "u", **wrong})  # type: ignore[arg-type]  # wrong on purpose
    assert "hush" not in str(refused.value)
