"""Tables go up and down on both databases with all they hold, and a kill at any statement leaves what opens."""

import os
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from api.journals.checking import check
from api.stores.migrate import JOURNAL_FAMILY, NEWEST
from api.stores.open import change_tables, open_journal, open_kept
from api.stores.sqlite_store import SCHEMA
from controller.errors import JournalError
from controller.journal.chain import seal
from controller.journal.events import MixingStarted
from controller.journal.store import evidence_head
from tests.support.small_journal import ROWS, fill, old_records


def test_the_newest_revision_is_the_last_file() -> None:
    files = sorted(path.stem[:5] for path in JOURNAL_FAMILY.folder.glob("j*.py"))
    assert (files[-1], set(files)) == (NEWEST, set(SCHEMA) - {"base"})


@pytest.mark.parametrize("down", ["j0001", "j0002"])
def test_what_a_journal_holds_goes_down_and_up_again(address: str, down: str) -> None:
    store = open_journal(address)
    written = fill(store, 4)
    store.close()
    assert change_tables(address, down) == down
    store = open_journal(address)
    assert list(store.read()) == written
    assert store.evidence_head() == written[-1].evidence
    assert list(store.evidence([1, 2, 9])) == list(ROWS)
    store.append([seal(MixingStarted(at=9.0), 9.0, written[-1])])
    store.close()
    assert check(open_kept(address)).is_sound


def test_evidence_keeps_the_order_in_which_it_was_kept(address: str) -> None:
    store = open_journal(address)
    head = evidence_head(store.evidence_head(), [ROWS[2], ROWS[0]])
    store.append([seal(MixingStarted(at=1.0), 1.0, None, head)], [ROWS[2], ROWS[0]])
    store.close()
    change_tables(address, "j0001")
    open_journal(address).close()
    found = check(open_kept(address))
    assert (found.problems, found.evidence, found.evidence_head) == ([], 2, head)


def test_all_the_way_down_nothing_is_left_and_it_begins_anew(address: str) -> None:
    store = open_journal(address)
    fill(store)
    store.change_revision("base")
    store.close()
    with pytest.raises(JournalError):
        open_kept(address)
    store = open_journal(address)
    assert store.last() is None
    store.close()


def test_an_unknown_revision_is_refused_with_those_there_are(address: str) -> None:
    open_journal(address).close()
    with pytest.raises(JournalError, match="expected heads or one of base, j0001"):
        change_tables(address, "j0099")


def killed_at(path: Path, statement: int) -> bool:
    """Open a journal in a child that dies before that statement; whether it came so far."""
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
        # A third of them; which, moves with every statement that is added.
        statement += 3
        path = tmp_path / f"{statement}.sqlite"
        came = killed_at(path, statement)
        store = open_journal(path)
        fill(store)
        store.close()
        assert check(open_kept(path)).is_sound
    assert statement > 20


def test_a_migration_that_is_killed_anywhere_leaves_the_old_journal_or_the_new(tmp_path: Path) -> None:
    old = tmp_path / "old.sqlite"
    store = open_journal(old)
    store.append(old_records(), ROWS)
    store.change_revision("j0001")
    store.close()
    statement, came = 0, True
    while came:
        # A third of them; which, moves with every statement that is added.
        statement += 3
        path = tmp_path / f"{statement}.sqlite"
        path.write_bytes(old.read_bytes())
        came = killed_at(path, statement)
        for _ in range(2):
            found = check(open_kept(path))
            assert (found.is_sound, found.records, found.evidence) == (True, 3, 3)
            open_journal(path).close()
    assert statement > 20
