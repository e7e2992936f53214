"""Cost of a record at each hop from an agent to a viewer: ``python -m tests.support.hops --out docs/scale.json``.

``[--tables 20] [--seconds 20] [--records 20000]``: runs an agent with real journals, the broker with an account per
party, the commands of hub and gateway, a real PostgreSQL, and viewers on WebSockets. Records of recorded evenings are
published at two rates, with and without viewers; then a full stream of ``--records`` is drained. Reports for each part
the CPU milliseconds per record, memory, and the bytes that cross each border.
"""

import argparse
import asyncio
import contextlib
import json
import os
import platform
import subprocess
import sys
import time
import urllib.request
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import chain
from pathlib import Path
from typing import Any, Final

import pg8000.native
import psutil
from websockets.asyncio.client import ClientConnection, connect

from api.hub.config import PASSWORD, USER, HubConfig
from api.hub.hub_store import HubStore
from api.hub.signing import Signer
from api.hub.uplink import Uplink
from api.operations.logs import to_stderr
from tests.support.guarded_brokers import VENUE, GuardedNats
from tests.support.hub_ingest import cpu_of_all, cpu_s, medians
from tests.support.hub_ingest import measured as drained
from tests.support.outlets import KEPT, JournalOutlet, kept_events
from tests.support.real_postgres import USER as DATABASE_USER
from tests.support.real_postgres import RealPostgres, postgres_binaries
from tests.support.real_servers import free_port
from tests.support.waiting import PATIENCE_S

ROOT: Final = Path(__file__).parents[2]
_WARM: Final = 3
"""Records of each table published before the measurement."""
_OPENING: Final = 50
_QUIET: Final = 15
"""Tenths of a second without a message after which delivery is complete."""


@dataclass(frozen=True, slots=True)
class Cost:
    """One run: CPU milliseconds per record, bytes per record or message.

    ``facts_s``: records per second over all tables. ``viewer_messages``: messages to all viewers per record;
    ``viewer_bytes``: bytes of one of them. ``gateway_kib``: memory per viewer, 0 without viewers.
    """

    tables: int
    viewers: int
    facts_s: float
    facts: int
    agent_ms: float
    broker_ms: float
    hub_ms: float
    database_ms: float
    gateway_ms: float
    broker_in_bytes: float
    broker_out_bytes: float
    stored_bytes: float
    row_bytes: float
    wal_bytes: float
    viewer_messages: float
    viewer_bytes: float
    gateway_kib: float


class Costed(GuardedNats):
    """A broker that reports its traffic figures."""

    def __init__(self) -> None:
        super().__init__()
        self._figures = free_port()
        self._config += f"\nhttp: 127.0.0.1:{self._figures}\n"

    def figures(self) -> dict[str, float]:
        """Return bytes in and out, and bytes stored in its streams."""
        told: dict[str, float] = {}
        for page, names in (("varz", ("in_bytes", "out_bytes")), ("jsz", ("bytes",))):
            with urllib.request.urlopen(f"http://127.0.0.1:{self._figures}/{page}", timeout=PATIENCE_S) as answer:
                found = json.load(answer)
            told |= {name: float(found[name]) for name in names}
        return told

    @property
    def cpu(self) -> float:
        """CPU seconds used so far."""
        return cpu_s(psutil.Process(self.pid))


class Part:
    """A subprocess that works on each line of its input and answers with a line."""

    def __init__(self, *words: str) -> None:
        command = [sys.executable, "-m", "tests.support.hops", *words]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, **asked: float) -> dict[str, Any]:
        """Send a request and return the answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        told: dict[str, Any] = json.loads(self._process.stdout.readline())
        return told

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()


def agent(folder: Path, address: str, tables: int) -> None:
    """Run tables that publish the requested number of records per second; report the cost of publishing."""
    to_stderr()
    evening = list(chain.from_iterable(kept_events(file.stem) for file in sorted(KEPT.glob("*.jsonl"))))
    outlets = {f"t{number}": JournalOutlet(folder / f"t{number}.sqlite", number) for number in range(tables)}
    config = HubConfig(nats=address, venue=VENUE, clips=False, signing_key=str(folder / "agent.pem"))
    link = Uplink(config, outlets, ask_every_s=600.0)
    link.start()
    for line in sys.stdin:
        asked = json.loads(line)
        laying, began, ended = 0.0, time.monotonic(), time.process_time()
        for turn in range(int(asked["each"])):
            for place, outlet in enumerate(outlets.values()):
                due = began + (turn + place / tables) * tables / asked["rate"]
                time.sleep(max(0.0, due - time.monotonic()))
                before = time.thread_time()
                outlet.add([evening[outlet.number % len(evening)]])
                laying += time.thread_time() - before
        took = time.monotonic() - began
        while any(link.waiting.values()):
            time.sleep(0.05)
        print(json.dumps({"took": took, "cpu": time.process_time() - ended - laying}), flush=True)


def viewers(port: int, tables: int, count: int) -> None:
    """Run viewers of all tables; once quiet, report the number of messages and their bytes."""

    async def look() -> None:
        links: list[ClientConnection] = []
        for first in range(0, count, _OPENING):
            places = range(first, min(first + _OPENING, count))
            links += await asyncio.gather(*(_opened(port, f"t{place % tables}") for place in places))
        heard = [[0, 0] for _ in links]

        async def hear(place: int) -> None:
            async for message in links[place]:
                heard[place][0] += 1
                heard[place][1] += len(message)

        hearing = [asyncio.ensure_future(hear(place)) for place in range(count)]
        loop = asyncio.get_running_loop()
        while line := await loop.run_in_executor(None, sys.stdin.readline):
            least, quiet = json.loads(line)["each"], 0
            # A slow viewer gets fewer messages: the newest state rather than each one.
            while quiet < _QUIET or any(messages < least for messages, _ in heard):
                before = sum(messages for messages, _ in heard)
                await asyncio.sleep(0.1)
                quiet = quiet + 1 if sum(messages for messages, _ in heard) == before else 0
            messages, size = (sum(each[part] for each in heard) for part in (0, 1))
            print(json.dumps({"messages": messages, "bytes": size}), flush=True)
            for each in heard:
                each[:] = 0, 0
        for task in hearing:
            task.cancel()

    asyncio.run(look())


async def _opened(port: int, table: str) -> ClientConnection:
    return await connect(f"ws://127.0.0.1:{port}/api/v1/tables/{table}/feed", max_queue=None, open_timeout=PATIENCE_S)


def measured(tables: int, rate: float, seconds: float, watching: int) -> Cost:
    """Measure one run."""
    binaries = postgres_binaries()
    assert binaries is not None, "needs the Debian package postgresql"
    with contextlib.ExitStack() as ends:
        postgres, broker = RealPostgres(binaries), Costed()
        ends.callback(postgres.close)
        ends.callback(broker.close)
        postgres.start()
        broker.start()
        database, keys, http = postgres.database(), broker.folder / "venues.keys", free_port()
        keys.write_text(Signer(VENUE, broker.folder / "agent.pem").public + "\n", encoding="utf-8")
        hub = _command(ends, broker, "hub", ["hub", "--database", database, "--keys", str(keys)])
        words = ["gateway", "--venue", VENUE, "--keys", str(keys), "--http", str(http)]
        gateway = _command(ends, broker, "gateway", words)
        teller = Part("--agent", str(broker.folder), broker.address_of(f"agent-{VENUE}"), str(tables))
        ends.callback(teller.close)
        store = HubStore(database)
        ends.callback(store.close)
        teller.ask(rate=20.0 * tables, each=_WARM)
        _until(lambda: _held(store) == tables * _WARM and _shown(http) == tables)
        bare = gateway.memory_info().rss
        audience = Part("--viewers", str(http), str(tables), str(watching)) if watching else None
        if audience is not None:
            ends.callback(audience.close)
            # The first message of each viewer is a snapshot.
            audience.ask(each=1)
        rows = _Rows(postgres, database)
        ends.callback(rows.close)
        before = {"broker": broker.cpu, "hub": cpu_s(hub), "gateway": cpu_s(gateway), "database": rows.cpu}
        bytes_before = broker.figures() | rows.sizes()
        each = max(1, round(rate * seconds / tables))
        told = teller.ask(rate=rate, each=each)
        _until(lambda: _held(store) == tables * (_WARM + each))
        seen = audience.ask(each=1) if audience is not None else {"messages": 0, "bytes": 0}
        after = {"broker": broker.cpu, "hub": cpu_s(hub), "gateway": cpu_s(gateway), "database": rows.cpu}
        grown = broker.figures() | rows.sizes()
        facts = tables * each
        cost = {name: 1000 * (after[name] - before[name]) / facts for name in after}
        size = {name: (grown[name] - bytes_before[name]) / facts for name in grown}
        return Cost(
            tables=tables,
            viewers=watching,
            facts_s=facts / told["took"],
            facts=facts,
            agent_ms=1000 * told["cpu"] / facts,
            broker_ms=cost["broker"],
            hub_ms=cost["hub"],
            database_ms=cost["database"],
            gateway_ms=cost["gateway"],
            broker_in_bytes=size["in_bytes"],
            broker_out_bytes=size["out_bytes"],
            stored_bytes=size["bytes"],
            row_bytes=size["rows"],
            wal_bytes=size["wal"],
            viewer_messages=seen["messages"] / facts,
            viewer_bytes=seen["bytes"] / seen["messages"] if seen["messages"] else 0.0,
            gateway_kib=(gateway.memory_info().rss - bare) / 1024 / watching if watching else 0.0,
        )


class _Rows:
    """CPU time of the database's processes, and size of the database."""

    def __init__(self, postgres: RealPostgres, database: str) -> None:
        name = database.rpartition("/")[2]
        self._asked = pg8000.native.Connection(DATABASE_USER, host="127.0.0.1", port=postgres.port, database=name)
        self._pid = postgres.pid

    @property
    def cpu(self) -> float:
        """CPU seconds of all its processes."""
        return cpu_of_all(self._pid)

    def sizes(self) -> dict[str, float]:
        """Bytes of the records' table with its indexes, and of the write-ahead log."""
        rows, wal = self._asked.run(
            "SELECT pg_total_relation_size('hub_records'), pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint"
        )[0]
        return {"rows": float(rows), "wal": float(wal)}

    def close(self) -> None:
        """Close the connection."""
        self._asked.close()


def _command(ends: contextlib.ExitStack, broker: GuardedNats, user: str, words: Sequence[str]) -> psutil.Process:
    named = {**os.environ, USER: user, PASSWORD: f"pw-{user}", "JANTAKU_LOG_LEVEL": "error"}
    process = subprocess.Popen([sys.executable, "-m", "api", *words, "--nats", broker.address], env=named)
    ends.callback(process.wait)
    ends.callback(process.kill)
    return psutil.Process(process.pid)


def _held(store: HubStore) -> int:
    try:
        return sum(standing.held for standing in store.standings())
    except Exception:
        # The hub has not made its tables yet.
        return 0


def _shown(port: int) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/tables", timeout=PATIENCE_S) as answer:
            return len(json.load(answer))
    except OSError:
        return 0


def _until(what: Any) -> None:
    end = time.monotonic() + PATIENCE_S
    while not what():
        assert time.monotonic() < end, "not within time"
        time.sleep(0.1)


def main(arguments: Sequence[str]) -> int:
    """Measure and write the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--rates", type=float, nargs="+", default=[30.0, 150.0])
    parser.add_argument("--watching", type=int, nargs="+", default=[0, 200])
    parser.add_argument("--records", type=int, default=20000)
    parser.add_argument("--out", type=Path)
    parser.add_argument("--agent", nargs=3)
    parser.add_argument("--viewers", nargs=3, type=int)
    asked = parser.parse_args(arguments)
    if asked.agent:
        agent(Path(asked.agent[0]), asked.agent[1], int(asked.agent[2]))
    elif asked.viewers:
        viewers(*asked.viewers)
    else:
        wanted = [(rate, watching) for rate in asked.rates for watching in asked.watching]
        runs = [measured(asked.tables, rate, asked.seconds, watching) for rate, watching in wanted]
        load = os.getloadavg()[0]
        body = {"machine": platform.machine(), "cores": os.cpu_count(), "load": round(load, 1)}
        rows = [{name: round(value, 3) for name, value in asdict(run).items()} for run in runs]
        full = medians(drained([ROOT], 50, asked.records, 3))["."]
        text = json.dumps({**body, "full": full, "runs": rows}, indent=1) + "\n"
        if asked.out is None:
            sys.stdout.write(text)
        else:
            asked.out.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
