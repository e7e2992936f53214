"""Chapters of a rulebook: winning, claims and liability; riichi and kongs."""

from dataclasses import dataclass
from enum import Enum

from controller.rulebooks.rule import Rule, Section


class SeveralRons(Enum):
    """What happens when several players ron one tile."""

    NEAREST = "nearest"
    ALL = "all"


class ClaimOrder(Enum):
    """Which call for one tile goes first."""

    WIN_SET_CHOW = "win_set_chow"
    EARLIER_CALL = "earlier_call"


class FuritenEnd(Enum):
    """When same-turn furiten ends: as the player takes a tile, calls included, or with the player's own discard."""

    OWN_TILE = "own_tile"
    OWN_DISCARD = "own_discard"


class Wrong(Enum):
    """What a wrong act costs the player."""

    ALLOWED = "allowed"
    LOSES_RIGHT = "loses_right"


class Payer(Enum):
    """Who pays the counters where two share a payment."""

    DISCARDER = "discarder"
    LIABLE = "liable"


class LiabilityTrigger(Enum):
    """The call that makes its discarder liable."""

    PON = "pon"
    PON_OR_KONG = "pon_or_kong"


@dataclass(frozen=True, slots=True)
class ClaimRules(Section):
    """Section 2 of the matrix. ``liability``: ids of the yakuman with liability, empty for none.

    ``liability_ron_percent``: the liable seat's part of a ron from a third. ``liability_only_its_yakuman``: other
    yakuman on top are paid as without liability. ``several_rons_pot_to_nearest``: sticks when several win.
    """

    several_rons: Rule[SeveralRons]
    several_rons_pot_to_nearest: Rule[bool]
    claim_order: Rule[ClaimOrder]
    kokushi_robs_concealed_kong: Rule[bool]
    own_discard_furiten: Rule[bool]
    same_turn_furiten_ends: Rule[FuritenEnd]
    may_pass_after_riichi: Rule[bool]
    thirteen_wait_ignores_furiten: Rule[bool]
    swap_calling: Rule[Wrong]
    liability: Rule[tuple[str, ...]]
    liability_trigger: Rule[LiabilityTrigger]
    liability_counts_concealed_kongs: Rule[bool]
    liability_ron_percent: Rule[int]
    liability_counters: Rule[Payer]
    liability_only_its_yakuman: Rule[bool]
    open_kong_rinshan_liability: Rule[bool]


class RiichiKong(Enum):
    """What a concealed kong after riichi may not change."""

    INDEPENDENT_TRIPLET = "independent_triplet"
    SETS = "sets"
    SETS_AND_YAKU = "sets_and_yaku"
    SETS_AND_WAITS = "sets_and_waits"


class TakingBack(Enum):
    """Until when a riichi may be taken back."""

    NEVER = "never"
    UNTIL_OWN_DISCARD = "until_own_discard"
    UNTIL_NEXT_DISCARD = "until_next_discard"


class LeftSticks(Enum):
    """Who gets the riichi sticks left at the end of a game."""

    NOBODY = "nobody"
    TOP = "top"


class NotenRiichi(Enum):
    """What a noten riichi costs and when it is looked at."""

    CHOMBO_AT_DRAW = "chombo_at_draw"
    PAYS_EACH_AND_REPLAY = "pays_each_and_replay"


class KongDoraShown(Enum):
    """When the indicator of a kong is turned."""

    WHEN_CONFIRMED = "when_confirmed"
    BEFORE_REPLACEMENT = "before_replacement"


@dataclass(frozen=True, slots=True)
class RiichiRules(Section):
    """Section 3 of the matrix. ``riichi_tiles_left``: live tiles that must be left when riichi is declared.

    ``riichi_by_haitei_drawer``: on the last discard. ``riichi_below_stick``: with fewer points than a stick.
    """

    riichi_tiles_left: Rule[int]
    riichi_by_haitei_drawer: Rule[Wrong]
    riichi_below_stick: Rule[bool]
    riichi_on_dead_wait: Rule[bool]
    riichi_taken_back: Rule[TakingBack]
    riichi_needs_all_three_acts: Rule[bool]
    called_tile_next_sideways: Rule[bool]
    riichi_stands_when_tile_ronned: Rule[bool]
    riichi_kong: Rule[RiichiKong]
    left_sticks: Rule[LeftSticks]
    noten_riichi: Rule[NotenRiichi]
    noten_riichi_points: Rule[int]
    kong_after_haitei: Rule[bool]
    call_on_houtei: Rule[bool]
    most_kongs: Rule[int]
    kong_only_on_own_draw: Rule[bool]
    kong_dora_shown: Rule[KongDoraShown]
