"""``jantaku hub``: collects the journals of many venues from the broker, and checks and clears breaks."""

import asyncio
import contextlib
import json
import signal
import sys
import time
from collections.abc import Coroutine, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from api.cli.access.user import user_name
from api.hiding import Hiding
from api.hub.broker_config import hub_at, password_variable
from api.hub.config import BrokerConfig, secret
from api.hub.hub_store import HubStore
from api.hub.ingest import Hub
from api.hub.rows import Clearance
from api.hub.signing import Keys
from api.hub.subjects import token
from api.operations.logs import to_stderr
from api.paths import keep_private
from api.reach.plan import ListenPlan
from controller.errors import JantakuError
from controller.ports.maker import Maker, MakerKind
from controller.text import one_line

# Interval of repeated cancellations.
_CANCEL_AGAIN_S: Final = 0.5


def hub(
    *,
    database: str,
    nats: str = "nats://127.0.0.1:4222",
    ca: str = "",
    edge: list[str] | None = None,
    keys: str = "",
    check: bool = False,
    clear: list[int] | None = None,
    why: str = "",
    http: int = 0,
    host: str = "127.0.0.1",
    name: list[str] | None = None,
    as_json: bool = False,
) -> int:
    """Ingest until interrupted, with pages if wanted; or print the state, or clear breaks."""
    if clear:
        return clear_breaks(database, clear, why)
    if check:
        return stand(database, as_json)
    plan = ListenPlan(host, http)
    to_stderr(Hiding())
    keep_private()
    store = HubStore(database)
    passwords = {token(venue, "venue"): secret(password_variable(hub_at(venue))) for venue in edge or ()}
    lacking = [password_variable(hub_at(venue)) for venue, password in passwords.items() if not password]
    if lacking:
        raise JantakuError(f"expected {', '.join(lacking)}: what the hub draws on a venue's own broker with")
    ingest = Hub(BrokerConfig(nats=nats, ca=ca), store, passwords, Keys(Path(keys)) if keys else None)
    with contextlib.closing(store), _pages(store, plan, name or []) if plan.port else contextlib.nullcontext():
        asyncio.run(until_ended(ingest.run()))
    return 0


@contextlib.contextmanager
def _pages(store: HubStore, plan: ListenPlan, hosts: list[str]) -> Iterator[None]:
    """Serve a hub's pages while the context is open, and print the link for the first login."""
    from api.cli.access.entrance import let_in
    from api.hub_pages.serving import served

    with served(store, plan, hosts) as (access, reach), let_in(access, reach):
        print(f"hub {reach.here}/", file=sys.stderr)
        yield


def stand(database: str, as_json: bool) -> int:
    """Print the state of every journal at the hub; 1 if a record is missing or inconsistent."""
    store = HubStore(database)
    try:
        store.must_be_prepared()
        told = store.stand()
    finally:
        store.close()
    lacking, breaks = [each for each in told["journals"] if each["held"] < each["seen"]], told["breaks"]
    if as_json:
        print(json.dumps(told, ensure_ascii=False))
        return int(bool(lacking or breaks))
    for each in told["journals"]:
        gap = f", gap after {each['held']} of {each['seen']}" if each in lacking else ""
        print(f"{each['venue']} {each['table']} {each['journal'][:12]}: {each['held']} records{gap}")
    for each in breaks:
        since = datetime.fromtimestamp(each["at"], UTC).astimezone().strftime("%Y-%m-%d %H:%M")
        print(f"break {each['id']} since {since}, {each['subject']}: {each['reason']}", file=sys.stderr)
        print(f"     -> {each['remedy']['en']} / {each['remedy']['ja']}", file=sys.stderr)
    return int(bool(lacking or breaks))


def clear_breaks(database: str, numbers: list[int], why: str) -> int:
    """Clear breaks in the name of the user at this console; 1 if one of them does not exist."""
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


async def until_ended(work: Coroutine[None, None, None]) -> None:
    """Run ``work`` until SIGTERM or SIGINT; an error of the work is raised.

    The broker's client loses a cancellation that coincides with a broken connection, so it is repeated until the work
    has ended.
    """
    task, asked = asyncio.ensure_future(work), asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, asked.set)
    waiting = asyncio.ensure_future(asked.wait())
    await asyncio.wait({task, waiting}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=_CANCEL_AGAIN_S)
    with contextlib.suppress(asyncio.CancelledError):
        await task
