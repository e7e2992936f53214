"""mleague: rules of the M.League before the season of 2025-26, from secondary sources; a base for other books."""

from typing import Final, TypeVar

from controller.rulebooks import shared
from controller.rulebooks.clause import clause
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
from controller.rulebooks.schema.scoring import MissingShare, ScoringChapter
from controller.rulebooks.schema.settlement import Rounding, SettlementChapter, Surplus, Ties
from controller.rulebooks.schema.table import DoraTurner, Opening, Seating, SetPresser, TableChapter
from controller.text import Text

T = TypeVar("T")

_SOURCE: Final = clause("M.League・二次資料", "M.League, secondary source")


def _told(value: T) -> Rule[T]:
    return Rule(value, _SOURCE)


def _usual(value: T) -> Rule[T]:
    return unstated(value, Text("二次資料に記載なし、通例による", "not in the secondary sources; the usual rule"))


_SCORING: Final = ScoringChapter(
    minimum_han=_told(1),
    ba_zoro=_usual(0),
    yaku=_told(shared.yaku_list({"": _SOURCE})),
    fu=_told(shared.fu_table(_SOURCE)),
    han_table=_told(()),
    double_wind_pair=_told(2),
    pinfu_tsumo=_told(True),
    open_pinfu=_told(10),
    seven_pairs=_told(25),
    replacement_tsumo_fu=_told(True),
    base_power=_told(2),
    rounding=_told(100),
    kiriage_30_fu_4_han=_told(True),
    kiriage_60_fu_3_han=_told(True),
    limits=_told(shared.USUAL_LIMITS),
    counted_yakuman=_told(None),
    yakuman_points=_told(8000),
    most_yakuman=_told(None),
    red_fives=_told((1, 1, 1)),
    open_tanyao=_told(True),
    late_yaku=_told(True),
    ippatsu=_told(True),
    dora=_told(True),
    ura_dora=_told(True),
    kan_dora=_told(True),
    kan_ura=_told(True),
    north_dora=unstated(False, Text("四人で打つため問われない", "never asked, four play")),
    ippatsu_with_rinshan=_told(False),
    ippatsu_with_chankan=_usual(True),
    haitei_with_rinshan=_told(False),
    highest_reading=_usual(True),
    mixed_in_loses_wait=_usual(False),
    ryuuiisou_needs_hatsu=_usual(False),
    tsuuiisou_in_seven_pairs=_usual(True),
    missing_share=unstated(MissingShare.LOST, Text("四人で打つため問われない", "never asked, four play")),
    counter_value=_told(300),
    riichi_stick=_told(1000),
    nagashi_mangan=_told(False),
)

_CLAIMS: Final = ClaimsChapter(
    several_rons=_told(SeveralRons.NEAREST),
    several_rons_pot_to_nearest=_told(True),
    claim_order=_usual(ClaimOrder.WIN_SET_CHOW),
    kokushi_robs_concealed_kong=_told(False),
    own_discard_furiten=_told(True),
    same_turn_furiten_ends=_usual(FuritenEnd.OWN_TILE),
    may_pass_after_riichi=_told(True),
    thirteen_wait_ignores_furiten=_usual(False),
    swap_calling=Rule(
        Wrong.LOSES_RIGHT, _SOURCE, Text("禁止とあるが罰の記載なし", "forbidden; what it costs is not told")
    ),
    slide_calling=Rule(
        Wrong.LOSES_RIGHT, _SOURCE, Text("禁止とあるが罰の記載なし", "forbidden; what it costs is not told")
    ),
    liability=_told(("DAISANGEN", "DAISUUSHII", "SUUKANTSU")),
    liability_trigger=_usual(LiabilityTrigger.PON_OR_KONG),
    liability_counts_concealed_kongs=_usual(True),
    liability_ron_percent=_usual(50),
    liability_counters=_usual(Payer.DISCARDER),
    liability_only_its_yakuman=_usual(True),
    open_kong_rinshan_liability=_told(False),
)

_RIICHI: Final = RiichiChapter(
    riichi_tiles_left=_told(0),
    riichi_by_haitei_drawer=unstated(
        Wrong.ALLOWED,
        Text(
            "ツモ番なしのリーチは可、最後の打牌は挙がっていない",
            "riichi without a draw is allowed; the last discard is not named",
        ),
    ),
    riichi_below_stick=_told(True),
    riichi_on_dead_wait=_told(True),
    riichi_taken_back=_usual(TakingBack.NEVER),
    riichi_needs_all_three_acts=_usual(True),
    called_tile_next_sideways=_usual(True),
    riichi_stands_when_tile_ronned=_usual(False),
    riichi_kong=_told(RiichiKong.SETS_AND_WAITS),
    left_sticks=_told(LeftSticks.TOP),
    noten_riichi=_usual(NotenRiichi.CHOMBO_AT_DRAW),
    noten_riichi_points=_usual(0),
    kong_after_haitei=_usual(False),
    call_on_houtei=_usual(False),
    most_kongs=_told(4),
    kong_only_on_own_draw=_usual(True),
    kong_dora_shown=_told(KongDoraShown.WHEN_CONFIRMED),
    open_kong_dora_shown=_told(KongDoraShown.WHEN_CONFIRMED),
)

_FLOW: Final = FlowChapter(
    players=_told(4),
    winds_played=_told(2),
    clock_minutes=_usual(None),
    clock_announced_at=_usual(None),
    dealer_stays_on_win=_told(True),
    dealer_stays_on_tenpai=_told(True),
    winds_extended=_told(0),
    **shared.NO_EXTENSION,
    dealer_may_stop=_told(False),
    **shared.NO_STOP,
    ends_below_zero=_told(False),
    bust_at_zero=unstated(False, Text("トビ終了がないため対象外", "never asked, points below zero end no game")),
    aborted_rounds=_told(False),
    abortive_draws=_told(()),
    **shared.NO_ABORTIVE_DRAW,
    noten_payment=_told(3000),
    tenpai_needs_yaku=_told(False),
    tenpai_holding_all_waits=_usual(False),
    melds_hold_waits=_usual(True),
    tenpai_shown=_usual(TenpaiShown.BY_SHOWING),
    tenpai_order=_usual(TenpaiOrder.ANY),
    counter_on_dealer_win=_told(True),
    counter_on_draw_dealer_stays=_told(True),
    counter_on_draw_dealer_passes=_told(True),
    counters_cleared_by_child_win=_told(True),
    nagashi_is_win=_usual(True),
    round_begins=_usual(RoundBegins.DISCARD_OR_CONCEALED_KONG),
    points_declared_before_last=_usual(False),
)

_SETTLEMENT: Final = SettlementChapter(
    start_points=_told(25_000),
    return_points=_told(30_000),
    rank_points=_told((30, 10, -10, -30)),
    rank_points_by_floating=_told(()),
    floating_at_return=unstated(
        False,
        Text(
            "浮き人数で決まるものがないため対象外（全日本健康麻将選手権の規則に準ずる）",
            "never asked, nothing depends on the players above; as kenko-2022",
        ),
    ),
    oka=_told(True),
    floating_bonus=_told(False),
    floating_bonus_points=unstated(
        shared.FLOATING_BONUS,
        Text(
            "不採用（採用するなら全日本健康麻将選手権の規則に準ずる）",
            "off here; as kenko-2022 where a house switches it on",
        ),
    ),
    ties=_told(Ties.SHARED),
    rounding_to_record=_told(Rounding.TENTHS),
    round_below_zero_by_magnitude=_usual(True),
    surplus=_usual(Surplus.STANDS),
    total_counts_columns=_usual(False),
    wrong_declared_ranked_below=_told(False),
)

_PENALTIES: Final = PenaltiesChapter(
    chombo_cost=_told(ChomboCost.OFF_TOTAL),
    chombo_points=_told(20_000),
    chombo_counter_points=_usual(0),
    after_chombo=_usual(AfterChombo.REPLAY),
    after_chombo_dealer_tenpai=_usual(AfterChombo.REPLAY),
    chombo_sticks=_usual(ChomboSticks.BACK),
    chombo_forgiven_by_win=_usual(False),
    every_offender_pays=_usual(True),
    too_many_tiles=_usual(Penalty.LOSES_RIGHT),
    too_few_tiles=_usual(Penalty.LOSES_RIGHT),
    early_draw=_usual(Penalty.REFEREE),
    wrong_draw=_usual(Penalty.REFEREE),
    riichi_no_points=unstated(
        Penalty.REFEREE, Text("その場合のリーチは禁じられていない", "riichi is not refused there")
    ),
    riichi_dead_wait=unstated(
        Penalty.REFEREE, Text("その場合のリーチは禁じられていない", "riichi is not refused there")
    ),
    riichi_kong_illegal=_usual(Penalty.REFEREE),
    wrong_meld=_usual(Penalty.LOSES_RIGHT),
    wrong_meld_correctable=_usual(False),
    empty_call=_usual(Penalty.LOSES_RIGHT),
    pot_fine=_usual(0),
    false_win_by_voice=_usual(Penalty.LOSES_RIGHT),
    false_win_shown=_usual(Penalty.CHOMBO),
    hand_opened=_usual(Penalty.CHOMBO),
    win_scrambled=_usual(Penalty.REFEREE),
    wall_broken=_usual(Penalty.CHOMBO),
    after_lost_right=_usual(Penalty.UNDONE),
    lost_right_is_noten=_usual(True),
    call_then_ron_stands=_usual(False),
    may_settle_among_players=_usual(False),
    payments_put_right_after_game=_usual(False),
)

_TABLE: Final = TableChapter(
    seating=_usual(Seating.WINDS_DRAWN),
    set_presser=_usual(SetPresser.NEXT_DEALER),
    set_by_wrong_seat=_usual(shared.NOTE_ONLY),
    set_before_settled=_usual(shared.LOCK_TABLE),
    hand_stacked_only=_usual(False),
    rolls=_usual(1),
    rolls_hand_stacked=_usual(1),
    dice_before_walls=_usual(shared.ROLL_AGAIN),
    imperfect_roll=_usual(shared.ROLL_AGAIN),
    break_opening=_usual(Opening.FIRST_DISCARD),
    wrong_break_before=_usual(shared.ASK_REFEREE),
    wrong_break_after=_usual(shared.ASK_REFEREE),
    dora_stack=_usual(3),
    dora_opening=_usual(Opening.FIRST_DISCARD),
    wrong_dora_before=_usual(shared.ASK_REFEREE),
    wrong_dora_after=_usual(shared.ASK_REFEREE),
    dora_turner=_usual(DoraTurner.FACING_PLAYER),
    replacement_lowered=_usual(True),
    dead_wall=_usual(14),
    wrong_dealer=_usual(shared.ASK_REFEREE),
    river_row=_usual(6),
    manners=shared.NO_MANNERS,
    **shared.ACTS,
)

MLEAGUE: Final = Rulebook(
    id="mleague",
    ja="Mリーグ",
    en="M.League",
    edition="before the season of 2025-26, secondary sources",
    scoring=_SCORING,
    claims=_CLAIMS,
    riichi=_RIICHI,
    flow=_FLOW,
    settlement=_SETTLEMENT,
    penalties=_PENALTIES,
    event=shared.NO_EVENT,
    table=_TABLE,
)
