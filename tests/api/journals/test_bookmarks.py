"""A table resumes from a bookmark as from all of its records, and never from one that does not match them."""

import pickle
import sqlite3
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.journals import bookmarks
from api.journals.bookmarks import Bookmark
from api.service.compose import TableConfig, open_director
from api.stores.open import open_journal
from api.stores.sql_journal import SqlJournal
from controller.errors import JournalError
from controller.journal.chain import Record, leads_to, record_to_line, seal
from controller.journal.reduce import replay
from controller.rulebooks.catalogue import rulebook
from controller.table.director import Director
from tests.support.quiet_table import PROFILE
from tests.support.random_games import RandomGame

ROUNDS = 6


@pytest.fixture(scope="module")
def evening() -> list[Record]:
    game, records = RandomGame(rulebook("npm-2008"), 3), list[Record]()
    for _ in range(ROUNDS):
        game._round()
    for event in game.events:
        records.append(seal(event, event.at, records[-1] if records else None))
    return records


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr(bookmarks, "_APART", 20)
    return tmp_path / "state" / "jantaku" / "bookmarks"


@pytest.fixture
def journal(tmp_path: Path, evening: list[Record]) -> Iterator[SqlJournal]:
    store = open_journal(tmp_path / "j.sqlite")
    store.append(evening[:-10])
    yield store
    store.close()


def marked(journal: SqlJournal) -> Bookmark:
    bookmark = Bookmark(journal)
    bookmark.take_up()
    for thread in threading.enumerate():
        if thread.name == "bookmark":
            thread.join()
    return bookmark


def read_from(journal: SqlJournal, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Sequence numbers after which the journal is read."""
    asked, read = list[int](), journal.read

    def counted(after: int = 0) -> Iterator[Record]:
        asked.append(after)
        return read(after)

    monkeypatch.setattr(journal, "read", counted)
    Bookmark(journal).take_up()
    return asked


def test_only_what_came_after_the_bookmark_is_read_and_the_state_is_the_same(
    journal: SqlJournal, evening: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    marked(journal)
    journal.append(evening[-10:])
    assert read_from(journal, monkeypatch)[-1] == len(evening) - 10
    assert Bookmark(journal).take_up() == replay(evening)


def test_a_bookmark_follows_a_table_and_is_written_with_later_rounds(
    journal: SqlJournal, evening: list[Record], folder: Path
) -> None:
    bookmark, state = marked(journal), replay(evening[:-10]).state
    (before,) = [file.read_bytes() for file in folder.iterdir()]
    for record in evening[-10:]:
        state = replay([record], bookmark._replayed).state
        journal.append([record])
        bookmark.follow([(record, state)])
    assert bookmark.take_up() == replay(evening)
    assert before == next(folder.iterdir()).read_bytes()


@pytest.mark.parametrize("harm", ["cut", "bit", "empty", "other program", "other key", "foreign class"])
def test_a_damaged_or_strange_bookmark_is_passed_over(
    harm: str, journal: SqlJournal, evening: list[Record], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marked(journal)
    (file,) = folder.iterdir()
    whole = file.read_bytes()
    if harm == "other program":
        monkeypatch.setattr(bookmarks, "_program", lambda: "another")
    elif harm == "other key":
        monkeypatch.setenv("JANTAKU_ANCHOR_KEY", "secret")
    elif harm == "foreign class":
        last, body = evening[-11], pickle.dumps(print)
        mark = bookmarks._mark(last.sequence, last.hash, body)
        file.write_bytes(f'{{"hash":"{last.hash}","mark":"{mark}","sequence":{last.sequence}}}\n'.encode() + body)
    else:
        file.write_bytes(
            {"cut": whole[:-9], "bit": whole[:-9] + bytes([whole[-9] ^ 1]) + whole[-8:], "empty": b""}[harm]
        )
    assert read_from(journal, monkeypatch)[-1] == 0
    assert Bookmark(journal).take_up() == replay(evening[:-10])


def test_a_record_changed_before_the_bookmark_is_found_when_the_table_is_opened(
    tmp_path: Path, evening: list[Record]
) -> None:
    path = tmp_path / "k.sqlite"
    store = open_journal(path)
    store.append(evening)
    marked(store)
    store.close()
    with sqlite3.connect(path) as database:
        triggers = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]
        for name in triggers:
            database.execute(f"DROP TRIGGER {name}")
        database.execute(
            "UPDATE records SET line = replace(line, '\"sideways\":false', '\"sideways\":true ') WHERE sequence = 50"
        )
        changed = record_to_line(evening[19]).replace(b'"at":', b'"at":1')
        database.execute("UPDATE records SET line = ? WHERE sequence = 20", (changed,))
    database.close()
    store = open_journal(path)
    config = TableConfig("1", PROFILE, "npm-2008", "table", "camera", "calibration", path)
    with pytest.raises(JournalError, match="record 20"):
        open_director(config, store, bookmark=Bookmark(store))
    store.close()


def test_an_older_copy_of_the_journal_is_read_whole(
    tmp_path: Path, journal: SqlJournal, evening: list[Record], monkeypatch: pytest.MonkeyPatch
) -> None:
    marked(journal)
    older = open_journal(tmp_path / "older.sqlite")
    older.append(evening[:50])
    assert read_from(older, monkeypatch)[-1] == 0
    assert Bookmark(older).take_up() == replay(evening[:50])
    older.close()


def test_a_chain_of_lines_is_broken_by_any_change(evening: list[Record]) -> None:
    lines = [record_to_line(record) for record in evening[:40]]
    assert leads_to(lines, evening[39].hash)
    assert not leads_to(lines[:-1], evening[39].hash)
    assert not leads_to([], evening[39].hash)
    assert not leads_to([*lines[:5], *lines[6:]], evening[39].hash)
    assert not leads_to([*lines[:5], lines[5].replace(b'"at":', b'"at": '), *lines[6:]], evening[39].hash)


def test_a_director_from_a_bookmark_is_the_one_from_the_records(journal: SqlJournal) -> None:
    marked(journal)
    config = TableConfig("1", PROFILE, "npm-2008", "table", "camera", "calibration", Path("j"))
    director = open_director(config, journal, bookmark=Bookmark(journal))
    plain = Director.resume(journal.read(), director.venue, director.rulebook)
    assert (director.state, director.phase, director._last_evidence) == (
        plain.state,
        plain.phase,
        plain._last_evidence,
    )


def seen_of(journal: SqlJournal, since: int | None) -> list[int]:
    numbers = list[int]()
    Bookmark(journal).take_up(lambda record, _: numbers.append(record.sequence), since)
    return numbers


def test_what_must_be_seen_for_its_age_is_read_also_before_the_bookmark(
    journal: SqlJournal, evening: list[Record]
) -> None:
    marked(journal)
    journal.append(evening[-10:])
    end = len(evening) + 1
    assert seen_of(journal, None) == seen_of(journal, end - 5) == list(range(end - 10, end))
    assert seen_of(journal, 7) == list(range(1, end))
