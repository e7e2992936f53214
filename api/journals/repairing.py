"""Copies the undamaged part of a journal to a new file: records up to the damage, all readable evidence.

Rows are searched through SQLite as far as it works, and on every page of the file, including unused ones. A row is
accepted only if the hash chain proves it, so that no forged row is copied.
"""

import json
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from api.journals.checking import check, evidence_problem, noted_lost
from api.journals.copying import put_rows, refuse_existing
from api.stores.open import journal_file, open_journal, open_read_only
from api.stores.sql_journal import SqlJournal
from api.stores.sqlite_pages import Cell, image, objects, rows
from api.stores.tables import record_row, unpacked
from controller.errors import JournalError
from controller.journal.chain import GENESIS, Record, link, record_from_line, verify

_SHOWN: Final = 20
# Start of a record's line, in which keys are sorted.
_LINE: Final = b'{"event":{'


@dataclass(slots=True)
class Found:
    """All copies of rows found in a damaged journal: records by sequence, evidence by id."""

    records: dict[int, list[Record]] = field(default_factory=lambda: defaultdict(list))
    evidence: dict[int, list[dict[str, Any]]] = field(default_factory=lambda: defaultdict(list))
    lost_before: frozenset[int] = frozenset()
    unread: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Repair:
    """Result of a repair: numbers of saved records and evidence pieces, and losses, one line each."""

    records: int
    evidence: int
    lost: tuple[str, ...]


def repair(address: str, out: Path, at: float) -> Repair:
    """Write the undamaged part to a new file; raises JournalError if there is none, or if the file exists."""
    refuse_existing(out)
    found = _found(address)
    records = list(_chain(found))
    if not records:
        raise JournalError(
            f"{address}: no first record can be read: " + "; ".join(found.unread[:1] or ["none is there"])
        )
    kept, gone = _evidence(found, records)
    lost = [*found.unread, *_lost_records(found, records), *gone]
    try:
        target = open_journal(out)
        put_rows(target, "records", (record_row(record) for record in records))
        put_rows(target, "evidence", kept)
        ids = [row["id"] for row in kept if row["body"] is None]
        told = f"{len(records)} records of {Path(address).name if journal_file(address) else 'a database'}"
        body = {"told": told + (", lost: " + "; ".join(lost[:_SHOWN]) if lost else ""), "evidence_lost": ids}
        target.note(at, "repaired", json.dumps(body, ensure_ascii=False))
        target.close()
        checked = check(open_read_only(out))
        if not checked.is_sound:
            raise JournalError(f"{out}: what was saved is not sound: {checked.problems[0]}")
    except BaseException:
        out.unlink(missing_ok=True)
        raise
    return Repair(checked.records, checked.evidence, tuple(lost))


def _found(address: str) -> Found:
    found, file = Found(), journal_file(address)
    if file is not None and not file.is_file():
        raise JournalError(f"no journal at {file}")
    try:
        _read_rows(open_read_only(address), found)
    except JournalError as error:
        found.unread.append(f"the database cannot be read as a whole ({str(error).rpartition(': ')[2]})")
    if file is not None:
        try:
            data = image(file)
            for rowid, columns in rows(data):
                _take_row(rowid, columns, found)
            for line in objects(data, _LINE):
                _take_record(line, found)
        except OSError as error:
            raise JournalError(f"{file}: cannot be read: {error.strerror}") from None
    return found


def _read_rows(journal: SqlJournal, found: Found) -> None:
    for _, _, _, _, line in journal.raw("records"):
        _take_record(line, found)
    for place, number, at, kind, told, body in journal.raw("evidence"):
        _take_evidence(found, number, at, kind, body, place, told)
    found.lost_before = noted_lost(journal, [])


def _take_row(rowid: int, columns: tuple[Cell, ...], found: Found) -> None:
    """Take a row of a page if it looks like a record or evidence; SQLite may store times as integers."""
    match columns:
        case (None, int() | float(), str(), str(), bytes() | str() as line):
            _take_record(line, found)
        case (None, int() | float() as at, str() as kind, bytes() | None as body, int() as place, str() as told):
            _take_evidence(found, rowid, float(at), kind, body, place, told)


def _take_record(line: Any, found: Found) -> None:
    try:
        record = record_from_line(line)
    except (JournalError, TypeError, UnicodeDecodeError):
        return
    if record not in found.records[record.sequence]:
        found.records[record.sequence].append(record)


def _take_evidence(found: Found, number: Any, at: Any, kind: Any, body: Any, place: Any, told: Any) -> None:
    row = {"id": number, "at": at, "kind": kind, "body": body, "place": place, "hash": told}
    if isinstance(number, int) and row not in found.evidence[number]:
        found.evidence[number].append(row)


def _chain(found: Found) -> Iterator[Record]:
    """Yield the longest chain from the first record on."""
    last: Record | None = None
    while True:
        following = found.records.get(1 if last is None else last.sequence + 1, ())
        held = next((each for each in following if _follows(each, last)), None)
        if held is None:
            return
        yield held
        last = held


def _follows(record: Record, last: Record | None) -> bool:
    try:
        return list(verify([record], last)) == [record]
    except JournalError:
        return False


def _lost_records(found: Found, kept: list[Record]) -> Iterator[str]:
    last = max((number for number, records in found.records.items() if records), default=0)
    if last > len(kept):
        after = sum(number > len(kept) for number in found.records)
        yield f"records {len(kept) + 1} to {last}: {after} of them can be read, but do not follow from what is sound"


def _evidence(found: Found, records: list[Record]) -> tuple[list[dict[str, Any]], list[str]]:
    """Return a row for every place of the chain, without body if the piece is lost, and a line for each loss."""
    heads = list(dict.fromkeys(record.evidence for record in records if record.evidence not in ("", GENESIS)))
    at_place: dict[int, list[dict[str, Any]]] = defaultdict(list)
    for candidates in found.evidence.values():
        for row in candidates:
            if isinstance(row["place"], int) and isinstance(row["hash"], str):
                at_place[row["place"]].append(row)
    proved = _proved(at_place, set(heads))
    kept: list[dict[str, Any]] = []
    gone: list[str] = []
    before = GENESIS
    for place in range(1, max(at_place, default=0) + 1):
        sound = next((each for each in at_place[place] if _is_sound(each, before, proved.get(place, ""))), None)
        row = sound or {}
        if sound is None:
            known = at_place[place][0] if at_place[place] else None
            number = -place if known is None else known["id"]
            row = _lost_row(place, number, proved.get(place, ""))
            if number not in found.lost_before:
                gone.append(f"evidence {number}" if number > 0 else f"the piece of evidence at place {place}")
        kept.append(row)
        before = row["hash"]
    for head in _placed(kept, heads):
        place = len(kept) + 1
        kept.append(_lost_row(place, -place, head))
        gone.append("the evidence that the last records vouch for, one piece or more")
    return kept, gone


def _lost_row(place: int, number: int, told: str) -> dict[str, Any]:
    return {"id": number, "at": 0.0, "kind": "", "body": None, "place": place, "hash": told}


def _proved(at_place: dict[int, list[dict[str, Any]]], heads: set[str]) -> dict[int, str]:
    """Return proven hashes by place: covered by a record, or linked to by a proven piece."""
    proved: dict[int, str] = {}
    for place in range(max(at_place, default=0), 0, -1):
        following = [row for row in at_place.get(place + 1, ()) if row["hash"] == proved.get(place + 1)]
        told = [row["hash"] for row in at_place.get(place, ())]
        sure = (each for each in told if each in heads or any(_links(each, row) for row in following))
        held = next(sure, "")
        if held:
            proved[place] = held
    return proved


def _placed(kept: list[dict[str, Any]], heads: list[str]) -> list[str]:
    """Assign heads without row to places whose hash is lost, in order; return the remaining heads."""
    place_of = {row["hash"]: place for place, row in enumerate(kept) if row["hash"]}
    free, left = 0, []
    for number, head in enumerate(heads):
        if head in place_of:
            free = place_of[head] + 1
            continue
        end = next((place_of[each] for each in heads[number:] if each in place_of), len(kept))
        for place in range(free, end):
            after = kept[place + 1] if place + 1 < len(kept) else None
            if not kept[place]["hash"] and (after is None or after["body"] is None or _links(head, after)):
                kept[place] = {**kept[place], "hash": head}
                free = place + 1
                break
        else:
            left.append(head)
    return left


def _is_sound(row: dict[str, Any], before: str, proved: str) -> bool:
    """True if a row belongs at its place: linked to the one before, or proven if that one is lost."""
    if row["body"] is None or evidence_problem(row["id"], row["at"], row["kind"], row["body"]):
        return False
    return _links(before, row) if before else bool(proved) and row["hash"] == proved


def _links(before: str, row: dict[str, Any]) -> bool:
    if row["body"] is None:
        return False
    try:
        return bool(row["hash"] == link(before, row["id"], unpacked(row["id"], row["body"])))
    except (JournalError, TypeError):
        return False
