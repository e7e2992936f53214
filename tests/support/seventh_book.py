"""The recipe of docs/adding.md: a rulebook built on another, with two fields of its own.

A plugin of pytest: with it, the catalogue has the book as if its file and its line were there.
"""

from dataclasses import replace
from types import MappingProxyType
from typing import Final

from controller.rulebooks import catalogue
from controller.rulebooks.books.npm_2008 import NPM_2008
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import Rule

CHANGED: Final = frozenset({"scoring.counter_value", "settlement.rank_points"})
SEVENTH: Final = replace(
    NPM_2008,
    id="seventh",
    base=NPM_2008.id,
    ja="七番目の規定",
    en="The seventh rulebook",
    edition="of a test",
    scoring=replace(NPM_2008.scoring, counter_value=Rule(1500, clause("第1条", "art. 1"))),
    settlement=replace(NPM_2008.settlement, rank_points=Rule((15, 5, -5, -15), clause("第2条", "art. 2"))),
)


def pytest_configure() -> None:
    """Put the book into the catalogue before a test asks for the books."""
    law = (*catalogue._LAW, SEVENTH)
    catalogue._LAW = law  # type: ignore[misc,assignment]  # a constant of the product, but for this recipe
    books = {book.id: book for book in (*law, *catalogue._OUTSIDE)}
    catalogue._BOOKS = MappingProxyType(books)  # type: ignore[misc]  # as above
