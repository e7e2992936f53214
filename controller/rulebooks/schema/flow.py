"""Chapters of a rulebook: the flow of a game and its settlement."""

from dataclasses import dataclass
from enum import Enum

from controller.rulebooks.rule import Rule, Section


class TenpaiShown(Enum):
    """How tenpai is declared at an exhaustive draw."""

    BY_SHOWING = "by_showing"
    BY_VOICE_AND_SHOWING = "by_voice_and_showing"


class TenpaiOrder(Enum):
    """In which order tenpai is declared."""

    RIICHI_THEN_WINDS = "riichi_then_winds"
    WINDS = "winds"
    ANY = "any"


class RoundBegins(Enum):
    """The act after which a round has begun."""

    DISCARD_OR_CONCEALED_KONG = "discard_or_concealed_kong"
    VOICE_OR_DISCARD = "voice_or_discard"


@dataclass(frozen=True, slots=True)
class FlowRules(Section):
    """Section 4 of the matrix. ``winds_played``: 1 East only, 2 East and South. ``clock_minutes``: None without.

    The round in play when the clock runs out is the last. ``counter_on_*``: whether a counter is put down after it.
    ``nagashi_is_win``: nagashi mangan takes counters and pot and passes a deal that is not its own.
    """

    winds_played: Rule[int]
    clock_minutes: Rule[int | None]
    clock_announced_at: Rule[int | None]
    dealer_stays_on_win: Rule[bool]
    dealer_stays_on_tenpai: Rule[bool]
    dealer_may_stop: Rule[bool]
    ends_below_zero: Rule[bool]
    aborted_rounds: Rule[bool]
    noten_payment: Rule[int]
    tenpai_needs_yaku: Rule[bool]
    tenpai_holding_all_waits: Rule[bool]
    tenpai_shown: Rule[TenpaiShown]
    tenpai_order: Rule[TenpaiOrder]
    counter_on_dealer_win: Rule[bool]
    counter_on_draw_dealer_stays: Rule[bool]
    counter_on_draw_dealer_passes: Rule[bool]
    counters_cleared_by_child_win: Rule[bool]
    nagashi_is_win: Rule[bool]
    round_begins: Rule[RoundBegins]
    points_declared_before_last: Rule[bool]


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
class SettlementRules(Section):
    """Section 5 of the matrix. ``rank_points``: in thousands for places 1-4, without the oka.

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
