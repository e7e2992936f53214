"""Chapter of a rulebook: the settlement of a game."""

from dataclasses import dataclass
from enum import Enum

from controller.rulebooks.rule import Chapter, Rule


class Surplus(Enum):
    """What is done with points above the sum of the starting points."""

    STANDS = "stands"
    FROM_TOP = "from_top"


class Ties(Enum):
    """How equal points are placed: the places shared, or the seat nearer to the first dealer before the other."""

    SHARED = "shared"
    SEAT_ORDER = "seat_order"


class Rounding(Enum):
    """How points are recorded: in tenths of a thousand, as is, or in thousands, of which the top takes the rest.

    To thousands: 500 down and 600 up, 500 up (the usual rounding), or cut off.
    """

    TENTHS = "tenths"
    FIVE_DOWN_SIX_UP = "five_down_six_up"
    HALF_UP = "half_up"
    CUT = "cut"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class SettlementChapter(Chapter):
    """``rank_points``: in thousands for places 1-4, without the oka.

    ``rank_points_by_floating``: five rows in their stead, for none to four players above the return; empty without.
    ``floating_at_return``: a score of exactly the return is above it.

    ``oka``: (return - start) x 4 goes to the top. ``floating_bonus_points``: per number of players above the return,
    what places 1-4 get while ``floating_bonus`` is on. ``total_counts_columns``: sticks and penalties that nobody holds
    count towards the sum. ``round_below_zero_by_magnitude``: -1,500 is
    rounded as 1,500 is, not towards minus infinity.
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
