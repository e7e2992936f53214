"""The clauses of the five texts (tests/vectors/law), and those that a citation such as "art. 52 to, chi" names."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Final

from controller.rulebooks.catalogue import rulebook
from controller.rulebooks.rulebook import Rulebook

LAW: Final = Path(__file__).parents[1] / "vectors" / "law"
BOOKS: Final = ("npm-2008", "teikoku", "tomioka", "wakashachi-2025", "kenko-2022")
# Short names by which the sources of vectors cite a text.
NICKNAMES: Final = {book.partition("-")[0]: book for book in BOOKS}
_ALIASES: Final = {
    "appendix, hand-stacked tables": "hand-stacked",
    "appendix, hand-built": "hand-stacked",
    "rank points, example": "rank example",
    "kenko ties": "records, ties",
}


class Status(Enum):
    """How the system treats a clause."""

    RIGHT = "right"
    BY_HAND = "entered by hand"
    DATA = "data only"
    PEOPLE = "not software"


@dataclass(frozen=True)
class Clause:
    """One clause in our own words. ``fields`` and ``codes`` act on it in addition to the fields that cite it."""

    id: str
    ja: str
    en: str
    status: Status
    fields: frozenset[str]
    codes: frozenset[str]


@cache
def clauses(book: str) -> Mapping[str, Clause]:
    """Every clause of a text, in order."""
    rows = tomllib.loads((LAW / f"{book}.toml").read_text("utf-8"))["clauses"]
    return {name: _clause(name, *row) for name, row in rows.items()}


def _clause(name: str, ja: str, en: str, reached: str = "") -> Clause:
    words = frozenset(reached.split())
    status = Status.PEOPLE if "people" in words else Status.DATA if "data" in words else Status.RIGHT
    words -= {"people", "data"}
    fields = frozenset(word for word in words if "." in word)
    return Clause(name, ja, en, status, fields, words - fields)


def holds(outer: str, inner: str) -> bool:
    """True if ``inner`` is the clause ``outer`` or a part of it."""
    return inner.startswith(outer) and inner[len(outer) : len(outer) + 1] in ("", " ", "-", ".", ",")


@cache
def cited(book: str, text: str) -> frozenset[str]:
    """Clauses of a text that a citation names; unknown names are ignored."""
    text = re.sub(r"\(.*?\)", "", text).partition(":")[0].replace("art. ", "")
    for alias, name in _ALIASES.items():
        text = text.replace(alias, name)
    found, last = set[str](), ""
    for part in (part.strip() for part in text.split(",")):
        names = _resolved(book, part, last)
        found.update(names)
        last = names[-1] if names else last
    # "penalties, lost right" names the list and its entry: the entry is meant.
    return frozenset(name for name in found if not any(holds(name, other) for other in found - {name}))


def _resolved(book: str, part: str, last: str) -> tuple[str, ...]:
    known = clauses(book)
    near = [f"{base}{gap}{part}" for base in (last, *_outer(last)) if base for gap in (", ", " ", "-", ".")]
    # "records, ties 1, 2" continues within its own list, "art. 1, 4" names another article.
    for name in (*near, part) if last[:1].isalpha() else (part, *near):
        if name in known:
            return (name,)
    for gap in (" to ", "-"):
        low, found, high = part.rpartition(gap)
        first = _resolved(book, low, last) if found and low else ()
        until = _resolved(book, high, first[-1]) if first else ()
        if first and until:
            order = list(known)
            span = order[order.index(first[0]) : order.index(until[-1]) + 1]
            return tuple(name for name in span if len(_outer(name)) == len(_outer(first[0])))
    return ()


def _outer(name: str) -> list[str]:
    """Clauses or lists that contain a clause, the nearest first."""
    places = [place for place, sign in enumerate(name) if sign in " -.,"]
    return [name[:place] for place in reversed(places)]


@cache
def citing(book: str) -> Mapping[str, frozenset[str]]:
    """Fields of a rulebook, with single entries for each yaku and line of fu, and the clauses that they cite."""
    found = {field: cited(book, clause) for field, clause in _citations(rulebook(book))}
    return {field: names for field, names in found.items() if names}


@cache
def citing_manners(book: str) -> Mapping[str, frozenset[str]]:
    """Codes of the manners that a rulebook lists, with the clauses that they cite."""
    return {each.manner.value: cited(book, each.clause.article) for each in rulebook(book).table.manners.value}


def _citations(book: Rulebook) -> Iterator[tuple[str, str]]:
    for field, rule in book.rules():
        yield field, rule.clause.article if rule.clause else ""
    for yaku in book.scoring.yaku.value:
        yield f"scoring.yaku.{yaku.id}", yaku.clause.article
    for line in book.scoring.fu.value:
        yield f"scoring.fu.{line.id}", line.clause.article
