"""teikoku: the rules that 麻雀帝国 recommends. Clauses read chapter-article: art. 4-5 is chapter 4, article 5."""

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

_NO_HAN: Final = Text("第五章第二条に翻数の記載なし", "art. 5-2 prints no han")


def _usual(value: T) -> Rule[T]:
    return unstated(value, Text("原文に記載なし、日本プロ麻雀協会の規定に準ずる", "the text is silent; as npm-2008"))


_YAKU: Final = shared.yaku_list(
    {
        **dict.fromkeys(
            ("IPPATSU", "DOUBLE_RIICHI", "CHANKAN", "RINSHAN", "HAITEI", "HOUTEI"), clause("第5章第2条", "art. 5-2")
        ),
        "IPPATSU": clause("第3章第7条・第5章第2条", "art. 3-7, 5-2"),
        "": clause("第5章第1条", "art. 5-1"),
    },
    unstated=dict.fromkeys(("CHANKAN", "RINSHAN", "HAITEI", "HOUTEI", "DOUBLE_RIICHI"), _NO_HAN),
    open_unstated=Text("第五章第一条に鳴いたときの翻数の記載なし", "art. 5-1 prints no value for an open hand"),
)

_SCORING: Final = ScoringChapter(
    minimum_han=Rule(1, clause("第2章第11条", "art. 2-11")),
    ba_zoro=Rule(2, clause("第5章第3条", "art. 5-3")),
    yaku=Rule(_YAKU, clause("第5章第1条・第5章第2条", "art. 5-1, 5-2")),
    fu=_usual(shared.fu_table(silence("日本プロ麻雀協会の規定第42条に準ずる", "as npm-2008 art. 42"))),
    han_table=Rule((), clause("第5章第3条", "art. 5-3")),
    double_wind_pair=_usual(2),
    pinfu_tsumo=_usual(True),
    open_pinfu=_usual(10),
    seven_pairs=_usual(25),
    replacement_tsumo_fu=_usual(True),
    base_power=Rule(
        2,
        clause("第5章第3条", "art. 5-3"),
        Text("計算式の記載なし、通例による", "the formula is not printed; as is usual"),
    ),
    rounding=Rule(
        100,
        clause("第5章第3条", "art. 5-3"),
        Text("切り上げの記載なし、通例による", "rounding is not printed; as is usual"),
    ),
    kiriage_30_fu_4_han=Rule(True, clause("第5章第3条", "art. 5-3")),
    kiriage_60_fu_3_han=Rule(False, clause("第5章第3条", "art. 5-3")),
    limits=Rule(
        shared.USUAL_LIMITS,
        clause("第5章第3条", "art. 5-3"),
        Text(
            "四翻未満の満貫の記載なし、基本点2000から満貫",
            "below four han no limit is printed; as mangan from 2,000 on",
        ),
        range(4, 99),
    ),
    counted_yakuman=Rule(13, clause("第5章第3条", "art. 5-3")),
    yakuman_points=Rule(8000, clause("第5章第3条", "art. 5-3")),
    most_yakuman=unstated(None, Text("原文に記載なし、役満は複合する", "the text is silent; yakuman add up")),
    red_fives=unstated((0, 0, 0), Text("赤五の記載なし", "the text names no red fives")),
    open_tanyao=unstated(
        True, Text("原文に記載なし、断么九に条件がない", "the text is silent; tanyao is listed without a condition")
    ),
    late_yaku=unstated(True, Text("原文に記載なし", "the text is silent")),
    ippatsu=Rule(True, clause("第3章第7条", "art. 3-7")),
    dora=Rule(True, clause("第2章第3条", "art. 2-3")),
    ura_dora=Rule(
        True,
        clause("第2章第3条", "art. 2-3"),
        Text("リーチ時のみとの記載なし", "that they count after riichi only is not printed"),
    ),
    kan_dora=Rule(True, clause("第2章第3条", "art. 2-3")),
    kan_ura=Rule(True, clause("第2章第3条", "art. 2-3")),
    north_dora=unstated(False, Text("四人で打つため問われない", "never asked, four play")),
    ippatsu_with_rinshan=unstated(
        False,
        Text("カンにより第三章第七条の純粋な一巡が終わる", "the kong ends the uninterrupted go-around of art. 3-7"),
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
    counter_value=Rule(300, clause("第1章第7条", "art. 1-7")),
    riichi_stick=Rule(1000, clause("第3章第1条", "art. 3-1")),
    nagashi_mangan=Rule(True, clause("第5章第2条", "art. 5-2")),
)

_CLAIMS: Final = ClaimsChapter(
    several_rons=Rule(SeveralRons.NEAREST, clause("第2章第13条", "art. 2-13")),
    several_rons_pot_to_nearest=Rule(True, clause("第2章第13条", "art. 2-13")),
    claim_order=Rule(ClaimOrder.EARLIER_CALL, clause("第2章第14条", "art. 2-14")),
    kokushi_robs_concealed_kong=unstated(False, Text("原文に記載なし", "the text is silent")),
    own_discard_furiten=Rule(True, clause("第2章第12条", "art. 2-12")),
    same_turn_furiten_ends=Rule(FuritenEnd.OWN_DISCARD, clause("第2章第12条", "art. 2-12")),
    may_pass_after_riichi=Rule(True, clause("第2章第12条・第3章第4条", "art. 2-12, 3-4")),
    thirteen_wait_ignores_furiten=unstated(False, Text("第二章第十二条に例外なし", "no exception to art. 2-12")),
    swap_calling=unstated(Wrong.ALLOWED, Text("原文に記載なし", "the text is silent")),
    slide_calling=unstated(Wrong.ALLOWED, Text("原文に記載なし", "the text is silent")),
    liability=Rule(("DAISANGEN", "DAISUUSHII"), clause("第4章第5条", "art. 4-5")),
    liability_trigger=Rule(
        LiabilityTrigger.PON_OR_KONG,
        clause("第4章第5条", "art. 4-5"),
        Text("ポンのみ記載、大明槓も同じとする", "only pon is printed; an open kong the same"),
    ),
    liability_counts_concealed_kongs=Rule(
        True,
        clause("第4章第5条", "art. 4-5"),
        Text("先の面子は副露とあるが、暗槓も数える", "the earlier sets are exposed; a concealed kong counts"),
    ),
    liability_ron_percent=Rule(50, clause("第4章第5条", "art. 4-5")),
    liability_counters=unstated(Payer.DISCARDER, Text("積み棒についての記載なし", "the text is silent on counters")),
    liability_only_its_yakuman=Rule(
        True,
        clause("第4章第5条", "art. 4-5"),
        Text("「その役満」とあり、複合した役満には触れていない", "it says that yakuman; no word on another on top"),
    ),
    open_kong_rinshan_liability=unstated(
        False, Text("原文に記載なし、三人で払う", "the text is silent; everyone pays")
    ),
)

_RIICHI: Final = RiichiChapter(
    riichi_tiles_left=Rule(4, clause("第3章第3条", "art. 3-3")),
    riichi_by_haitei_drawer=Rule(Wrong.LOSES_RIGHT, clause("第3章第3条・第4章第2条", "art. 3-3, 4-2")),
    riichi_below_stick=Rule(False, clause("第3章第3条", "art. 3-3")),
    riichi_on_dead_wait=Rule(False, clause("第3章第3条・第4章第1条", "art. 3-3, 4-1")),
    riichi_taken_back=Rule(TakingBack.NEVER, clause("第3章第2条", "art. 3-2")),
    riichi_needs_all_three_acts=Rule(
        True,
        clause("第3章第1条", "art. 3-1"),
        Text("欠けたときの扱いの記載なし", "the text does not say what follows when one is lacking"),
    ),
    called_tile_next_sideways=Rule(True, clause("第3章第1条", "art. 3-1")),
    riichi_stands_when_tile_ronned=_usual(False),
    riichi_kong=Rule(
        RiichiKong.SETS,
        clause("第3章第6条", "art. 3-6"),
        Text(
            "「テンパイ形」は待ちだけでなく面子構成と読む", "the tenpai shape is read as the sets, not only the waits"
        ),
    ),
    left_sticks=Rule(LeftSticks.TOP, clause("第3章第5条", "art. 3-5")),
    noten_riichi=Rule(NotenRiichi.CHOMBO_AT_DRAW, clause("第4章第1条", "art. 4-1")),
    noten_riichi_points=Rule(0, clause("第4章第1条", "art. 4-1")),
    kong_after_haitei=_usual(False),
    call_on_houtei=_usual(False),
    most_kongs=_usual(4),
    kong_only_on_own_draw=Rule(True, clause("第2章第8条・第2章第10条", "art. 2-8, 2-10")),
    kong_dora_shown=Rule(KongDoraShown.BEFORE_REPLACEMENT, clause("第2章第8条～第2章第10条", "art. 2-8 to 2-10")),
    open_kong_dora_shown=Rule(KongDoraShown.BEFORE_REPLACEMENT, clause("第2章第8条～第2章第10条", "art. 2-8 to 2-10")),
)

_FLOW: Final = FlowChapter(
    players=_usual(4),
    winds_played=Rule(2, clause("第1章第1条", "art. 1-1")),
    clock_minutes=unstated(None, Text("制限時間の記載なし", "no clock is written")),
    clock_announced_at=unstated(None, Text("制限時間の記載なし", "no clock is written")),
    dealer_stays_on_win=Rule(True, clause("第1章第4条", "art. 1-4")),
    dealer_stays_on_tenpai=Rule(True, clause("第1章第4条", "art. 1-4")),
    winds_extended=Rule(0, clause("第1章第1条", "art. 1-1")),
    **shared.NO_EXTENSION,
    dealer_may_stop=Rule(False, clause("第1章第10条", "art. 1-10")),
    **shared.NO_STOP,
    ends_below_zero=unstated(False, Text("採用の記載なし", "not listed")),
    bust_at_zero=unstated(False, Text("トビ終了がないため対象外", "never asked, points below zero end no game")),
    aborted_rounds=unstated(False, Text("採用の記載なし", "none listed")),
    abortive_draws=unstated((), Text("採用の記載なし", "none listed")),
    **shared.NO_ABORTIVE_DRAW,
    noten_payment=Rule(3000, clause("第4章第4条", "art. 4-4")),
    tenpai_needs_yaku=Rule(False, clause("第1章第4条", "art. 1-4")),
    tenpai_holding_all_waits=_usual(False),
    melds_hold_waits=_usual(True),
    tenpai_shown=Rule(TenpaiShown.BY_VOICE_AND_SHOWING, clause("第4章第4条", "art. 4-4")),
    tenpai_order=Rule(TenpaiOrder.WINDS, clause("第4章第4条", "art. 4-4")),
    counter_on_dealer_win=Rule(True, clause("第1章第7条", "art. 1-7")),
    counter_on_draw_dealer_stays=Rule(True, clause("第1章第7条", "art. 1-7")),
    counter_on_draw_dealer_passes=Rule(True, clause("第1章第7条", "art. 1-7")),
    counters_cleared_by_child_win=Rule(True, clause("第1章第8条", "art. 1-8")),
    nagashi_is_win=unstated(
        True,
        Text(
            "支払いの記載なし（満貫ツモ、積み棒・供託込みとする）",
            "art. 5-2 gives no payment; as a mangan by tsumo, counters and pot in",
        ),
    ),
    round_begins=Rule(RoundBegins.VOICE_OR_DISCARD, clause("第2章第4条", "art. 2-4")),
    points_declared_before_last=Rule(True, clause("第1章第9条", "art. 1-9")),
)

_SETTLEMENT: Final = SettlementChapter(
    start_points=_usual(25_000),
    return_points=_usual(30_000),
    rank_points=unstated((0, 0, 0, 0), Text("順位点の記載なし", "the text names no rank points")),
    rank_points_by_floating=unstated((), Text("採用の記載なし", "not listed")),
    floating_at_return=unstated(
        False,
        Text(
            "浮き人数で決まるものがないため対象外（全日本健康麻将選手権の規則に準ずる）",
            "never asked, nothing depends on the players above; as kenko-2022",
        ),
    ),
    oka=unstated(True, Text("原文に記載なし、オカ20はトップへ", "the text is silent; the oka of 20 goes to the top")),
    floating_bonus=unstated(False, Text("採用の記載なし", "not listed")),
    floating_bonus_points=unstated(
        shared.FLOATING_BONUS,
        Text(
            "不採用（採用するなら全日本健康麻将選手権の規則に準ずる）",
            "off here; as kenko-2022 where a house switches it on",
        ),
    ),
    ties=_usual(Ties.SHARED),
    rounding_to_record=_usual(Rounding.TENTHS),
    round_below_zero_by_magnitude=_usual(True),
    surplus=unstated(Surplus.STANDS, Text("原文に記載なし", "the text is silent")),
    total_counts_columns=unstated(False, Text("原文に記載なし", "the text is silent")),
    wrong_declared_ranked_below=Rule(True, clause("第4章第6条", "art. 4-6")),
)

_PENALTIES: Final = PenaltiesChapter(
    chombo_cost=Rule(ChomboCost.TO_OTHERS, clause("第4章第1条", "art. 4-1")),
    chombo_points=Rule(8000, clause("第4章第1条", "art. 4-1")),
    chombo_counter_points=Rule(100, clause("第1章第5条", "art. 1-5")),
    after_chombo=Rule(AfterChombo.DEALER_PASSES, clause("第1章第5条・第1章第6条", "art. 1-5, 1-6")),
    after_chombo_dealer_tenpai=unstated(
        AfterChombo.REFEREE, Text("第一章第四条と第五条が矛盾する", "art. 1-4 and 1-5 contradict each other")
    ),
    chombo_sticks=Rule(ChomboSticks.STAY, clause("第3章第5条", "art. 3-5")),
    chombo_forgiven_by_win=unstated(False, Text("原文に記載なし", "the text is silent")),
    every_offender_pays=_usual(True),
    too_many_tiles=Rule(Penalty.LOSES_RIGHT, clause("第4章第2条", "art. 4-2")),
    too_few_tiles=Rule(Penalty.LOSES_RIGHT, clause("第4章第2条", "art. 4-2")),
    early_draw=Rule(Penalty.LOSES_RIGHT, clause("第4章第2条", "art. 4-2")),
    wrong_draw=Rule(Penalty.LOSES_RIGHT, clause("第4章第2条", "art. 4-2")),
    riichi_no_points=Rule(Penalty.LOSES_RIGHT, clause("第3章第3条・第4章第2条", "art. 3-3, 4-2")),
    riichi_dead_wait=Rule(Penalty.CHOMBO, clause("第3章第3条・第4章第1条", "art. 3-3, 4-1")),
    riichi_kong_illegal=Rule(Penalty.CHOMBO, clause("第3章第6条・第4章第1条", "art. 3-6, 4-1")),
    wrong_meld=Rule(Penalty.LOSES_RIGHT, clause("第4章第2条", "art. 4-2")),
    wrong_meld_correctable=Rule(False, clause("第4章第2条", "art. 4-2")),
    empty_call=Rule(Penalty.PAYS_POT, clause("第4章第3条", "art. 4-3")),
    pot_fine=Rule(1000, clause("第4章第3条", "art. 4-3")),
    false_win_by_voice=Rule(Penalty.LOSES_RIGHT, clause("第4章第2条", "art. 4-2")),
    false_win_shown=Rule(Penalty.CHOMBO, clause("第4章第1条", "art. 4-1")),
    hand_opened=Rule(
        Penalty.CHOMBO,
        clause("第4章第1条", "art. 4-1"),
        Text("誤ロン・誤ツモについてのみ記載", "the text names false wins only"),
    ),
    win_scrambled=unstated(Penalty.REFEREE, Text("原文に記載なし", "the text is silent")),
    wall_broken=Rule(Penalty.CHOMBO, clause("第4章第1条", "art. 4-1")),
    after_lost_right=Rule(
        Penalty.UNDONE,
        clause("第4章第2条", "art. 4-2"),
        Text("発声を禁じるとあるが違反の罰の記載なし", "every voice is forbidden; what a breach costs is not printed"),
    ),
    lost_right_is_noten=Rule(True, clause("第4章第2条", "art. 4-2")),
    call_then_ron_stands=unstated(False, Text("採用の記載なし", "not listed")),
    may_settle_among_players=unstated(False, Text("原文に記載なし", "the text is silent")),
    payments_put_right_after_game=unstated(False, Text("原文に記載なし", "the text is silent")),
)

_MANNERS: Final = (
    MannerRule(Manner.CALL_ORDER, clause("第2章第6条～第2章第10条", "art. 2-6 to 2-10")),
    MannerRule(Manner.HAND_UNSORTED, clause("第2章第11条", "art. 2-11")),
)

_TABLE: Final = TableChapter(
    seating=Rule(
        Seating.TILES_AND_DICE,
        clause("第1章第2条", "art. 1-2"),
        Text(
            "牌とサイコロの使い方は記載なし、日本プロ麻雀協会の規定に準ずる",
            "how tiles and dice are used is not printed; as npm-2008",
        ),
    ),
    set_presser=_usual(SetPresser.NEXT_DEALER),
    set_by_wrong_seat=_usual(shared.NOTE_ONLY),
    set_before_settled=_usual(shared.LOCK_TABLE),
    hand_stacked_only=unstated(False, Text("原文に記載なし", "the text is silent")),
    rolls=Rule(
        1,
        clause("第2章第1条", "art. 2-1"),
        Text("親が振るとあるが回数の記載なし", "the dealer rolls; the number of rolls is not printed"),
    ),
    rolls_hand_stacked=Rule(
        1,
        clause("第2章第1条", "art. 2-1"),
        Text("親が振るとあるが回数の記載なし", "the dealer rolls; the number of rolls is not printed"),
    ),
    dice_before_walls=_usual(shared.ROLL_AGAIN),
    imperfect_roll=_usual(shared.ROLL_AGAIN),
    break_opening=Rule(
        Opening.VOICE_OR_DISCARD,
        clause("第2章第4条", "art. 2-4"),
        Text("開門間違いの処置の記載なし", "the text names no remedy for a wrong break"),
    ),
    wrong_break_before=unstated(shared.ASK_REFEREE, Text("処置の記載なし", "the text names no remedy")),
    wrong_break_after=unstated(shared.ASK_REFEREE, Text("処置の記載なし", "the text names no remedy")),
    dora_stack=Rule(
        3,
        clause("第2章第3条", "art. 2-3"),
        Text(
            "「2枚目の上段」は嶺上牌を下ろした状態で読む",
            "second tile from the break, read with the replacement tile lowered",
        ),
    ),
    dora_opening=Rule(Opening.VOICE_OR_DISCARD, clause("第2章第3条・第2章第4条", "art. 2-3, 2-4")),
    wrong_dora_before=Rule(shared.DORA_PUT_RIGHT, clause("第2章第3条", "art. 2-3")),
    wrong_dora_after=Rule(shared.DORA_SWAP, clause("第2章第3条", "art. 2-3")),
    dora_turner=_usual(DoraTurner.FACING_PLAYER),
    replacement_lowered=_usual(True),
    dead_wall=_usual(14),
    wrong_dealer=unstated(shared.ASK_REFEREE, Text("処置の記載なし", "the text names no remedy")),
    river_row=_usual(6),
    manners=Rule(_MANNERS, clause("第2章第6条～第2章第11条", "art. 2-6 to 2-11")),
    **shared.acts(
        wrong_roller=Rule(shared.NOTE_ONLY, clause("第2章第1条", "art. 2-1")),
        discard_out_of_turn=Rule(
            shared.ASK_REFEREE, clause("第2章第5条", "art. 2-5"), Text("処置の記載なし", "the text names no remedy")
        ),
        draw_from_wrong_place=Rule(shared.RIGHT_LOST, clause("第4章第2条", "art. 4-2")),
        meld_laid_wrong=Rule(
            shared.MELD_PUT_RIGHT,
            clause("第2章第6条～第2章第10条", "art. 2-6 to 2-10"),
            Text("処置の記載なし", "the text names no remedy"),
        ),
        call_before_stick=Rule(shared.NOTE_ONLY, clause("第3章第1条", "art. 3-1")),
        kong_draw_before_shown=Rule(shared.NOTE_ONLY, clause("第2章第8条～第2章第10条", "art. 2-8 to 2-10")),
        riichi_hand_changed=Rule(
            shared.ASK_REFEREE, clause("第3章第1条", "art. 3-1"), Text("処置の記載なし", "the text names no remedy")
        ),
        counters_shown_wrong=Rule(shared.PUT_RIGHT, clause("第1章第7条", "art. 1-7")),
        sticks_shown_wrong=Rule(shared.PUT_RIGHT, clause("第3章第1条・第3章第5条", "art. 3-1, 3-5")),
    ),
)

TEIKOKU: Final = Rulebook(
    id="teikoku",
    ja="麻雀帝国 推奨ルール",
    en="Empire of the Mahjong, recommended rules",
    edition="麻雀ルール, chapters 1-5",
    scoring=_SCORING,
    claims=_CLAIMS,
    riichi=_RIICHI,
    flow=_FLOW,
    settlement=_SETTLEMENT,
    penalties=_PENALTIES,
    event=shared.NO_EVENT,
    table=_TABLE,
)
