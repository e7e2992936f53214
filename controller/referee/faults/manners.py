"""Manners that a referee logs: which codes they are, and what a book says of one."""

from typing import Final

from controller.referee.faults.catalogue import CHAPTERS
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.manners import MannerRule

_MANNERS: Final = frozenset(kind.code for kind in CHAPTERS["manners"])


def is_manner(code: str) -> bool:
    """Whether it is the code of a manner."""
    return code in _MANNERS


def spoken_of(code: str, book: Rulebook) -> MannerRule | None:
    """What a book says of a manner; None where it does not speak of it."""
    return next((each for each in book.table.manners.value if each.manner.value == code), None)
