"""Sentences on what a hand is worth; yaku and fu lines have one sentence each for all."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from controller.rulebooks.names.briefing.phrase import Part, Phrase, phrase
from controller.text import Text

# {} is the worth of a yaku, or the fu of a line, after its name.
YAKU: Final = phrase(Part.SCORING, "{}", "{}", "役ではない", "not a yaku")
FU: Final = phrase(Part.SCORING, "{}符", "{} fu", "数えない", "not counted")

SCORING: Final[Mapping[str, Phrase]] = MappingProxyType(
    {
        "scoring.yaku": YAKU,
        "scoring.han_table": phrase(
            Part.SCORING,
            "翻数だけの得点表による：{}",
            "Points go by han alone: {}",
            "符と翻で点数を計算する",
            "Points go by fu and han",
        ),
        "scoring.fu": phrase(
            Part.SCORING,
            "符を数える",
            "Fu are counted",
            "符は数えない",
            "Fu are not counted",
        ),
        "scoring.ba_zoro": phrase(
            Part.SCORING,
            "翻数に場ゾロ{}翻を加えて言う",
            "Han are told with {} ba-zoro han on top",
            "場ゾロは加えて言わない",
            "Han are told without ba-zoro",
        ),
        "scoring.double_wind_pair": phrase(Part.SCORING, "連風牌の雀頭は{}符", "A pair of the double wind is {} fu"),
        "scoring.pinfu_tsumo": phrase(
            Part.SCORING,
            "平和とツモは複合し20符",
            "Pinfu and tsumo go together, at 20 fu",
            "平和とツモは複合しない",
            "Pinfu and tsumo do not go together",
        ),
        "scoring.open_pinfu": phrase(
            Part.SCORING,
            "副露した平和形のロンに{}符を加える",
            "An open pinfu-shaped ron gets {} fu on top",
            "副露した平和形のロンに加符なし",
            "An open pinfu-shaped ron gets no fu on top",
        ),
        "scoring.seven_pairs": phrase(Part.SCORING, "七対子は{}符", "Seven pairs are {} fu"),
        "scoring.replacement_tsumo_fu": phrase(
            Part.SCORING,
            "嶺上開花にもツモ符がつく",
            "A win on a replacement tile has the fu of tsumo",
            "嶺上開花にツモ符はつかない",
            "A win on a replacement tile has no fu of tsumo",
        ),
        "scoring.base_power": phrase(
            Part.SCORING, "基本点は符×2の（翻＋{}）乗", "Basic points are fu × 2 to the power of han + {}"
        ),
        "scoring.rounding": phrase(Part.SCORING, "支払いは{}点単位に切り上げる", "Payments are rounded up to {}"),
        "scoring.kiriage_30_fu_4_han": phrase(
            Part.SCORING,
            "30符4翻は満貫に切り上げる",
            "30 fu 4 han is rounded up to mangan",
            "30符4翻は切り上げない（7,700／11,600）",
            "30 fu 4 han is not rounded up: 7,700 / 11,600",
        ),
        "scoring.kiriage_60_fu_3_han": phrase(
            Part.SCORING,
            "60符3翻は満貫に切り上げる",
            "60 fu 3 han is rounded up to mangan",
            "60符3翻は切り上げない（7,700／11,600）",
            "60 fu 3 han is not rounded up: 7,700 / 11,600",
        ),
        "scoring.limits": phrase(Part.SCORING, "満貫以上：{}", "Limits by han: {}"),
        "scoring.counted_yakuman": phrase(
            Part.SCORING,
            "{}翻以上は数え役満",
            "From {} han on a hand is a counted yakuman",
            "数え役満なし",
            "No counted yakuman",
        ),
        "scoring.yakuman_points": phrase(Part.SCORING, "役満の基本点は{}点", "A yakuman has {} basic points"),
        "scoring.most_yakuman": phrase(
            Part.SCORING,
            "役満の複合は{}倍まで",
            "Yakuman add up to {} times",
            "役満の複合は上限なし",
            "Yakuman add up without a bound",
            cases={1: Text("役満の複合なし（シングルのみ）", "Only one yakuman is ever paid")},
        ),
        "scoring.ippatsu": phrase(Part.SCORING, "一発あり", "Ippatsu counts", "一発なし", "No ippatsu"),
        "scoring.dora": phrase(Part.SCORING, "ドラあり", "Dora count", "ドラなし", "No dora"),
        "scoring.ura_dora": phrase(Part.SCORING, "裏ドラあり", "Ura dora count", "裏ドラなし", "No ura dora"),
        "scoring.kan_dora": phrase(
            Part.SCORING,
            "カンドラあり",
            "Dora of kongs count",
            "カンドラなし",
            "No dora of kongs",
        ),
        "scoring.kan_ura": phrase(
            Part.SCORING, "カン裏あり", "Ura dora of kongs count", "カン裏なし", "No ura dora of kongs"
        ),
        "scoring.north_dora": phrase(
            Part.SCORING,
            "抜いた北は一枚につきドラ一",
            "Each north set aside is a dora",
            "北抜きなし",
            "No north is set aside",
        ),
        "scoring.missing_share": phrase(
            Part.SCORING, "三人打ちのツモで北家の分：{}", "On a tsumo among three, the fourth player's share: {}"
        ),
        "scoring.ippatsu_with_rinshan": phrase(
            Part.SCORING,
            "一発と嶺上開花は複合する",
            "Ippatsu and rinshan go together",
            "一発と嶺上開花は複合しない",
            "Ippatsu and rinshan do not go together",
        ),
        "scoring.ippatsu_with_chankan": phrase(
            Part.SCORING,
            "一発と槍槓は複合する",
            "Ippatsu and chankan go together",
            "一発と槍槓は複合しない",
            "Ippatsu and chankan do not go together",
        ),
        "scoring.haitei_with_rinshan": phrase(
            Part.SCORING,
            "海底撈月と嶺上開花は複合する",
            "Haitei and rinshan go together",
            "海底撈月と嶺上開花は複合しない",
            "Haitei and rinshan do not go together",
        ),
        "scoring.highest_reading": phrase(
            Part.SCORING,
            "高点法（点の高くなる取り方で計算）",
            "The reading of the hand that is worth most counts",
            "高点法を用いない",
            "The best reading of the hand need not count",
        ),
        "scoring.mixed_in_loses_wait": phrase(
            Part.SCORING,
            "ツモ牌を手牌に混ぜてアガると、待ちの符も平和もつかない",
            "A drawn tile mixed into the hand before it is shown loses wait fu and pinfu",
            "ツモ牌を手牌に混ぜても計算は変わらない",
            "A drawn tile mixed into the hand changes nothing",
        ),
        "scoring.ryuuiisou_needs_hatsu": phrase(
            Part.SCORING,
            "緑一色には發が要る",
            "All green needs green dragons",
            "緑一色に發は要らない",
            "All green needs no green dragons",
        ),
        "scoring.tsuuiisou_in_seven_pairs": phrase(
            Part.SCORING,
            "字一色は七対子でもよい",
            "All honours may be seven pairs",
            "字一色は七対子では認めない",
            "All honours may not be seven pairs",
        ),
        "scoring.counter_value": phrase(
            Part.SCORING,
            "積み棒は一本{}点",
            "A counter is worth {} points",
            "積み棒はつかない",
            "Counters are worth nothing",
        ),
        "scoring.chips": phrase(Part.SCORING, "祝儀：{}", "Chips: {}", cases={(): Text("祝儀なし", "No chips")}),
        "scoring.riichi_stick": phrase(Part.SCORING, "リーチ棒は{}点", "A riichi stick is {} points"),
    }
)
