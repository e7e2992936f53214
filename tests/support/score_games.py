"""Whole games by points: ends of rounds are drawn at random; payments and the next round follow the rulebook.

Frequencies of ends: 1,710,645 rounds of 159,798 four-player games at Tenhou's highest tables in 2016, as counted at
https://blog.kobalab.net/entry/20180113/1515776231 (wins 0.211 per seat, draws 0.162, deal-ins 0.125, a win's mean 5,647
points, 38.9 % of winners in riichi, riichi 0.170 per seat) and .../20180118/1516202840 (0.48 tenpai at the end).
Players ignore the standings and are equally strong.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from controller.errors import HandError
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.flow import Closing, Round, after_draw, after_win
from controller.scoring.hand.scoring_rules import ScoringRules, scoring_rules_of
from controller.scoring.hand.value import value_of
from controller.scoring.payment_lines import four
from controller.scoring.payments import usual_payment
from controller.scoring.score import Four
from controller.scoring.settlement import noten_payments

DRAWN: Final = 0.162
RON: Final = 0.125 * 4 / (1 - 0.162)
"""Share of ron among rounds that somebody wins."""
TENPAI: Final = 0.48
MEAN: Final = 5_647
RIICHI_WON: Final = 0.389
RIICHI_BESIDE: Final = (0.170 * 4 - RIICHI_WON * (1 - DRAWN)) / (4 - (1 - DRAWN))
"""Probability that a seat that does not win is in riichi."""
DEALER_OFTENER: Final = 1.1
"""Ratio of the dealer's win rate to another seat's; chosen: the dealer gains a repeat and plays faster."""
_LADDER: Final = (
    *((1, 30, 0.18), (1, 40, 0.05), (2, 30, 0.20), (2, 40, 0.07), (2, 25, 0.015)),
    *((3, 30, 0.14), (3, 40, 0.06), (3, 25, 0.01), (4, 25, 0.01), (4, 30, 0.05)),
    *((5, 30, 0.15), (6, 30, 0.06), (8, 30, 0.014), (11, 30, 0.002), (13, 30, 0.00086)),
)
"""(han, fu, frequency) before tilting to the mean ``MEAN``; chosen, yakuman 1,239 of 1,442,983."""


@dataclass(frozen=True, slots=True)
class PointsStand:
    """A standing before a round, and the place in which each seat ended the game."""

    scores: Four
    round: Round
    places: Four


@cache
def ladder() -> tuple[list[tuple[int, int]], list[float]]:
    """Han and fu of wins, and their frequencies."""
    worth = [4 * min(fu << (2 + han), 2000) if han < 5 else {5: 8000, 6: 12000, 8: 16000, 11: 24000, 13: 32000}[han]
             for han, fu, _ in _LADDER]  # fmt: skip
    dealers = DEALER_OFTENER / (3 + DEALER_OFTENER)
    low, high = 0.0, 2.0
    while high - low > 1e-4:
        tilt = (low + high) / 2
        weights = [often * (points / 1000) ** tilt for (*_, often), points in zip(_LADDER, worth, strict=True)]
        mean = sum(w * p for w, p in zip(weights, worth, strict=True)) / sum(weights) * (1 + 0.5 * dealers)
        low, high = (tilt, high) if mean < MEAN else (low, tilt)
    return [(han, fu) for han, fu, _ in _LADDER], weights


def play_scores(book: Rulebook, rng: Random) -> Iterator[PointsStand]:
    """Yield the standings before every round of one game."""
    start = book.settlement.start_points.value
    scores: Four = (start,) * 4
    round_: Round | None = Round()
    seen: list[tuple[Four, Round]] = []
    rules, (values, often) = scoring_rules_of(book), ladder()
    while round_ is not None:
        seen.append((scores, round_))
        scores, round_ = _one_round(scores, round_, rules, rng, values, often)
    order = sorted(SEATS, key=lambda seat: (-scores[seat], seat))
    places = four(order.index(seat) + 1 for seat in SEATS)
    yield from (PointsStand(had, at, places) for had, at in seen)


def _one_round(
    scores: Four,
    round_: Round,
    rules: ScoringRules,
    rng: Random,
    values: list[tuple[int, int]],
    often: list[float],
) -> tuple[Four, Round | None]:
    book, points = rules.book, list(scores)
    winner, tenpai = None, [rng.random() < TENPAI for _ in SEATS]
    if rng.random() >= DRAWN:
        likely = [DEALER_OFTENER if seat is round_.dealer else 1.0 for seat in SEATS]
        winner = rng.choices(SEATS, likely)[0]
    sticks = round_.riichi_sticks
    for seat in SEATS:
        share = RIICHI_WON if seat is winner else RIICHI_BESIDE
        # At a draw only tenpai seats can have declared riichi.
        share = share if winner is not None else share / TENPAI * tenpai[seat]
        if points[seat] >= 1000 and rng.random() < share:
            points[seat] -= 1000
            sticks += 1
    now = Round(round_.prevailing_wind, round_.dealer, round_.counters, sticks)
    if winner is None:
        gains = noten_payments(tenpai, book)
    else:
        loser = rng.choice([seat for seat in SEATS if seat is not winner]) if rng.random() < RON else None
        han, fu = rng.choices(values, often)[0]
        value = value_of(rules, han, fu, winner is round_.dealer)
        gains = usual_payment(rules, value, winner, loser, round_.dealer, round_.counters, sticks).gains
    after = four(had + gained for had, gained in zip(points, gains, strict=True))
    # A dealer who may end the game while leading does so.
    for stops in (book.flow.dealer_may_stop.value, False):
        closing = Closing(scores=after, dealer_stops=stops)
        try:
            then = (
                after_draw(now, tenpai, book, closing)
                if winner is None
                else after_win(now, (Seat(winner),), book, closing)
            )
        except HandError:
            continue
        break
    return after, then.round
