"""Titles in Japanese and English of every chapter and field of a rulebook."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.rulebooks.rule import Name

CHAPTERS: Final[Mapping[str, Name]] = MappingProxyType(
    {
        "scoring": Name("点数計算", "Scoring"),
        "claims": Name("和了と鳴き", "Winning and claims"),
        "riichi": Name("立直と槓", "Riichi and kongs"),
        "flow": Name("競技の進行", "Flow of a game"),
        "settlement": Name("半荘の精算", "Settlement of a game"),
        "penalties": Name("罰則", "Penalties"),
        "event": Name("大会", "Event"),
        "table": Name("卓と山", "Table and wall"),
    }
)

_SCORING: Final = {
    "minimum_han": Name("縛り（和了に要る役の翻数）", "Han of yaku that a win needs"),
    "ba_zoro": Name("場ゾロ（表示だけの翻数）", "Ba-zoro: han that the book adds aloud"),
    "yaku": Name("役と翻数", "Yaku and their han"),
    "fu": Name("符", "Fu table"),
    "han_table": Name("翻数だけの得点表", "Points by han only"),
    "double_wind_pair": Name("連風牌の雀頭の符", "Fu of a double-wind pair"),
    "pinfu_tsumo": Name("平和とツモの複合（ツモ符なし）", "Pinfu goes with tsumo, without its fu"),
    "open_pinfu": Name("副露した平和形のロンに加える符", "Fu added to an open pinfu-shaped ron"),
    "seven_pairs": Name("七対子の符", "Fu of seven pairs"),
    "replacement_tsumo_fu": Name("嶺上ツモにツモ符", "Tsumo fu on a replacement tile"),
    "base_power": Name("基本点の指数に足す数", "n of fu × 2^(han + n)"),
    "rounding": Name("端数の切り上げ単位", "Payments are rounded up to"),
    "kiriage_30_fu_4_han": Name("30符4翻は満貫", "30 fu 4 han is mangan"),
    "kiriage_60_fu_3_han": Name("60符3翻は満貫", "60 fu 3 han is mangan"),
    "limits": Name("満貫以上（場ゾロを除く翻数）", "Limits, by han without ba-zoro"),
    "counted_yakuman": Name("数え役満になる翻数", "Han of a counted yakuman"),
    "yakuman_points": Name("役満の基本点", "Basic points of a yakuman"),
    "most_yakuman": Name("複合する役満の上限", "Most yakuman that add up"),
    "red_fives": Name("赤五（萬・筒・索の枚数）", "Red fives of man, pin, sou"),
    "open_tanyao": Name("喰いタン", "Open tanyao"),
    "late_yaku": Name("後付け", "Yaku settled late"),
    "ippatsu": Name("一発", "Ippatsu"),
    "dora": Name("ドラ", "Dora"),
    "ura_dora": Name("裏ドラ", "Ura dora"),
    "kan_dora": Name("槓ドラ", "Kong dora"),
    "kan_ura": Name("槓裏ドラ", "Kong ura dora"),
    "ippatsu_with_rinshan": Name("一発と嶺上開花の複合", "Ippatsu goes with rinshan"),
    "ippatsu_with_chankan": Name("一発と搶槓の複合", "Ippatsu goes with chankan"),
    "haitei_with_rinshan": Name("海底撈月と嶺上開花の複合", "Haitei goes with rinshan"),
    "highest_reading": Name("高点法", "The highest reading counts"),
    "mixed_in_loses_wait": Name(
        "ツモ牌を混ぜた和了は待ちの符・平和なし", "A drawn tile mixed in loses wait fu and pinfu"
    ),
    "ryuuiisou_needs_hatsu": Name("緑一色に發が要る", "All green needs green dragons"),
    "tsuuiisou_in_seven_pairs": Name("字一色七対子", "All honours in seven pairs"),
    "counter_value": Name("積み棒一本の点", "Points of a counter"),
    "riichi_stick": Name("立直棒の点", "Points of a riichi stick"),
    "nagashi_mangan": Name("流し満貫", "Nagashi mangan"),
}
_CLAIMS: Final = {
    "several_rons": Name("同時のロン", "Several rons"),
    "several_rons_pot_to_nearest": Name(
        "供託は放銃者に近い和了者へ", "Sticks go to the winner nearest after the discarder"
    ),
    "claim_order": Name("発声の優先順位", "Order of claims"),
    "kokushi_robs_concealed_kong": Name("国士無双の暗槓ロン", "Thirteen orphans rob a concealed kong"),
    "own_discard_furiten": Name("自分の捨て牌による振聴", "Furiten by own discards"),
    "same_turn_furiten_ends": Name("同巡内振聴の終わり", "Same-turn furiten ends"),
    "may_pass_after_riichi": Name("立直後の和了見送り（以後振聴）", "A win may be passed after riichi, then furiten"),
    "thirteen_wait_ignores_furiten": Name("国士十三面の振聴解消", "Thirteen waits ignore furiten"),
    "swap_calling": Name("喰い替え", "Swap-calling"),
    "liability": Name("責任払い（包）の役", "Yakuman with liability"),
    "liability_trigger": Name("包となる鳴き", "Call that makes liable"),
    "liability_counts_concealed_kongs": Name("暗槓も包の面子に数える", "Concealed kongs count towards liability"),
    "liability_ron_percent": Name("他家放銃時の包の負担（％）", "Percent of the liable seat in a ron from another"),
    "liability_counters": Name("折半払いの積み棒を払う者", "Who pays the counters of a shared payment"),
    "liability_only_its_yakuman": Name("包はその役満だけ", "Liability covers its own yakuman only"),
    "open_kong_rinshan_liability": Name("大明槓の嶺上開花の責任払い", "Liability for rinshan after an open kong"),
}
_RIICHI: Final = {
    "riichi_tiles_left": Name("立直に要る残り牌数", "Live tiles left that riichi needs"),
    "riichi_by_haitei_drawer": Name("河底牌での立直", "Riichi with the last discard"),
    "riichi_below_stick": Name("千点未満の立直", "Riichi below the price of a stick"),
    "riichi_on_dead_wait": Name("和了牌のない立直", "Riichi with no winning tile left in view"),
    "riichi_taken_back": Name("立直の取り消し", "Riichi may be taken back"),
    "riichi_needs_all_three_acts": Name("発声・横向き・供託の三つが要る", "Riichi needs call, sideways tile and stick"),
    "called_tile_next_sideways": Name(
        "宣言牌を鳴かれたら次の打牌を横に", "After a call the next discard lies sideways"
    ),
    "riichi_stands_when_tile_ronned": Name("宣言牌のロンでも立直成立", "Riichi stands when its tile is ronned"),
    "riichi_kong": Name("立直後の暗槓", "Concealed kong after riichi"),
    "left_sticks": Name("終了時の供託", "Sticks left at the end"),
    "noten_riichi": Name("ノーテン立直", "Noten riichi"),
    "noten_riichi_points": Name("ノーテン立直で各家に払う点", "Points a noten riichi pays to each"),
    "kong_after_haitei": Name("海底牌での槓", "Kong with the last tile"),
    "call_on_houtei": Name("河底牌の鳴き", "Call on the last discard"),
    "most_kongs": Name("一局の槓の上限", "Most kongs in a round"),
    "kong_only_on_own_draw": Name("暗槓・加槓は自摸の後だけ", "Concealed and added kong on an own draw only"),
    "kong_dora_shown": Name("槓ドラをめくる時", "Kong dora is shown"),
}
_FLOW: Final = {
    "winds_played": Name("場の数（1 東風戦、2 東南戦）", "Winds played: 1 East, 2 East and South"),
    "clock_minutes": Name("制限時間（分）", "Clock in minutes"),
    "clock_announced_at": Name("残り何分で告知するか", "Minutes left at the announcement"),
    "dealer_stays_on_win": Name("親の和了で連荘", "Dealer stays on a win"),
    "dealer_stays_on_tenpai": Name("親の聴牌で連荘", "Dealer stays when tenpai"),
    "dealer_may_stop": Name("和了やめ・聴牌やめ", "A leading dealer may stop"),
    "ends_below_zero": Name("トビ終了", "A score below zero ends the game"),
    "aborted_rounds": Name("途中流局", "Aborted rounds"),
    "noten_payment": Name("ノーテン罰符（場に）", "Noten payment in all"),
    "tenpai_needs_yaku": Name("聴牌に役が要る", "Tenpai needs a yaku"),
    "tenpai_holding_all_waits": Name("待ち牌を使い切っていても聴牌", "Tenpai while holding every wait"),
    "tenpai_shown": Name("聴牌の宣言", "Tenpai is declared"),
    "tenpai_order": Name("聴牌宣言の順", "Order of declaring tenpai"),
    "counter_on_dealer_win": Name("親の和了で積み棒", "Counter after the dealer's win"),
    "counter_on_draw_dealer_stays": Name("流局連荘で積み棒", "Counter after a draw, dealer stays"),
    "counter_on_draw_dealer_passes": Name("流局輪荘で積み棒", "Counter after a draw, dealer passes"),
    "counters_cleared_by_child_win": Name("子の和了で積み棒消滅", "A child's win clears the counters"),
    "nagashi_is_win": Name("流し満貫は和了扱い", "Nagashi mangan takes counters and sticks as a win"),
    "round_begins": Name("一局の始まり", "A round begins with"),
    "points_declared_before_last": Name("最終局前の持ち点申告", "Points declared before the last round"),
}
_SETTLEMENT: Final = {
    "start_points": Name("配給原点", "Starting points"),
    "return_points": Name("返し点", "Return points"),
    "rank_points": Name("順位点（千点、オカを除く）", "Rank points in thousands, without oka"),
    "oka": Name("オカ", "Oka to the top"),
    "floating_bonus": Name("浮き加点", "Floating bonus"),
    "floating_bonus_points": Name("浮き人数別の加点", "Floating bonus by number of players above"),
    "ties": Name("同点", "Ties"),
    "rounding_to_record": Name("記録の端数", "Rounding to the record"),
    "round_below_zero_by_magnitude": Name("マイナスの端数は絶対値で", "Below zero rounded by magnitude"),
    "surplus": Name("合計の超過分", "Points over the total"),
    "total_counts_columns": Name("罰符・供託欄も合計に含む", "Penalty and stick columns count in the total"),
    "wrong_declared_ranked_below": Name("誤申告者は下位に", "A wrong declaration ranks below"),
}
_PENALTIES: Final = {
    "chombo_cost": Name("チョンボの支払い先", "Where a chombo goes"),
    "chombo_points": Name("チョンボの点", "Points of a chombo"),
    "chombo_counter_points": Name("チョンボに加える積み棒一本の点（各家）", "Added for each counter, to each"),
    "after_chombo": Name("チョンボの後", "After a chombo"),
    "after_chombo_dealer_tenpai": Name("流局時に発覚し親が聴牌のとき", "Found at a draw with the dealer tenpai"),
    "chombo_sticks": Name("チョンボの局の立直棒", "Riichi sticks of that round"),
    "chombo_forgiven_by_win": Name("正当な和了と同時なら免除", "Forgiven beside a valid win"),
    "every_offender_pays": Name("複数のチョンボは全員に罰", "Every offender pays"),
    "too_many_tiles": Name("多牌", "Too many tiles"),
    "too_few_tiles": Name("少牌", "Too few tiles"),
    "early_draw": Name("先ヅモ", "Early draw"),
    "wrong_meld": Name("誤った鳴き（錯行為）", "Wrong meld"),
    "wrong_meld_correctable": Name("打牌前なら訂正できる", "A wrong meld may be put right before the discard"),
    "empty_call": Name("空鳴き（空行為）", "Empty call"),
    "pot_fine": Name("場に供託する罰符", "Fine into the pot"),
    "false_win_by_voice": Name("誤和了（発声のみ）", "False win by voice"),
    "false_win_shown": Name("誤和了（手牌公開）", "False win with the hand shown"),
    "hand_opened": Name("和了でない手牌公開", "Hand opened without a win"),
    "win_scrambled": Name("確認前に崩した和了", "Win scrambled before it was confirmed"),
    "wall_broken": Name("競技続行不可能", "Wall broken beyond repair"),
    "after_lost_right": Name("和了放棄者の違反", "Breach by a player without rights"),
    "lost_right_is_noten": Name("和了放棄者はノーテン", "Without rights means noten"),
    "call_then_ron_stands": Name("ポンロン・チーロンを認める", "Pon or chii, then ron at once, stands"),
    "may_settle_among_players": Name("対局者の合意で処理できる", "May be settled among the players"),
    "payments_put_right_after_game": Name("終了直後まで授受の訂正", "Payments put right until just after the game"),
}
_EVENT: Final = {
    "games": Name("大会の回戦数", "Games of the event"),
    "event_ties": Name("合計が同点のときの順位", "What parts equal totals"),
    "qualifiers": Name("勝ち上がる人数", "How many go on"),
    "last_game_by_standing": Name("最終戦の席は順位による", "Last game seated by standing"),
    "every_wind_once": Name("東南西北に一度ずつ座る", "Everyone sits in each wind once"),
    "win_rate_all_drawn": Name("勝敗なしの着順勝率（％）", "Win rate in percent without win or loss"),
}
_TABLE: Final = {
    "set_presser": Name("セットボタンを押す者", "Who presses the set button"),
    "set_by_wrong_seat": Name("ほかの者が押したとき", "Pressed by another"),
    "set_before_settled": Name("精算前に次のセット", "Set before the settlement"),
    "rolls": Name("開門の投サイ回数", "Rolls to break the wall"),
    "rolls_hand_stacked": Name("手積み卓の投サイ回数", "Rolls on a hand-stacked table"),
    "dice_before_walls": Name("壁牌が上がる前の投サイ", "Dice before the walls stand"),
    "imperfect_roll": Name("不完全な投サイ", "Imperfect roll"),
    "break_opening": Name("開門間違いの期限", "A wrong break is judged until"),
    "wrong_break_before": Name("開門間違い（期限前）", "Wrong break, before it"),
    "wrong_break_after": Name("開門間違い（期限後）", "Wrong break, after it"),
    "dora_stack": Name("ドラ表示牌の位置（王牌末尾から何幢目）", "Dora indicator: stack from the end"),
    "dora_opening": Name("ドラ表示間違いの期限", "A wrong indicator is judged until"),
    "wrong_dora_before": Name("ドラ表示間違い（期限前）", "Wrong indicator, before it"),
    "wrong_dora_after": Name("ドラ表示間違い（期限後）", "Wrong indicator, after it"),
    "dora_turner": Name("ドラ表示牌を開ける者", "Who turns the indicator"),
    "replacement_lowered": Name("嶺上牌を下ろす", "Replacement tile lowered"),
    "dead_wall": Name("王牌の枚数", "Tiles of the dead wall"),
    "wrong_dealer": Name("親の順番間違い", "Wrong dealer"),
    "river_row": Name("捨て牌一列の枚数", "Tiles in a river row"),
    "set_during_round": Name("局中のセットボタン", "Set button while the round runs"),
    "wrong_roller": Name("親以外の投サイ", "Dice rolled by another than the dealer"),
    "break_by_child": Name("親以外の開門", "Wall broken by another than the dealer"),
    "discard_before_ready": Name("確認前の第一打", "First discard before all is ready"),
    "seat_wind_shown_wrong": Name("起家・風の表示違い", "Seat wind shown wrong"),
    "discard_out_of_turn": Name("順番違いの打牌", "Discard out of turn"),
    "draw_from_wrong_place": Name("自摸場所の間違い", "Tile drawn from the wrong place"),
    "discard_taken_back": Name("捨て牌の取り戻し", "Discard taken back"),
    "meld_laid_wrong": Name("晒し方の間違い", "Meld laid in the wrong way"),
    "late_call": Name("遅い発声", "Late call"),
    "call_before_stick": Name("リーチ棒の前の鳴き", "Declared tile taken before the stick"),
    "kong_draw_before_shown": Name("カンを晒す前の嶺上自摸", "Replacement drawn before the kong is shown"),
    "riichi_hand_changed": Name("立直後の手替わり", "Hand changed after riichi"),
    "wrong_points_claimed": Name("点数申告の誤り", "Wrong points claimed"),
    "fifth_copy": Name("同じ牌が五枚", "Five tiles of one kind"),
    "counters_shown_wrong": Name("積み棒の表示違い", "Counters shown wrong"),
    "sticks_shown_wrong": Name("供託棒の表示違い", "Riichi sticks shown wrong"),
}

# By dotted name, such as ``scoring.minimum_han``.
TITLES: Final[Mapping[str, Name]] = MappingProxyType(
    {
        f"{chapter}.{field}": title
        for chapter, titles in {
            "scoring": _SCORING,
            "claims": _CLAIMS,
            "riichi": _RIICHI,
            "flow": _FLOW,
            "settlement": _SETTLEMENT,
            "penalties": _PENALTIES,
            "event": _EVENT,
            "table": _TABLE,
        }.items()
        for field, title in titles.items()
    }
)
