"""How a game stands for each player: place, distance, and the chances of each place; all from public points."""

from dataclasses import dataclass

from controller.journal.events import DrawKind
from controller.journal.ledger import standing
from controller.journal.state import Outcome, RoundState, TableState
from controller.riichi.seat import SEATS
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.chances import FourChances, place_chances
from controller.scoring.game.flow import Closing, Round, after_draw, after_win
from controller.scoring.game.placement import GamePoints, places_of
from controller.scoring.payment_lines import four
from controller.scoring.score import Four
from controller.views.gate import Public, View


@dataclass(frozen=True, slots=True)
class OutlookView(View):
    """A player's place now, points above the best other, and ``chances`` of first to last place by what all see.

    ``chances``: docs/chances.md; None where the model knows no such game.
    """

    place: Public[int]
    lead: Public[int]
    chances: Public[FourChances | None]


@dataclass(frozen=True, slots=True)
class AfterView(View):
    """Points and place of a seat once the result is paid."""

    score: Public[int]
    place: Public[int]


def outlooks(state: TableState, round_: RoundState, book: Rulebook) -> tuple[OutlookView, ...]:
    """The outlook of each seat A-D, results that wait counted as paid; a game that is over has its places."""
    scores = standing(state).scores
    places = _places(state, scores, book)
    chances = _chances(state, round_, scores, book)
    return tuple(
        OutlookView(
            places[seat],
            scores[seat] - max((scores[other] for other in book.seats if other is not seat), default=0),
            None if chances is None else chances[seat],
        )
        for seat in SEATS
    )


def after_result(state: TableState, outcome: Outcome, book: Rulebook) -> tuple[AfterView, ...]:
    """How every seat stands once the result of the round in play is paid."""
    scores = _paid(standing(state).scores, outcome)
    places = _places(state, scores, book)
    return tuple(AfterView(scores[seat], places[seat]) for seat in SEATS)


def _paid(scores: Four, outcome: Outcome) -> Four:
    if outcome.confirmed:
        return scores
    return four(had + gained for had, gained in zip(scores, outcome.payments, strict=True))


def _from_first(state: TableState, amounts: Four) -> Four:
    """Amounts of seats A-D in the order of turns from the first dealer, as the law of a game counts them."""
    return four(amounts[seat.turn(state.first_dealer)] for seat in SEATS)


def _places(state: TableState, scores: Four, book: Rulebook) -> Four:
    turned = _from_first(state, scores)
    wrong = frozenset(seat for seat in SEATS if state.wrong_declared[seat.turn(state.first_dealer)])
    places = places_of(GamePoints(turned, wrong_declared=wrong), book)
    return four(places[seat.turn(-state.first_dealer)] for seat in SEATS)


def _chances(state: TableState, round_: RoundState, scores: Four, book: Rulebook) -> tuple[FourChances, ...] | None:
    sticks = standing(state).riichi_sticks
    dealer = round_.dealer.turn(-state.first_dealer)
    now = Round(round_.prevailing_wind, dealer, round_.counters, sticks)
    next_: Round | None = now
    if round_.outcome is not None:
        scores = _paid(scores, round_.outcome)
        next_ = _following(state, now, round_.outcome, scores, book)
    if state.game_over or next_ is None:
        four_players = len(book.seats) == len(SEATS)
        return tuple(map(_certain, _places(state, scores, book))) if four_players else None
    chances = place_chances(_from_first(state, scores), next_, book)
    return None if chances is None else tuple(chances[seat.turn(-state.first_dealer)] for seat in SEATS)


def _following(state: TableState, round_: Round, outcome: Outcome, scores: Four, book: Rulebook) -> Round | None:
    """The round that a result lets follow, seats as from the first dealer; one that was aborted is played again."""
    first = state.first_dealer
    closing = Closing(scores=_from_first(state, scores))
    if outcome.wins:
        return after_win(round_, {won.win.winner.turn(-first) for won in outcome.wins}, book, closing).round
    if outcome.draw is not DrawKind.EXHAUSTIVE:
        return round_
    tenpai = [seat.turn(first) in outcome.tenpai for seat in SEATS]
    return after_draw(round_, tenpai, book, closing).round


def _certain(place: int) -> FourChances:
    first, second, third, last = (float(place == each) for each in range(1, 5))
    return first, second, third, last
