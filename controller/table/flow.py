"""First round, settlement, next round and end of the game, as the rulebook has them follow each other."""

from collections.abc import Iterator

from controller.errors import HandError
from controller.journal import events as ev
from controller.journal.events import DrawKind
from controller.journal.state import FOUR_ZEROS, Outcome, RoundState, TableState
from controller.referee.rulings import scores_at_the_end, wrong_declarers
from controller.riichi.seat import SEATS, Seat, Wind
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import AfterChombo
from controller.scoring.game.flow import (
    Closing,
    Following,
    Round,
    after_abortive_draw,
    after_chombo,
    after_draw,
    after_nagashi,
    after_win,
)
from controller.scoring.payment_lines import four
from controller.scoring.score import Four


def first_round(
    rulebook: Rulebook, game: int, at: float, evidence: tuple[int, ...], dealer: Seat = Seat.A
) -> Iterator[ev.Event]:
    """A game and its first round, which ``dealer`` deals."""
    start = rulebook.settlement.start_points.value
    scores = (start, start, start, start)
    yield ev.GameStarted(
        at=at, evidence=evidence, number=game, scores=scores, riichi_stick=rulebook.scoring.riichi_stick.value
    )
    yield ev.RoundStarted(
        at=at,
        evidence=evidence,
        prevailing_wind=Wind.EAST,
        number=1,
        dealer=dealer,
        counters=0,
        riichi_sticks=0,
        scores=scores,
    )


def settle(
    state: TableState, rulebook: Rulebook, by: str, at: float, evidence: tuple[int, ...], *, dealer_stops: bool = False
) -> Iterator[ev.Event]:
    """The payments of the round's outcome, and the game's end where nothing follows; nothing without an outcome.

    ``dealer_stops``: so it ends, see ``dealer_may_stop``.
    """
    round_ = state.round
    if round_ is None or round_.outcome is None:
        return
    outcome = round_.outcome
    taken = sum(won.score.riichi_sticks_taken for won in outcome.wins)
    left = state.riichi_sticks - taken if outcome.riichi_sticks is None else outcome.riichi_sticks
    yield ev.SettlementConfirmed(
        at=at,
        evidence=evidence,
        deltas=outcome.payments,
        riichi_sticks=left,
        by=by,
        column=outcome.column,
        off_total=outcome.off_total,
    )
    scores = four(score + delta for score, delta in zip(state.scores, outcome.payments, strict=True))
    following = _following(state, round_, outcome, rulebook, scores)
    begun_late = state.last is not None and state.rounds > state.last_round
    goes_on = not begun_late if following is None else following.round is not None and not dealer_stops
    if goes_on or state.game_over:
        return
    final = scores_at_the_end(state, scores, left, rulebook, wrong_declarers(state))
    yield ev.GameEnded(at=at, evidence=evidence, scores=final)


def dealer_may_stop(state: TableState, rulebook: Rulebook) -> bool:
    """Whether the dealer may end the game with the round that waits for its settlement, or was settled last."""
    round_ = state.round
    if round_ is None or round_.outcome is None or state.game_over:
        return False
    unpaid = FOUR_ZEROS if round_.outcome.confirmed else round_.outcome.payments
    scores = four(score + delta for score, delta in zip(state.scores, unpaid, strict=True))
    try:
        following = _following(state, round_, round_.outcome, rulebook, scores, dealer_stops=True)
    except HandError:
        return False
    return following is not None and following.round is None


def end_game(state: TableState, rulebook: Rulebook, at: float, evidence: tuple[int, ...]) -> Iterator[ev.Event]:
    """The end of a game whose last round is settled; nothing where it is over already."""
    if not state.game_over:
        left, wrong = state.riichi_sticks, wrong_declarers(state)
        final = scores_at_the_end(state, state.scores, left, rulebook, wrong)
        yield ev.GameEnded(at=at, evidence=evidence, scores=final)


def next_round(state: TableState, rulebook: Rulebook, at: float, evidence: tuple[int, ...]) -> Iterator[ev.Event]:
    """The round that follows a settled one, in a new game where the last is over; nothing before the settlement."""
    round_ = state.round
    if state.game_over:
        yield from first_round(rulebook, state.game + 1, at, evidence, state.first_dealer)
        return
    if round_ is None or round_.outcome is None or not round_.outcome.confirmed:
        return
    following = _following(state, round_, round_.outcome, rulebook, state.scores)
    then = None if following is None else following.round
    if then is None:
        yield same_round(state, round_, at, evidence)
        if state.last is not None and state.rounds == state.last_round:
            # What was void is not played yet: the last round is still to come.
            yield ev.LastRoundCalled(at=at, evidence=evidence, reason=state.last, begun=True)
        return
    yield ev.RoundStarted(
        at=at,
        evidence=evidence,
        prevailing_wind=then.prevailing_wind,
        number=then.dealer + 1,
        dealer=then.dealer.turn(state.first_dealer),
        counters=then.counters,
        riichi_sticks=state.riichi_sticks,
        scores=state.scores,
    )


def same_round(state: TableState, round_: RoundState, at: float, evidence: tuple[int, ...]) -> ev.Event:
    """The same round from its set on: after a void round, or when the walls are built again."""
    return ev.RoundStarted(
        at=at,
        evidence=evidence,
        prevailing_wind=round_.prevailing_wind,
        number=round_.number,
        dealer=round_.dealer,
        counters=round_.counters,
        riichi_sticks=state.riichi_sticks,
        scores=state.scores,
    )


def awaits_replay(state: TableState, rulebook: Rulebook) -> bool:
    """Whether the round that was just paid is to be played again."""
    round_ = state.round
    if round_ is None or round_.outcome is None:
        return False
    return _following(state, round_, round_.outcome, rulebook, state.scores) is None


def _following(
    state: TableState,
    round_: RoundState,
    outcome: Outcome,
    rulebook: Rulebook,
    scores: Four,
    dealer_stops: bool = False,
) -> Following | None:
    """What the book lets follow, ``scores`` once the round is paid; None when the round is to be played again.

    Told by seats of the game, the first dealer at A.
    """
    first = state.first_dealer
    played = Round(round_.prevailing_wind, round_.dealer.turn(-first), round_.counters, state.riichi_sticks)
    scores = four(scores[seat.turn(first)] for seat in SEATS)
    closing = Closing(state.last if state.rounds >= state.last_round else None, scores, dealer_stops)
    if outcome.wins:
        return after_win(played, {won.win.winner.turn(-first) for won in outcome.wins}, rulebook, closing)
    tenpai = [seat.turn(first) in outcome.tenpai for seat in SEATS]
    if outcome.draw is DrawKind.EXHAUSTIVE:
        return after_draw(played, tenpai, rulebook, closing)
    if outcome.draw is not None and outcome.draw.aborts is not None:
        return after_abortive_draw(played, rulebook, closing)
    if outcome.draw is DrawKind.NAGASHI_MANGAN:
        return after_nagashi(played, [seat.turn(-first) for seat in outcome.seats], tenpai, rulebook, closing)
    if outcome.after is AfterChombo.DEALER_PASSES:
        return after_chombo(played, rulebook, ruling=AfterChombo.DEALER_PASSES, closing=closing)
    # Void, replayed, or for the referee, who lets the round be played again unless something else is entered.
    return None
