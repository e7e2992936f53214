"""Rulebook chapter: the flow of a game."""

from dataclasses import dataclass
from enum import Enum

from controller.rulebooks.rule import Chapter, Rule


class TenpaiShown(Enum):
    """How tenpai is declared at an exhaustive draw."""

    BY_SHOWING = "by_showing"
    BY_VOICE_AND_SHOWING = "by_voice_and_showing"


class TenpaiOrder(Enum):
    """Order in which tenpai is declared."""

    RIICHI_THEN_WINDS = "riichi_then_winds"
    WINDS = "winds"
    ANY = "any"


class AbortiveDraw(Enum):
    """A draw before the wall is used up. All except NINE_TERMINALS are declared automatically from the record.

    NINE_TERMINALS: nine kinds of terminals and honours, shown by choice on the own first draw, nothing called before.
    FOUR_WINDS: the first four discards of the round, uncalled, are one wind. FOUR_RIICHI: the fourth has been accepted.
    FOUR_KONGS: four by two players or more. TRIPLE_RON: three players ron one tile.
    """

    NINE_TERMINALS = "nine_terminals"
    FOUR_WINDS = "four_winds"
    FOUR_RIICHI = "four_riichi"
    FOUR_KONGS = "four_kongs"
    TRIPLE_RON = "triple_ron"


class ExtensionEnd(Enum):
    """End of a game in its extension, at its last round at the latest.

    SUDDEN_DEATH: the first round after which somebody has the points. UNLESS_DEALER_STAYS: the same, but a dealer who
    stays deals again first. WHOLE_WIND: the end of the wind in which somebody has them.
    """

    SUDDEN_DEATH = "sudden_death"
    UNLESS_DEALER_STAYS = "unless_dealer_stays"
    WHOLE_WIND = "whole_wind"


class RoundBegins(Enum):
    """Act with which a round has begun."""

    DISCARD_OR_CONCEALED_KONG = "discard_or_concealed_kong"
    VOICE_OR_DISCARD = "voice_or_discard"


@dataclass(frozen=True, slots=True)
class FlowChapter(Chapter):
    """``players``: four, or three at seats A to C: without 2m to 8m (1m then indicates 9m as dora), without chii.

    ``winds_played``: 1 East only, 2 East and South. ``clock_minutes``: None without a clock.

    ``winds_extended``: number of further winds played while nobody has ``extension_points`` (at or above).
    ``dealer_may_stop``: a dealer who leads and stays in the last round may end the game; ``dealer_stop_on_tenpai``:
    after a draw too; ``dealer_stops_by_itself``: without being asked; ``dealer_stop_points``: only with at least these
    points. ``ends_below_zero``: a score below zero ends the game; ``bust_at_zero``: a score of zero too.
    ``aborted_rounds``: True if any of ``abortive_draws`` is in force. ``four_kongs_at_once``: before the discard after
    the fourth kong; else once nobody has won on it.

    The round in play when the clock runs out is the last. ``counter_on_*``: True if a counter is added after it.
    ``melds_hold_waits``: if holding all waits is noten, whether tiles of the own melds count as held too.
    ``nagashi_is_win``: nagashi mangan takes counters and pot, and the deal passes unless the dealer has it.
    """

    players: Rule[int]
    winds_played: Rule[int]
    clock_minutes: Rule[int | None]
    clock_announced_at: Rule[int | None]
    dealer_stays_on_win: Rule[bool]
    dealer_stays_on_tenpai: Rule[bool]
    winds_extended: Rule[int]
    extension_points: Rule[int]
    extension_ends: Rule[ExtensionEnd]
    dealer_may_stop: Rule[bool]
    dealer_stop_on_tenpai: Rule[bool]
    dealer_stops_by_itself: Rule[bool]
    dealer_stop_points: Rule[int]
    ends_below_zero: Rule[bool]
    bust_at_zero: Rule[bool]
    aborted_rounds: Rule[bool]
    abortive_draws: Rule[tuple[AbortiveDraw, ...]]
    four_kongs_at_once: Rule[bool]
    dealer_stays_on_abortive_draw: Rule[bool]
    noten_payment: Rule[int]
    tenpai_needs_yaku: Rule[bool]
    tenpai_holding_all_waits: Rule[bool]
    melds_hold_waits: Rule[bool]
    tenpai_shown: Rule[TenpaiShown]
    tenpai_order: Rule[TenpaiOrder]
    counter_on_dealer_win: Rule[bool]
    counter_on_draw_dealer_stays: Rule[bool]
    counter_on_draw_dealer_passes: Rule[bool]
    counter_on_abortive_draw: Rule[bool]
    counters_cleared_by_child_win: Rule[bool]
    nagashi_is_win: Rule[bool]
    round_begins: Rule[RoundBegins]
    points_declared_before_last: Rule[bool]
