"""Duties of the players besides the play: when a round counts as begun, who turns the dora, who declares points."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.journal.state import RoundState, TableState
from controller.referee.faults.remedies import has_opened
from controller.riichi.seat import Seat
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.flow import RoundBegins
from controller.rulebooks.schema.table import DoraTurner, Opening
from controller.scoring.game.flow import Round

_BEGUN: Final[Mapping[RoundBegins, Opening]] = MappingProxyType(
    {
        RoundBegins.DISCARD_OR_CONCEALED_KONG: Opening.DISCARD_OR_CONCEALED_KONG,
        RoundBegins.VOICE_OR_DISCARD: Opening.VOICE_OR_DISCARD,
    }
)


def has_begun(round_: RoundState | None, book: Rulebook) -> bool:
    """True if the round has begun (npm art. 12 ro): only then is it in play when the clock runs out."""
    return has_opened(_BEGUN[book.flow.round_begins.value], round_)


def dora_turner(round_: RoundState, book: Rulebook) -> Seat | None:
    """Return who turns the dora indicator: the player before its place (npm art. 9 i) or the dealer; else None."""
    if book.table.dora_turner.value is DoraTurner.DEALER:
        return round_.dealer
    return round_.dora[0].place.wall if round_.dora else None


def declaration_waits(state: TableState, book: Rulebook) -> bool:
    """True if the players have to declare their points, until all have done so or the round begins."""
    return bool(declaration_clause(state, book))


def declaration_clause(state: TableState, book: Rulebook) -> str:
    """Return the clause by which points are to be declared now; "" if none are, or all players have done so."""
    round_ = state.round
    if round_ is None or state.game_over:
        return ""
    if _called_by_clock(state, round_):
        return "" if all(state.points_told) else book.flow.clock_announced_at.cite
    if None not in round_.declared or not declares_before_last(state, book):
        return ""
    return book.flow.points_declared_before_last.cite


def declares_before_last(state: TableState, book: Rulebook) -> bool:
    """True if points stated now are the declaration before the last round (teikoku art. 1-9)."""
    round_ = state.round
    if round_ is None or round_.opened:
        return False
    played = Round(
        round_.prevailing_wind, round_.dealer.turn(-state.first_dealer), round_.counters, state.riichi_sticks
    )
    return points_due(played, book)


def _called_by_clock(state: TableState, round_: RoundState) -> bool:
    """True if the clock has called for the points (wakashachi art. 7), and the next round has not begun yet."""
    if not state.points_called or state.last is not None:
        return False
    return state.rounds <= state.points_called + (not round_.opened)


def points_due(next_round: Round, book: Rulebook) -> bool:
    """True if points are declared before this round, the last by its wind and number (teikoku art. 1-9)."""
    last_wind = int(next_round.prevailing_wind) == book.flow.winds_played.value - 1
    return book.flow.points_declared_before_last.value and last_wind and next_round.dealer is Seat.D
