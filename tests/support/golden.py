"""Golden vectors (see tests/vectors/README.md): which books each applies to, and books with house rules."""

import tomllib
from collections.abc import Container, Mapping, Sequence
from dataclasses import replace
from enum import Enum
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from controller.rulebooks.catalogue import published, rulebook_ids
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook

VECTORS: Final = Path(__file__).parents[1] / "vectors"
OTHERS: Final = "others"


def vectors(*names: str) -> list[Any]:
    """Vectors of these files as parameters (vector, id of a book), one per book that the vector applies to."""
    return [
        pytest.param(vector, book, id=f"{vector['name']} ({book})")
        for name in names
        for vector in _read(name)
        for book in vector["clause"]
    ]


@cache
def _read(name: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = tomllib.loads((VECTORS / f"{name}.toml").read_text("utf-8"))["vector"]
    return found


def house(book: Rulebook, overrides: dict[str, Any]) -> Rulebook:
    """Return the book with some fields changed by house rules."""
    for path, value in overrides.items():
        section, _, field = path.partition(".")
        old = getattr(getattr(book, section), field).value
        new = type(old)(value) if isinstance(old, Enum) else value
        changed = replace(getattr(book, section), **{field: Rule(new, clause("ハウスルール", "house rule"))})
        book = replace(book, **{section: changed})
    return book


BASES: Final = {name: book.base for name, book in published().items()}
PROVED: Final = tuple(
    name for name in rulebook_ids() if not BASES[name] or any(name in row["clause"] for row in _read("settlement_wins"))
)
"""Books that vectors for all books must cover.

A derived book that no vector names is covered by its base; ``test_differences`` demands a line where it differs.
"""


def speaking_for(book: str, named: Container[str], bases: Mapping[str, str] = BASES) -> str:
    """Name under which a vector lists a book: its id, that of the nearest base, or others."""
    while book and book not in named:
        book = bases.get(book, "")
    return book or OTHERS


def answers(
    groups: Sequence[Mapping[str, str]], books: Sequence[str] = rulebook_ids(), bases: Mapping[str, str] = BASES
) -> dict[str, tuple[int, str]]:
    """Return for each book the index of the group that lists it, and the clause cited there.

    A book that no group names is listed under its base, or under ``others``, which must be in exactly one group.
    """
    named = [name for group in groups for name in group]
    assert len(set(named)) == len(named), f"named twice: {named}"
    assert set(named) <= {*books, OTHERS}, f"unknown: {set(named) - {*books, OTHERS}}"
    by_name = {name: (place, clause) for place, group in enumerate(groups) for name, clause in group.items()}
    assert OTHERS in named, "others: in no group"
    return {book: by_name[speaking_for(book, named, bases)] for book in books}


def has_clause(clause: str, found: Sequence[str]) -> bool:
    """True if the clause is among those found; ``unstated`` matches any default, an empty clause matches always."""
    return not clause or any(one == clause or (clause == "unstated" and one.startswith(clause)) for one in found)
