"""Probability of each final place for each player, from public facts: points, round, counters, sticks, rulebook.

A small neural network evaluates the standing, with players in order of their points; its weights are data, described in
docs/chances.md.
"""

from functools import lru_cache
from itertools import pairwise
from math import exp, tanh
from typing import Final

from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.flow import Round
from controller.scoring.score import Four
from controller.text import text

FourChances = tuple[float, float, float, float]
"""Chances of ending first, second, third and last."""
INPUTS: Final = 35
HIDDEN: Final = 24
"""Hidden units; chosen: with 48 the loss on games outside the training set is the same to three places."""
_PLACES: Final = len(SEATS)
_OUTPUTS: Final = _PLACES * _PLACES
_ROUNDS_OF_BALANCE: Final = 200
"""Maximum number of normalizations of rows and columns; measured: 5 are enough while nothing is decided yet."""
_BALANCED: Final = 0.002
"""Largest deviation of a column sum from one; chosen: nobody reads tenths of a per cent."""
_WIDEST_GAP: Final = 60_000
"""Points beyond which a gap counts as decided; chosen: nearly two yakuman of a child."""


def place_chances(scores: Four, round_: Round, book: Rulebook, *, last: bool = False) -> tuple[FourChances, ...] | None:
    """Return for each seat A-D the chances of its places before that round; None in a rulebook for three players.

    Players with equal points are ordered by seat; all players count as equally strong. ``last``: the game ends with
    this round although more are scheduled, for example because time is up.
    """
    return _chances(scores, round_, book, last) if len(book.seats) == _PLACES else None


@lru_cache(maxsize=64)
def _chances(scores: Four, round_: Round, book: Rulebook, last: bool) -> tuple[FourChances, ...]:
    order, inputs = standing_inputs(scores, round_, book, last=last)
    table = _balanced([exp(each) for each in _outputs(inputs)])
    by_seat = {seat: table[place] for place, seat in enumerate(order)}
    return tuple(by_seat[seat] for seat in SEATS)


def standing_inputs(
    scores: Four, round_: Round, book: Rulebook, *, last: bool = False
) -> tuple[tuple[Seat, ...], tuple[float, ...]]:
    """Return the seats in order of points, and the network's inputs; ``last``: as in ``place_chances``."""
    order = tuple(sorted(SEATS, key=lambda seat: (-scores[seat], seat)))
    rules = book.flow
    left = 1 if last else max(0, _PLACES * (rules.winds_played.value - int(round_.prevailing_wind)) - round_.dealer)
    gaps = [min(scores[one] - scores[other], _WIDEST_GAP) / 10_000 for one, other in pairwise(order)]
    # The points that can still move grow with the square root of the number of rounds left.
    reach = 0.6 * (left + 0.5) ** 0.5
    turns = [(seat - round_.dealer) % _PLACES for seat in order]
    extended = rules.winds_extended.value > 0
    missing = (rules.extension_points.value - scores[order[0]]) / 10_000 if extended else 0.0
    is_bust = rules.ends_below_zero.value
    return order, (
        *(gap / 3 for gap in gaps),
        *(gap / (gap + reach) for gap in gaps),
        *(float(turn == each) for turn in turns for each in range(_PLACES)),
        left / 8,
        *(float(left == each) for each in range(4)),
        min(round_.counters, 5) / 3,
        min(round_.riichi_sticks, 6) / 3,
        float(extended),
        max(-2.0, min(missing, 2.0)),
        float(missing > 0),
        float(is_bust),
        min(scores[order[-1]], 40_000) / 10_000 if is_bust else 0.0,
        float(rules.dealer_may_stop.value or rules.dealer_stops_by_itself.value),
    )


def _outputs(inputs: tuple[float, ...]) -> list[float]:
    """Return the network's outputs: for each player in order the logarithm of the weight of each place."""
    first, second = _weights()
    units = [tanh(sum(map(float.__mul__, row, (*inputs, 1.0)))) for row in first]
    return [sum(map(float.__mul__, row, (*units, 1.0))) for row in second]


@lru_cache(maxsize=1)
def _weights() -> tuple[list[tuple[float, ...]], list[tuple[float, ...]]]:
    """Return the rows of both layers, with the bias last."""
    numbers = [float(each) for each in text("chance_weights.txt").split()]
    middle = HIDDEN * (INPUTS + 1)
    first = [tuple(numbers[at : at + INPUTS + 1]) for at in range(0, middle, INPUTS + 1)]
    second = [tuple(numbers[at : at + HIDDEN + 1]) for at in range(middle, len(numbers), HIDDEN + 1)]
    return first, second


def _balanced(weights: list[float]) -> list[FourChances]:
    """Return the table nearest to these weights in which all rows and columns sum to one."""
    rows = [weights[at : at + _PLACES] for at in range(0, _OUTPUTS, _PLACES)]
    for turn in range(_ROUNDS_OF_BALANCE):
        sums = [sum(column) for column in zip(*rows, strict=True)]
        if turn and max(abs(each - 1.0) for each in sums) < _BALANCED:
            break
        rows = [[each / whole for each, whole in zip(row, sums, strict=True)] for row in rows]
        rows = [[each / sum(row) for each in row] for row in rows]
    return [(row[0], row[1], row[2], row[3]) for row in rows]
