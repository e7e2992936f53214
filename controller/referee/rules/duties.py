"""Duties of the players beside the play: when a round counts as begun, who shows tenpai first, who declares points."""

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
    """Whether a round has begun (npm art. 12 ro): it is the one in play when a clock runs out."""
    return has_opened(_BEGUN[book.flow.round_begins.value], round_)


def dora_turner(round_: RoundState, book: Rulebook) -> Seat | None:
    """Who turns the dora indicator: the player sitting before its place (npm art. 9 i), or the dealer; None unknown."""
    if book.table.dora_turner.value is DoraTurner.DEALER:
        return round_.dealer
    return round_.dora[0].place.wall if round_.dora else None


def declaration_waits(state: TableState, book: Rulebook) -> bool:
    """Whether the players are to declare their points and have not all done so; until the round begins."""
    return bool(declaration_clause(state, book))


def declaration_clause(state: TableState, book: Rulebook) -> str:
    """The clause by which points are to be declared now; "" where none are, or all have done so."""
    round_ = state.round
    if round_ is None or state.game_over:
        return ""
    if _called_by_clock(state, round_):
        return "" if all(state.points_told) else book.flow.clock_announced_at.cite
    if None not in round_.declared or not declares_before_last(state, book):
        return ""
    return book.flow.points_declared_before_last.cite


def declares_before_last(state: TableState, book: Rulebook) -> bool:
    """Whether what players say to hold now is their declaration before the last round (teikoku art. 1-9)."""
    round_ = state.round
    if round_ is None or round_.opened:
        return False
    played = Round(
        round_.prevailing_wind, round_.dealer.turn(-state.first_dealer), round_.counters, state.riichi_sticks
    )
    return points_due(played, book)


def _called_by_clock(state: TableState, round_: RoundState) -> bool:
    """Whether the clock has asked for the points (wakashachi art. 7), and the round after has not begun yet."""
    if not state.points_called or state.last is not None:
        return False
    return state.rounds <= state.points_called + (not round_.opened)


def points_due(next_round: Round, book: Rulebook) -> bool:
    """Whether the players declare their points before this round, the last by its place (teikoku art. 1-9)."""
    last_wind = int(next_round.prevailing_wind) == book.flow.winds_played.value - 1
    return book.flow.points_declared_before_last.value and last_wind and next_round.dealer is Seat.D
