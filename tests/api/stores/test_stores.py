"""Guarantees of a journal in every database: order, all or nothing, append-only, one writer."""

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from api.stores.open import open_journal, open_read_only
from api.stores.sql_journal import SqlJournal
from controller.errors import JournalError
from controller.journal.chain import GENESIS, seal
from controller.journal.events import MixingStarted
from controller.journal.reduce import replay
from controller.journal.store import EvidenceRow, evidence_head
from controller.ports.table import SignalKind, TableSignal
from tests.support.small_journal import ROWS, fill, new_records, old_records


@pytest.fixture
def store(address: str) -> Iterator[SqlJournal]:
    journal = open_journal(address)
    yield journal
    journal.close()


def test_what_was_appended_is_read_back_in_order(store: SqlJournal, address: str) -> None:
    assert store.last() is None
    assert list(store.read()) == []
    written = fill(store)
    for reader in (store, open_read_only(address)):
        assert list(reader.read()) == written
        assert list(reader.read(after=2)) == written[2:]
        assert reader.last() == written[-1]
        assert list(reader.evidence([2, 1, 77])) == list(ROWS[:2])
        assert list(reader.newest_evidence(2)) == list(ROWS[1:])
        assert replay(reader.read()).last == written[-1]
        assert reader.evidence_head() == written[-1].evidence == evidence_head(GENESIS, ROWS)


def test_a_journal_that_is_opened_again_goes_on(store: SqlJournal, address: str) -> None:
    written = fill(store)
    store.close()
    again = open_journal(address)
    assert (again.last(), again.evidence_head()) == (written[-1], written[-1].evidence)
    again.append([seal(MixingStarted(at=4.0), 13.0, written[-1])])
    assert len(list(again.read())) == 4
    again.close()


def test_a_record_that_does_not_follow_is_refused_whole(store: SqlJournal) -> None:
    one, two, three = old_records()
    for wrong in ([two], [one, three], [one, seal(MixingStarted(at=2.0), 11.0, two)]):
        with pytest.raises(JournalError, match="does not follow"):
            store.append(wrong, ROWS)
        assert list(store.read()) == []
        assert list(store.newest_evidence(9)) == []
    store.append([one])
    with pytest.raises(JournalError):
        store.append([one])


def test_a_record_that_does_not_vouch_for_the_evidence_kept_with_it_is_refused(store: SqlJournal) -> None:
    first = new_records()[0]
    with pytest.raises(JournalError, match="vouch"):
        store.append([first], ROWS[1:])
    store.append([first], ROWS[:1])


def test_all_or_nothing_when_a_row_clashes(store: SqlJournal) -> None:
    one, two, _ = old_records()
    store.append([one], ROWS[:1])
    with pytest.raises(JournalError, match="not written"):
        store.append([two], [ROWS[1], ROWS[0]])
    assert list(store.read()) == [one]
    assert list(store.newest_evidence(9)) == list(ROWS[:1])
    store.append([two], ROWS[1:2])
    assert store.last() == two


@pytest.mark.parametrize("table", ["records", "evidence", "notes"])
@pytest.mark.parametrize(
    "statement", ["DELETE FROM {}", "UPDATE {} SET kind = 'Other'", "INSERT INTO {0} SELECT * FROM {0}"]
)
def test_nothing_can_be_changed_or_taken_out_by_another_program(store: SqlJournal, table: str, statement: str) -> None:
    fill(store)
    store.note(1.0, "tried", "{}")
    with store._engine.connect() as other, pytest.raises(DBAPIError, match="append-only"):
        other.execution_options(isolation_level="AUTOCOMMIT").execute(text(statement.format(table)))
    assert len(list(store.read())) == 3


def test_a_second_writer_is_refused_and_readers_are_not(store: SqlJournal, address: str) -> None:
    fill(store)
    with pytest.raises(JournalError, match="open in another service"):
        open_journal(address)
    assert len(list(open_read_only(address).read())) == 3
    store.close()
    open_journal(address).close()


def test_a_reader_does_not_wait_for_the_writer_nor_the_writer_for_a_reader(store: SqlJournal, address: str) -> None:
    written = fill(store)
    reader = open_read_only(address)
    rows = reader.read()
    assert next(rows) == written[0]
    store.append([seal(MixingStarted(at=9.0), 19.0, written[-1])])
    assert [record.sequence for record in rows] == [2, 3]
    assert len(list(reader.read())) == 4


def test_a_reader_changes_nothing(store: SqlJournal, address: str) -> None:
    written = fill(store)
    reader = open_read_only(address)
    with pytest.raises(JournalError, match="not written"):
        reader.append([seal(MixingStarted(at=9.0), 19.0, written[-1])])
    assert len(list(store.read())) == 3


def test_what_is_not_there_is_not_made_by_reading(address: str) -> None:
    for _ in range(2):
        with pytest.raises(JournalError):
            open_read_only(address)


@settings(max_examples=15)
@given(batches=st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=6))
def test_any_batches_chain_and_read_back(
    tmp_path_factory: pytest.TempPathFactory, batches: list[tuple[int, int]]
) -> None:
    store = open_journal(tmp_path_factory.mktemp("batches") / "j.sqlite")
    number, last = 0, None
    for records, rows in batches:
        kept = [EvidenceRow(number + n, TableSignal(SignalKind.MIXING, 1.0, id=str(number + n))) for n in range(rows)]
        number += rows
        head = evidence_head(store.evidence_head(), kept)
        sealed = []
        for each in range(records):
            last = seal(MixingStarted(at=float(each)), 1.0, last, head)
            sealed.append(last)
        store.append(sealed, kept)
    store.close()
    assert replay(store.read()).last == last
    assert len(store.newest_evidence(99)) == number
    store.close()
