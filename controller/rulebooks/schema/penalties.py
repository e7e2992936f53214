"""Chapter of a rulebook: what wrong acts cost."""

from dataclasses import dataclass
from enum import Enum

from controller.rulebooks.rule import Chapter, Rule


class Penalty(Enum):
    """Penalty of an act; CORRECTED: corrected without a penalty, FREE: an apology is enough.

    PAYS_EACH: points to each of the others and the round again, as for a noten riichi.
    """

    CHOMBO = "chombo"
    LOSES_RIGHT = "loses_right"
    PAYS_POT = "pays_pot"
    PAYS_EACH = "pays_each"
    CORRECTED = "corrected"
    UNDONE = "undone"
    FREE = "free"
    NOTE = "note"
    REFEREE = "referee"

    @property
    def costly(self) -> bool:
        """Whether it takes points or the right to win from a player."""
        return self in (Penalty.CHOMBO, Penalty.LOSES_RIGHT, Penalty.PAYS_POT, Penalty.PAYS_EACH)

    @property
    def ends_round(self) -> bool:
        """Whether the round ends by it."""
        return self in (Penalty.CHOMBO, Penalty.PAYS_EACH)


class ChomboCost(Enum):
    """Where the points of a chombo go."""

    OFF_TOTAL = "off_total"
    TO_OTHERS = "to_others"
    TO_NOBODY = "to_nobody"
    REFEREE = "referee"


class AfterChombo(Enum):
    """What follows a chombo: the round again with the same counters; the next dealer, or the same, without counters."""

    REPLAY = "replay"
    DEALER_PASSES = "dealer_passes"
    DEALER_STAYS = "dealer_stays"
    REFEREE = "referee"


class BesideWin(Enum):
    """Effect of a penalty that ends the round together with another's valid win; FORGIVEN: the win alone counts."""

    BOTH = "both"
    INSTEAD = "instead"
    FORGIVEN = "forgiven"


class ChomboSticks(Enum):
    """Use of the riichi sticks laid in a round that a chombo ends."""

    BACK = "back"
    STAY = "stay"


@dataclass(frozen=True, slots=True)
class PenaltiesChapter(Chapter):
    """``wrong_draw``: from the wrong place, past the last tile, a replacement before its kong; ``early_draw`` apart.

    ``riichi_*``: what a riichi, or a kong after it, costs that the chapter on riichi forbids.
    ``chombo_points``: off the total or the score; of TO_OTHERS what a child owes in all.

    ``chombo_counter_points``: paid on top to each for a counter. ``pot_fine``: what PAYS_POT costs, in whole sticks.
    ``after_chombo_dealer_tenpai``: after one found at a draw while the dealer is tenpai.
    ``after_lost_right``: for a call, riichi or win by a player who has lost the right.
    """

    chombo_cost: Rule[ChomboCost]
    chombo_points: Rule[int]
    chombo_counter_points: Rule[int]
    after_chombo: Rule[AfterChombo]
    after_chombo_dealer_tenpai: Rule[AfterChombo]
    chombo_sticks: Rule[ChomboSticks]
    chombo_forgiven_by_win: Rule[bool]
    every_offender_pays: Rule[bool]
    too_many_tiles: Rule[Penalty]
    too_few_tiles: Rule[Penalty]
    early_draw: Rule[Penalty]
    wrong_draw: Rule[Penalty]
    riichi_no_points: Rule[Penalty]
    riichi_dead_wait: Rule[Penalty]
    riichi_kong_illegal: Rule[Penalty]
    wrong_meld: Rule[Penalty]
    wrong_meld_correctable: Rule[bool]
    empty_call: Rule[Penalty]
    pot_fine: Rule[int]
    false_win_by_voice: Rule[Penalty]
    false_win_shown: Rule[Penalty]
    hand_opened: Rule[Penalty]
    win_scrambled: Rule[Penalty]
    wall_broken: Rule[Penalty]
    after_lost_right: Rule[Penalty]
    lost_right_is_noten: Rule[bool]
    call_then_ron_stands: Rule[bool]
    may_settle_among_players: Rule[bool]
    payments_put_right_after_game: Rule[bool]
