"""A served table killed with -9 again and again while people play: is every round right, or the referee asked about it?

``python -m tests.support.kills --kills 48``: runs ``jantaku serve`` with a simulated table (bytes on a pseudo-terminal,
painted pictures) in real time, kills it at random moments and restarts it at once. The truth is the simulator's file.
Before each restart a referee enters the unseen ends of rounds from that truth, as a person would at the console. Prints
rounds paid right automatically, rounds that the referee was asked about or that wait for a person, rounds paid wrong,
false faults, and restart times.
"""

import argparse
import json
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path
from typing import Any

from api.demo.table import DemoSetup, SimulatedTable
from api.service.compose import TableConfig, open_director
from api.stores.open import open_journal, open_read_only
from controller.journal import events as ev
from controller.journal.chain import Record, seal, verify
from controller.journal.ledger import pending
from controller.journal.reduce import reduce
from controller.journal.state import NOTHING_YET
from controller.journal.store import evidence_head
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.referee.faults.devices import END_UNSEEN
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import SEATS, Seat
from controller.table.flow import is_misnamed
from hardware.profiles.load import DEFAULT_PROFILE
from tests.support.waiting import PATIENCE_S

# Seconds between two kills: from the middle of a deal to some turns.
SOONEST_S, LATEST_S = 8.0, 60.0
BOOK, REFEREE = "npm-2008", "referee"
_OF_DEVICES = (ev.Severity.SERVICE,)


@dataclass(slots=True)
class KillTally:
    """Counts of a run; ``wrong`` and ``false_faults`` must stay 0.

    ``lost``: events printed before a kill and missing in the journal after it. ``asked``: rounds that the referee
    entered. ``waiting``: rounds whose result waits for a person at the end.
    """

    kills: int = 0
    rounds: int = 0
    right: int = 0
    asked: int = 0
    waiting: int = 0
    wrong: int = 0
    lost: int = 0
    false_faults: Counter[str] = field(default_factory=Counter)
    device_faults: Counter[str] = field(default_factory=Counter)
    restart_s: list[float] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)


class Served:
    """``jantaku serve`` of a simulated table, restarted on the same journal."""

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
        """Start the service; return the seconds until it printed the journal's events, its first output."""
        began, size = time.monotonic(), self.told.stat().st_size
        self._process = subprocess.Popen(self._command, stdout=self._told, stderr=self._log)
        while self.told.stat().st_size == size:
            if self._process.poll() is not None or time.monotonic() - began > PATIENCE_S:
                raise RuntimeError(f"the service did not start: see {self._log.name}")
            time.sleep(0.05)
        return time.monotonic() - began

    def kill(self) -> None:
        """Kill the process, which acts like a power failure."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def facts(self) -> set[str]:
        """Hashes of all events printed so far; an incomplete last line is ignored."""
        lines = self.told.read_bytes().split(b"\n")[:-1]
        return {json.loads(line)["hash"] for line in lines if line.startswith(b"{")}


def run(kills: int, seed: int, folder: Path) -> KillTally:
    """Play, kill and compare."""
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
            answer(folder / "journal.sqlite", told_by(table))
            tally.restart_s.append(round(served.start(), 2))
        time.sleep(LATEST_S)
        served.kill()
        truth = told_by(table)
    finally:
        table.stop()
    records = list(verify(open_read_only(folder / "journal.sqlite").read()))
    tally.lost = len(served.facts() - {record.hash for record in records})
    judge(tally, truth, records)
    return tally


def told_by(table: SimulatedTable) -> list[dict[str, Any]]:
    """Return the played rounds as the simulator wrote them."""
    file = table.truth_of(0)
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file.is_file() else []


def answer(journal: Path, truth: Sequence[dict[str, Any]]) -> None:
    """Enter and confirm rounds whose end was unseen or guessed, while no service has the journal open."""
    with closing(open_journal(journal)) as store:
        config = TableConfig("1", DEFAULT_PROFILE, BOOK, "table", "camera", "calibration", journal, auto_settle=True)
        director = open_director(config, store)
        for told in pending(director.state):
            outcome = told.round.outcome
            unseen = outcome is not None and outcome.draw is ev.DrawKind.UNSEEN
            asked = unseen or is_misnamed(director.state, told.ordinal, director.rulebook)
            if asked and told.ordinal <= len(truth):
                for claim in _entries(truth[told.ordinal - 1], told.ordinal):
                    step, last = director.handle(claim), store.last()
                    vouched = evidence_head(store.evidence_head(), step.evidence)
                    records = [last := seal(event, time.time(), last, vouched) for event in step.events]
                    store.append(records, step.evidence)


def _entries(played: dict[str, Any], ordinal: int) -> Iterator[Claim]:
    """Yield the entries of a referee whom the players tell how that round ended."""
    entry = partial(Claim, at=time.time(), by=REFEREE, round=ordinal)
    if "winner" in played:
        loser, score = played["loser"], played["score"]
        win = EnteredWin(
            *(Seat(played["winner"]), (), parse_tiles(played["winning_tile"])[0]),
            loser=None if loser is None else Seat(loser),
            told=(score["han"], score["fu"], score["yakuman"]),
        )
        yield entry(ClaimKind.ENTER_RESULT, wins=(win,))
    else:
        tenpai = tuple(seat for seat in SEATS if played["tenpai"][seat])
        yield entry(ClaimKind.CONFIRM_DRAW, subject=played["end"], seats=tenpai)
    yield entry(ClaimKind.CONFIRM_SETTLEMENT)


def judge(tally: KillTally, truth: Sequence[dict[str, Any]], records: Sequence[Record]) -> None:
    """Compare payments with the rounds played."""
    due = [tuple(told["payments"]) for told in truth]
    tally.rounds = len(due)
    state = NOTHING_YET
    for record in records:
        event, state = record.event, reduce(state, record.event)
        if isinstance(event, ev.FaultRaised):
            code, severity = event.fault.code, event.fault.severity
            if severity in _OF_DEVICES:
                tally.device_faults[code] += 1
            elif code != END_UNSEEN:
                tally.false_faults[code] += 1
        elif isinstance(event, ev.SettlementConfirmed | ev.ResultConfirmed):
            ordinal = event.round if isinstance(event, ev.ResultConfirmed) else state.rounds
            if ordinal > len(due):
                continue  # Settled before the table was stopped, and before the simulator wrote how the round ended.
            if event.by == REFEREE:
                tally.asked += 1
            elif due[ordinal - 1 : ordinal] == [tuple(event.deltas)]:
                tally.right += 1
            else:
                tally.wrong += 1
                said = f"record {record.sequence}, round {ordinal}: paid {event.deltas}"
                tally.differences.append(f"{said}, due {due[ordinal - 1 : ordinal]}")
    tally.waiting = len(pending(state))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run and print one JSON object; return 1 if a result was wrong, a fault false or an event lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.kills", description=__doc__.partition("\n")[0])
    parser.add_argument("--kills", type=int, default=48, metavar="N", help="how often it is killed")
    parser.add_argument("--seed", type=int, default=1, help="of the play and of the moments")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="keep journal, log and truth there")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as temporary:
        folder = options.keep or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        tally = run(options.kills, options.seed, folder)
    # asdict is not used: it turns a Counter into one that counts pairs, which JSON cannot represent.
    print(json.dumps({each.name: getattr(tally, each.name) for each in fields(tally)}))
    return 1 if tally.wrong or tally.false_faults or tally.lost else 0


if __name__ == "__main__":
    sys.exit(main())
