"""Configurations of nats-server for the hub's broker and for a venue's own: who may publish and read which subjects.

Passwords come from the server's environment. Everybody listens to answers below an inbox of their own, so that nobody
reads what another asked for; what is not named in a list is refused.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from api.hub.clips import bucket
from api.hub.subjects import PUBLIC_STREAM, STAFF_STREAM, domain, token

_DIRECT: Final = "$JS.API.DIRECT.GET"
# What a client that speaks MQTT listens to besides its topics; the server makes these names.
_MQTT: Final = ("$MQTT.sub.>",)


@dataclass(frozen=True, slots=True)
class Tls:
    """PEM files of the server; ``ca``: clients must show a certificate that it signed."""

    cert: str
    key: str
    ca: str = ""


@dataclass(frozen=True, slots=True)
class BrokerUser:
    """A user and what they may; the password is in the environment under ``variable``."""

    name: str
    publish: tuple[str, ...]
    subscribe: tuple[str, ...]
    answers: bool = False
    """Whether they may answer what they are asked."""

    @property
    def variable(self) -> str:
        """Name in the server's environment."""
        return f"JANTAKU_{self.name.upper().replace('-', '_')}_PASSWORD"

    @property
    def lines(self) -> str:
        """The user as the config has it."""
        inbox = f"_INBOX_{self.name}.>"
        rights = f"publish: {{ allow: {json.dumps(self.publish)} }}, " if self.publish else 'publish: { deny: ">" }, '
        rights += f"subscribe: {{ allow: {json.dumps((inbox, *self.subscribe))} }}"
        if self.answers:
            rights += ", allow_responses: true"
        return f"    {{ user: {self.name}, password: ${self.variable}, permissions: {{ {rights} }} }}"


def hub_config(venues: Sequence[str], listen: str, leaf: str, mqtt: str, store: str, tls: Tls | None) -> str:
    """The hub's broker: agents of venues, or their own brokers over ``leaf``; gateways, home systems over ``mqtt``."""
    users = [_HUB, _GATEWAY]
    for venue in venues:
        users += [_agent(venue, edge=False), _leaf(venue), _home_bridge(venue)]
    listeners = f"leafnodes {{ listen: {json.dumps(leaf)}{_tls(tls)} }}\n" if leaf else ""
    return _config("jantaku-hub", "hub", listen, mqtt, store, tls, (*users, _HOME), listeners)


def edge_config(venue: str, listen: str, remote: str, mqtt: str, store: str, tls: Tls | None) -> str:
    """A venue's own broker: it stores what the hub then draws; ``remote``: variable with the address of the hub's."""
    users = (_agent(venue, edge=True), _GATEWAY, _home_bridge(venue), _HOME)
    kept = json.dumps(
        ["jantaku.*.*.staff", "jantaku.*.*.public", "jantaku-view.>", "homeassistant.>", "jantaku-home.>"]
    )
    trust = f", tls {{ ca_file: {json.dumps(tls.ca)} }}" if tls is not None and tls.ca else ""
    # The hub draws from the streams; published once more over the line, each record would be there twice.
    leaf = f"leafnodes {{ remotes: [ {{ url: ${remote}, deny_exports: {kept}{trust} }} ] }}\n"
    return _config(f"jantaku-{venue}", domain(venue), listen, mqtt, store, tls, users, leaf)


_HUB: Final = BrokerUser("hub", ("$JS.API.>", "$JS.ACK.>", "$JS.*.API.>"), ("jantaku.*.*.held",), answers=True)
_GATEWAY: Final = BrokerUser(
    "gateway", (f"{_DIRECT}.{PUBLIC_STREAM}", f"$JS.API.STREAM.INFO.{PUBLIC_STREAM}"), ("jantaku-view.*.*",)
)
# MQTT's ``#`` takes the topic above too.
_AT_HOME: Final = ("homeassistant", "homeassistant.>", "jantaku-home", "jantaku-home.>")
# The home system itself: it reads what bridges tell, and tells when it starts.
_HOME: Final = BrokerUser("home", ("homeassistant.status",), (*_AT_HOME, *_MQTT))


def _agent(venue: str, edge: bool) -> BrokerUser:
    own = bucket(venue)
    streams = (STAFF_STREAM, PUBLIC_STREAM, f"OBJ_{own}")
    publish = [f"jantaku.{venue}.*.{kind}" for kind in ("staff", "public", "held")]
    publish += [f"{_DIRECT}.{STAFF_STREAM}.jantaku.{venue}.*.staff", f"$O.{own}.>"]
    publish += [f"$JS.API.{verb}.OBJ_{own}" for verb in ("STREAM.INFO", "STREAM.MSG.GET", "STREAM.PURGE")]
    if edge:
        publish += [f"$JS.API.STREAM.{verb}.{stream}" for stream in streams for verb in ("INFO", "CREATE", "UPDATE")]
    return BrokerUser(f"agent-{token(venue, 'venue')}", tuple(dict.fromkeys(publish)), ())


def _leaf(venue: str) -> BrokerUser:
    """What a venue's own broker sends over its line, and what may be asked of it: nothing of another venue."""
    ours = domain(venue)
    sends = (f"jantaku-edge.{ours}.>", f"jantaku.{venue}.*.held", "$JS.FC.>", "_INBOX.>", "$JSC.R.>", "_R_.>")
    takes = (f"$JS.{ours}.API.>", "$JS.FC.>", "$JS.ACK.>", f"_INBOX_agent-{venue}.>")
    return BrokerUser(ours, sends, takes)


def _home_bridge(venue: str) -> BrokerUser:
    return BrokerUser(f"home-{venue}", ("homeassistant.>", f"jantaku-home.{venue}.>"), ("homeassistant.status", *_MQTT))


def _config(
    name: str,
    js_domain: str,
    listen: str,
    mqtt: str,
    store: str,
    tls: Tls | None,
    users: Iterable[BrokerUser],
    leaf: str,
) -> str:
    rows = ",\n".join(user.lines for user in users)
    home = f"mqtt {{ listen: {json.dumps(mqtt)}{_tls(tls)} }}\n" if mqtt else ""
    return (
        f"server_name: {name}\nlisten: {json.dumps(listen)}\n"
        f"jetstream {{ store_dir: {json.dumps(store)}, domain: {js_domain} }}\n{leaf}{home}"
        f"{_tls(tls).removeprefix(', ')}\nauthorization {{\n  users: [\n{rows}\n  ]\n}}\n"
    )


def _tls(tls: Tls | None) -> str:
    if tls is None:
        return ""
    files = f"cert_file: {json.dumps(tls.cert)}, key_file: {json.dumps(tls.key)}"
    return f", tls {{ {files}{f', ca_file: {json.dumps(tls.ca)}, verify: true' if tls.ca else ''} }}"
