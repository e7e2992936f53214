"""A served table killed with -9 again and again while people play: is every round right, or the referee asked about it?

``python -m tests.support.kills --kills 48``: ``jantaku serve`` over a simulated table (bytes on a pseudo-terminal,
painted pictures) in real time, killed at random moments and started again at once. The truth is the simulator's own
file. Told at the end: rounds right, rounds that the referee is asked about, rounds wrong, false faults, restart times.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from api.demo.run import DemoSetup, SimulatedTable
from api.stores.open import open_kept
from controller.journal import events as ev
from controller.journal.chain import Record, verify

# Between two kills: from the middle of a deal to some turns.
SOONEST_S, LATEST_S = 8.0, 60.0
STARTS_WITHIN_S = 120.0
_OF_DEVICES = (ev.Severity.SERVICE,)


@dataclass(slots=True)
class KillTally:
    """``wrong`` and ``false_faults`` must stay 0; ``lost``: facts told before a kill and not in the journal after."""

    kills: int = 0
    rounds: int = 0
    right: int = 0
    asked: int = 0
    wrong: int = 0
    lost: int = 0
    false_faults: Counter[str] = field(default_factory=Counter)
    device_faults: Counter[str] = field(default_factory=Counter)
    restart_s: list[float] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)


class Served:
    """``jantaku serve`` of a simulated table, begun again on the same journal."""

    def __init__(self, table: SimulatedTable, journal: Path) -> None:
        self._command = [sys.executable, "-m", "api", "serve", "--serial", str(table.serial)]
        self._command += ["--camera", f"{table.camera}/frame.jpg"]
        self._command += ["--calibration", f"{table.camera}/calibration.json", "--journal", str(journal)]
        self._command += ["--http", "0", "--auto-settle", "--shared-time", "--json"]
        self._log = journal.with_suffix(".log").open("a", encoding="utf-8")
        self._told = journal.with_suffix(".told").open("ab")
        self._process: subprocess.Popen[bytes] | None = None
        self.told = journal.with_suffix(".told")

    def start(self) -> float:
        """Begin; seconds until it told the facts that its journal holds, which it does once it runs."""
        began, size = time.monotonic(), self.told.stat().st_size
        self._process = subprocess.Popen(self._command, stdout=self._told, stderr=self._log)
        while self.told.stat().st_size == size:
            if self._process.poll() is not None or time.monotonic() - began > STARTS_WITHIN_S:
                raise RuntimeError(f"the service did not start: see {self._log.name}")
            time.sleep(0.05)
        return time.monotonic() - began

    def kill(self) -> None:
        """End it as a power failure would."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def facts(self) -> set[str]:
        """Hashes of all facts that it has told so far; a last line cut short is left out."""
        lines = self.told.read_bytes().split(b"\n")[:-1]
        return {json.loads(line)["hash"] for line in lines if line.startswith(b"{")}


def run(kills: int, seed: int, folder: Path) -> KillTally:
    """Play, kill, and compare."""
    rng, tally = random.Random(seed), KillTally()
    setup = DemoSetup(hands=0, fast=False, seed=seed, wrong_break="")
    table = SimulatedTable(setup, folder)
    served = Served(table, folder / "journal.sqlite")
    try:
        served.start()
        while tally.kills < kills:
            time.sleep(rng.uniform(SOONEST_S, LATEST_S))
            served.kill()
            tally.kills += 1
            tally.restart_s.append(round(served.start(), 2))
        time.sleep(LATEST_S)
        truth = [json.loads(line) for line in table.truth_of(0).read_text(encoding="utf-8").splitlines()]
        served.kill()
    finally:
        table.stop()
    records = list(verify(open_kept(folder / "journal.sqlite").read()))
    tally.lost = len(served.facts() - {record.hash for record in records})
    judge(tally, truth, records)
    return tally


def judge(tally: KillTally, truth: Sequence[dict[str, Any]], records: Sequence[Record]) -> None:
    """Hold what was paid against what was played, round by round in order."""
    due = [tuple(told["payments"]) for told in truth]
    tally.rounds = len(due)
    place = 0
    for record in records:
        event = record.event
        if isinstance(event, ev.FaultRaised):
            code, severity = event.fault.code, event.fault.severity
            if severity in _OF_DEVICES:
                tally.device_faults[code] += 1
            elif code == "round-end-unseen":
                tally.asked += 1
            else:
                tally.false_faults[code] += 1
        elif isinstance(event, ev.SettlementConfirmed | ev.ResultConfirmed):
            paid = tuple(event.deltas)
            if paid in due[place:]:
                place = due.index(paid, place) + 1
                tally.right += 1
            else:
                tally.wrong += 1
                tally.differences.append(f"record {record.sequence}: paid {paid}, due one of {due[place : place + 3]}")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run and print one JSON object; 1 where something was wrong, false or lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.kills", description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=48, metavar="N", help="how often it is killed")
    parser.add_argument("--seed", type=int, default=1, help="of the play and of the moments")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep journal, log and truth there")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        tally = run(options.kills, options.seed, folder)
    # Not by asdict: of a Counter it makes one that counts pairs, which JSON cannot hold.
    print(json.dumps({each.name: getattr(tally, each.name) for each in fields(tally)}))
    return 1 if tally.wrong or tally.false_faults or tally.lost else 0


if __name__ == "__main__":
    sys.exit(main())
