"""kenko-2022: 全日本健康麻将選手権, edition 2022.0. ``art.`` numbers its rules; its other lists are named."""

from typing import Final, TypeVar

from controller.rulebooks import shared
from controller.rulebooks.clause import clause, silence
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
from controller.text import Text

T = TypeVar("T")


def _usual(value: T) -> Rule[T]:
    return unstated(value, Text("原文に記載なし、日本プロ麻雀協会の規定に準ずる", "the text is silent; as npm-2008"))


_SCORING: Final = ScoringChapter(
    minimum_han=unstated(1, Text("原文に記載なし", "the text is silent")),
    ba_zoro=unstated(0, Text("言及なし", "not mentioned")),
    yaku=unstated(
        shared.yaku_list(
            {
                "": silence("通例の役", "the usual yaku"),
                "TANYAO": clause("第2項", "art. 2"),
                "RIICHI": clause("第14項", "art. 14"),
                "IPPATSU": clause("第14項", "art. 14"),
            }
        ),
        Text(
            "役の一覧なし（通例の役から人和（第11項）と流し満貫（第8項）を除く）",
            "the text lists no yaku; the usual ones, without renhou (art. 11) and nagashi mangan (art. 8)",
        ),
    ),
    fu=Rule(
        shared.fu_table(clause("第5項（通例どおり）", "art. 5 (as usual)")),
        clause("第5項（通例どおり）", "art. 5 (as usual)"),
        Text("符の表の記載なし、日本プロ麻雀協会の規定に準ずる", "no fu table is printed; as npm-2008"),
    ),
    han_table=Rule((), clause("第5項", "art. 5")),
    double_wind_pair=_usual(2),
    pinfu_tsumo=_usual(True),
    open_pinfu=_usual(10),
    seven_pairs=_usual(25),
    replacement_tsumo_fu=_usual(True),
    base_power=Rule(
        2, clause("第5項", "art. 5"), Text("計算式の記載なし、通例による", "the formula is not printed; as is usual")
    ),
    rounding=Rule(
        100, clause("第5項", "art. 5"), Text("切り上げの記載なし、通例による", "rounding is not printed; as is usual")
    ),
    kiriage_30_fu_4_han=Rule(True, clause("第5項", "art. 5")),
    kiriage_60_fu_3_han=Rule(True, clause("第5項", "art. 5")),
    limits=_usual(shared.USUAL_LIMITS),
    counted_yakuman=unstated(None, Text("原文に記載なし", "the text is silent")),
    yakuman_points=unstated(8000, Text("原文に記載なし", "the text is silent")),
    most_yakuman=Rule(
        1,
        clause("第13項", "art. 13"),
        Text(
            "「役マンの特例なし」は役満は一つだけと読む", "no special treatment of yakuman is read as one yakuman only"
        ),
    ),
    red_fives=unstated((0, 0, 0), Text("赤五の記載なし", "the text names no red fives")),
    open_tanyao=Rule(True, clause("第2項", "art. 2")),
    late_yaku=Rule(True, clause("第2項", "art. 2")),
    ippatsu=Rule(True, clause("第14項", "art. 14")),
    dora=Rule(True, clause("第5項・第14項", "art. 5, 14")),
    ura_dora=Rule(True, clause("第14項", "art. 14")),
    kan_dora=Rule(True, clause("第14項", "art. 14")),
    kan_ura=Rule(True, clause("第14項", "art. 14")),
    north_dora=unstated(False, Text("四人で打つため問われない", "never asked, four play")),
    ippatsu_with_rinshan=unstated(
        False, Text("カンにより純粋な一巡が終わる", "the kong ends the uninterrupted go-around")
    ),
    ippatsu_with_chankan=unstated(
        True,
        Text(
            "槍槓されたカンは成立しないので巡目は途切れない", "a robbed kong does not stand, so it interrupts nothing"
        ),
    ),
    haitei_with_rinshan=_usual(False),
    highest_reading=_usual(True),
    mixed_in_loses_wait=unstated(False, Text("原文に記載なし", "the text is silent")),
    ryuuiisou_needs_hatsu=unstated(False, Text("原文に記載なし", "the text is silent")),
    tsuuiisou_in_seven_pairs=unstated(True, Text("原文に記載なし", "the text is silent")),
    missing_share=unstated(MissingShare.LOST, Text("四人で打つため問われない", "never asked, four play")),
    counter_value=Rule(300, clause("第4項", "art. 4")),
    riichi_stick=unstated(1000, Text("原文に記載なし", "the text is silent")),
    nagashi_mangan=Rule(False, clause("第8項", "art. 8")),
)

_CLAIMS: Final = ClaimsChapter(
    several_rons=Rule(SeveralRons.NEAREST, clause("第9項", "art. 9")),
    several_rons_pot_to_nearest=Rule(True, clause("第9項", "art. 9")),
    claim_order=_usual(ClaimOrder.WIN_SET_CHOW),
    kokushi_robs_concealed_kong=Rule(False, clause("第13項", "art. 13")),
    own_discard_furiten=Rule(True, clause("第14項", "art. 14")),
    same_turn_furiten_ends=_usual(FuritenEnd.OWN_TILE),
    may_pass_after_riichi=Rule(True, clause("第14項", "art. 14")),
    thirteen_wait_ignores_furiten=Rule(False, clause("第13項", "art. 13")),
    swap_calling=Rule(Wrong.ALLOWED, clause("第6項", "art. 6")),
    slide_calling=Rule(Wrong.ALLOWED, clause("第6項", "art. 6")),
    liability=Rule(("DAISANGEN", "DAISUUSHII"), clause("第12項", "art. 12")),
    liability_trigger=Rule(LiabilityTrigger.PON_OR_KONG, clause("第12項", "art. 12")),
    liability_counts_concealed_kongs=Rule(
        True,
        clause("第12項", "art. 12"),
        Text("三・四フーロ目とあり、暗槓には触れていない", "the third or fourth meld; a concealed kong is not told"),
    ),
    liability_ron_percent=Rule(50, clause("第12項", "art. 12")),
    liability_counters=unstated(Payer.DISCARDER, Text("積み棒についての記載なし", "the text is silent on counters")),
    liability_only_its_yakuman=Rule(
        True, clause("第12項・第13項", "art. 12, 13"), Text("役満は一つしか払われない", "only one yakuman is ever paid")
    ),
    open_kong_rinshan_liability=Rule(False, clause("第11項", "art. 11")),
)

_RIICHI: Final = RiichiChapter(
    riichi_tiles_left=unstated(0, Text("原文に記載なし", "the text is silent")),
    riichi_by_haitei_drawer=unstated(Wrong.ALLOWED, Text("原文に記載なし", "the text is silent")),
    riichi_below_stick=unstated(True, Text("原文に記載なし", "the text is silent")),
    riichi_on_dead_wait=unstated(True, Text("原文に記載なし", "the text is silent")),
    riichi_taken_back=_usual(TakingBack.NEVER),
    riichi_needs_all_three_acts=_usual(True),
    called_tile_next_sideways=_usual(True),
    riichi_stands_when_tile_ronned=_usual(False),
    riichi_kong=Rule(RiichiKong.SETS, clause("第14項", "art. 14")),
    left_sticks=Rule(LeftSticks.NOBODY, clause("第4項", "art. 4")),
    noten_riichi=Rule(NotenRiichi.CHOMBO_AT_DRAW, clause("第14項", "art. 14")),
    noten_riichi_points=Rule(0, clause("第14項", "art. 14")),
    kong_after_haitei=_usual(False),
    call_on_houtei=_usual(False),
    most_kongs=_usual(4),
    kong_only_on_own_draw=_usual(True),
    kong_dora_shown=_usual(KongDoraShown.WHEN_CONFIRMED),
    open_kong_dora_shown=_usual(KongDoraShown.WHEN_CONFIRMED),
)

_FLOW: Final = FlowChapter(
    players=_usual(4),
    winds_played=Rule(2, clause("第1項", "art. 1")),
    clock_minutes=Rule(50, clause("第1項", "art. 1")),
    clock_announced_at=unstated(None, Text("告知の記載なし", "no announcement is written")),
    dealer_stays_on_win=Rule(True, clause("第4項", "art. 4")),
    dealer_stays_on_tenpai=Rule(True, clause("第4項", "art. 4")),
    winds_extended=Rule(0, clause("第1項", "art. 1")),
    **shared.NO_EXTENSION,
    dealer_may_stop=Rule(
        False,
        clause("第4項", "art. 4"),
        Text("オーラスの終わりは親のノーテンのみ記載", "only a noten dealer ends the last round; no choice is printed"),
    ),
    **shared.NO_STOP,
    ends_below_zero=unstated(False, Text("採用の記載なし", "not listed")),
    bust_at_zero=unstated(False, Text("トビ終了がないため対象外", "never asked, points below zero end no game")),
    aborted_rounds=Rule(False, clause("第8項", "art. 8")),
    abortive_draws=Rule((), clause("第8項", "art. 8")),
    **shared.NO_ABORTIVE_DRAW,
    noten_payment=Rule(3000, clause("第4項", "art. 4")),
    tenpai_needs_yaku=Rule(False, clause("第7項", "art. 7")),
    tenpai_holding_all_waits=Rule(False, clause("第7項", "art. 7")),
    melds_hold_waits=unstated(
        True, Text("原文に記載なし、日本プロ麻雀協会の規定に準ずる", "the text is silent; as npm-2008")
    ),
    tenpai_shown=Rule(TenpaiShown.BY_SHOWING, clause("作法9", "manners 9")),
    tenpai_order=unstated(TenpaiOrder.ANY, Text("原文に記載なし", "the text is silent")),
    counter_on_dealer_win=Rule(True, clause("第4項", "art. 4")),
    counter_on_draw_dealer_stays=Rule(True, clause("第4項", "art. 4")),
    counter_on_draw_dealer_passes=unstated(
        True, Text("第4項は連荘についてのみ記載", "art. 4 prints the dealer's stay only")
    ),
    counters_cleared_by_child_win=_usual(True),
    nagashi_is_win=Rule(True, clause("第8項", "art. 8"), Text("流し満貫なし", "there is no nagashi mangan")),
    round_begins=_usual(RoundBegins.DISCARD_OR_CONCEALED_KONG),
    points_declared_before_last=unstated(False, Text("採用の記載なし", "not listed")),
)

_SETTLEMENT: Final = SettlementChapter(
    start_points=Rule(30_000, clause("第2項", "art. 2")),
    return_points=Rule(30_000, clause("第2項・記録", "art. 2, records")),
    rank_points=Rule((0, 0, 0, 0), clause("記録", "records")),
    rank_points_by_floating=Rule((), clause("記録", "records")),
    floating_at_return=Rule(
        False,
        clause("第3項", "art. 3"),
        Text(
            "「30,000点以下」の扱いから、ちょうど30,000点は浮きとしない",
            "no deduction at 30,000 is read as not above it",
        ),
    ),
    oka=Rule(False, clause("第2項・記録", "art. 2, records")),
    floating_bonus=Rule(
        False,
        clause("第3項", "art. 3"),
        Text(
            "条文は抹消、記録方法に浮き加点の語が残る（既定は不採用）",
            "the clause is struck through, the records still name the bonus; off by default",
        ),
    ),
    floating_bonus_points=Rule(shared.FLOATING_BONUS, clause("第3項", "art. 3")),
    ties=Rule(Ties.SHARED, clause("第3項", "art. 3")),
    rounding_to_record=Rule(Rounding.POINTS, clause("記録", "records")),
    round_below_zero_by_magnitude=_usual(True),
    surplus=Rule(Surplus.FROM_TOP, clause("記録", "records")),
    total_counts_columns=Rule(
        True,
        clause("記録", "records"),
        Text("持ち点・罰符欄・供託欄で120,000点", "scores, penalty column and stick column make up the 120,000"),
    ),
    wrong_declared_ranked_below=unstated(False, Text("採用の記載なし", "not listed")),
)

_PENALTIES: Final = PenaltiesChapter(
    chombo_cost=Rule(ChomboCost.TO_NOBODY, clause("罰則・チョンボ", "penalties, chombo")),
    chombo_points=Rule(12_000, clause("罰則・チョンボ", "penalties, chombo")),
    chombo_counter_points=Rule(0, clause("罰則・チョンボ", "penalties, chombo")),
    after_chombo=Rule(AfterChombo.REPLAY, clause("罰則・チョンボ", "penalties, chombo")),
    after_chombo_dealer_tenpai=Rule(AfterChombo.REPLAY, clause("罰則・チョンボ", "penalties, chombo")),
    chombo_sticks=Rule(ChomboSticks.BACK, clause("罰則・チョンボ", "penalties, chombo")),
    chombo_forgiven_by_win=Rule(True, clause("第10項", "art. 10")),
    every_offender_pays=_usual(True),
    too_many_tiles=unstated(
        Penalty.LOSES_RIGHT, Text("原文に記載なし、日本プロ麻雀協会の規定に準ずる", "the text is silent; as npm-2008")
    ),
    too_few_tiles=unstated(
        Penalty.LOSES_RIGHT, Text("原文に記載なし、日本プロ麻雀協会の規定に準ずる", "the text is silent; as npm-2008")
    ),
    early_draw=unstated(Penalty.NOTE, Text("原文に記載なし", "the text is silent")),
    wrong_draw=unstated(Penalty.REFEREE, Text("原文に記載なし", "the text is silent")),
    riichi_no_points=unstated(
        Penalty.REFEREE, Text("その場合のリーチは禁じられていない", "riichi is not refused there")
    ),
    riichi_dead_wait=unstated(
        Penalty.REFEREE, Text("その場合のリーチは禁じられていない", "riichi is not refused there")
    ),
    riichi_kong_illegal=unstated(
        Penalty.REFEREE, Text("禁止とあるが罰の記載なし", "forbidden; the text names no penalty")
    ),
    wrong_meld=Rule(
        Penalty.LOSES_RIGHT,
        clause("罰則・権利の喪失", "penalties, lost right"),
        Text("誤った鳴きは誤発声と読む", "a wrong call is read as a false voice"),
    ),
    wrong_meld_correctable=unstated(False, Text("原文に記載なし", "the text is silent")),
    empty_call=Rule(Penalty.LOSES_RIGHT, clause("罰則・権利の喪失", "penalties, lost right")),
    pot_fine=Rule(0, clause("罰則", "penalties")),
    false_win_by_voice=Rule(Penalty.LOSES_RIGHT, clause("罰則・権利の喪失", "penalties, lost right")),
    false_win_shown=Rule(Penalty.CHOMBO, clause("罰則・チョンボ", "penalties, chombo")),
    hand_opened=Rule(Penalty.CHOMBO, clause("罰則・チョンボ", "penalties, chombo")),
    win_scrambled=unstated(Penalty.REFEREE, Text("原文に記載なし", "the text is silent")),
    wall_broken=Rule(Penalty.CHOMBO, clause("罰則・チョンボ", "penalties, chombo")),
    after_lost_right=Rule(Penalty.UNDONE, clause("罰則・権利の喪失2", "penalties, lost right 2")),
    lost_right_is_noten=Rule(True, clause("罰則・権利の喪失", "penalties, lost right")),
    call_then_ron_stands=Rule(True, clause("罰則・権利の喪失", "penalties, lost right")),
    may_settle_among_players=Rule(False, clause("作法5-1", "manners 5-1")),
    payments_put_right_after_game=unstated(False, Text("原文に記載なし", "the text is silent")),
)

_EVENT: Final = EventChapter(
    games=Rule(4, clause("第1項", "art. 1")),
    event_ties=Rule((TieBreak.WIN_RATE, TieBreak.BEST_GAMES), clause("記録・同点1・2", "records, ties 1, 2")),
    qualifiers=unstated(0, Text("勝ち上がりの記載なし", "no qualification is written")),
    last_game_by_standing=unstated(False, Text("席は割り当てられる（第1項）", "the seats are assigned (art. 1)")),
    every_wind_once=Rule(True, clause("第1項", "art. 1")),
    win_rate_all_drawn=unstated(
        50, Text("勝ちも負けもないときは二分の一と読む", "no win and no loss are read as one half")
    ),
)

_MANNERS: Final = (
    MannerRule(Manner.VOICE_UNCLEAR, clause("作法4", "manners 4")),
    MannerRule(Manner.CALL_ORDER, clause("作法4・6", "manners 4, 6")),
    MannerRule(Manner.TILE_NAMED, clause("作法7", "manners 7")),
    MannerRule(Manner.SLAMMED, clause("作法7", "manners 7")),
    MannerRule(Manner.HAND_LOWERED, clause("作法8", "manners 8")),
    MannerRule(Manner.HAND_UNSORTED, clause("作法8", "manners 8")),
    MannerRule(Manner.NOTEN_LEFT_UP, clause("作法9・手積み1-1", "manners 9, hand-built 1-1")),
    MannerRule(Manner.TALK, clause("作法5-1・5-2", "manners 5-1, 5-2")),
    MannerRule(Manner.GREETING, clause("作法1・記録2", "manners 1, records 2")),
    MannerRule(Manner.POSTURE, clause("作法5-4", "manners 5-4")),
    MannerRule(Manner.CONDUCT, clause("作法5", "manners 5")),
    MannerRule(Manner.PAYMENT_UNCLEAR, clause("作法5-3", "manners 5-3")),
    MannerRule(Manner.STICKS_PUT_AWAY, clause("記録2", "records 2")),
    MannerRule(Manner.MIXED_FACE_UP, clause("作法2・手積み1-3・2-1", "manners 2, hand-built 1-3, 2-1")),
    MannerRule(Manner.BUILT_EARLY, clause("作法2・手積み2-3", "manners 2, hand-built 2-3")),
    MannerRule(Manner.WALLS_APART, clause("作法3・手積み3-6", "manners 3, hand-built 3-6")),
    MannerRule(Manner.DICE_AT_WALL, clause("作法3・手積み4-1", "manners 3, hand-built 4-1")),
    MannerRule(Manner.DICE_LEFT, clause("作法3・手積み4-3", "manners 3, hand-built 4-3")),
    MannerRule(Manner.WAIT_VOICE, clause("罰則・権利の喪失1", "penalties, lost right 1"), Penalty.LOSES_RIGHT),
)

_TABLE: Final = TableChapter(
    seating=Rule(Seating.ASSIGNED, clause("第1項", "art. 1")),
    set_presser=_usual(SetPresser.NEXT_DEALER),
    set_by_wrong_seat=_usual(shared.NOTE_ONLY),
    set_before_settled=Rule(
        shared.LOCK_TABLE,
        clause("手積み1-1", "hand-built 1-1"),
        Text("点数申告が先とあるが処置の記載なし", "points are declared first; no remedy is named"),
    ),
    hand_stacked_only=Rule(
        True,
        clause("手積み1～4", "hand-built 1 to 4"),
        Text("手積みの手順のみが書かれている", "the set-up is written for hand-built walls alone"),
    ),
    rolls=Rule(
        1,
        clause("手積み4-1", "hand-built 4-1"),
        Text("親が振るとあるが回数の記載なし", "the dealer rolls; the number of rolls is not printed"),
    ),
    rolls_hand_stacked=Rule(
        1,
        clause("手積み4-1", "hand-built 4-1"),
        Text("親が振るとあるが回数の記載なし", "the dealer rolls; the number of rolls is not printed"),
    ),
    dice_before_walls=_usual(shared.ROLL_AGAIN),
    imperfect_roll=_usual(shared.ROLL_AGAIN),
    break_opening=unstated(Opening.FIRST_DISCARD, Text("処置の記載なし", "the text names no remedy")),
    wrong_break_before=unstated(shared.ASK_REFEREE, Text("処置の記載なし", "the text names no remedy")),
    wrong_break_after=unstated(shared.ASK_REFEREE, Text("処置の記載なし", "the text names no remedy")),
    dora_stack=_usual(3),
    dora_opening=unstated(Opening.FIRST_DISCARD, Text("処置の記載なし", "the text names no remedy")),
    wrong_dora_before=unstated(shared.ASK_REFEREE, Text("処置の記載なし", "the text names no remedy")),
    wrong_dora_after=unstated(shared.ASK_REFEREE, Text("処置の記載なし", "the text names no remedy")),
    dora_turner=_usual(DoraTurner.FACING_PLAYER),
    replacement_lowered=Rule(True, clause("作法3", "manners 3")),
    dead_wall=_usual(14),
    wrong_dealer=unstated(shared.ASK_REFEREE, Text("処置の記載なし", "the text names no remedy")),
    river_row=Rule(6, clause("作法7", "manners 7")),
    manners=Rule(_MANNERS, clause("作法1-9・手積み1～4", "manners 1-9, hand-built 1 to 4")),
    **shared.acts(
        wrong_roller=Rule(shared.NOTE_ONLY, clause("手積み4-1", "hand-built 4-1")),
        break_by_child=Rule(shared.NOTE_ONLY, clause("手積み4-2", "hand-built 4-2")),
        discard_before_ready=Rule(shared.NOTE_ONLY, clause("作法3・手積み4-2", "manners 3, hand-built 4-2")),
    ),
)

KENKO_2022: Final = Rulebook(
    id="kenko-2022",
    ja="全日本健康麻将選手権",
    en="All-Japan Kenko Mahjong Championship",
    edition="2022.0",
    scoring=_SCORING,
    claims=_CLAIMS,
    riichi=_RIICHI,
    flow=_FLOW,
    settlement=_SETTLEMENT,
    penalties=_PENALTIES,
    event=_EVENT,
    table=_TABLE,
)
