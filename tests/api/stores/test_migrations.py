"""Migrations up and down on both databases; a process killed at any statement leaves a journal that opens."""

import os
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from api.journals.checking import check
from api.stores.migrate import JOURNAL_FAMILY, NEWEST
from api.stores.open import change_tables, open_journal, open_read_only
from api.stores.sqlite_store import SCHEMA
from controller.errors import JournalError
from tests.support.small_journal import fill


def test_the_newest_revision_is_the_last_file() -> None:
    files = sorted(path.stem[:5] for path in JOURNAL_FAMILY.folder.glob("j*.py"))
    assert (files[-1], set(files)) == (NEWEST, set(SCHEMA) - {"base"})


def test_all_the_way_down_nothing_is_left_and_it_begins_anew(address: str) -> None:
    store = open_journal(address)
    fill(store)
    store.change_revision("base")
    store.close()
    with pytest.raises(JournalError):
        open_read_only(address)
    store = open_journal(address)
    assert store.last() is None
    store.close()


def test_an_unknown_revision_is_refused_with_those_there_are(address: str) -> None:
    open_journal(address).close()
    with pytest.raises(JournalError, match="expected heads or one of base, j0003"):
        change_tables(address, "j0099")


def killed_at(path: Path, statement: int) -> bool:
    """Open a journal in a child process that exits before ``statement``; True if it reached that statement."""
    child = os.fork()
    if child:
        return os.waitpid(child, 0)[1] >> 8 == 9
    count = 0

    def counted(*_: object) -> None:
        nonlocal count
        count += 1
        if count == statement:
            os._exit(9)

    event.listen(Engine, "before_cursor_execute", counted)
    try:
        open_journal(path)
    finally:
        os._exit(0)


def test_a_first_opening_that_is_killed_anywhere_leaves_a_file_that_opens(tmp_path: Path) -> None:
    open_journal(tmp_path / "warm.sqlite").close()
    statement, came = 0, True
    while came:
        # Every third statement keeps the test short; each added statement shifts the choice.
        statement += 3
        path = tmp_path / f"{statement}.sqlite"
        came = killed_at(path, statement)
        store = open_journal(path)
        fill(store)
        store.close()
        assert check(open_read_only(path)).is_sound
    assert statement > 20
