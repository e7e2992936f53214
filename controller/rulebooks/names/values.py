"""Words in Japanese and English for every value that a rulebook picks from a list, and for limits."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final

from controller.rulebooks.schema.claims import ClaimOrder, FuritenEnd, LiabilityTrigger, Payer, SeveralRons, Wrong
from controller.rulebooks.schema.event import TieBreak
from controller.rulebooks.schema.flow import AbortiveDraw, ExtensionEnd, RoundBegins, TenpaiOrder, TenpaiShown
from controller.rulebooks.schema.manners import Manner
from controller.rulebooks.schema.penalties import AfterChombo, BesideWin, ChomboCost, ChomboSticks, Penalty
from controller.rulebooks.schema.riichi import KongDoraShown, LeftSticks, NotenRiichi, RiichiKong, TakingBack
from controller.rulebooks.schema.scoring import ChipFor, MissingShare
from controller.rulebooks.schema.settlement import Rounding, Surplus, Ties
from controller.rulebooks.schema.table import DoraTurner, Opening, RemedyKind, Seating, SetPresser
from controller.text import Text

VALUE_NAMES: Final[Mapping[Enum, Text]] = MappingProxyType(
    {
        MissingShare.LOST: Text("なし（ツモ損）", "lost"),
        MissingShare.HALVED: Text("二人で折半", "halved between the two others"),
        SeveralRons.NEAREST: Text("頭ハネ", "nearest after the discarder"),
        SeveralRons.ALL: Text("ダブロン・トリロンあり", "all of them"),
        ClaimOrder.WIN_SET_CHOW: Text("アガリ、ポン・カン、チーの順", "win, pon or kan, chii"),
        ClaimOrder.EARLIER_CALL: Text(
            "早い発声（同時ならアガリ、ポン・カン、チー）", "earlier call; at once: win, pon or kan, chii"
        ),
        FuritenEnd.OWN_TILE: Text("次の自分の取牌", "as the player next takes a tile"),
        FuritenEnd.OWN_DISCARD: Text("次の自分の打牌", "with the player's next discard"),
        Wrong.ALLOWED: Text("可", "allowed"),
        Wrong.FORBIDDEN: Text("不可（罰の記載なし）", "forbidden, no penalty named"),
        Wrong.LOSES_RIGHT: Text("不可（アガリ放棄）", "forbidden, loses the right to win"),
        Payer.DISCARDER: Text("放銃者", "the discarder"),
        Payer.LIABLE: Text("包の者", "the liable seat"),
        LiabilityTrigger.PON: Text("ポン", "pon"),
        LiabilityTrigger.PON_OR_KONG: Text("ポンまたは大明槓", "pon or open kong"),
        RiichiKong.INDEPENDENT_TRIPLET: Text(
            "独立した暗刻にツモ牌を加える時だけ", "an independent triplet and the drawn tile only"
        ),
        RiichiKong.SETS: Text("面子構成が変わらなければ可", "if the sets stay"),
        RiichiKong.SETS_AND_YAKU: Text("手牌構成が変わらず役も減らなければ可", "if sets and yaku stay"),
        RiichiKong.SETS_AND_WAITS: Text("面子構成と待ちが変わらなければ可", "if sets and waits stay"),
        RiichiKong.WAITS: Text("待ちが変わらなければ可", "if the waits stay"),
        RiichiKong.ALL: Text("不可", "none"),
        TakingBack.NEVER: Text("不可", "never"),
        TakingBack.UNTIL_OWN_DISCARD: Text("打牌まで", "until the own discard"),
        TakingBack.UNTIL_NEXT_DISCARD: Text("次の者の打牌まで", "until the next player's discard"),
        LeftSticks.NOBODY: Text("誰も取得しない", "nobody's"),
        LeftSticks.TOP: Text("トップ者が取得", "to the top"),
        NotenRiichi.CHOMBO_AT_DRAW: Text("流局時にチョンボ", "chombo at a draw"),
        NotenRiichi.PAYS_EACH_AND_REPLAY: Text("各家に支払い、やり直し", "pays each, round replayed"),
        KongDoraShown.WHEN_CONFIRMED: Text("カンの確認時", "when the kong is confirmed"),
        KongDoraShown.BEFORE_REPLACEMENT: Text("嶺上牌を取る前", "before the replacement tile"),
        KongDoraShown.WITH_DISCARD: Text("打牌の時（その牌のロンに乗る）", "with the discard, for a ron of it too"),
        KongDoraShown.AFTER_DISCARD: Text("打牌が通った後", "once the discard has passed"),
        KongDoraShown.WITH_NEXT_ACT: Text(
            "打牌または次のカンの時（その牌のロンに乗る）", "with the discard or the next kong, for a ron of it too"
        ),
        KongDoraShown.AFTER_NEXT_ACT: Text(
            "打牌または次のカンが通った後", "once the discard or the next kong has passed"
        ),
        ChipFor.IPPATSU: Text("一発", "ippatsu"),
        ChipFor.URA_DORA: Text("裏ドラ一枚", "each ura dora"),
        ChipFor.RED_FIVE: Text("赤五一枚", "each red five"),
        ChipFor.YAKUMAN: Text("役満", "yakuman"),
        TenpaiShown.BY_SHOWING: Text("手牌の開示", "by showing"),
        TenpaiShown.BY_VOICE_AND_SHOWING: Text("発声と開示", "by voice and showing"),
        TenpaiOrder.RIICHI_THEN_WINDS: Text("リーチ者、東南西北の順", "riichi first, then E S W N"),
        TenpaiOrder.WINDS: Text("東南西北の順", "E S W N"),
        TenpaiOrder.ANY: Text("順不同", "any"),
        AbortiveDraw.NINE_TERMINALS: Text("九種九牌", "nine terminals"),
        AbortiveDraw.FOUR_WINDS: Text("四風連打", "four winds"),
        AbortiveDraw.FOUR_RIICHI: Text("四家立直", "four riichi"),
        AbortiveDraw.FOUR_KONGS: Text("四槓散了", "four kongs"),
        AbortiveDraw.TRIPLE_RON: Text("三家和", "triple ron"),
        ExtensionEnd.SUDDEN_DEATH: Text("サドンデス", "as soon as somebody has them"),
        ExtensionEnd.UNLESS_DEALER_STAYS: Text(
            "サドンデス（連荘優先）", "as soon as somebody has them and the dealer does not stay"
        ),
        ExtensionEnd.WHOLE_WIND: Text("その場の終わり", "at the end of the wind"),
        RoundBegins.DISCARD_OR_CONCEALED_KONG: Text(
            "親の第一打・天和・暗槓", "the dealer's discard, tenhou or concealed kong"
        ),
        RoundBegins.VOICE_OR_DISCARD: Text("親の発声または第一打", "the dealer's voice or discard"),
        Surplus.STANDS: Text("そのまま有効", "stands"),
        Surplus.FROM_TOP: Text("トップ者から引く", "taken from the top"),
        Ties.SHARED: Text("順位点を分ける", "the places are shared"),
        Ties.SEAT_ORDER: Text("起家に近い者が上", "nearer to the first dealer first"),
        Rounding.TENTHS: Text("0.1単位", "tenths of a thousand"),
        Rounding.FIVE_DOWN_SIX_UP: Text("五捨六入、残りはトップ", "500 down, 600 up, the top takes the rest"),
        Rounding.HALF_UP: Text("四捨五入、残りはトップ", "500 up, the top takes the rest"),
        Rounding.CUT: Text("千点未満切り捨て、残りはトップ", "below a thousand cut off, the top takes the rest"),
        Rounding.POINTS: Text("持ち点のまま", "points as they are"),
        Penalty.CHOMBO: Text("チョンボ", "chombo"),
        Penalty.LOSES_RIGHT: Text("アガリ放棄", "loses the right to win"),
        Penalty.PAYS_POT: Text("罰符を供託", "fine into the pot"),
        Penalty.PAYS_EACH: Text("各自に支払い、やり直し", "pays each, the round again"),
        Penalty.CORRECTED: Text("訂正、罰なし", "corrected, no penalty"),
        Penalty.UNDONE: Text("行為を戻す", "the act is undone"),
        Penalty.FREE: Text("謝罪のみ", "an apology"),
        Penalty.NOTE: Text("記録のみ", "noted"),
        Penalty.REFEREE: Text("審判の裁定", "the referee decides"),
        ChomboCost.OFF_TOTAL: Text("トータルから減算", "off the total"),
        ChomboCost.TO_OTHERS: Text("他の三者へ満貫払い", "to the others as a mangan by tsumo"),
        ChomboCost.TO_NOBODY: Text("持ち点から除外（罰符欄）", "off the score, to nobody"),
        ChomboCost.REFEREE: Text("審判の裁定", "the referee decides"),
        AfterChombo.REPLAY: Text("同じ局をやり直す（本場はそのまま）", "replayed, counters unchanged"),
        AfterChombo.DEALER_PASSES: Text("親流れ（本場なし）", "the deal passes, no counters"),
        AfterChombo.DEALER_STAYS: Text("連荘（本場なし）", "the dealer stays, no counters"),
        AfterChombo.REFEREE: Text("審判の裁定", "the referee decides"),
        BesideWin.BOTH: Text("アガリもチョンボも有効", "the win and the penalty both stand"),
        BesideWin.INSTEAD: Text("アガリを取り消し、チョンボだけ有効", "the penalty stands, the win does not"),
        BesideWin.FORGIVEN: Text("アガリだけ有効（チョンボは免除）", "the win stands, the penalty is forgiven"),
        ChomboSticks.BACK: Text("戻す", "given back"),
        ChomboSticks.STAY: Text("供託のまま", "stay for the next winner"),
        TieBreak.POINTS_BEFORE: Text("一つ前の回戦までのポイント", "points up to the game before"),
        TieBreak.WIN_RATE: Text("着順勝率", "win rate of places"),
        TieBreak.BEST_GAMES: Text("最高得点、次点の順", "best game, then the next best"),
        Seating.TILES_AND_DICE: Text("六枚の牌と出サイ", "six tiles and rolls"),
        Seating.WINDS_DRAWN: Text("つかみ取り（東が起家）", "winds drawn, East deals first"),
        Seating.ASSIGNED: Text("主催者の指定", "as assigned"),
        SetPresser.NEXT_DEALER: Text("次局の親", "the next dealer"),
        DoraTurner.FACING_PLAYER: Text("その箇所に直面する者", "the player before it"),
        DoraTurner.DEALER: Text("親", "the dealer"),
        Opening.FIRST_DISCARD: Text("親の第一打", "the dealer's first discard"),
        Opening.DISCARD_OR_CONCEALED_KONG: Text("親の第一打または暗槓", "the first discard or concealed kong"),
        Opening.VOICE_OR_DISCARD: Text("親の発声または第一打", "the dealer's voice or first discard"),
        RemedyKind.SHUFFLE_AGAIN: Text("洗牌からやり直し", "shuffle again"),
        RemedyKind.STANDS: Text("有効", "stands"),
        RemedyKind.PUT_RIGHT: Text("訂正", "corrected"),
        RemedyKind.SWAP: Text("有効とし位置を交換", "stands, swapped into place"),
        RemedyKind.ROLL_AGAIN: Text("振り直し", "roll again"),
        RemedyKind.LOCK: Text("卓を止める", "table locked"),
        RemedyKind.VOID: Text("無効", "void"),
        RemedyKind.NOTE: Text("記録のみ", "noted"),
        RemedyKind.PENALTY: Text("罰則を適用", "the penalty is applied"),
        RemedyKind.REFEREE: Text("審判の裁定", "the referee decides"),
        Manner.HOLDS_TILE: Text("牌を握ったままの摸打", "A tile held while drawing and discarding"),
        Manner.BOTH_HANDS: Text("両手での摸打", "Both hands used to draw and discard"),
        Manner.RIVER_TOUCHED: Text("捨て牌に触れる", "Discards touched"),
        Manner.VOICE_UNCLEAR: Text("不完全・不明瞭な発声", "Voice incomplete or unclear"),
        Manner.CALL_ORDER: Text("鳴きの手順違い", "A call's steps out of order"),
        Manner.TILE_NAMED: Text("打牌の呼称", "A discard named aloud"),
        Manner.TILES_JUGGLED: Text("小手返しなど紛らわしい動作", "Tiles juggled so that the drawn one cannot be told"),
        Manner.SLAMMED: Text("強打", "A tile slammed down"),
        Manner.PACE: Text("摸打・進行の遅れ", "Slow play"),
        Manner.TILE_SHOWN: Text("見せ牌", "A concealed tile shown"),
        Manner.HAND_LOWERED: Text("手牌を立てていない", "The hand not kept standing"),
        Manner.HAND_UNSORTED: Text("理牌せずに倒す", "A winning hand opened unsorted"),
        Manner.NOTEN_LEFT_UP: Text("手牌を伏せない", "A hand not laid face down"),
        Manner.TALK: Text("対局中の私語・助言", "Talk or advice during play"),
        Manner.GREETING: Text("挨拶をしない", "No greeting"),
        Manner.POSTURE: Text("姿勢", "Posture at the table"),
        Manner.CONDUCT: Text("見苦しい態度", "Unsightly conduct"),
        Manner.SEAT_LEFT: Text("対局中の中座", "The seat left during play"),
        Manner.PAYMENT_UNCLEAR: Text("釣りの声掛けなど点棒の渡し方", "Points handed over without telling the change"),
        Manner.STICKS_PUT_AWAY: Text("確認前の点棒の片付け", "Sticks put back before the top confirmed the total"),
        Manner.MIXED_FACE_UP: Text("表の牌を混ぜる", "Tiles mixed face up"),
        Manner.BUILT_EARLY: Text("親より先に積み始める", "Stacking begun before the dealer"),
        Manner.WALLS_APART: Text("山を井桁にしていない", "Walls not put together in a square"),
        Manner.DICE_AT_WALL: Text("山に当てる投サイ", "Dice thrown against a wall"),
        Manner.DICE_LEFT: Text("サイコロの片付け忘れ", "Dice not cleared after the first discard"),
        Manner.WAIT_VOICE: Text("打牌への「待って」", '"Wait" to a discard without an act'),
    }
)
LIMIT_NAMES: Final[Mapping[str, Text]] = MappingProxyType(
    {
        "mangan": Text("満貫", "mangan"),
        "haneman": Text("跳満", "haneman"),
        "baiman": Text("倍満", "baiman"),
        "sanbaiman": Text("三倍満", "sanbaiman"),
        "yakuman": Text("役満", "yakuman"),
    }
)
