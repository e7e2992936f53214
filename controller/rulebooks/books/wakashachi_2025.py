"""wakashachi-2025: 若鯱杯 of 2025, built on mleague, which it follows in all it does not write (art. 17)."""

from dataclasses import replace
from typing import Final

from controller.rulebooks import shared
from controller.rulebooks.books.mleague import MLEAGUE
from controller.rulebooks.rule import Citing, Rule, inherited, unstated
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import ClaimOrder, SeveralRons, Wrong
from controller.rulebooks.schema.event import EventChapter, TieBreak
from controller.rulebooks.schema.manners import Manner, MannerRule
from controller.rulebooks.schema.penalties import AfterChombo, ChomboCost, ChomboSticks, PenaltiesChapter, Penalty
from controller.rulebooks.schema.riichi import NotenRiichi, TakingBack
from controller.rulebooks.schema.scoring import HanStep
from controller.rulebooks.schema.table import Seating

_BASE: Final = "art. 17"
_LEFT_OUT: Final = "art. 17 leaves the penalties of M.League out; the referee decides (art. 15, 16-3)"

# art. 13, for a child; a dealer gets half as much again.
_HAN_TABLE: Final = (
    HanStep(1, None, 1000, 500, 500),
    HanStep(2, None, 2000, 500, 1000),
    HanStep(3, None, 4000, 1000, 2000),
    HanStep(4, "mangan", 8000, 2000, 4000),
    HanStep(6, "haneman", 12000, 3000, 6000),
    HanStep(8, "baiman", 16000, 4000, 8000),
    HanStep(11, "sanbaiman", 24000, 6000, 12000),
)

_PENALTIES: Final = PenaltiesChapter(
    chombo_cost=unstated(ChomboCost.REFEREE, _LEFT_OUT),
    chombo_points=unstated(0, _LEFT_OUT),
    chombo_counter_points=Rule(0, "art. 9"),
    after_chombo=unstated(AfterChombo.REFEREE, _LEFT_OUT),
    after_chombo_dealer_tenpai=unstated(AfterChombo.REFEREE, _LEFT_OUT),
    chombo_sticks=Rule(ChomboSticks.STAY, "art. 10", "printed for the stick of a noten riichi; the others the same"),
    chombo_forgiven_by_win=unstated(False, _LEFT_OUT),
    every_offender_pays=unstated(True, "as is usual"),
    too_many_tiles=Rule(Penalty.LOSES_RIGHT, "art. 16-2"),
    too_few_tiles=Rule(Penalty.CORRECTED, "art. 16"),
    early_draw=Rule(Penalty.NOTE, "art. 16", "listed among the manners, no penalty"),
    wrong_draw=unstated(Penalty.REFEREE, _LEFT_OUT),
    riichi_no_points=unstated(Penalty.REFEREE, "riichi is not refused there"),
    riichi_dead_wait=unstated(Penalty.REFEREE, "riichi is not refused there"),
    riichi_kong_illegal=unstated(Penalty.REFEREE, _LEFT_OUT),
    wrong_meld=Rule(Penalty.FREE, "art. 4", "a wrong call is read as a false voice"),
    wrong_meld_correctable=unstated(True, "art. 4 asks for an apology only"),
    empty_call=Rule(Penalty.FREE, "art. 4"),
    pot_fine=Rule(0, "art. 4"),
    false_win_by_voice=Rule(Penalty.FREE, "art. 4"),
    false_win_shown=unstated(Penalty.REFEREE, _LEFT_OUT),
    hand_opened=unstated(Penalty.REFEREE, _LEFT_OUT),
    win_scrambled=unstated(Penalty.REFEREE, _LEFT_OUT),
    wall_broken=unstated(Penalty.REFEREE, _LEFT_OUT),
    after_lost_right=unstated(Penalty.REFEREE, _LEFT_OUT),
    lost_right_is_noten=Rule(True, "art. 16-2"),
    call_then_ron_stands=Rule(True, "art. 4", "a false voice costs nothing, so the ron stands"),
    may_settle_among_players=Rule(False, "art. 15"),
    payments_put_right_after_game=unstated(False, "the text is silent"),
)

_MANNERS: Final = (
    MannerRule(Manner.BOTH_HANDS, "art. 8"),
    MannerRule(Manner.SLAMMED, "art. 8, 16"),
    MannerRule(Manner.PACE, "art. 8"),
    MannerRule(Manner.TILE_SHOWN, "art. 16"),
    MannerRule(Manner.TALK, "art. 4"),
    MannerRule(Manner.GREETING, "art. 16"),
    MannerRule(Manner.CONDUCT, "art. 4, 8, 16"),
    MannerRule(Manner.MIXED_FACE_UP, "art. 3"),
    MannerRule(Manner.BUILT_EARLY, "art. 3-5"),
)

_EVENT: Final = EventChapter(
    games=Rule(4, "art. 1"),
    event_ties=Rule((TieBreak.POINTS_BEFORE,), "art. 1"),
    qualifiers=Rule(4, "art. 1"),
    last_game_by_standing=Rule(True, "art. 6"),
    every_wind_once=Rule(False, "art. 6"),
    win_rate_all_drawn=shared.NO_EVENT.win_rate_all_drawn,
)

WAKASHACHI_2025: Final = Rulebook(
    id="wakashachi-2025",
    ja="若鯱杯",
    en="Wakashachi Cup",
    edition="2025",
    citing=Citing.ITEMS,
    scoring=replace(
        inherited(MLEAGUE.scoring, _BASE),
        minimum_han=Rule(1, "art. 12"),
        ba_zoro=Rule(2, "art. 12, 13"),
        yaku=Rule(shared.yaku_list({"": "art. 14: M.League, secondary source"}), "art. 14"),
        fu=Rule((), "art. 13"),
        han_table=Rule(_HAN_TABLE, "art. 13"),
        counted_yakuman=Rule(None, "art. 13"),
        counter_value=Rule(0, "art. 9"),
    ),
    claims=replace(
        inherited(MLEAGUE.claims, _BASE),
        several_rons=Rule(SeveralRons.ALL, "art. 11"),
        several_rons_pot_to_nearest=unstated(True, "the nearest after the discarder takes the pot, as is usual"),
        claim_order=Rule(ClaimOrder.WIN_SET_CHOW, "art. 4", "pon and kan before chii; a win before all is usual"),
        swap_calling=Rule(Wrong.LOSES_RIGHT, "art. 16-2"),
        slide_calling=Rule(Wrong.LOSES_RIGHT, "art. 16-2"),
        liability=Rule((), "art. 14"),
    ),
    riichi=replace(
        inherited(MLEAGUE.riichi, _BASE),
        riichi_taken_back=Rule(TakingBack.UNTIL_NEXT_DISCARD, "art. 10"),
        left_sticks=replace(MLEAGUE.riichi.left_sticks, clause="art. 7"),
        noten_riichi=Rule(NotenRiichi.PAYS_EACH_AND_REPLAY, "art. 10, 16-1"),
        noten_riichi_points=Rule(2000, "art. 10, 16-1"),
    ),
    flow=replace(
        inherited(MLEAGUE.flow, _BASE),
        players=Rule(4, "art. 1"),
        winds_played=Rule(1, "art. 1"),
        clock_minutes=Rule(45, "art. 1, 7"),
        clock_announced_at=Rule(10, "art. 7"),
        ends_below_zero=Rule(False, "art. 7"),
        counter_on_dealer_win=Rule(False, "art. 9"),
        counter_on_draw_dealer_stays=Rule(False, "art. 9"),
        counter_on_draw_dealer_passes=Rule(False, "art. 9"),
    ),
    settlement=replace(inherited(MLEAGUE.settlement, _BASE), start_points=Rule(25_000, "art. 2")),
    penalties=_PENALTIES,
    event=_EVENT,
    table=replace(
        inherited(MLEAGUE.table, _BASE),
        hand_stacked_only=Rule(True, "art. 2"),
        seating=Rule(Seating.WINDS_DRAWN, "art. 6"),
        manners=Rule(_MANNERS, "art. 3, 4, 8, 16"),
    ),
)
