"""Which remedy is due: the rulebook names one before and one after an opening, the record knows which side it is on."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from controller.journal.events import DueRemedy, Severity
from controller.journal.state import RoundState
from controller.referee.faults.devices import DEVICE_CURES
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.penalties import due_penalty
from controller.riichi.meld import MeldKind
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import Penalty
from controller.rulebooks.schema.table import Opening, Remedy, RemedyKind
from controller.rulebooks.shared import ASK_REFEREE, NOTE_ONLY
from controller.text import Text

_ASK: Final = Text("審判を呼び、裁定に従う。", "Call the referee and follow the ruling.")


def has_opened(opening: Opening, round_: RoundState | None) -> bool:
    """Whether the round is past that opening."""
    if round_ is None:
        return False
    if opening is Opening.FIRST_DISCARD:
        return bool(round_.discards)
    if opening is Opening.DISCARD_OR_CONCEALED_KONG:
        concealed = any(meld.kind is MeldKind.KAN_CONCEALED for row in round_.melds for meld in row)
        return bool(round_.discards) or concealed
    return round_.opened


def due_remedy(code: str, rulebook: Rulebook, round_: RoundState | None, *, discarded: bool = True) -> DueRemedy:
    """The remedy of a fault as the round stands; the device's own cure where no rulebook speaks of it.

    ``discarded``: a discard was made since the fault was found; a wrong meld may be put right before it.
    """
    if code in DEVICE_CURES:
        return DueRemedy(RemedyKind.PUT_RIGHT, DEVICE_CURES[code].text, "")
    kind = FAULT_KINDS[code]
    name = kind.field
    if kind.opening is not None and has_opened(field_of(rulebook, kind.opening.opening).value, round_):
        name = kind.opening.remedy
    if not name:
        return DueRemedy(RemedyKind.REFEREE, _ASK, "")
    rule = field_of(rulebook, name)
    if isinstance(rule.value, Remedy):
        return _due(rule.value, rule.cite)
    penalty = due_penalty(code, rulebook, discarded=discarded)
    if penalty is not None:
        return DueRemedy(_BY_PENALTY.get(penalty.penalty, RemedyKind.PENALTY), penalty.text, penalty.clause)
    usual = NOTE_ONLY if kind.severity is Severity.NOTE else ASK_REFEREE
    return _due(kind.remedy or usual, rule.cite)


def is_lawful(code: str, rulebook: Rulebook) -> bool:
    """Whether the book allows what would be this fault elsewhere."""
    lawful = FAULT_KINDS[code].lawful
    return lawful is not None and bool(field_of(rulebook, lawful.field).value == lawful.value)


def is_doubtful(code: str, rulebook: Rulebook) -> bool:
    """Whether what is due rests on a reading of a text rather than on its words; asking the referee needs none."""
    penalty = due_penalty(code, rulebook)
    doubt = bool(penalty.unstated) if penalty is not None else bool(_unstated(FAULT_KINDS[code].field, rulebook))
    return doubt and due_remedy(code, rulebook, None).kind not in _PLAIN


def field_of(rulebook: Rulebook, name: str) -> Rule[Any]:
    """The rule with that dotted name, such as ``table.rolls``."""
    section, _, field = name.partition(".")
    rule: Rule[Any] = getattr(getattr(rulebook, section), field)
    return rule


def _unstated(name: str, rulebook: Rulebook) -> str:
    return field_of(rulebook, name).unstated if name else ""


def _due(remedy: Remedy, clause: str) -> DueRemedy:
    return DueRemedy(remedy.kind, Text(remedy.ja, remedy.en), clause)


_PLAIN: Final = (RemedyKind.REFEREE, RemedyKind.NOTE, RemedyKind.PUT_RIGHT)
_BY_PENALTY: Final[Mapping[Penalty, RemedyKind]] = MappingProxyType(
    {
        Penalty.CORRECTED: RemedyKind.PUT_RIGHT,
        Penalty.UNDONE: RemedyKind.PUT_RIGHT,
        Penalty.FREE: RemedyKind.NOTE,
        Penalty.NOTE: RemedyKind.NOTE,
        Penalty.REFEREE: RemedyKind.REFEREE,
    }
)
