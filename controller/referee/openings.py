"""Which remedy is due: the rulebook names one before and one after an opening, the record knows which side it is on."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from controller.journal.events import DueRemedy, Wording
from controller.journal.state import RoundState
from controller.referee.catalogue import CURES
from controller.riichi.meld import MeldKind
from controller.rulebooks.rule import Rule
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.table_rules import Opening, Remedy, RemedyKind, TableRules

_Field = Callable[[TableRules], Rule[Remedy]]

# code: opening, remedy before it, remedy after it
_TWO_SIDED: Final[Mapping[str, tuple[Callable[[TableRules], Rule[Opening]], _Field, _Field]]] = MappingProxyType(
    {
        "break-wrong-wall": (
            lambda table: table.break_opening,
            lambda table: table.wrong_break_before,
            lambda table: table.wrong_break_after,
        ),
        "break-wrong-stack": (
            lambda table: table.break_opening,
            lambda table: table.wrong_break_before,
            lambda table: table.wrong_break_after,
        ),
        "dora-wrong-position": (
            lambda table: table.dora_opening,
            lambda table: table.wrong_dora_before,
            lambda table: table.wrong_dora_after,
        ),
    }
)
_ONE_SIDED: Final[Mapping[str, _Field]] = MappingProxyType(
    {
        "set-button-wrong-seat": lambda table: table.set_by_wrong_seat,
        "set-before-settled": lambda table: table.set_before_settled,
        "dice-before-walls": lambda table: table.dice_before_walls,
        "dice-imperfect": lambda table: table.imperfect_roll,
        "dealer-wrong": lambda table: table.wrong_dealer,
    }
)
_ASK: Final = Wording("審判を呼び、裁定に従う。", "Call the referee and follow the ruling.")


def has_opened(opening: Opening, now: RoundState | None) -> bool:
    """Whether the round is past that opening."""
    if now is None:
        return False
    if opening is Opening.FIRST_DISCARD:
        return bool(now.discards)
    if opening is Opening.DISCARD_OR_CONCEALED_KONG:
        concealed = any(meld.kind is MeldKind.KAN_CONCEALED for row in now.melds for meld in row)
        return bool(now.discards) or concealed
    return now.opened


def due_remedy(code: str, rulebook: Rulebook, now: RoundState | None) -> DueRemedy:
    """The remedy of a fault as the round stands; the device's own cure where no rulebook speaks of it."""
    if code in _TWO_SIDED:
        opening, before, after = _TWO_SIDED[code]
        past = has_opened(opening(rulebook.table).value, now)
        return _due((after if past else before)(rulebook.table))
    if code in _ONE_SIDED:
        return _due(_ONE_SIDED[code](rulebook.table))
    if code in CURES:
        return DueRemedy(RemedyKind.PUT_RIGHT, CURES[code], "")
    return DueRemedy(RemedyKind.REFEREE, _ASK, "")


def _due(rule: Rule[Remedy]) -> DueRemedy:
    return DueRemedy(rule.value.kind, Wording(rule.value.ja, rule.value.en), rule.cite)
