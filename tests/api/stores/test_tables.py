"""The tables of a journal on both databases; a process killed at any statement leaves a journal that opens."""

import os
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from api.journals.checking import check
from api.stores.open import open_journal, open_read_only
from controller.errors import JournalError
from tests.support.small_journal import fill


def test_tables_of_another_release_are_refused_in_one_line(address: str) -> None:
    store = open_journal(address)
    fill(store)
    with store._engine.begin() as connection:
        connection.exec_driver_sql("UPDATE journal_version SET version_num = 'j0099'")
        if connection.dialect.name == "sqlite":
            connection.exec_driver_sql("PRAGMA user_version = 99")
    store.close()
    for again in (open_journal, open_read_only):
        with pytest.raises(JournalError, match=r"99.*expected"):
            again(address)


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
