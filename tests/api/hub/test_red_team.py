"""A user's password gives no access to data of others: real servers with the printed configuration.

Failed with a configuration of one account for all: JetStream answered to any reply subject, so a gateway purged and
deleted the staff's stream, and one venue's agent had another's records sent to itself.
"""

import asyncio
from itertools import product

import pytest

from api.hub.broker_config import edge_config, hub_config
from tests.support.guarded_brokers import OTHER, VENUE, GuardedNats
from tests.support.longer import others_long
from tests.support.real_nats import SERVERS, need_nats
from tests.support.red_team import Attacker, attackers, doors_of, tried

USERS = attackers(hub_config((VENUE, OTHER), "x:1", "x:2", "x:3", "/store", None))
# The older server too, with one user of each kind.
AT_HUB = list(product(USERS, SERVERS))
SHORT = [*product(USERS, ["current"]), *product({user.kind: user for user in reversed(USERS)}.values(), ["debian"])]
AT_EDGE = attackers(edge_config(VENUE, "x:1", "ADDRESS", "x:3", "/store", None))


def test_the_configuration_has_users_of_every_kind() -> None:
    assert {user.kind for user in USERS} == {"STANDARD", "LEAFNODE", "MQTT"}
    of_venues = {party for venue in (VENUE, OTHER) for party in (venue, f"home-{venue}")}
    assert {user.party for user in USERS} == of_venues | {"gateway"}
    assert all(user.account for user in USERS)


@pytest.mark.parametrize(("user", "server"), others_long(AT_HUB, *SHORT), ids=lambda each: getattr(each, "name", each))
def test_no_user_reads_writes_purges_or_deletes_what_is_anothers(user: Attacker, server: str) -> None:
    with GuardedNats(binary=need_nats(server), watched=True) as broker:
        assert asyncio.run(tried(broker, user, USERS)) == []


# At the venue's own broker its agent owns the streams.
@pytest.mark.parametrize("user", [user for user in AT_EDGE if user.party != VENUE], ids=lambda user: user.name)
def test_at_a_venues_own_broker_the_venue_alone_reaches_its_streams(user: Attacker) -> None:
    need_nats()
    with GuardedNats(edge_of=GuardedNats(), watched=True) as broker:
        assert asyncio.run(tried(broker, user, AT_EDGE, (VENUE,))) == []


@pytest.mark.parametrize("server", SERVERS)
def test_every_user_comes_in_by_its_own_door_alone(server: str) -> None:
    """NATS, leaf connection and MQTT: at the hub's broker, and at a venue's, where another venue has no user."""
    hub = GuardedNats(binary=need_nats(server))
    edge = GuardedNats(edge_of=hub, binary=need_nats(server))
    try:
        hub.start()
        edge.start()
        everybody = {user.name: user.kind for user in (*USERS, *AT_EDGE)} | {"hub": "STANDARD", "nobody": ""}
        for broker, users in ((hub, USERS), (edge, AT_EDGE)):
            known = {user.name: {user.kind} for user in users} | ({"hub": {"STANDARD"}} if broker is hub else {})
            doors = [door for door in ("STANDARD", "LEAFNODE", "MQTT") if broker is hub or door != "LEAFNODE"]
            assert {name: doors_of(broker, name, f"pw-{name}", doors) for name in everybody} == {
                name: known.get(name, set()) for name in everybody
            }
            assert {name: doors_of(broker, name, "wrong", doors) for name in known} == {name: set() for name in known}
    finally:
        edge.close()
        hub.close()


def test_the_attack_finds_a_deputy() -> None:
    """Moves the gateway into the hub's account with unchanged permissions, to show what the accounts protect."""
    need_nats()
    broker = GuardedNats()
    row = next(line for line in broker.printed.splitlines(keepends=True) if "user: gateway" in line)
    moved = broker.printed.replace(row, "").replace("users: [\n", f"users: [\n{row.rstrip()},\n", 1)
    broker.use(moved, watched=True)
    with broker:
        users = attackers(moved)
        (gateway,) = [user for user in users if user.name == "gateway"]
        found = asyncio.run(tried(broker, gateway, users))
        assert {"deleted JANTAKU_STAFF", f"read 'new staff of {VENUE}'"} & set(found)
        assert any(each.startswith("wrote to $JS.API.STREAM.PURGE") for each in found)
