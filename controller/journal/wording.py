"""What the record holds, in words for people: rounds, faults, facts, decisions. No id of the code is among them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.journal import events as ev
from controller.journal.events import Decision, DrawKind, QuestionKind
from controller.journal.ledger import round_at
from controller.journal.state import FaultState, RoundState, TableState, Undo
from controller.ports.referee import ClaimKind
from controller.riichi.seat import SEATS, Seat, Wind
from controller.text import Text

_WINDS: Final[Mapping[Wind, Text]] = MappingProxyType(
    {
        Wind.EAST: Text("東", "East"),
        Wind.SOUTH: Text("南", "South"),
        Wind.WEST: Text("西", "West"),
        Wind.NORTH: Text("北", "North"),
    }
)
_THIS_ROUND: Final = Text("この局", "this round")


def round_title(round_: RoundState) -> Text:
    """A round by its place in the game: 東2局1本場."""
    wind, counters = _WINDS[round_.prevailing_wind], round_.counters
    more = f", {counters} counter{'' if counters == 1 else 's'}"
    return Text(
        f"{wind.ja}{round_.number}局{f'{counters}本場' if counters else ''}",
        f"{wind.en} {round_.number}{more if counters else ''}",
    )


def seat_title(seat: Seat, dealer: Seat) -> Text:
    """A player by the seat wind: 北家."""
    wind = _WINDS[(Wind.EAST, Wind.SOUTH, Wind.WEST, Wind.NORTH)[(seat - dealer) % len(SEATS)]]
    return Text(f"{wind.ja}家", wind.en)


def fault_title(state: TableState, standing: FaultState) -> Text:
    """A fault with the player whom it falls on: 多牌（北家）."""
    name, told = standing.fault.name, round_at(state, standing.round)
    if standing.offender is None or told is None:
        return name
    who = seat_title(standing.offender, told.round.dealer)
    return Text(f"{name.ja}（{who.ja}）", f"{name.en} ({who.en})")


FACTS: Final[Mapping[type[ev.Event], Text]] = MappingProxyType(
    {
        ev.SessionOpened: Text("会の開始", "the start of the session"),
        ev.PlayersSeated: Text("席順", "the seating"),
        ev.GameStarted: Text("半荘の開始", "the start of the game"),
        ev.RoundStarted: Text("局の開始", "the start of the round"),
        ev.SetPressed: Text("セットボタンの操作", "the press of the set button"),
        ev.MixingStarted: Text("洗牌の開始", "the start of mixing"),
        ev.WallsRaised: Text("壁牌の準備", "the walls"),
        ev.DicePressed: Text("サイコロボタンの操作", "the press of the dice button"),
        ev.DiceRolled: Text("サイコロの出目", "the roll"),
        ev.WallBroken: Text("開門", "the break of the wall"),
        ev.DoraShown: Text("ドラ表示牌", "the dora indicator"),
        ev.HandsDealt: Text("配牌", "the deal"),
        ev.Discarded: Text("打牌", "the discard"),
        ev.Called: Text("鳴き", "the call"),
        ev.CallUndone: Text("鳴きの取り消し", "the call taken back"),
        ev.RiichiDeclared: Text("リーチ宣言", "the riichi"),
        ev.RiichiAccepted: Text("リーチの成立", "the riichi stick"),
        ev.RiichiCancelled: Text("リーチの取り消し", "the riichi's cancelling"),
        ev.HandRevealed: Text("公開された手牌", "the open hand"),
        ev.HandTakenUp: Text("伏せられた手牌", "the hand taken up again"),
        ev.PlayUnseen: Text("見えていなかった打牌", "the play that was not seen"),
        ev.HandSeen: Text("立っている手牌", "the standing hand"),
        ev.VoicesStated: Text("発声の順", "the order of the voices"),
        ev.UraShown: Text("裏ドラ表示牌", "the ura indicator"),
        ev.RoundWon: Text("アガリ", "the win"),
        ev.RoundDrawn: Text("流局", "the draw"),
        ev.RoundReopened: Text("局の再開", "the round's reopening"),
        ev.SettlementConfirmed: Text("精算の確定", "the settlement"),
        ev.PointsStated: Text("点数の申告", "the declared points"),
        ev.PointsCalled: Text("持ち点の申告の求め", "the call for points"),
        ev.DeclaredWrong: Text("申告の誤り", "the wrong declaration"),
        ev.GameEnded: Text("半荘の終了", "the end of the game"),
        ev.LastRoundCalled: Text("最終局の知らせ", "the call of the last round"),
        ev.ClockMoved: Text("時計の操作", "the clock"),
        ev.TimeTakenBack: Text("時間切れの取り消し", "the time taken back"),
        ev.RightLost: Text("アガリの権利の喪失", "the loss of the right to win"),
        ev.RightRestored: Text("アガリの権利の回復", "the return of the right to win"),
        ev.FinePaid: Text("罰符", "the fine"),
        ev.FineAmended: Text("罰符の訂正", "the amended fine"),
        ev.FaultRaised: Text("違反の指摘", "the fault"),
        ev.FaultRemedyChanged: Text("処置の変更", "the change of the remedy"),
        ev.FaultDecided: Text("裁定", "the ruling"),
        ev.FaultReviewed: Text("裁定の見直し", "the reviewed ruling"),
        ev.DecisionTaken: Text("審判の操作", "the referee's act"),
        ev.DecisionUndone: Text("元に戻す操作", "the undoing"),
        ev.DiscardCorrected: Text("捨て牌の訂正", "the corrected discard"),
        ev.IndicatorCorrected: Text("表示牌の訂正", "the corrected indicator"),
        ev.QuestionAsked: Text("牌の確認", "the question about a tile"),
        ev.QuestionAnswered: Text("牌の確認への回答", "the answer about a tile"),
        ev.ResultAmended: Text("結果の訂正", "the amended result"),
        ev.ResultConfirmed: Text("精算の確定", "the settlement"),
        ev.PaymentsAmended: Text("支払いの訂正", "the amended payments"),
        ev.RiichiAmended: Text("リーチの訂正", "the amended riichi"),
        ev.RoundRenamed: Text("局名の訂正", "the round's new name"),
        ev.GameBeginAmended: Text("半荘の区切りの訂正", "where a game begins, amended"),
        ev.GoalMoved: Text("卓の操作", "the table's operation"),
        ev.MachineTimed: Text("卓の所要時間", "the table's timing"),
        ev.ReleaseChanged: Text("公開方針の変更", "the policy of release"),
        ev.JudgingChanged: Text("判定設定の変更", "the setting of judging"),
        ev.BoardNamed: Text("コントローラーの登録", "the table's board"),
        ev.RulebookKept: Text("規定の記録", "the rulebook"),
        ev.LeagueTold: Text("大会の記録", "a fact of an event"),
    }
)
"""Every kind of fact as a noun."""


DRAWN: Final[Mapping[DrawKind, Text]] = MappingProxyType(
    {
        DrawKind.EXHAUSTIVE: Text("流局", "Exhaustive draw"),
        DrawKind.NAGASHI_MANGAN: Text("流し満貫", "Nagashi mangan"),
        DrawKind.NINE_TERMINALS: Text("九種九牌", "Nine terminals"),
        DrawKind.FOUR_WINDS: Text("四風連打", "Four winds"),
        DrawKind.FOUR_RIICHI: Text("四家立直", "Four riichi"),
        DrawKind.FOUR_KONGS: Text("四槓散了", "Four kongs"),
        DrawKind.TRIPLE_RON: Text("三家和", "Triple ron"),
        DrawKind.VOID: Text("局の無効", "Round void"),
        DrawKind.UNSEEN: Text("局の結果が未確認", "End not seen"),
        DrawKind.CHOMBO: Text("チョンボ", "Chombo"),
        DrawKind.NOTEN_RIICHI: Text("ノーテンリーチ", "Noten riichi"),
    }
)
"""Every end of a round without a win."""
DECIDED: Final[Mapping[Decision | None, Text]] = MappingProxyType(
    {
        None: Text("確認待ち", "Open"),
        Decision.UPHELD: Text("認定", "Upheld"),
        Decision.DISMISSED: Text("却下", "Dismissed"),
        Decision.CORRECTED: Text("訂正", "Corrected"),
        Decision.CLEARED: Text("解消", "Cleared"),
        Decision.SETTLED: Text("合意", "Settled"),
    }
)
"""Decision on a fault; None: nobody has decided."""
ASKED: Final[Mapping[QuestionKind, Text]] = MappingProxyType(
    {
        QuestionKind.DISCARD: Text("捨て牌の確認", "a discard asked about"),
        QuestionKind.DORA: Text("ドラ表示牌の確認", "a dora indicator asked about"),
        QuestionKind.URA: Text("裏ドラ表示牌の確認", "an ura indicator asked about"),
        QuestionKind.HAND: Text("手牌の確認", "a tile of a hand asked about"),
    }
)
"""What is asked about, as a noun."""


def not_taken(event: ev.Event, because: Text) -> Text:
    """That a proposed fact is none, and why: 「同じ牌が5枚になるため、公開された手牌を採用しませんでした」."""
    fact = FACTS[type(event)]
    if isinstance(event, ev.FaultRaised):
        fact = Text(f"「{event.fault.name.ja}」の指摘", f"“{event.fault.name.en}”")
    return Text(f"{because.ja}ため、{fact.ja}を採用しませんでした", f"Not recorded, as {because.en}: {fact.en}")


DONE: Final[Mapping[str, Text]] = MappingProxyType(
    {
        ClaimKind.CONFIRM_SETTLEMENT.value: Text("{round}の結果を確定しました", "Result of {round} confirmed"),
        ClaimKind.CONFIRM_ALL.value: Text("待っていた結果を確定しました", "Results that waited confirmed"),
        ClaimKind.UPHOLD_FAULT.value: Text("「{fault}」を認定しました", "“{fault}” upheld"),
        ClaimKind.REVIEW_FAULT.value: Text("「{fault}」の裁定を見直しました", "Ruling on “{fault}” reviewed"),
        ClaimKind.DISMISS_FAULT.value: Text("「{fault}」を却下しました", "“{fault}” dismissed"),
        ClaimKind.CORRECT_FAULT.value: Text(
            "「{fault}」をその場で訂正したと記録しました", "“{fault}” recorded as fixed on the spot"
        ),
        ClaimKind.SETTLE_FAULT.value: Text(
            "「{fault}」を対局者の合意で処理しました", "“{fault}” settled by the players' consent"
        ),
        "automatic": Text("「{fault}」を自動で認定しました", "“{fault}” upheld automatically"),
        ClaimKind.CONFIRM_DRAW.value: Text("{round}を流局にしました", "Draw entered for {round}"),
        ClaimKind.VOID_ROUND.value: Text("{round}を無効にしました", "{round}: made void"),
        ClaimKind.ENTER_RESULT.value: Text("{round}の結果を入力しました", "Result of {round} entered"),
        ClaimKind.CANCEL_RIICHI.value: Text("リーチを取り消しました", "Riichi cancelled"),
        ClaimKind.STATE_RIICHI.value: Text("リーチを記録しました", "Riichi recorded"),
        ClaimKind.TIME_UP.value: Text("時間切れにしました", "Time called"),
        ClaimKind.TIME_BACK.value: Text("時間切れを取り消しました", "Time-up taken back"),
        ClaimKind.START_CLOCK.value: Text("時計を始めました", "Clock started"),
        ClaimKind.STOP_CLOCK.value: Text("時計を止めました", "Clock stopped"),
        ClaimKind.SET_CLOCK.value: Text("残り時間を合わせました", "Clock set"),
        ClaimKind.ADD_TIME.value: Text("残り時間を増減しました", "Time added or taken"),
        ClaimKind.END_GAME.value: Text("半荘を終えました", "Game ended"),
        ClaimKind.DEALER_STOPS.value: Text("親が半荘を終えました", "The dealer ended the game"),
        ClaimKind.ANSWER_QUESTION.value: Text("牌を確認しました", "Tile confirmed"),
        ClaimKind.CORRECT_DISCARD.value: Text("捨て牌を訂正しました", "Discard corrected"),
        ClaimKind.CORRECT_INDICATOR.value: Text("表示牌を訂正しました", "Indicator corrected"),
        ClaimKind.CORRECT_HAND.value: Text("手牌を訂正しました", "Hand corrected"),
        ClaimKind.SEAT_PLAYERS.value: Text("席を決めました", "Players seated"),
        ClaimKind.STATE_DICE.value: Text("出目を入力しました", "Roll entered"),
        ClaimKind.STATE_VOICES.value: Text("発声の順を入力しました", "Order of the voices entered"),
    }
)
"""Every decision that can be undone, as what was done."""


def done(state: TableState, undo: Undo) -> Text:
    """Effect of the last decision, for a person who may want to undo it."""
    words, round_, fault = DONE[undo.what], _THIS_ROUND, Text("", "")
    told = round_at(state, undo.round) if undo.round else None
    if told is not None and told.ordinal != state.rounds:
        round_ = round_title(told.round)
    standing = next((each for each in state.faults if each.fault.id == undo.subject), None)
    if standing is not None:
        fault = fault_title(state, standing)
    en = words.en.format(round=round_.en, fault=fault.en)
    return Text(words.ja.format(round=round_.ja, fault=fault.ja), en[:1].upper() + en[1:])
