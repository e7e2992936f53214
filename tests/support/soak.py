"""Presses through a bad line, with unplugging, resets, brown-outs and killed hosts: is each made exactly once?

``python -m tests.support.soak --seed 1 --presses 1000 --faults 0.01``: runs the compiled firmware in the emulator, the
host's real session and link, and between them a line that drops, flips and doubles bytes. The truth is the edges of the
firmware's output pins. Everything is determined by the seed. ``--stale`` replays old writes of the host, of any age;
``--welds`` makes relays stay closed after their pulse.
"""

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path
from random import Random
from typing import Final

from controller.errors import JantakuError
from firmware_bridge.session.events import Accepted, Arrived, CommandOutcome, Done, LinkEvent
from firmware_bridge.session.link import BoardLink
from firmware_bridge.wire.codec import Message
from firmware_bridge.wire.codes import EventKind, FaultCode, ResetCause
from firmware_bridge.wire.messages import Arm, FaultClear, GetState, PressCommand, State
from hardware.firmware.build import build_harness, build_of, build_program
from hardware.firmware.build_rp2040 import HARNESS, build_uf2
from hardware.simulator.board.emulated import EmulatedBoard
from hardware.simulator.pins import BoardPort
from tests.support.soak_table import PUSHES, ToggleTable
from tests.support.virtual_port import Noise, VirtualClock, VirtualPort

PULSE_MS: Final = 50
REST_S: Final = 1.56
# One press in this number meets each of these.
TROUBLE_EVERY: Final = 60
PERSON_EVERY: Final = 15
BUTTONS: Final = 8
# A write of the host is at most one burst.
WRITE_MAX: Final = 1024
_TROUBLES: Final = ("unplug", "reset", "kill", "brown-out")


@dataclass(slots=True)
class Tally:
    """Counts of the presses; ``double``, ``lost``, ``phantom`` and ``unsettled`` must stay 0.

    ``lost``: reported as made, but no contact closed. ``phantom``: a contact closed without a command, or for a refused
    one. ``unsettled``: the sensors contradicted the truth of an unknown outcome. ``weld_untold``: a relay stayed closed
    without the fault BOARD_OUTPUTS.
    """

    commands: int = 0
    outcomes: Counter[str] = field(default_factory=Counter)
    troubles: Counter[str] = field(default_factory=Counter)
    contacts: int = 0
    double: int = 0
    lost: int = 0
    phantom: int = 0
    unsettled: int = 0
    stale: int = 0
    welds: int = 0
    weld_untold: int = 0
    settled_made: int = 0
    settled_not_made: int = 0
    person_presses: int = 0
    person_seen: int = 0
    person_lost: int = 0
    person_phantom: int = 0
    forgotten_in_resets: int = 0
    damaged_bytes: int = 0
    virtual_s: float = 0.0

    @property
    def wrong(self) -> int:
        """Number of all forbidden outcomes."""
        presses = self.double + self.lost + self.phantom + self.unsettled + self.weld_untold
        return presses + self.person_lost + self.person_phantom


class Soak:
    """One host after another on one board, until enough presses were sent."""

    def __init__(self, board: BoardPort, seed: int, faults: float, stale: float = 0.0, welds: float = 0.0) -> None:
        self.tally = Tally()
        self.latencies: list[float] = []
        self._random = Random(seed)
        self._clock = VirtualClock()
        self._port = VirtualPort(board, self._clock)
        self._table = ToggleTable(board)
        self._port.on_edge = self._table.moved
        rate = faults / 3
        self._noise = Noise(Random(seed + 1), flip=rate, drop=rate, double=rate)
        self._port.to_board, self._port.to_host = self._carry, self._noise.carry
        self._stale, self._welds = stale, welds
        self._written: list[bytes] = []
        self._faults: set[int] = set()
        self._nonce = 0
        self._link = self._host()
        self._seen: set[str] = set()
        self._owed = 0
        self._began: float | None = None

    def run(self, presses: int) -> Tally:
        """Send this number of presses, each on another button than the last one; return the tally."""
        last = -1
        while self.tally.commands < presses:
            number = self._random.choice([each for each in range(PUSHES) if each != last])
            self._one(number)
            last = number
        self._wait(3.0)
        self._close()
        return self.tally

    def _one(self, number: int) -> None:
        self._person()
        before = self._lamps()
        if self._command(Arm(1500)).outcome is not CommandOutcome.DONE:
            return
        if number < BUTTONS and self._random.random() < self._welds:
            self._table.welding = 1 << number
        pushed, toggled = self._table.pushed[number], self._table.toggled[number]
        others = sum(self._table.pushed) - pushed
        outcome = self._press(number)
        self.tally.commands += 1
        self.tally.outcomes[outcome.value] += 1
        self._wait(REST_S)
        made = self._table.pushed[number] - pushed
        self.tally.contacts += made
        self.tally.double += made > 1
        self.tally.lost += outcome is CommandOutcome.DONE and made == 0
        self.tally.phantom += outcome is CommandOutcome.REFUSED and made > 0
        self.tally.phantom += sum(self._table.pushed) - self._table.pushed[number] - others
        if outcome is CommandOutcome.UNKNOWN:
            bit = self._table.lamp(number)
            says_made = bool((self._lamps() ^ before) & bit)
            self.tally.unsettled += says_made != bool(self._table.toggled[number] - toggled)
            self.tally.settled_made += says_made
            self.tally.settled_not_made += not says_made
        if self._table.welding:
            self._weld()

    def _weld(self) -> None:
        """Check that a welded relay raises its fault, then free it and clear the fault."""
        if self._table.welded:
            # A report sent while no host listened arrives when one does.
            self._lamps()
            self._wait(0.3)
            self.tally.welds += 1
            self.tally.weld_untold += FaultCode.BOARD_OUTPUTS not in self._faults
        self._table.free(self._clock())
        self._wait(0.1)
        self._command(FaultClear(FaultCode.BOARD_OUTPUTS))
        self._faults.clear()

    def _carry(self, data: bytes) -> bytes:
        """Return the bytes that reach the board; sometimes an earlier write of any host precedes them."""
        if self._written and self._random.random() < self._stale:
            self.tally.stale += 1
            data = self._random.choice(self._written) + data
        self._written.append(data[-WRITE_MAX:])
        return self._noise.carry(data)

    def _press(self, number: int) -> CommandOutcome:
        trouble = self._random.choice(_TROUBLES) if self._random.randrange(TROUBLE_EVERY) < len(_TROUBLES) else ""
        command = PressCommand(1 << number, PULSE_MS)
        if not trouble or self._table.welding:
            self._began = self._clock()
            outcome = self._command(command).outcome
            self._began = None
            return outcome
        self.tally.troubles[trouble] += 1
        ticket = self._link.submit(command)
        # From before the board receives the first byte to after the end of the pulse.
        happened = self._step_until(self._clock() + self._random.choice((0.0, 0.0005, 0.001, 0.002, 0.01, 0.04, 0.1)))
        happened += self._bring(trouble)
        if trouble == "kill":
            # The next host does not know what its predecessor had sent.
            return CommandOutcome.UNKNOWN
        return self._end_of(ticket, happened).outcome

    def _bring(self, trouble: str) -> list[LinkEvent]:
        happened: list[LinkEvent] = []
        if trouble == "unplug":
            self._port.plugged = False
            happened = self._step_until(self._clock() + self._random.uniform(0.05, 4.0))
            self._port.plugged = True
        elif trouble == "kill":
            self._link = self._host()
        else:
            self.tally.forgotten_in_resets += self._owed
            self._owed = 0
            cause = ResetCause.EXTERNAL if trouble == "reset" else ResetCause.BROWN_OUT
            self._port.board.reset(self._clock(), cause)
        return happened

    def _person(self) -> None:
        if self._random.randrange(PERSON_EVERY):
            return
        self._lamps()
        self.tally.person_presses += 1
        self._owed += 1
        bit = 1 << self._random.randrange(8)
        self._table.hold(bit, self._clock())
        self._wait(0.08)
        self._table.hold(0, self._clock())
        self._wait(0.06)

    def _lamps(self) -> int:
        """Return the sensor inputs; asks until somebody answers."""
        while True:
            answer = self._command(GetState()).answer
            if isinstance(answer, State):
                return answer.inputs

    def _command(self, command: Message) -> Done:
        while not self._link.session.up:
            self._take(self._link.step(1.0))
        return self._end_of(self._link.submit(command), [])

    def _end_of(self, ticket: int, happened: list[LinkEvent]) -> Done:
        while True:
            for each in happened:
                if isinstance(each, Done) and each.ticket == ticket:
                    return each
            happened = self._link.step(1.0)
            self._take(happened)

    def _step_until(self, until: float) -> list[LinkEvent]:
        happened: list[LinkEvent] = []
        while self._clock() < until:
            new = self._link.step(until - self._clock())
            self._take(new)
            happened += new
        return happened

    def _wait(self, seconds: float) -> None:
        self._step_until(self._clock() + seconds)

    def _take(self, happened: list[LinkEvent]) -> None:
        for each in happened:
            if isinstance(each, Accepted) and self._began is not None:
                self.latencies.append(self._clock() - self._began)
            if isinstance(each, Arrived):
                self._link.acknowledge(each)
                if each.event.kind == EventKind.FAULT:
                    self._faults.add(each.event.code)
                if each.event.kind in (EventKind.SET_PRESSED, EventKind.DICE_PRESSED) and each.id not in self._seen:
                    self._seen.add(each.id)
                    self.tally.person_seen += 1
                    self._owed = max(0, self._owed - 1)

    def _host(self) -> BoardLink:
        self._nonce += 1 << 20
        return self._port.link(self._nonce)

    def _close(self) -> None:
        self.tally.person_lost = self._owed
        self.tally.person_phantom = max(0, self.tally.person_seen - self.tally.person_presses)
        self.tally.damaged_bytes = self._noise.damaged
        self.tally.virtual_s = round(self._clock(), 1)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run and print one line of JSON per seed; return 0 if nothing was wrong, 1 otherwise, 2 for bad usage."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.soak", description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1, help="everything follows from it")
    parser.add_argument(
        "--runs", type=int, default=1, metavar="N", help="new boards, under this seed and the next ones"
    )
    parser.add_argument("--presses", type=int, default=1000, metavar="N", help="presses to send in each run")
    parser.add_argument("--faults", type=float, default=0.01, metavar="SHARE", help="bytes damaged, each way")
    parser.add_argument("--stale", type=float, default=0.0, metavar="SHARE", help="writes with an old one before them")
    parser.add_argument(
        "--welds", type=float, default=0.0, metavar="SHARE", help="presses after which the relay sticks"
    )
    parser.add_argument("--rp2040", action="store_true", help="on the board with an RP2040, over its USB")
    parser.add_argument("--sum", type=Path, nargs="+", metavar="FILE", help="only add up the lines of earlier runs")
    options = parser.parse_args(arguments)
    if options.sum:
        return _sum(options.sum)
    wrong = 0
    try:
        with tempfile.TemporaryDirectory() as built:
            program, harness = (
                (build_uf2(Path(built)), HARNESS)
                if options.rp2040
                else (build_program(Path(built)), build_harness(Path(built)))
            )
            build = f"{build_of(program):08x}"
            for seed in range(options.seed, options.seed + options.runs):
                with EmulatedBoard(harness, program, seed=seed) as board:
                    soak = Soak(board, seed, options.faults, options.stale, options.welds)
                    tally = soak.run(options.presses)
                told = {
                    "seed": seed,
                    "build": build,
                    "faults": options.faults,
                    **_plain(tally),
                    **_ranks(soak.latencies),
                }
                print(json.dumps(told), flush=True)
                wrong += tally.wrong
    except JantakuError as error:
        print(f"soak: {error}", file=sys.stderr)
        return 2
    return 1 if wrong else 0


def _sum(files: Sequence[Path]) -> int:
    runs = [json.loads(line) for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    names = [each.name for each in fields(Tally) if each.name not in ("outcomes", "troubles")]
    told: dict[str, object] = {"runs": len(runs), "seeds": [run["seed"] for run in runs[:: max(1, len(runs) - 1)]]}
    told |= {name: round(sum(run[name] for run in runs), 1) for name in names}
    for name in ("outcomes", "troubles"):
        told[name] = dict(sum((Counter(run[name]) for run in runs), Counter()))
    told |= {"builds": sorted({run["build"] for run in runs}), "faults": sorted({run["faults"] for run in runs})}
    told["worst_ack_p99_ms"] = max((run["ack_p99_ms"] for run in runs), default=0.0)
    print(json.dumps(told))
    return 0


def _ranks(latencies: list[float]) -> dict[str, float]:
    ordered = sorted(latencies) or [0.0]
    return {f"ack_p{rank}_ms": round(ordered[len(ordered) * rank // 100] * 1000, 2) for rank in (50, 99)}


def _plain(tally: Tally) -> dict[str, object]:
    values = {each.name: getattr(tally, each.name) for each in fields(tally)}
    return {name: dict(value) if isinstance(value, Counter) else value for name, value in values.items()}


if __name__ == "__main__":
    sys.exit(main())
