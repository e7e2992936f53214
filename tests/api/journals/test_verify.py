"""Every change of a stored journal is detected, and the check changes nothing on the disk."""

import json
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import gettempdir

import pytest
from structlog.testing import capture_logs
from typer.testing import CliRunner

from api.cli.app import app
from api.journals.anchoring import keep_anchored
from api.stores.open import open_journal
from controller.journal.chain import seal
from controller.journal.events import MixingStarted
from tests.support.small_journal import ROWS, fill, old_records

MORE = 5
RECORDS = 3 + MORE


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A temporary state folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.delenv("JANTAKU_ANCHOR_KEY", raising=False)
    return tmp_path / "state"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A journal of eight records, with the same number of evidence rows."""
    (tmp_path / "kept").mkdir()
    path = tmp_path / "kept" / "table.sqlite"
    store = open_journal(path)
    fill(store, MORE)
    store.close()
    return path


def verify(path: Path | str, *options: str) -> tuple[int, dict[str, object]]:
    """Exit code and answer of the command."""
    done = CliRunner().invoke(app, ["verify", str(path), "--json", *options])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done.exit_code, json.loads(done.stdout.splitlines()[-1])


def tamper(path: Path, *statements: str) -> None:
    """Change a file without the journal's code."""
    other = sqlite3.connect(path)
    for (name,) in other.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        other.execute(f"DROP TRIGGER {name}")
    for statement in statements:
        other.execute(statement)
    other.commit()
    other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    other.close()


def test_a_sound_journal_is_told_so_with_its_end(file: Path) -> None:
    code, told = verify(file)
    assert (code, told["ok"], told["records"], told["evidence"]) == (0, True, RECORDS, RECORDS)
    assert told["vouched_from"] == 1
    assert "no anchor" in str(told["notes"])


DAMAGE = {
    "a line": ("UPDATE records SET line = replace(line, '\"at\":2.0', '\"at\":2.5') WHERE sequence = 2", "record 2"),
    "a record": ("DELETE FROM records WHERE sequence = 3", "expected sequence 3"),
    "the first record": ("DELETE FROM records WHERE sequence = 1", "expected sequence 1"),
    "a kind": ("UPDATE records SET kind = 'WallsRaised' WHERE sequence = 2", "record 2: its kind column"),
    "a time": ("UPDATE records SET time = 99.0 WHERE sequence = 2", "record 2: its time column"),
    "a hash": ("UPDATE records SET hash = 'a' WHERE sequence = 4", "record 4: its hash column"),
    "spaces": ("UPDATE records SET line = replace(line, ',', ', ') WHERE sequence = 4", "record 4: its line is not as"),
    "no line": ("UPDATE records SET line = x'00ff' WHERE sequence = 4", "record 4: cannot be read"),
    "a piece of evidence": ("DELETE FROM evidence WHERE id = 2", "evidence at place 2 is gone"),
    "pieces of evidence": ("DELETE FROM evidence WHERE id IN (2, 9)", "evidence at places 2 to 3 is gone"),
    "the last evidence": ("DELETE FROM evidence WHERE id > 12", "evidence that it vouches for is gone"),
    "all evidence": ("DELETE FROM evidence", "evidence that it vouches for is gone"),
    "a byte of evidence": ("UPDATE evidence SET body = x'789c00' WHERE id = 2", "evidence 2: cannot be"),
    "evidence of another": (
        "UPDATE evidence SET body = (SELECT body FROM evidence WHERE id = 10) WHERE id = 11",
        "evidence 11",
    ),
    "a body": ("UPDATE evidence SET body = NULL WHERE id = 2", "evidence 2: it was taken out"),
    "the time of evidence": ("UPDATE evidence SET at = 77.0 WHERE id = 2", "evidence 2: its time column"),
    "the kind of evidence": ("UPDATE evidence SET kind = 'Claim' WHERE id = 2", "evidence 2: its kind column"),
    "the hash of evidence": ("UPDATE evidence SET hash = 'b' WHERE id = 2", "evidence 2: its hash does not fit"),
    "a table": ("DROP TABLE evidence", "without the tables of a journal"),
}


@pytest.mark.parametrize("what", DAMAGE)
def test_every_kind_of_damage_is_found(file: Path, what: str) -> None:
    statement, said = DAMAGE[what]
    tamper(file, statement)
    code, told = verify(file)
    assert (code, told["ok"]) == (1, False)
    assert any(said in problem for problem in told["problems"]), told["problems"]  # type: ignore[attr-defined]  # a list in JSON


def test_evidence_put_elsewhere_in_the_chain_is_found(file: Path) -> None:
    tamper(file, "UPDATE evidence SET place = -1 WHERE id = 2", "UPDATE evidence SET place = 2 WHERE id = 9")
    assert verify(file)[0] == 1


@pytest.mark.parametrize("left", [RECORDS - 1, 3, 0])
def test_a_tail_that_was_cut_off_is_found_by_the_anchor_that_the_table_left(file: Path, left: int) -> None:
    store = open_journal(file)
    keep_anchored(store, file)
    store.close()
    assert verify(file)[0] == 0
    tamper(file, f"DELETE FROM records WHERE sequence > {left}", f"DELETE FROM evidence WHERE place > {left}")
    code, told = verify(file)
    assert code == 1
    assert "cut off" in str(told["error"]) or left == 0


def test_a_tail_of_evidence_that_no_record_vouches_for_yet_is_anchored_too(file: Path) -> None:
    store = open_journal(file)
    row = ROWS[0].__class__(99, ROWS[0].evidence)
    store.append([], [row])
    keep_anchored(store, file)
    store.close()
    assert verify(file)[0] == 0
    tamper(file, "DELETE FROM evidence WHERE id = 99")
    assert "anchored, or is gone" in str(verify(file)[1]["error"])


def test_an_anchor_is_logged_when_a_journal_that_has_changed_is_opened(file: Path) -> None:
    """Regression: a line at every start and every end of a service, whether or not the journal had grown."""
    with capture_logs() as logged:
        for more in (0, 0, 1):
            store = open_journal(file)
            if more:
                store.append([seal(MixingStarted(at=50.0), 50.0, store.last(), store.evidence_head())])
            keep_anchored(store, file)
            store.close()
    assert [line["event"] for line in logged] == ["journal_anchored"] * 2


def test_a_history_that_was_written_anew_is_found_by_a_line_on_paper(file: Path, state: Path) -> None:
    printed = CliRunner().invoke(app, ["journal", "anchor", str(file)]).stdout.strip()
    assert printed.startswith(f"{RECORDS}:")
    shutil.rmtree(state)
    last, forged = None, []
    for number in range(RECORDS):
        last = seal(MixingStarted(at=float(number)), 1.0, last)
        forged.append(last)
    file.unlink()
    store = open_journal(file)
    store.append(forged)
    store.close()
    assert verify(file)[0] == 0
    code, told = verify(file, "--anchor", printed[:30])
    assert code == 1
    assert f"record {RECORDS}: not the one that was anchored" in str(told["error"])


def test_anchors_are_carried_as_lines_and_signed_where_there_is_a_key(
    file: Path, state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JANTAKU_ANCHOR_KEY", "of the house")
    line = CliRunner().invoke(app, ["journal", "anchor", str(file), "--json"]).stdout
    exported = tmp_path / "anchors.jsonl"
    exported.write_text(line)
    assert verify(file, "--anchor", str(exported))[0] == 0
    (kept,) = (state / "jantaku" / "anchors").iterdir()
    assert kept.stat().st_mode & 0o777 == 0o600
    tamper(file, "DELETE FROM records WHERE sequence = 8")
    kept.write_text(line.replace('"sequence":8', '"sequence":7'))
    code, told = verify(file)
    assert code == 1
    assert "not signed" in str(told["problems"])
    assert verify(file, "--anchor", str(exported))[0] == 1


@pytest.mark.parametrize("anchor", ["nothing-there.jsonl", "12", "x:abc", ":"])
def test_an_anchor_that_is_none_is_refused_in_one_line(file: Path, anchor: str) -> None:
    done = CliRunner().invoke(app, ["verify", str(file), "--anchor", anchor])
    assert "expected a file of anchors" in str(done.exception)


def test_a_journal_from_before_evidence_was_chained_is_sound_and_stays_as_it_is(tmp_path: Path) -> None:
    path = old_file(tmp_path / "old.sqlite")
    before = path.read_bytes()
    code, told = verify(path)
    assert (code, told["records"], told["evidence"], told["vouched_from"]) == (0, 3, 3, 0)
    assert path.read_bytes() == before
    tamper(path, "UPDATE evidence SET at = 5.0 WHERE id = 1")
    assert verify(path)[0] == 1


def test_an_old_journal_that_is_played_on_vouches_for_its_evidence_from_then_on(tmp_path: Path) -> None:
    path = old_file(tmp_path / "old.sqlite")
    store = open_journal(path)
    last = store.last()
    store.append([seal(MixingStarted(at=4.0), 14.0, last, store.evidence_head())])
    store.close()
    code, told = verify(path)
    assert (code, told["records"], told["vouched_from"]) == (0, 4, 4)
    tamper(path, "DELETE FROM evidence WHERE id = 2")
    assert verify(path)[0] == 1


def old_file(path: Path) -> Path:
    """A file of records without an evidence chain."""
    store = open_journal(path)
    store.append(old_records(), ROWS)
    store.close()
    return path


def listing(folder: Path) -> dict[str, tuple[int, int]]:
    return {file.name: (file.stat().st_size, file.stat().st_mtime_ns) for file in folder.iterdir()}


def left_behind(file: Path) -> Path:
    """A copy as a killed service leaves it: its last records are only in the write-ahead log."""
    store = open_journal(file)
    store.append([seal(MixingStarted(at=50.0), 50.0, store.last())])
    folder = file.parent.with_name("killed")
    shutil.copytree(file.parent, folder)
    store.close()
    assert (folder / f"{file.name}-wal").stat().st_size > 0
    return folder / file.name


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Make a folder read-only; a root user becomes an unprivileged one meanwhile."""
    for path in (folder, *folder.iterdir()):
        path.chmod(0o555 if path.is_dir() else 0o444)
    for path in (folder.parent, folder.parent.parent):
        path.chmod(0o755)
    was_root = os.geteuid() == 0
    if was_root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if was_root:
            os.seteuid(0)
        folder.chmod(0o755)


LEFT: dict[str, Callable[[Path], Path]] = {
    "closed": lambda file: file,
    "killed": left_behind,
    "killed, without the index": lambda file: without(left_behind(file), "-shm"),
}


def without(file: Path, end: str) -> Path:
    file.with_name(file.name + end).unlink()
    return file


@pytest.mark.parametrize("left", LEFT)
@pytest.mark.parametrize("command", ["verify", "replay"])
def test_reading_makes_and_changes_no_file(file: Path, left: str, command: str) -> None:
    path = LEFT[left](file)
    before = listing(path.parent)
    before.pop(f"{path.name}-shm", None)
    assert CliRunner().invoke(app, [command, str(path)]).exit_code == 0
    after = listing(path.parent)
    # The index is no part of the journal: SQLite records its readers there.
    assert (after.pop(f"{path.name}-shm", None) is not None) == (left == "killed")
    assert after == before
    assert verify(path)[1]["records"] == RECORDS + (left != "closed")


@pytest.mark.parametrize("left", LEFT)
def test_a_disk_for_reading_only_is_read(file: Path, left: str, tmp_path: Path) -> None:
    path = LEFT[left](file)
    for folder in list(tmp_path.relative_to(gettempdir()).parents)[:-1]:
        (Path(gettempdir()) / folder).chmod(0o755)
    with read_only(path.parent):
        code, told = verify(path)
    assert (code, told["records"]) == (0, RECORDS + (left != "closed"))


@pytest.mark.parametrize(
    "command", ["verify", "replay", "export --format csv", "journal anchor", "backup --out b", "repair --out r"]
)
def test_a_wrong_path_makes_no_file(tmp_path: Path, command: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    name, *options = command.split()
    words = [name, *options, "nothing.sqlite"]
    done = CliRunner().invoke(app, words)
    assert "no journal at" in str(done.exception)
    assert [path for path in tmp_path.iterdir() if path.name != "state"] == []


def test_what_is_no_journal_is_broken_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "a.sqlite"
    text.write_text("hello " * 999)
    assert verify(text)[0] == 1
    assert text.read_text() == "hello " * 999
    empty = tmp_path / "b.sqlite"
    empty.touch()
    assert verify(empty)[0] == 1
    assert empty.stat().st_size == 0


def test_a_schema_that_is_no_text_is_damage_like_any_other(file: Path) -> None:
    tamper(file)
    data = file.read_bytes()
    assert b"CREATE TABLE records" in data
    file.write_bytes(data.replace(b"CREATE TABLE records", b"CREATE T\x80BLE records"))
    code, told = verify(file)
    assert (code, told["ok"]) == (1, False)
