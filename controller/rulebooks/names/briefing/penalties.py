"""Sentences on what wrong acts cost."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.rulebooks.names.briefing.phrase import Part, Phrase, phrase

PENALTIES: Final[Mapping[str, Phrase]] = MappingProxyType(
    {
        "penalties.chombo_cost": phrase(Part.PENALTIES, "チョンボの支払い：{}", "A chombo is paid: {}"),
        "penalties.chombo_points": phrase(
            Part.PENALTIES,
            "チョンボは{}点",
            "A chombo costs {} points",
            "チョンボの点数の定めなし",
            "The book names no points for a chombo",
        ),
        "penalties.chombo_counter_points": phrase(
            Part.PENALTIES,
            "チョンボには積み棒一本につき各家へ{}点を加える",
            "A chombo pays {} more to each for every counter",
            "チョンボに積み棒は加えない",
            "Counters add nothing to a chombo",
        ),
        "penalties.after_chombo": phrase(Part.PENALTIES, "チョンボの後：{}", "After a chombo: {}"),
        "penalties.after_chombo_dealer_tenpai": phrase(
            Part.PENALTIES,
            "流局時に発覚し親がテンパイのとき：{}",
            "Found at a drawn round with the dealer tenpai: {}",
        ),
        "penalties.chombo_sticks": phrase(
            Part.PENALTIES, "チョンボの局のリーチ棒：{}", "Riichi sticks of a round with a chombo: {}"
        ),
        "penalties.chombo_forgiven_by_win": phrase(
            Part.PENALTIES,
            "正当なアガリと同時ならチョンボは免除",
            "A chombo beside a valid win is forgiven",
            "正当なアガリがあってもチョンボは免除なし",
            "A valid win does not forgive a chombo",
        ),
        "penalties.every_offender_pays": phrase(
            Part.PENALTIES,
            "チョンボが複数あれば全員が支払う",
            "Of several offenders every one pays",
            "チョンボが複数あっても支払いは一人",
            "Of several offenders one pays",
        ),
        "penalties.too_many_tiles": phrase(Part.PENALTIES, "多牌：{}", "Too many tiles: {}"),
        "penalties.too_few_tiles": phrase(Part.PENALTIES, "少牌：{}", "Too few tiles: {}"),
        "penalties.early_draw": phrase(Part.PENALTIES, "先ヅモ：{}", "Early draw: {}"),
        "penalties.wrong_meld": phrase(Part.PENALTIES, "誤った鳴き（錯行為）：{}", "Wrong meld: {}"),
        "penalties.wrong_meld_correctable": phrase(
            Part.PENALTIES,
            "誤った鳴きは打牌前なら訂正できる",
            "A wrong meld may be corrected before the discard",
            "誤った鳴きは訂正できない",
            "A wrong meld may not be corrected",
        ),
        "penalties.empty_call": phrase(Part.PENALTIES, "空鳴き（空行為）：{}", "Empty call: {}"),
        "penalties.pot_fine": phrase(
            Part.PENALTIES,
            "場に供託する罰符は{}点",
            "The fine into the pot is {} points",
            "供託する罰符なし",
            "No fine goes into the pot",
        ),
        "penalties.false_win_by_voice": phrase(
            Part.PENALTIES, "誤ロン・誤ツモ（発声のみ）：{}", "False win by voice alone: {}"
        ),
        "penalties.false_win_shown": phrase(
            Part.PENALTIES, "誤ロン・誤ツモ（手牌公開）：{}", "False win with the hand shown: {}"
        ),
        "penalties.hand_opened": phrase(Part.PENALTIES, "アガリでない手牌公開：{}", "Hand opened without a win: {}"),
        "penalties.win_scrambled": phrase(
            Part.PENALTIES, "確認前に崩したアガリ：{}", "A win scrambled before it was confirmed: {}"
        ),
        "penalties.wall_broken": phrase(Part.PENALTIES, "競技続行不可能：{}", "Wall broken beyond repair: {}"),
        "penalties.after_lost_right": phrase(
            Part.PENALTIES, "アガリ放棄後の発声：{}", "A call, riichi or win by a player without the right: {}"
        ),
        "penalties.lost_right_is_noten": phrase(
            Part.PENALTIES,
            "アガリ放棄者はノーテン扱い",
            "A player without the right is noten",
            "アガリ放棄者のテンパイを認める",
            "A player without the right may be tenpai",
        ),
        "penalties.wrong_draw": phrase(Part.PENALTIES, "不正なツモ：{}", "A draw that may not be made: {}"),
        "penalties.riichi_no_points": phrase(
            Part.PENALTIES, "リーチ棒に満たない持ち点でのリーチ：{}", "Riichi with less than a stick: {}"
        ),
        "penalties.riichi_dead_wait": phrase(
            Part.PENALTIES, "アガリ牌の残っていないリーチ：{}", "Riichi with no winning tile left: {}"
        ),
        "penalties.riichi_kong_illegal": phrase(
            Part.PENALTIES, "リーチ後の違反カン：{}", "An illegal kong after riichi: {}"
        ),
        "penalties.may_settle_among_players": phrase(
            Part.PENALTIES,
            "対局者の合意による処理を認める",
            "The players may settle it among themselves",
            "対局者だけでの処理は不可",
            "Nothing is settled among the players",
        ),
        "penalties.payments_put_right_after_game": phrase(
            Part.PENALTIES,
            "点棒授受の誤りは終了直後まで訂正できる",
            "Wrong payments are corrected until just after the game",
            "終了後の点棒授受の訂正は規定なし",
            "No putting right of payments after the game",
        ),
        "table.manners": phrase(
            Part.PENALTIES,
            "作法として記録するもの：{}",
            "Manners that the referee logs: {}",
            "作法の記録なし",
            "No manners are logged",
        ),
        "table.wrong_points_claimed": phrase(
            Part.PENALTIES, "点数申告の誤り：{}", "Wrong points claimed for a win: {}"
        ),
        "table.counters_shown_wrong": phrase(Part.PENALTIES, "積み棒の表示違い：{}", "Counters shown wrong: {}"),
        "table.sticks_shown_wrong": phrase(Part.PENALTIES, "供託棒の表示違い：{}", "Riichi sticks shown wrong: {}"),
    }
)
