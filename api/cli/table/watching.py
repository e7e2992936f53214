"""``jantaku table state --watch`` and ``scan``: the board's inputs while somebody works at the table."""

import json
from collections.abc import Collection, Iterator, Mapping
from math import inf
from typing import Any, Final

from api.cli.table.commands import level_name, operator, show_state, state_lines
from firmware_bridge.commission.lamps import LampJson, LampWatch
from firmware_bridge.commission.scan import Scan
from firmware_bridge.operator import Operator
from firmware_bridge.wire.codes import INPUTS
from firmware_bridge.wire.labels import INPUT_PLACES
from firmware_bridge.wire.messages import State

_LOOK_S: Final = 0.1
_FLICKERS: Final = "; flickers 点滅: LAMP_OFF_MS を長く / needs a longer LAMP_OFF_MS"


def state(*, port: str = "auto", watch: bool = False, seconds: float = inf, as_json: bool = False) -> int:
    """Print the board's state, once or on every change."""
    return _watch(port, seconds, as_json) if watch else show_state(port, as_json)


def _watch(port: str, seconds: float, as_json: bool) -> int:
    """Print the state on every change, and the board's log lines, until the time is up or Ctrl-C."""
    last: State | None = None
    with operator(port) as table:
        for state in states(table, seconds):
            if last is None or _apart(last) != _apart(state):
                _show(table, state, as_json)
            last = state
    return 0 if last is not None else 1


def name_wires(port: str, seconds: float, as_json: bool) -> int:
    """Name the wire of each button and lamp that changes; 1 if none did."""
    seen, lamps = Scan(), LampWatch()
    with operator(port) as table:
        for state in states(table, seconds):
            for name, on in seen.see(state.inputs, table.clock()):
                _tell(name, on, as_json)
            lamps.ask(table)
    driven = list(lamps.rows())
    rows, settings = list(seen.rows()), {key.name: value for key, value in lamps.settings().items()}
    if as_json:
        print(json.dumps({"wires": rows, "driven_lamps": driven, "settings": settings}))
    else:
        for line in (*_summary(rows, {row["input"] for row in driven}), *_lamps(driven, settings)):
            print(line)
    return 0 if driven or any(row["times"] for row in rows) else 1


def states(table: Operator, seconds: float) -> Iterator[State]:
    """Yield the board's state repeatedly, until the time is up or Ctrl-C."""
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
    """Return the fields of a state whose change is printed."""
    return state.inputs, state.outputs, state.hatch, state.build, state.armed, state.faults


def _show(table: Operator, state: State, as_json: bool) -> None:
    shown = table.row(state)
    told = [f"{level_name(each.level)}: {each.text}" for each in table.seen.lines]
    table.seen.lines.clear()
    if as_json:
        print(json.dumps({**shown, "log": told}, ensure_ascii=False), flush=True)
        return
    print("\n".join((*told, *state_lines(shown), "")), flush=True)


def _tell(name: str, on: bool, as_json: bool) -> None:
    place = INPUT_PLACES[INPUTS.index(name)]
    if as_json:
        print(json.dumps({"input": name, "at": place, "on": on}), flush=True)
    else:
        print(f"{place}  {name}  {'on 入' if on else 'off 切'}", flush=True)


def _lamps(driven: list[LampJson], settings: Mapping[str, int]) -> Iterator[str]:
    for row in driven:
        yield f"{row['input']}: 順に点灯 driven in turns, {row['dark']} % -> {row['lit']} %" + (
            f"; 必要 needs: {row['needs']['ja']} / {row['needs']['en']}" if row["needs"] else ""
        )
    if settings:
        yield " ".join(f"{name}={value}" for name, value in settings.items())


def _summary(rows: list[dict[str, Any]], driven: Collection[str]) -> Iterator[str]:
    moved = [row for row in rows if row["times"]]
    for row in moved:
        how = f"{row['times']}×" + (f", {row['shortest_s']}-{row['longest_s']} s" if row["longest_s"] else "")
        flickers = row["flickers"] and row["input"] not in driven
        yield f"{row['input']} ({row['at']}): {how}" + (_FLICKERS if flickers else "")
    yield f"at rest 常時入: {' '.join(row['input'] for row in rows if row['at_rest']) or 'none なし'}"
    yield f"INPUTS={','.join(row['input'] for row in rows) or 'none'}"
