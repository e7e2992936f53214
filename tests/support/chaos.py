"""kill -9 of agents, hub, broker, database and gateways: is every event at the hub exactly once, every page current?

``python -m tests.support.chaos --tables 50 --kills 200 [--agents 5] [--gateways 2] [--seed 0] [--rate 4] [--json]``:
agents are processes of two venues that keep real journals and append recorded evenings to them, ``--rate`` events per
second and table. Broker and database are the real servers with one account per party; hub and gateways are the real
commands. A killed process is started again a moment later. At the end the hub must hold all journals byte by byte: lost
0, doubled 0, chains valid, no misfits. Every gateway must show every table as the journal's release gate does: stale 0.
"""

import argparse
import contextlib
import json
import os
import subprocess
import sys
import time
import urllib.request
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import Any, Final, Protocol

from api.hub.config import PASSWORD, USER, HubConfig
from api.hub.hub_store import HubStore, HubStoreError
from api.hub.signing import Signer
from api.hub.uplink import Uplink
from api.operations.logs import to_stderr
from api.stores.open import open_read_only
from controller.errors import JantakuError
from controller.journal.chain import record_to_line, verify
from controller.journal.events import Event
from tests.support.guarded_brokers import OTHER, VENUE, GuardedNats
from tests.support.outlets import KEPT, JournalOutlet, kept_events, public_view
from tests.support.real_postgres import RealPostgres, postgres_binaries
from tests.support.real_servers import free_port
from tests.support.waiting import PATIENCE_S

# Seconds that agents and hub may take to agree after the last kill.
AGREED_WITHIN_S: Final = 3 * PATIENCE_S
_STOP: Final = "stop"
_VENUES: Final = (VENUE, OTHER)


@dataclass(frozen=True, slots=True)
class Tested:
    """Result of a run; ``settled_s``: seconds from the last kill until the hub had every event."""

    tables: int
    kills: dict[str, int]
    facts: int
    lost: int
    doubled: int
    broken_chains: int
    misfits: int
    stale: int
    seconds: float
    settled_s: float

    @property
    def ok(self) -> bool:
        """True if no event is lost, doubled or misplaced, all chains are valid and no page is stale."""
        return not (self.lost or self.doubled or self.broken_chains or self.misfits or self.stale)


class Victim(Protocol):
    """A process that is killed and started again; one that is not up yet is not killed."""

    @property
    def alive(self) -> bool: ...

    def start(self) -> None: ...

    def kill(self) -> None: ...


class Agent:
    """A process of tables; after a kill it continues their journals."""

    def __init__(self, folder: Path, venue: str, tables: Sequence[str], address: str, rate: float) -> None:
        self.venue, self.tables = venue, tables
        self._words = ["--agent", *tables, "--venue", venue, "--folder", str(folder)]
        self._words += ["--nats", address, "--rate", str(rate)]
        self._sign = folder / f"alive-{tables[0]}"

    @property
    def alive(self) -> bool:
        return self._sign.exists()

    def start(self) -> None:
        self._sign.unlink(missing_ok=True)
        self._process = subprocess.Popen([sys.executable, "-m", "tests.support.chaos", *self._words])

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


class Command:
    """A jantaku command that logs in to the broker as a user; ``under``: words of the command that starts it."""

    def __init__(
        self, broker: GuardedNats, user: str, name: str, words: Sequence[str], under: Sequence[str] = ()
    ) -> None:
        self._words = [*under, sys.executable, "-m", "api", *words, "--nats", broker.address]
        self._user, self._log = user, broker.folder / f"{name}.log"

    @property
    def alive(self) -> bool:
        return "broker connected" in self._log.read_text(errors="replace")

    def start(self) -> None:
        with self._log.open("wb") as log:
            named = {**os.environ, USER: self._user, PASSWORD: f"pw-{self._user}"}
            self._process = subprocess.Popen(self._words, env=named, stderr=log)

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


class Gateway(Command):
    """A gateway of all venues."""

    def __init__(self, broker: GuardedNats, keys: Path, number: int) -> None:
        self._port = free_port()
        words = ["gateway", "--keys", str(keys), "--http", str(self._port)]
        super().__init__(broker, "gateway", f"gateway-{number}", words)

    def shown(self, table: str) -> Any:
        """Return the table that it shows; None if it cannot be reached."""
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{self._port}/api/v1/tables/{table}", timeout=PATIENCE_S
            ) as answer:
                return json.load(answer)
        except OSError:
            return None


def run(tables: int, kills: int, agents: int, seed: int, rate: float, gateways: int = 2) -> Tested:
    """Run the whole test: start all parties, kill at random, wait for agreement and compare."""
    binaries = postgres_binaries()
    assert binaries is not None, "needs the Debian package postgresql"
    random, began = Random(seed), time.monotonic()
    names = [f"t{number}" for number in range(tables)]
    with contextlib.ExitStack() as ends:
        postgres, broker = RealPostgres(binaries), GuardedNats()
        ends.callback(postgres.close)
        ends.callback(broker.close)
        postgres.start()
        broker.start()
        folder = broker.folder / "journals"
        folder.mkdir()
        database, keys = postgres.database(), folder / "venues.keys"
        keys.write_text("".join(f"{Signer(venue, _key(folder, venue)).public}\n" for venue in _VENUES))
        hub = Command(broker, "hub", "hub", ["hub", "--database", database, "--keys", str(keys)])
        parts = []
        for first in range(agents):
            venue = _VENUES[first % len(_VENUES)]
            parts.append(Agent(folder, venue, names[first::agents], broker.address_of(f"agent-{venue}"), rate))
        pages = [Gateway(broker, keys, number) for number in range(gateways)]
        started: list[Victim] = [hub, *parts, *pages]
        for each in started:
            each.start()
            ends.callback(each.kill)
        _until_heard_of(database, tables)
        kinds: dict[str, Sequence[Victim]] = {
            "agent": parts,
            "hub": [hub],
            "broker": [broker],
            "database": [postgres],
            **({"gateway": pages} if pages else {}),
        }
        told: Counter[str] = Counter()
        for _ in range(kills):
            kind = random.choice(tuple(kinds))
            victim = random.choice(kinds[kind])
            while not victim.alive:
                time.sleep(0.05)
            victim.kill()
            told[kind] += 1
            time.sleep(random.uniform(0.0, 0.6))
            victim.start()
            time.sleep(random.uniform(0.0, 0.8))
        (folder / _STOP).touch()
        last_kill = time.monotonic()
        time.sleep(1.0)
        store = HubStore(database)
        ends.callback(store.close)
        found = _compared(folder, parts, pages, store)
        while not found.ok and time.monotonic() < last_kill + AGREED_WITHIN_S:
            time.sleep(1.0)
            found = _compared(folder, parts, pages, store)
        now = time.monotonic()
        timed = {"kills": dict(told), "seconds": round(now - began, 1), "settled_s": round(now - last_kill, 1)}
        return Tested(**(asdict(found) | timed))


def _until_heard_of(database: str, tables: int) -> None:
    """Wait until every table has reached the hub, so that kills begin in the middle of play."""
    store = HubStore(database)
    end = time.monotonic() + AGREED_WITHIN_S
    known = 0
    while known < tables and time.monotonic() < end:
        time.sleep(0.1)
        with contextlib.suppress(HubStoreError):
            known = len(store.standings())
    store.close()


def _key(folder: Path, venue: str) -> Path:
    """Return the path of a venue's signing key."""
    return folder / f"{venue}.pem"


def _compared(folder: Path, agents: Sequence[Agent], gateways: Sequence[Gateway], store: HubStore) -> Tested:
    """Compare each table's journal with the hub's rows and with every gateway's page."""
    lost = doubled = broken = facts = stale = 0
    standings = store.standings()
    names = [(agent.venue, table) for agent in agents for table in agent.tables]
    for venue, name in names:
        kept = open_read_only(folder / f"{name}.sqlite")
        records = list(kept.read())
        kept.close()
        ours = [record_to_line(record) for record in records]
        facts += len(ours)
        view = json.loads(json.dumps(public_view(records)))
        stale += sum(gateway.shown(f"{venue}.{name}") != view for gateway in gateways)
        theirs: list[bytes] = []
        for standing in standings:
            if (standing.venue, standing.table) == (venue, name):
                rows = store.records(standing.id)
                try:
                    theirs += [record_to_line(record) for record in verify(rows)]
                except JantakuError:
                    broken += 1
        lost += len(set(ours) - set(theirs))
        doubled += len(theirs) - len(set(theirs)) + len(set(theirs) - set(ours))
    return Tested(len(names), {}, facts, lost, doubled, broken, len(store.breaks()), stale, 0.0, 0.0)


def act(venue: str, tables: Sequence[str], folder: Path, address: str, rate: float) -> None:
    """Run as an agent: append to journals and publish them until killed."""
    to_stderr()
    evening = list(chain.from_iterable(kept_events(file.stem) for file in sorted(KEPT.glob("*.jsonl"))))
    outlets = {name: JournalOutlet(folder / f"{name}.sqlite", later_s=float(name[1:])) for name in tables}
    config = HubConfig(nats=address, venue=venue, clips=False, signing_key=str(_key(folder, venue)))
    Uplink(config, outlets, ask_every_s=2.0).start()
    (folder / f"alive-{tables[0]}").touch()
    turn = 0
    while True:
        began = time.monotonic()
        if not (folder / _STOP).exists():
            for outlet in outlets.values():
                outlet.add(_next(evening, outlet.number, 1 + turn % 3))
        turn += 1
        time.sleep(max(0.0, began + 2.0 / rate - time.monotonic()))


def _next(evening: Sequence[Event], done: int, count: int) -> list[Event]:
    start = done % len(evening)
    return list(islice(chain(evening[start:], evening), count))


def main(arguments: Sequence[str]) -> int:
    """Play, kill and compare; return 1 if anything is lost, doubled or broken."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--kills", type=int, default=200)
    parser.add_argument("--agents", type=int, default=5)
    parser.add_argument("--gateways", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--rate", type=float, default=4.0)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--agent", nargs="+")
    parser.add_argument("--venue")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--nats")
    asked = parser.parse_args(arguments)
    if asked.agent:
        act(asked.venue, asked.agent, asked.folder, asked.nats, asked.rate)
        return 0
    tested = run(asked.tables, asked.kills, asked.agents, asked.seed, asked.rate, asked.gateways)
    rows = asdict(tested)
    sys.stdout.write(json.dumps(rows) + "\n" if asked.json else "".join(f"{name}: {rows[name]}\n" for name in rows))
    return int(not tested.ok)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
