"""Records per second that one hub writes, and its memory: ``python -m tests.support.hub_ingest``.

``[--records 20000] [--tables 50] [--runs 5] [--code FOLDER]…``: fills the stream with real records of recorded
evenings; then the hub's own command drains it into a real PostgreSQL. Measures the time from its first row to its last,
the CPU seconds of hub and broker, and the peak memory of each. With ``--code`` (a folder with another checkout, ``.``
for this one) each checkout runs its own hub behind the configuration that it prints. The checkouts take turns, so that
other load on the machine affects all alike.
"""

import argparse
import asyncio
import contextlib
import json
import os
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from itertools import cycle
from pathlib import Path
from typing import Final

import psutil
from nats.aio.client import Client
from nats.js.api import Header

from api.hub.broker import connect, make_streams
from api.hub.config import PASSWORD, USER, BrokerConfig
from api.hub.hub_store import HubStore, HubStoreError
from api.hub.subjects import JOURNAL_HEADER, RecordName, TableAddress
from controller.journal.chain import Record, record_to_line, seal
from tests.support.outlets import kept_events
from tests.support.real_nats import RealNats
from tests.support.real_postgres import RealPostgres, postgres_binaries
from tests.support.waiting import PATIENCE_S

VENUE: Final = "kyoto"
_HERE: Final = Path(__file__).parents[2]
_VARIABLE: Final = re.compile(r"\$(JANTAKU_(\w+?)_PASSWORD)")


@dataclass(frozen=True, slots=True)
class Drained:
    """One run: records per second, CPU seconds per thousand records, and peak memory in MiB.

    ``broker_cpu``: to deliver records to the hub; ``filled_cpu``: to accept them before.
    """

    code: str
    a_second: float
    hub_cpu: float
    database_cpu: float
    broker_cpu: float
    filled_cpu: float
    hub_mib: float
    broker_mib: float


class PrintedNats(RealNats):
    """A broker with the configuration that a checkout's command prints; passwords are ``pw-`` and the user."""

    def __init__(self, code: Path) -> None:
        super().__init__()
        words = ["broker", "hub", "--venue", VENUE, "--venue", "osaka", "--listen", f"127.0.0.1:{self.port}"]
        command = [sys.executable, "-m", "api", *words, "--store", str(self.folder / "js")]
        printed = subprocess.run(command, cwd=code, check=True, capture_output=True, text=True).stdout
        self._config = _VARIABLE.sub(lambda found: f"'{password(found[2].lower().replace('_', '-'))}'", printed)

    @property
    def process(self) -> psutil.Process:
        """The broker's process, for its resource counters."""
        return psutil.Process(self.pid)


def password(user: str) -> str:
    """Return a user's password at these brokers."""
    return f"pw-{user}"


async def opened(broker: RealNats, user: str) -> Client:
    """Open a connection as this user."""
    return await connect(BrokerConfig(nats=broker.address), user, (user, password(user)))


async def fill(broker: RealNats, tables: int, records: int) -> None:
    """Create the streams and publish ``records`` records, spread over the tables."""
    owner = await opened(broker, "hub")
    await make_streams(owner.jetstream(timeout=PATIENCE_S))
    await owner.close()
    client = await opened(broker, f"agent-{VENUE}")
    jetstream = client.jetstream(timeout=PATIENCE_S, publish_async_max_pending=500)
    evening = cycle(kept_events())
    last: dict[str, Record] = {}
    journals: dict[str, str] = {}
    for number in range(records):
        table = f"t{number % tables}"
        record = seal(next(evening), 1.0 * number, last.get(table))
        last[table] = record
        journal = journals.setdefault(table, record.hash)
        name = str(RecordName(journal, record.sequence, record.hash))
        headers = {Header.MSG_ID.value: name, JOURNAL_HEADER: journal}
        await jetstream.publish_async(TableAddress(VENUE, table).staff, record_to_line(record), headers=headers)
    await jetstream.publish_async_completed()
    await client.close()


def peak_mib(process: psutil.Process) -> float:
    """Peak memory of a process in MiB."""
    (kib,) = re.findall(r"^VmHWM:\s+(\d+) kB$", Path(f"/proc/{process.pid}/status").read_text(), re.MULTILINE)
    return int(kib) / 1024


def cpu_s(process: psutil.Process) -> float:
    """CPU seconds of a process."""
    times = process.cpu_times()
    return float(times.user + times.system)


def cpu_of_all(pid: int) -> float:
    """CPU seconds of a process and its children; ended children count as their parent accounts for them."""
    main = psutil.Process(pid)
    times = main.cpu_times()
    return cpu_s(main) + times.children_user + times.children_system + sum(map(cpu_s, main.children(recursive=True)))


def drained(code: Path, tables: int, records: int, postgres: RealPostgres) -> Drained:
    """Fill a broker, let the checkout's hub drain it, and return the figures."""
    database = postgres.database()
    broker = PrintedNats(code)
    with contextlib.ExitStack() as ends:
        ends.callback(broker.close)
        broker.start()
        empty = cpu_s(broker.process)
        asyncio.run(fill(broker, tables, records))
        store = HubStore(database)
        ends.callback(store.close)
        words = [sys.executable, "-m", "api", "hub", "--nats", broker.address, "--database", database]
        named = {**os.environ, USER: "hub", PASSWORD: password("hub"), "JANTAKU_LOG_LEVEL": "error"}
        broker_before = cpu_s(broker.process)
        hub = subprocess.Popen([*words, *_keys(code, broker.folder)], cwd=code, env=named)
        ends.callback(hub.wait)
        ends.callback(hub.kill)
        process = psutil.Process(hub.pid)
        # Until the first rows arrive the hub is loading; only the work after that is measured.
        held, first, end = 0, (0, 0.0, 0.0, 0.0), time.monotonic() + PATIENCE_S
        while held < records:
            time.sleep(0.05)
            assert time.monotonic() < end, f"{held} of {records} records"
            # Each checkout's hub makes its own tables: an older hub would not work with newer ones.
            with contextlib.suppress(HubStoreError):
                held = sum(standing.held for standing in store.standings())
            if held and not first[0]:
                first = held, time.monotonic(), cpu_s(process), cpu_of_all(postgres.pid)
        counted = records - first[0]
        return Drained(
            code="." if code == _HERE else str(code),
            a_second=counted / (time.monotonic() - first[1]),
            hub_cpu=(cpu_s(process) - first[2]) * 1000 / counted,
            database_cpu=(cpu_of_all(postgres.pid) - first[3]) * 1000 / counted,
            broker_cpu=(cpu_s(broker.process) - broker_before) * 1000 / records,
            filled_cpu=(broker_before - empty) * 1000 / records,
            hub_mib=peak_mib(process),
            broker_mib=peak_mib(broker.process),
        )


def _keys(code: Path, folder: Path) -> list[str]:
    """Option with the signing keys of a venue; empty for a checkout from before signatures."""
    command = [sys.executable, "-m", "api", "broker-key", str(folder / "venue.pem"), "--venue", VENUE]
    told = subprocess.run(command, cwd=code, check=False, capture_output=True, text=True)
    if told.returncode:
        return []
    (folder / "venues.keys").write_text(told.stdout, encoding="utf-8")
    return ["--keys", str(folder / "venues.keys")]


def measured(codes: Sequence[Path], tables: int, records: int, runs: int) -> list[Drained]:
    """Measure every checkout ``runs`` times, in turns."""
    binaries = postgres_binaries()
    assert binaries is not None, "needs the Debian package postgresql"
    with RealPostgres(binaries) as postgres:
        # The order is reversed every other time, because the second one profits from cached files.
        turns = [code for number in range(runs) for code in (codes if number % 2 == 0 else codes[::-1])]
        return [drained(code, tables, records, postgres) for code in turns]


def medians(found: Sequence[Drained]) -> dict[str, dict[str, float]]:
    """Median of every figure, by checkout."""
    names = [each.name for each in fields(Drained) if each.name != "code"]
    rows = {code: [each for each in found if each.code == code] for code in dict.fromkeys(each.code for each in found)}
    return {
        code: {name: round(statistics.median(getattr(each, name) for each in runs), 3) for name in names}
        for code, runs in rows.items()
    }


def main(arguments: Sequence[str]) -> int:
    """Measure and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--records", type=int, default=20000)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--code", type=Path, action="append", default=[])
    asked = parser.parse_args(arguments)
    codes = [code.resolve() for code in asked.code] or [_HERE]
    found = measured(codes, asked.tables, asked.records, asked.runs)
    json.dump({"runs": [asdict(each) for each in found], "medians": medians(found)}, sys.stdout, indent=1)
    sys.stdout.write("\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
