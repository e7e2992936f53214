"""All yaku: names, needed features, and a predicate if these are not sufficient. Their values are in the rulebooks."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from controller.riichi.readings import ORPHAN_MASK, STANDARD_FORM
from controller.scoring.hand import reading_bits as feature
from controller.scoring.hand.circumstances import Circumstances
from controller.scoring.hand.reading_bits import (
    DRAGON_MASK,
    FIRST_CHOWS,
    HONOURS,
    RYANMEN,
    TANKI,
    THIRTEEN,
    WIND_MASK,
    Shape,
)

Predicate = Callable[[Circumstances, Shape], bool]


class Yaku(NamedTuple):
    """A yaku: its id in Hepburn romaji, its names, the features it needs, and an additional predicate or None.

    ``replaces``: ids of the yaku that do not count besides it.
    """

    id: str
    ja: str
    en: str
    needs: int
    holds: Predicate | None = None
    replaces: tuple[str, ...] = ()


def is_pinfu(win: Circumstances, shape: Shape) -> bool:
    """True for pinfu: closed, four chows, ryanmen wait, pair without value; tile not mixed in (npm 34 ro)."""
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


def _three_winds(_: Circumstances, shape: Shape) -> bool:
    return (shape.triplets & WIND_MASK).bit_count() == 3


def _in_a_row(triplets: int) -> int:
    """Return the bits of the lowest of three consecutive pungs."""
    return triplets & triplets >> 1 & triplets >> 2 & _THREE_IN_A_ROW


def _winds_and_dragons(_: Circumstances, shape: Shape) -> bool:
    """True if of four groups and a pair one is of winds, one of dragons and one of each suit."""
    honours = shape.triplets | shape.pair
    return honours & WIND_MASK != 0 and honours & DRAGON_MASK != 0


def _every_wind(_: Circumstances, shape: Shape) -> bool:
    return not WIND_MASK & ~shape.triplets


ONE_SUIT: Final = feature.ONE_SUIT
CHOWS: Final = feature.CHOWS
TRIPLETS: Final = feature.THREE_TRIPLETS
CLOSED: Final = feature.CLOSED
FIRST: Final = feature.FIRST_TURN
PAIRS: Final = CLOSED | feature.SEVEN_PAIRS
PUNGS: Final = feature.NO_CHOWS | feature.TRIPLETS
# Seven pairs of one suit without terminals are the pairs 2 to 8.
_WHEEL: Final = PAIRS | ONE_SUIT | feature.NO_HONOURS | feature.NO_ORPHANS
_THREE_IN_A_ROW: Final = 0x7F | 0x7F << 9 | 0x7F << 18
_FOUR_IN_A_ROW: Final = 0x3F | 0x3F << 9 | 0x3F << 18
YAKU: Final = (
    Yaku("RIICHI", "リーチ", "Riichi", feature.RIICHI),
    Yaku("DOUBLE_RIICHI", "ダブルリーチ", "Double riichi", feature.DOUBLE_RIICHI),
    Yaku("IPPATSU", "一発", "Ippatsu", feature.IPPATSU),
    Yaku("MENZEN_TSUMO", "門前清自摸和", "Fully concealed tsumo", CLOSED | feature.TSUMO),
    Yaku("HAITEI", "海底撈月", "Last tile draw", feature.HAITEI),
    Yaku("HOUTEI", "河底撈魚", "Last tile discard", feature.HOUTEI),
    Yaku("RINSHAN", "嶺上開花", "After a kong", feature.RINSHAN),
    Yaku("CHANKAN", "槍槓", "Robbing a kong", feature.CHANKAN),
    Yaku("PINFU", "平和", "Pinfu", CLOSED | CHOWS | feature.NO_TRIPLETS, is_pinfu),
    Yaku("TANYAO", "断么九", "All simples", feature.NO_ORPHANS),
    Yaku("IIPEIKOU", "一盃口", "Pure double chow", CLOSED | feature.ONE_TWIN),
    Yaku("HAKU", "役牌 白", "White dragon", feature.WHITE),
    Yaku("HATSU", "役牌 發", "Green dragon", feature.GREEN),
    Yaku("CHUN", "役牌 中", "Red dragon", feature.RED),
    Yaku(
        "BAKAZE", "役牌 圏風", "Prevailing wind", feature.WINDS, lambda win, shape: shape.triplets & win.prevailing != 0
    ),
    Yaku("JIKAZE", "役牌 門風", "Seat wind", feature.WINDS, lambda win, shape: shape.triplets & win.seat != 0),
    Yaku(
        "SANSHOKU_DOUJUN",
        "三色同順",
        "Mixed triple chow",
        feature.THREE_CHOWS,
        lambda _, shape: _in_every_suit(shape.chows),
    ),
    Yaku("ITTSUU", "一気通貫", "Pure straight", feature.THREE_CHOWS, _ittsuu),
    Yaku("CHANTA", "混全帯么九", "Half outside hand", feature.EDGES | feature.HONOURS, _ends_everywhere),
    Yaku("CHIITOITSU", "七対子", "Seven pairs", CLOSED | feature.SEVEN_PAIRS),
    Yaku("TOITOI", "対々和", "All pungs", PUNGS),
    Yaku("SANANKOU", "三暗刻", "Three concealed pungs", feature.THREE_CONCEALED),
    Yaku("SANSHOKU_DOUKOU", "三色同刻", "Triple pung", TRIPLETS, lambda _, shape: _in_every_suit(shape.triplets)),
    Yaku("SANKANTSU", "三槓子", "Three kongs", feature.THREE_KONGS),
    Yaku(
        "SHOUSANGEN",
        "小三元",
        "Little three dragons",
        feature.TWO_DRAGONS,
        lambda _, shape: shape.pair & DRAGON_MASK != 0,
    ),
    Yaku("HONROUTOU", "混老頭", "All terminals and honours", feature.ONLY_ORPHANS | feature.NO_CHOWS),
    Yaku("RYANPEIKOU", "二盃口", "Twice pure double chow", CLOSED | feature.TWO_TWINS),
    Yaku("HONITSU", "混一色", "Half flush", ONE_SUIT | feature.SUITED | feature.HONOURS),
    Yaku("JUNCHAN", "純全帯么九", "Fully outside hand", feature.EDGES | feature.NO_HONOURS, _ends_everywhere),
    Yaku("CHINITSU", "清一色", "Full flush", ONE_SUIT | feature.NO_HONOURS),
    Yaku("RENHOU", "人和", "Blessing of man", FIRST | feature.RON),
    Yaku("TENHOU", "天和", "Blessing of heaven", FIRST | feature.TSUMO | feature.DEALER),
    Yaku("CHIIHOU", "地和", "Blessing of earth", FIRST | feature.TSUMO | feature.CHILD),
    Yaku("KOKUSHI", "国士無双", "Thirteen orphans", CLOSED | feature.THIRTEEN_ORPHANS),
    Yaku(
        "KOKUSHI_JUUSANMEN",
        "国士無双十三面待ち",
        "Thirteen orphans on thirteen waits",
        CLOSED | feature.THIRTEEN_ORPHANS,
        lambda win, shape: shape.wait == THIRTEEN and not win.mixed_in,
        ("KOKUSHI",),
    ),
    Yaku("SUUANKOU", "四暗刻", "Four concealed pungs", feature.FOUR_CONCEALED),
    Yaku(
        "SUUANKOU_TANKI",
        "四暗刻単騎",
        "Four concealed pungs, waiting on the pair",
        feature.FOUR_CONCEALED,
        lambda win, shape: shape.wait == TANKI and not win.mixed_in,
        ("SUUANKOU",),
    ),
    Yaku("DAISANGEN", "大三元", "Big three dragons", feature.WHITE | feature.GREEN | feature.RED),
    Yaku(
        "RYUUIISOU",
        "緑一色",
        "All green",
        feature.ALL_GREEN,
        lambda win, shape: not win.hatsu_needed or shape.features & HONOURS != 0,
    ),
    Yaku(
        "TSUUIISOU",
        "字一色",
        "All honours",
        feature.NO_SUIT,
        lambda win, shape: win.honours_in_pairs or shape.form == STANDARD_FORM,
    ),
    Yaku("SHOUSUUSHII", "小四喜", "Little four winds", feature.WINDS | TRIPLETS, _three_winds_and_a_pair),
    Yaku("DAISUUSHII", "大四喜", "Big four winds", PUNGS | feature.WINDS | TRIPLETS, _every_wind),
    Yaku("CHINROUTOU", "清老頭", "All terminals", PUNGS | feature.ONLY_ORPHANS | feature.NO_HONOURS),
    Yaku("SUUKANTSU", "四槓子", "Four kongs", feature.FOUR_KONGS),
    Yaku("CHUUREN", "九蓮宝燈", "Nine gates", CLOSED | feature.NINE_GATES),
    Yaku(
        "JUNSEI_CHUUREN",
        "純正九蓮宝燈",
        "Pure nine gates",
        CLOSED | feature.NINE_GATES,
        lambda win, shape: shape.gates == 2 and not win.mixed_in,
        ("CHUUREN",),
    ),
    # The following yaku are house rules; no published rulebook has them.
    Yaku("SANRENKOU", "三連刻", "Three pungs in a row", TRIPLETS, lambda _, shape: _in_a_row(shape.triplets) != 0),
    Yaku("SANPUUKOU", "三風刻", "Three wind pungs", feature.WINDS | TRIPLETS, _three_winds),
    Yaku("ISSHOKU_SANJUN", "一色三順", "Pure triple chow", feature.THREE_EQUAL, None, ("IIPEIKOU", "RYANPEIKOU")),
    Yaku("UUMENSAI", "五門斉", "All five types", feature.MAN | feature.PIN | feature.SOU, _winds_and_dragons),
    Yaku("SHIIAROUTAI", "十二落抬", "Four melds and a single tile", feature.ALL_OPEN),
    Yaku(
        "SUURENKOU",
        "四連刻",
        "Four pungs in a row",
        PUNGS | TRIPLETS,
        lambda _, shape: _in_a_row(shape.triplets) & _in_a_row(shape.triplets) >> 1 & _FOUR_IN_A_ROW != 0,
        ("SANRENKOU",),
    ),
    Yaku(
        "ISSHOKU_YONJUN",
        "一色四順",
        "Pure quadruple chow",
        feature.FOUR_EQUAL,
        None,
        ("ISSHOKU_SANJUN", "IIPEIKOU", "RYANPEIKOU"),
    ),
    Yaku("DAISHARIN", "大車輪", "Big wheels", _WHEEL | feature.PIN),
    Yaku("DAICHIKURIN", "大竹林", "Bamboo forest", _WHEEL | feature.SOU),
    Yaku("DAISUURIN", "大数隣", "Numerous neighbours", _WHEEL | feature.MAN),
    Yaku("DAISHICHISEI", "大七星", "Big seven stars", PAIRS | feature.NO_SUIT, None, ("TSUUIISOU",)),
    Yaku("OPEN_RIICHI", "オープンリーチ", "Open riichi", feature.RIICHI | feature.OPEN_RIICHI, None, ("RIICHI",)),
    Yaku(
        "DOUBLE_OPEN_RIICHI",
        "ダブルオープンリーチ",
        "Double open riichi",
        feature.DOUBLE_RIICHI | feature.OPEN_RIICHI,
        None,
        ("DOUBLE_RIICHI",),
    ),
    Yaku("OPEN_RIICHI_RON", "オープンリーチへの放銃", "Discarded into an open riichi", feature.INTO_OPEN),
    Yaku("ISHINOUE_SANNEN", "石の上にも三年", "Three years on a stone", feature.DOUBLE_RIICHI | feature.LAST_TILE),
)
# Bit of each yaku in a set of yaku.
YAKU_BITS: Final[Mapping[str, int]] = MappingProxyType({yaku.id: 1 << place for place, yaku in enumerate(YAKU)})
# Bits of the yaku that a yaku replaces, by its id.
REPLACED: Final[Mapping[str, int]] = MappingProxyType(
    {yaku.id: sum([YAKU_BITS[name] for name in yaku.replaces]) for yaku in YAKU if yaku.replaces}
)
