"""Sentences on drawn rounds, the dealership, the end of a game, its settlement and the event."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.rulebooks.names.briefing.phrase import Part, Phrase, phrase
from controller.rulebooks.schema.settlement import Surplus
from controller.text import Text

DRAWS: Final[Mapping[str, Phrase]] = MappingProxyType(
    {
        "flow.aborted_rounds": phrase(
            Part.DRAWS, "途中流局あり", "A round may be aborted", "途中流局なし", "No round is aborted"
        ),
        "flow.abortive_draws": phrase(
            Part.DRAWS,
            "途中流局となるもの：{}",
            "A round is aborted by {}",
            "途中流局となるものはない",
            "Nothing aborts a round",
        ),
        "flow.four_kongs_at_once": phrase(
            Part.DRAWS,
            "四槓散了は四つ目のカンで直ちに流局",
            "Four kongs abort the round at once",
            "四槓散了は四つ目のカンの打牌が通ってから流局",
            "Four kongs abort the round once the discard after the fourth has passed",
        ),
        "flow.noten_payment": phrase(
            Part.DRAWS,
            "ノーテン罰符は場に{}点",
            "The noten pay {} points in all",
            "ノーテン罰符なし",
            "The noten pay nothing",
        ),
        "flow.tenpai_needs_yaku": phrase(
            Part.DRAWS,
            "形式テンパイなし（役が要る）",
            "Tenpai needs a yaku",
            "形式テンパイあり",
            "Tenpai needs no yaku",
        ),
        "flow.tenpai_holding_all_waits": phrase(
            Part.DRAWS,
            "アガリ牌を自分で使い切っていてもテンパイ",
            "Tenpai although the player holds every winning tile",
            "アガリ牌を自分で使い切っていればノーテン",
            "Noten when the player holds every winning tile",
        ),
        "flow.melds_hold_waits": phrase(
            Part.DRAWS,
            "使い切りには副露・カンの牌も数える",
            "Tiles of a player's own melds count among the winning tiles held",
            "使い切りは手の内の牌だけで数える",
            "Only concealed tiles count among the winning tiles held",
        ),
        "flow.tenpai_shown": phrase(Part.DRAWS, "テンパイ宣言の方法：{}", "Tenpai is declared {}"),
        "flow.tenpai_order": phrase(Part.DRAWS, "テンパイ宣言の順番：{}", "Order of declaring tenpai: {}"),
        "scoring.nagashi_mangan": phrase(
            Part.DRAWS, "流し満貫あり", "Nagashi mangan counts", "流し満貫なし", "No nagashi mangan"
        ),
        "flow.nagashi_is_win": phrase(
            Part.DRAWS,
            "流し満貫はアガリ扱い（積み棒と供託を取り、子なら親が流れる）",
            "Nagashi mangan is as a win: it takes counters and sticks, and another's passes the deal",
            "流し満貫は流局扱い（積み棒も供託も動かない）",
            "Nagashi mangan is a drawn round: counters and sticks stay",
        ),
    }
)

FLOW: Final[Mapping[str, Phrase]] = MappingProxyType(
    {
        "flow.dealer_stays_on_win": phrase(
            Part.FLOW,
            "親のアガリで連荘",
            "The dealer stays after winning",
            "親がアガっても親は流れる",
            "The deal passes although the dealer won",
        ),
        "flow.dealer_stays_on_tenpai": phrase(
            Part.FLOW,
            "流局で親がテンパイなら連荘",
            "After a drawn round a tenpai dealer stays",
            "親のテンパイでは連荘しない",
            "After a drawn round the deal passes, tenpai or not",
        ),
        "flow.dealer_stays_on_abortive_draw": phrase(
            Part.FLOW,
            "途中流局は連荘",
            "After an aborted round the dealer stays",
            "途中流局は輪荘",
            "After an aborted round the deal passes",
        ),
        "flow.counter_on_dealer_win": phrase(
            Part.FLOW,
            "親のアガリで積み棒を増やす",
            "A counter is put down after the dealer's win",
            "親のアガリで積み棒を増やさない",
            "No counter after the dealer's win",
        ),
        "flow.counter_on_draw_dealer_stays": phrase(
            Part.FLOW,
            "流局連荘でも積み棒を増やす",
            "A counter is put down after a drawn round when the dealer stays",
            "流局連荘では積み棒を増やさない",
            "No counter after a drawn round when the dealer stays",
        ),
        "flow.counter_on_draw_dealer_passes": phrase(
            Part.FLOW,
            "親流れの流局でも積み棒を増やす",
            "A counter is put down after a drawn round when the deal passes too",
            "親流れの流局では積み棒を増やさない",
            "No counter after a drawn round when the deal passes",
        ),
        "flow.counter_on_abortive_draw": phrase(
            Part.FLOW,
            "途中流局でも積み棒を増やす",
            "A counter is put down after an aborted round",
            "途中流局では積み棒を増やさない",
            "No counter after an aborted round",
        ),
        "flow.counters_cleared_by_child_win": phrase(
            Part.FLOW,
            "子のアガリで積み棒はなくなる",
            "Another's win clears the counters",
            "子のアガリでも積み棒は残る",
            "Another's win leaves the counters",
        ),
    }
)

END: Final[Mapping[str, Phrase]] = MappingProxyType(
    {
        "flow.players": phrase(
            Part.END,
            "{}人で打つ",
            "Players: {}",
            cases={
                3: Text("三人で打つ（二萬から八萬を除き、チーなし）", "Three play, without 2m to 8m and without chii")
            },
        ),
        "flow.winds_played": phrase(
            Part.END,
            "{}周で終わる",
            "Winds played: {}",
            cases={
                1: Text("東風戦（東四局で終わる）", "East only: the game ends with East 4"),
                2: Text("東南戦（南四局で終わる）", "East and South: the game ends with South 4"),
            },
        ),
        "flow.clock_minutes": phrase(
            Part.END,
            "制限時間{}分、時間切れの局をもって終了",
            "The clock runs {} minutes; the round in play is the last",
            "制限時間なし",
            "No clock",
        ),
        "flow.clock_announced_at": phrase(
            Part.END,
            "残り{}分で得点申告のアナウンス",
            "The clock is announced with {} minutes left",
            "残り時間の告知なし",
            "The clock is not announced",
        ),
        "flow.winds_extended": phrase(
            Part.END,
            "規定の点に届く者がいなければ{}場延長（西入など）",
            "Winds more when nobody has the points: {}",
            "延長戦なし",
            "The game is not extended",
        ),
        "flow.extension_points": phrase(
            Part.END, "トップが{}点以上なら延長なし", "No extension once somebody has {} points"
        ),
        "flow.extension_ends": phrase(Part.END, "延長戦の終わり：{}", "The extension ends {}"),
        "flow.dealer_may_stop": phrase(
            Part.END,
            "アガリやめ・テンパイやめあり",
            "In the last round a leading dealer may stop",
            "アガリやめ・テンパイやめなし",
            "A leading dealer may not stop",
        ),
        "flow.dealer_stop_on_tenpai": phrase(
            Part.END,
            "テンパイやめあり",
            "The dealer may stop by tenpai at a drawn round too",
            "テンパイやめなし（アガリやめのみ）",
            "The dealer may stop by winning only",
        ),
        "flow.dealer_stops_by_itself": phrase(
            Part.END,
            "アガリやめ・テンパイやめは自動",
            "A leading dealer stops without being asked",
            "アガリやめ・テンパイやめは親が選ぶ",
            "A leading dealer chooses whether to stop",
        ),
        "flow.dealer_stop_points": phrase(
            Part.END,
            "アガリやめには{}点が要る",
            "The dealer needs {} points to stop",
            "アガリやめに点の条件はない",
            "The dealer may stop with any points",
        ),
        "flow.ends_below_zero": phrase(
            Part.END,
            "トビ終了あり",
            "The game ends when somebody falls below zero",
            "トビ終了なし",
            "The game goes on below zero",
        ),
        "flow.bust_at_zero": phrase(
            Part.END,
            "ちょうど0点もトビ",
            "A score of exactly zero ends the game too",
            "ちょうど0点はトビでない",
            "A score of exactly zero does not end the game",
        ),
        "flow.points_declared_before_last": phrase(
            Part.END,
            "最終局の前に持ち点を申告",
            "Points are declared before the last round",
            "最終局前の申告なし",
            "No points are declared before the last round",
        ),
        "riichi.left_sticks": phrase(Part.END, "終局時の供託：{}", "Sticks left at the end: {}"),
    }
)

SETTLEMENT: Final[Mapping[str, Phrase]] = MappingProxyType(
    {
        "settlement.start_points": phrase(Part.SETTLEMENT, "{}点持ち", "Everybody starts with {} points"),
        "settlement.return_points": phrase(Part.SETTLEMENT, "{}点返し", "The return is {} points"),
        "settlement.oka": phrase(Part.SETTLEMENT, "オカはトップへ", "The oka goes to the first", "オカなし", "No oka"),
        "settlement.rank_points": phrase(
            Part.SETTLEMENT,
            "順位点（千点）：{}",
            "Rank points in thousands: {}",
            cases={(0, 0, 0, 0): Text("順位点なし", "No rank points")},
        ),
        "settlement.rank_points_by_floating": phrase(
            Part.SETTLEMENT,
            "浮き人数（0人から4人）別の順位点（千点）：{}",
            "Rank points in thousands by the number of players above, none to four: {}",
            "順位点は浮き人数によらない",
            "Rank points do not ask how many are above",
        ),
        "settlement.floating_at_return": phrase(
            Part.SETTLEMENT,
            "返し点ちょうどは浮き",
            "Exactly the return counts as above",
            "返し点ちょうどは浮かない",
            "Exactly the return does not count as above",
        ),
        "settlement.floating_bonus": phrase(
            Part.SETTLEMENT, "浮き加点あり", "The floating bonus is paid", "浮き加点なし", "No floating bonus"
        ),
        "settlement.floating_bonus_points": phrase(
            Part.SETTLEMENT,
            "浮き人数別の加点：{}",
            "Floating bonus by the number of players above: {}",
            "浮き加点の表なし",
            "No table of a floating bonus",
        ),
        "settlement.ties": phrase(Part.SETTLEMENT, "同点：{}", "Equal points: {}"),
        "settlement.rounding_to_record": phrase(Part.SETTLEMENT, "記録の端数：{}", "How scores are recorded: {}"),
        "settlement.round_below_zero_by_magnitude": phrase(
            Part.SETTLEMENT,
            "マイナスの端数は絶対値で丸める",
            "Scores below zero are rounded by their magnitude",
            "マイナスの端数は小さい方へ丸める",
            "Scores below zero are rounded downwards",
        ),
        "settlement.surplus": phrase(
            Part.SETTLEMENT,
            "合計点の超過：{}",
            "Points above the total: {}",
            cases={
                Surplus.STANDS: Text("合計点の超過はそのまま有効", "Points above the total stay as they are"),
                Surplus.FROM_TOP: Text("合計点の超過分はトップ者から引く", "Points above the total come off the first"),
            },
        ),
        "settlement.total_counts_columns": phrase(
            Part.SETTLEMENT,
            "罰符欄と供託欄も合計に含める",
            "Penalty and stick columns count in the total",
            "合計は四人の持ち点だけ",
            "The total counts the four scores alone",
        ),
        "settlement.wrong_declared_ranked_below": phrase(
            Part.SETTLEMENT,
            "誤申告者は正しく申告した者の下位とする",
            "Who declared wrong points ranks below those who declared right",
            "誤申告による順位繰り下げなし",
            "A wrong declaration does not change the ranks",
        ),
    }
)

EVENT: Final[Mapping[str, Phrase]] = MappingProxyType(
    {
        "event.games": phrase(
            Part.EVENT,
            "{}回戦を行う",
            "The event has {} games",
            "回戦数の定めなし",
            "The book names no number of games",
        ),
        "event.event_ties": phrase(
            Part.EVENT,
            "合計が同点なら：{}",
            "Equal totals are parted by {}",
            "合計が同点なら同順位",
            "Equal totals share a rank",
        ),
        "event.qualifiers": phrase(
            Part.EVENT, "上位{}名が勝ち上がる", "The first {} go on", "勝ち上がりなし", "Nobody goes on"
        ),
        "event.win_rate_all_drawn": phrase(
            Part.EVENT,
            "勝ち負けのない着順勝率は{}パーセント",
            "Without win or loss the win rate is {} per cent",
            "勝ち負けのない着順勝率は0パーセント",
            "Without win or loss the win rate is nought",
        ),
    }
)
