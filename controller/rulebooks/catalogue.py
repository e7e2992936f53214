"""The rulebooks that the product knows, by id, and those of a venue's own folder."""

import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

from controller.errors import RulebookError
from controller.rulebooks.books.kenko_2022 import KENKO_2022
from controller.rulebooks.books.mleague import MLEAGUE
from controller.rulebooks.books.npm_2008 import NPM_2008
from controller.rulebooks.books.outside.mahjong_soul import MAHJONG_SOUL
from controller.rulebooks.books.outside.mleague_2026 import MLEAGUE_2026
from controller.rulebooks.books.outside.mu import MU
from controller.rulebooks.books.outside.renmei import RENMEI_A, RENMEI_B
from controller.rulebooks.books.outside.rmu import RMU_A, RMU_B, RMU_M
from controller.rulebooks.books.outside.saikouisen import SAIKOUISEN
from controller.rulebooks.books.outside.tenhou import TENHOU, TENHOU_2020
from controller.rulebooks.books.outside.wrc_2025 import WRC_2025
from controller.rulebooks.books.teikoku import TEIKOKU
from controller.rulebooks.books.tomioka import TOMIOKA
from controller.rulebooks.books.wakashachi_2025 import WAKASHACHI_2025
from controller.rulebooks.rulebook import Rulebook

# The books that the table is held to clause by clause, and the base of one of them.
_LAW: Final = (NPM_2008, TEIKOKU, TOMIOKA, WAKASHACHI_2025, KENKO_2022, MLEAGUE)
_OUTSIDE: Final = (
    *(MLEAGUE_2026, WRC_2025, SAIKOUISEN, RENMEI_A, RENMEI_B, RMU_A, RMU_B, RMU_M, MU),
    *(TENHOU, TENHOU_2020, MAHJONG_SOUL),
)
_BOOKS: Final[Mapping[str, Rulebook]] = MappingProxyType({book.id: book for book in (*_LAW, *_OUTSIDE)})

# By id: an earlier edition, the last year whose games were seen to follow it, and the first of the present one.
_EARLIER: Final[Mapping[str, tuple[Rulebook, int, int]]] = MappingProxyType({TENHOU.id: (TENHOU_2020, 2020, 2023)})

DEFAULT_RULEBOOK: Final = NPM_2008.id
OWN_BOOKS: Final = "JANTAKU_RULEBOOKS"
"""Names a folder of house rules, TOML files: each is known by its id wherever a published book is."""


def rulebook(name: str) -> Rulebook:
    """The rulebook with this id; raises RulebookError naming the known ones."""
    return known(name, _BOOKS)


def known(name: str, books: Mapping[str, Rulebook], more: str = "") -> Rulebook:
    """The book with this id among some; raises RulebookError naming them, and what else might be given."""
    book = books.get(name)
    if book is None:
        raise RulebookError(f"unknown rulebook {name!r}: expected one of {', '.join(books)}{more}")
    return book


def editions(book: Rulebook, year: int | None) -> tuple[Rulebook, ...]:
    """The editions of a book that a game of that year may have used, the book's own first."""
    if book.id not in _EARLIER:
        return (book,)
    earlier, last, first = _EARLIER[book.id]
    if year is None or last < year < first:
        return book, earlier
    return (earlier,) if year <= last else (book,)


def load(name: str) -> Rulebook:
    """The rulebook with this id, or of this TOML file of house rules; raises RulebookError."""
    if name in _BOOKS:
        return _BOOKS[name]
    if not _is_file(name):
        return known(name, known_books(), ", or a TOML file of house rules")
    # Imported only for house rules: TOML costs a start more than all books together.
    from controller.rulebooks.house import load_house  # noqa: PLC0415, as said above

    return load_house(Path(name), _BOOKS)


def kept_book(text: str) -> Rulebook:
    """The book that a journal keeps as its text; raises RulebookError."""
    from controller.rulebooks.written import book_of_text  # noqa: PLC0415, only those read it who open such a journal

    return book_of_text(text, _BOOKS, DEFAULT_RULEBOOK)


def published() -> Mapping[str, Rulebook]:
    """Every published rulebook by id."""
    return _BOOKS


def known_books() -> Mapping[str, Rulebook]:
    """The published rulebooks and those of the folder that JANTAKU_RULEBOOKS names; raises RulebookError."""
    folder = os.environ.get(OWN_BOOKS)
    return _with_own(folder) if folder else _BOOKS


@lru_cache(maxsize=1)
def _with_own(folder: str) -> Mapping[str, Rulebook]:
    """As the files of the folder are when they are first asked for; one may be built on another before it."""
    from controller.rulebooks.house import load_house  # noqa: PLC0415, TOML is read only by who has house rules

    if not Path(folder).is_dir():
        raise RulebookError(f"{OWN_BOOKS}: {folder}: expected a folder of house rules")
    books = dict(_BOOKS)
    for path in sorted(Path(folder).glob("*.toml")):
        book = load_house(path, MappingProxyType(books))
        books[book.id] = book
    return MappingProxyType(books)


def _is_file(name: str) -> bool:
    return name.endswith(".toml") or "/" in name


def rulebook_ids() -> tuple[str, ...]:
    """Ids of the books that the table is held to clause by clause, and of their base."""
    return tuple(book.id for book in _LAW)


def outside_ids() -> tuple[str, ...]:
    """Ids of the other books: facts of public texts, with what nobody has verified marked."""
    return tuple(book.id for book in _OUTSIDE)
