"""tomioka: rules of 富岡麻雀交流大会. Clauses name list and number: basic 6, riichi 4, yaku 14."""

from typing import Final, TypeVar

from controller.rulebooks import shared
from controller.rulebooks.rule import Rule, unstated
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.claims import (
    ClaimOrder,
    ClaimsChapter,
    FuritenEnd,
    LiabilityTrigger,
    Payer,
    SeveralRons,
    Wrong,
)
from controller.rulebooks.schema.flow import FlowChapter, RoundBegins, TenpaiOrder, TenpaiShown
from controller.rulebooks.schema.penalties import AfterChombo, ChomboCost, ChomboSticks, PenaltiesChapter, Penalty
from controller.rulebooks.schema.riichi import (
    KongDoraShown,
    LeftSticks,
    NotenRiichi,
    RiichiChapter,
    RiichiKong,
    TakingBack,
)
from controller.rulebooks.schema.scoring import MissingShare, ScoringChapter, YakuRule
from controller.rulebooks.schema.settlement import Rounding, SettlementChapter, Surplus, Ties
from controller.rulebooks.schema.table import DoraTurner, Opening, Seating, SetPresser, TableChapter

T = TypeVar("T")


def _usual(value: T) -> Rule[T]:
    return unstated(value, "the text is silent; as npm-2008")


_PLACES: Final = {
    "MENZEN_TSUMO": 1,
    "RIICHI": 2,
    "PINFU": 3,
    "TANYAO": 4,
    "HAKU": 5,
    "HATSU": 5,
    "CHUN": 5,
    "BAKAZE": 5,
    "JIKAZE": 5,
    "IIPEIKOU": 6,
    "RINSHAN": 7,
    "CHANKAN": 8,
    "HAITEI": 9,
    "HOUTEI": 10,
    "IPPATSU": 11,
    "SANSHOKU_DOUJUN": 12,
    "ITTSUU": 13,
    "CHIITOITSU": 14,
    "TOITOI": 15,
    "SANANKOU": 16,
    "SANSHOKU_DOUKOU": 17,
    "CHANTA": 18,
    "SANKANTSU": 19,
    "DOUBLE_RIICHI": 20,
    "SHOUSANGEN": 21,
    "HONROUTOU": 22,
    "HONITSU": 23,
    "JUNCHAN": 24,
    "RYANPEIKOU": 25,
    "CHINITSU": 26,
    "KOKUSHI": 27,
    "SUUANKOU": 28,
    "DAISANGEN": 29,
    "TSUUIISOU": 30,
    "SHOUSUUSHII": 31,
    "CHINROUTOU": 33,
    "RYUUIISOU": 34,
    "CHUUREN": 35,
    "SUUKANTSU": 36,
    "TENHOU": 37,
    "CHIIHOU": 38,
}
_YAKU: Final = (
    *(
        yaku
        for yaku in shared.yaku_list({"": "", **{yaku: f"yaku {place}" for yaku, place in _PLACES.items()}})
        if yaku.id != "DAISUUSHII"
    ),
    YakuRule("DAISUUSHII", 0, 0, 2, "yaku 32"),
    YakuRule("KOKUSHI_JUUSANMEN", 0, 0, 2, "yaku 27"),
    YakuRule("SUUANKOU_TANKI", 0, 0, 2, "yaku 28"),
    YakuRule("JUNSEI_CHUUREN", 0, 0, 2, "yaku 35"),
    YakuRule("RENHOU", 0, 0, 1, "yaku 39", "what a call before it does is not printed; it voids the yakuman"),
)

_SCORING: Final = ScoringChapter(
    minimum_han=Rule(1, "yaku 1-39", "every listed yaku has at least one han; no more is asked"),
    ba_zoro=unstated(0, "not mentioned; tables as usual"),
    yaku=Rule(_YAKU, "yaku 1-39"),
    fu=Rule(
        shared.fu_table("points 1, 4, 5 (as usual)"), "points 1, 4, 5 (as usual)", "no fu table is printed; as npm-2008"
    ),
    han_table=Rule((), "points 1"),
    double_wind_pair=Rule(2, "points 4"),
    pinfu_tsumo=Rule(True, "yaku 3"),
    open_pinfu=Rule(10, "yaku 4"),
    seven_pairs=Rule(25, "yaku 14"),
    replacement_tsumo_fu=Rule(True, "points 5, kan 2"),
    base_power=Rule(2, "points 1"),
    rounding=Rule(100, "points 1"),
    kiriage_30_fu_4_han=Rule(False, "points 1"),
    kiriage_60_fu_3_han=unstated(False, "the text is silent; points 1 refuses it at 30 fu 4 han"),
    limits=Rule(
        shared.USUAL_LIMITS,
        "points 2 (sanbaiman; the rest as usual)",
        "below eleven han no limit is printed; as is usual",
        range(11, 99),
    ),
    counted_yakuman=Rule(None, "points 2"),
    yakuman_points=Rule(8000, "points 3"),
    most_yakuman=Rule(None, "points 3", "more than three yakuman together are not printed; they add up", range(2, 4)),
    red_fives=Rule((0, 0, 0), "basic 4a"),
    open_tanyao=Rule(True, "basic 1"),
    late_yaku=Rule(True, "basic 1"),
    ippatsu=Rule(True, "basic 3"),
    dora=unstated(True, "the text is silent; basic 3 presupposes dora"),
    ura_dora=Rule(True, "basic 3"),
    kan_dora=Rule(True, "basic 3, kan 1"),
    kan_ura=Rule(True, "basic 3, kan 1"),
    north_dora=unstated(False, "never asked, four play"),
    ippatsu_with_rinshan=Rule(False, "yaku 11"),
    ippatsu_with_chankan=Rule(True, "yaku 11"),
    haitei_with_rinshan=Rule(False, "kan 4"),
    highest_reading=_usual(True),
    mixed_in_loses_wait=unstated(False, "the text is silent"),
    ryuuiisou_needs_hatsu=Rule(False, "yaku 34"),
    tsuuiisou_in_seven_pairs=Rule(True, "yaku 30"),
    missing_share=unstated(MissingShare.LOST, "never asked, four play"),
    counter_value=_usual(300),
    riichi_stick=Rule(1000, "yaku 2"),
    nagashi_mangan=unstated(False, "not listed"),
)

_CLAIMS: Final = ClaimsChapter(
    several_rons=Rule(SeveralRons.NEAREST, "basic 6"),
    several_rons_pot_to_nearest=Rule(True, "basic 6"),
    claim_order=_usual(ClaimOrder.WIN_SET_CHOW),
    kokushi_robs_concealed_kong=Rule(True, "kan 3"),
    own_discard_furiten=Rule(True, "furiten 2"),
    same_turn_furiten_ends=Rule(FuritenEnd.OWN_TILE, "furiten 1", "the same go-around is read as npm-2008 has it"),
    may_pass_after_riichi=Rule(True, "riichi 2"),
    thirteen_wait_ignores_furiten=unstated(False, "the text is silent"),
    swap_calling=Rule(Wrong.LOSES_RIGHT, "basic 2", "forbidden; the text names no penalty"),
    slide_calling=Rule(Wrong.LOSES_RIGHT, "basic 2", "forbidden; the text names no penalty"),
    liability=Rule(("DAISANGEN", "DAISUUSHII", "SUUKANTSU"), "pao 1"),
    liability_trigger=Rule(LiabilityTrigger.PON_OR_KONG, "pao 1"),
    liability_counts_concealed_kongs=Rule(
        True, "pao 1", "the tile that settles the yakuman; earlier sets are not told"
    ),
    liability_ron_percent=Rule(50, "pao 1"),
    liability_counters=Rule(Payer.DISCARDER, "pao 1"),
    liability_only_its_yakuman=Rule(True, "pao 1", "no word on another yakuman on top"),
    open_kong_rinshan_liability=Rule(False, "kan 2"),
)

_RIICHI: Final = RiichiChapter(
    riichi_tiles_left=Rule(0, "riichi 5"),
    riichi_by_haitei_drawer=Rule(Wrong.LOSES_RIGHT, "riichi 6"),
    riichi_below_stick=unstated(True, "no condition on points is written"),
    riichi_on_dead_wait=unstated(True, "no condition on the waits is written"),
    riichi_taken_back=Rule(TakingBack.UNTIL_OWN_DISCARD, "riichi 1"),
    riichi_needs_all_three_acts=Rule(True, "yaku 2"),
    called_tile_next_sideways=_usual(True),
    riichi_stands_when_tile_ronned=Rule(False, "yaku 2"),
    riichi_kong=Rule(RiichiKong.SETS_AND_YAKU, "kan 5"),
    left_sticks=Rule(LeftSticks.NOBODY, "riichi 4"),
    noten_riichi=Rule(NotenRiichi.CHOMBO_AT_DRAW, "riichi 3"),
    noten_riichi_points=Rule(0, "riichi 3"),
    kong_after_haitei=_usual(False),
    call_on_houtei=_usual(False),
    most_kongs=Rule(4, "yaku 36"),
    kong_only_on_own_draw=_usual(True),
    kong_dora_shown=_usual(KongDoraShown.WHEN_CONFIRMED),
    open_kong_dora_shown=_usual(KongDoraShown.WHEN_CONFIRMED),
)

_FLOW: Final = FlowChapter(
    players=_usual(4),
    winds_played=unstated(
        2, "25,000 points and rank points are those of an East-South game; the length is not printed"
    ),
    clock_minutes=unstated(None, "no clock is written"),
    clock_announced_at=unstated(None, "no clock is written"),
    dealer_stays_on_win=_usual(True),
    dealer_stays_on_tenpai=Rule(True, "renchan 1"),
    winds_extended=unstated(0, "not listed"),
    **shared.NO_EXTENSION,
    dealer_may_stop=Rule(False, "basic 8"),
    **shared.NO_STOP,
    ends_below_zero=Rule(False, "basic 9, 10"),
    bust_at_zero=unstated(False, "never asked, points below zero end no game"),
    aborted_rounds=Rule(False, "renchan 3"),
    abortive_draws=Rule((), "renchan 3"),
    **shared.NO_ABORTIVE_DRAW,
    noten_payment=Rule(3000, "basic 4"),
    tenpai_needs_yaku=Rule(False, "renchan 2"),
    tenpai_holding_all_waits=_usual(False),
    melds_hold_waits=_usual(True),
    tenpai_shown=unstated(TenpaiShown.BY_SHOWING, "the text is silent"),
    tenpai_order=unstated(TenpaiOrder.ANY, "the text is silent"),
    counter_on_dealer_win=_usual(True),
    counter_on_draw_dealer_stays=_usual(True),
    counter_on_draw_dealer_passes=_usual(True),
    counters_cleared_by_child_win=_usual(True),
    nagashi_is_win=unstated(True, "nagashi mangan is not listed"),
    round_begins=_usual(RoundBegins.DISCARD_OR_CONCEALED_KONG),
    points_declared_before_last=unstated(False, "not listed"),
)

_SETTLEMENT: Final = SettlementChapter(
    start_points=Rule(25_000, "rank 1"),
    return_points=Rule(30_000, "rank 1"),
    rank_points=Rule((20, 10, -10, -20), "rank 3"),
    rank_points_by_floating=Rule((), "rank 3"),
    floating_at_return=unstated(False, "never asked, nothing depends on the players above; as kenko-2022"),
    oka=Rule(True, "rank 2"),
    floating_bonus=unstated(False, "not listed"),
    floating_bonus_points=unstated(shared.FLOATING_BONUS, "off here; as kenko-2022 where a house switches it on"),
    ties=_usual(Ties.SHARED),
    rounding_to_record=Rule(Rounding.FIVE_DOWN_SIX_UP, "rank 4"),
    round_below_zero_by_magnitude=unstated(True, "no word on points below zero; rounded as their magnitude is"),
    surplus=Rule(Surplus.FROM_TOP, "rank 4"),
    total_counts_columns=Rule(False, "rank 4"),
    wrong_declared_ranked_below=unstated(False, "not listed"),
)

_PENALTIES: Final = PenaltiesChapter(
    chombo_cost=Rule(ChomboCost.TO_OTHERS, "furiten 5", "a mangan, paid as on tsumo; to whom is not printed"),
    chombo_points=Rule(8000, "furiten 5"),
    chombo_counter_points=unstated(0, "the text is silent"),
    after_chombo=unstated(AfterChombo.REPLAY, "the text is silent"),
    after_chombo_dealer_tenpai=unstated(AfterChombo.REPLAY, "the text is silent"),
    chombo_sticks=unstated(ChomboSticks.BACK, "the text is silent"),
    chombo_forgiven_by_win=unstated(False, "the text is silent"),
    every_offender_pays=_usual(True),
    too_many_tiles=Rule(Penalty.LOSES_RIGHT, "furiten 4"),
    too_few_tiles=Rule(Penalty.LOSES_RIGHT, "furiten 4"),
    early_draw=unstated(Penalty.NOTE, "the text is silent"),
    wrong_draw=unstated(Penalty.REFEREE, "the text is silent"),
    riichi_no_points=unstated(Penalty.REFEREE, "riichi is not refused there"),
    riichi_dead_wait=unstated(Penalty.REFEREE, "riichi is not refused there"),
    riichi_kong_illegal=unstated(Penalty.REFEREE, "forbidden; the text names no penalty"),
    wrong_meld=Rule(Penalty.LOSES_RIGHT, "furiten 4"),
    wrong_meld_correctable=Rule(False, "furiten 4", "no chance to put it right is printed"),
    empty_call=unstated(Penalty.LOSES_RIGHT, "the text names wrong calls (furiten 4), not empty ones"),
    pot_fine=unstated(0, "the text is silent"),
    false_win_by_voice=Rule(Penalty.LOSES_RIGHT, "furiten 3"),
    false_win_shown=Rule(Penalty.CHOMBO, "furiten 3"),
    hand_opened=Rule(Penalty.CHOMBO, "furiten 3", "the text names false wins only"),
    win_scrambled=unstated(Penalty.REFEREE, "the text is silent"),
    wall_broken=unstated(Penalty.REFEREE, "the text is silent"),
    after_lost_right=unstated(Penalty.UNDONE, "the text is silent"),
    lost_right_is_noten=Rule(True, "riichi 6", "printed for riichi on the last discard only"),
    call_then_ron_stands=unstated(False, "not listed"),
    may_settle_among_players=unstated(False, "the text is silent"),
    payments_put_right_after_game=unstated(False, "the text is silent"),
)

_TABLE: Final = TableChapter(
    seating=unstated(Seating.WINDS_DRAWN, "the text is silent"),
    set_presser=_usual(SetPresser.NEXT_DEALER),
    set_by_wrong_seat=_usual(shared.NOTE_ONLY),
    set_before_settled=_usual(shared.LOCK_TABLE),
    hand_stacked_only=unstated(False, "the text is silent"),
    rolls=Rule(1, "basic 7"),
    rolls_hand_stacked=Rule(1, "basic 7"),
    dice_before_walls=_usual(shared.ROLL_AGAIN),
    imperfect_roll=_usual(shared.ROLL_AGAIN),
    break_opening=unstated(Opening.FIRST_DISCARD, "the text names no remedy"),
    wrong_break_before=unstated(shared.ASK_REFEREE, "the text names no remedy"),
    wrong_break_after=unstated(shared.ASK_REFEREE, "the text names no remedy"),
    dora_stack=_usual(3),
    dora_opening=unstated(Opening.FIRST_DISCARD, "the text names no remedy"),
    wrong_dora_before=unstated(shared.ASK_REFEREE, "the text names no remedy"),
    wrong_dora_after=unstated(shared.ASK_REFEREE, "the text names no remedy"),
    dora_turner=_usual(DoraTurner.FACING_PLAYER),
    replacement_lowered=_usual(True),
    dead_wall=Rule(14, "basic 5"),
    wrong_dealer=unstated(shared.ASK_REFEREE, "the text names no remedy"),
    river_row=_usual(6),
    manners=shared.NO_MANNERS,
    **shared.ACTS,
)

TOMIOKA: Final = Rulebook(
    id="tomioka",
    ja="富岡麻雀交流大会",
    en="Tomioka Mahjong Exchange Tournament",
    edition="富岡麻雀交流大会のルール",
    scoring=_SCORING,
    claims=_CLAIMS,
    riichi=_RIICHI,
    flow=_FLOW,
    settlement=_SETTLEMENT,
    penalties=_PENALTIES,
    event=shared.NO_EVENT,
    table=_TABLE,
)
