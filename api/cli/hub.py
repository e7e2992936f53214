"""``jantaku hub``."""

import asyncio
import contextlib
import json
import re
import signal
import sys
import time
from collections.abc import Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from api.access.access import Access
from api.access.settings import AccessSettings
from api.cli.user import user_name
from api.gateway.gateway import create_gateway
from api.gateway.mirror import Mirror
from api.hiding import Hiding
from api.http.listening import Ports
from api.http.server import serve_until_told
from api.hub.broker_config import Tls, edge_config, hub_at, hub_config, password_variable
from api.hub.config import BrokerConfig, secret
from api.hub.hub_store import HubStore
from api.hub.ingest import Hub
from api.hub.rows import Clearance
from api.hub.signing import Keys, Signer
from api.hub.subjects import token
from api.operations.lifecycle import Stopping
from api.operations.logs import to_stderr
from api.paths import keep_private
from api.reach.plan import ListenPlan
from api.reach.reach import Reach
from controller.errors import JantakuError
from controller.journal.codec import plain
from controller.ports.maker import Maker, MakerKind
from controller.text import one_line

LEAF_URL: Final = "JANTAKU_HUB_LEAF_URL"
"""Variable of a venue's own broker: nats-leaf://edge-VENUE:PASSWORD@HOST:PORT of the hub's."""
_SHOWN: Final = ("venue", "table", "journal", "held", "seen", "heard_at")


def run(broker: BrokerConfig, database: str, edges: list[str], keys: str) -> int:
    """Ingest until interrupted or told to end."""
    to_stderr(Hiding())
    keep_private()
    store = HubStore(database)
    passwords = {token(venue, "venue"): secret(password_variable(hub_at(venue))) for venue in edges}
    lacking = [password_variable(hub_at(venue)) for venue, password in passwords.items() if not password]
    if lacking:
        raise JantakuError(f"expected {', '.join(lacking)}: what the hub draws on a venue's own broker with")
    hub = Hub(broker, store, passwords, Keys(Path(keys)) if keys else None)
    try:
        asyncio.run(until_ended(hub.run()))
    finally:
        store.close()
    return 0


def gateway(broker: BrokerConfig, venue: str, keys: str, host: str, http: int, hosts: list[str]) -> int:
    """Serve what the broker's public stream tells until told to end."""
    to_stderr(Hiding())
    mirror = Mirror(broker, token(venue, "venue") if venue else "", Keys(Path(keys)))
    access = Access(settings=AccessSettings(hosts=tuple(hosts)))
    with Stopping() as stopping, contextlib.closing(Ports(ListenPlan(host, http))) as ports:
        mirror.start()
        try:
            reach = Reach(ports.plan, hosts)
            reach.served(ports.listeners, None)
            print(f"gateway {reach.here}/", file=sys.stderr)
            for address in reach.elsewhere(secure=False):
                print(f"network {address}/", file=sys.stderr)
            serve_until_told(create_gateway(mirror, access, reach), ports, stopping)
        finally:
            mirror.stop()
    return 0


def check(database: str, as_json: bool) -> int:
    """Tell how every journal stands at the hub; 1 where a record is missing or does not fit."""
    store = HubStore(database)
    try:
        store.must_be_prepared()
        standings, breaks = store.standings(), store.breaks()
    finally:
        store.close()
    lacking = [each for each in standings if each.held < each.seen]
    if as_json:
        rows = [{name: getattr(each, name) for name in _SHOWN} for each in standings]
        names = ("id", "at", "subject", "reason")
        odd = [{name: getattr(each, name) for name in names} | {"remedy": plain(each.remedy)} for each in breaks]
        print(json.dumps({"journals": rows, "breaks": odd}))
    else:
        for each in standings:
            gap = f", gap after {each.held} of {each.seen}" if each in lacking else ""
            print(f"{each.venue} {each.table} {each.journal[:12]}: {each.held} records{gap}")
        for odd_one in breaks:
            since = datetime.fromtimestamp(odd_one.at, UTC).astimezone().strftime("%Y-%m-%d %H:%M")
            print(f"break {odd_one.id} since {since}, {odd_one.subject}: {odd_one.reason}", file=sys.stderr)
            print(f"     -> {odd_one.remedy.en} / {odd_one.remedy.ja}", file=sys.stderr)
    return int(bool(lacking or breaks))


def clear(database: str, numbers: list[int], why: str) -> int:
    """Decide that breaks are done with, as the user at this console; 1 where one of them does not stand."""
    if not why.strip():
        raise JantakuError("--clear: expected --why, the reason that is kept")
    user, store = user_name(), HubStore(database)
    decision = Clearance(time.time(), user, Maker(MakerKind.CONSOLE, f"console:{user}"), one_line(why, 400))
    try:
        store.must_be_prepared()
        gone = [number for number in numbers if not store.clear(number, decision)]
    finally:
        store.close()
    for number in gone:
        print(f"no break {number} stands: see jantaku hub --check", file=sys.stderr)
    return int(bool(gone))


def key(file: Path, venue: str) -> int:
    """Print the line that hub and gateways know a venue's messages by; the key is made where there is none."""
    print(Signer(venue, file).public)
    return 0


async def until_ended(work: Coroutine[None, None, None]) -> None:
    """Work until SIGTERM or SIGINT ask for the end; an error of the work is raised."""
    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task


def print_config(
    kind: str, venues: list[str], listen: str, leaf: str, mqtt: str, store: str, files: tuple[str, str, str]
) -> int:
    """Print what nats-server is to be run with; the variables that it needs are named on stderr."""
    cert, key, ca = files
    if bool(cert) != bool(key):
        raise JantakuError("expected both --cert and --key, or neither")
    tls = Tls(cert, key, ca) if cert else None
    if kind == "hub":
        config = hub_config(venues, listen, leaf, mqtt, store, tls)
    elif kind == "edge" and len(venues) == 1:
        config = edge_config(venues[0], listen, LEAF_URL, mqtt, store, tls)
    else:
        raise JantakuError(f"{kind} of {len(venues)} venues: expected hub, or edge of one venue")
    print(config, end="")
    for name in sorted(set(re.findall(r"\$(JANTAKU_\w+)", config))):
        print(f"environment: {name}", file=sys.stderr)
    return 0
