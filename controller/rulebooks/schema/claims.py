"""Chapter of a rulebook: winning, claims and liability."""

from dataclasses import dataclass
from enum import Enum

from controller.rulebooks.rule import Chapter, Rule


class SeveralRons(Enum):
    """What happens when several players ron one tile."""

    NEAREST = "nearest"
    ALL = "all"


class ClaimOrder(Enum):
    """Which call for one tile goes first."""

    WIN_SET_CHOW = "win_set_chow"
    EARLIER_CALL = "earlier_call"


class FuritenEnd(Enum):
    """End of same-turn furiten: when the player takes a tile, calls included, or at the player's discard."""

    OWN_TILE = "own_tile"
    OWN_DISCARD = "own_discard"


class Wrong(Enum):
    """Cost of a wrong act; FORBIDDEN: it is void, and no penalty is named."""

    ALLOWED = "allowed"
    FORBIDDEN = "forbidden"
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
class ClaimsChapter(Chapter):
    """``liability``: ids of the yakuman with liability, empty for none.

    ``swap_calling``: allowed, or what it costs; ``slide_calling``: where it is not, the other end of the chow alone.

    ``liability_ron_percent``: the liable seat's part of a ron from a third. ``liability_only_its_yakuman``: other
    yakuman on top are paid as without liability. ``may_pass_after_riichi`` false: who passed a win wins no more, by
    tsumo neither. ``several_rons_pot_to_nearest``: sticks when several win.
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
