"""Manners that a referee logs: their codes, and what a rulebook says about each."""

from typing import Final

from controller.referee.faults.catalogue import CHAPTERS
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.manners import MannerRule

_MANNERS: Final = frozenset(kind.code for kind in CHAPTERS["manners"])


def is_manner(code: str) -> bool:
    """True if the code is that of a manner."""
    return code in _MANNERS


def spoken_of(code: str, book: Rulebook) -> MannerRule | None:
    """Return what a rulebook says about a manner; None if it does not mention it."""
    return next((each for each in book.table.manners.value if each.manner.value == code), None)
