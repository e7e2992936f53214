"""Words in Japanese and English for every value that a rulebook picks from a list, and for limits."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import Final

from controller.rulebooks.claim_rules import (
    ClaimOrder,
    FuritenEnd,
    KongDoraShown,
    LeftSticks,
    LiabilityTrigger,
    NotenRiichi,
    Payer,
    RiichiKong,
    SeveralRons,
    TakingBack,
    Wrong,
)
from controller.rulebooks.event_rules import TieBreak
from controller.rulebooks.flow_rules import RoundBegins, Rounding, Surplus, TenpaiOrder, TenpaiShown, Ties
from controller.rulebooks.penalty_rules import AfterChombo, ChomboCost, ChomboSticks, Penalty
from controller.rulebooks.rule import Name
from controller.rulebooks.table_rules import DoraTurner, Opening, RemedyKind, Seating, SetPresser

VALUE_NAMES: Final[Mapping[Enum, Name]] = MappingProxyType(
    {
        SeveralRons.NEAREST: Name("頭ハネ", "nearest after the discarder"),
        SeveralRons.ALL: Name("ダブロン・トリロンあり", "all of them"),
        ClaimOrder.WIN_SET_CHOW: Name("和了、ポン・カン、チーの順", "win, pon or kan, chii"),
        ClaimOrder.EARLIER_CALL: Name(
            "早い発声（同時なら和了、ポン・カン、チー）", "earlier call; at once: win, pon or kan, chii"
        ),
        FuritenEnd.OWN_TILE: Name("次に自分が牌を取る時", "as the player next takes a tile"),
        FuritenEnd.OWN_DISCARD: Name("次に自分が打牌する時", "with the player's next discard"),
        Wrong.ALLOWED: Name("可", "allowed"),
        Wrong.LOSES_RIGHT: Name("不可（和了放棄）", "forbidden, loses the right to win"),
        Payer.DISCARDER: Name("放銃者", "the discarder"),
        Payer.LIABLE: Name("包の者", "the liable seat"),
        LiabilityTrigger.PON: Name("ポン", "pon"),
        LiabilityTrigger.PON_OR_KONG: Name("ポンまたは大明槓", "pon or open kong"),
        RiichiKong.INDEPENDENT_TRIPLET: Name(
            "独立した暗刻に自摸牌を加える時だけ", "an independent triplet and the drawn tile only"
        ),
        RiichiKong.SETS: Name("面子構成が変わらなければ可", "if the sets stay"),
        RiichiKong.SETS_AND_YAKU: Name("手牌構成が変わらず役も減らなければ可", "if sets and yaku stay"),
        RiichiKong.SETS_AND_WAITS: Name("面子構成と待ちが変わらなければ可", "if sets and waits stay"),
        TakingBack.NEVER: Name("不可", "never"),
        TakingBack.UNTIL_OWN_DISCARD: Name("打牌まで", "until the own discard"),
        TakingBack.UNTIL_NEXT_DISCARD: Name("次の者の打牌まで", "until the next player's discard"),
        LeftSticks.NOBODY: Name("誰のものでもない", "nobody's"),
        LeftSticks.TOP: Name("トップ者へ", "to the top"),
        NotenRiichi.CHOMBO_AT_DRAW: Name("流局時にチョンボ", "chombo at a draw"),
        NotenRiichi.PAYS_EACH_AND_REPLAY: Name("各家に支払い、やり直し", "pays each, round replayed"),
        KongDoraShown.WHEN_CONFIRMED: Name("槓の確認時", "when the kong is confirmed"),
        KongDoraShown.BEFORE_REPLACEMENT: Name("嶺上牌を取る前", "before the replacement tile"),
        TenpaiShown.BY_SHOWING: Name("手牌の開示", "by showing"),
        TenpaiShown.BY_VOICE_AND_SHOWING: Name("発声と開示", "by voice and showing"),
        TenpaiOrder.RIICHI_THEN_WINDS: Name("立直者、東南西北の順", "riichi first, then E S W N"),
        TenpaiOrder.WINDS: Name("東南西北の順", "E S W N"),
        TenpaiOrder.ANY: Name("順不同", "any"),
        RoundBegins.DISCARD_OR_CONCEALED_KONG: Name(
            "親の第一打・天和・暗槓", "the dealer's discard, tenhou or concealed kong"
        ),
        RoundBegins.VOICE_OR_DISCARD: Name("親の発声または第一打", "the dealer's voice or discard"),
        Surplus.STANDS: Name("そのまま", "stands"),
        Surplus.FROM_TOP: Name("トップ者から引く", "taken from the top"),
        Ties.SHARED: Name("順位点を分ける", "the places are shared"),
        Rounding.TENTHS: Name("0.1単位", "tenths of a thousand"),
        Rounding.FIVE_DOWN_SIX_UP: Name("五捨六入、残りはトップ", "500 down, 600 up, the top takes the rest"),
        Rounding.POINTS: Name("持ち点のまま", "points as they are"),
        Penalty.CHOMBO: Name("チョンボ", "chombo"),
        Penalty.LOSES_RIGHT: Name("和了放棄", "loses the right to win"),
        Penalty.PAYS_POT: Name("罰符を供託", "fine into the pot"),
        Penalty.PAYS_EACH: Name("各自に支払い、やり直し", "pays each, the round again"),
        Penalty.CORRECTED: Name("訂正、罰なし", "put right, no penalty"),
        Penalty.UNDONE: Name("行為を戻す", "the act is undone"),
        Penalty.FREE: Name("謝罪のみ", "an apology"),
        Penalty.NOTE: Name("記録のみ", "noted"),
        Penalty.REFEREE: Name("審判の裁定", "the referee decides"),
        ChomboCost.OFF_TOTAL: Name("トータルポイントから減算", "off the total"),
        ChomboCost.TO_OTHERS: Name("他の三者へ満貫払い", "to the others as a mangan by tsumo"),
        ChomboCost.TO_NOBODY: Name("持ち点から除外（罰符欄）", "off the score, to nobody"),
        ChomboCost.REFEREE: Name("審判の裁定", "the referee decides"),
        AfterChombo.REPLAY: Name("やり直し（積み棒そのまま）", "replayed, counters unchanged"),
        AfterChombo.DEALER_PASSES: Name("親流れ、平場", "the deal passes, no counters"),
        AfterChombo.REFEREE: Name("審判の裁定", "the referee decides"),
        ChomboSticks.BACK: Name("戻す", "given back"),
        ChomboSticks.STAY: Name("供託のまま", "stay for the next winner"),
        TieBreak.POINTS_BEFORE: Name("一つ前の回戦までのポイント", "points up to the game before"),
        TieBreak.WIN_RATE: Name("着順勝率", "win rate of places"),
        TieBreak.BEST_GAMES: Name("最高得点、次点の順", "best game, then the next best"),
        Seating.TILES_AND_DICE: Name("六枚の牌と出サイ", "six tiles and rolls"),
        Seating.WINDS_DRAWN: Name("つかみ取り（東が起家）", "winds drawn, East deals first"),
        Seating.ASSIGNED: Name("主催者の指定", "as assigned"),
        SetPresser.NEXT_DEALER: Name("次局の親", "the next dealer"),
        DoraTurner.FACING_PLAYER: Name("その箇所に直面する者", "the player before it"),
        DoraTurner.DEALER: Name("親", "the dealer"),
        Opening.FIRST_DISCARD: Name("親の第一打", "the dealer's first discard"),
        Opening.DISCARD_OR_CONCEALED_KONG: Name("親の第一打または暗槓", "the first discard or concealed kong"),
        Opening.VOICE_OR_DISCARD: Name("親の発声または第一打", "the dealer's voice or first discard"),
        RemedyKind.SHUFFLE_AGAIN: Name("洗牌からやり直し", "shuffle again"),
        RemedyKind.STANDS: Name("有効", "stands"),
        RemedyKind.PUT_RIGHT: Name("訂正", "put right"),
        RemedyKind.SWAP: Name("有効とし位置を交換", "stands, swapped into place"),
        RemedyKind.ROLL_AGAIN: Name("振り直し", "roll again"),
        RemedyKind.LOCK: Name("卓を止める", "table locked"),
        RemedyKind.VOID: Name("無効", "void"),
        RemedyKind.NOTE: Name("記録のみ", "noted"),
        RemedyKind.PENALTY: Name("罰則を適用", "the penalty is applied"),
        RemedyKind.REFEREE: Name("審判の裁定", "the referee decides"),
    }
)
LIMIT_NAMES: Final[Mapping[str, Name]] = MappingProxyType(
    {
        "mangan": Name("満貫", "mangan"),
        "haneman": Name("跳満", "haneman"),
        "baiman": Name("倍満", "baiman"),
        "sanbaiman": Name("三倍満", "sanbaiman"),
        "yakuman": Name("役満", "yakuman"),
    }
)
