"""Chapter of a rulebook: the settlement of a game."""

from dataclasses import dataclass
from enum import Enum

from controller.rulebooks.rule import Chapter, Rule


class Surplus(Enum):
    """What is done with points above the sum of the starting points."""

    STANDS = "stands"
    FROM_TOP = "from_top"


class Ties(Enum):
    """How equal points share their places."""

    SHARED = "shared"


class Rounding(Enum):
    """How points are recorded: in tenths of a thousand, in thousands with 500 down (the top takes the rest), as is."""

    TENTHS = "tenths"
    FIVE_DOWN_SIX_UP = "five_down_six_up"
    POINTS = "points"


@dataclass(frozen=True, slots=True)
class SettlementChapter(Chapter):
    """``rank_points``: in thousands for places 1-4, without the oka.

    ``oka``: (return - start) x 4 goes to the top. ``floating_bonus_points``: per number of players above the return,
    what places 1-4 get while ``floating_bonus`` is on. ``total_counts_columns``: sticks and penalties that nobody holds
    count towards the sum. ``round_below_zero_by_magnitude``: -1,500 is -1, not -2.
    """

    start_points: Rule[int]
    return_points: Rule[int]
    rank_points: Rule[tuple[int, int, int, int]]
    oka: Rule[bool]
    floating_bonus: Rule[bool]
    floating_bonus_points: Rule[tuple[tuple[int, int, int, int], ...]]
    ties: Rule[Ties]
    rounding_to_record: Rule[Rounding]
    round_below_zero_by_magnitude: Rule[bool]
    surplus: Rule[Surplus]
    total_counts_columns: Rule[bool]
    wrong_declared_ranked_below: Rule[bool]
