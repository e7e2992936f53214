"""Rulebook chapter: penalties of wrong acts."""

from dataclasses import dataclass
from enum import Enum

from controller.rulebooks.rule import Chapter, Rule


class Penalty(Enum):
    """Penalty of an act; CORRECTED: corrected without a penalty, FREE: an apology is enough.

    PAYS_EACH: points to each other player and a replay of the round, as for a noten riichi.
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
        """True if it takes points or the right to win from a player."""
        return self in (Penalty.CHOMBO, Penalty.LOSES_RIGHT, Penalty.PAYS_POT, Penalty.PAYS_EACH)

    @property
    def ends_round(self) -> bool:
        """True if it ends the round."""
        return self in (Penalty.CHOMBO, Penalty.PAYS_EACH)


class ChomboCost(Enum):
    """Recipient of the points of a chombo."""

    OFF_TOTAL = "off_total"
    TO_OTHERS = "to_others"
    TO_NOBODY = "to_nobody"
    REFEREE = "referee"


class AfterChombo(Enum):
    """Sequel of a chombo: replay with the same counters, or the next or the same dealer without counters."""

    REPLAY = "replay"
    DEALER_PASSES = "dealer_passes"
    DEALER_STAYS = "dealer_stays"
    REFEREE = "referee"


class BesideWin(Enum):
    """Effect of a penalty that ends the round beside another player's valid win; FORGIVEN: only the win counts."""

    BOTH = "both"
    INSTEAD = "instead"
    FORGIVEN = "forgiven"


class ChomboSticks(Enum):
    """Use of the riichi sticks laid in a round that ends by a chombo."""

    BACK = "back"
    STAY = "stay"


@dataclass(frozen=True, slots=True)
class PenaltiesChapter(Chapter):
    """``wrong_draw``: from a wrong place, past the last tile, or a replacement before its kong; not ``early_draw``.

    ``riichi_*``: cost of a riichi, or of a kong after it, that the riichi chapter forbids. ``chombo_points``: deducted
    from the total or the score; for TO_OTHERS the sum that a child owes.

    ``chombo_counter_points``: additional payment to each player per counter. ``pot_fine``: cost of PAYS_POT, in whole
    sticks. ``after_chombo_dealer_tenpai``: sequel of a chombo found at a draw while the dealer is tenpai.
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
