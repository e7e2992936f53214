"""From records back to the state they add up to."""

from collections.abc import Iterable
from dataclasses import dataclass

from controller.journal import events as ev
from controller.journal.chain import Record, verify
from controller.journal.reduce import reduce
from controller.journal.state import NOTHING_YET, TableState


@dataclass(frozen=True, slots=True)
class Replay:
    """A state, the record it stands at (None: nothing recorded), and the highest evidence id named so far.

    ``start``: the state that the round in play began from, ``facts``: the round's events, its start the first.
    """

    state: TableState
    last: Record | None
    last_evidence: int
    start: TableState = NOTHING_YET
    facts: tuple[ev.Event, ...] = ()


def replay(records: Iterable[Record]) -> Replay:
    """Fold verified records into a state; raises JournalError at the first record that does not fit the chain."""
    state, last, evidence = NOTHING_YET, None, 0
    start, facts = NOTHING_YET, list[ev.Event]()
    for record in verify(records):
        if isinstance(record.event, ev.RoundStarted):
            start, facts = state, []
        facts.append(record.event)
        state, last = reduce(state, record.event), record
        evidence = max((evidence, *record.event.evidence))
    return Replay(state, last, evidence, start, tuple(facts))
