"""A simulated round with a camera behind each hand, as evidence for a service without other traffic."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

from api.service.table_service import TableService
from api.stores.sqlite_store import SqliteJournal
from controller.journal.chain import Record, seal
from controller.ports.evidence import Evidence
from controller.ports.eyes import Sighting
from controller.riichi.seat import SEATS, Seat
from controller.table.director import Director
from controller.table.venue import Venue
from controller.views.policy import Release
from hardware.simulator.game.round import SimulatedRound
from tests.support.bench import Game
from tests.support.quiet_table import NoEyes, NoTable

BOOK = "npm-2008"
SEED = 11


@cache
def played(rounds: int = 1) -> tuple[tuple[Evidence, ...], tuple[SimulatedRound, ...]]:
    """Evidence of the first ``rounds`` rounds, and their truth."""
    game = Game(BOOK, SEED, rounds=rounds, seats=True)
    return tuple(game.evidence()), tuple(game.truth)


def seen_by(evidence: Sequence[Evidence], seats: Sequence[Seat]) -> Iterator[Evidence]:
    """Yield the same evidence with cameras behind these seats only."""
    for each in evidence:
        if isinstance(each, Sighting) and each.concealed:
            rows = tuple(row if seat in seats else None for seat, row in zip(SEATS, each.concealed, strict=True))
            yield replace(each, concealed=rows)
        else:
            yield each


@contextmanager
def silent_service(folder: Path, rule: Release, monotonic: Callable[[], float]) -> Iterator[TableService]:
    """Open a service without traffic at its edges, to which the test passes evidence."""
    director, opening = Director.open(Venue(rulebook=BOOK, auto_settle=True), 0.0)
    store, records = SqliteJournal(folder / "journal.sqlite"), list[Record]()
    for event in opening.events:
        records.append(seal(event, 0.0, records[-1] if records else None))
    store.append(records, opening.evidence)
    service = TableService("1", director, store, NoTable(), NoEyes(), rule=rule, monotonic=monotonic)
    try:
        yield service
    finally:
        store.close()
