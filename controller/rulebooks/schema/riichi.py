"""Rulebook chapter: riichi and kongs."""

from dataclasses import dataclass
from enum import Enum

from controller.rulebooks.rule import Chapter, Rule
from controller.rulebooks.schema.claims import Wrong


class RiichiKong(Enum):
    """Properties that a concealed kong after riichi may not change; ALL: no such kong may be made."""

    INDEPENDENT_TRIPLET = "independent_triplet"
    SETS = "sets"
    SETS_AND_YAKU = "sets_and_yaku"
    SETS_AND_WAITS = "sets_and_waits"
    WAITS = "waits"
    ALL = "all"


class TakingBack(Enum):
    """Limit until which a riichi may be retracted."""

    NEVER = "never"
    UNTIL_OWN_DISCARD = "until_own_discard"
    UNTIL_NEXT_DISCARD = "until_next_discard"


class LeftSticks(Enum):
    """Who gets the riichi sticks left at the end of a game."""

    NOBODY = "nobody"
    TOP = "top"


class NotenRiichi(Enum):
    """Cost of a noten riichi, and when it is checked."""

    CHOMBO_AT_DRAW = "chombo_at_draw"
    PAYS_EACH_AND_REPLAY = "pays_each_and_replay"


class KongDoraShown(Enum):
    """When the indicator of a kong is turned.

    WITH_DISCARD: when the next tile is discarded, so that it counts for a ron on that tile. AFTER_DISCARD: once nobody
    has won on that tile. WITH_NEXT_ACT and AFTER_NEXT_ACT: the same, but another kong counts as such an act too.
    """

    WHEN_CONFIRMED = "when_confirmed"
    BEFORE_REPLACEMENT = "before_replacement"
    WITH_DISCARD = "with_discard"
    AFTER_DISCARD = "after_discard"
    WITH_NEXT_ACT = "with_next_act"
    AFTER_NEXT_ACT = "after_next_act"


@dataclass(frozen=True, slots=True)
class RiichiChapter(Chapter):
    """``riichi_tiles_left``: live tiles that must be left when riichi is declared.

    ``riichi_by_haitei_drawer``: riichi on the last discard; also the cost of a riichi declared too late.
    ``riichi_below_stick``: riichi with fewer points than a stick. ``kong_dora_shown``: for a concealed kong;
    ``open_kong_dora_shown``: for an open or added one.
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
    open_kong_dora_shown: Rule[KongDoraShown]
