"""Abortive draws of the rulebook, as the record shows them or as a person enters them."""

from collections.abc import Iterator
from typing import Final

from controller.journal import events as ev
from controller.journal.events import DrawKind
from controller.journal.ledger import standing
from controller.journal.state import Phase, RoundState, TableState
from controller.referee.rules.abortive import due_by_record, may_abort_by_terminals
from controller.referee.watched import watched
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.scoring.game.flow import Round
from controller.scoring.settlement import settle_abortive_draw
from controller.table.infer.lag import asked
from controller.table.infer.play import accepted_riichi
from controller.table.infer.wins import is_triple_ron
from controller.table.observe.observation import Observation
from controller.text import Text

_RUNNING: Final = (Phase.DEALT, Phase.PLAY)
_HAND: Final = 14
_PATCHY: Final = Text(
    "途中流局の可能性がありますが、見えていない打牌があります。",
    "The round may be aborted, but some discards were not seen.",
)


def aborted(observation: Observation) -> Iterator[ev.Event]:
    """Yield the abortive draw by the record, once the last tile has lain for long and no hand was opened to win it."""
    round_, shown = observation.round, observation.waiting.shown
    if round_.phase not in _RUNNING or any(round_.revealed):
        return
    kind = due_by_record(round_, observation.rulebook, as_read=True)
    if kind is None:
        return
    shown.read((kind, len(round_.discards), round_.kongs), observation.evidence)
    if shown.held(observation.dwell.patience) is None:
        return
    if watched(round_).since():
        yield from _seen(observation, kind)
    else:
        yield from asked(observation, _PATCHY)


def aborted_by_hands(observation: Observation) -> Iterator[ev.Event]:
    """Abort the round for a hand shown for nine terminals or for three rons on one tile, if the book does so."""
    round_ = observation.round
    seat = shows_terminals(round_, observation.rulebook)
    if seat is not None:
        yield from _seen(observation, AbortiveDraw.NINE_TERMINALS, (seat,))
    elif is_triple_ron(observation.state, observation.rulebook, observation.venue.same_time_s):
        winners = tuple(each for each in SEATS if round_.revealed[each] is not None)
        yield from _seen(observation, AbortiveDraw.TRIPLE_RON, winners)


def _seen(observation: Observation, kind: AbortiveDraw, seats: tuple[Seat, ...] = ()) -> Iterator[ev.Event]:
    return abort(observation.state, observation.round, kind, observation.rulebook, observation.stamp, seats)


def abort(
    state: TableState,
    round_: RoundState,
    kind: AbortiveDraw,
    rulebook: Rulebook,
    stamp: ev.Stamp,
    seats: tuple[Seat, ...] = (),
    by: str = "",
) -> Iterator[ev.Event]:
    """Yield the end of an aborted round; a riichi whose tile has passed is paid first, one whose tile is ronned is not.

    ``seats``: who showed the terminals, or the winners of a triple ron. ``by``: who entered the draw.
    """
    accepted = () if kind is AbortiveDraw.TRIPLE_RON else tuple(accepted_riichi(round_, stamp))
    yield from accepted
    played = Round(
        round_.prevailing_wind, round_.dealer, round_.counters, standing(state).riichi_sticks + len(accepted)
    )
    settled = settle_abortive_draw(played, kind, rulebook)
    yield ev.RoundDrawn(
        **stamp, kind=DrawKind(kind.value), tenpai=(), payments=settled.deltas, seats=seats, lines=settled.lines, by=by
    )


def still_aborted(state: TableState, kind: AbortiveDraw, rulebook: Rulebook) -> bool:
    """True if the corrected record still amounts to that draw; terminals and triple ron are judged by open hands."""
    round_ = state.round
    if round_ is None:
        return False
    if kind is AbortiveDraw.TRIPLE_RON:
        return is_triple_ron(state, rulebook)
    if kind is AbortiveDraw.NINE_TERMINALS:
        return shows_terminals(round_, rulebook) is not None
    return due_by_record(round_, rulebook, passed=True) is kind


def shows_terminals(round_: RoundState, rulebook: Rulebook) -> Seat | None:
    """Return the seat on turn if its open hand is shown for nine terminals, else None."""
    seat = round_.turn
    hand = round_.revealed[seat]
    if hand is None:
        return None
    tiles = (*hand.tiles, *(() if hand.apart is None else (hand.apart,)))
    own = sum(each.seat is seat for each in round_.discards)
    if not watched(round_).since():
        return None
    return seat if len(tiles) == _HAND and may_abort_by_terminals(tiles, round_.calls, own, rulebook) else None
