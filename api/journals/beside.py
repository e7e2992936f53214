"""Checks the files beside a journal: those that it covers by hash, and the pictures and frames that they list."""

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path

from api.evidence.vouching import PICTURES_LIST, recorded_names
from api.journals.checking import JournalCheck, ProblemLog
from api.stores.sql_journal import SqlJournal
from api.stores.tables import unpacked
from controller.errors import JournalError
from controller.journal.codec import evidence_from_json, parse
from controller.ports.evidence import FileVouched
from vision.stored_frames import GONE, LIST_NAME, listed


def check_beside(journal: SqlJournal, found: JournalCheck, pictures: Path, evidence: tuple[Path, ...]) -> None:
    """Report everything missing or changed in a journal's pictures and evidence folders; raises OSError.

    ``evidence``: the folders, in any order.
    """
    vouched: dict[str, list[FileVouched]] = {}
    for each in _vouched(journal):
        vouched.setdefault(each.file, []).append(each)
    files = {PICTURES_LIST: pictures / LIST_NAME}
    for folder in evidence:
        files |= _recorded(folder)
    missing = sorted({name.rpartition(" ")[2] for name in vouched.keys() - files.keys()}, key=int)
    if missing:
        found.notes.append(
            f"evidence kept in a folder after record {', '.join(missing)}: name it with --evidence to have it checked"
        )
    for name, file in files.items():
        known = vouched.get(name, [])
        told = ProblemLog(found)
        if not known and not file.is_file():
            continue
        sound = _checked(name, file, known, told)
        if sound is not None and file.name == LIST_NAME:
            found.files += _checked_files(file.parent, *sound, told, found)
        told.rest()


def _vouched(journal: SqlJournal) -> Iterator[FileVouched]:
    """Yield the journal's statements about files, in order; unreadable records are reported elsewhere."""
    for _, number, _, kind, _, body in journal.raw("evidence"):
        if kind == FileVouched.__name__ and body is not None:
            try:
                evidence = evidence_from_json(parse(unpacked(number, body)))
            except JournalError:
                continue
            if isinstance(evidence, FileVouched):
                yield evidence


def _recorded(folder: Path) -> Mapping[str, Path]:
    from api.evidence.recorder import RecordedEvidence

    return recorded_names(folder, RecordedEvidence.open(folder).set_up.after)


def _checked(name: str, file: Path, known: list[FileVouched], told: ProblemLog) -> tuple[bytes, bytes] | None:
    """Return the part of a file that the journal covers, and the rest; None if the file was changed."""
    try:
        data = file.read_bytes()
    except OSError as error:
        told.tell(f"{name}: {file} is gone, which the journal vouches for: {error.strerror}")
        return None
    sure = 0
    for each in known:
        if len(data) < each.bytes or hashlib.sha256(data[: each.bytes]).hexdigest() != each.sha256:
            told.tell(f"{name}: {file} is not as the journal vouches for it, {each.bytes} bytes long")
            return None
        sure = max(sure, each.bytes)
    return data[:sure], data[sure:]


def _checked_files(folder: Path, sure: bytes, later: bytes, told: ProblemLog, found: JournalCheck) -> int:
    """Return the number of unchanged listed files; the others are reported."""
    wanted: dict[str, str] = {}
    for each in listed(sure):
        wanted[each.name] = each.hash
    unsure = 0
    for each in listed(later[: later.rfind(b"\n") + 1]):
        unsure += 1
        if each.hash == GONE and wanted.get(each.name, GONE) != GONE:
            told.tell(f"{folder / each.name}: taken away, which the journal does not vouch for")
        elif wanted.get(each.name, GONE) == GONE:
            wanted[each.name] = each.hash
    sound = 0
    for name, hash_ in wanted.items():
        if hash_ == GONE:
            continue
        try:
            data = (folder / name).read_bytes()
        except OSError:
            told.tell(f"{folder / name}: the picture is gone")
            continue
        if hashlib.sha256(data).hexdigest() == hash_:
            sound += 1
        else:
            told.tell(f"{folder / name}: the picture is not as it was kept")
    strange = sum(
        1 for file in folder.rglob("*") if file.is_file() and file.relative_to(folder).as_posix() not in wanted
    )
    # The list itself is counted too.
    if strange > 1:
        found.notes.append(f"{folder}: {strange - 1} files that no list names")
    if unsure:
        found.notes.append(f"{folder}: {unsure} lines of its list came after the last that the journal vouches for")
    return sound
