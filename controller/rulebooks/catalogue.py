"""Rulebooks known to the product, by id, and those of a venue's own folder."""

import os
import tomllib
from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import resources
from pathlib import Path
from threading import RLock
from types import MappingProxyType
from typing import Final

from controller.errors import RulebookError
from controller.rulebooks.files.reading import published_book
from controller.rulebooks.house import load_house
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.written import book_of_text
from controller.text import Text

# The rulebooks that the table implements clause by clause, and the base of one of them.
_LAW: Final = ("npm-2008", "teikoku", "tomioka", "wakashachi-2025", "kenko-2022", "mleague")
_OUTSIDE: Final = (
    *("mleague-2026", "wrc-2025", "saikouisen", "renmei-a", "renmei-b", "rmu-a", "rmu-b", "rmu-m", "mu"),
    *("tenhou", "tenhou-2020", "mahjong-soul"),
)
_FOLDER: Final = resources.files("controller.rulebooks").joinpath("books")


class _PublishedBooks(Mapping[str, Rulebook]):
    """The published rulebooks by id, each read on first use and only once: rulebooks are compared by identity."""

    def __init__(self) -> None:
        self._files = {
            **{name: _FOLDER.joinpath(f"{name}.toml") for name in _LAW},
            **{name: _FOLDER.joinpath("outside", f"{name}.toml") for name in _OUTSIDE},
        }
        self._read: dict[str, Rulebook] = {}
        self._lock = RLock()

    def __getitem__(self, name: str) -> Rulebook:
        with self._lock:
            if name not in self._read:
                document = tomllib.loads(self._files[name].read_text("utf-8"))
                self._read[name] = published_book(name, document, self)
            return self._read[name]

    def __contains__(self, name: object) -> bool:
        return name in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


_BOOKS: Final[Mapping[str, Rulebook]] = _PublishedBooks()

# By id: an earlier edition, the last year with games seen to follow it, and the first year of the present one.
_EARLIER: Final[Mapping[str, tuple[str, int, int]]] = MappingProxyType({"tenhou": ("tenhou-2020", 2020, 2023)})

DEFAULT_RULEBOOK: Final = "npm-2008"
OWN_BOOKS: Final = "JANTAKU_RULEBOOKS"
"""Environment variable with a folder of house rules, TOML files; their ids are accepted like those of published
rulebooks."""


def rulebook(name: str) -> Rulebook:
    """Return the rulebook with this id; raises RulebookError with the known ids."""
    return find_rulebook(name, _BOOKS)


def find_rulebook(name: str, books: Mapping[str, Rulebook], more: str = "") -> Rulebook:
    """Return the rulebook with this id among ``books``; raises RulebookError with their ids and ``more``."""
    book = books.get(name)
    if book is None:
        raise RulebookError(
            Text(
                f"規定「{name}」は登録されていません。",
                f"unknown rulebook {name!r}: expected one of {', '.join(books)}{more}",
            )
        )
    return book


def editions(book: Rulebook, year: int | None) -> tuple[Rulebook, ...]:
    """Return the editions of a rulebook that a game of that year may have used, its own first."""
    if book.id not in _EARLIER:
        return (book,)
    name, last, first = _EARLIER[book.id]
    earlier = _BOOKS[name]
    if year is None or last < year < first:
        return book, earlier
    return (earlier,) if year <= last else (book,)


def load(name: str) -> Rulebook:
    """Return the rulebook with this id, or of this TOML file of house rules; raises RulebookError."""
    if name in _BOOKS:
        return _BOOKS[name]
    if not _is_file(name):
        return find_rulebook(name, known_books(), ", or a TOML file of house rules")
    return load_house(Path(name), _BOOKS)


def stored_book(text: str) -> Rulebook:
    """Return the rulebook that a journal stores as text; raises RulebookError."""
    return book_of_text(text, _BOOKS, DEFAULT_RULEBOOK)


def published() -> Mapping[str, Rulebook]:
    """Return every published rulebook by id."""
    return _BOOKS


def known_books() -> Mapping[str, Rulebook]:
    """Return the published rulebooks and those of the folder named by JANTAKU_RULEBOOKS; raises RulebookError."""
    folder = os.environ.get(OWN_BOOKS)
    return _with_own(folder) if folder else _BOOKS


@lru_cache(maxsize=1)
def _with_own(folder: str) -> Mapping[str, Rulebook]:
    """Return the published rulebooks and those in the folder, read on first use; a file may build on an earlier one."""
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
    """Return the ids of the rulebooks that the table implements clause by clause, and of their base."""
    return _LAW


def outside_ids() -> tuple[str, ...]:
    """Return the ids of the other rulebooks: facts from public texts, with unverified ones marked."""
    return _OUTSIDE
