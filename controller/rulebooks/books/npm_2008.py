"""npm-2008: competition rules of 日本プロ麻雀協会, revised 2001-11-06, corrected 2008-05-10."""

from typing import Final

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
from controller.text import Text

_YAKU: Final = shared.yaku_list(
    {
        "MENZEN_TSUMO": clause("第54条①", "art. 54-1"),
        "RIICHI": clause("第54条②", "art. 54-2"),
        "IPPATSU": clause("第54条③", "art. 54-3"),
        "HAKU": clause("第54条④", "art. 54-4"),
        "HATSU": clause("第54条④", "art. 54-4"),
        "CHUN": clause("第54条④", "art. 54-4"),
        "BAKAZE": clause("第54条④・第55条②", "art. 54-4, 55-2"),
        "JIKAZE": clause("第54条④・第55条②", "art. 54-4, 55-2"),
        "PINFU": clause("第54条⑤", "art. 54-5"),
        "TANYAO": clause("第54条⑥", "art. 54-6"),
        "IIPEIKOU": clause("第54条⑦", "art. 54-7"),
        "HAITEI": clause("第54条⑧", "art. 54-8"),
        "HOUTEI": clause("第54条⑨", "art. 54-9"),
        "CHANKAN": clause("第54条⑩", "art. 54-10"),
        "RINSHAN": clause("第54条⑪", "art. 54-11"),
        "DOUBLE_RIICHI": clause("第55条①", "art. 55-1"),
        "TOITOI": clause("第55条③", "art. 55-3"),
        "SANANKOU": clause("第55条④", "art. 55-4"),
        "SANSHOKU_DOUKOU": clause("第55条⑤", "art. 55-5"),
        "SANKANTSU": clause("第55条⑥", "art. 55-6"),
        "SHOUSANGEN": clause("第55条⑦", "art. 55-7"),
        "HONROUTOU": clause("第55条⑧", "art. 55-8"),
        "SANSHOKU_DOUJUN": clause("第55条⑨", "art. 55-9"),
        "ITTSUU": clause("第55条⑩", "art. 55-10"),
        "CHANTA": clause("第55条⑪", "art. 55-11"),
        "CHIITOITSU": clause("第55条⑫", "art. 55-12"),
        "RYANPEIKOU": clause("第56条①", "art. 56-1"),
        "HONITSU": clause("第56条②", "art. 56-2"),
        "JUNCHAN": clause("第56条③", "art. 56-3"),
        "CHINITSU": clause("第57条", "art. 57"),
        "TENHOU": clause("第58条①", "art. 58-1"),
        "CHIIHOU": clause("第58条②", "art. 58-2"),
        "KOKUSHI": clause("第58条③", "art. 58-3"),
        "SUUANKOU": clause("第58条④", "art. 58-4"),
        "DAISANGEN": clause("第58条⑤", "art. 58-5"),
        "RYUUIISOU": clause("第58条⑥", "art. 58-6"),
        "TSUUIISOU": clause("第58条⑦", "art. 58-7"),
        "SHOUSUUSHII": clause("第58条⑧", "art. 58-8"),
        "DAISUUSHII": clause("第58条⑨", "art. 58-9"),
        "CHINROUTOU": clause("第58条⑩", "art. 58-10"),
        "SUUKANTSU": clause("第58条⑪", "art. 58-11"),
        "CHUUREN": clause("第58条⑫", "art. 58-12"),
    }
)

_SCORING: Final = ScoringChapter(
    minimum_han=Rule(1, clause("第3条", "art. 3")),
    ba_zoro=Rule(2, clause("第43条", "art. 43")),
    yaku=Rule(_YAKU, clause("第54条～第58条", "art. 54-58")),
    fu=Rule(shared.fu_table(clause("第42条", "art. 42"), placed=True), clause("第42条", "art. 42")),
    han_table=Rule((), clause("第42条～第45条", "art. 42-45")),
    double_wind_pair=Rule(2, clause("第42条イ-5", "art. 42 i-5")),
    pinfu_tsumo=Rule(True, clause("第42条ロ-2", "art. 42 ro-2")),
    open_pinfu=Rule(10, clause("第42条ニ", "art. 42 ni")),
    seven_pairs=Rule(25, clause("第55条⑫", "art. 55-12")),
    replacement_tsumo_fu=Rule(True, clause("第33条ロ-1", "art. 33 ro-1")),
    base_power=Rule(2, clause("第43条・第44条", "art. 43, 44")),
    rounding=Rule(100, clause("第44条", "art. 44")),
    kiriage_30_fu_4_han=Rule(True, clause("第45条イ", "art. 45 i")),
    kiriage_60_fu_3_han=Rule(False, clause("第45条イ", "art. 45 i")),
    limits=Rule(
        shared.USUAL_LIMITS,
        clause("第45条", "art. 45"),
        Text(
            "四翻未満の満貫の記載なし、基本点2000から満貫",
            "below four han no limit is printed; as mangan from 2,000 on",
        ),
        range(4, 99),
    ),
    counted_yakuman=Rule(None, clause("第45条ニ", "art. 45 ni")),
    yakuman_points=Rule(8000, clause("第45条ホ", "art. 45 ho")),
    most_yakuman=Rule(4, clause("第45条ヘ～チ", "art. 45 he-chi")),
    red_fives=Rule((0, 0, 0), clause("第2条イ", "art. 2 i")),
    open_tanyao=Rule(True, clause("第54条⑥", "art. 54-6")),
    late_yaku=Rule(True, clause("第3条・第54条", "art. 3, 54")),
    ippatsu=Rule(True, clause("第54条③", "art. 54-3")),
    dora=Rule(True, clause("第9条イ", "art. 9 i")),
    ura_dora=Rule(True, clause("第9条ハ", "art. 9 ha")),
    kan_dora=Rule(True, clause("第9条ロ", "art. 9 ro")),
    kan_ura=Rule(True, clause("第9条ハ", "art. 9 ha")),
    north_dora=unstated(False, Text("四人で打つため問われない", "never asked, four play")),
    ippatsu_with_rinshan=unstated(
        False, Text("カンにより第54条③の純粋な一巡が終わる", "the kong ends the uninterrupted go-around of art. 54-3")
    ),
    ippatsu_with_chankan=Rule(
        True,
        clause("第9条ロ・第54条③", "art. 9 ro, 54-3"),
        Text(
            "槍槓されたカンは成立しないので巡目は途切れない", "a robbed kong does not stand, so it interrupts nothing"
        ),
    ),
    haitei_with_rinshan=Rule(False, clause("第43条", "art. 43")),
    highest_reading=Rule(True, clause("第41条イ", "art. 41 i")),
    mixed_in_loses_wait=Rule(True, clause("第34条ロ", "art. 34 ro")),
    ryuuiisou_needs_hatsu=Rule(
        False,
        clause("第58条⑥", "art. 58-6"),
        Text("牌の列挙はどちらにも読める", "the list of tiles can be read either way"),
    ),
    tsuuiisou_in_seven_pairs=Rule(
        True,
        clause("第58条⑦", "art. 58-7"),
        Text("字牌のみとあり、七対子には触れていない", "honours only; seven pairs are not named"),
    ),
    missing_share=unstated(MissingShare.LOST, Text("四人で打つため問われない", "never asked, four play")),
    counter_value=Rule(300, clause("第18条ハ", "art. 18 ha")),
    riichi_stick=Rule(1000, clause("第32条ロ", "art. 32 ro")),
    nagashi_mangan=unstated(False, Text("採用の記載なし", "not listed")),
)

_NO_LIABILITY: Final = Text(
    "包がないため対象外（第53条、通例の値）", "never asked, there is no liability (art. 53); as is usual elsewhere"
)

_CLAIMS: Final = ClaimsChapter(
    several_rons=Rule(SeveralRons.NEAREST, clause("第33条ハ", "art. 33 ha")),
    several_rons_pot_to_nearest=Rule(True, clause("第33条ハ", "art. 33 ha")),
    claim_order=Rule(ClaimOrder.WIN_SET_CHOW, clause("第26条", "art. 26")),
    kokushi_robs_concealed_kong=Rule(False, clause("第33条ロ-2", "art. 33 ro-2")),
    own_discard_furiten=Rule(True, clause("第36条", "art. 36")),
    same_turn_furiten_ends=Rule(FuritenEnd.OWN_TILE, clause("第33条ニ", "art. 33 ni")),
    may_pass_after_riichi=Rule(True, clause("第32条ト", "art. 32 to")),
    thirteen_wait_ignores_furiten=unstated(False, Text("第36条に例外なし", "no exception to art. 36")),
    swap_calling=Rule(Wrong.LOSES_RIGHT, clause("第51条", "art. 51")),
    slide_calling=Rule(Wrong.LOSES_RIGHT, clause("第51条", "art. 51")),
    liability=Rule((), clause("第53条", "art. 53")),
    liability_trigger=unstated(LiabilityTrigger.PON_OR_KONG, _NO_LIABILITY),
    liability_counts_concealed_kongs=unstated(True, _NO_LIABILITY),
    liability_ron_percent=unstated(50, _NO_LIABILITY),
    liability_counters=unstated(Payer.DISCARDER, _NO_LIABILITY),
    liability_only_its_yakuman=unstated(True, _NO_LIABILITY),
    open_kong_rinshan_liability=Rule(False, clause("第53条", "art. 53")),
)

_RIICHI: Final = RiichiChapter(
    riichi_tiles_left=Rule(0, clause("第32条ハ", "art. 32 ha")),
    riichi_by_haitei_drawer=Rule(Wrong.FORBIDDEN, clause("第32条ハ", "art. 32 ha")),
    riichi_below_stick=unstated(True, Text("持ち点の条件の記載なし", "no condition on points is written")),
    riichi_on_dead_wait=Rule(True, clause("第32条ハ", "art. 32 ha")),
    riichi_taken_back=Rule(TakingBack.NEVER, clause("第32条ヘ", "art. 32 he")),
    riichi_needs_all_three_acts=Rule(True, clause("第32条ロ", "art. 32 ro")),
    called_tile_next_sideways=Rule(True, clause("第32条ニ", "art. 32 ni")),
    riichi_stands_when_tile_ronned=Rule(False, clause("第32条イ", "art. 32 i")),
    riichi_kong=Rule(
        RiichiKong.INDEPENDENT_TRIPLET,
        clause("第32条チ", "art. 32 chi"),
        Text(
            "「独立」は順子にまたがり得ないことと読む", "independent is read as: no chow could run through the triplet"
        ),
    ),
    left_sticks=Rule(LeftSticks.NOBODY, clause("第32条ホ", "art. 32 ho")),
    noten_riichi=Rule(NotenRiichi.CHOMBO_AT_DRAW, clause("第52条ロ", "art. 52 ro")),
    noten_riichi_points=Rule(0, clause("第52条", "art. 52")),
    kong_after_haitei=Rule(False, clause("第6条", "art. 6")),
    call_on_houtei=Rule(False, clause("第7条", "art. 7")),
    most_kongs=Rule(4, clause("第29条ヘ", "art. 29 he")),
    kong_only_on_own_draw=Rule(True, clause("第29条イ・ロ", "art. 29 i, ro")),
    kong_dora_shown=Rule(KongDoraShown.WHEN_CONFIRMED, clause("第9条ロ", "art. 9 ro")),
    open_kong_dora_shown=Rule(KongDoraShown.WHEN_CONFIRMED, clause("第9条ロ", "art. 9 ro")),
)

_FLOW: Final = FlowChapter(
    players=Rule(4, clause("第1条", "art. 1")),
    winds_played=Rule(2, clause("第1条", "art. 1")),
    clock_minutes=unstated(None, Text("制限時間の記載なし", "no clock is written")),
    clock_announced_at=unstated(None, Text("制限時間の記載なし", "no clock is written")),
    dealer_stays_on_win=Rule(True, clause("第15条ハ", "art. 15 ha")),
    dealer_stays_on_tenpai=Rule(True, clause("第15条ハ", "art. 15 ha")),
    winds_extended=Rule(0, clause("第1条", "art. 1")),
    **shared.NO_EXTENSION,
    dealer_may_stop=unstated(False, Text("採用の記載なし", "not listed")),
    **shared.NO_STOP,
    ends_below_zero=unstated(False, Text("採用の記載なし", "not listed")),
    bust_at_zero=unstated(False, Text("トビ終了がないため対象外", "never asked, points below zero end no game")),
    aborted_rounds=Rule(False, clause("第16条", "art. 16")),
    abortive_draws=Rule((), clause("第16条", "art. 16")),
    **shared.NO_ABORTIVE_DRAW,
    noten_payment=Rule(3000, clause("第17条ホ", "art. 17 ho")),
    tenpai_needs_yaku=Rule(False, clause("第17条イ", "art. 17 i")),
    tenpai_holding_all_waits=Rule(False, clause("第17条ロ", "art. 17 ro")),
    melds_hold_waits=Rule(True, clause("第17条ロ", "art. 17 ro")),
    tenpai_shown=Rule(TenpaiShown.BY_SHOWING, clause("第17条イ", "art. 17 i")),
    tenpai_order=Rule(TenpaiOrder.RIICHI_THEN_WINDS, clause("第17条ハ・ニ", "art. 17 ha, ni")),
    counter_on_dealer_win=Rule(True, clause("第18条イ", "art. 18 i")),
    counter_on_draw_dealer_stays=Rule(True, clause("第18条イ", "art. 18 i")),
    counter_on_draw_dealer_passes=Rule(True, clause("第18条イ", "art. 18 i")),
    counters_cleared_by_child_win=Rule(True, clause("第18条ニ", "art. 18 ni")),
    nagashi_is_win=unstated(True, Text("流し満貫の記載なし", "nagashi mangan is not listed")),
    round_begins=Rule(RoundBegins.DISCARD_OR_CONCEALED_KONG, clause("第12条ロ", "art. 12 ro")),
    points_declared_before_last=unstated(False, Text("採用の記載なし", "not listed")),
)

_SETTLEMENT: Final = SettlementChapter(
    start_points=Rule(25_000, clause("第37条", "art. 37")),
    return_points=Rule(30_000, clause("第38条", "art. 38")),
    rank_points=Rule((30, 10, -10, -30), clause("第39条ロ", "art. 39 ro")),
    rank_points_by_floating=Rule((), clause("第39条ロ", "art. 39 ro")),
    floating_at_return=unstated(
        False,
        Text(
            "浮き人数で決まるものがないため対象外（全日本健康麻将選手権の規則に準ずる）",
            "never asked, nothing depends on the players above; as kenko-2022",
        ),
    ),
    oka=Rule(True, clause("第39条イ", "art. 39 i")),
    floating_bonus=unstated(False, Text("採用の記載なし", "not listed")),
    floating_bonus_points=unstated(
        shared.FLOATING_BONUS,
        Text(
            "不採用（採用するなら全日本健康麻将選手権の規則に準ずる）",
            "off here; as kenko-2022 where a house switches it on",
        ),
    ),
    ties=Rule(Ties.SHARED, clause("第39条ハ", "art. 39 ha")),
    rounding_to_record=Rule(Rounding.TENTHS, clause("第38条", "art. 38")),
    round_below_zero_by_magnitude=unstated(
        True, Text("0.1単位で記録し端数が出ない", "recorded in tenths; nothing is lost")
    ),
    surplus=Rule(Surplus.FROM_TOP, clause("第37条", "art. 37")),
    total_counts_columns=Rule(
        False, clause("第37条", "art. 37"), Text("四人の持ち点の合計とある", "it counts the points of the four players")
    ),
    wrong_declared_ranked_below=unstated(False, Text("採用の記載なし", "not listed")),
)

_PENALTIES: Final = PenaltiesChapter(
    chombo_cost=Rule(ChomboCost.OFF_TOTAL, clause("第52条ト", "art. 52 to")),
    chombo_points=Rule(40_000, clause("第52条ト", "art. 52 to")),
    chombo_counter_points=Rule(0, clause("第52条ト", "art. 52 to")),
    after_chombo=Rule(AfterChombo.REPLAY, clause("第52条チ", "art. 52 chi")),
    after_chombo_dealer_tenpai=Rule(AfterChombo.REPLAY, clause("第52条チ", "art. 52 chi")),
    chombo_sticks=unstated(
        ChomboSticks.BACK,
        Text("ノーゲーム（第52条チ）なのでリーチ棒は戻す", "the round is void (art. 52 chi), so its sticks go back"),
    ),
    chombo_forgiven_by_win=Rule(True, clause("第52条ホ", "art. 52 ho")),
    every_offender_pays=Rule(True, clause("第52条ヘ", "art. 52 he")),
    too_many_tiles=Rule(Penalty.LOSES_RIGHT, clause("第47条ロ", "art. 47 ro")),
    too_few_tiles=Rule(Penalty.LOSES_RIGHT, clause("第47条ロ", "art. 47 ro")),
    early_draw=Rule(Penalty.LOSES_RIGHT, clause("第21条ニ・第48条", "art. 21 ni, 48")),
    wrong_draw=unstated(Penalty.REFEREE, Text("第48条は先ヅモのみを挙げる", "art. 48 names early draws only")),
    riichi_no_points=unstated(
        Penalty.REFEREE, Text("その場合のリーチは禁じられていない", "riichi is not refused there")
    ),
    riichi_dead_wait=unstated(
        Penalty.REFEREE, Text("その場合のリーチは禁じられていない", "riichi is not refused there")
    ),
    riichi_kong_illegal=Rule(Penalty.CHOMBO, clause("第32条チ・第52条ロ", "art. 32 chi, 52 ro")),
    wrong_meld=Rule(Penalty.LOSES_RIGHT, clause("第50条ロ", "art. 50 ro")),
    wrong_meld_correctable=Rule(True, clause("第50条イ", "art. 50 i")),
    empty_call=Rule(Penalty.LOSES_RIGHT, clause("第49条ロ", "art. 49 ro")),
    pot_fine=Rule(0, clause("第46条", "art. 46")),
    false_win_by_voice=Rule(Penalty.LOSES_RIGHT, clause("第49条ハ", "art. 49 ha")),
    false_win_shown=Rule(Penalty.CHOMBO, clause("第52条イ", "art. 52 i")),
    hand_opened=Rule(Penalty.CHOMBO, clause("第52条イ", "art. 52 i")),
    win_scrambled=Rule(Penalty.CHOMBO, clause("第52条ニ", "art. 52 ni")),
    wall_broken=Rule(Penalty.CHOMBO, clause("第52条ハ", "art. 52 ha")),
    after_lost_right=Rule(Penalty.CHOMBO, clause("第46条ロ", "art. 46 ro")),
    lost_right_is_noten=Rule(True, clause("第46条ロ", "art. 46 ro")),
    call_then_ron_stands=unstated(False, Text("採用の記載なし", "not listed")),
    may_settle_among_players=Rule(True, clause("第30条イ・第41条ヘ・付録", "art. 30 i, 41 he, appendix")),
    payments_put_right_after_game=Rule(True, clause("第41条ヘ", "art. 41 he")),
)

_MANNERS: Final = (
    MannerRule(Manner.HOLDS_TILE, clause("第20条ロ", "art. 20 ro")),
    MannerRule(Manner.BOTH_HANDS, clause("第20条ハ", "art. 20 ha")),
    MannerRule(Manner.RIVER_TOUCHED, clause("第23条ハ", "art. 23 ha")),
    MannerRule(Manner.VOICE_UNCLEAR, clause("第25条ロ", "art. 25 ro")),
    MannerRule(Manner.CALL_ORDER, clause("第27条イ・第28条イ・第29条", "art. 27 i, 28 i, 29")),
    MannerRule(Manner.TILE_NAMED, clause("付録", "appendix")),
    MannerRule(Manner.TILES_JUGGLED, clause("付録", "appendix")),
    MannerRule(Manner.PACE, clause("付録", "appendix")),
    MannerRule(Manner.TILE_SHOWN, clause("付録", "appendix")),
    MannerRule(Manner.CONDUCT, clause("付録", "appendix")),
    MannerRule(Manner.SEAT_LEFT, clause("付録", "appendix")),
    MannerRule(Manner.MIXED_FACE_UP, clause("付録・手積み", "appendix, hand-built")),
    MannerRule(Manner.BUILT_EARLY, clause("付録・手積み", "appendix, hand-built")),
    MannerRule(Manner.WALLS_APART, clause("付録・手積み", "appendix, hand-built")),
    MannerRule(Manner.DICE_LEFT, clause("付録・手積み", "appendix, hand-built")),
)

_TABLE: Final = TableChapter(
    seating=Rule(Seating.TILES_AND_DICE, clause("第10条・第11条", "art. 10, 11")),
    set_presser=Rule(SetPresser.NEXT_DEALER, clause("第13条イ", "art. 13 i")),
    set_by_wrong_seat=Rule(
        shared.NOTE_ONLY, clause("第13条イ", "art. 13 i"), Text("罰の記載なし", "the text names no penalty")
    ),
    set_before_settled=Rule(
        shared.LOCK_TABLE, clause("第41条ニ", "art. 41 ni"), Text("処置の記載なし", "the text names no remedy")
    ),
    hand_stacked_only=Rule(False, clause("第13条イ・付録", "art. 13 i, appendix")),
    rolls=Rule(1, clause("第13条ロ", "art. 13 ro")),
    rolls_hand_stacked=Rule(2, clause("付録・手積み卓", "appendix, hand-stacked tables")),
    dice_before_walls=Rule(shared.ROLL_AGAIN, clause("第13条ハ", "art. 13 ha")),
    imperfect_roll=Rule(shared.ROLL_AGAIN, clause("第13条ハ", "art. 13 ha")),
    break_opening=Rule(Opening.FIRST_DISCARD, clause("第13条ニ", "art. 13 ni")),
    wrong_break_before=Rule(shared.SHUFFLE_AGAIN, clause("第13条ニ", "art. 13 ni")),
    wrong_break_after=Rule(shared.BREAK_STANDS, clause("第13条ニ", "art. 13 ni")),
    dora_stack=Rule(3, clause("第9条イ", "art. 9 i")),
    dora_opening=Rule(Opening.DISCARD_OR_CONCEALED_KONG, clause("第9条イ", "art. 9 i")),
    wrong_dora_before=Rule(shared.DORA_PUT_RIGHT, clause("第9条イ", "art. 9 i")),
    wrong_dora_after=Rule(shared.DORA_SWAP, clause("第9条イ", "art. 9 i")),
    dora_turner=Rule(DoraTurner.FACING_PLAYER, clause("第9条イ", "art. 9 i")),
    replacement_lowered=Rule(True, clause("第9条イ", "art. 9 i")),
    dead_wall=Rule(14, clause("第5条", "art. 5")),
    wrong_dealer=Rule(shared.VOID_ROUND, clause("第14条", "art. 14")),
    river_row=Rule(6, clause("第23条ロ", "art. 23 ro")),
    manners=Rule(_MANNERS, clause("第20条・第23条・第25条・付録", "art. 20, 23, 25, appendix")),
    **shared.acts(
        set_during_round=Rule(
            shared.LOCK_TABLE,
            clause("第13条イ・第41条ニ", "art. 13 i, 41 ni"),
            Text("処置の記載なし", "the text names no remedy"),
        ),
        discard_before_ready=Rule(shared.NOTE_ONLY, clause("第13条ホ", "art. 13 ho")),
        discard_out_of_turn=Rule(
            shared.ASK_REFEREE, clause("第20条イ", "art. 20 i"), Text("処置の記載なし", "the text names no remedy")
        ),
        draw_from_wrong_place=Rule(
            shared.ASK_REFEREE, clause("第21条イ", "art. 21 i"), Text("処置の記載なし", "the text names no remedy")
        ),
        discard_taken_back=Rule(shared.ASK_REFEREE, clause("第22条ロ", "art. 22 ro")),
        meld_laid_wrong=Rule(shared.MELD_PUT_RIGHT, clause("第30条イ・第31条", "art. 30 i, 31")),
        late_call=Rule(
            shared.LATE_REFUSED, clause("第21条ロ・第27条ロ・第28条ロ・第29条ニ", "art. 21 ro, 27 ro, 28 ro, 29 ni")
        ),
        kong_draw_before_shown=Rule(shared.NOTE_ONLY, clause("第8条", "art. 8")),
        wrong_points_claimed=Rule(shared.SCORED_COUNTS, clause("第41条イ", "art. 41 i")),
        fifth_copy=Rule(
            shared.ASK_REFEREE, clause("第2条イ", "art. 2 i"), Text("処置の記載なし", "the text names no remedy")
        ),
        counters_shown_wrong=Rule(shared.PUT_RIGHT, clause("第18条ロ", "art. 18 ro")),
        sticks_shown_wrong=Rule(shared.PUT_RIGHT, clause("第32条ロ・ホ", "art. 32 ro, ho")),
    ),
)

NPM_2008: Final = Rulebook(
    id="npm-2008",
    ja="日本プロ麻雀協会 競技規定",
    en="Nihon Pro Mahjong Kyoukai, competition rules",
    edition="rev. 2001-11-06, corrected 2008-05-10",
    scoring=_SCORING,
    claims=_CLAIMS,
    riichi=_RIICHI,
    flow=_FLOW,
    settlement=_SETTLEMENT,
    penalties=_PENALTIES,
    event=shared.NO_EVENT,
    table=_TABLE,
)
