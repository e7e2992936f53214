"""An attacker with one user's password at a real broker: what does the printed configuration let it reach of others?

The attack is a product, not a list: every subject of the broker (all subjects that any user may use, JetStream's API
for every stream, inboxes, system subjects) as subject and as reply subject, with bodies that JetStream executes, also
from the attacker's own stored messages. Findings are data of others that was read, written, purged or deleted.
"""

import asyncio
import json
import re
import socket
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final

import nats
import paho.mqtt.client as mqtt
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig
from nats.js.errors import NotFoundError
from paho.mqtt.enums import CallbackAPIVersion
from paho.mqtt.reasoncodes import ReasonCode

from api.hub.broker import AWAY, make_streams
from api.hub.clips import bucket, make_bucket
from api.hub.subjects import STAFF_STREAM, TableAddress
from tests.support.guarded_brokers import OTHER, VENUE, GuardedNats
from tests.support.real_nats import RealNats
from tests.support.real_servers import free_port
from tests.support.waiting import PATIENCE_S

VENUES: Final = (VENUE, OTHER)
TABLE: Final = "t"
DURABLE: Final = "hub"
FORGED: Final = "forged"
_QUIET_S: Final = 0.3
# Messages of the server itself: service replies in transit, and events.
_OF_SERVER: Final = re.compile(r"(_R_|_GR_|\$JS\.EVENT\.|\$SYS\.|\$MQTT\.).*")
_ENDING: Final = re.compile(r"PURGE|DELETE|RESTORE|REMOVE|STEPDOWN")
_ROW: Final = re.compile(r"\{ user: (\S+), .*publish: \{ (?:allow: (\[.*?\])|deny).*subscribe: \{ allow: (\[.*?\])")
_KIND: Final = re.compile(r'allowed_connection_types: \["(\w+)"\]')
_ACCOUNT: Final = re.compile(r'^  "?([\w-]+)"? \{$')


@dataclass(frozen=True, slots=True)
class Attacker:
    """A user of the configuration; ``account`` is empty if there are no accounts."""

    name: str
    account: str
    kind: str
    publish: tuple[str, ...]
    subscribe: tuple[str, ...]

    @property
    def party(self) -> str:
        """Party of the user: a venue, a venue's home system, viewers, or the hub."""
        role, _, venue = self.name.partition("-")
        return f"home-{venue}" if role in ("home", "homeassistant") else venue or role

    def owns(self, subject: str) -> bool:
        """True if the user may send messages on this subject, or they follow from such a message."""
        parts = subject.split(".")
        mine = parts[0].startswith("jantaku") and len(parts) > 1 and parts[1] == self.party.removeprefix("home-")
        return (
            mine or subject.startswith(f"_INBOX_{self.name}.") or any(matches(each, subject) for each in self.publish)
        )


def attackers(config: str) -> list[Attacker]:
    """Every user of a printed configuration except the hub's own, which receives everything."""
    found, account = [], ""
    for line in config.splitlines():
        if named := _ACCOUNT.match(line):
            account = named[1]
        if row := _ROW.search(line):
            kind = _KIND.search(line)
            rights = [tuple(json.loads(each)) if each else () for each in row.groups()[1:]]
            found.append(Attacker(row[1], account, kind[1] if kind else "STANDARD", *rights))
    return [each for each in found if each.name != "hub"]


def matches(pattern: str, subject: str) -> bool:
    """True if a pattern with wildcards matches a subject."""
    wanted, given = pattern.split("."), subject.split(".")
    if wanted[-1] == ">":
        wanted, given = wanted[:-1], given[: len(wanted) - 1] if len(given) >= len(wanted) else []
    return len(wanted) == len(given) and all(each in ("*", one) for each, one in zip(wanted, given, strict=True))


def written_out(pattern: str) -> Iterator[str]:
    """Yield subjects without wildcards that match a pattern."""
    choices = {"*": (*VENUES, TABLE), ">": ("x", f"{TABLE}.staff", f"jantaku.{OTHER}.{TABLE}.staff")}
    yield from (".".join(each) for each in product(*(choices.get(part, (part,)) for part in pattern.split("."))))


def orders(stream: str) -> Iterator[str]:
    """Yield JetStream's API subjects for a stream: those that read, change and delete it."""
    for api in ("$JS.API", "$JS.hub.API", f"$JS.edge-{VENUE}.API"):
        for verb in ("PURGE", "DELETE", "UPDATE", "CREATE", "INFO", "MSG.GET", "MSG.DELETE", "SNAPSHOT"):
            yield f"{api}.STREAM.{verb}.{stream}"
        for verb in ("LEADER.STEPDOWN", "PEER.REMOVE", "RESTORE"):
            yield f"{api}.STREAM.{verb}.{stream}"
        for verb in ("CREATE", "NAMES", "LIST"):
            yield f"{api}.CONSUMER.{verb}.{stream}"
        for verb in ("DURABLE.CREATE", "DELETE", "INFO", "MSG.NEXT", "PAUSE", "UNPIN", "RESET"):
            yield f"{api}.CONSUMER.{verb}.{stream}.{DURABLE}"
        yield f"{api}.DIRECT.GET.{stream}"
        yield from (f"{api}.DIRECT.GET.{stream}.{TableAddress(venue, TABLE).staff}" for venue in VENUES)
    yield f"$JS.ACK.{stream}.{DURABLE}.1.1.1.1.0"


def universe(users: Iterable[Attacker], streams: Iterable[str]) -> list[str]:
    """Return every subject to which anything at the broker may listen."""
    found = [subject for user in users for each in (*user.publish, *user.subscribe) for subject in written_out(each)]
    found += [order for stream in (*streams, "FRESH") for order in orders(stream)]
    found += ["$JS.API.INFO", "$JS.API.STREAM.NAMES", "$JS.API.STREAM.LIST", "$JS.API.ACCOUNT.PURGE.hub", "$JS.FC.x"]
    found += ["$SYS.REQ.SERVER.PING", "$SYS.REQ.USER.INFO", "$SYS.REQ.ACCOUNT.PING.CONNZ", "$SYS.REQ.CLAIMS.UPDATE"]
    found += [f"$SYS.REQ.ACCOUNT.{name}.{ask}" for name in ("hub", "$G") for ask in ("CONNZ", "SUBSZ", "JSZ")]
    found += [f"$O.{bucket(venue)}.{kind}.x" for venue in VENUES for kind in "CM"]
    found += [f"$KV.x.{OTHER}", "$MQTT.sub.x", "$MQTT.msgs.x", "$MQTT.rmsgs", "$MQTT.sess.x", "_R_.x", "_GR_.x"]
    found += ["_INBOX.x", "_INBOX_hub.x", *(f"_INBOX_{user.name}.x" for user in users)]
    found += [f"jantaku.{venue}.{TABLE}.{kind}" for venue in VENUES for kind in ("staff", "public", "held")]
    return list(dict.fromkeys(found))


@dataclass(slots=True)
class World:
    """A broker with data of every party, and an observing client in every account."""

    broker: GuardedNats
    users: list[Attacker]
    venues: tuple[str, ...] = VENUES
    watchers: dict[str, Client] = field(default_factory=dict)
    secrets: dict[bytes, str] = field(default_factory=dict)
    told: list[tuple[str, str, bytes]] = field(default_factory=list)
    streams: dict[str, dict[str, dict[str, Any]]] = field(default_factory=dict)

    async def open(self) -> None:
        """Store the secrets, and start a responder that echoes requests."""
        for number, account in enumerate(self.broker.accounts):
            self.watchers[account] = await nats.connect(self.broker.address_of(f"watch-{number}"), error_cb=_silent)
        keeper = self._keeper
        jetstream = keeper.jetstream(timeout=PATIENCE_S)
        await make_streams(jetstream)
        for venue in self.venues:
            await make_bucket(jetstream, venue)
        await jetstream.add_consumer(STAFF_STREAM, ConsumerConfig(durable_name=DURABLE, ack_policy=AckPolicy.EXPLICIT))
        for venue in self.venues:
            clip = f"clip of {venue}".encode()
            self.secrets[clip] = venue
            await (await jetstream.object_store(bucket(venue))).put("t/x.jpg", clip)
            await jetstream.publish(TableAddress(venue, TABLE).public, f"public of {venue}".encode())
            await self._plant(f"old staff of {venue}", venue)
            self._at_home(venue)
        self.streams = {
            account: await kept(each.jetstream(timeout=PATIENCE_S)) for account, each in self.watchers.items()
        }

        async def echo(message: Msg) -> None:
            if message.reply:
                await keeper.publish(message.reply, message.data)

        for asked in (
            "jantaku.*.*.held",
            "jantaku.*.*.stored",
            "jantaku.*.*.clip",
            "jantaku-past.*.*",
            "jantaku-tables",
        ):
            await keeper.subscribe(asked, cb=echo)
        for account, watcher in self.watchers.items():
            await watcher.subscribe(">", cb=self._seen_in(account))
            await watcher.flush(PATIENCE_S)

    @property
    def _keeper(self) -> Client:
        """Observing client of the account that has the streams."""
        named = (self.watchers.get(account) for account in ("hub", f"venue-{VENUE}", ""))
        return next(each for each in named if each is not None)

    async def live(self) -> None:
        """Publish new secrets while the attacker listens."""
        for venue in self.venues:
            await self._plant(f"new staff of {venue}", venue)

    async def _plant(self, text: str, venue: str) -> None:
        keeper = self._keeper
        self.secrets[text.encode()] = venue
        # Not acknowledged: an attack may have deleted the stream.
        await keeper.publish(TableAddress(venue, TABLE).staff, text.encode())
        await keeper.flush(PATIENCE_S)

    def _at_home(self, venue: str) -> None:
        text = f"staff at home of {venue}".encode()
        self.secrets[text] = f"home-{venue}"
        with_mqtt(self.broker.mqtt, f"home-{venue}", [], [(f"jantaku-home/{venue}/t/staff", text)])

    def _seen_in(self, account: str) -> Any:
        async def seen(message: Msg) -> None:
            self.told.append((account, message.subject, message.data))

        return seen

    async def findings(self, by: Attacker, heard: Sequence[bytes]) -> list[str]:
        """Return the attacker's effects on others, and the secrets that it read."""
        for watcher in self.watchers.values():
            await watcher.flush(PATIENCE_S)
        found = {
            f"read {secret.decode()!r}"
            for body in heard
            for secret, owner in self.secrets.items()
            if secret in body and owner != by.party
        }
        # The accounts of venues and viewers have no other members; the hub's own user is not among the attackers.
        parties: dict[str, set[str]] = {}
        for one in self.users:
            parties.setdefault(one.account, {"hub"} & {one.account}).add(one.party)
        alone = {account for account, found_there in parties.items() if found_there == {by.party}}
        found |= {
            f"wrote to {subject}" + (f" of {account}" if account else "")
            for account, subject, body in self.told
            if account not in alone
            and not by.owns(subject)
            and not _OF_SERVER.fullmatch(subject)
            and body not in self.secrets
        }
        for account, watcher in self.watchers.items():
            now = await kept(watcher.jetstream(timeout=PATIENCE_S), self.streams[account])
            found |= {f"made stream {name} of {account}" for name in now.keys() - self.streams[account].keys()}
            for name, before in self.streams[account].items():
                after = now.get(name)
                if after is None:
                    found.add(f"deleted {name}")
                    continue
                found |= {
                    f"changed {what} of {name}" for what in ("config", "consumers") if before[what] != after[what]
                }
                lost = [key for key, value in before["messages"].items() if after["messages"].get(key) != value]
                retained = by.name.startswith("home-") and account == by.account and name.startswith("$MQTT_")
                found |= {f"purged {name}: {where}" for _, where in lost if not (retained or _pushes_out(by, where))}
        return sorted(found)


def _pushes_out(by: Attacker, subject: str) -> bool:
    """True for messages that the user's own agent replaces: the public stream keeps only a table's newest message."""
    return subject.endswith(".public") and by.owns(subject)


async def kept(
    jetstream: JetStreamContext, known: dict[str, dict[str, Any]] | None = None
) -> dict[str, dict[str, Any]]:
    """Streams of an account: settings, consumers and messages (of ``known`` only those, by number)."""
    found: dict[str, dict[str, Any]] = {}
    try:
        infos = await jetstream.streams_info()
    except (*AWAY, NotFoundError):
        return found
    for info in infos:
        name = str(info.config.name)
        if known is not None and name in known:
            numbers: Iterable[int] = [number for number, _ in known[name]["messages"]]
        else:
            numbers = range(max(1, info.state.first_seq), info.state.last_seq + 1)
        messages = {}
        for number in numbers:
            try:
                message = await jetstream.get_msg(name, number)
            except NotFoundError:
                continue
            messages[number, str(message.subject)] = message.data
        # Consumers of MQTT sessions appear and disappear with their clients; Debian's server lists a closing one as
        # null.
        listed = [] if "MQTT" in name else await jetstream.consumers_info(name)
        found[name] = {
            "config": info.config.as_dict(),
            "consumers": sorted((str(each.name), each.config.as_dict()) for each in listed),
            "messages": messages,
        }
    return found


async def attack(world: World, by: Attacker, address: str) -> list[bytes]:
    """Send everything that this user can send, with every reply subject; return the bodies it received."""
    heard: list[bytes] = []
    inbox = f"_INBOX_{by.name}.x"

    async def hear(message: Msg) -> None:
        heard.append(message.data)

    client = await nats.connect(address, error_cb=_silent, inbox_prefix=f"_INBOX_{by.name}".encode())
    subjects = universe(world.users, {name for each in world.streams.values() for name in each})
    for subject in (
        ">",
        "*.*",
        "*.*.*",
        "*.*.*.*",
        "jantaku.>",
        "$JS.>",
        "$SYS.>",
        "$O.>",
        "$MQTT.>",
        "_INBOX.>",
        *by.subscribe,
        *subjects,
    ):
        await client.subscribe(subject, cb=hear)
    await client.flush(PATIENCE_S)
    # One subject of each of its patterns: the choice of table makes no difference.
    mine = [each.replace("*", TABLE).replace(">", "x") for each in by.publish]
    bodies = list(bodies_of(by, inbox))
    await world.live()
    # Commands that delete a stream are sent last, so that they hide no other finding.
    replies = sorted(subjects, key=lambda each: bool(_ENDING.search(each)))
    for count, (reply, body, subject) in enumerate(product(replies, bodies, mine)):
        await client.publish(subject, body, reply=reply)
        if count % 500 == 499:
            await client.flush(PATIENCE_S)
    for subject, body in product(replies, bodies):
        await client.publish(subject, body, reply=inbox)
    await client.flush(timeout=PATIENCE_S)
    await asyncio.sleep(_QUIET_S)
    await world.live()
    await client.flush(PATIENCE_S)
    await client.close()
    return heard


def bodies_of(by: Attacker, inbox: str) -> Iterator[bytes]:
    """Yield an empty body, and bodies that JetStream executes: read, delete, redirect, create a stream."""
    yield b""
    staff = TableAddress(OTHER if by.party == VENUE else VENUE, TABLE).staff
    for order in (
        {"last_by_subj": staff},
        {"seq": 1},
        {"stream_name": STAFF_STREAM, "config": {"deliver_subject": inbox, "ack_policy": "none"}},
        {"name": "FRESH", "subjects": ["fresh"], "sources": [{"name": STAFF_STREAM}]},
        {"deliver_subject": inbox},
        {"type": "snapshot", "number": 1, "view": {"points": 99900}, "by": FORGED},
    ):
        yield json.dumps(order).encode()


def with_mqtt(port: int, user: str, listen: Sequence[str], say: Sequence[tuple[str, bytes]]) -> list[bytes]:
    """Subscribe to topics and publish retained messages; return the bodies received until all was sent."""
    heard: list[bytes] = []
    there, granted = threading.Event(), threading.Event()
    client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id=f"by-{user}")
    client.username_pw_set(user, f"pw-{user}")
    client.on_message = lambda _client, _data, message: heard.append(bytes(message.payload))
    client.on_connect = lambda *_: there.set()
    client.on_subscribe = lambda *_: granted.set()
    client.connect("127.0.0.1", port)
    client.loop_start()
    try:
        assert there.wait(PATIENCE_S), "no MQTT"
        for topic in listen:
            granted.clear()
            client.subscribe(topic, 1)
            granted.wait(PATIENCE_S)
        for topic, body in say:
            client.publish(topic, body, qos=0, retain=True)
        # The server answers in order: after this answer all earlier messages are processed.
        granted.clear()
        client.subscribe("homeassistant/status", 0)
        granted.wait(PATIENCE_S)
    finally:
        client.disconnect()
        client.loop_stop()
    return heard


def topics(subjects: Iterable[str]) -> list[str]:
    """Subjects in MQTT notation, and topics with wildcards above them."""
    plain = [each.replace(".", "/") for each in subjects if "//" not in each.replace(".", "/")]
    return [*plain, "#", "+/+/+/staff", "jantaku/#", "jantaku-home/#", "homeassistant/#", "$MQTT/#", "$JS/#", "$SYS/#"]


def doors_of(broker: GuardedNats, user: str, password: str, doors: Iterable[str]) -> set[str]:
    """Return those protocols of the broker (by port) that accept this login."""
    ports = {"STANDARD": broker.port, "LEAFNODE": broker.leaf, "MQTT": broker.mqtt}
    asks = {"MQTT": _lets_in_with_mqtt}
    return {door for door in doors if asks.get(door, _lets_in)(ports[door], user, password)}


def _lets_in(port: int, user: str, password: str) -> bool:
    """True if the server accepts this login by its own protocol."""
    try:
        with socket.create_connection(("127.0.0.1", port), PATIENCE_S) as line:
            said = json.dumps({"verbose": False, "name": "door", "user": user, "pass": password})
            line.sendall(f"CONNECT {said}\r\nPING\r\n".encode())
            heard = b""
            while b"\r\nPONG" not in heard and b"-ERR" not in heard and (more := line.recv(4096)):
                heard += more
    except ConnectionError:
        return False
    return b"\r\nPONG" in heard and b"-ERR" not in heard


def _lets_in_with_mqtt(port: int, user: str, password: str) -> bool:
    refused: list[bool] = []
    answered = threading.Event()

    def told(_client: object, _data: object, _flags: object, reason: ReasonCode, _: object) -> None:
        refused.append(reason.is_failure)
        answered.set()

    client = mqtt.Client(CallbackAPIVersion.VERSION2, client_id="door", reconnect_on_failure=False)
    client.username_pw_set(user, password)
    client.on_connect = told
    client.connect("127.0.0.1", port)
    client.loop_start()
    try:
        assert answered.wait(PATIENCE_S), "no MQTT"
    finally:
        client.disconnect()
        client.loop_stop()
    return not refused[0]


class HostileLeaf(RealNats):
    """A venue's broker under an attacker's control: it permits its one user everything over the leaf connection."""

    def __init__(self, hub: GuardedNats, user: str, binary: str) -> None:
        remote = f'leafnodes {{ remotes: [ {{ url: "nats-leaf://{user}:pw-{user}@127.0.0.1:{hub.leaf}" }} ] }}'
        self.http = free_port()
        super().__init__(remote + f"\nhttp: 127.0.0.1:{self.http}\n", binary=binary)


async def tried(
    broker: GuardedNats, by: Attacker, users: list[Attacker], venues: tuple[str, ...] = VENUES
) -> list[str]:
    """Attack a broker that has just started as one user, and return the findings."""
    world = World(broker, users, venues)
    await world.open()
    everywhere = universe(users, {name for each in world.streams.values() for name in each})
    heard: list[bytes] = []
    if by.kind == "LEAFNODE":
        leaf = HostileLeaf(broker, by.name, broker.binary)
        try:
            leaf.start()
            await _joined(leaf)
            heard += await attack(world, by, leaf.address)
        finally:
            leaf.close()
    elif by.kind == "STANDARD":
        heard += await attack(world, by, broker.address_of(by.name))
    if by.kind == "MQTT":
        places = topics(everywhere)
        say = [(each, FORGED.encode()) for each in places if not {"#", "+"} & set(each)]
        heard += await asyncio.to_thread(with_mqtt, broker.mqtt, by.name, places, say)
    found = await world.findings(by, heard)
    for watcher in world.watchers.values():
        await watcher.close()
    return found


async def _joined(leaf: HostileLeaf) -> None:
    """Wait until the leaf connection to the hub's broker is up."""
    for _ in range(400):
        if "Leafnode connection created" in leaf.log:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"no line: {leaf.log[-500:]}")


async def _silent(_error: Exception) -> None:
    """Ignore errors: refusals are expected."""
