"""Rulebook chapter: winning, claims and liability."""

from dataclasses import dataclass
from enum import Enum

from controller.rulebooks.rule import Chapter, Rule


class SeveralRons(Enum):
    """Outcome if several players ron one tile."""

    NEAREST = "nearest"
    ALL = "all"


class ClaimOrder(Enum):
    """Which of several calls for one tile has priority."""

    WIN_SET_CHOW = "win_set_chow"
    EARLIER_CALL = "earlier_call"


class FuritenEnd(Enum):
    """End of same-turn furiten: when the player takes a tile, calls included, or at the player's discard."""

    OWN_TILE = "own_tile"
    OWN_DISCARD = "own_discard"


class Wrong(Enum):
    """Cost of a wrong act; FORBIDDEN: it is void, and the text names no penalty."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"
    LOSES_RIGHT = "loses_right"


class Payer(Enum):
    """Who pays the counters if two players share a payment."""

    DISCARDER = "discarder"
    LIABLE = "liable"


class LiabilityTrigger(Enum):
    """The call that makes its discarder liable."""

    PON = "pon"
    PON_OR_KONG = "pon_or_kong"


@dataclass(frozen=True, slots=True)
class ClaimsChapter(Chapter):
    """``liability``: ids of the yakuman with liability, empty for none.

    ``swap_calling``: allowed, or its cost; ``slide_calling``: the same for the other end of the chow, if swap calling
    is not allowed.

    ``liability_ron_percent``: the liable seat's part of a ron from a third player. ``liability_only_its_yakuman``:
    other yakuman in the hand are paid as without liability. ``may_pass_after_riichi`` false: a player who passed a win
    can win no more, not even by tsumo. ``several_rons_pot_to_nearest``: owner of the sticks if several players win.
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
    slide_calling: Rule[Wrong]
    liability: Rule[tuple[str, ...]]
    liability_trigger: Rule[LiabilityTrigger]
    liability_counts_concealed_kongs: Rule[bool]
    liability_ron_percent: Rule[int]
    liability_counters: Rule[Payer]
    liability_only_its_yakuman: Rule[bool]
    open_kong_rinshan_liability: Rule[bool]
