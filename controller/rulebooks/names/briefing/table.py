"""Sentences on seats, walls, dice and dora indicators, draws and discards."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.rulebooks.names.briefing.phrase import Part, Phrase, phrase
from controller.text import Text

SEATING: Final[Mapping[str, Phrase]] = MappingProxyType(
    {
        "table.seating": phrase(Part.SEATING, "席と起家の決め方：{}", "Seats and the first dealer: {}"),
        "event.every_wind_once": phrase(
            Part.SEATING,
            "大会を通じて東南西北に一度ずつ座る",
            "Over the event everybody sits once in each wind",
            "東南西北に一度ずつ座るとは限らない",
            "Nobody is promised each wind once",
        ),
        "event.last_game_by_standing": phrase(
            Part.SEATING,
            "最終戦の席はそれまでの順位で決まる",
            "The seats of the last game follow the standing before it",
            "最終戦の席は順位によらない",
            "The seats of the last game do not follow the standing",
        ),
    }
)

SET_UP: Final[Mapping[str, Phrase]] = MappingProxyType(
    {
        "scoring.red_fives": phrase(
            Part.SET_UP,
            "赤五あり（萬・筒・索の枚数：{}）",
            "Red fives of man, pin and sou: {}",
            cases={(0, 0, 0): Text("赤五なし", "No red fives")},
        ),
        "table.hand_stacked_only": phrase(
            Part.SET_UP,
            "手積み卓で打つ",
            "Walls are built by hand; no automatic table",
            "自動卓でも打てる",
            "An automatic table may be used",
        ),
        "table.set_presser": phrase(Part.SET_UP, "セットボタンを押す者：{}", "The set button is pressed by {}"),
        "table.set_by_wrong_seat": phrase(
            Part.SET_UP, "ほかの者がセットボタンを押したとき：{}", "Set button pressed by another: {}"
        ),
        "table.set_before_settled": phrase(
            Part.SET_UP, "精算前に次のセットをしたとき：{}", "Next wall set before the payment is done: {}"
        ),
        "table.set_during_round": phrase(
            Part.SET_UP, "局中にセットボタンを押したとき：{}", "Set button pressed while the round runs: {}"
        ),
        "table.rolls": phrase(
            Part.SET_UP, "自動卓の開門は{}度振り", "Rolls that break the wall of an automatic table: {}"
        ),
        "table.rolls_hand_stacked": phrase(
            Part.SET_UP, "手積み卓の開門は{}度振り", "Rolls to break a hand-built wall: {}"
        ),
        "table.wrong_roller": phrase(
            Part.SET_UP, "親以外がサイコロを振ったとき：{}", "Dice rolled by another than the dealer: {}"
        ),
        "table.dice_before_walls": phrase(
            Part.SET_UP, "壁牌が上がる前の投サイ：{}", "Dice rolled before the walls stand: {}"
        ),
        "table.imperfect_roll": phrase(Part.SET_UP, "不完全な投サイ：{}", "A roll that is not clean: {}"),
        "table.break_by_child": phrase(
            Part.SET_UP, "親以外が開門したとき：{}", "Wall broken by another than the dealer: {}"
        ),
        "table.break_opening": phrase(
            Part.SET_UP, "開門間違いを直せるのは{}まで", "A wrong break is corrected only until {}"
        ),
        "table.wrong_break_before": phrase(
            Part.SET_UP, "期限までに気付いた開門間違い：{}", "A wrong break noticed in time: {}"
        ),
        "table.wrong_break_after": phrase(
            Part.SET_UP, "期限後に気付いた開門間違い：{}", "A wrong break noticed too late: {}"
        ),
        "table.dead_wall": phrase(Part.SET_UP, "王牌は{}枚残し", "The dead wall holds {} tiles"),
        "table.dora_stack": phrase(
            Part.SET_UP,
            "ドラ表示牌は王牌末尾から{}幢目の上段",
            "The dora indicator is the upper tile of stack {} from the end of the dead wall",
        ),
        "table.dora_turner": phrase(Part.SET_UP, "ドラ表示牌を開ける者：{}", "The dora indicator is turned by {}"),
        "table.replacement_lowered": phrase(
            Part.SET_UP,
            "ドラを開ける前に嶺上牌を下ろす",
            "The first replacement tile is lowered before the dora is shown",
            "嶺上牌は下ろさない",
            "The replacement tile stays where it is",
        ),
        "table.dora_opening": phrase(
            Part.SET_UP, "ドラ表示間違いを直せるのは{}まで", "A wrong dora indicator is corrected only until {}"
        ),
        "table.wrong_dora_before": phrase(
            Part.SET_UP, "期限までに気付いたドラ表示間違い：{}", "A wrong indicator noticed in time: {}"
        ),
        "table.wrong_dora_after": phrase(
            Part.SET_UP, "期限後に気付いたドラ表示間違い：{}", "A wrong indicator noticed too late: {}"
        ),
        "table.seat_wind_shown_wrong": phrase(
            Part.SET_UP, "起家・風の表示違い：{}", "Seat wind or dealer marker shown wrong: {}"
        ),
        "table.wrong_dealer": phrase(Part.SET_UP, "親の順番を間違えた局：{}", "A round with the wrong dealer: {}"),
        "table.discard_before_ready": phrase(
            Part.SET_UP, "確認前の第一打：{}", "First discard before all is ready: {}"
        ),
        "flow.round_begins": phrase(Part.SET_UP, "一局が始まるのは{}", "A round has begun with {}"),
    }
)

TURNS: Final[Mapping[str, Phrase]] = MappingProxyType(
    {
        "table.river_row": phrase(Part.TURNS, "捨て牌は一列{}枚", "Discards lie {} to a row"),
        "table.draw_from_wrong_place": phrase(
            Part.TURNS, "ツモる場所を間違えたとき：{}", "A tile drawn from the wrong place: {}"
        ),
        "table.discard_out_of_turn": phrase(Part.TURNS, "順番違いの打牌：{}", "A discard out of turn: {}"),
        "table.discard_taken_back": phrase(Part.TURNS, "捨て牌を取り戻したとき：{}", "A discard taken back: {}"),
        "table.fifth_copy": phrase(Part.TURNS, "同じ牌が五枚見つかったとき：{}", "Five tiles of one kind: {}"),
    }
)
