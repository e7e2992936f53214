"""Sentences on calls, riichi, kongs and who wins."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.rulebooks.names.briefing.phrase import Part, Phrase, phrase
from controller.rulebooks.schema.claims import SeveralRons
from controller.text import Text

CALLS: Final[Mapping[str, Phrase]] = MappingProxyType(
    {
        "claims.claim_order": phrase(Part.CALLS, "発声の優先：{}", "Which call goes first: {}"),
        "claims.swap_calling": phrase(Part.CALLS, "現物の喰い替え：{}", "Swap-calling, the kind that was called: {}"),
        "claims.slide_calling": phrase(Part.CALLS, "スジの喰い替え：{}", "Swap-calling, the other end of the chow: {}"),
        "table.late_call": phrase(Part.CALLS, "遅い発声：{}", "A late call: {}"),
        "table.meld_laid_wrong": phrase(Part.CALLS, "晒し方の間違い：{}", "A meld laid in the wrong way: {}"),
        "riichi.call_on_houtei": phrase(
            Part.CALLS,
            "河底牌の鳴きあり",
            "The last discard may be called",
            "河底牌の鳴きなし",
            "The last discard may not be called",
        ),
    }
)

RIICHI: Final[Mapping[str, Phrase]] = MappingProxyType(
    {
        "riichi.riichi_tiles_left": phrase(
            Part.RIICHI,
            "リーチには山に{}枚以上の残りが要る",
            "Riichi needs at least {} live tiles left",
            "ツモ番なしのリーチあり",
            "Riichi may be declared with no draw left",
        ),
        "riichi.riichi_by_haitei_drawer": phrase(
            Part.RIICHI, "海底牌をツモった者のリーチ：{}", "Riichi with the last discard: {}"
        ),
        "riichi.riichi_below_stick": phrase(
            Part.RIICHI,
            "1,000点未満のリーチあり",
            "Riichi may be declared with less than the price of a stick",
            "1,000点未満のリーチなし",
            "Riichi needs the points for a stick",
        ),
        "riichi.riichi_on_dead_wait": phrase(
            Part.RIICHI,
            "アガリ牌が見えていないリーチ（空テン）も可",
            "Riichi may be declared although no winning tile is left in view",
            "アガリ牌の残らないリーチ（空テン）は不可",
            "Riichi needs a winning tile that may still come",
        ),
        "riichi.riichi_needs_all_three_acts": phrase(
            Part.RIICHI,
            "リーチは発声・横向き・供託の三つで成立する",
            "Riichi takes the call, the sideways tile and the stick, all three",
            "三つが揃わなくてもリーチは成立する",
            "Riichi stands although one of call, sideways tile and stick is lacking",
        ),
        "riichi.riichi_taken_back": phrase(Part.RIICHI, "リーチの取り消し：{}", "Riichi may be taken back: {}"),
        "riichi.called_tile_next_sideways": phrase(
            Part.RIICHI,
            "宣言牌を鳴かれたら次の打牌を横に置く",
            "When the declared tile is called the next discard lies sideways",
            "宣言牌を鳴かれても次の打牌は横にしない",
            "When the declared tile is called nothing else is turned",
        ),
        "table.call_before_stick": phrase(
            Part.RIICHI, "リーチ棒を出す前の鳴き：{}", "Declared tile called before the stick lies: {}"
        ),
        "riichi.riichi_stands_when_tile_ronned": phrase(
            Part.RIICHI,
            "宣言牌でロンされてもリーチは成立し、棒を出す",
            "Riichi stands, and costs its stick, although the declared tile is ronned",
            "宣言牌でロンされたリーチは成立せず、棒も出さない",
            "Riichi whose tile is ronned does not stand and costs no stick",
        ),
        "claims.may_pass_after_riichi": phrase(
            Part.RIICHI,
            "リーチ後のアガリ見送りあり（以後はツモのみ）",
            "After riichi a win may be passed; from then on by draw only",
            "リーチ後のアガリ見送りは不可",
            "After riichi no win may be passed",
        ),
        "table.riichi_hand_changed": phrase(Part.RIICHI, "リーチ後の手替わり：{}", "The hand changed after riichi: {}"),
        "riichi.noten_riichi": phrase(Part.RIICHI, "ノーテンリーチ：{}", "Noten riichi: {}"),
        "riichi.noten_riichi_points": phrase(
            Part.RIICHI,
            "ノーテンリーチは各家に{}点を払う",
            "A noten riichi pays {} points to each of the others",
            "ノーテンリーチに各家への支払いはない",
            "A noten riichi pays nothing to each of the others",
        ),
    }
)

KONGS: Final[Mapping[str, Phrase]] = MappingProxyType(
    {
        "riichi.most_kongs": phrase(Part.KONGS, "カンは一局に{}回まで", "At most {} kongs in a round"),
        "riichi.kong_only_on_own_draw": phrase(
            Part.KONGS,
            "暗槓と加槓はツモの後に限る",
            "A concealed or added kong only after an own draw",
            "チー・ポンの後にも暗槓と加槓ができる",
            "A concealed or added kong also after a chii or pon",
        ),
        "riichi.kong_after_haitei": phrase(
            Part.KONGS,
            "海底牌でのカンあり",
            "A kong may be made with the last tile",
            "海底牌でのカンなし",
            "No kong with the last tile",
        ),
        "table.kong_draw_before_shown": phrase(
            Part.KONGS, "晒す前に嶺上牌を取ったとき：{}", "Replacement drawn before the kong is shown: {}"
        ),
        "riichi.kong_dora_shown": phrase(
            Part.KONGS, "暗槓のカンドラをめくる時：{}", "The dora of a concealed kong is shown {}"
        ),
        "riichi.open_kong_dora_shown": phrase(
            Part.KONGS, "大明槓・加槓のカンドラをめくる時：{}", "The dora of an open or added kong is shown {}"
        ),
        "riichi.riichi_kong": phrase(Part.KONGS, "リーチ後の暗槓：{}", "Concealed kong after riichi: {}"),
        "claims.kokushi_robs_concealed_kong": phrase(
            Part.KONGS,
            "国士無双の暗槓ロンあり",
            "Thirteen orphans may rob a concealed kong",
            "国士無双の暗槓ロンなし",
            "A concealed kong cannot be robbed, not even by thirteen orphans",
        ),
        "claims.open_kong_rinshan_liability": phrase(
            Part.KONGS,
            "大明槓の嶺上開花は鳴かせた者の責任払い",
            "Rinshan after an open kong is paid whole by who gave the tile",
            "大明槓の嶺上開花は責任払いなし",
            "Rinshan after an open kong is paid by all three",
        ),
    }
)

WINNING: Final[Mapping[str, Phrase]] = MappingProxyType(
    {
        "claims.several_rons": phrase(
            Part.WINNING,
            "一枚に複数のロン：{}",
            "Several rons on one tile: {}",
            cases={
                SeveralRons.NEAREST: Text(
                    "ダブロンなし（頭ハネ）",
                    "Several rons on one tile: the nearest winner only",
                ),
                SeveralRons.ALL: Text("ダブロン・トリロンあり", "Several rons on one tile: all who ron"),
            },
        ),
        "claims.several_rons_pot_to_nearest": phrase(
            Part.WINNING,
            "ダブロン時の供託は放銃者に近いアガリ者が取る",
            "Of several winners the nearest after the discarder takes the sticks",
            "ダブロン時の供託は近い者に限らない",
            "The sticks need not go to the nearest of several winners",
        ),
        "claims.own_discard_furiten": phrase(
            Part.WINNING,
            "自分の捨て牌にアガリ牌があればロンできない",
            "No ron with a winning tile among the own discards",
            "捨て牌によるフリテンなし",
            "Own discards bar nobody from ron",
        ),
        "claims.same_turn_furiten_ends": phrase(
            Part.WINNING, "同巡内フリテンは{}まで", "After a passed ron furiten ends {}"
        ),
        "claims.thirteen_wait_ignores_furiten": phrase(
            Part.WINNING,
            "国士十三面はフリテンでもロン可",
            "The thirteen-way wait may ron in furiten",
            "国士十三面もフリテンはロン不可",
            "The thirteen-way wait is bound by furiten as any other",
        ),
        "scoring.minimum_han": phrase(Part.WINNING, "{}翻縛り", "A win needs yaku of at least {} han"),
        "scoring.open_tanyao": phrase(
            Part.WINNING, "喰いタンあり", "Open tanyao counts", "喰いタンなし", "Tanyao needs a closed hand"
        ),
        "scoring.late_yaku": phrase(
            Part.WINNING,
            "後付けあり",
            "The yaku may be settled by the last tile",
            "後付けなし",
            "The yaku must be settled before the last tile",
        ),
        "penalties.call_then_ron_stands": phrase(
            Part.WINNING,
            "ポンロン（チーロン）は即倒牌なら認める",
            "Pon or chii, then ron at once, stands as a win",
            "ポンロン（チーロン）は認めない",
            "Whoever called pon or chii cannot ron that tile any more",
        ),
        "claims.liability": phrase(
            Part.WINNING,
            "責任払い（包）：{}",
            "Liability (pao) for {}",
            "責任払い（包）なし",
            "No liability (pao)",
        ),
        "claims.liability_trigger": phrase(Part.WINNING, "包となる鳴き：{}", "The call that makes liable: {}"),
        "claims.liability_counts_concealed_kongs": phrase(
            Part.WINNING,
            "包は暗槓も面子に数える",
            "For liability a concealed kong counts among the sets",
            "包は暗槓を面子に数えない",
            "For liability a concealed kong does not count",
        ),
        "claims.liability_ron_percent": phrase(
            Part.WINNING,
            "他家の放銃では包の者が{}パーセントを払う",
            "In a ron from another the liable player pays {} per cent",
            "他家の放銃では包の者は払わない",
            "In a ron from another the liable player pays nothing",
        ),
        "claims.liability_counters": phrase(
            Part.WINNING, "折半払いの積み棒を払う者：{}", "The counters of a shared payment are paid by {}"
        ),
        "claims.liability_only_its_yakuman": phrase(
            Part.WINNING,
            "包はその役満だけに及ぶ",
            "Liability covers its own yakuman only",
            "包は複合した役満にも及ぶ",
            "Liability covers the whole hand, other yakuman too",
        ),
    }
)
