"""tomioka: rules of 富岡麻雀交流大会. Clauses name list and number: basic 6, riichi 4, yaku 14."""

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
from controller.rulebooks.schema.scoring import MissingShare, ScoringChapter, YakuRule
from controller.rulebooks.schema.settlement import Rounding, SettlementChapter, Surplus, Ties
from controller.rulebooks.schema.table import DoraTurner, Opening, Seating, SetPresser, TableChapter
from controller.text import Text

T = TypeVar("T")


def _usual(value: T) -> Rule[T]:
    return unstated(value, Text("原文に記載なし、日本プロ麻雀協会の規定に準ずる", "the text is silent; as npm-2008"))


_LIST: Final = clause("役", "yaku")
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
    "DAISUUSHII": 32,
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
        for yaku in shared.yaku_list({yaku: _LIST.at(Text(f"{place}", f"{place}")) for yaku, place in _PLACES.items()})
        if yaku.id != "DAISUUSHII"
    ),
    YakuRule("DAISUUSHII", 0, 0, 2, clause("役32", "yaku 32")),
    YakuRule("KOKUSHI_JUUSANMEN", 0, 0, 2, clause("役27", "yaku 27")),
    YakuRule("SUUANKOU_TANKI", 0, 0, 2, clause("役28", "yaku 28")),
    YakuRule("JUNSEI_CHUUREN", 0, 0, 2, clause("役35", "yaku 35")),
    YakuRule(
        "RENHOU",
        0,
        0,
        1,
        clause("役39", "yaku 39"),
        Text(
            "鳴きの影響の記載なし、鳴きがあれば無効", "what a call before it does is not printed; it voids the yakuman"
        ),
    ),
)

_SCORING: Final = ScoringChapter(
    minimum_han=Rule(
        1,
        clause("役1-39", "yaku 1-39"),
        Text(
            "一覧の役はすべて一翻以上で、それより多くを求めない",
            "every listed yaku has at least one han; no more is asked",
        ),
    ),
    ba_zoro=unstated(0, Text("言及なし、点数表は通例による", "not mentioned; tables as usual")),
    yaku=Rule(_YAKU, clause("役1-39", "yaku 1-39")),
    fu=Rule(
        shared.fu_table(clause("点数1・4・5（通例どおり）", "points 1, 4, 5 (as usual)")),
        clause("点数1・4・5（通例どおり）", "points 1, 4, 5 (as usual)"),
        Text("符の表の記載なし、日本プロ麻雀協会の規定に準ずる", "no fu table is printed; as npm-2008"),
    ),
    han_table=Rule((), clause("点数1", "points 1")),
    double_wind_pair=Rule(2, clause("点数4", "points 4")),
    pinfu_tsumo=Rule(True, clause("役3", "yaku 3")),
    open_pinfu=Rule(10, clause("役4", "yaku 4")),
    seven_pairs=Rule(25, clause("役14", "yaku 14")),
    replacement_tsumo_fu=Rule(True, clause("点数5・カン2", "points 5, kan 2")),
    base_power=Rule(2, clause("点数1", "points 1")),
    rounding=Rule(100, clause("点数1", "points 1")),
    kiriage_30_fu_4_han=Rule(False, clause("点数1", "points 1")),
    kiriage_60_fu_3_han=unstated(
        False,
        Text(
            "原文に記載なし、30符4翻は切り上げない（点数1）",
            "the text is silent; points 1 refuses it at 30 fu 4 han",
        ),
    ),
    limits=Rule(
        shared.USUAL_LIMITS,
        clause("点数2（三倍満・ほかは通例どおり）", "points 2 (sanbaiman; the rest as usual)"),
        Text("十一翻未満の区分の記載なし、通例による", "below eleven han no limit is printed; as is usual"),
        range(11, 99),
    ),
    counted_yakuman=Rule(None, clause("点数2", "points 2")),
    yakuman_points=Rule(8000, clause("点数3", "points 3")),
    most_yakuman=Rule(
        None,
        clause("点数3", "points 3"),
        Text("四倍以上の記載なし、合計する", "more than three yakuman together are not printed; they add up"),
        range(2, 4),
    ),
    red_fives=Rule((0, 0, 0), clause("基本4a", "basic 4a")),
    open_tanyao=Rule(True, clause("基本1", "basic 1")),
    late_yaku=Rule(True, clause("基本1", "basic 1")),
    ippatsu=Rule(True, clause("基本3", "basic 3")),
    dora=unstated(
        True, Text("原文に記載なし、基本3がドラを前提とする", "the text is silent; basic 3 presupposes dora")
    ),
    ura_dora=Rule(True, clause("基本3", "basic 3")),
    kan_dora=Rule(True, clause("基本3・カン1", "basic 3, kan 1")),
    kan_ura=Rule(True, clause("基本3・カン1", "basic 3, kan 1")),
    north_dora=unstated(False, Text("四人で打つため問われない", "never asked, four play")),
    ippatsu_with_rinshan=Rule(False, clause("役11", "yaku 11")),
    ippatsu_with_chankan=Rule(True, clause("役11", "yaku 11")),
    haitei_with_rinshan=Rule(False, clause("カン4", "kan 4")),
    highest_reading=_usual(True),
    mixed_in_loses_wait=unstated(False, Text("原文に記載なし", "the text is silent")),
    ryuuiisou_needs_hatsu=Rule(False, clause("役34", "yaku 34")),
    tsuuiisou_in_seven_pairs=Rule(True, clause("役30", "yaku 30")),
    missing_share=unstated(MissingShare.LOST, Text("四人で打つため問われない", "never asked, four play")),
    counter_value=_usual(300),
    riichi_stick=Rule(1000, clause("役2", "yaku 2")),
    nagashi_mangan=unstated(False, Text("採用の記載なし", "not listed")),
)

_CLAIMS: Final = ClaimsChapter(
    several_rons=Rule(SeveralRons.NEAREST, clause("基本6", "basic 6")),
    several_rons_pot_to_nearest=Rule(True, clause("基本6", "basic 6")),
    claim_order=_usual(ClaimOrder.WIN_SET_CHOW),
    kokushi_robs_concealed_kong=Rule(True, clause("カン3", "kan 3")),
    own_discard_furiten=Rule(True, clause("フリテン2", "furiten 2")),
    same_turn_furiten_ends=Rule(
        FuritenEnd.OWN_TILE,
        clause("フリテン1", "furiten 1"),
        Text("「同巡」は 日本プロ麻雀協会の規定のとおり読む", "the same go-around is read as npm-2008 has it"),
    ),
    may_pass_after_riichi=Rule(True, clause("リーチ2", "riichi 2")),
    thirteen_wait_ignores_furiten=unstated(False, Text("原文に記載なし", "the text is silent")),
    swap_calling=Rule(
        Wrong.LOSES_RIGHT,
        clause("基本2", "basic 2"),
        Text("禁止とあるが罰の記載なし", "forbidden; the text names no penalty"),
    ),
    slide_calling=Rule(
        Wrong.LOSES_RIGHT,
        clause("基本2", "basic 2"),
        Text("禁止とあるが罰の記載なし", "forbidden; the text names no penalty"),
    ),
    liability=Rule(("DAISANGEN", "DAISUUSHII", "SUUKANTSU"), clause("包1", "pao 1")),
    liability_trigger=Rule(LiabilityTrigger.PON_OR_KONG, clause("包1", "pao 1")),
    liability_counts_concealed_kongs=Rule(
        True,
        clause("包1", "pao 1"),
        Text(
            "確定させる牌とあり、先の面子には触れていない",
            "the tile that settles the yakuman; earlier sets are not told",
        ),
    ),
    liability_ron_percent=Rule(50, clause("包1", "pao 1")),
    liability_counters=Rule(Payer.DISCARDER, clause("包1", "pao 1")),
    liability_only_its_yakuman=Rule(
        True, clause("包1", "pao 1"), Text("複合した役満には触れていない", "no word on another yakuman on top")
    ),
    open_kong_rinshan_liability=Rule(False, clause("カン2", "kan 2")),
)

_RIICHI: Final = RiichiChapter(
    riichi_tiles_left=Rule(0, clause("リーチ5", "riichi 5")),
    riichi_by_haitei_drawer=Rule(Wrong.LOSES_RIGHT, clause("リーチ6", "riichi 6")),
    riichi_below_stick=unstated(True, Text("持ち点の条件の記載なし", "no condition on points is written")),
    riichi_on_dead_wait=unstated(True, Text("待ちの条件の記載なし", "no condition on the waits is written")),
    riichi_taken_back=Rule(TakingBack.UNTIL_OWN_DISCARD, clause("リーチ1", "riichi 1")),
    riichi_needs_all_three_acts=Rule(True, clause("役2", "yaku 2")),
    called_tile_next_sideways=_usual(True),
    riichi_stands_when_tile_ronned=Rule(False, clause("役2", "yaku 2")),
    riichi_kong=Rule(RiichiKong.SETS_AND_YAKU, clause("カン5", "kan 5")),
    left_sticks=Rule(LeftSticks.NOBODY, clause("リーチ4", "riichi 4")),
    noten_riichi=Rule(NotenRiichi.CHOMBO_AT_DRAW, clause("リーチ3", "riichi 3")),
    noten_riichi_points=Rule(0, clause("リーチ3", "riichi 3")),
    kong_after_haitei=_usual(False),
    call_on_houtei=_usual(False),
    most_kongs=Rule(4, clause("役36", "yaku 36")),
    kong_only_on_own_draw=_usual(True),
    kong_dora_shown=_usual(KongDoraShown.WHEN_CONFIRMED),
    open_kong_dora_shown=_usual(KongDoraShown.WHEN_CONFIRMED),
)

_FLOW: Final = FlowChapter(
    players=_usual(4),
    winds_played=unstated(
        2,
        Text(
            "25,000点持ちと順位点は東南戦のもの、長さの記載なし",
            "25,000 points and rank points are those of an East-South game; the length is not printed",
        ),
    ),
    clock_minutes=unstated(None, Text("制限時間の記載なし", "no clock is written")),
    clock_announced_at=unstated(None, Text("制限時間の記載なし", "no clock is written")),
    dealer_stays_on_win=_usual(True),
    dealer_stays_on_tenpai=Rule(True, clause("連荘1", "renchan 1")),
    winds_extended=unstated(0, Text("採用の記載なし", "not listed")),
    **shared.NO_EXTENSION,
    dealer_may_stop=Rule(False, clause("基本8", "basic 8")),
    **shared.NO_STOP,
    ends_below_zero=Rule(False, clause("基本9・10", "basic 9, 10")),
    bust_at_zero=unstated(False, Text("トビ終了がないため対象外", "never asked, points below zero end no game")),
    aborted_rounds=Rule(False, clause("連荘3", "renchan 3")),
    abortive_draws=Rule((), clause("連荘3", "renchan 3")),
    **shared.NO_ABORTIVE_DRAW,
    noten_payment=Rule(3000, clause("基本4", "basic 4")),
    tenpai_needs_yaku=Rule(False, clause("連荘2", "renchan 2")),
    tenpai_holding_all_waits=_usual(False),
    melds_hold_waits=_usual(True),
    tenpai_shown=unstated(TenpaiShown.BY_SHOWING, Text("原文に記載なし", "the text is silent")),
    tenpai_order=unstated(TenpaiOrder.ANY, Text("原文に記載なし", "the text is silent")),
    counter_on_dealer_win=_usual(True),
    counter_on_draw_dealer_stays=_usual(True),
    counter_on_draw_dealer_passes=_usual(True),
    counters_cleared_by_child_win=_usual(True),
    nagashi_is_win=unstated(True, Text("流し満貫の記載なし", "nagashi mangan is not listed")),
    round_begins=_usual(RoundBegins.DISCARD_OR_CONCEALED_KONG),
    points_declared_before_last=unstated(False, Text("採用の記載なし", "not listed")),
)

_SETTLEMENT: Final = SettlementChapter(
    start_points=Rule(25_000, clause("順位1", "rank 1")),
    return_points=Rule(30_000, clause("順位1", "rank 1")),
    rank_points=Rule((20, 10, -10, -20), clause("順位3", "rank 3")),
    rank_points_by_floating=Rule((), clause("順位3", "rank 3")),
    floating_at_return=unstated(
        False,
        Text(
            "浮き人数で決まるものがないため対象外（全日本健康麻将選手権の規則に準ずる）",
            "never asked, nothing depends on the players above; as kenko-2022",
        ),
    ),
    oka=Rule(True, clause("順位2", "rank 2")),
    floating_bonus=unstated(False, Text("採用の記載なし", "not listed")),
    floating_bonus_points=unstated(
        shared.FLOATING_BONUS,
        Text(
            "不採用（採用するなら全日本健康麻将選手権の規則に準ずる）",
            "off here; as kenko-2022 where a house switches it on",
        ),
    ),
    ties=_usual(Ties.SHARED),
    rounding_to_record=Rule(Rounding.FIVE_DOWN_SIX_UP, clause("順位4", "rank 4")),
    round_below_zero_by_magnitude=unstated(
        True,
        Text(
            "マイナスの端数には触れていない、絶対値で丸める",
            "no word on points below zero; rounded as their magnitude is",
        ),
    ),
    surplus=Rule(Surplus.FROM_TOP, clause("順位4", "rank 4")),
    total_counts_columns=Rule(False, clause("順位4", "rank 4")),
    wrong_declared_ranked_below=unstated(False, Text("採用の記載なし", "not listed")),
)

_PENALTIES: Final = PenaltiesChapter(
    chombo_cost=Rule(
        ChomboCost.TO_OTHERS,
        clause("フリテン5", "furiten 5"),
        Text("満貫払いとのみある、ツモと同じく払う", "a mangan, paid as on tsumo; to whom is not printed"),
    ),
    chombo_points=Rule(8000, clause("フリテン5", "furiten 5")),
    chombo_counter_points=unstated(0, Text("原文に記載なし", "the text is silent")),
    after_chombo=unstated(AfterChombo.REPLAY, Text("原文に記載なし", "the text is silent")),
    after_chombo_dealer_tenpai=unstated(AfterChombo.REPLAY, Text("原文に記載なし", "the text is silent")),
    chombo_sticks=unstated(ChomboSticks.BACK, Text("原文に記載なし", "the text is silent")),
    chombo_forgiven_by_win=unstated(False, Text("原文に記載なし", "the text is silent")),
    every_offender_pays=_usual(True),
    too_many_tiles=Rule(Penalty.LOSES_RIGHT, clause("フリテン4", "furiten 4")),
    too_few_tiles=Rule(Penalty.LOSES_RIGHT, clause("フリテン4", "furiten 4")),
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
    wrong_meld=Rule(Penalty.LOSES_RIGHT, clause("フリテン4", "furiten 4")),
    wrong_meld_correctable=Rule(
        False, clause("フリテン4", "furiten 4"), Text("訂正できるとの記載なし", "no chance to put it right is printed")
    ),
    empty_call=unstated(
        Penalty.LOSES_RIGHT,
        Text(
            "錯行為のみ記載（フリテン4）、空行為には触れていない",
            "the text names wrong calls (furiten 4), not empty ones",
        ),
    ),
    pot_fine=unstated(0, Text("原文に記載なし", "the text is silent")),
    false_win_by_voice=Rule(Penalty.LOSES_RIGHT, clause("フリテン3", "furiten 3")),
    false_win_shown=Rule(Penalty.CHOMBO, clause("フリテン3", "furiten 3")),
    hand_opened=Rule(
        Penalty.CHOMBO,
        clause("フリテン3", "furiten 3"),
        Text("誤ロン・誤ツモについてのみ記載", "the text names false wins only"),
    ),
    win_scrambled=unstated(Penalty.REFEREE, Text("原文に記載なし", "the text is silent")),
    wall_broken=unstated(Penalty.REFEREE, Text("原文に記載なし", "the text is silent")),
    after_lost_right=unstated(Penalty.UNDONE, Text("原文に記載なし", "the text is silent")),
    lost_right_is_noten=Rule(
        True,
        clause("リーチ6", "riichi 6"),
        Text("河底牌のリーチについてのみ記載", "printed for riichi on the last discard only"),
    ),
    call_then_ron_stands=unstated(False, Text("採用の記載なし", "not listed")),
    may_settle_among_players=unstated(False, Text("原文に記載なし", "the text is silent")),
    payments_put_right_after_game=unstated(False, Text("原文に記載なし", "the text is silent")),
)

_TABLE: Final = TableChapter(
    seating=unstated(Seating.WINDS_DRAWN, Text("原文に記載なし", "the text is silent")),
    set_presser=_usual(SetPresser.NEXT_DEALER),
    set_by_wrong_seat=_usual(shared.NOTE_ONLY),
    set_before_settled=_usual(shared.LOCK_TABLE),
    hand_stacked_only=unstated(False, Text("原文に記載なし", "the text is silent")),
    rolls=Rule(1, clause("基本7", "basic 7")),
    rolls_hand_stacked=Rule(1, clause("基本7", "basic 7")),
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
    replacement_lowered=_usual(True),
    dead_wall=Rule(14, clause("基本5", "basic 5")),
    wrong_dealer=unstated(shared.ASK_REFEREE, Text("処置の記載なし", "the text names no remedy")),
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
