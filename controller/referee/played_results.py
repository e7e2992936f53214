"""The result of a round's play, recomputed from its present name, riichi and rights."""

from collections.abc import Iterator
from dataclasses import replace

from controller.journal import events as ev
from controller.journal.events import Decision, DrawKind
from controller.journal.ledger import moved_by, pot_at
from controller.journal.reducers.ending import judged
from controller.journal.state import Outcome, PastRound, TableState
from controller.referee.detect.playing import lost_right, shows_tenpai
from controller.referee.rescored import left_standing, rescored
from controller.referee.ruled_results import ruled_result, void_round
from controller.referee.undoing import result_event
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import Penalty
from controller.scoring.game.flow import Round
from controller.scoring.settlement import settle_draw


def due_result(state: TableState, told: PastRound, rulebook: Rulebook) -> ev.RoundWon | ev.RoundDrawn | None:
    """Return the end of a round by all valid rulings, else by its play; None if it has none, or none is possible.

    If a ruling ended a round before its play did and is revoked, the round is void and played again.
    """
    outcome, played = told.round.outcome, told.round.played
    ruled = ruled_result(state, told, rulebook, ev.UNSTAMPED)
    if ruled is None and played is None:
        return None if outcome is None else void_round(state, told, ev.UNSTAMPED)
    return ruled or played_again(state, told, rulebook)


def played_again(state: TableState, told: PastRound, rulebook: Rulebook) -> ev.RoundWon | ev.RoundDrawn | None:
    """Return the result of a round's play; None without one, or if none is possible under its name.

    A riichi that a ruling cancelled gives no han; a reinstated one does, without ippatsu, which can no longer be known.
    A player without the right wins nothing, and is noten if the book says so. If no win is left the round is void,
    until a person enters more.
    """
    played, round_ = told.round.played, told.round
    if played is None:
        return None
    pot = pot_at(state, told.ordinal)
    name = Round(round_.prevailing_wind, round_.dealer, round_.counters, pot)
    if played.wins:
        wins = tuple(left_standing(round_, played.wins, rulebook))
        if not wins:
            # A person who knows how the round would have gone on can enter it.
            return void_round(state, told, ev.UNSTAMPED)
        again = rescored(wins, name, rulebook)
        return None if again is None else ev.RoundWon(at=0.0, wins=again, by=played.by)
    if played.draw is DrawKind.VOID:
        return replace(void_round(state, told, ev.UNSTAMPED), by=played.by)
    as_it_was = result_event(played, ev.UNSTAMPED, pot)
    assert isinstance(as_it_was, ev.RoundDrawn)
    if played.draw not in (DrawKind.EXHAUSTIVE, DrawKind.NAGASHI_MANGAN):
        return as_it_was
    return _drawn(state, told, as_it_was, name, rulebook)


def comes_to(state: TableState, told: PastRound, outcome: Outcome, rulebook: Rulebook) -> bool:
    """True if the play of a round gives that result, sticks in the pot aside."""
    again, stick = played_again(state, told, rulebook), state.riichi_stick
    return again is not None and _says(judged(state, told.ordinal, again), stick) == _says(outcome, stick)


def is_agreed(state: TableState, told: PastRound, rulebook: Rulebook, *, shifted: bool = False) -> bool:
    """True if a person confirmed the result of the play, alone or, unless it ``shifted``, together with a ruling.

    A result that a ruling puts in place of the play, such as a void round, may need no confirmation: its payment says
    nothing about the play.
    """
    played = told.round.played
    winners = () if played is None else tuple(each.win.winner for each in played.wins)
    beside = bool(winners) and not shifted
    return any(
        comes_to(state, told, each, rulebook) or (beside and tuple(one.win.winner for one in each.wins) == winners)
        for each in told.round.agreed
    )


def _says(outcome: Outcome, stick: int) -> tuple[object, ...]:
    wins = tuple((each.win.winner, each.win.riichi, each.score.points) for each in outcome.wins)
    return (outcome.draw, wins, frozenset(outcome.tenpai), outcome.seats, moved_by(outcome, 0, stick))


def _drawn(
    state: TableState, told: PastRound, as_it_was: ev.RoundDrawn, name: Round, rulebook: Rulebook
) -> ev.RoundDrawn:
    round_, given_back = told.round, set(_once_lost(state, told))
    tenpai = tuple(
        seat
        for seat in SEATS
        if not lost_right(round_, seat, rulebook)
        and (seat in as_it_was.tenpai or (seat in given_back and shows_tenpai(round_, seat, rulebook)))
    )
    nagashi = tuple(seat for seat in as_it_was.seats if not round_.lost_right[seat])
    settled = settle_draw(name, [seat in tenpai for seat in SEATS], rulebook, nagashi=nagashi)
    return replace(
        as_it_was,
        kind=DrawKind.NAGASHI_MANGAN if nagashi else DrawKind.EXHAUSTIVE,
        tenpai=tenpai,
        seats=nagashi,
        payments=settled.deltas,
        lines=settled.lines,
        riichi_sticks=settled.riichi_sticks if nagashi else None,
    )


def _once_lost(state: TableState, told: PastRound) -> Iterator[Seat]:
    """Yield seats that lost the right to win by a ruling on the round, even if it was revoked since."""
    for each in state.faults:
        for ruling in each.rulings if each.round == told.ordinal else ():
            seat = each.fault.seat if ruling.seat is None else ruling.seat
            if ruling.decision is Decision.UPHELD and ruling.penalty is Penalty.LOSES_RIGHT and seat is not None:
                yield seat
