"""Write ``api/web/shared/text/clause_words.js``: how a Japanese page cites the clauses of each published rulebook."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from controller.rulebooks.catalogue import published
from controller.rulebooks.names.clauses import clause_name
from controller.rulebooks.rulebook import Rulebook

_PAGE: Final = Path(__file__).parents[2] / "api" / "web" / "shared" / "text" / "clause_words.js"
_LINES: Final = ("scoring.yaku", "scoring.fu", "table.manners")
"""Fields whose lines have clauses of their own."""
_HEAD: Final = """// Clauses in Japanese, written by docs/generate/list_clauses.py; "" has those that all books cite so.
/** @type {Record<string, Record<string, string>>} */
export const CLAUSES = """


def page() -> str:
    """The module as it should be."""
    books = {book.id: dict(_cited(book)) for book in published().values()}
    every = {clause for clauses in books.values() for clause in clauses}
    agreed = {clause: told for clause in sorted(every) if (told := _agreed(clause, books))}
    own = {
        book: {clause: told for clause, told in sorted(clauses.items()) if clause not in agreed}
        for book, clauses in books.items()
    }
    told = {"": agreed, **{book: clauses for book, clauses in own.items() if clauses}}
    parts = (f"  {_key(book)}: {{\n{_lines(clauses)}  }},\n" for book, clauses in told.items())
    return f"{_HEAD}{{\n{''.join(parts)}}};\n"


def _lines(clauses: Mapping[str, str]) -> str:
    return "".join(f"    {_key(clause)}: {json.dumps(told, ensure_ascii=False)},\n" for clause, told in clauses.items())


def _key(name: str) -> str:
    """As the formatter of the pages has it."""
    return name if name.isidentifier() else json.dumps(name, ensure_ascii=False)


def _cited(book: Rulebook) -> Iterator[tuple[str, str]]:
    for path, rule in book.rules():
        lines = rule.value if path in _LINES else ()
        for clause in (rule.cite, *(line.clause for line in lines)):
            if (told := clause_name(clause, book.citing).ja) != clause:
                yield clause, told


def _agreed(clause: str, books: Mapping[str, Mapping[str, str]]) -> str:
    told = {clauses[clause] for clauses in books.values() if clause in clauses}
    return told.pop() if len(told) == 1 else ""


if __name__ == "__main__":
    _PAGE.write_text(page(), encoding="utf-8")
