"""``jantaku table scan --profile FILE``: measures the machine's durations while people run it through its cycle."""

import json
import sys
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path

from api.cli.table.commands import operator
from api.cli.table.watching import name_wires, states
from controller.machine.labels import WORKS
from controller.machine.stopwatch import MachineWork, Stopwatch
from firmware_bridge.press_once import named
from firmware_bridge.wire.codes import INPUTS
from hardware.profiles.guesses import guesses
from hardware.profiles.load import load_profile
from hardware.profiles.measured import CYCLES, duration_key, own_profile, write_measured

_MS = 1000


def scan(*, port: str = "auto", seconds: float = 60.0, profile: str = "", as_json: bool = False) -> int:
    """Name the wires that change, or time the machine of the given profile file."""
    return _time_machine(port, profile, seconds, as_json) if profile else name_wires(port, seconds, as_json)


def _time_machine(port: str, profile: str, seconds: float, as_json: bool) -> int:
    """Time every operation that the board can observe until each was seen three times; 0 if all are in the file.

    Raises ProfileError for a file that cannot be read or written.
    """
    facts = own_profile(profile)
    watch = Stopwatch(facts.lamps.inputs, facts.building.ahead)
    times: dict[MachineWork, list[float]] = {work: [] for work in watch.works}
    with operator(port) as table:
        for state in states(table, seconds):
            # Timed by the board's own clock: delays of the serial line do not count.
            for work, took in watch.see(named(state.inputs, INPUTS), state.uptime_ms / _MS):
                times[work].append(took)
                _tell(work, took, len(times[work]), as_json)
            if times and all(len(each) >= CYCLES for each in times.values()):
                break
    known = {duration_key(work, facts.building.ahead): each for work, each in times.items() if len(each) >= CYCLES}
    written = write_measured(Path(profile), known, date.today().isoformat()) if known else {}
    left = [guess.key for guess in guesses(load_profile(profile))]
    _conclude(profile, written, times, left, as_json)
    return 0 if known and len(known) == len(times) else 1


def _tell(work: MachineWork, took: float, times: int, as_json: bool) -> None:
    if as_json:
        print(json.dumps({"work": work.value, "seconds": round(took, 3)}), flush=True)
    else:
        print(f"{WORKS[work].ja} / {WORKS[work].en}: {took:.2f} s ({times}/{CYCLES})", flush=True)


def _conclude(
    profile: str,
    written: Mapping[str, float],
    times: Mapping[MachineWork, Sequence[float]],
    left: Sequence[str],
    as_json: bool,
) -> None:
    short = {work.value: len(each) for work, each in times.items() if len(each) < CYCLES}
    if as_json:
        print(json.dumps({"file": profile, "measured": written, "seen_too_seldom": short, "still_guessed": left}))
        return
    for key, value in written.items():
        print(f"{key} = {value} s -> {profile}")
    if short:
        seldom = ", ".join(f"{name} {count}/{CYCLES}" for name, count in short.items())
        print(f"まだ足りない / seen too seldom: {seldom}", file=sys.stderr)
    print(f"{len(left)} 件が未実測 / values still guessed: jantaku doctor --profile {profile}", file=sys.stderr)
