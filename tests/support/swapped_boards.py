"""Two boards swapped repeatedly under a running service: does the wrong one ever press?

``python -m tests.support.swapped_boards --swaps 200``: two boards with the compiled firmware in the emulator
(``--model``: the model in Python), each with its own table, take turns behind one pseudo-terminal on which a service
presses. A swap happens at rest or some milliseconds after a goal was requested, with the cable pulled or without any
sign. The truth is the edges of the boards' outputs.
"""

import argparse
import json
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Final, cast

from api.service.compose import TableConfig, open_director, open_watched
from api.service.table_service import TableService
from api.stores.open import open_journal
from controller.journal.events import GoalMoved
from controller.ports.table import GoalRequest, TablePort, Verb
from controller.table.effects import AskTable
from hardware.firmware.build import OUT, PREBUILT, PREBUILT_UF2, build_harness
from hardware.firmware.build_rp2040 import HARNESS
from hardware.profiles.load import load_profile
from hardware.simulator.board.board import Board, BoardIdentity
from hardware.simulator.board.emulated import EmulatedBoard
from hardware.simulator.board.pty import BoardOnPty
from hardware.simulator.machine.machine import Machine
from hardware.simulator.machine.wiring import LiveTable
from hardware.simulator.pins import BoardPort
from tests.support.quiet_table import NoEyes
from tests.support.waiting import PATIENCE_S

PROFILE: Final = "four-button"
OWN_UID: Final = 0x00000001_00000002
# The same bits mirrored: boards whose session numbers are as similar as possible.
OTHER_UID: Final = 0x00000002_00000001


class Socket:
    """Two tables, one of which is on the cable; output of the other is lost."""

    def __init__(self, own: LiveTable, other: LiveTable) -> None:
        self.tables = (own, other)
        self.on = 0

    @property
    def table(self) -> LiveTable:
        return self.tables[self.on]

    def tick(self, now: float) -> None:
        for table in self.tables:
            table.tick(now)

    def receive(self, data: bytes, now: float) -> None:
        self.table.receive(data, now)

    def outgoing(self) -> bytes:
        said = [table.outgoing() for table in self.tables]
        return said[self.on]

    def deadline(self) -> float | None:
        return min((due for due in (table.deadline() for table in self.tables) if due is not None), default=None)

    def presses(self, which: int) -> int:
        return sum(edge.mask != 0 for edge in self.tables[which].edges())


class Swapping:
    """A service with its table behind a socket."""

    def __init__(self, socket: Socket, cable: BoardOnPty, service: TableService, port: TablePort, seed: int) -> None:
        self.socket, self.cable, self.service, self.port = socket, cable, service, port
        self.random = Random(seed)
        self.counted: Counter[str] = Counter()
        self._asked = 0

    def run(self, swaps: int) -> Counter[str]:
        """Swap, request a goal and swap back, ``swaps`` times."""
        self._wait_online()
        for _ in range(swaps):
            goal = self._ask() if self.random.random() < 0.5 else 0
            if goal:
                threading.Event().wait(self.random.random() * 0.3)
                self.counted["in the middle of a press"] += 1
            self._swap()
            if goal:
                self._ended(goal)
            self._ended(self._ask())
            self._swap()
            self._wait_online()
            self.counted["own"] += self.socket.presses(0)
            self.counted["wrong"] += self.socket.presses(1)
        return self.counted

    def _swap(self) -> None:
        pulled = self.random.random() < 0.5
        self.counted["pulled" if pulled else "unnoticed"] += 1
        if pulled:
            self.cable.unplug()
        self.cable.act(self._turn)
        if pulled:
            self.cable.plug()

    def _turn(self, _board: object, _now: float) -> None:
        self.socket.on = 1 - self.socket.on

    def _ask(self) -> int:
        verb = Verb.CLOSE if self.port.stand().centre == "open" else Verb.OPEN
        self._asked += 1
        effects = self.service.ask(GoalRequest(verb, "swapper", f"goal {self._asked}", hands_clear=True))
        return next((each.goal for each in effects if isinstance(each, AskTable)), 0)

    def _ended(self, goal: int) -> None:
        until = time.monotonic() + PATIENCE_S
        number = 0
        while goal and time.monotonic() < until:
            for record in self.service.records(number):
                event, number = record.event, record.sequence
                if isinstance(event, GoalMoved) and event.goal == goal and event.step.ended:
                    self.counted[event.step.value] += 1
                    return
            if not self.service.wait_past(number, 0.5):
                self.service.call_off("swapper")

    def _wait_online(self) -> None:
        until = time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            stand = self.port.stand()
            if stand.link in ("online", "armed") and not stand.other:
                return
            threading.Event().wait(0.02)
        raise AssertionError("the own board is not found again")


@contextmanager
def swapping(folder: Path, seed: int, model: bool, rp2040: bool = False) -> Iterator[Swapping]:
    """Open the service with its own board on the cable."""
    with ExitStack() as stack:
        now = time.monotonic()
        boards = [
            Board(now, BoardIdentity(uid)) if model else stack.enter_context(_emulated(now, number, rp2040))
            for number, uid in enumerate((OWN_UID, OTHER_UID))
        ]
        tables = [LiveTable(cast(BoardPort, board), Machine(load_profile(PROFILE), now), now) for board in boards]
        socket = Socket(*tables)
        cable = stack.enter_context(BoardOnPty(folder / "table", cast(Board, socket)))
        config = TableConfig(
            *("1", PROFILE, "npm-2008", str(cable.link), "camera", "calibration", folder / "journal.sqlite"),
            presses=folder / "presses.jsonl",
        )
        store = open_journal(config.journal)
        director = open_director(config, store)
        table = open_watched(config, load_profile(PROFILE), director.state.board)
        service = TableService("1", director, store, table, NoEyes())
        service.start()
        stack.callback(service.stop)
        yield Swapping(socket, cable, service, table, seed)


def _emulated(now: float, number: int, rp2040: bool) -> EmulatedBoard:
    if rp2040 and number:
        return EmulatedBoard(HARNESS, PREBUILT_UF2, now, seed=11 + number)
    harness = OUT / "harness"
    return EmulatedBoard(harness if harness.exists() else build_harness(), PREBUILT, now, seed=11 + number)


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the counts as JSON; return 1 if the wrong board pressed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--swaps", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--model", action="store_true")
    parser.add_argument("--rp2040", action="store_true", help="the other board has an RP2040")
    options = parser.parse_args(arguments)
    kinds = (options.model, options.rp2040)
    with tempfile.TemporaryDirectory() as folder, swapping(Path(folder), options.seed, *kinds) as bench:
        counted = bench.run(options.swaps)
    print(json.dumps({"swaps": 2 * options.swaps, **dict(sorted(counted.items()))}))
    return 1 if counted["wrong"] else 0


if __name__ == "__main__":
    sys.exit(main())
