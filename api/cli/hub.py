"""``jantaku hub``."""

import asyncio
import contextlib
import json
import signal
import sys
from collections.abc import Coroutine
from typing import Final

from api.hub.broker import Edge
from api.hub.config import BrokerConfig
from api.hub.hub_store import HubStore
from api.hub.ingest import Hub
from api.hub.subjects import token
from api.operations.logs import to_stderr
from api.paths import keep_private
from api.venue.environment import Hiding

_SHOWN: Final = ("venue", "table", "journal", "held", "seen", "heard_at")


def run(broker: BrokerConfig, database: str, edges: list[str]) -> int:
    """Ingest until interrupted or told to end."""
    to_stderr(Hiding())
    keep_private()
    store = HubStore(database)
    hub = Hub(broker, store, tuple(Edge(token(domain, "edge")) for domain in edges))
    try:
        asyncio.run(until_ended(hub.run()))
    finally:
        store.close()
    return 0


def check(database: str, as_json: bool) -> int:
    """Tell how every journal stands at the hub; 1 where a record is missing or does not fit."""
    store = HubStore(database)
    try:
        standings, breaks = store.standings(), store.breaks()
    finally:
        store.close()
    lacking = [each for each in standings if each.held < each.seen]
    if as_json:
        rows = [{name: getattr(each, name) for name in _SHOWN} for each in standings]
        odd = [{"subject": subject, "reason": reason} for subject, reason in breaks]
        print(json.dumps({"journals": rows, "breaks": odd}))
    else:
        for each in standings:
            gap = f", gap after {each.held} of {each.seen}" if each in lacking else ""
            print(f"{each.venue} {each.table} {each.journal[:12]}: {each.held} records{gap}")
        for subject, reason in breaks:
            print(f"{subject}: {reason}", file=sys.stderr)
    return int(bool(lacking or breaks))


async def until_ended(work: Coroutine[None, None, None]) -> None:
    """Work until SIGTERM or SIGINT ask for the end; an error of the work is raised."""
    task = asyncio.ensure_future(work)
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, task.cancel)
    with contextlib.suppress(asyncio.CancelledError):
        await task
