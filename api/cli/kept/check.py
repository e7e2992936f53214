"""``jantaku verify`` and ``jantaku journal anchor``: verification of stored journals."""

import json
import sys
import time
from pathlib import Path

from api.journals import anchors
from api.journals.anchoring import anchored_name
from api.journals.anchors import Anchor
from api.journals.beside import check_beside
from api.journals.checking import JournalCheck, check
from api.stores.open import is_there, open_read_only, pictures_of
from api.stores.sql_journal import SqlJournal
from controller.errors import JournalError


def verify(
    journal: str, *, as_json: bool = False, anchor: list[str] | None = None, evidence: list[Path] | None = None
) -> int:
    """Verify a journal by its hash chain, its known anchors and the files beside it; list all errors, 1 if there are
    any.
    """
    told = anchors.given(anchor or ())
    try:
        kept = open_read_only(journal)
    except JournalError as error:
        if not is_there(journal):
            raise
        return _print_result(JournalCheck(problems=[str(error)]), 0, as_json)
    own, wrong = _local_anchors(kept, journal)
    found = check(kept, (*told, *own))
    found.problems += wrong
    if found.first:
        try:
            check_beside(kept, found, pictures_of(journal, found.first), tuple(evidence or ()))
        except OSError as error:
            raise JournalError(f"{error.filename}: cannot be read: {error.strerror}") from None
    if not told and not own:
        found.notes.append("no anchor of it is known here: a tail that was cut off would not be seen")
    return _print_result(found, len(told) + len(own), as_json)


def print_anchor(journal: str, *, as_json: bool = False) -> int:
    """Print and store an anchor of a sound journal; 1 if it is not sound."""
    found = check(open_read_only(journal))
    if not found.is_sound or not found.records:
        return _print_result(found, 0, as_json) or 1
    made = found.anchor(anchored_name(journal), time.time()).signed(anchors.own_key())
    try:
        anchors.keep(made)
    except OSError as error:
        print(f"jantaku journal anchor: not kept on this machine: {error}", file=sys.stderr)
    print(made.line() if as_json else made.short)
    return 0


def _local_anchors(kept: SqlJournal, journal: str) -> tuple[tuple[Anchor, ...], list[str]]:
    """Return the anchors of a journal on this machine, and the problems found in them."""
    try:
        first = next((record.hash for record in kept.read()), "")
    except JournalError:
        first = ""
    try:
        own = anchors.stored_anchors(first, anchored_name(journal))
    except JournalError as error:
        return (), [str(error)]
    key = anchors.own_key()
    forged = [each for each in own if key and not each.is_signed_by(key)]
    return own, [f"anchor {each.short[:24]}: not signed with the key of this machine" for each in forged]


def _print_result(found: JournalCheck, known: int, as_json: bool) -> int:
    if as_json:
        body = {
            "ok": found.is_sound,
            "records": found.records,
            "evidence": found.evidence,
            "files": found.files,
            "head": found.head,
            "vouched_from": found.vouched_from,
            "anchors": known,
            "notes": found.notes,
            **({} if found.is_sound else {"error": found.problems[0], "problems": found.problems}),
        }
        print(json.dumps(body, ensure_ascii=False))
        return 0 if found.is_sound else 1
    for problem in found.problems:
        print(f"broken: {problem}")
    if found.is_sound:
        evidence = f"{found.evidence} pieces of evidence, {found.files} pictures"
        print(f"sound: {found.records} records, {evidence}, {known} anchors")
    for note in found.notes:
        print(f"note: {note}", file=sys.stderr)
    return 0 if found.is_sound else 1
