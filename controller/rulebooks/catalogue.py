"""The rulebooks that the product knows, by id."""

from typing import Final

from controller.errors import RulebookError
from controller.rulebooks.kenko_2022 import KENKO_2022
from controller.rulebooks.mleague import MLEAGUE
from controller.rulebooks.npm_2008 import NPM_2008
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.teikoku import TEIKOKU
from controller.rulebooks.tomioka import TOMIOKA
from controller.rulebooks.wakashachi_2025 import WAKASHACHI_2025

_BOOKS: Final = {book.id: book for book in (NPM_2008, TEIKOKU, TOMIOKA, WAKASHACHI_2025, KENKO_2022, MLEAGUE)}

DEFAULT_RULEBOOK: Final = NPM_2008.id


def rulebook(name: str) -> Rulebook:
    """The rulebook with this id; raises RulebookError naming the known ones."""
    book = _BOOKS.get(name)
    if book is None:
        raise RulebookError(f"unknown rulebook {name!r}: expected one of {', '.join(_BOOKS)}")
    return book


def rulebook_ids() -> tuple[str, ...]:
    """Ids of all known rulebooks."""
    return tuple(_BOOKS)
