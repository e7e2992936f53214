"""Checks a stored journal: hash chain, columns, evidence, and its end against the anchors outside of it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from api.journals.anchors import Anchor
from api.stores.sql_journal import SqlJournal
from api.stores.tables import unpacked
from controller.errors import JournalError
from controller.journal.chain import GENESIS, Record, link, record_from_line, record_to_line, verify
from controller.journal.codec import evidence_from_json, parse

_TOLD: Final = 20
"""Maximum reports of one kind of damage; further ones are only counted."""
_NAMES: Final = ("number", "time", "kind", "hash")


@dataclass(slots=True)
class JournalCheck:
    """Result of a check. ``records`` and ``evidence`` count valid ones; ``problems`` is empty for an undamaged journal.

    ``files``: unchanged pictures and frames beside it. ``first`` and ``head``: hashes of the first and the last valid
    record. ``places``: length of the chain of evidence. ``vouched_from``: the first record that covers evidence, 0 for
    none.
    """

    records: int = 0
    evidence: int = 0
    places: int = 0
    head: str = ""
    evidence_head: str = ""
    first: str = ""
    vouched_from: int = 0
    files: int = 0
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def is_sound(self) -> bool:
        """True if no problem was found."""
        return not self.problems

    def anchor(self, name: str, at: float) -> Anchor:
        """Return an anchor of the journal's end."""
        return Anchor(self.records, self.head, self.first, name, self.places, self.evidence_head, at)


def check(journal: SqlJournal, anchors: Sequence[Anchor] = ()) -> JournalCheck:
    """Read a whole journal and report everything that is wrong; nothing is changed."""
    found = JournalCheck()
    wanted = {anchor.sequence for anchor in anchors}
    hashes: dict[int, str] = {}
    heads: list[tuple[int, str]] = []
    try:
        for record in _records(journal, found):
            found.records, found.head = record.sequence, record.hash
            found.first = found.first or record.hash
            if record.sequence in wanted:
                hashes[record.sequence] = record.hash
            if record.evidence and (not heads or heads[-1][1] != record.evidence):
                heads.append((record.sequence, record.evidence))
        found.vouched_from = heads[0][0] if heads else 0
        places = _evidence(journal, found)
        _vouched(heads, places, found)
    except JournalError as error:
        found.problems.append(str(error))
        places = {}
    _anchored(anchors, hashes, places, found)
    return found


def _records(journal: SqlJournal, found: JournalCheck) -> Iterator[Record]:
    """Yield the records until the first that breaks the chain; that one and inconsistent columns are reported."""
    wrong = ProblemLog(found)

    def read() -> Iterator[Record]:
        for sequence, time, kind, told, line in journal.raw("records"):
            try:
                record = record_from_line(line)
            except (JournalError, TypeError, UnicodeDecodeError) as error:
                raise JournalError(f"record {sequence}: cannot be read: {error}") from None
            true = (record.sequence, record.time, type(record.event).__name__, record.hash)
            for name, column, said in zip(_NAMES, (sequence, time, kind, told), true, strict=True):
                if column != said:
                    wrong.tell(f"record {record.sequence}: its {name} column says {column!r}, its line {said!r}")
            if record_to_line(record) != (line.encode() if isinstance(line, str) else line):
                wrong.tell(f"record {record.sequence}: its line is not as it was written")
            yield record

    try:
        yield from verify(read())
    except JournalError as error:
        found.problems.append(str(error))
    wrong.rest()


def _evidence(journal: SqlJournal, found: JournalCheck) -> dict[int, str]:
    """Return the hash at each place of the chain of evidence, from 0.

    Missing, damaged or inconsistent pieces are reported.
    """
    lost = noted_lost(journal, found.notes)
    places, expected = {0: GENESIS}, 1
    wrong = ProblemLog(found)
    for place, number, at, kind, told, body in journal.raw("evidence"):
        said = evidence_problem(number, at, kind, body)
        if body is None:
            said = "" if number in lost else f"evidence {number}: it was taken out"
        if place != expected:
            gone = f"place {expected}" if place == expected + 1 else f"places {expected} to {place - 1}"
            wrong.tell(f"evidence at {gone} is gone")
        elif body is not None and not said and not _links(places[place - 1], number, body, told):
            said = f"evidence {number}: its hash does not fit what it says"
        places[place], expected = told, place + 1
        if said:
            wrong.tell(said)
        found.evidence += body is not None and not said
    wrong.rest()
    found.evidence_head = places[expected - 1]
    found.places = expected - 1
    return places


def _links(before: str, number: int, body: bytes, told: str) -> bool:
    """True if the hash fits; it is not checkable if a repair found no hash of the piece before."""
    return not before or told == link(before, number, unpacked(number, body))


def evidence_problem(number: Any, at: Any, kind: Any, body: Any) -> str:
    """Return what is wrong with a single row of evidence; "" if nothing, or if its body was removed."""
    if body is None:
        return ""
    try:
        evidence = evidence_from_json(parse(unpacked(number, body)))
    except (JournalError, TypeError) as error:
        return f"evidence {number}: cannot be read: {error}"
    for name, column, said in zip(("time", "kind"), (at, kind), (evidence.at, type(evidence).__name__), strict=True):
        if column != said:
            return f"evidence {number}: its {name} column says {column!r}, its body {said!r}"
    return ""


def noted_lost(journal: SqlJournal, notes: list[str]) -> frozenset[int]:
    """Return the ids of evidence that repairs could not save, according to the journal's notes.

    The notes themselves are appended to ``notes``.
    """
    lost: set[int] = set()
    for number, _, kind, body in journal.raw("notes"):
        try:
            told = parse(body)
            lost |= set(told.get("evidence_lost", ()))
            notes.append(f"{kind}: {told['told']}")
        except (JournalError, TypeError, KeyError) as error:
            notes.append(f"note {number}: cannot be read: {error}")
    return frozenset(lost)


def _vouched(heads: Sequence[tuple[int, str]], places: dict[int, str], found: JournalCheck) -> None:
    """Report evidence that records cover but that is missing, changed, or covered in the wrong order."""
    wrong = ProblemLog(found)
    place_of = {head: place for place, head in places.items()}
    before = 0
    for sequence, head in heads:
        place = place_of.get(head)
        if place is None:
            wrong.tell(f"record {sequence}: evidence that it vouches for is gone or changed")
        elif place < before:
            wrong.tell(f"record {sequence}: vouches for less evidence than the record before")
        before = max(before, place or 0)
    wrong.rest()


def _anchored(anchors: Sequence[Anchor], hashes: dict[int, str], places: dict[int, str], found: JournalCheck) -> None:
    wrong = ProblemLog(found)
    for anchor in anchors:
        if anchor.journal and anchor.journal != found.first and (found.records or anchor.name):
            wrong.tell(f"anchor {anchor.sequence}: another journal lay here, which began with {anchor.journal[:12]}")
        elif anchor.sequence > found.records:
            wrong.tell(f"cut off: ends with record {found.records}, an anchor knows record {anchor.sequence}")
        elif not hashes.get(anchor.sequence, "").startswith(anchor.hash):
            wrong.tell(f"record {anchor.sequence}: not the one that was anchored, {anchor.hash[:12]}")
        elif anchor.evidence and len(places) > 1 and places.get(anchor.evidence) != anchor.evidence_hash:
            wrong.tell(f"evidence: the piece at place {anchor.evidence} is not the one that was anchored, or is gone")
    wrong.rest()


class ProblemLog:
    """Reports problems of one kind: the first ones in full, the others as a count."""

    def __init__(self, found: JournalCheck) -> None:
        """Start without reports."""
        self._found, self._more = found, -_TOLD

    def tell(self, problem: str) -> None:
        """Report a problem, or count it."""
        self._more += 1
        if self._more <= 0:
            self._found.problems.append(problem)

    def rest(self) -> None:
        """Report how many were only counted."""
        if self._more > 0:
            self._found.problems.append(f"and {self._more} more of the last sort")
