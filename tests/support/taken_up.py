"""Scripted games on a real service: played by events first, then resumed from their journal."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from api.stores.open import open_journal
from controller.journal.chain import Record, seal
from controller.ports.table import SignalKind
from controller.rulebooks.catalogue import rulebook
from tests.support.quiet_table import QuietTable, quiet_table
from tests.support.unseen_rounds import Played, scripted


def waiting_game(rounds: int, unseen: int = -1, book: str = "npm-2008") -> Played:
    """A game in which every result waits for a person; ``unseen``: index of the round whose end nobody saw."""
    law = rulebook(book)
    game = Played(law, auto_settle=False)
    for number, script in enumerate(scripted(law, 11, rounds)):
        game.play(script, unseen=number == unseen)
    game.signal(SignalKind.SET_PRESSED, game.round_.dealer)
    game.signal(SignalKind.WALLS_UP)
    return game


@contextmanager
def taken_up(game: Played, folder: Path) -> Iterator[QuietTable]:
    """Open a table that continues a game."""
    records: list[Record] = []
    for event in game.events:
        records.append(seal(event, event.at, records[-1] if records else None))
    store = open_journal(folder / "journal.sqlite")
    store.append(records, [])
    store.close()
    with quiet_table(folder, game.book.id) as table:
        yield table
