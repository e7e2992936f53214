"""``jantaku table state --watch`` and ``scan``: what the board senses while somebody works at the table."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from api.cli.table.commands import level_name, operator, state_lines, state_row
from firmware_bridge.operator import Operator
from firmware_bridge.wire.codes import INPUTS
from firmware_bridge.wire.labels import INPUT_PLACES
from firmware_bridge.wire.messages import State

_LOOK_S: Final = 0.1
# A lamp that goes on and off more often than this in a scan flashes or is driven in turns. Chosen: a person presses a
# button or waits for a lamp two or three times.
_FLICKERS: Final = 8


@dataclass(slots=True)
class WireSeen:
    """An input during a scan: how often it came on, and how long it stayed on, seconds."""

    at_rest: bool
    risen: int = 0
    held: list[float] = field(default_factory=list)
    on_since: float | None = None


class Scan:
    """Who moved while somebody pressed one button after another."""

    def __init__(self) -> None:
        """Nothing seen yet."""
        self.wires: dict[str, WireSeen] = {}
        self._inputs: int | None = None

    def see(self, inputs: int, at: float) -> list[tuple[str, bool]]:
        """Take a state; the inputs that changed, in order, and whether each is on now."""
        before, self._inputs = self._inputs, inputs
        if before is None:
            self.wires = {name: WireSeen(bool(inputs >> bit & 1)) for bit, name in enumerate(INPUTS)}
            return []
        return [
            self._turned(name, bool(inputs >> bit & 1), at)
            for bit, name in enumerate(INPUTS)
            if (before ^ inputs) >> bit & 1
        ]

    def rows(self) -> Iterator[dict[str, Any]]:
        """What is known of every input that was on at least once."""
        for name, wire in self.wires.items():
            if wire.risen or wire.at_rest:
                yield {
                    "input": name,
                    "at": INPUT_PLACES[INPUTS.index(name)],
                    "at_rest": wire.at_rest,
                    "times": wire.risen,
                    "shortest_s": round(min(wire.held), 3) if wire.held else None,
                    "longest_s": round(max(wire.held), 3) if wire.held else None,
                    "flickers": wire.risen > _FLICKERS,
                }

    def _turned(self, name: str, on: bool, at: float) -> tuple[str, bool]:
        wire = self.wires[name]
        if on:
            wire.risen, wire.on_since = wire.risen + 1, at
        elif wire.on_since is not None:
            wire.held.append(at - wire.on_since)
            wire.on_since = None
        return name, on


def watch(port: str, seconds: float, as_json: bool) -> int:
    """Print the state whenever it changes, and the board's own lines, until the time is up or Ctrl-C."""
    last: State | None = None
    with operator(port) as table:
        for state in _states(table, seconds):
            if last is None or _apart(last) != _apart(state):
                _show(table, state, as_json)
            last = state
    return 0 if last is not None else 1


def scan(port: str, seconds: float, as_json: bool) -> int:
    """Name the wire of each button and lamp that moves; 1 where none did."""
    seen = Scan()
    with operator(port) as table:
        for state in _states(table, seconds):
            for name, on in seen.see(state.inputs, table.clock()):
                _tell(name, on, as_json)
    rows = list(seen.rows())
    if as_json:
        print(json.dumps({"wires": rows}))
    else:
        for line in _summary(rows):
            print(line)
    return 0 if any(row["times"] for row in rows) else 1


def _states(table: Operator, seconds: float) -> Iterator[State]:
    until = table.clock() + seconds
    table.sense()
    try:
        while True:
            if table.seen.state is not None:
                yield table.seen.state
            left = until - table.clock()
            if left <= 0:
                return
            table.listen(min(_LOOK_S, left))
    except KeyboardInterrupt:
        return


def _apart(state: State) -> tuple[int, ...]:
    """What of a state is news."""
    return state.inputs, state.outputs, state.hatch, state.build, state.armed, state.faults


def _show(table: Operator, state: State, as_json: bool) -> None:
    shown = state_row(table, state)
    lines, table.seen.lines[:] = list(table.seen.lines), []
    told = [f"{level_name(each.level)}: {each.text}" for each in lines]
    if as_json:
        print(json.dumps(shown | {"log": told}, ensure_ascii=False), flush=True)
        return
    print("\n".join((*told, *state_lines(shown), "")), flush=True)


def _tell(name: str, on: bool, as_json: bool) -> None:
    place = INPUT_PLACES[INPUTS.index(name)]
    if as_json:
        print(json.dumps({"input": name, "at": place, "on": on}), flush=True)
    else:
        print(f"{place}  {name}  {'on 入' if on else 'off 切'}", flush=True)


def _summary(rows: list[dict[str, Any]]) -> Iterator[str]:
    moved = [row for row in rows if row["times"]]
    for row in moved:
        how = f"{row['times']}×" + (f", {row['shortest_s']}-{row['longest_s']} s" if row["longest_s"] else "")
        yield f"{row['input']} ({row['at']}): {how}" + (
            "; flickers 点滅: LAMP_OFF_MS を長く / needs a longer LAMP_OFF_MS" if row["flickers"] else ""
        )
    yield f"at rest 常時入: {' '.join(row['input'] for row in rows if row['at_rest']) or 'none なし'}"
    yield f"INPUTS={','.join(row['input'] for row in rows) or 'none'}"
