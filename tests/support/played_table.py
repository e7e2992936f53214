"""A service whose table has played some rounds: its journal was written before it started."""

from collections.abc import Iterator
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
"""When it began: 2026-01-01 19:00 in Japan."""


@cache
def played_events() -> tuple[ev.Event, ...]:
    """The facts of four rounds: a draw and three wins."""
    game = HouseGame(load(BOOK), 5, rounds=4)
    game.play()
    return tuple(replace(event, at=EVENING + event.at) for event in game.events)


@contextmanager
def played_table(folder: Path) -> Iterator[QuietTable]:
    """The table after its rounds."""
    store = open_journal(folder / "journal.sqlite")
    last: Record | None = None
    for event in played_events():
        last = seal(event, event.at, last)
        store.append([last], [])
    store.close()
    with quiet_table(folder, BOOK) as table:
        yield table
