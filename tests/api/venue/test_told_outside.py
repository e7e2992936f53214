"""Messages that a venue sends to other programs: as its file configures, for the tables that run at the moment."""

import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, cast

import paho.mqtt.client as mqtt
import pytest
from paho.mqtt.enums import CallbackAPIVersion

from api.service.table_service import TableService
from api.venue import outside as module
from api.venue.outside import check_outside, outside
from api.venue.plan import VenuePlan, read_plan
from controller.errors import VenueError
from tests.support.hubs import until
from tests.support.outlets import JournalOutlet, kept_events
from tests.support.real_nats import RealNats, need_nats
from tests.support.real_servers import free_port

TABLE = '[table."{0}"]\nserial = "/dev/x"\ncamera = "http://cam/x.mjpg"\ncalibration = "c.json"\n'
PAGE = (Path(__file__).parents[3] / "docs" / "hub.md").read_text(encoding="utf-8")
SECTIONS = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def plan(folder: Path, text: str, table: str = "t") -> VenuePlan:
    file = folder / "venue.toml"
    file.write_text(text + TABLE.format(table), encoding="utf-8")
    return read_plan(file, {"HOME_PASSWORD": "hush", "CLUB_SECRET": "not-for-everybody-to-know"})


@pytest.fixture
def tables(tmp_path: Path) -> Iterator[dict[str, TableService]]:
    """Yield a dictionary with one started table, from which a test may remove it."""
    outlet = JournalOutlet(tmp_path / "journal.sqlite")
    outlet.add(kept_events()[:5])
    yield {"t": cast(TableService, outlet)}
    outlet.close()


@pytest.fixture
def mqtt_port() -> Iterator[int]:
    """Yield the MQTT port of a broker without access control."""
    need_nats()
    port = free_port()
    with RealNats(f"server_name: x\njetstream {{ store_dir: '{{folder}}/js' }}\nmqtt {{ listen: 127.0.0.1:{port} }}"):
        yield port


@pytest.mark.parametrize("section", SECTIONS)
def test_sections_that_the_page_shows_are_taken(section: str, tmp_path: Path) -> None:
    check_outside(plan(tmp_path, section))


def test_where_nobody_is_named_nothing_is_begun(tmp_path: Path, tables: dict[str, TableService]) -> None:
    before = threading.active_count()
    with outside(plan(tmp_path, ""), tables):
        assert threading.active_count() == before


@pytest.mark.parametrize(
    ("text", "table"),
    [
        ('[home_assistant]\naddress = "mqtt://x:99999"\n', "t"),
        ('[home_assistant]\naddress = "mqtts://x"\nca = "none.pem"\n', "t"),
        ('[webhook.a]\nurl = "http://x/"\nsecret = "env:CLUB_SECRET"\n', "t"),
        ('[hub]\nnats = "nats://127.0.0.1:1"\n', "卓"),
    ],
)
def test_who_cannot_be_told_is_said_before_anything_begins(text: str, table: str, tmp_path: Path) -> None:
    read = plan(tmp_path, text, table)
    with pytest.raises(VenueError, match=r"venue\.toml: ") as refused:
        check_outside(read)
    assert "hush" not in str(refused.value)


def test_tables_are_told_of_while_they_run(
    tmp_path: Path, tables: dict[str, TableService], mqtt_port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "_LOOK_S", 0.05)
    heard: dict[str, str] = {}

    def hear(_client: mqtt.Client, _data: object, message: mqtt.MQTTMessage) -> None:
        heard[message.topic] = message.payload.decode()

    def running() -> Any:
        return json.loads(heard.get("jantaku-home/venue/tables", "null"))

    home = mqtt.Client(CallbackAPIVersion.VERSION2)
    home.on_connect = lambda client, *_: client.subscribe("#")
    home.on_message = hear
    home.connect("127.0.0.1", mqtt_port)
    home.loop_start()
    # An unreachable hub broker, and later a table name without a subject there, must not delay other receivers.
    text = f'[hub]\nnats = "nats://127.0.0.1:1"\n[home_assistant]\naddress = "mqtt://127.0.0.1:{mqtt_port}"\n'
    try:
        (table,) = tables.values()
        with outside(plan(tmp_path, text), tables):
            until(lambda: running() == {"t": True} and "jantaku-home/venue/t/public" in heard)
            tables["卓"] = table
            until(lambda: running() == {"t": True, "卓": True} and "jantaku-home/venue/x5353/public" in heard)
            del tables["t"]
            until(lambda: running() == {"卓": True})
        until(lambda: heard["jantaku-home/venue/status"] == "offline")
    finally:
        home.disconnect()
        home.loop_stop()


def test_a_table_that_comes_or_goes_leaves_the_others_line_to_the_hub_alone(
    tmp_path: Path, tables: dict[str, TableService], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []

    class Line:
        """Test double of a table's connection to the broker."""

        def __init__(self, _config: object, of: dict[str, object]) -> None:
            self.names = ",".join(of)

        def watch(self, sources: dict[str, object]) -> None:
            assert ",".join(sources) == self.names

        def start(self) -> None:
            said.append(f"begin {self.names}")

        def stop(self) -> None:
            said.append(f"end {self.names}")

    monkeypatch.setattr(module, "_LOOK_S", 0.02)
    monkeypatch.setattr("api.hub.uplink.Uplink", Line)
    (table,) = tables.values()
    with outside(plan(tmp_path, '[hub]\nnats = "nats://127.0.0.1:1"\n'), tables):
        until(lambda: said == ["begin t"])
        tables["u"] = table
        until(lambda: said[1:] == ["begin u"])
        del tables["u"]
        until(lambda: said[2:] == ["end u"])
    assert said[3:] == ["end t"]
