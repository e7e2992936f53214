"""Valid parts of a damaged journal are saved completely, nothing else is, and losses are reported."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from api.cli.app import app
from api.journals.checking import check
from api.journals.repairing import repair
from api.stores.open import open_journal, open_read_only
from api.stores.sqlite_pages import image, rows
from controller.errors import JournalError
from controller.journal.chain import Record, seal
from controller.journal.events import MixingStarted, SessionOpened
from tests.support.small_journal import fill

MORE = 60
PAGE = 4096


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> tuple[bytes, list[Record]]:
    """Bytes of a journal over many pages, one record longer than a page, and its records."""
    path = tmp_path_factory.mktemp("written") / "j.sqlite"
    store = open_journal(path)
    records = fill(store, MORE)
    long = SessionOpened(at=1.0, rulebook="x" * 3 * PAGE, profile="wall-only", names=("a", "b", "c", "d"))
    records.append(seal(long, 90.0, records[-1]))
    store.append(records[-1:])
    store.close()
    return path.read_bytes(), records


def repaired(data: bytes, folder: Path) -> tuple[list[Record], tuple[str, ...]]:
    """Repair such a file; return the saved records and the reported losses, after checking the new file."""
    (folder / "bad.sqlite").write_bytes(data)
    out = folder / "good.sqlite"
    done = repair(str(folder / "bad.sqlite"), out, 1.0)
    assert (folder / "bad.sqlite").read_bytes() == data
    assert check(open_read_only(out)).is_sound
    kept = list(open_read_only(out).read())
    assert done.records == len(kept)
    return kept, done.lost


def test_of_a_sound_journal_everything_is_saved(written: tuple[bytes, list[Record]], tmp_path: Path) -> None:
    data, records = written
    assert repaired(data, tmp_path) == (records, ())


def test_without_sqlite_the_same_rows_are_read(written: tuple[bytes, list[Record]], tmp_path: Path) -> None:
    data, _ = written
    (tmp_path / "j.sqlite").write_bytes(data)
    by_pages = {(number, columns[-1]) for number, columns in rows(data) if len(columns) == 5 and columns[0] is None}
    other = sqlite3.connect(tmp_path / "j.sqlite")
    assert by_pages >= set(other.execute("SELECT sequence, line FROM records").fetchall())
    other.close()


def test_what_lies_in_the_log_alone_is_in_the_image(tmp_path: Path) -> None:
    path = tmp_path / "j.sqlite"
    store = open_journal(path)
    records = fill(store, MORE)
    log = path.with_name("j.sqlite-wal").read_bytes()
    memory = sqlite3.connect(":memory:")
    memory.deserialize(image(path))
    assert memory.execute("SELECT count(*) FROM records").fetchone() == (len(records),)
    # A truncated log ends with its last complete transaction.
    copy = tmp_path / "cut.sqlite"
    copy.write_bytes(path.read_bytes())
    copy.with_name("cut.sqlite-wal").write_bytes(log[:-100])
    memory.deserialize(image(copy))
    assert memory.execute("SELECT count(*) FROM records").fetchone() == (len(records) - 1,)
    store.close()


def test_a_changed_line_ends_what_is_saved_and_the_rest_is_told(
    written: tuple[bytes, list[Record]], tmp_path: Path
) -> None:
    data, records = written
    changed = data.replace(b'"at":20.0', b'"at":20.5', 1)
    assert changed != data
    kept, lost = repaired(changed, tmp_path)
    assert kept == records[: len(kept)]
    assert 3 < len(kept) < len(records)
    assert lost[0].startswith(f"records {len(kept) + 1} to {len(records)}:")


def test_lost_evidence_costs_no_record_and_its_place_is_kept(
    written: tuple[bytes, list[Record]], tmp_path: Path
) -> None:
    data, records = written
    path = tmp_path / "bad.sqlite"
    path.write_bytes(data)
    other = sqlite3.connect(path)
    for (name,) in other.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        other.execute(f"DROP TRIGGER {name}")
    other.execute("PRAGMA secure_delete = ON")
    other.execute("DELETE FROM evidence WHERE id IN (9, 20, 21)")
    other.execute("UPDATE evidence SET body = x'00' WHERE id = 2")
    other.commit()
    other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    other.execute("VACUUM")
    other.close()
    done = CliRunner().invoke(app, ["repair", str(path), "--out", str(tmp_path / "good.sqlite"), "--json"])
    told = json.loads(done.stdout)
    assert (done.exit_code, told["records"], told["evidence"]) == (0, len(records), MORE + 3 - 4)
    assert len(told["lost"]) == 4
    assert "evidence 2" in told["lost"]
    found = check(open_read_only(tmp_path / "good.sqlite"))
    assert found.is_sound
    assert found.notes
    # Repairing the repaired file loses nothing more, and a table can continue with it.
    again = repair(str(tmp_path / "good.sqlite"), tmp_path / "again.sqlite", 2.0)
    assert (again.records, again.evidence, again.lost) == (len(records), MORE - 1, ())
    store = open_journal(tmp_path / "again.sqlite")
    store.append([seal(MixingStarted(at=9.0), 99.0, store.last(), store.evidence_head())])
    store.close()
    assert check(open_read_only(tmp_path / "again.sqlite")).is_sound


def test_a_table_of_pages_that_sqlite_calls_malformed_is_read_page_by_page(
    written: tuple[bytes, list[Record]], tmp_path: Path
) -> None:
    data, records = written
    # The first page contains the locations of all tables.
    kept, lost = repaired(data[:100] + bytes(PAGE - 100) + data[PAGE:], tmp_path)
    assert kept == records
    assert "cannot be read as a whole" in lost[0]


def test_a_file_that_was_cut_short_is_saved_as_far_as_it_goes(
    written: tuple[bytes, list[Record]], tmp_path: Path
) -> None:
    data, records = written
    kept, lost = repaired(data[: len(data) * 2 // 3], tmp_path)
    assert kept == records[: len(kept)]
    assert kept
    assert lost


@settings(max_examples=30)
@given(data=st.data())
def test_of_any_damage_only_what_is_true_is_saved(
    written: tuple[bytes, list[Record]], tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    whole, records = written
    start = data.draw(st.integers(0, len(whole) - 1))
    junk = data.draw(st.binary(min_size=1, max_size=64)) * data.draw(st.integers(1, 200))
    kind = data.draw(st.sampled_from(("overwrite", "cut out", "cut off")))
    damaged = {
        "overwrite": whole[:start] + junk + whole[start + len(junk) :],
        "cut out": whole[:start] + whole[start + len(junk) :],
        "cut off": whole[:start],
    }[kind]
    try:
        kept, lost = repaired(damaged, tmp_path_factory.mktemp("damaged"))
    except JournalError as error:
        assert "no first record" in str(error)  # noqa: PT017 - what else is raised is a defect
        return
    assert kept == records[: len(kept)]
    assert len(kept) == len(records) or lost


def test_a_name_in_the_file_that_is_no_text_any_more_keeps_nothing_back(
    written: tuple[bytes, list[Record]], tmp_path: Path
) -> None:
    data, records = written
    place = data.index(b"CREATE TABLE records") + len(b"CREATE TABLE re")
    kept, _ = repaired(data[:place] + b"\x80" + data[place + 1 :], tmp_path)
    assert kept == records


def test_a_row_without_its_line_is_damage(written: tuple[bytes, list[Record]], tmp_path: Path) -> None:
    data, records = written
    path = tmp_path / "gap.sqlite"
    path.write_bytes(data)
    with closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA writable_schema = 1")
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            database.execute(f"DROP TRIGGER {name}")
        database.execute("UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '') WHERE name = 'records'")
        database.commit()
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE records SET line = NULL WHERE sequence = (SELECT max(sequence) FROM records)")
    kept, lost = repaired(path.read_bytes(), tmp_path)
    assert kept == records[:-1]
    assert lost


def test_a_line_is_found_though_nothing_is_left_of_how_its_page_was_ordered(
    written: tuple[bytes, list[Record]], tmp_path: Path
) -> None:
    data, records = written
    blind = bytearray(data)
    for start in range(PAGE, len(blind), PAGE):
        blind[start : start + 8] = bytes(8)
    kept, lost = repaired(bytes(blind), tmp_path)
    # All but the one that is longer than a page.
    assert kept == records[: len(kept)]
    assert len(kept) > 10
    assert len(lost) > 1


def test_nothing_is_overwritten_and_what_holds_nothing_saves_nothing(tmp_path: Path) -> None:
    path, out = tmp_path / "bad.sqlite", tmp_path / "out.sqlite"
    path.write_bytes(b"hello " * 9999)
    run = CliRunner()
    done = run.invoke(app, ["repair", str(path), "--out", str(out)])
    assert (done.exit_code, out.exists()) == (1, False)
    assert "nothing saved" in done.stdout
    out.write_text("mine")
    assert "lies there already" in str(run.invoke(app, ["repair", str(path), "--out", str(out)]).exception)
    assert out.read_text() == "mine"
    assert "no folder" in str(run.invoke(app, ["repair", str(path), "--out", str(tmp_path / "x" / "y")]).exception)
