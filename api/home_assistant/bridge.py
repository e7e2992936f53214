"""Bridge to Home Assistant over MQTT: all messages are retained, and sent again when broker or home system return.

Messages use quality of service 0: a lost message is sent again at the next connection, and no older one can follow it.
"""

import asyncio
import json
import threading
from collections.abc import Mapping
from queue import Empty, SimpleQueue
from typing import Any, Final, Protocol

import structlog
from paho.mqtt.client import Client, ConnectFlags, DisconnectFlags, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.properties import Properties
from paho.mqtt.reasoncodes import ReasonCode

from api.home_assistant.config import HOME_STATUS, HomeConfig
from api.home_assistant.entities import ENTITIES, values
from api.hub.background import Background
from api.service.feed import Feed
from controller.ports.log import WordLog
from controller.views.gate import Audience

KEEPALIVE_S: Final = 30
LONGEST_WAIT_S: Final = 30
# Interval at which started and stopped tables are detected, s.
LOOK_S: Final = 2.0
_LEAVING_S: Final = 2.0
ONLINE: Final = "online"
OFFLINE: Final = "offline"
log: WordLog = structlog.get_logger()


class HomeTable(Protocol):
    """Interface of a running table for the bridge."""

    @property
    def running(self) -> bool:
        """True if the table runs."""
        ...

    def feed(self, audience: Audience) -> Feed:
        """Return the live feed for an audience."""
        ...


class HomeBridge:
    """Publishes every table to Home Assistant; the tables never wait for it."""

    def __init__(self, config: HomeConfig, tables: Mapping[str, HomeTable]) -> None:
        """Raise JantakuError for invalid TLS settings."""
        self._config, self._tables = config, dict(tables)
        self._audiences = (Audience.PUBLIC, Audience.STAFF) if config.staff else (Audience.PUBLIC,)
        self._background = Background("home-assistant", self._follow_all)
        self._telling = threading.Lock()
        # Payloads by topic, in the order of sending after a connection.
        self._said: dict[str, str] = dict(self._discoveries())
        self._trouble = ""
        # A fixed client id, so that the broker first ends the connection from before a restart and sends its last will.
        self._client = _client(config, f"jantaku-{config.venue}")
        self._client.on_connect = self._connected
        self._client.on_connect_fail = lambda _client, _data: self._away("no connection")
        self._client.on_disconnect = self._disconnected
        self._client.on_message = self._heard
        self._client.will_set(config.status, OFFLINE, qos=0, retain=True)
        self._client.reconnect_delay_set(1, LONGEST_WAIT_S)

    def start(self) -> None:
        """Start to publish, as soon as the broker is reachable."""
        self._client.connect_async(self._config.host, self._config.port, KEEPALIVE_S)
        self._client.loop_start()
        self._background.start()

    def stop(self) -> None:
        """Publish that the service is offline, and disconnect."""
        self._background.stop()
        if self._client.is_connected():
            leaving = self._client.publish(self._config.status, OFFLINE, retain=True)
            try:
                leaving.wait_for_publish(_LEAVING_S)
            except (ValueError, RuntimeError) as error:
                log.warning("home assistant left", reason=str(error))
        self._client.disconnect()
        self._client.loop_stop()

    def _discoveries(self) -> Mapping[str, str]:
        """Return the discovery messages by topic; an empty payload removes an entity of the staff that is not wanted
        any more.
        """
        told = {}
        for name in self._tables:
            for each in ENTITIES:
                wanted = each.audience in self._audiences
                told[each.topic(self._config, name)] = _json(each.discovery(self._config, name)) if wanted else ""
            if not self._config.staff:
                told[self._config.values(name, Audience.STAFF.value)] = ""
        return told

    async def _follow_all(self) -> None:
        following = [self._follow(name, each) for name in self._tables for each in self._audiences]
        await asyncio.gather(self._look(), *following)

    async def _look(self) -> None:
        while True:
            self._say(self._config.tables, _json({name: True for name, each in self._tables.items() if each.running}))
            await asyncio.sleep(LOOK_S)

    async def _follow(self, name: str, audience: Audience) -> None:
        while True:
            async for view, _ in self._tables[name].feed(audience).views():
                told = values(view, audience, self._config.language)
                self._say(self._config.values(name, audience.value), _json(told))
            # The feed ended because this reader was too slow, or the table was closed and the owner closes the bridge.
            await asyncio.sleep(LOOK_S)

    def _say(self, topic: str, payload: str) -> None:
        """Publish a changed payload; without a connection it is published with the next one."""
        with self._telling:
            if self._said.get(topic) != payload:
                self._said[topic] = payload
                if self._client.is_connected():
                    self._client.publish(topic, payload, retain=True)

    def _say_all(self) -> None:
        with self._telling:
            for topic, payload in self._said.items():
                self._client.publish(topic, payload, retain=True)
            self._client.publish(self._config.status, ONLINE, retain=True)

    def _connected(
        self, client: Client, _data: object, _flags: ConnectFlags, reason: ReasonCode, _more: Properties | None
    ) -> None:
        if reason.is_failure:
            self._away(str(reason))
            return
        self._trouble = ""
        log.info("home assistant connected", server=self._config.host)
        client.subscribe(HOME_STATUS)
        self._say_all()

    def _disconnected(
        self, _client: Client, _data: object, _flags: DisconnectFlags, reason: ReasonCode, _more: Properties | None
    ) -> None:
        if reason.is_failure:
            self._away(str(reason))

    def _away(self, trouble: str) -> None:
        """Log a changed trouble once, not at each attempt."""
        if trouble != self._trouble:
            log.warning("home assistant away", server=self._config.host, reason=trouble)
        self._trouble = trouble

    def _heard(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        if message.payload == ONLINE.encode():
            self._say_all()


def _json(told: Mapping[str, Any]) -> str:
    return json.dumps(told, ensure_ascii=False, separators=(",", ":"))


def try_home(config: HomeConfig, within_s: float) -> str:
    """Connect once and disconnect; return why the broker refuses, "" if it accepts. Raises JantakuError for invalid
    settings.
    """
    said: SimpleQueue[str] = SimpleQueue()
    # Without a client id: the broker would end a running service's connection with the same id.
    client = _client(config, "")
    client.on_connect = lambda _client, _data, _flags, reason, _more: said.put(str(reason) if reason.is_failure else "")
    client.connect_timeout = within_s
    try:
        client.connect(config.host, config.port)
        client.loop_start()
        return said.get(timeout=within_s)
    except (OSError, Empty) as error:
        return str(error) or "no answer"
    finally:
        client.disconnect()
        client.loop_stop()


def _client(config: HomeConfig, name: str) -> Client:
    """Return a client with login and TLS from the settings."""
    client = Client(CallbackAPIVersion.VERSION2, client_id=name)
    if config.user:
        client.username_pw_set(config.user, config.password or None)
    tls = config.tls()
    if tls is not None:
        client.tls_set_context(tls)
    return client
