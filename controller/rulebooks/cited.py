"""Clauses of a rulebook for people, by the names used in answers and journals."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final
from weakref import WeakKeyDictionary

from controller.rulebooks.clause import Clause
from controller.rulebooks.rulebook import Rulebook
from controller.text import Text

BETWEEN: Final = "; "
"""Separator of the clauses of a line that rests on two."""
_KNOWN: Final[WeakKeyDictionary[Rulebook, Mapping[str, Text]]] = WeakKeyDictionary()


def cited(book: Rulebook, name: str) -> Text:
    """Return a clause by its name in answers, in both languages; unknown names (other releases) unchanged."""
    known = clauses_of(book)
    if not name or name in known:
        return known.get(name, Text("", ""))
    for place in range(len(name)):
        first, between, second = name[:place], name[place : place + len(BETWEEN)], name[place + len(BETWEEN) :]
        if between == BETWEEN and first in known and second in known:
            return Text(f"{known[first].ja}・{known[second].ja}", name)
    return Text(name, name)


def cited_by_name(book: Rulebook, names: Iterable[str]) -> dict[str, Text]:
    """Return each clause once, by its name in answers."""
    return {name: cited(book, name) for name in names if name}


def clauses_of(book: Rulebook) -> Mapping[str, Text]:
    """Return every clause and every reason of a default in a rulebook, by its name in answers."""
    known = _KNOWN.get(book)
    if known is None:
        known = _KNOWN[book] = dict(_named(book))
    return known


def _named(book: Rulebook) -> Iterator[tuple[str, Text]]:
    for _, rule in book.rules():
        yield rule.cite, rule.cited
    for each in every_line(book):
        yield each.cite, each.note


def every_line(book: Rulebook) -> Iterator[Clause]:
    """Yield the clauses of lines: yaku, fu and manners."""
    yield from (yaku.clause for yaku in book.scoring.yaku.value)
    yield from (fu.clause for fu in book.scoring.fu.value)
    yield from (manner.clause for manner in book.table.manners.value)
