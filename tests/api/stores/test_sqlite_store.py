"""The journal in SQLite: durable, append-only, and one clear error for a file that is not a journal."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from api.stores.open import open_journal, open_read_only
from api.stores.sqlite_store import SqliteJournal
from controller.errors import JournalError
from controller.journal.chain import seal
from controller.journal.events import MixingStarted
from controller.journal.reduce import replay
from tests.support.small_journal import fill


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SqliteJournal]:
    journal = SqliteJournal(tmp_path / "table.journal")
    yield journal
    journal.close()


@pytest.mark.parametrize("table", ["records", "evidence"])
def test_nothing_is_replaced(store: SqliteJournal, tmp_path: Path, table: str) -> None:
    fill(store)
    other = sqlite3.connect(tmp_path / "table.journal")
    with pytest.raises(sqlite3.IntegrityError, match="append-only"):
        other.execute(f"INSERT OR REPLACE INTO {table} SELECT * FROM {table}")
    other.close()
    assert len(list(store.read())) == 3


def test_every_commit_is_on_the_disk(store: SqliteJournal) -> None:
    with store._engine.connect() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar_one() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar_one() == 2


def test_who_reads_beside_a_writer_sees_one_moment_whatever_is_moved_into_the_file_meanwhile(tmp_path: Path) -> None:
    path = tmp_path / "long.journal"
    writer = SqliteJournal(path)
    before = fill(writer, 40)
    writer.close()
    writer = SqliteJournal(path)
    reader = open_read_only(path)
    reading = reader.read()
    first, more = next(reading), list(before)
    for number in range(40):
        more.append(seal(MixingStarted(at=90.0), 90.0 + number, more[-1], more[-1].evidence))
    writer.append(more[len(before) :])
    with closing(sqlite3.connect(path, timeout=0.0)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert [first, *reading] == before
    assert list(reader.read()) == more
    writer.close()
    reader.close()


def test_records_survive_a_process_that_is_killed(tmp_path: Path) -> None:
    program = f"""
import os
from pathlib import Path
from api.stores.sqlite_store import SqliteJournal
from controller.journal.chain import seal
from controller.journal.events import MixingStarted
store, last = SqliteJournal(Path({str(tmp_path / "killed.journal")!r})), None
for number in range(50):
    last = seal(MixingStarted(at=float(number)), float(number), last)
    store.append([last])
os._exit(9)
"""
    root = Path(__file__).parents[3]
    assert subprocess.run([sys.executable, "-c", program], cwd=root, check=False).returncode == 9
    journal = SqliteJournal(tmp_path / "killed.journal")
    replayed = replay(journal.read())
    assert replayed.last is not None
    assert replayed.last.sequence == 50
    journal.append([seal(MixingStarted(at=50.0), 50.0, replayed.last)])
    journal.close()


def test_a_changed_byte_is_found_when_the_journal_is_replayed(tmp_path: Path) -> None:
    path = tmp_path / "table.journal"
    store = SqliteJournal(path)
    fill(store)
    store.close()
    other = sqlite3.connect(path)
    other.execute("DROP TRIGGER records_UPDATE")
    other.execute("UPDATE records SET line = replace(line, '\"at\":2.0', '\"at\":2.5') WHERE sequence = 2")
    other.commit()
    other.close()
    store = SqliteJournal(path)
    with pytest.raises(JournalError, match="record 2"):
        replay(store.read())
    store.close()


def test_files_that_are_no_journal_are_refused_in_one_line(tmp_path: Path) -> None:
    text, foreign, newer = tmp_path / "a.txt", tmp_path / "b.db", tmp_path / "c.db"
    text.write_text("hello " * 1000)
    with sqlite3.connect(foreign) as other:
        other.execute("CREATE TABLE songs (title)")
    with sqlite3.connect(newer) as other:
        other.execute("PRAGMA user_version = 99")
    for path in (text, foreign, newer, tmp_path / "no" / "folder.journal"):
        with pytest.raises(JournalError) as caught:
            SqliteJournal(path)
        assert str(path) in str(caught.value)
        assert "\n" not in str(caught.value)
    assert sqlite3.connect(foreign).execute("SELECT name FROM sqlite_master").fetchall() == [("songs",)]


def test_an_address_is_a_path_or_names_sqlite(tmp_path: Path) -> None:
    file = tmp_path / "table.journal"
    for address in (file, str(file), f"sqlite:///{file}"):
        store = open_journal(address)
        assert store.last() is None
        store.close()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["table.journal"]


@pytest.mark.parametrize("address", ["mysql://somewhere/jantaku", "sqlite:///", "", "http://table/journal"])
def test_other_addresses_are_refused_with_what_is_expected(address: str) -> None:
    with pytest.raises(JournalError, match="expected a path"):
        open_journal(address)


def test_what_must_be_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no journal at"):
        open_read_only(tmp_path / "none.sqlite")
    assert list(tmp_path.iterdir()) == []
