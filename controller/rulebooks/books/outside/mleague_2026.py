"""mleague-2026: the rules of official games of the M.League, as its page printed them in 2026, chapter by chapter."""

from dataclasses import replace
from typing import Final, TypeVar

from controller.rulebooks import shared
from controller.rulebooks.books.mleague import MLEAGUE
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import Rule, silent
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import ClaimOrder, FuritenEnd, LiabilityTrigger, Payer, SeveralRons, Wrong
from controller.rulebooks.schema.flow import TenpaiOrder, TenpaiShown
from controller.rulebooks.schema.manners import Manner, MannerRule
from controller.rulebooks.schema.penalties import AfterChombo, ChomboCost, Penalty
from controller.rulebooks.schema.riichi import KongDoraShown, LeftSticks, NotenRiichi, RiichiKong, TakingBack
from controller.rulebooks.schema.settlement import Rounding, Ties
from controller.rulebooks.schema.table import Remedy, RemedyKind, Seating, SetPresser
from controller.text import Text

T = TypeVar("T")

_SILENT: Final = Text("原文に記載なし", "the text is silent")
_WRONG_DEALER: Final = Remedy(
    RemedyKind.VOID,
    "親の順番の誤りです。気づき次第、正しい親に直します。その局は無効とし、点棒の授受を元に戻します。",
    "Wrong dealer: corrected when noticed; the round is void and its payments are returned.",
)

_MANNERS: Final = (
    MannerRule(Manner.HOLDS_TILE, clause("第3章第7条③", "ch. 3 art. 7-3")),
    MannerRule(Manner.BOTH_HANDS, clause("第3章第7条④", "ch. 3 art. 7-4")),
    MannerRule(Manner.RIVER_TOUCHED, clause("第3章第10条③", "ch. 3 art. 10-3")),
    MannerRule(Manner.VOICE_UNCLEAR, clause("第7章第5条⑤", "ch. 7 art. 5-5")),
    MannerRule(Manner.TILE_SHOWN, clause("第7章第5条⑤", "ch. 7 art. 5-5")),
    MannerRule(Manner.SLAMMED, clause("第7章第5条⑤", "ch. 7 art. 5-5")),
    MannerRule(Manner.PACE, clause("第7章第5条⑤", "ch. 7 art. 5-5")),
    MannerRule(Manner.TILES_JUGGLED, clause("第7章第5条⑤", "ch. 7 art. 5-5")),
    MannerRule(Manner.CONDUCT, clause("第7章第5条⑤", "ch. 7 art. 5-5")),
)


MLEAGUE_2026: Final = Rulebook(
    id="mleague-2026",
    ja="Mリーグ 公式戦ルール",
    en="M.League, rules of official games",
    edition="as printed in 2026; the page names no season",
    source="https://m-league.jp/about/",
    scoring=replace(
        silent(MLEAGUE.scoring, _SILENT),
        minimum_han=Rule(1, clause("第1章第3条", "ch. 1 art. 3")),
        ba_zoro=Rule(2, clause("第1章第4条", "ch. 1 art. 4")),
        yaku=Rule(shared.yaku_list({"": clause("第9章", "ch. 9")}), clause("第9章第1条⑤", "ch. 9 art. 1-5")),
        fu=Rule(shared.fu_table(clause("第6章第3条", "ch. 6 art. 3")), clause("第6章第3条", "ch. 6 art. 3")),
        han_table=Rule((), clause("第6章第3条", "ch. 6 art. 3")),
        double_wind_pair=Rule(2, clause("第6章第3条②", "ch. 6 art. 3-2")),
        pinfu_tsumo=Rule(True, clause("第9章第1条⑤", "ch. 9 art. 1-5")),
        open_pinfu=Rule(10, clause("第6章第3条⑤", "ch. 6 art. 3-5")),
        seven_pairs=Rule(25, clause("第9章第2条⑫", "ch. 9 art. 2-12")),
        replacement_tsumo_fu=Rule(True, clause("第5章第1条②", "ch. 5 art. 1-2")),
        base_power=Rule(2, clause("第6章第4条①", "ch. 6 art. 4-1")),
        rounding=Rule(100, clause("第6章第4条②", "ch. 6 art. 4-2")),
        kiriage_30_fu_4_han=Rule(True, clause("第6章第4条②・第6条①", "ch. 6 art. 4-2, 6-1")),
        kiriage_60_fu_3_han=Rule(True, clause("第6章第6条①", "ch. 6 art. 6-1")),
        limits=Rule(shared.USUAL_LIMITS, clause("第6章第6条①", "ch. 6 art. 6-1")),
        counted_yakuman=Rule(None, clause("第6章第6条②", "ch. 6 art. 6-2")),
        yakuman_points=Rule(8000, clause("第6章第6条①", "ch. 6 art. 6-1")),
        most_yakuman=Rule(
            None,
            clause("第6章第6条①", "ch. 6 art. 6-1"),
            Text("二倍と三倍のみ記載、それ以上には触れていない", "double and triple are printed, no more is told"),
        ),
        red_fives=Rule((1, 1, 1), clause("第1章第2条②", "ch. 1 art. 2-2")),
        open_tanyao=Rule(True, clause("第9章第1条⑥", "ch. 9 art. 1-6")),
        ippatsu=Rule(True, clause("第9章第1条③", "ch. 9 art. 1-3")),
        dora=Rule(True, clause("第2章第6条①", "ch. 2 art. 6-1")),
        ura_dora=Rule(True, clause("第2章第6条③", "ch. 2 art. 6-3")),
        kan_dora=Rule(True, clause("第2章第6条②", "ch. 2 art. 6-2")),
        kan_ura=Rule(True, clause("第2章第6条③", "ch. 2 art. 6-3")),
        ippatsu_with_chankan=Rule(True, clause("第9章第1条③", "ch. 9 art. 1-3")),
        haitei_with_rinshan=Rule(False, clause("第5章第4条", "ch. 5 art. 4")),
        highest_reading=Rule(True, clause("第6章第5条①", "ch. 6 art. 5-1")),
        mixed_in_loses_wait=Rule(False, clause("第5章第2条②", "ch. 5 art. 2-2")),
        ryuuiisou_needs_hatsu=Rule(False, clause("第9章第5条⑥", "ch. 9 art. 5-6")),
        counter_value=Rule(300, clause("第3章第13条③", "ch. 3 art. 13-3")),
        riichi_stick=Rule(1000, clause("第4章第8条②", "ch. 4 art. 8-2")),
    ),
    claims=replace(
        silent(MLEAGUE.claims, _SILENT),
        several_rons=Rule(SeveralRons.NEAREST, clause("第5章第1条③", "ch. 5 art. 1-3")),
        claim_order=Rule(ClaimOrder.WIN_SET_CHOW, clause("第4章第2条①", "ch. 4 art. 2-1")),
        kokushi_robs_concealed_kong=Rule(False, clause("第4章第5条⑥", "ch. 4 art. 5-6")),
        own_discard_furiten=Rule(True, clause("第5章第5条①・第5条②", "ch. 5 art. 5-1, 5-2")),
        same_turn_furiten_ends=Rule(FuritenEnd.OWN_DISCARD, clause("第5章第5条③", "ch. 5 art. 5-3")),
        may_pass_after_riichi=Rule(True, clause("第5章第5条④", "ch. 5 art. 5-4")),
        swap_calling=Rule(Wrong.LOSES_RIGHT, clause("第7章第2条②", "ch. 7 art. 2-2")),
        slide_calling=Rule(Wrong.LOSES_RIGHT, clause("第7章第2条②", "ch. 7 art. 2-2")),
        liability=Rule(("DAISANGEN", "DAISUUSHII", "SUUKANTSU"), clause("第8章第1条①", "ch. 8 art. 1-1")),
        liability_trigger=Rule(LiabilityTrigger.PON_OR_KONG, clause("第8章第1条①", "ch. 8 art. 1-1")),
        liability_counts_concealed_kongs=Rule(True, clause("第8章第1条①", "ch. 8 art. 1-1")),
        liability_ron_percent=Rule(50, clause("第8章第1条", "ch. 8 art. 1")),
        liability_counters=Rule(Payer.LIABLE, clause("第8章第1条②", "ch. 8 art. 1-2")),
        liability_only_its_yakuman=Rule(True, clause("第8章第1条③", "ch. 8 art. 1-3")),
    ),
    riichi=replace(
        silent(MLEAGUE.riichi, _SILENT),
        riichi_tiles_left=Rule(0, clause("第4章第8条③", "ch. 4 art. 8-3")),
        riichi_by_haitei_drawer=Rule(Wrong.FORBIDDEN, clause("第4章第8条③", "ch. 4 art. 8-3")),
        riichi_taken_back=Rule(
            TakingBack.UNTIL_OWN_DISCARD,
            clause("第4章第8条②", "ch. 4 art. 8-2"),
            Text("打牌前に限り、アガリ放棄となる", "before the discard, at the price of the right to win"),
        ),
        riichi_needs_all_three_acts=Rule(True, clause("第4章第8条②", "ch. 4 art. 8-2")),
        called_tile_next_sideways=Rule(True, clause("第4章第8条④", "ch. 4 art. 8-4")),
        riichi_stands_when_tile_ronned=Rule(False, clause("第4章第8条①", "ch. 4 art. 8-1")),
        riichi_kong=Rule(RiichiKong.SETS, clause("第4章第5条②", "ch. 4 art. 5-2")),
        left_sticks=Rule(LeftSticks.TOP, clause("第4章第8条⑤", "ch. 4 art. 8-5")),
        noten_riichi=Rule(NotenRiichi.CHOMBO_AT_DRAW, clause("第7章第4条②", "ch. 7 art. 4-2")),
        noten_riichi_points=Rule(0, clause("第7章第4条②", "ch. 7 art. 4-2")),
        kong_after_haitei=Rule(False, clause("第2章第3条", "ch. 2 art. 3")),
        call_on_houtei=Rule(False, clause("第2章第4条", "ch. 2 art. 4")),
        most_kongs=Rule(4, clause("第4章第5条④", "ch. 4 art. 5-4")),
        kong_only_on_own_draw=Rule(True, clause("第4章第5条②・第5条③", "ch. 4 art. 5-2, 5-3")),
        kong_dora_shown=Rule(KongDoraShown.WHEN_CONFIRMED, clause("第4章第5条⑤", "ch. 4 art. 5-5")),
        open_kong_dora_shown=Rule(KongDoraShown.WHEN_CONFIRMED, clause("第4章第5条⑤", "ch. 4 art. 5-5")),
    ),
    flow=replace(
        silent(MLEAGUE.flow, _SILENT),
        winds_played=Rule(2, clause("第1章第1条", "ch. 1 art. 1")),
        winds_extended=Rule(0, clause("第1章第1条", "ch. 1 art. 1")),
        dealer_stays_on_win=Rule(True, clause("第3章第12条②", "ch. 3 art. 12-2")),
        dealer_stays_on_tenpai=Rule(True, clause("第3章第12条②", "ch. 3 art. 12-2")),
        ends_below_zero=Rule(False, clause("第3章第2条④", "ch. 3 art. 2-4")),
        bust_at_zero=Rule(False, clause("第3章第2条④", "ch. 3 art. 2-4")),
        aborted_rounds=Rule(False, clause("第3章第2条③・第11条①", "ch. 3 art. 2-3, 11-1")),
        abortive_draws=Rule((), clause("第3章第2条③・第11条①", "ch. 3 art. 2-3, 11-1")),
        noten_payment=Rule(3000, clause("第3章第11条⑤", "ch. 3 art. 11-5")),
        tenpai_needs_yaku=Rule(False, clause("第3章第11条③", "ch. 3 art. 11-3")),
        tenpai_holding_all_waits=Rule(False, clause("第3章第11条②", "ch. 3 art. 11-2")),
        tenpai_shown=Rule(TenpaiShown.BY_SHOWING, clause("第3章第11条③", "ch. 3 art. 11-3")),
        tenpai_order=Rule(TenpaiOrder.WINDS, clause("第3章第11条④", "ch. 3 art. 11-4")),
        counter_on_dealer_win=Rule(True, clause("第3章第13条①", "ch. 3 art. 13-1")),
        counter_on_draw_dealer_stays=Rule(True, clause("第3章第13条①", "ch. 3 art. 13-1")),
        counter_on_draw_dealer_passes=Rule(True, clause("第3章第13条①", "ch. 3 art. 13-1")),
        counters_cleared_by_child_win=Rule(True, clause("第3章第13条④", "ch. 3 art. 13-4")),
    ),
    settlement=replace(
        silent(MLEAGUE.settlement, _SILENT),
        start_points=Rule(25_000, clause("第6章第1条", "ch. 6 art. 1")),
        return_points=Rule(30_000, clause("第6章第2条①", "ch. 6 art. 2-1")),
        rank_points=Rule((30, 10, -10, -30), clause("第6章第2条③", "ch. 6 art. 2-3")),
        rank_points_by_floating=Rule((), clause("第6章第2条③", "ch. 6 art. 2-3")),
        oka=Rule(True, clause("第6章第2条③", "ch. 6 art. 2-3")),
        ties=Rule(Ties.SHARED, clause("第6章第2条⑥", "ch. 6 art. 2-6")),
        rounding_to_record=Rule(Rounding.TENTHS, clause("第6章第2条④", "ch. 6 art. 2-4")),
    ),
    penalties=replace(
        silent(MLEAGUE.penalties, _SILENT),
        chombo_cost=Rule(ChomboCost.OFF_TOTAL, clause("第7章第4条①", "ch. 7 art. 4-1")),
        chombo_points=Rule(20_000, clause("第7章第4条①", "ch. 7 art. 4-1")),
        chombo_counter_points=Rule(0, clause("第7章第4条⑥", "ch. 7 art. 4-6")),
        after_chombo=Rule(AfterChombo.REPLAY, clause("第7章第4条⑥", "ch. 7 art. 4-6")),
        after_chombo_dealer_tenpai=Rule(AfterChombo.REPLAY, clause("第7章第4条⑥", "ch. 7 art. 4-6")),
        chombo_forgiven_by_win=Rule(True, clause("第7章第4条④", "ch. 7 art. 4-4")),
        every_offender_pays=Rule(True, clause("第7章第4条⑤", "ch. 7 art. 4-5")),
        too_many_tiles=Rule(Penalty.LOSES_RIGHT, clause("第7章第2条②", "ch. 7 art. 2-2")),
        too_few_tiles=Rule(Penalty.LOSES_RIGHT, clause("第7章第2条②", "ch. 7 art. 2-2")),
        early_draw=Rule(Penalty.LOSES_RIGHT, clause("第7章第2条②", "ch. 7 art. 2-2")),
        wrong_meld=Rule(Penalty.LOSES_RIGHT, clause("第7章第3条②", "ch. 7 art. 3-2")),
        wrong_meld_correctable=Rule(False, clause("第7章第3条③", "ch. 7 art. 3-3")),
        empty_call=Rule(Penalty.LOSES_RIGHT, clause("第7章第2条②", "ch. 7 art. 2-2")),
        pot_fine=Rule(0, clause("第7章第1条", "ch. 7 art. 1")),
        false_win_by_voice=Rule(Penalty.LOSES_RIGHT, clause("第7章第2条②", "ch. 7 art. 2-2")),
        false_win_shown=Rule(Penalty.CHOMBO, clause("第7章第4条②", "ch. 7 art. 4-2")),
        hand_opened=Rule(Penalty.CHOMBO, clause("第7章第4条②", "ch. 7 art. 4-2")),
        win_scrambled=Rule(Penalty.CHOMBO, clause("第7章第4条②", "ch. 7 art. 4-2")),
        wall_broken=Rule(Penalty.CHOMBO, clause("第7章第4条②", "ch. 7 art. 4-2")),
        after_lost_right=Rule(Penalty.CHOMBO, clause("第7章第2条①", "ch. 7 art. 2-1")),
        riichi_kong_illegal=Rule(Penalty.CHOMBO, clause("第7章第4条②", "ch. 7 art. 4-2")),
        may_settle_among_players=Rule(False, clause("第1章第7条②", "ch. 1 art. 7-2")),
        payments_put_right_after_game=Rule(False, clause("第6章第5条⑦", "ch. 6 art. 5-7")),
    ),
    event=shared.NO_EVENT,
    table=replace(
        silent(MLEAGUE.table, _SILENT),
        seating=Rule(Seating.ASSIGNED, clause("第3章第1条", "ch. 3 art. 1")),
        set_presser=Rule(SetPresser.NEXT_DEALER, clause("第3章第2条②", "ch. 3 art. 2-2")),
        hand_stacked_only=Rule(False, clause("第1章第2条③", "ch. 1 art. 2-3")),
        dora_stack=Rule(3, clause("第2章第6条⑥", "ch. 2 art. 6-6")),
        dead_wall=Rule(14, clause("第2章第2条", "ch. 2 art. 2")),
        wrong_dealer=Rule(_WRONG_DEALER, clause("第3章第5条", "ch. 3 art. 5")),
        river_row=Rule(6, clause("第3章第10条②", "ch. 3 art. 10-2")),
        manners=Rule(_MANNERS, clause("第7章第5条⑤", "ch. 7 art. 5-5")),
        meld_laid_wrong=Rule(shared.MELD_PUT_RIGHT, clause("第4章第7条", "ch. 4 art. 7")),
        late_call=Rule(shared.LATE_REFUSED, clause("第4章第2条②", "ch. 4 art. 2-2")),
    ),
)
