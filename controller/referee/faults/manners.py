"""Manners that a referee logs: a row for each that a rulebook may mention; the book sets the cost."""

from typing import Final

from controller.journal.events import Severity
from controller.referee.faults.kind import FaultKind
from controller.rulebooks.names.values import VALUE_NAMES
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.manners import Manner, MannerRule
from controller.rulebooks.schema.table import Remedy, RemedyKind

SPOKEN_OF: Final = "table.manners"
_PUT_RIGHT: Final = Remedy(
    RemedyKind.PUT_RIGHT, "立会人が注意し、本人が言い直します。", "Say it again, after the referee's caution."
)
# Costs the right to win where a book speaks of it, so a person decides.
_FOR_THE_REFEREE: Final = (Manner.WAIT_VOICE,)

MANNERS: Final = tuple(
    FaultKind(
        manner.value,
        Severity.REFEREE if manner in _FOR_THE_REFEREE else Severity.NOTE,
        "K",
        VALUE_NAMES[manner],
        field=SPOKEN_OF,
        remedy=_PUT_RIGHT if manner is Manner.VOICE_UNCLEAR else None,
    )
    for manner in Manner
)


def is_manner(code: str) -> bool:
    """Whether it is the code of a manner."""
    return any(kind.code == code for kind in MANNERS)


def spoken_of(code: str, book: Rulebook) -> MannerRule | None:
    """What a book says of a manner; None where it does not speak of it."""
    return next((each for each in book.table.manners.value if each.manner.value == code), None)
