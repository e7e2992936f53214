"""Which remedy is due: the rulebook names one before and one after an opening; the record shows which applies."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from controller.journal.events import DuePenalty, DueRemedy, Severity
from controller.journal.state import RoundState
from controller.referee.faults.devices import DEVICE_CURES
from controller.referee.faults.kind import FaultKind
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.manners import is_manner, spoken_of
from controller.referee.faults.penalties import due_penalty, takes_effect
from controller.riichi.meld import MeldKind
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import Penalty
from controller.rulebooks.schema.table import Opening, Remedy, RemedyKind
from controller.rulebooks.usual import REMEDIES
from controller.text import Text

_UNSAID_AFTER: Final = Text(
    "半荘終了後の訂正は規定に記載がありません。審判の裁定によります。",
    "The rulebook does not say whether it is corrected after the game: the referee decides.",
)
_STANDS_AFTER: Final = Text("半荘終了後は訂正できません。", "The game is over: payments stand.")
_ASK: Final = Text("審判を呼び、裁定に従ってください。", "Call the referee and follow the ruling.")


def has_opened(opening: Opening, round_: RoundState | None) -> bool:
    """True if the round is past that opening."""
    if round_ is None:
        return False
    if opening is Opening.FIRST_DISCARD:
        return bool(round_.discards)
    if opening is Opening.DISCARD_OR_CONCEALED_KONG:
        concealed = any(meld.kind is MeldKind.KAN_CONCEALED for row in round_.melds for meld in row)
        return bool(round_.discards) or concealed
    return round_.opened


def due_remedy(
    code: str,
    rulebook: Rulebook,
    round_: RoundState | None,
    *,
    discarded: bool = True,
    beside_win: bool = False,
    subject: str = "",
    game_over: bool = False,
) -> DueRemedy:
    """Return the remedy of a fault for the current round; the device's cure if no rulebook mentions it.

    ``discarded``: a discard followed the fault; a wrong meld may be corrected before it. ``beside_win``: another player
    won validly at the same moment. ``subject``: of the fault; for a kong's dora, which kong. ``game_over``: the game of
    its round has ended.
    """
    if code in DEVICE_CURES:
        return DueRemedy(RemedyKind.PUT_RIGHT, DEVICE_CURES[code].text, "")
    kind = FAULT_KINDS[code]
    if game_over and kind.after_game:
        reopened = field_of(rulebook, kind.after_game)
        if not reopened.value:
            return _too_late(reopened)
    name = _speaking(kind, rulebook)
    if kind.opening is not None and has_opened(field_of(rulebook, kind.opening.opening).value, round_):
        name = kind.opening.remedy
    if kind.field_open_kong and is_open_kong(round_, subject):
        name = kind.field_open_kong
    if not name:
        return DueRemedy(RemedyKind.REFEREE, _ASK, "")
    rule = field_of(rulebook, name)
    remedy: Remedy | None = rule.value if isinstance(rule.value, Remedy) else kind.remedy
    penalty = due_penalty(code, rulebook, discarded=discarded, beside_win=beside_win)
    if penalty is not None and (remedy is None or takes_effect(penalty.penalty)):
        # If no penalty is printed for a breach, cite the rule it broke; the penalty says that none is named.
        broken = rule.cite if penalty.penalty is Penalty.REFEREE else penalty.clause
        return replace(_penalized(remedy, penalty), clause=broken)
    usual = REMEDIES["note-only" if kind.severity is Severity.NOTE else "ask-referee"]
    manner = spoken_of(code, rulebook)
    return _due(remedy or usual, rule.cite if manner is None else manner.clause.cite)


def _too_late(rule: Rule[Any]) -> DueRemedy:
    """Return the remedy after the game: payments stand if the book says so; if it is silent, the referee decides."""
    if rule.unstated:
        return DueRemedy(RemedyKind.REFEREE, _UNSAID_AFTER, rule.cite)
    return DueRemedy(RemedyKind.NOTE, _STANDS_AFTER, rule.cite)


def _penalized(remedy: Remedy | None, penalty: DuePenalty) -> DueRemedy:
    """Return the penalty as a remedy, preceded by what is corrected in addition to it."""
    text = penalty.text
    if remedy is not None and remedy.kind is RemedyKind.PENALTY:
        text = Text(remedy.ja, remedy.en)
    elif remedy is not None and remedy.kind not in (RemedyKind.REFEREE, RemedyKind.NOTE):
        text = Text(f"{remedy.ja}{text.ja}。", f"{remedy.en} Then: {text.en}.")
    return DueRemedy(_BY_PENALTY.get(penalty.penalty, RemedyKind.PENALTY), text, penalty.clause)


def is_open_kong(round_: RoundState | None, subject: str) -> bool:
    """True if the kong of that number, by default the last one, was open or added."""
    kongs = [] if round_ is None else [made.meld.kind for made in round_.made if made.meld.kind.is_kong]
    told = int(subject) if subject.isdecimal() else len(kongs)
    return 0 < told <= len(kongs) and kongs[told - 1] is not MeldKind.KAN_CONCEALED


def _speaking(kind: FaultKind, rulebook: Rulebook) -> str:
    """Return the field about a fault in this book: the alternative field if the first one is only a default."""
    other = kind.field_else
    return other if other and _unstated(kind.field, rulebook) and not _unstated(other, rulebook) else kind.field


def fields_speaking(code: str, rulebook: Rulebook) -> tuple[str, ...]:
    """Return the fields by which a fault of that kind is found in this book."""
    kind = FAULT_KINDS[code]
    return (_speaking(kind, rulebook), *kind.judged_by)


def is_lawful(code: str, rulebook: Rulebook) -> bool:
    """True if the book allows the act that would be this fault elsewhere, or does not mention the manner."""
    if is_manner(code):
        return spoken_of(code, rulebook) is None
    lawful = FAULT_KINDS[code].lawful
    if lawful is None:
        return False
    asked = ((lawful.field, lawful.value), *lawful.besides)
    return all(field_of(rulebook, name).value == value for name, value in asked)


def is_doubtful(code: str, rulebook: Rulebook) -> bool:
    """True if what is due depends on a doubtful reading of the text; calling the referee depends on none."""
    penalty = due_penalty(code, rulebook)
    if penalty is not None and takes_effect(penalty.penalty):
        doubt = bool(penalty.unstated)
    else:
        doubt = _unstated(_speaking(FAULT_KINDS[code], rulebook), rulebook)
    return doubt and due_remedy(code, rulebook, None).kind not in _PLAIN


def field_of(rulebook: Rulebook, name: str) -> Rule[Any]:
    """Return the rule with that dotted name, such as ``table.rolls``."""
    section, _, field = name.partition(".")
    rule: Rule[Any] = getattr(getattr(rulebook, section), field)
    return rule


def _unstated(name: str, rulebook: Rulebook) -> bool:
    return bool(name) and field_of(rulebook, name).unstated is not None


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
