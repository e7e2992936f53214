"""Configurations of nats-server for the hub's broker and for a venue's own broker.

Every party has its own account: the hub, each venue, each venue's home-automation system, viewers. Accounts are
isolated except for explicit passages: a service (a request goes to the owner, one answer returns to the requester) or a
stream (messages of the owner are visible). JetStream answers to any reply subject with its own permissions, but only
within the requester's account; therefore streams are in accounts in which only their owner publishes. User permissions
are a second line of defence. Passwords come from the server's environment.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from api.hub.subjects import (
    ASKED_OF_HUB,
    ASKED_OF_KEEPER,
    PAST_SUBJECTS,
    PUBLIC_STREAM,
    STAFF_STREAM,
    TABLES_SUBJECT,
    VIEW_SUBJECTS,
    domain,
    token,
)
from controller.errors import JantakuError

HUB: Final = "hub"
VIEWERS: Final = "viewers"
# Subjects that the server makes up and that an MQTT client needs besides its topics.
_MQTT: Final = ("$MQTT.sub.>",)
_FACTS: Final = ("staff", "public")
Speaks = Literal["STANDARD", "LEAFNODE", "MQTT"]


@dataclass(frozen=True, slots=True)
class Tls:
    """PEM files of the server; ``ca``: clients must present a certificate signed by it."""

    cert: str
    key: str
    ca: str = ""


@dataclass(frozen=True, slots=True)
class BrokerUser:
    """A user and its permissions; the password is in the environment variable ``variable``."""

    name: str
    publish: tuple[str, ...]
    subscribe: tuple[str, ...]
    answers: bool = False
    """True if the user may answer requests."""
    speaks: Speaks = "STANDARD"

    @property
    def variable(self) -> str:
        """Name of the password in the server's environment."""
        return password_variable(self.name)

    @property
    def lines(self) -> str:
        """The user as text of the configuration."""
        inbox = f"_INBOX_{self.name}.>"
        rights = f"publish: {{ allow: {json.dumps(self.publish)} }}, "
        rights += f"subscribe: {{ allow: {json.dumps((inbox, *self.subscribe))} }}"
        if self.answers:
            rights += ", allow_responses: true"
        kind = f'allowed_connection_types: ["{self.speaks}"]'
        return f"      {{ user: {self.name}, password: ${self.variable}, {kind}, permissions: {{ {rights} }} }}"


@dataclass(frozen=True, slots=True)
class Passage:
    """Part of the ``owner``'s account that account ``user`` may use; nothing else crosses between accounts."""

    kind: Literal["service", "stream"]
    subject: str
    owner: str
    user: str

    @property
    def exported(self) -> str:
        """The export in the owner's account."""
        return f'      {{ {self.kind}: "{self.subject}", accounts: ["{self.user}"] }}'

    @property
    def imported(self) -> str:
        """The import in the other account."""
        return f'      {{ {self.kind}: {{ account: "{self.owner}", subject: "{self.subject}" }} }}'


@dataclass(frozen=True, slots=True)
class Account:
    """Users that trust each other; ``streams``: JetStream is enabled for them."""

    name: str
    users: tuple[BrokerUser, ...]
    streams: bool = False

    def lines(self, passages: Iterable[Passage]) -> str:
        """Return the account as text of the configuration."""
        parts = ["    jetstream: enabled"] if self.streams else []
        parts.append(_listed("users", [user.lines for user in self.users]))
        for word, rows in (
            ("exports", [each.exported for each in passages if each.owner == self.name]),
            ("imports", [each.imported for each in passages if each.user == self.name]),
        ):
            parts += [_listed(word, rows)] if rows else []
        return f'  "{self.name}" {{\n' + "\n".join(parts) + "\n  }\n"


def password_variable(user: str) -> str:
    """Return the environment variable of a user's password, for the server and for clients with several logins."""
    return f"JANTAKU_{user.upper().replace('-', '_')}_PASSWORD"


def hub_at(venue: str) -> str:
    """Return the name of the hub's user in a venue's account, with which it reads from the venue's broker."""
    return f"hub-{venue}"


def hub_config(venues: Sequence[str], listen: str, leaf: str, mqtt: str, store: str, tls: Tls | None) -> str:
    """Return the configuration of the hub's broker.

    Clients are agents of venues, or venues' brokers connected to ``leaf``; gateways; home systems over ``mqtt``.
    """
    accounts = [Account(HUB, (_HUB,), streams=True), Account(VIEWERS, (_GATEWAY,))]
    passages = [*_views(HUB)]
    for venue in dict.fromkeys(venues):
        party = _party(venue)
        brokers = (_leaf(venue), _hub_at(venue)) if leaf else ()
        accounts.append(Account(party, (_agent(venue), *brokers)))
        kinds = (*_FACTS, *ASKED_OF_KEEPER, *ASKED_OF_HUB)
        passages += [Passage("service", f"jantaku.{venue}.*.{kind}", HUB, party) for kind in kinds]
        accounts += _homes(venue) if mqtt else ()
    listeners = f"leafnodes {{ listen: {json.dumps(leaf)}{_tls(tls)} }}\n" if leaf else ""
    return _config("jantaku-hub", "hub", listen, mqtt, store, tls, accounts, passages, listeners)


def edge_config(venue: str, listen: str, remote: str, mqtt: str, store: str, tls: Tls | None) -> str:
    """Return the configuration of a venue's broker, which stores messages until the hub reads them.

    ``remote``: environment variable with the address of the hub's broker.
    """
    party = _party(venue)
    accounts = [Account(party, (_agent_at_home(venue),), streams=True), Account(VIEWERS, (_GATEWAY,))]
    accounts += _homes(venue) if mqtt else ()
    kinds = (*_FACTS, *ASKED_OF_KEEPER)
    kept = json.dumps([*(f"jantaku.*.*.{kind}" for kind in kinds), VIEW_SUBJECTS, PAST_SUBJECTS, TABLES_SUBJECT])
    trust = f", tls {{ ca_file: {json.dumps(tls.ca)} }}" if tls is not None and tls.ca else ""
    # The hub reads from the streams; exporting the same subjects over the leaf connection would duplicate records.
    leaf = f'leafnodes {{ remotes: [ {{ url: ${remote}, account: "{party}", deny_exports: {kept}{trust} }} ] }}\n'
    return _config(f"jantaku-{venue}", domain(venue), listen, mqtt, store, tls, accounts, [*_views(party)], leaf)


_HUB: Final = BrokerUser(
    "hub",
    ("$JS.API.>", "$JS.ACK.>", "jantaku.*.*.staff", "jantaku.*.*.public", "$O.*.>"),
    (*(f"jantaku.*.*.{kind}" for kind in (*ASKED_OF_KEEPER, *ASKED_OF_HUB)), PAST_SUBJECTS, TABLES_SUBJECT),
    answers=True,
)
_GATEWAY: Final = BrokerUser("gateway", (PAST_SUBJECTS, TABLES_SUBJECT), (VIEW_SUBJECTS,))


def _party(venue: str) -> str:
    return f"venue-{token(venue, 'venue')}"


def _views(owner: str) -> Iterable[Passage]:
    """Yield the passages by which viewers use the streams of ``owner``."""
    yield Passage("stream", VIEW_SUBJECTS, owner, VIEWERS)
    yield Passage("service", PAST_SUBJECTS, owner, VIEWERS)
    yield Passage("service", TABLES_SUBJECT, owner, VIEWERS)


def _agent(venue: str) -> BrokerUser:
    kinds = (*_FACTS, *ASKED_OF_KEEPER, *ASKED_OF_HUB)
    return BrokerUser(f"agent-{venue}", tuple(f"jantaku.{venue}.*.{kind}" for kind in kinds), ())


def _agent_at_home(venue: str) -> BrokerUser:
    """Return the agent's user at the venue's own broker: it owns the streams and answers requests about them."""
    plain = _agent(venue)
    asked = tuple(f"jantaku.*.*.{kind}" for kind in ASKED_OF_KEEPER)
    rights = [f"$JS.API.STREAM.{verb}.{name}" for name in _STREAMS for verb in ("INFO", "CREATE", "UPDATE")]
    rights += [f"$JS.API.DIRECT.GET.{name}{more}" for name in _STREAMS for more in ("", ".>")]
    return BrokerUser(plain.name, (*plain.publish, *rights), (*asked, PAST_SUBJECTS, TABLES_SUBJECT), answers=True)


_STREAMS: Final = (STAFF_STREAM, PUBLIC_STREAM)


def _leaf(venue: str) -> BrokerUser:
    """Return the user of a venue's broker, limited to the subjects it exports and imports."""
    ours = domain(venue)
    sends = (*(f"jantaku.{venue}.*.{kind}" for kind in ASKED_OF_HUB), f"_INBOX_{hub_at(venue)}.>")
    takes = (f"$JS.{ours}.API.CONSUMER.>", "$JS.ACK.>", f"_INBOX_agent-{venue}.>")
    return BrokerUser(ours, sends, takes, speaks="LEAFNODE")


def _hub_at(venue: str) -> BrokerUser:
    return BrokerUser(hub_at(venue), (f"$JS.{domain(venue)}.API.CONSUMER.>", "$JS.ACK.>"), ())


def _homes(venue: str) -> list[Account]:
    """Return the account of a venue's bridge and home-automation system, which announces its start."""
    name = token(venue, "venue")
    tells = ("homeassistant.>", f"jantaku-home.{name}.>")
    bridge = BrokerUser(f"home-{name}", tells, ("homeassistant.status", *_MQTT), speaks="MQTT")
    # MQTT's ``#`` also matches the parent topic.
    heard = ("homeassistant", "homeassistant.>", "jantaku-home", "jantaku-home.>", *_MQTT)
    system = BrokerUser(f"homeassistant-{name}", ("homeassistant.status",), heard, speaks="MQTT")
    return [Account(f"home-{name}", (bridge, system), streams=True)]


def _config(
    name: str,
    js_domain: str,
    listen: str,
    mqtt: str,
    store: str,
    tls: Tls | None,
    accounts: Iterable[Account],
    passages: Sequence[Passage],
    leaf: str,
) -> str:
    accounts = tuple(accounts)
    _check_passwords([user for account in accounts for user in account.users])
    rows = "".join(account.lines(passages) for account in accounts)
    home = f"mqtt {{ listen: {json.dumps(mqtt)}{_tls(tls)} }}\n" if mqtt else ""
    return (
        f"server_name: {name}\nlisten: {json.dumps(listen)}\n"
        f"jetstream {{ store_dir: {json.dumps(store)}, domain: {js_domain} }}\n{leaf}{home}"
        f"{_tls(tls).removeprefix(', ')}\naccounts {{\n{rows}}}\n"
    )


def _check_passwords(users: Iterable[BrokerUser]) -> None:
    """Raise JantakuError if two users share a password variable, for example of venues ``a-b`` and ``A_B``."""
    known: dict[str, str] = {}
    for user in users:
        other = known.setdefault(user.variable, user.name)
        if other != user.name:
            raise JantakuError(
                f"{other} and {user.name}: the passwords of both would be {user.variable};"
                " expected venues that differ in more than case, - and _"
            )


def _listed(word: str, rows: Sequence[str]) -> str:
    return f"    {word}: [\n" + ",\n".join(rows) + "\n    ]"


def _tls(tls: Tls | None) -> str:
    if tls is None:
        return ""
    files = f"cert_file: {json.dumps(tls.cert)}, key_file: {json.dumps(tls.key)}"
    return f", tls {{ {files}{f', ca_file: {json.dumps(tls.ca)}, verify: true' if tls.ca else ''} }}"
