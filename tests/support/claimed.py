"""Entries of the referee at a table set up by a test, and their effects."""

from dataclasses import replace

from controller.journal import events as ev
from controller.journal.chain import Record, seal
from controller.journal.reduce import replay
from controller.journal.state import FaultState
from controller.ports.referee import Claim, ClaimKind
from controller.riichi.seat import Seat
from tests.support.bench import Bench, state_bytes


def enter(table: Bench, kind: ClaimKind, subject: str = "", **told: object) -> list[ev.Event]:
    """Send an entry of the referee with further fields."""
    return table.give(replace(Claim(kind, table.frame / 5, "referee", subject), **told))  # type: ignore[arg-type]


def winners(table: Bench) -> list[Seat]:
    """Winners in the round's present result."""
    now = table.director.state.round
    return [] if now is None or now.outcome is None else [each.win.winner for each in now.outcome.wins]


def fault(table: Bench, code: str) -> FaultState:
    """Return the newest fault with this code."""
    return [each for each in table.director.state.faults if each.fault.code == code][-1]


def codes(table: Bench) -> list[tuple[str, Seat | None]]:
    """Codes and seats of all faults, except those of walls: the walls of this table do not shrink during play."""
    raised = [each.fault for each in table.director.state.faults]
    return [(each.code, each.seat) for each in raised if each.code not in ("wall-broken", "tile-missing")]


def replays(table: Bench) -> bool:
    """True if replaying the journal of all events gives the identical state."""
    records: list[Record] = []
    for event in table.events:
        records.append(seal(event, event.at, records[-1] if records else None))
    return state_bytes(replay(records).state) == state_bytes(table.director.state)
