"""Rulebook chapter: the settlement of a game."""

from dataclasses import dataclass
from enum import Enum

from controller.rulebooks.rule import Chapter, Rule


class Surplus(Enum):
    """Treatment of points above the sum of the starting points."""

    STANDS = "stands"
    FROM_TOP = "from_top"


class Ties(Enum):
    """Placing of equal points: shared places, or in seat order from the first dealer."""

    SHARED = "shared"
    SEAT_ORDER = "seat_order"


class Rounding(Enum):
    """Recording of points: in tenths of a thousand, unrounded, or in thousands, with the remainder for the top.

    To thousands: 500 down and 600 up, 500 up (the usual rounding), or truncated.
    """

    TENTHS = "tenths"
    FIVE_DOWN_SIX_UP = "five_down_six_up"
    HALF_UP = "half_up"
    CUT = "cut"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class SettlementChapter(Chapter):
    """``rank_points``: in thousands for places 1-4, without the oka.

    ``rank_points_by_floating``: five rows used instead, for none to four players above the return points; empty for
    none. ``floating_at_return``: a score of exactly the return points counts as above.

    ``oka``: (return - start) x 4 goes to the top. ``floating_bonus_points``: per number of players above the return
    points, the bonus of places 1-4 while ``floating_bonus`` is on. ``total_counts_columns``: sticks and penalties that
    nobody holds count towards the sum. ``round_below_zero_by_magnitude``: -1,500 is rounded like 1,500, not towards
    minus infinity.
    """

    start_points: Rule[int]
    return_points: Rule[int]
    rank_points: Rule[tuple[int, int, int, int]]
    rank_points_by_floating: Rule[tuple[tuple[int, int, int, int], ...]]
    floating_at_return: Rule[bool]
    oka: Rule[bool]
    floating_bonus: Rule[bool]
    floating_bonus_points: Rule[tuple[tuple[int, int, int, int], ...]]
    ties: Rule[Ties]
    rounding_to_record: Rule[Rounding]
    round_below_zero_by_magnitude: Rule[bool]
    surplus: Rule[Surplus]
    total_counts_columns: Rule[bool]
    wrong_declared_ranked_below: Rule[bool]
