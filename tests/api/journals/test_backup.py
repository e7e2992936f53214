"""A backup contains a running journal with all its files, is checked, and can be restored."""

import itertools
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from api.cli.app import app
from api.journals import backups
from api.journals.checking import check
from api.stores.open import open_journal, open_read_only, pictures_of
from controller.journal.chain import seal
from controller.journal.events import MixingStarted
from tests.api.stores.conftest import address
from tests.support.real_postgres import real_postgres
from tests.support.small_journal import fill
from vision.stored_frames import LIST_NAME, note_stored

__all__ = ["address", "real_postgres"]


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def run(*words: str | Path) -> dict[str, object]:
    done = CliRunner().invoke(app, [*map(str, words), "--json"])
    assert done.exit_code == 0, done.exception or done.output
    told: dict[str, object] = json.loads(done.stdout)
    return told


def refused(*words: str | Path) -> str:
    done = CliRunner().invoke(app, [*map(str, words)])
    assert done.exit_code == 1
    return str(done.exception)


def test_pictures_that_make_room_meanwhile_are_no_reason_to_have_no_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: one picture deleted while others were copied ended the backup."""
    journal = tmp_path / "j.sqlite"
    store = open_journal(journal)
    written = fill(store, 5)
    pictures = pictures_of(str(journal), written[0].hash)
    pictures.mkdir(parents=True)
    for number in range(3):
        (pictures / f"{number}.jpg").write_bytes(b"picture")
    whole, going = shutil.copytree, iter(sorted(pictures.iterdir())[:2])

    def copied(source: Path, to: Path, dirs_exist_ok: bool = False) -> Path:
        # Between listing the folder and copying its files.
        return whole(source, to, ignore=gone, dirs_exist_ok=dirs_exist_ok)

    def gone(_folder: str, _names: list[str]) -> tuple[str, ...]:
        for file in itertools.islice(going, 1):
            file.unlink()
        return ()

    monkeypatch.setattr(shutil, "copytree", copied)
    monkeypatch.setattr(backups, "_PAUSE_S", 0.0)
    told = run("backup", journal, "--out", tmp_path / "copy")
    assert (told["records"], told["files"]) == (8, 2)
    assert run("restore", tmp_path / "copy", "--out", tmp_path / "back.sqlite")["records"] == 8
    store.close()


def test_pictures_that_are_kept_meanwhile_are_named_by_no_list_of_the_backup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: the list was copied after a picture's folder: verify reported the restored picture as missing."""
    journal = tmp_path / "j.sqlite"
    store = open_journal(journal)
    written = fill(store, 5)
    pictures = pictures_of(str(journal), written[0].hash)
    pictures.mkdir(parents=True)

    def keep(name: str) -> None:
        (pictures / name).parent.mkdir(exist_ok=True)
        (pictures / name).write_bytes(name.encode())
        note_stored(pictures, name, name.encode())

    keep("F1/00000000")
    whole = shutil.copytree

    def copied(source: Path, to: Path, *how: Any, **more: Any) -> Path:
        whole(source, to, *how, **more)
        # Nested folders are copied by the same function.
        if not how and Path(source) == pictures:
            keep("F2/00000000")
            shutil.copy(pictures / LIST_NAME, to / LIST_NAME)
        return to

    monkeypatch.setattr(shutil, "copytree", copied)
    run("backup", journal, "--out", tmp_path / "copy")
    store.close()
    run("restore", tmp_path / "copy", "--out", tmp_path / "back.sqlite")
    assert run("verify", tmp_path / "back.sqlite")["anchors"] == 1


def test_a_journal_that_is_written_meanwhile_comes_back_with_its_pictures_and_evidence(
    address: str, tmp_path: Path
) -> None:
    store = open_journal(address)
    written = fill(store, 510)
    pictures = pictures_of(address, written[0].hash) / "F1"
    pictures.mkdir(parents=True)
    (pictures / "0001.jpg").write_bytes(b"picture")
    (tmp_path / "evidence" / "frames").mkdir(parents=True)
    (tmp_path / "evidence" / "frames" / "1.jpg").write_bytes(b"frame")
    told = run("backup", address, "--out", tmp_path / "copy", "--evidence", tmp_path / "evidence")
    assert (told["records"], told["evidence"], told["files"]) == (513, 513, 3)
    store.append([seal(MixingStarted(at=1.0), 99.0, written[-1])])
    store.close()
    back = tmp_path / "back.sqlite"
    run("restore", tmp_path / "copy", "--out", back, "--evidence", tmp_path / "again")
    assert list(open_read_only(back).read()) == written
    assert (tmp_path / "back.pictures" / written[0].hash[:12] / "F1" / "0001.jpg").read_bytes() == b"picture"
    assert (tmp_path / "again" / "frames" / "1.jpg").read_bytes() == b"frame"
    assert run("verify", back)["anchors"] == 1


def test_a_backup_goes_into_either_store(address: str, tmp_path: Path) -> None:
    store = open_journal(tmp_path / "a.sqlite")
    written = fill(store)
    store.close()
    run("backup", tmp_path / "a.sqlite", "--out", tmp_path / "copy")
    run("restore", tmp_path / "copy", "--out", address)
    again = open_journal(address)
    assert list(again.read()) == written
    again.append([seal(MixingStarted(at=1.0), 99.0, written[-1])])
    again.close()
    assert check(open_read_only(address)).records == 4


def test_what_is_wrong_is_told_and_nothing_is_left_half_done(tmp_path: Path) -> None:
    store = open_journal(tmp_path / "a.sqlite")
    fill(store)
    store.close()
    copy = tmp_path / "copy"
    run("backup", tmp_path / "a.sqlite", "--out", copy)
    assert "lies there already" in refused("backup", tmp_path / "a.sqlite", "--out", copy)
    assert "lies there already" in refused("restore", copy, "--out", tmp_path / "a.sqlite")
    assert "no backup" in refused("restore", tmp_path, "--out", tmp_path / "b.sqlite")
    damaged = bytearray((copy / "journal.sqlite").read_bytes())
    damaged[-100] ^= 1
    (copy / "journal.sqlite").write_bytes(damaged)
    assert "not as it was backed up" in refused("restore", copy, "--out", tmp_path / "b.sqlite")
    (copy / "journal.sqlite").unlink()
    assert "is gone" in refused("restore", copy, "--out", tmp_path / "b.sqlite")
    data = (tmp_path / "a.sqlite").read_bytes().replace(b'"at":2.0', b'"at":2.5')
    (tmp_path / "bad.sqlite").write_bytes(data)
    assert "see jantaku repair" in refused("backup", tmp_path / "bad.sqlite", "--out", tmp_path / "new")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.sqlite", "bad.sqlite", "copy"]
