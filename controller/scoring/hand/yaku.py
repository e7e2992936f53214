"""All yaku: names, features each needs, and a small predicate where these are not all. Their worth is the book's."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from controller.riichi.readings import ORPHAN_MASK, STANDARD_FORM
from controller.scoring.hand.circumstances import Circumstances
from controller.scoring.hand.reading_bits import (
    DRAGON_MASK,
    FIRST_CHOWS,
    HONOURS,
    RYANMEN,
    TANKI,
    THIRTEEN,
    WIND_MASK,
    Feature,
    Shape,
)

Predicate = Callable[[Circumstances, Shape], bool]


class Yaku(NamedTuple):
    """A yaku: its id in Hepburn romaji, its names, the features it needs, and what must hold beside them, if anything.

    ``replaces``: id of the yaku whose place it takes.
    """

    id: str
    ja: str
    en: str
    needs: Feature
    holds: Predicate | None = None
    replaces: str = ""


def is_pinfu(win: Circumstances, shape: Shape) -> bool:
    """Closed, four chows, a ryanmen wait, a pair of no value; not when the drawn tile was mixed in (npm 34 ro)."""
    return (
        shape.wait == RYANMEN
        and not shape.triplets
        and win.closed
        and not win.mixed_in
        and not shape.pair & (DRAGON_MASK | win.seat | win.prevailing)
    )


def _in_every_suit(firsts: int) -> bool:
    return firsts & firsts >> 9 & firsts >> 18 & 0x1FF != 0


def _ittsuu(_: Circumstances, shape: Shape) -> bool:
    return shape.chows & shape.chows >> 3 & shape.chows >> 6 & FIRST_CHOWS != 0


def _ends_everywhere(_: Circumstances, shape: Shape) -> bool:
    return not (shape.triplets | shape.pair) & ~ORPHAN_MASK


def _three_winds_and_a_pair(_: Circumstances, shape: Shape) -> bool:
    return (shape.triplets & WIND_MASK).bit_count() == 3 and shape.pair & WIND_MASK != 0


def _every_wind(_: Circumstances, shape: Shape) -> bool:
    return not WIND_MASK & ~shape.triplets


ONE_SUIT: Final = Feature.ONE_SUIT
CHOWS: Final = Feature.CHOWS
TRIPLETS: Final = Feature.THREE_TRIPLETS
CLOSED: Final = Feature.CLOSED
FIRST: Final = Feature.FIRST_TURN
PUNGS: Final = Feature.NO_CHOWS | Feature.TRIPLETS
YAKU: Final = (
    Yaku("RIICHI", "立直", "Riichi", Feature.RIICHI),
    Yaku("DOUBLE_RIICHI", "ダブル立直", "Double riichi", Feature.DOUBLE_RIICHI),
    Yaku("IPPATSU", "一発", "Ippatsu", Feature.IPPATSU),
    Yaku("MENZEN_TSUMO", "門前清自摸和", "Fully concealed tsumo", CLOSED | Feature.TSUMO),
    Yaku("HAITEI", "海底撈月", "Last tile draw", Feature.HAITEI),
    Yaku("HOUTEI", "河底撈魚", "Last tile discard", Feature.HOUTEI),
    Yaku("RINSHAN", "嶺上開花", "After a kong", Feature.RINSHAN),
    Yaku("CHANKAN", "搶槓", "Robbing a kong", Feature.CHANKAN),
    Yaku("PINFU", "平和", "Pinfu", CLOSED | CHOWS | Feature.NO_TRIPLETS, is_pinfu),
    Yaku("TANYAO", "断么九", "All simples", Feature.NO_ORPHANS),
    Yaku("IIPEIKOU", "一盃口", "Pure double chow", CLOSED | Feature.ONE_TWIN),
    Yaku("HAKU", "役牌 白", "White dragon", Feature.WHITE),
    Yaku("HATSU", "役牌 發", "Green dragon", Feature.GREEN),
    Yaku("CHUN", "役牌 中", "Red dragon", Feature.RED),
    Yaku(
        "BAKAZE", "役牌 圏風", "Prevailing wind", Feature.WINDS, lambda win, shape: shape.triplets & win.prevailing != 0
    ),
    Yaku("JIKAZE", "役牌 門風", "Seat wind", Feature.WINDS, lambda win, shape: shape.triplets & win.seat != 0),
    Yaku(
        "SANSHOKU_DOUJUN",
        "三色同順",
        "Mixed triple chow",
        Feature.THREE_CHOWS,
        lambda _, shape: _in_every_suit(shape.chows),
    ),
    Yaku("ITTSUU", "一気通貫", "Pure straight", Feature.THREE_CHOWS, _ittsuu),
    Yaku("CHANTA", "混全帯么九", "Half outside hand", Feature.EDGES | Feature.HONOURS, _ends_everywhere),
    Yaku("CHIITOITSU", "七対子", "Seven pairs", CLOSED | Feature.SEVEN_PAIRS),
    Yaku("TOITOI", "対々和", "All pungs", PUNGS),
    Yaku("SANANKOU", "三暗刻", "Three concealed pungs", Feature.THREE_CONCEALED),
    Yaku("SANSHOKU_DOUKOU", "三色同刻", "Triple pung", TRIPLETS, lambda _, shape: _in_every_suit(shape.triplets)),
    Yaku("SANKANTSU", "三槓子", "Three kongs", Feature.THREE_KONGS),
    Yaku(
        "SHOUSANGEN",
        "小三元",
        "Little three dragons",
        Feature.TWO_DRAGONS,
        lambda _, shape: shape.pair & DRAGON_MASK != 0,
    ),
    Yaku("HONROUTOU", "混老頭", "All terminals and honours", Feature.ONLY_ORPHANS | Feature.NO_CHOWS),
    Yaku("RYANPEIKOU", "二盃口", "Twice pure double chow", CLOSED | Feature.TWO_TWINS),
    Yaku("HONITSU", "混一色", "Half flush", ONE_SUIT | Feature.SUITED | Feature.HONOURS),
    Yaku("JUNCHAN", "純全帯么九", "Fully outside hand", Feature.EDGES | Feature.NO_HONOURS, _ends_everywhere),
    Yaku("CHINITSU", "清一色", "Full flush", ONE_SUIT | Feature.NO_HONOURS),
    Yaku("RENHOU", "人和", "Blessing of man", FIRST | Feature.RON),
    Yaku("TENHOU", "天和", "Blessing of heaven", FIRST | Feature.TSUMO | Feature.DEALER),
    Yaku("CHIIHOU", "地和", "Blessing of earth", FIRST | Feature.TSUMO | Feature.CHILD),
    Yaku("KOKUSHI", "国士無双", "Thirteen orphans", CLOSED | Feature.THIRTEEN_ORPHANS),
    Yaku(
        "KOKUSHI_JUUSANMEN",
        "国士無双十三面待ち",
        "Thirteen orphans on thirteen waits",
        CLOSED | Feature.THIRTEEN_ORPHANS,
        lambda win, shape: shape.wait == THIRTEEN and not win.mixed_in,
        "KOKUSHI",
    ),
    Yaku("SUUANKOU", "四暗刻", "Four concealed pungs", Feature.FOUR_CONCEALED),
    Yaku(
        "SUUANKOU_TANKI",
        "四暗刻単騎",
        "Four concealed pungs, waiting on the pair",
        Feature.FOUR_CONCEALED,
        lambda win, shape: shape.wait == TANKI and not win.mixed_in,
        "SUUANKOU",
    ),
    Yaku("DAISANGEN", "大三元", "Big three dragons", Feature.WHITE | Feature.GREEN | Feature.RED),
    Yaku(
        "RYUUIISOU",
        "緑一色",
        "All green",
        Feature.ALL_GREEN,
        lambda win, shape: not win.hatsu_needed or shape.features & HONOURS != 0,
    ),
    Yaku(
        "TSUUIISOU",
        "字一色",
        "All honours",
        Feature.NO_SUIT,
        lambda win, shape: win.honours_in_pairs or shape.form == STANDARD_FORM,
    ),
    Yaku("SHOUSUUSHII", "小四喜", "Little four winds", Feature.WINDS | TRIPLETS, _three_winds_and_a_pair),
    Yaku("DAISUUSHII", "大四喜", "Big four winds", PUNGS | Feature.WINDS | TRIPLETS, _every_wind),
    Yaku("CHINROUTOU", "清老頭", "All terminals", PUNGS | Feature.ONLY_ORPHANS | Feature.NO_HONOURS),
    Yaku("SUUKANTSU", "四槓子", "Four kongs", Feature.FOUR_KONGS),
    Yaku("CHUUREN", "九蓮宝燈", "Nine gates", CLOSED | Feature.NINE_GATES),
    Yaku(
        "JUNSEI_CHUUREN",
        "純正九蓮宝燈",
        "Pure nine gates",
        CLOSED | Feature.NINE_GATES,
        lambda win, shape: shape.gates == 2 and not win.mixed_in,
        "CHUUREN",
    ),
)
# Bit of each yaku in a set of them.
YAKU_BITS: Final[Mapping[str, int]] = MappingProxyType({yaku.id: 1 << place for place, yaku in enumerate(YAKU)})
# Id of a yaku: that of the one whose place it takes.
REPLACED: Final[Mapping[str, str]] = MappingProxyType({yaku.id: yaku.replaces for yaku in YAKU if yaku.replaces})
