"""Chapter of a rulebook: the flow of a game."""

from dataclasses import dataclass
from enum import Enum

from controller.rulebooks.rule import Chapter, Rule


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
class FlowChapter(Chapter):
    """``winds_played``: 1 East only, 2 East and South. ``clock_minutes``: None without.

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
