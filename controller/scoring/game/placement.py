"""End of a game: left-over sticks, places with ties, and the recorded result, line by line."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from types import MappingProxyType
from typing import Final

from controller.errors import EventError
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.doubts import Resting
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import ChomboCost
from controller.rulebooks.schema.riichi import LeftSticks
from controller.rulebooks.schema.settlement import Rounding, Surplus, Ties
from controller.scoring.game.vanished import Vanished, vanished
from controller.scoring.hand.scoring_rules import scoring_rules_of
from controller.scoring.payment_lines import four, texts
from controller.scoring.score import Four
from controller.text import Text

FourParts = tuple[Fraction, Fraction, Fraction, Fraction]

CHAPTERS: Final = ("settlement.", "riichi.left_sticks", "scoring.r", "penalties.chombo")
"""Prefixes of the rulebook fields on which the result of a game may rest."""
_NONE: Final[Four] = (0, 0, 0, 0)
_THOUSAND: Final = 1000


@dataclass(frozen=True, slots=True)
class GamePoints:
    """End of a game after its last payment; all values per seat A-D. Creation raises EventError for invalid values.

    ``scores``: points in hand. ``left_sticks``: on the table. ``chombo``: number per seat. ``penalty_points``: the
    referee's deduction from a total. ``wrong_declared``: seats that stated wrong points before the last round.
    """

    scores: Four
    left_sticks: int = 0
    chombo: Four = _NONE
    penalty_points: Four = _NONE
    wrong_declared: frozenset[Seat] = frozenset()

    def __post_init__(self) -> None:
        """Raise EventError for negative counts."""
        if self.left_sticks < 0 or min(self.chombo) < 0 or min(self.penalty_points) < 0:
            raise EventError(
                Text(
                    "残った供託・チョンボ・ペナルティは0以上で入力してください。",
                    "left_sticks, chombo and penalty_points: expected 0 or more",
                )
            )


@dataclass(frozen=True, slots=True)
class ResultLine:
    """One line of a game's result: points per seat, and the clause that grants them."""

    id: str
    ja: str
    en: str
    amounts: FourParts
    clause: str


@dataclass(frozen=True, slots=True)
class GameResult:
    """Recorded result of a game. ``totals``: sum of the lines, in points; shown in units of ``unit`` points.

    ``scores``: final points in hand. ``places``: from 1, equal if shared, 0 for an empty seat. ``difference``: points
    above (or, below zero, under) the starting sum, including the columns. ``stick_column``, ``penalty_column``: points
    that nobody holds; ``vanished``: the same as text.
    """

    scores: FourParts
    places: Four
    totals: FourParts
    lines: tuple[ResultLine, ...]
    unit: int
    difference: int
    stick_column: int
    penalty_column: Four
    vanished: tuple[Vanished, ...]
    resting: "Resting[GameResult]" = field(compare=False, repr=False)

    @property
    def unstated(self) -> tuple[str, ...]:
        """Rulebook fields left at their default on which the result rests."""
        return self.resting.names

    @property
    def what(self) -> object:
        """Points and places, without texts and clauses, for comparison."""
        lines = [(one.id, one.amounts) for one in self.lines]
        return self.scores, self.places, lines, self.unit, self.difference, self.stick_column, self.penalty_column


def close_game(points: GamePoints, book: Rulebook) -> GameResult:
    """Return a finished game's result; raises EventError for a chombo whose cost is left to the referee."""
    rules, scoring_rules = book.settlement, scoring_rules_of(book)
    places = places_of(points, book)
    tops = [seat for seat in book.seats if places[seat] == 1]
    stick_points = points.left_sticks * scoring_rules.riichi_stick
    column = _penalty_column(points, book)
    final = with_left_sticks(points.scores, points.left_sticks, book, tops)
    held_by_top = book.riichi.left_sticks.value is LeftSticks.TOP
    stick_column = 0 if held_by_top else stick_points
    difference = sum(final) + stick_column + sum(column) - len(book.seats) * rules.start_points.value
    over = difference if rules.total_counts_columns.value else difference - stick_column - sum(column)

    returned = 0 if rules.rounding_to_record.value is Rounding.POINTS else rules.return_points.value
    rule = rules.return_points if returned else rules.rounding_to_record
    lines = [
        _line(
            "RETURNED" if returned else "SCORE", _played((score - returned for score in points.scores), book), rule.cite
        )
    ]
    if final != points.scores:
        gained = [new - old for new, old in zip(final, points.scores, strict=True)]
        lines.append(_line("LEFT_STICKS", gained, book.riichi.left_sticks.cite))
    if over > 0 and rules.surplus.value is Surplus.FROM_TOP:
        lines.append(_line("SURPLUS", _to_tops(Fraction(-over), tops), rules.surplus.cite))
    scores = _played((total + returned for total in _sums(lines)), book)
    lines += _ranking_lines(points, scores, places, book)
    return GameResult(
        scores=scores,
        places=places,
        totals=_sums(lines),
        lines=tuple(lines),
        unit=unit_of(book),
        difference=difference,
        stick_column=stick_column,
        penalty_column=column,
        vanished=vanished(stick_column, sum(column), book),
        resting=Resting(book, partial(close_game, points), lambda told: told.what, CHAPTERS),
    )


def unit_of(book: Rulebook) -> int:
    """Return the points in one unit of the recorded result."""
    return 1 if book.settlement.rounding_to_record.value is Rounding.POINTS else _THOUSAND


def places_of(points: GamePoints, book: Rulebook) -> Four:
    """Return places from 1 by points in hand, 0 for an empty seat; the rulebook may rank wrong statements lower.

    Ties share a place, or are broken in seat order from the first dealer, seat A.
    """
    below = points.wrong_declared if book.settlement.wrong_declared_ranked_below.value else frozenset()
    in_order = book.settlement.ties.value is Ties.SEAT_ORDER
    keys = [(seat in below, -points.scores[seat], int(seat) if in_order else 0) for seat in book.seats]
    taken = [1 + sum(other < key for other in keys) for key in keys]
    return four((*taken, *_NONE[len(taken) :]))


def with_left_sticks(scores: Four, sticks: int, book: Rulebook, tops: Collection[Seat] = ()) -> Four:
    """Return the points in hand after left-over sticks; tied tops share them, an odd hundred goes to the earlier seat.

    If the rulebook breaks ties by seat, the first of the tied players is the only top.
    """
    if not sticks or book.riichi.left_sticks.value is LeftSticks.NOBODY:
        return scores
    first = sorted(tops) or [seat for seat in book.seats if scores[seat] == max(scores[: len(book.seats)])]
    if book.settlement.ties.value is Ties.SEAT_ORDER:
        del first[1:]
    step = book.scoring.rounding.value
    points = sticks * book.scoring.riichi_stick.value
    share = points // len(first) // step * step
    gained = dict.fromkeys(first, share)
    gained[first[0]] += points - share * len(first)
    return four(scores[seat] + gained.get(seat, 0) for seat in SEATS)


def final_scores(scores: Four, sticks: int, book: Rulebook, wrong_declared: frozenset[Seat]) -> Four:
    """Return the final points in hand; left-over sticks go to the leader who declared correctly (teikoku 3-5, 4-6)."""
    places = places_of(GamePoints(scores, wrong_declared=wrong_declared), book)
    return with_left_sticks(scores, sticks, book, [seat for seat in book.seats if places[seat] == 1])


def shared(by_place: Sequence[int], places: Four) -> FourParts:
    """Return each seat's share of values given by place; a shared place gets the mean of the places it covers."""
    amounts = []
    for place in filter(None, places):
        tied = places.count(place)
        amounts.append(Fraction(sum(by_place[place - 1 : place - 1 + tied]), tied))
    return _parts((*amounts, *_NONE[len(amounts) :]))


def _ranking_lines(points: GamePoints, scores: FourParts, places: Four, book: Rulebook) -> list[ResultLine]:
    rules = book.settlement
    lines = []
    up_from = _UP_FROM.get(rules.rounding_to_record.value)
    thousands = up_from is not None
    if up_from is not None:
        by_magnitude = rules.round_below_zero_by_magnitude.value
        rounded = [to_thousands(score, up_from, by_magnitude) - score for score in scores]
        lines.append(_line("ROUNDED", rounded, rules.rounding_to_record.cite))
    floating = floating_players(scores[: len(book.seats)], book)
    by_floating = rules.rank_points_by_floating
    row = by_floating.value[floating] if by_floating.value else rules.rank_points.value
    if any(row):
        by_place = [value * _THOUSAND for value in row]
        cite = (by_floating if by_floating.value else rules.rank_points).cite
        lines.append(_shared_line("RANK_POINTS", by_place, places, cite, rules.ties.cite))
    oka = len(book.seats) * (rules.return_points.value - rules.start_points.value)
    if rules.oka.value and oka:
        lines.append(_shared_line("OKA", (oka, 0, 0, 0), places, rules.oka.cite, rules.ties.cite))
    if rules.floating_bonus.value and floating:
        rows = rules.floating_bonus_points.value
        bonus = rows[min(floating, len(rows)) - 1]
        lines.append(_shared_line("FLOATING_BONUS", bonus, places, rules.floating_bonus_points.cite, rules.ties.cite))
    if thousands:
        # Before any penalty, so that the points of the game itself sum to zero.
        rest = Fraction(len(book.seats) * rules.return_points.value) - sum(scores) - sum(_sums(lines))
        if rest:
            tops = [seat for seat in book.seats if places[seat] == 1]
            lines.append(_line("REST", _to_tops(rest, tops), rules.rounding_to_record.cite))
    if any(points.chombo) and book.penalties.chombo_cost.value is ChomboCost.OFF_TOTAL:
        each = book.penalties.chombo_points
        off = [-count * each.value for count in points.chombo]
        lines.append(_line("CHOMBO_OFF_TOTAL", off, each.cite))
    if any(points.penalty_points):
        off = [-taken for taken in points.penalty_points]
        lines.append(_line("PENALTY", off, book.penalties.chombo_cost.cite))
    return lines


def floating_players(scores: Iterable[Fraction], book: Rulebook) -> int:
    """Return the number of players above the return points, or at them if the rulebook counts that as above."""
    least = book.settlement.return_points.value
    if book.settlement.floating_at_return.value:
        return sum(score >= least for score in scores)
    return sum(score > least for score in scores)


def to_thousands(score: Fraction | int, up_from: int, by_magnitude: bool) -> Fraction:
    """Return points in whole thousands, rounded up from ``up_from`` on; negative ones by magnitude or downwards."""
    if by_magnitude and score < 0:
        return -to_thousands(-score, up_from, by_magnitude)
    thousands, rest = divmod(score, _THOUSAND)
    return Fraction(thousands + (rest >= up_from)) * _THOUSAND


# Points above a thousand from which they are rounded up, in hundreds as held by players; a share of a stick is less.
_UP_FROM: Final[Mapping[Rounding, int]] = MappingProxyType(
    {Rounding.FIVE_DOWN_SIX_UP: 501, Rounding.HALF_UP: 500, Rounding.CUT: _THOUSAND}
)


def _penalty_column(points: GamePoints, book: Rulebook) -> Four:
    cost = book.penalties.chombo_cost.value
    if cost is ChomboCost.REFEREE and any(
        count and not taken for count, taken in zip(points.chombo, points.penalty_points, strict=True)
    ):
        cite = book.penalties.chombo_cost.cite
        raise EventError(
            Text(
                "チョンボの点数は審判が決めます。ペナルティを入力してください。",
                f"the referee decides what a chombo costs ({cite}): expected penalty_points for it",
            )
        )
    each = book.penalties.chombo_points.value if cost is ChomboCost.TO_NOBODY else 0
    return four(count * each for count in points.chombo)


def _line(name: str, amounts: Iterable[Fraction | int], clause: str) -> ResultLine:
    return ResultLine(name, *texts(name), _parts(amounts), clause)


def _shared_line(name: str, by_place: Sequence[int], places: Four, clause: str, ties: str) -> ResultLine:
    amounts = shared(by_place, places)
    divided = any(amounts[seat] != by_place[places[seat] - 1] for seat in SEATS if places[seat])
    return _line(name, amounts, f"{clause}; {ties}" if divided and ties != clause else clause)


def _to_tops(points: Fraction, tops: Collection[Seat]) -> FourParts:
    return _parts(points / len(tops) if seat in tops else Fraction(0) for seat in SEATS)


def _played(amounts: Iterable[Fraction | int], book: Rulebook) -> FourParts:
    """Return amounts per seat, 0 for an empty seat."""
    return _parts(amount if seat in book.seats else 0 for seat, amount in zip(SEATS, amounts, strict=True))


def _parts(amounts: Iterable[Fraction | int]) -> FourParts:
    a, b, c, d = map(Fraction, amounts)
    return a, b, c, d


def _sums(lines: Sequence[ResultLine]) -> FourParts:
    return _parts(sum((one.amounts[seat] for one in lines), Fraction(0)) for seat in SEATS)
