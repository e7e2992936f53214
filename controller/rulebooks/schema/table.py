"""Rulebook chapter: the table, the wall and the remedies of a wrong set-up."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from controller.rulebooks.rule import Chapter, Rule
from controller.rulebooks.schema.manners import MannerRule


class SetPresser(Enum):
    """Who presses the set button."""

    NEXT_DEALER = "next_dealer"


class DoraTurner(Enum):
    """Who turns the dora indicator."""

    FACING_PLAYER = "facing_player"
    DEALER = "dealer"


class Seating(Enum):
    """How seats and first dealer are determined: tiles and rolls (npm art. 10, 11), drawn winds, or by the event."""

    TILES_AND_DICE = "tiles_and_dice"
    WINDS_DRAWN = "winds_drawn"
    ASSIGNED = "assigned"


class Opening(Enum):
    """Act after which a wrong set-up has another remedy."""

    FIRST_DISCARD = "first_discard"
    DISCARD_OR_CONCEALED_KONG = "discard_or_concealed_kong"
    VOICE_OR_DISCARD = "voice_or_discard"


class RemedyKind(Enum):
    """Remedy of a fault."""

    SHUFFLE_AGAIN = "shuffle_again"
    STANDS = "stands"
    PUT_RIGHT = "put_right"
    SWAP = "swap"
    ROLL_AGAIN = "roll_again"
    LOCK = "lock"
    VOID = "void"
    NOTE = "note"
    PENALTY = "penalty"
    REFEREE = "referee"


class Remedy(NamedTuple):
    """A remedy with its text in Japanese and English."""

    kind: RemedyKind
    ja: str
    en: str


@dataclass(frozen=True, slots=True)
class TableChapter(Chapter):
    """``dora_stack``: stack of the first indicator from the end of the dead wall, upper tile; a kong's is one further.

    ``hand_stacked_only``: the rules do not allow a table with a machine.

    ``*_before``, ``*_after``: remedy before and after the opening named by ``break_opening`` or ``dora_opening``. From
    ``set_during_round`` on: remedies of acts outside the set-up, for which rulebooks seldom name a penalty.
    ``manners``: small acts that the text requires or forbids, which a referee logs.
    """

    seating: Rule[Seating]
    set_presser: Rule[SetPresser]
    set_by_wrong_seat: Rule[Remedy]
    set_before_settled: Rule[Remedy]
    hand_stacked_only: Rule[bool]
    rolls: Rule[int]
    rolls_hand_stacked: Rule[int]
    dice_before_walls: Rule[Remedy]
    imperfect_roll: Rule[Remedy]
    break_opening: Rule[Opening]
    wrong_break_before: Rule[Remedy]
    wrong_break_after: Rule[Remedy]
    dora_stack: Rule[int]
    dora_opening: Rule[Opening]
    wrong_dora_before: Rule[Remedy]
    wrong_dora_after: Rule[Remedy]
    dora_turner: Rule[DoraTurner]
    replacement_lowered: Rule[bool]
    dead_wall: Rule[int]
    wrong_dealer: Rule[Remedy]
    river_row: Rule[int]
    set_during_round: Rule[Remedy]
    wrong_roller: Rule[Remedy]
    break_by_child: Rule[Remedy]
    discard_before_ready: Rule[Remedy]
    seat_wind_shown_wrong: Rule[Remedy]
    discard_out_of_turn: Rule[Remedy]
    draw_from_wrong_place: Rule[Remedy]
    discard_taken_back: Rule[Remedy]
    meld_laid_wrong: Rule[Remedy]
    late_call: Rule[Remedy]
    call_before_stick: Rule[Remedy]
    kong_draw_before_shown: Rule[Remedy]
    riichi_hand_changed: Rule[Remedy]
    wrong_points_claimed: Rule[Remedy]
    fifth_copy: Rule[Remedy]
    counters_shown_wrong: Rule[Remedy]
    sticks_shown_wrong: Rule[Remedy]
    manners: Rule[tuple[MannerRule, ...]]
