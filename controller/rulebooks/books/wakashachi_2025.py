"""wakashachi-2025: 若鯱杯 of 2025, built on mleague, which it follows in all it does not write (art. 17)."""

from dataclasses import replace
from typing import Final

from controller.rulebooks import shared
from controller.rulebooks.books.mleague import MLEAGUE
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import Rule, inherited, unstated
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import ClaimOrder, SeveralRons, Wrong
from controller.rulebooks.schema.event import EventChapter, TieBreak
from controller.rulebooks.schema.manners import Manner, MannerRule
from controller.rulebooks.schema.penalties import AfterChombo, ChomboCost, ChomboSticks, PenaltiesChapter, Penalty
from controller.rulebooks.schema.riichi import NotenRiichi, TakingBack
from controller.rulebooks.schema.scoring import HanStep
from controller.rulebooks.schema.table import Seating
from controller.text import Text

_BASE: Final = clause("第17項", "art. 17")
_LEFT_OUT: Final = Text(
    "第17項は罰則をMリーグに準じない（審判の裁定、第15項・第16項③）",
    "art. 17 leaves the penalties of M.League out; the referee decides (art. 15, 16-3)",
)

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
    chombo_counter_points=Rule(0, clause("第9項", "art. 9")),
    after_chombo=unstated(AfterChombo.REFEREE, _LEFT_OUT),
    after_chombo_dealer_tenpai=unstated(AfterChombo.REFEREE, _LEFT_OUT),
    chombo_sticks=Rule(
        ChomboSticks.STAY,
        clause("第10項", "art. 10"),
        Text(
            "ノーテンリーチの棒についてのみ記載、ほかも同じとする",
            "printed for the stick of a noten riichi; the others the same",
        ),
    ),
    chombo_forgiven_by_win=unstated(False, _LEFT_OUT),
    every_offender_pays=unstated(True, Text("通例による", "as is usual")),
    too_many_tiles=Rule(Penalty.LOSES_RIGHT, clause("第16項②", "art. 16-2")),
    too_few_tiles=Rule(Penalty.CORRECTED, clause("第16項", "art. 16")),
    early_draw=Rule(
        Penalty.NOTE,
        clause("第16項", "art. 16"),
        Text("マナーとしての記載のみ、罰なし", "listed among the manners, no penalty"),
    ),
    wrong_draw=unstated(Penalty.REFEREE, _LEFT_OUT),
    riichi_no_points=unstated(
        Penalty.REFEREE, Text("その場合のリーチは禁じられていない", "riichi is not refused there")
    ),
    riichi_dead_wait=unstated(
        Penalty.REFEREE, Text("その場合のリーチは禁じられていない", "riichi is not refused there")
    ),
    riichi_kong_illegal=unstated(Penalty.REFEREE, _LEFT_OUT),
    wrong_meld=Rule(
        Penalty.FREE,
        clause("第4項", "art. 4"),
        Text("誤った鳴きは誤発声と読む", "a wrong call is read as a false voice"),
    ),
    wrong_meld_correctable=unstated(True, Text("第4項は謝罪のみを求める", "art. 4 asks for an apology only")),
    empty_call=Rule(Penalty.FREE, clause("第4項", "art. 4")),
    pot_fine=Rule(0, clause("第4項", "art. 4")),
    false_win_by_voice=Rule(Penalty.FREE, clause("第4項", "art. 4")),
    false_win_shown=unstated(Penalty.REFEREE, _LEFT_OUT),
    hand_opened=unstated(Penalty.REFEREE, _LEFT_OUT),
    win_scrambled=unstated(Penalty.REFEREE, _LEFT_OUT),
    wall_broken=unstated(Penalty.REFEREE, _LEFT_OUT),
    after_lost_right=unstated(Penalty.REFEREE, _LEFT_OUT),
    lost_right_is_noten=Rule(True, clause("第16項②", "art. 16-2")),
    call_then_ron_stands=Rule(
        True,
        clause("第4項", "art. 4"),
        Text("誤発声に罰がないのでロンは有効", "a false voice costs nothing, so the ron stands"),
    ),
    may_settle_among_players=Rule(False, clause("第15項", "art. 15")),
    payments_put_right_after_game=unstated(False, Text("原文に記載なし", "the text is silent")),
)

_MANNERS: Final = (
    MannerRule(Manner.BOTH_HANDS, clause("第8項", "art. 8")),
    MannerRule(Manner.SLAMMED, clause("第8項・第16項", "art. 8, 16")),
    MannerRule(Manner.PACE, clause("第8項", "art. 8")),
    MannerRule(Manner.TILE_SHOWN, clause("第16項", "art. 16")),
    MannerRule(Manner.TALK, clause("第4項", "art. 4")),
    MannerRule(Manner.GREETING, clause("第16項", "art. 16")),
    MannerRule(Manner.CONDUCT, clause("第4項・第8項・第16項", "art. 4, 8, 16")),
    MannerRule(Manner.MIXED_FACE_UP, clause("第3項", "art. 3")),
    MannerRule(Manner.BUILT_EARLY, clause("第3項⑤", "art. 3-5")),
)

_EVENT: Final = EventChapter(
    games=Rule(4, clause("第1項", "art. 1")),
    event_ties=Rule((TieBreak.POINTS_BEFORE,), clause("第1項", "art. 1")),
    qualifiers=Rule(4, clause("第1項", "art. 1")),
    last_game_by_standing=Rule(True, clause("第6項", "art. 6")),
    every_wind_once=Rule(False, clause("第6項", "art. 6")),
    win_rate_all_drawn=shared.NO_EVENT.win_rate_all_drawn,
)

WAKASHACHI_2025: Final = Rulebook(
    id="wakashachi-2025",
    base=MLEAGUE.id,
    ja="若鯱杯",
    en="Wakashachi Cup",
    edition="2025",
    scoring=replace(
        inherited(MLEAGUE.scoring, _BASE),
        minimum_han=Rule(1, clause("第12項", "art. 12")),
        ba_zoro=Rule(2, clause("第12項・第13項", "art. 12, 13")),
        yaku=Rule(
            shared.yaku_list({"": clause("第14項：M.League・二次資料", "art. 14: M.League, secondary source")}),
            clause("第14項", "art. 14"),
        ),
        fu=Rule((), clause("第13項", "art. 13")),
        han_table=Rule(_HAN_TABLE, clause("第13項", "art. 13")),
        counted_yakuman=Rule(None, clause("第13項", "art. 13")),
        counter_value=Rule(0, clause("第9項", "art. 9")),
    ),
    claims=replace(
        inherited(MLEAGUE.claims, _BASE),
        several_rons=Rule(SeveralRons.ALL, clause("第11項", "art. 11")),
        several_rons_pot_to_nearest=unstated(
            True,
            Text("通例により放銃者に近い者が供託を取る", "the nearest after the discarder takes the pot, as is usual"),
        ),
        claim_order=Rule(
            ClaimOrder.WIN_SET_CHOW,
            clause("第4項", "art. 4"),
            Text(
                "チーよりポン・カンを優先（アガリの優先は通例による）",
                "pon and kan before chii; a win before all is usual",
            ),
        ),
        swap_calling=Rule(Wrong.LOSES_RIGHT, clause("第16項②", "art. 16-2")),
        slide_calling=Rule(Wrong.LOSES_RIGHT, clause("第16項②", "art. 16-2")),
        liability=Rule((), clause("第14項", "art. 14")),
    ),
    riichi=replace(
        inherited(MLEAGUE.riichi, _BASE),
        riichi_taken_back=Rule(TakingBack.UNTIL_NEXT_DISCARD, clause("第10項", "art. 10")),
        left_sticks=replace(MLEAGUE.riichi.left_sticks, clause=clause("第7項", "art. 7")),
        noten_riichi=Rule(NotenRiichi.PAYS_EACH_AND_REPLAY, clause("第10項・第16項①", "art. 10, 16-1")),
        noten_riichi_points=Rule(2000, clause("第10項・第16項①", "art. 10, 16-1")),
    ),
    flow=replace(
        inherited(MLEAGUE.flow, _BASE),
        players=Rule(4, clause("第1項", "art. 1")),
        winds_played=Rule(1, clause("第1項", "art. 1")),
        clock_minutes=Rule(45, clause("第1項・第7項", "art. 1, 7")),
        clock_announced_at=Rule(10, clause("第7項", "art. 7")),
        ends_below_zero=Rule(False, clause("第7項", "art. 7")),
        counter_on_dealer_win=Rule(False, clause("第9項", "art. 9")),
        counter_on_draw_dealer_stays=Rule(False, clause("第9項", "art. 9")),
        counter_on_draw_dealer_passes=Rule(False, clause("第9項", "art. 9")),
    ),
    settlement=replace(inherited(MLEAGUE.settlement, _BASE), start_points=Rule(25_000, clause("第2項", "art. 2"))),
    penalties=_PENALTIES,
    event=_EVENT,
    table=replace(
        inherited(MLEAGUE.table, _BASE),
        hand_stacked_only=Rule(True, clause("第2項", "art. 2")),
        seating=Rule(Seating.WINDS_DRAWN, clause("第6項", "art. 6")),
        manners=Rule(_MANNERS, clause("第3項・第4項・第8項・第16項", "art. 3, 4, 8, 16")),
    ),
)
