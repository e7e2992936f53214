"""The tests that touch a clause: vectors that cite it or play its fields and faults, and tests marked with it.

``@pytest.mark.law("npm-2008", "33 ha")`` on a test names clauses of one book. A vector touches the clauses of its
``source`` and of its clauses by book, under the books that it applies to, and those whose fields or faults it plays.
"""

import ast
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from controller.journal.events import Severity
from controller.referee.faults.catalogue import SPOKEN_OF
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.manners import is_manner
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from tests.support.golden import OTHERS, VECTORS
from tests.support.law_clauses import BOOKS, NICKNAMES, Clause, Status, cited, citing, citing_manners, clauses, holds

TESTS: Final = Path(__file__).parents[1]
_EVERY: Final = "*"
_WITH_FU: Final = "fu"


@dataclass(frozen=True)
class Touch:
    """One test or vector, its file, and what it touches in one book."""

    file: str
    name: str
    book: str
    clauses: frozenset[str]
    fields: frozenset[str] = frozenset()
    codes: frozenset[str] = frozenset()


@dataclass(frozen=True)
class Reach:
    """Fields and codes that act on a clause, and the tests that touch it."""

    fields: tuple[str, ...]
    codes: tuple[str, ...]
    touches: tuple[Touch, ...]


def status(book: str, clause: Clause) -> Status:
    """How the system treats a clause: not software only if nothing acts on it.

    Entered by hand if only notes of manners act on it, which no camera, signal or number detects.
    """
    found = reach(book, clause)
    if clause.status is Status.DATA or not (found.fields or found.codes):
        return clause.status
    noted = all(is_manner(code) and FAULT_KINDS[code].severity is Severity.NOTE for code in found.codes)
    return Status.BY_HAND if noted and not found.fields else Status.RIGHT


@cache
def reach(book: str, clause: Clause) -> Reach:
    """Return the fields and faults that act on a clause or a part of it, and the tests of it."""
    fields = {field for field, names in citing(book).items() if any(holds(clause.id, name) for name in names)}
    # Each manner of this field has its own citation.
    fields -= {SPOKEN_OF}
    codes = set[str]()
    for name, inner in clauses(book).items():
        if holds(clause.id, name):
            fields |= inner.fields
            codes |= inner.codes
    codes |= {code for code in FAULT_KINDS if _FIELDS_OF[code] & fields}
    codes |= {code for code, names in citing_manners(book).items() if any(holds(clause.id, name) for name in names)}
    found = tuple(
        touch
        for touch in touches()[book]
        if touch.fields & fields or touch.codes & codes or any(holds(clause.id, name) for name in touch.clauses)
    )
    return Reach(tuple(sorted(fields)), tuple(sorted(codes)), found)


_FIELDS_OF: Final = {
    code: {
        kind.field,
        kind.field_open_kong,
        kind.penalty_field,
        *(kind.opening or ()),
        *((kind.lawful.field,) if kind.lawful is not None else ()),
    }
    - {"", SPOKEN_OF}
    for code, kind in FAULT_KINDS.items()
}


@cache
def touches() -> Mapping[str, tuple[Touch, ...]]:
    """Return all tests of the law, by book."""
    found = (*_vectors(), *_marked())
    return {book: tuple(touch for touch in found if touch.book == book) for book in BOOKS}


def _vectors() -> Iterator[Touch]:
    for path in sorted(VECTORS.glob("*.toml")):
        body = tomllib.loads(path.read_text("utf-8"))
        for row in (row for rows in body.values() if isinstance(rows, list) for row in rows):
            yield from _touches(path.stem, row.get("name", path.stem), row)
    for path in sorted((VECTORS / "faults").glob("*.toml")):
        body = tomllib.loads(path.read_text("utf-8"))
        yield from _touches(f"faults/{path.stem}", path.stem, body)


def _touches(file: str, name: str, row: Mapping[str, Any]) -> Iterator[Touch]:
    by_book = dict[str, set[str]]()
    for book, clause in _by_book(row):
        by_book.setdefault(book, set()).update(cited(book, clause) if book in BOOKS else ())
    for part in row.get("source", "").split(";"):
        nickname, _, clause = part.strip().partition(" ")
        book = NICKNAMES.get(nickname.rstrip(","), "")
        if book and (book in by_book or OTHERS in by_book or not by_book):
            by_book.setdefault(book, set()).update(cited(book, clause))
    held = by_book.keys() & set(rulebook_ids())
    if OTHERS in by_book or not held:
        held = set(rulebook_ids())
    fields, codes = frozenset(_fields(row)), frozenset(_codes(row))
    for book in BOOKS:
        if book in held:
            yield Touch(file, name, book, frozenset(by_book.get(book, ())), fields, codes)


def _by_book(value: object) -> Iterator[tuple[str, str]]:
    """Yield every book (or ``others``) that a vector names, with the clause cited there."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            if key == "books" and isinstance(inner, list):
                for name in inner:
                    yield from ((book, "") for book in _held(name))
            elif key in (*rulebook_ids(), OTHERS):
                yield key, inner if isinstance(inner, str) else ""
            else:
                yield from _by_book(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _by_book(inner)


def _held(name: str) -> tuple[str, ...]:
    if name == _WITH_FU:
        return tuple(book for book in rulebook_ids() if rulebook(book).scoring.fu.value)
    return rulebook_ids() if name == _EVERY else (name,)


def _fields(row: Mapping[str, Any]) -> Iterator[str]:
    yield from row.get("fields", ())
    if "field" in row:
        yield row["field"]
    expect = row.get("expect", {})
    if isinstance(expect, Mapping):
        yield from (f"scoring.yaku.{name}" for name in expect.get("yaku", ()))
        yield from (f"scoring.fu.{name}" for name in expect.get("fu_lines", ()))
        if "limit" in expect:
            yield f"scoring.limits.{expect['limit']}"


def _codes(row: Mapping[str, Any]) -> Iterator[str]:
    yield from row.get("codes", ())
    situation = row.get("situation")
    for place in (row, situation if isinstance(situation, Mapping) else {}):
        if isinstance(place.get("code"), str):
            yield place["code"]


def _marked() -> Iterator[Touch]:
    """Yield tests with the marker ``law``, read from their source."""
    for path in sorted(TESTS.rglob("test_*.py")):
        text = path.read_text("utf-8")
        if "mark.law(" not in text:
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.FunctionDef):
                for book, names in _marks(node):
                    yield Touch(path.stem, node.name, book, names)


def _marks(node: ast.FunctionDef) -> Iterator[tuple[str, frozenset[str]]]:
    for mark in node.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.law":
            book, *names = [ast.literal_eval(argument) for argument in mark.args]
            yield book, frozenset(names)
