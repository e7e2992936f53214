"""kenko-2022: 全日本健康麻将選手権, edition 2022.0. ``art.`` numbers its rules; its other lists are named."""

from typing import Final, TypeVar

from controller.rulebooks import shared
from controller.rulebooks.rule import Citing, Rule, unstated
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
from controller.rulebooks.schema.event import EventChapter, TieBreak
from controller.rulebooks.schema.flow import FlowChapter, RoundBegins, TenpaiOrder, TenpaiShown
from controller.rulebooks.schema.manners import Manner, MannerRule
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

T = TypeVar("T")


def _usual(value: T) -> Rule[T]:
    return unstated(value, "the text is silent; as npm-2008")


_SCORING: Final = ScoringChapter(
    minimum_han=unstated(1, "the text is silent"),
    ba_zoro=unstated(0, "not mentioned"),
    yaku=unstated(
        shared.yaku_list(
            {"": "unstated: the usual yaku", "TANYAO": "art. 2", "RIICHI": "art. 14", "IPPATSU": "art. 14"}
        ),
        "the text lists no yaku; the usual ones, without renhou (art. 11) and nagashi mangan (art. 8)",
    ),
    fu=Rule(shared.fu_table("art. 5 (as usual)"), "art. 5 (as usual)", "no fu table is printed; as npm-2008"),
    han_table=Rule((), "art. 5"),
    double_wind_pair=_usual(2),
    pinfu_tsumo=_usual(True),
    open_pinfu=_usual(10),
    seven_pairs=_usual(25),
    replacement_tsumo_fu=_usual(True),
    base_power=Rule(2, "art. 5", "the formula is not printed; as is usual"),
    rounding=Rule(100, "art. 5", "rounding is not printed; as is usual"),
    kiriage_30_fu_4_han=Rule(True, "art. 5"),
    kiriage_60_fu_3_han=Rule(True, "art. 5"),
    limits=_usual(shared.USUAL_LIMITS),
    counted_yakuman=unstated(None, "the text is silent"),
    yakuman_points=unstated(8000, "the text is silent"),
    most_yakuman=Rule(1, "art. 13", "no special treatment of yakuman is read as one yakuman only"),
    red_fives=unstated((0, 0, 0), "the text names no red fives"),
    open_tanyao=Rule(True, "art. 2"),
    late_yaku=Rule(True, "art. 2"),
    ippatsu=Rule(True, "art. 14"),
    dora=Rule(True, "art. 5, 14"),
    ura_dora=Rule(True, "art. 14"),
    kan_dora=Rule(True, "art. 14"),
    kan_ura=Rule(True, "art. 14"),
    north_dora=unstated(False, "never asked, four play"),
    ippatsu_with_rinshan=unstated(False, "the kong ends the uninterrupted go-around"),
    ippatsu_with_chankan=unstated(True, "a robbed kong does not stand, so it interrupts nothing"),
    haitei_with_rinshan=_usual(False),
    highest_reading=_usual(True),
    mixed_in_loses_wait=unstated(False, "the text is silent"),
    ryuuiisou_needs_hatsu=unstated(False, "the text is silent"),
    tsuuiisou_in_seven_pairs=unstated(True, "the text is silent"),
    missing_share=unstated(MissingShare.LOST, "never asked, four play"),
    counter_value=Rule(300, "art. 4"),
    riichi_stick=unstated(1000, "the text is silent"),
    nagashi_mangan=Rule(False, "art. 8"),
)

_CLAIMS: Final = ClaimsChapter(
    several_rons=Rule(SeveralRons.NEAREST, "art. 9"),
    several_rons_pot_to_nearest=Rule(True, "art. 9"),
    claim_order=_usual(ClaimOrder.WIN_SET_CHOW),
    kokushi_robs_concealed_kong=Rule(False, "art. 13"),
    own_discard_furiten=Rule(True, "art. 14"),
    same_turn_furiten_ends=_usual(FuritenEnd.OWN_TILE),
    may_pass_after_riichi=Rule(True, "art. 14"),
    thirteen_wait_ignores_furiten=Rule(False, "art. 13"),
    swap_calling=Rule(Wrong.ALLOWED, "art. 6"),
    slide_calling=Rule(Wrong.ALLOWED, "art. 6"),
    liability=Rule(("DAISANGEN", "DAISUUSHII"), "art. 12"),
    liability_trigger=Rule(LiabilityTrigger.PON_OR_KONG, "art. 12"),
    liability_counts_concealed_kongs=Rule(True, "art. 12", "the third or fourth meld; a concealed kong is not told"),
    liability_ron_percent=Rule(50, "art. 12"),
    liability_counters=unstated(Payer.DISCARDER, "the text is silent on counters"),
    liability_only_its_yakuman=Rule(True, "art. 12, 13", "only one yakuman is ever paid"),
    open_kong_rinshan_liability=Rule(False, "art. 11"),
)

_RIICHI: Final = RiichiChapter(
    riichi_tiles_left=unstated(0, "the text is silent"),
    riichi_by_haitei_drawer=unstated(Wrong.ALLOWED, "the text is silent"),
    riichi_below_stick=unstated(True, "the text is silent"),
    riichi_on_dead_wait=unstated(True, "the text is silent"),
    riichi_taken_back=_usual(TakingBack.NEVER),
    riichi_needs_all_three_acts=_usual(True),
    called_tile_next_sideways=_usual(True),
    riichi_stands_when_tile_ronned=_usual(False),
    riichi_kong=Rule(RiichiKong.SETS, "art. 14"),
    left_sticks=Rule(LeftSticks.NOBODY, "art. 4"),
    noten_riichi=Rule(NotenRiichi.CHOMBO_AT_DRAW, "art. 14"),
    noten_riichi_points=Rule(0, "art. 14"),
    kong_after_haitei=_usual(False),
    call_on_houtei=_usual(False),
    most_kongs=_usual(4),
    kong_only_on_own_draw=_usual(True),
    kong_dora_shown=_usual(KongDoraShown.WHEN_CONFIRMED),
    open_kong_dora_shown=_usual(KongDoraShown.WHEN_CONFIRMED),
)

_FLOW: Final = FlowChapter(
    players=_usual(4),
    winds_played=Rule(2, "art. 1"),
    clock_minutes=Rule(50, "art. 1"),
    clock_announced_at=unstated(None, "no announcement is written"),
    dealer_stays_on_win=Rule(True, "art. 4"),
    dealer_stays_on_tenpai=Rule(True, "art. 4"),
    winds_extended=Rule(0, "art. 1"),
    **shared.NO_EXTENSION,
    dealer_may_stop=Rule(False, "art. 4", "only a noten dealer ends the last round; no choice is printed"),
    **shared.NO_STOP,
    ends_below_zero=unstated(False, "not listed"),
    bust_at_zero=unstated(False, "never asked, points below zero end no game"),
    aborted_rounds=Rule(False, "art. 8"),
    abortive_draws=Rule((), "art. 8"),
    **shared.NO_ABORTIVE_DRAW,
    noten_payment=Rule(3000, "art. 4"),
    tenpai_needs_yaku=Rule(False, "art. 7"),
    tenpai_holding_all_waits=Rule(False, "art. 7"),
    melds_hold_waits=unstated(True, "the text is silent; as npm-2008"),
    tenpai_shown=Rule(TenpaiShown.BY_SHOWING, "manners 9"),
    tenpai_order=unstated(TenpaiOrder.ANY, "the text is silent"),
    counter_on_dealer_win=Rule(True, "art. 4"),
    counter_on_draw_dealer_stays=Rule(True, "art. 4"),
    counter_on_draw_dealer_passes=unstated(True, "art. 4 prints the dealer's stay only"),
    counters_cleared_by_child_win=_usual(True),
    nagashi_is_win=Rule(True, "art. 8", "there is no nagashi mangan"),
    round_begins=_usual(RoundBegins.DISCARD_OR_CONCEALED_KONG),
    points_declared_before_last=unstated(False, "not listed"),
)

_SETTLEMENT: Final = SettlementChapter(
    start_points=Rule(30_000, "art. 2"),
    return_points=Rule(30_000, "art. 2, records"),
    rank_points=Rule((0, 0, 0, 0), "records"),
    rank_points_by_floating=Rule((), "records"),
    floating_at_return=Rule(False, "art. 3", "no deduction at 30,000 is read as not above it"),
    oka=Rule(False, "art. 2, records"),
    floating_bonus=Rule(
        False, "art. 3", "the clause is struck through, the records still name the bonus; off by default"
    ),
    floating_bonus_points=Rule(shared.FLOATING_BONUS, "art. 3"),
    ties=Rule(Ties.SHARED, "art. 3"),
    rounding_to_record=Rule(Rounding.POINTS, "records"),
    round_below_zero_by_magnitude=_usual(True),
    surplus=Rule(Surplus.FROM_TOP, "records"),
    total_counts_columns=Rule(True, "records", "scores, penalty column and stick column make up the 120,000"),
    wrong_declared_ranked_below=unstated(False, "not listed"),
)

_PENALTIES: Final = PenaltiesChapter(
    chombo_cost=Rule(ChomboCost.TO_NOBODY, "penalties, chombo"),
    chombo_points=Rule(12_000, "penalties, chombo"),
    chombo_counter_points=Rule(0, "penalties, chombo"),
    after_chombo=Rule(AfterChombo.REPLAY, "penalties, chombo"),
    after_chombo_dealer_tenpai=Rule(AfterChombo.REPLAY, "penalties, chombo"),
    chombo_sticks=Rule(ChomboSticks.BACK, "penalties, chombo"),
    chombo_forgiven_by_win=Rule(True, "art. 10"),
    every_offender_pays=_usual(True),
    too_many_tiles=unstated(Penalty.LOSES_RIGHT, "the text is silent; as npm-2008"),
    too_few_tiles=unstated(Penalty.LOSES_RIGHT, "the text is silent; as npm-2008"),
    early_draw=unstated(Penalty.NOTE, "the text is silent"),
    wrong_draw=unstated(Penalty.REFEREE, "the text is silent"),
    riichi_no_points=unstated(Penalty.REFEREE, "riichi is not refused there"),
    riichi_dead_wait=unstated(Penalty.REFEREE, "riichi is not refused there"),
    riichi_kong_illegal=unstated(Penalty.REFEREE, "forbidden; the text names no penalty"),
    wrong_meld=Rule(Penalty.LOSES_RIGHT, "penalties, lost right", "a wrong call is read as a false voice"),
    wrong_meld_correctable=unstated(False, "the text is silent"),
    empty_call=Rule(Penalty.LOSES_RIGHT, "penalties, lost right"),
    pot_fine=Rule(0, "penalties"),
    false_win_by_voice=Rule(Penalty.LOSES_RIGHT, "penalties, lost right"),
    false_win_shown=Rule(Penalty.CHOMBO, "penalties, chombo"),
    hand_opened=Rule(Penalty.CHOMBO, "penalties, chombo"),
    win_scrambled=unstated(Penalty.REFEREE, "the text is silent"),
    wall_broken=Rule(Penalty.CHOMBO, "penalties, chombo"),
    after_lost_right=Rule(Penalty.UNDONE, "penalties, lost right 2"),
    lost_right_is_noten=Rule(True, "penalties, lost right"),
    call_then_ron_stands=Rule(True, "penalties, lost right"),
    may_settle_among_players=Rule(False, "manners 5-1"),
    payments_put_right_after_game=unstated(False, "the text is silent"),
)

_EVENT: Final = EventChapter(
    games=Rule(4, "art. 1"),
    event_ties=Rule((TieBreak.WIN_RATE, TieBreak.BEST_GAMES), "records, ties 1, 2"),
    qualifiers=unstated(0, "no qualification is written"),
    last_game_by_standing=unstated(False, "the seats are assigned (art. 1)"),
    every_wind_once=Rule(True, "art. 1"),
    win_rate_all_drawn=unstated(50, "no win and no loss are read as one half"),
)

_MANNERS: Final = (
    MannerRule(Manner.VOICE_UNCLEAR, "manners 4"),
    MannerRule(Manner.CALL_ORDER, "manners 4, 6"),
    MannerRule(Manner.TILE_NAMED, "manners 7"),
    MannerRule(Manner.SLAMMED, "manners 7"),
    MannerRule(Manner.HAND_LOWERED, "manners 8"),
    MannerRule(Manner.HAND_UNSORTED, "manners 8"),
    MannerRule(Manner.NOTEN_LEFT_UP, "manners 9, hand-built 1-1"),
    MannerRule(Manner.TALK, "manners 5-1, 5-2"),
    MannerRule(Manner.GREETING, "manners 1, records 2"),
    MannerRule(Manner.POSTURE, "manners 5-4"),
    MannerRule(Manner.CONDUCT, "manners 5"),
    MannerRule(Manner.PAYMENT_UNCLEAR, "manners 5-3"),
    MannerRule(Manner.STICKS_PUT_AWAY, "records 2"),
    MannerRule(Manner.MIXED_FACE_UP, "manners 2, hand-built 1-3, 2-1"),
    MannerRule(Manner.BUILT_EARLY, "manners 2, hand-built 2-3"),
    MannerRule(Manner.WALLS_APART, "manners 3, hand-built 3-6"),
    MannerRule(Manner.DICE_AT_WALL, "manners 3, hand-built 4-1"),
    MannerRule(Manner.DICE_LEFT, "manners 3, hand-built 4-3"),
    MannerRule(Manner.WAIT_VOICE, "penalties, lost right 1", Penalty.LOSES_RIGHT),
)

_TABLE: Final = TableChapter(
    seating=Rule(Seating.ASSIGNED, "art. 1"),
    set_presser=_usual(SetPresser.NEXT_DEALER),
    set_by_wrong_seat=_usual(shared.NOTE_ONLY),
    set_before_settled=Rule(shared.LOCK_TABLE, "hand-built 1-1", "points are declared first; no remedy is named"),
    hand_stacked_only=Rule(True, "hand-built 1 to 4", "the set-up is written for hand-built walls alone"),
    rolls=Rule(1, "hand-built 4-1", "the dealer rolls; the number of rolls is not printed"),
    rolls_hand_stacked=Rule(1, "hand-built 4-1", "the dealer rolls; the number of rolls is not printed"),
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
    replacement_lowered=Rule(True, "manners 3"),
    dead_wall=_usual(14),
    wrong_dealer=unstated(shared.ASK_REFEREE, "the text names no remedy"),
    river_row=Rule(6, "manners 7"),
    manners=Rule(_MANNERS, "manners 1-9, hand-built 1 to 4"),
    **shared.acts(
        wrong_roller=Rule(shared.NOTE_ONLY, "hand-built 4-1"),
        break_by_child=Rule(shared.NOTE_ONLY, "hand-built 4-2"),
        discard_before_ready=Rule(shared.NOTE_ONLY, "manners 3, hand-built 4-2"),
    ),
)

KENKO_2022: Final = Rulebook(
    id="kenko-2022",
    ja="全日本健康麻将選手権",
    en="All-Japan Kenko Mahjong Championship",
    edition="2022.0",
    citing=Citing.ITEMS,
    scoring=_SCORING,
    claims=_CLAIMS,
    riichi=_RIICHI,
    flow=_FLOW,
    settlement=_SETTLEMENT,
    penalties=_PENALTIES,
    event=_EVENT,
    table=_TABLE,
)
