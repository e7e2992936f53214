"""mleague-2026: the rules of official games of the M.League, as its page printed them in 2026, chapter by chapter."""

from dataclasses import replace
from typing import Final, TypeVar

from controller.rulebooks import shared
from controller.rulebooks.books.mleague import MLEAGUE
from controller.rulebooks.rule import Rule, silent
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import ClaimOrder, FuritenEnd, LiabilityTrigger, Payer, SeveralRons, Wrong
from controller.rulebooks.schema.flow import TenpaiOrder, TenpaiShown
from controller.rulebooks.schema.manners import Manner, MannerRule
from controller.rulebooks.schema.penalties import AfterChombo, ChomboCost, Penalty
from controller.rulebooks.schema.riichi import KongDoraShown, LeftSticks, NotenRiichi, RiichiKong, TakingBack
from controller.rulebooks.schema.settlement import Rounding, Ties
from controller.rulebooks.schema.table import Remedy, RemedyKind, Seating, SetPresser

T = TypeVar("T")

_SILENT: Final = "the text is silent"
_WRONG_DEALER: Final = Remedy(
    RemedyKind.VOID,
    "親の順番の誤りです。気づき次第、正しい親に直します。その局は無効とし、点棒の授受を元に戻します。",
    "Wrong dealer: corrected when noticed; the round is void and its payments are returned.",
)

_MANNERS: Final = (
    MannerRule(Manner.HOLDS_TILE, "ch. 3 art. 7-3"),
    MannerRule(Manner.BOTH_HANDS, "ch. 3 art. 7-4"),
    MannerRule(Manner.RIVER_TOUCHED, "ch. 3 art. 10-3"),
    MannerRule(Manner.VOICE_UNCLEAR, "ch. 7 art. 5-5"),
    MannerRule(Manner.TILE_SHOWN, "ch. 7 art. 5-5"),
    MannerRule(Manner.SLAMMED, "ch. 7 art. 5-5"),
    MannerRule(Manner.PACE, "ch. 7 art. 5-5"),
    MannerRule(Manner.TILES_JUGGLED, "ch. 7 art. 5-5"),
    MannerRule(Manner.CONDUCT, "ch. 7 art. 5-5"),
)


def _art(chapter: int, article: str, value: T, doubt: str = "") -> Rule[T]:
    return Rule(value, f"ch. {chapter} art. {article}", doubt)


MLEAGUE_2026: Final = Rulebook(
    id="mleague-2026",
    ja="Mリーグ 公式戦ルール",
    en="M.League, rules of official games",
    edition="as printed in 2026; the page names no season",
    source="https://m-league.jp/about/",
    scoring=replace(
        silent(MLEAGUE.scoring, _SILENT),
        minimum_han=_art(1, "3", 1),
        ba_zoro=_art(1, "4", 2),
        yaku=_art(9, "1-5", shared.yaku_list({"": "ch. 9"})),
        fu=_art(6, "3", shared.fu_table("ch. 6 art. 3")),
        han_table=_art(6, "3", ()),
        double_wind_pair=_art(6, "3-2", 2),
        pinfu_tsumo=_art(9, "1-5", True),
        open_pinfu=_art(6, "3-5", 10),
        seven_pairs=_art(9, "2-12", 25),
        replacement_tsumo_fu=_art(5, "1-2", True),
        base_power=_art(6, "4-1", 2),
        rounding=_art(6, "4-2", 100),
        kiriage_30_fu_4_han=_art(6, "4-2, 6-1", True),
        kiriage_60_fu_3_han=_art(6, "6-1", True),
        limits=_art(6, "6-1", shared.USUAL_LIMITS),
        counted_yakuman=_art(6, "6-2", None),
        yakuman_points=_art(6, "6-1", 8000),
        most_yakuman=_art(6, "6-1", None, "double and triple are printed, no more is told"),
        red_fives=_art(1, "2-2", (1, 1, 1)),
        open_tanyao=_art(9, "1-6", True),
        ippatsu=_art(9, "1-3", True),
        dora=_art(2, "6-1", True),
        ura_dora=_art(2, "6-3", True),
        kan_dora=_art(2, "6-2", True),
        kan_ura=_art(2, "6-3", True),
        ippatsu_with_chankan=_art(9, "1-3", True),
        haitei_with_rinshan=_art(5, "4", False),
        highest_reading=_art(6, "5-1", True),
        mixed_in_loses_wait=_art(5, "2-2", False),
        ryuuiisou_needs_hatsu=_art(9, "5-6", False),
        counter_value=_art(3, "13-3", 300),
        riichi_stick=_art(4, "8-2", 1000),
    ),
    claims=replace(
        silent(MLEAGUE.claims, _SILENT),
        several_rons=_art(5, "1-3", SeveralRons.NEAREST),
        claim_order=_art(4, "2-1", ClaimOrder.WIN_SET_CHOW),
        kokushi_robs_concealed_kong=_art(4, "5-6", False),
        own_discard_furiten=_art(5, "5-1, 5-2", True),
        same_turn_furiten_ends=_art(5, "5-3", FuritenEnd.OWN_DISCARD),
        may_pass_after_riichi=_art(5, "5-4", True),
        swap_calling=_art(7, "2-2", Wrong.LOSES_RIGHT),
        slide_calling=_art(7, "2-2", Wrong.LOSES_RIGHT),
        liability=_art(8, "1-1", ("DAISANGEN", "DAISUUSHII", "SUUKANTSU")),
        liability_trigger=_art(8, "1-1", LiabilityTrigger.PON_OR_KONG),
        liability_counts_concealed_kongs=_art(8, "1-1", True),
        liability_ron_percent=_art(8, "1", 50),
        liability_counters=_art(8, "1-2", Payer.LIABLE),
        liability_only_its_yakuman=_art(8, "1-3", True),
    ),
    riichi=replace(
        silent(MLEAGUE.riichi, _SILENT),
        riichi_tiles_left=_art(4, "8-3", 0),
        riichi_by_haitei_drawer=_art(4, "8-3", Wrong.FORBIDDEN),
        riichi_taken_back=_art(
            4, "8-2", TakingBack.UNTIL_OWN_DISCARD, "before the discard, at the price of the right to win"
        ),
        riichi_needs_all_three_acts=_art(4, "8-2", True),
        called_tile_next_sideways=_art(4, "8-4", True),
        riichi_stands_when_tile_ronned=_art(4, "8-1", False),
        riichi_kong=_art(4, "5-2", RiichiKong.SETS),
        left_sticks=_art(4, "8-5", LeftSticks.TOP),
        noten_riichi=_art(7, "4-2", NotenRiichi.CHOMBO_AT_DRAW),
        noten_riichi_points=_art(7, "4-2", 0),
        kong_after_haitei=_art(2, "3", False),
        call_on_houtei=_art(2, "4", False),
        most_kongs=_art(4, "5-4", 4),
        kong_only_on_own_draw=_art(4, "5-2, 5-3", True),
        kong_dora_shown=_art(4, "5-5", KongDoraShown.WHEN_CONFIRMED),
        open_kong_dora_shown=_art(4, "5-5", KongDoraShown.WHEN_CONFIRMED),
    ),
    flow=replace(
        silent(MLEAGUE.flow, _SILENT),
        winds_played=_art(1, "1", 2),
        winds_extended=_art(1, "1", 0),
        dealer_stays_on_win=_art(3, "12-2", True),
        dealer_stays_on_tenpai=_art(3, "12-2", True),
        ends_below_zero=_art(3, "2-4", False),
        bust_at_zero=_art(3, "2-4", False),
        aborted_rounds=_art(3, "2-3, 11-1", False),
        abortive_draws=_art(3, "2-3, 11-1", ()),
        noten_payment=_art(3, "11-5", 3000),
        tenpai_needs_yaku=_art(3, "11-3", False),
        tenpai_holding_all_waits=_art(3, "11-2", False),
        tenpai_shown=_art(3, "11-3", TenpaiShown.BY_SHOWING),
        tenpai_order=_art(3, "11-4", TenpaiOrder.WINDS),
        counter_on_dealer_win=_art(3, "13-1", True),
        counter_on_draw_dealer_stays=_art(3, "13-1", True),
        counter_on_draw_dealer_passes=_art(3, "13-1", True),
        counters_cleared_by_child_win=_art(3, "13-4", True),
    ),
    settlement=replace(
        silent(MLEAGUE.settlement, _SILENT),
        start_points=_art(6, "1", 25_000),
        return_points=_art(6, "2-1", 30_000),
        rank_points=_art(6, "2-3", (30, 10, -10, -30)),
        rank_points_by_floating=_art(6, "2-3", ()),
        oka=_art(6, "2-3", True),
        ties=_art(6, "2-6", Ties.SHARED),
        rounding_to_record=_art(6, "2-4", Rounding.TENTHS),
    ),
    penalties=replace(
        silent(MLEAGUE.penalties, _SILENT),
        chombo_cost=_art(7, "4-1", ChomboCost.OFF_TOTAL),
        chombo_points=_art(7, "4-1", 20_000),
        chombo_counter_points=_art(7, "4-6", 0),
        after_chombo=_art(7, "4-6", AfterChombo.REPLAY),
        after_chombo_dealer_tenpai=_art(7, "4-6", AfterChombo.REPLAY),
        chombo_forgiven_by_win=_art(7, "4-4", True),
        every_offender_pays=_art(7, "4-5", True),
        too_many_tiles=_art(7, "2-2", Penalty.LOSES_RIGHT),
        too_few_tiles=_art(7, "2-2", Penalty.LOSES_RIGHT),
        early_draw=_art(7, "2-2", Penalty.LOSES_RIGHT),
        wrong_meld=_art(7, "3-2", Penalty.LOSES_RIGHT),
        wrong_meld_correctable=_art(7, "3-3", False),
        empty_call=_art(7, "2-2", Penalty.LOSES_RIGHT),
        pot_fine=_art(7, "1", 0),
        false_win_by_voice=_art(7, "2-2", Penalty.LOSES_RIGHT),
        false_win_shown=_art(7, "4-2", Penalty.CHOMBO),
        hand_opened=_art(7, "4-2", Penalty.CHOMBO),
        win_scrambled=_art(7, "4-2", Penalty.CHOMBO),
        wall_broken=_art(7, "4-2", Penalty.CHOMBO),
        after_lost_right=_art(7, "2-1", Penalty.CHOMBO),
        riichi_kong_illegal=_art(7, "4-2", Penalty.CHOMBO),
        may_settle_among_players=_art(1, "7-2", False),
        payments_put_right_after_game=_art(6, "5-7", False),
    ),
    event=shared.NO_EVENT,
    table=replace(
        silent(MLEAGUE.table, _SILENT),
        seating=_art(3, "1", Seating.ASSIGNED),
        set_presser=_art(3, "2-2", SetPresser.NEXT_DEALER),
        hand_stacked_only=_art(1, "2-3", False),
        dora_stack=_art(2, "6-6", 3),
        dead_wall=_art(2, "2", 14),
        wrong_dealer=_art(3, "5", _WRONG_DEALER),
        river_row=_art(3, "10-2", 6),
        manners=_art(7, "5-5", _MANNERS),
        meld_laid_wrong=_art(4, "7", shared.MELD_PUT_RIGHT),
        late_call=_art(4, "2-2", shared.LATE_REFUSED),
    ),
)
