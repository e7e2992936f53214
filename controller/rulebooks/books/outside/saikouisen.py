"""saikouisen: 最高位戦日本プロ麻雀協会, its regulations read in part, the rest from sheets of tournaments."""

from dataclasses import replace
from typing import Final, TypeVar

from controller.rulebooks import shared
from controller.rulebooks.books.outside.mleague_2026 import MLEAGUE_2026
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import UNVERIFIED, Rule, silent
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import SeveralRons, Wrong
from controller.rulebooks.schema.penalties import ChomboCost, Penalty
from controller.rulebooks.schema.riichi import LeftSticks, NotenRiichi, RiichiKong

T = TypeVar("T")


def _sheet(value: T) -> Rule[T]:
    """From the sheet of a tournament under these rules (West One Cup 2015)."""
    return Rule(value, clause("大会シート2015", "tournament sheet 2015"))


SAIKOUISEN: Final = Rulebook(
    id="saikouisen",
    ja="最高位戦日本プロ麻雀協会 競技規定",
    en="Saikouisen Nihon Pro Mahjong Kyoukai, competition rules",
    edition="regulations art. 1-12 and tournament sheets; the rest not read",
    source="https://saikouisen.com/about/rules/",
    scoring=replace(
        shared.silent_scoring(MLEAGUE_2026.scoring, UNVERIFIED),
        minimum_han=Rule(1, clause("第3条", "art. 3")),
        ba_zoro=Rule(2, clause("第4条", "art. 4")),
        han_table=_sheet(()),
        double_wind_pair=_sheet(2),
        kiriage_30_fu_4_han=_sheet(True),
        kiriage_60_fu_3_han=Rule(True, clause("改定1997", "revision of 1997")),
        limits=_sheet(shared.USUAL_LIMITS),
        counted_yakuman=_sheet(None),
        yakuman_points=_sheet(8000),
        most_yakuman=_sheet(1),
        red_fives=Rule((0, 0, 0), clause("第2条①", "art. 2-1")),
        open_tanyao=Rule(True, clause("要綱2009", "outline of 2009")),
        late_yaku=Rule(True, clause("要綱2009", "outline of 2009")),
        ippatsu=_sheet(True),
        dora=_sheet(True),
        ura_dora=_sheet(True),
        kan_dora=_sheet(True),
        kan_ura=_sheet(True),
        counter_value=_sheet(300),
        nagashi_mangan=_sheet(False),
    ),
    claims=replace(
        silent(MLEAGUE_2026.claims, UNVERIFIED),
        several_rons=_sheet(SeveralRons.NEAREST),
        kokushi_robs_concealed_kong=Rule(False, clause("要綱2009", "outline of 2009")),
        may_pass_after_riichi=_sheet(True),
        swap_calling=_sheet(Wrong.LOSES_RIGHT),
        slide_calling=_sheet(Wrong.LOSES_RIGHT),
        liability=_sheet(()),
    ),
    riichi=replace(
        silent(MLEAGUE_2026.riichi, UNVERIFIED),
        riichi_tiles_left=_sheet(0),
        riichi_kong=_sheet(RiichiKong.SETS_AND_WAITS),
        left_sticks=_sheet(LeftSticks.NOBODY),
        noten_riichi=_sheet(NotenRiichi.CHOMBO_AT_DRAW),
        noten_riichi_points=_sheet(0),
        kong_after_haitei=Rule(False, clause("第10条", "art. 10")),
        call_on_houtei=Rule(False, clause("第11条", "art. 11")),
    ),
    flow=replace(
        silent(MLEAGUE_2026.flow, UNVERIFIED),
        winds_played=Rule(2, clause("第1条", "art. 1")),
        winds_extended=Rule(0, clause("第1条", "art. 1")),
        dealer_stays_on_tenpai=_sheet(True),
        dealer_may_stop=_sheet(False),
        aborted_rounds=_sheet(False),
        abortive_draws=_sheet(()),
        noten_payment=_sheet(3000),
        tenpai_needs_yaku=_sheet(False),
    ),
    settlement=replace(
        silent(MLEAGUE_2026.settlement, UNVERIFIED),
        start_points=_sheet(30_000),
        return_points=_sheet(30_000),
        rank_points=_sheet((30, 10, -10, -30)),
        rank_points_by_floating=_sheet(()),
        oka=Rule(False, clause("要綱2009", "outline of 2009")),
    ),
    penalties=replace(
        silent(MLEAGUE_2026.penalties, UNVERIFIED),
        chombo_cost=_sheet(ChomboCost.OFF_TOTAL),
        chombo_points=_sheet(20_000),
        empty_call=_sheet(Penalty.LOSES_RIGHT),
    ),
    event=shared.NO_EVENT,
    table=replace(
        silent(MLEAGUE_2026.table, UNVERIFIED),
        rolls=Rule(1, clause("第5条", "art. 5")),
        rolls_hand_stacked=Rule(2, clause("第5条", "art. 5")),
        dead_wall=Rule(14, clause("第9条", "art. 9")),
    ),
)
