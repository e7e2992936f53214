"""Backups: a folder with the journal as one file, its pictures, its evidence if requested, and a manifest with hashes.

The journal may be in use: the copy is its state when read.
"""

import hashlib
import json
import shutil
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

from api.journals.anchoring import anchored_name
from api.journals.anchors import Anchor, keep, own_key
from api.journals.beside import check_beside
from api.journals.checking import JournalCheck, check
from api.journals.copying import copy_rows, refuse_existing
from api.stores.open import journal_file, open_journal, open_read_only, pictures_of
from controller.errors import JournalError
from vision.stored_frames import LIST_NAME

_JOURNAL: Final = "journal.sqlite"
_PICTURES: Final = "pictures"
_EVIDENCE: Final = "evidence"
_LIST: Final = "backup.json"
_TRIES: Final = 5
_PAUSE_S: Final = 2.0
"""Seconds before another try; chosen: by then the journal vouches for deleted pictures."""


@dataclass(frozen=True, slots=True)
class Backup:
    """Contents of a backup: numbers of records, evidence pieces and files, and total bytes."""

    records: int
    evidence: int
    files: int
    bytes: int


def back_up(address: str, out: Path, evidence: Path | None, at: float) -> Backup:
    """Copy a journal and its files into a new folder, and verify the copy; raises JournalError.

    If pictures are deleted by their quota during copying, the backup is started over.
    """
    refuse_existing(out)
    for _ in range(_TRIES - 1):
        with suppress(shutil.Error):
            return _made(address, out, evidence, at)
        time.sleep(_PAUSE_S)
    try:
        return _made(address, out, evidence, at)
    except shutil.Error as error:
        name, _, why = error.args[0][0]
        raise JournalError(f"{out}: not backed up: {name}: {why}") from None


def _made(address: str, out: Path, evidence: Path | None, at: float) -> Backup:
    """Make one try; raises shutil.Error if files were deleted meanwhile."""
    making = out.with_name(f"{out.name}.making")
    shutil.rmtree(making, ignore_errors=True)
    making.mkdir(mode=0o700)
    try:
        with_notes = _copied(address, making / _JOURNAL, at)
        pictures = pictures_of(address, with_notes.first)
        for folder, name in ((pictures, _PICTURES), (evidence, _EVIDENCE)):
            if folder is not None and folder.is_dir():
                _copy_folder(folder, making / name)
            elif name == _EVIDENCE and folder is not None:
                raise JournalError(f"no kept evidence at {folder}")
        files = {name: _size_and_hash(making / name) for name in _files(making)}
        anchor = asdict(with_notes.anchor(anchored_name(address), at))
        (making / _LIST).write_text(json.dumps({"anchor": anchor, "files": files}, indent=1) + "\n", encoding="utf-8")
        done = checked_backup(making)
        _refuse_moved(making)
        making.rename(out)
    except OSError as error:
        shutil.rmtree(making, ignore_errors=True)
        if isinstance(error, shutil.Error):
            raise
        raise JournalError(f"{out}: not backed up: {error.strerror or error}") from None
    except BaseException:
        shutil.rmtree(making, ignore_errors=True)
        raise
    return done


def _copy_folder(folder: Path, to: Path) -> None:
    """Copy a folder that is being written to: its list is read first, so that every listed file exists."""
    file = folder / LIST_NAME
    named = file.read_bytes() if file.is_file() else None
    shutil.copytree(folder, to)
    if named is not None:
        (to / LIST_NAME).write_bytes(named)


def _refuse_moved(making: Path) -> None:
    """Raise shutil.Error if a picture in the copied list was deleted before it was copied."""
    journal = open_read_only(making / _JOURNAL)
    try:
        found = check(journal)
        check_beside(journal, found, making / _PICTURES, ())
    finally:
        journal.close()
    if found.problems:
        raise shutil.Error([(str(making), "", found.problems[0])])


def checked_backup(folder: Path) -> Backup:
    """Verify a backup completely: every file against the manifest, and the journal's chain; raises JournalError."""
    listed = _listed(folder)
    there = set(_files(folder))
    for name, told in listed["files"].items():
        if name not in there:
            raise JournalError(f"{folder}: {name} is gone")
        if _size_and_hash(folder / name) != told:
            raise JournalError(f"{folder}: {name} is not as it was backed up")
    found = check(open_read_only(folder / _JOURNAL), (Anchor(**listed["anchor"]),))
    if not found.is_sound:
        raise JournalError(f"{folder}: its journal is not sound: {found.problems[0]}")
    sizes = [told["bytes"] for told in listed["files"].values()]
    return Backup(found.records, found.evidence, len(sizes), sum(sizes))


def restore(folder: Path, address: str, evidence: Path | None, at: float) -> Backup:
    """Restore a backup to a new address, with its pictures, and verify the result; raises JournalError."""
    done = checked_backup(folder)
    file = journal_file(address)
    if file is not None:
        refuse_existing(file)
    if evidence is not None:
        refuse_existing(evidence)
    try:
        found = _copied(str(folder / _JOURNAL), address, at)
        for name, to in ((_PICTURES, pictures_of(address, found.first)), (_EVIDENCE, evidence)):
            if to is not None and (folder / name).is_dir():
                shutil.copytree(folder / name, to, dirs_exist_ok=True)
                _compare(folder / name, to)
        keep(found.anchor(anchored_name(address), at).signed(own_key()))
    except OSError as error:
        raise JournalError(f"{address}: not restored: {error.strerror or error}") from None
    return done


def _copied(source: str, target: str | Path, at: float) -> JournalCheck:
    """Copy an undamaged journal, and verify the copy against it."""
    kept = open_read_only(source)
    found = check(kept)
    if not found.is_sound:
        raise JournalError(f"{source}: not sound: {found.problems[0]} (see jantaku repair)")
    copy = open_journal(target)
    try:
        if copy.last() is not None or copy.evidence_tail()[0]:
            raise JournalError(f"{target}: a journal is there already")
        copy_rows(kept, copy)
    finally:
        copy.close()
        kept.close()
    # Anchor for the state that was read; the evidence of an old journal has a chain only in the copy.
    anchor = Anchor(found.records, found.head, found.first, "", found.places, found.evidence_head, at)
    done = check(open_read_only(target), (anchor,))
    if not done.is_sound:
        raise JournalError(f"{target}: the copy is not sound: {done.problems[0]}")
    return done


def _listed(folder: Path) -> dict[str, Any]:
    try:
        listed: dict[str, Any] = json.loads((folder / _LIST).read_text(encoding="utf-8"))
        Anchor(**listed["anchor"])
        if not all(isinstance(told, dict) and set(told) == {"bytes", "sha256"} for told in listed["files"].values()):
            raise ValueError("files have bytes and sha256")
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise JournalError(f"{folder}: no backup: {_LIST}: {error}") from None
    return listed


def _files(folder: Path) -> Iterator[str]:
    for file in sorted(folder.rglob("*")):
        if file.is_file() and file.name != _LIST:
            yield file.relative_to(folder).as_posix()


def _size_and_hash(file: Path) -> dict[str, Any]:
    with file.open("rb") as data:
        return {"bytes": file.stat().st_size, "sha256": hashlib.file_digest(data, "sha256").hexdigest()}


def _compare(one: Path, other: Path) -> None:
    for name in _files(one):
        if not (other / name).is_file() or _size_and_hash(one / name) != _size_and_hash(other / name):
            raise JournalError(f"{other / name}: not as it was backed up")
