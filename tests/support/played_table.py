"""A service whose table has played some rounds: its journal was written before it started."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path

from api.stores.open import open_journal
from controller.journal import events as ev
from controller.journal.chain import Record, seal
from controller.rulebooks.catalogue import load
from tests.support.house_game import HouseGame
from tests.support.quiet_table import QuietTable, quiet_table

BOOK = "tomioka"
EVENING = 1_767_261_600.0
"""Start time: 2026-01-01 19:00 in Japan."""


@cache
def played_events(rounds: int = 4) -> tuple[ev.Event, ...]:
    """Events of the first ``rounds`` rounds of a game, at most the whole game; of four rounds one draw, three wins."""
    game = HouseGame(load(BOOK), 5, rounds=rounds)
    game.play()
    return tuple(replace(event, at=EVENING + event.at) for event in game.events)


@contextmanager
def played_table(folder: Path, rounds: int = 4) -> Iterator[QuietTable]:
    """Open the table after its rounds."""
    with table_after(folder, played_events(rounds), BOOK) as table:
        yield table


@contextmanager
def table_after(folder: Path, events: Iterable[ev.Event], book: str) -> Iterator[QuietTable]:
    """Open a table whose journal has these events."""
    store = open_journal(folder / "journal.sqlite")
    last: Record | None = None
    for event in events:
        last = seal(event, event.at, last)
        store.append([last], [])
    store.close()
    with quiet_table(folder, book) as table:
        yield table
