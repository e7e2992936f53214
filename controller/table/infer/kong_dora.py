"""Which kong indicators are due by now, and which of them count for a win, by the rulebook for each kong."""

from typing import NamedTuple

from controller.journal.state import Made, RoundState
from controller.riichi.meld import MeldKind
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.riichi import KongDoraShown

_AT_ONCE = (KongDoraShown.WHEN_CONFIRMED, KongDoraShown.BEFORE_REPLACEMENT)
_AFTER = (KongDoraShown.AFTER_DISCARD, KongDoraShown.AFTER_NEXT_ACT)
_ANY_ACT = (KongDoraShown.WITH_NEXT_ACT, KongDoraShown.AFTER_NEXT_ACT)


class DueIndicators(NamedTuple):
    """Number of indicators that must be open by now, and that may be open."""

    least: int
    most: int


def due_indicators(round_: RoundState, book: Rulebook) -> DueIndicators:
    """Return how many indicators the recorded kongs require and allow, the first indicator included."""
    kongs = _kongs(round_)
    return DueIndicators(
        1 + sum(_due(made, round_, book) for made in kongs), 1 + sum(_reached(made, round_, book) for made in kongs)
    )


def counted_indicators(round_: RoundState, book: Rulebook, robbed: bool = False) -> int:
    """Return the number of indicators that count for a win on the last act; ``robbed``: on the kong just made."""
    kongs = _kongs(round_)
    standing = kongs[:-1] if robbed else kongs
    hidden = len(kongs) - sum(_due(made, round_, book) for made in standing)
    return max(1, 1 + round_.kongs - hidden) if hidden else len(round_.dora)


def _kongs(round_: RoundState) -> list[Made]:
    return [made for made in round_.made if made.meld.kind.is_kong]


def _shown_when(made: Made, book: Rulebook) -> KongDoraShown:
    rules = book.riichi
    concealed = made.meld.kind is MeldKind.KAN_CONCEALED
    return (rules.kong_dora_shown if concealed else rules.open_kong_dora_shown).value


def _due(made: Made, round_: RoundState, book: Rulebook) -> bool:
    return _reached(made, round_, book) and (_shown_when(made, book) not in _AFTER or _passed(made, round_, book))


def _reached(made: Made, round_: RoundState, book: Rulebook) -> bool:
    """True if the act with which the kong's indicator is turned has been made."""
    shown = _shown_when(made, book)
    if shown in _AT_ONCE or len(round_.discards) > made.discards:
        return True
    return shown in _ANY_ACT and _next_kong(made, round_) is not None


def _passed(made: Made, round_: RoundState, book: Rulebook) -> bool:
    """True if another act followed that one, so that nobody won on it."""
    act = _next_kong(made, round_) if _shown_when(made, book) in _ANY_ACT else None
    if act is not None:
        return act is not round_.made[-1] or len(round_.discards) > act.discards
    return len(round_.discards) > made.discards + 1 or round_.made[-1].discards > made.discards


def _next_kong(made: Made, round_: RoundState) -> Made | None:
    """Return the next kong made by the same player before a discard, if any."""
    later = round_.made[round_.made.index(made) + 1 :]
    return next((each for each in later if each.discards == made.discards), None)
