"""All yaku: names and one small predicate each. What a yaku is worth stands in the rulebook."""

from collections.abc import Callable
from typing import Final, NamedTuple

from controller.riichi.reading import Form, Wait
from controller.riichi.tile import Tile
from controller.scoring.shape import (
    DRAGON_MASK,
    EDGE_CHOWS,
    GREEN_MASK,
    HONOUR_MASK,
    ORPHAN_MASK,
    SUIT_MASKS,
    WIND_MASK,
    Circumstances,
    Shape,
    Trait,
)

Predicate = Callable[[Circumstances, Shape], bool]


class Yaku(NamedTuple):
    """A yaku: its id in Hepburn romaji, its names, the traits it needs, when it holds, and whose place it takes."""

    id: str
    ja: str
    en: str
    needs: Trait
    holds: Predicate
    replaces: str = ""


def _triplet_of(kind: Tile) -> Predicate:
    return lambda _, shape: bool(shape.triplets >> kind & 1)


def is_pinfu(win: Circumstances, shape: Shape) -> bool:
    """Closed, four chows, a ryanmen wait, a pair of no value; not when the drawn tile was mixed in (npm 34 ro)."""
    return (
        shape.wait is Wait.RYANMEN
        and not shape.triplets
        and win.closed
        and not win.mixed_in
        and not shape.pair & (DRAGON_MASK | win.seat | win.prevailing)
    )


def _sanshoku(firsts: int) -> bool:
    return bool(firsts & firsts >> 9 & firsts >> 18 & 0x1FF)


def _ittsuu(_: Circumstances, shape: Shape) -> bool:
    straight = shape.chows & shape.chows >> 3 & shape.chows >> 6
    return bool(straight & (1 | 1 << 9 | 1 << 18))


def _ends_everywhere(shape: Shape) -> bool:
    return (
        shape.chows != 0
        and not shape.chows & ~EDGE_CHOWS
        and not (shape.triplets | shape.pair) & ~ORPHAN_MASK
        and shape.form is Form.STANDARD
    )


def _all_but_a_pair_of(family: int) -> Predicate:
    size = family.bit_count()
    return lambda _, shape: (shape.triplets & family).bit_count() == size - 1 and bool(shape.pair & family)


def _every_triplet_of(family: int) -> Predicate:
    return lambda _, shape: not family & ~shape.triplets


def _only(kinds: int) -> Predicate:
    return lambda win, _: not win.kinds & ~kinds


def _form(form: Form) -> Predicate:
    return lambda _, shape: shape.form is form


def _prevailing_wind(win: Circumstances, shape: Shape) -> bool:
    return bool(shape.triplets & win.prevailing)


def _seat_wind(win: Circumstances, shape: Shape) -> bool:
    return bool(shape.triplets & win.seat)


def _chuuren(win: Circumstances, _: Shape) -> bool:
    if win.called or win.kinds not in SUIT_MASKS:
        return False
    start = SUIT_MASKS.index(win.kinds) * 9
    return win.counts[start] >= 3 and win.counts[start + 8] >= 3


def _pure_chuuren(win: Circumstances, shape: Shape) -> bool:
    return _chuuren(win, shape) and win.counts[win.winning.bit_length() - 1] in (2, 4)


def _ryuuiisou(win: Circumstances, _: Shape) -> bool:
    return not win.kinds & ~GREEN_MASK and (not win.hatsu_needed or bool(win.kinds >> Tile.GREEN & 1))


def _tsuuiisou(win: Circumstances, shape: Shape) -> bool:
    return not win.kinds & ~HONOUR_MASK and (win.honours_in_pairs or shape.form is Form.STANDARD)


ANY: Final = Trait(0)
TRIPLETS: Final = Trait.TRIPLETS
PUNGS: Final = Trait.NO_CHOWS | Trait.TRIPLETS
PAIRS: Final = Trait.NO_CHOWS | Trait.CLOSED
HONOURS: Final = Trait.NO_CHOWS | Trait.ONE_SUIT
GATES: Final = Trait.ONE_SUIT | Trait.CLOSED
CLOSED_CHOWS: Final = Trait.CHOWS | Trait.CLOSED
CLOSED_TSUMO: Final = Trait.TSUMO | Trait.CLOSED
ODD_TSUMO: Final = Trait.ODD | Trait.TSUMO
YAKU: Final = (
    Yaku("RIICHI", "立直", "Riichi", Trait.RIICHI, lambda win, _: win.riichi),
    Yaku("DOUBLE_RIICHI", "ダブル立直", "Double riichi", Trait.RIICHI, lambda win, _: win.double_riichi),
    Yaku("IPPATSU", "一発", "Ippatsu", Trait.RIICHI, lambda win, _: win.ippatsu),
    Yaku("MENZEN_TSUMO", "門前清自摸和", "Fully concealed tsumo", CLOSED_TSUMO, lambda *_: True),
    Yaku("HAITEI", "海底撈月", "Last tile draw", ODD_TSUMO, lambda win, _: win.haitei),
    Yaku("HOUTEI", "河底撈魚", "Last tile discard", Trait.ODD, lambda win, _: win.houtei),
    Yaku("RINSHAN", "嶺上開花", "After a kong", ODD_TSUMO, lambda win, _: win.rinshan),
    Yaku("CHANKAN", "搶槓", "Robbing a kong", Trait.ODD, lambda win, _: win.chankan),
    Yaku("PINFU", "平和", "Pinfu", CLOSED_CHOWS, is_pinfu),
    Yaku("TANYAO", "断么九", "All simples", ANY, _only(~ORPHAN_MASK)),
    Yaku("IIPEIKOU", "一盃口", "Pure double chow", CLOSED_CHOWS, lambda _, shape: shape.twins == 1),
    Yaku("HAKU", "役牌 白", "White dragon", TRIPLETS, _triplet_of(Tile.WHITE)),
    Yaku("HATSU", "役牌 發", "Green dragon", TRIPLETS, _triplet_of(Tile.GREEN)),
    Yaku("CHUN", "役牌 中", "Red dragon", TRIPLETS, _triplet_of(Tile.RED)),
    Yaku(
        "BAKAZE",
        "役牌 圏風",
        "Prevailing wind",
        TRIPLETS,
        _prevailing_wind,
    ),
    Yaku("JIKAZE", "役牌 門風", "Seat wind", TRIPLETS, _seat_wind),
    Yaku("SANSHOKU_DOUJUN", "三色同順", "Mixed triple chow", Trait.CHOWS, lambda _, shape: _sanshoku(shape.chows)),
    Yaku("ITTSUU", "一気通貫", "Pure straight", Trait.CHOWS, _ittsuu),
    Yaku(
        "CHANTA",
        "混全帯么九",
        "Half outside hand",
        Trait.CHOWS,
        lambda win, shape: _ends_everywhere(shape) and bool(win.kinds & HONOUR_MASK),
    ),
    Yaku(
        "CHIITOITSU",
        "七対子",
        "Seven pairs",
        PAIRS,
        _form(Form.SEVEN_PAIRS),
    ),
    Yaku("TOITOI", "対々和", "All pungs", PUNGS, lambda *_: True),
    Yaku("SANANKOU", "三暗刻", "Three concealed pungs", TRIPLETS, lambda _, shape: shape.concealed == 3),
    Yaku("SANSHOKU_DOUKOU", "三色同刻", "Triple pung", TRIPLETS, lambda _, shape: _sanshoku(shape.triplets)),
    Yaku("SANKANTSU", "三槓子", "Three kongs", TRIPLETS, lambda _, shape: shape.kongs == 3),
    Yaku(
        "SHOUSANGEN",
        "小三元",
        "Little three dragons",
        TRIPLETS,
        _all_but_a_pair_of(DRAGON_MASK),
    ),
    Yaku("HONROUTOU", "混老頭", "All terminals and honours", Trait.NO_CHOWS, _only(ORPHAN_MASK)),
    Yaku("RYANPEIKOU", "二盃口", "Twice pure double chow", CLOSED_CHOWS, lambda _, shape: shape.twins == 2),
    Yaku(
        "HONITSU",
        "混一色",
        "Half flush",
        Trait.ONE_SUIT,
        lambda win, _: bool(win.kinds & HONOUR_MASK) and bool(win.kinds & ~HONOUR_MASK),
    ),
    Yaku(
        "JUNCHAN",
        "純全帯么九",
        "Fully outside hand",
        Trait.CHOWS,
        lambda win, shape: _ends_everywhere(shape) and not win.kinds & HONOUR_MASK,
    ),
    Yaku(
        "CHINITSU",
        "清一色",
        "Full flush",
        Trait.ONE_SUIT,
        lambda win, _: not win.kinds & HONOUR_MASK,
    ),
    Yaku("RENHOU", "人和", "Blessing of man", Trait.ODD, lambda win, _: win.first_turn and not win.tsumo),
    Yaku("TENHOU", "天和", "Blessing of heaven", ODD_TSUMO, lambda win, _: win.first_turn and win.dealer),
    Yaku(
        "CHIIHOU",
        "地和",
        "Blessing of earth",
        ODD_TSUMO,
        lambda win, _: win.first_turn and not win.dealer,
    ),
    Yaku(
        "KOKUSHI",
        "国士無双",
        "Thirteen orphans",
        PAIRS,
        _form(Form.THIRTEEN_ORPHANS),
    ),
    Yaku(
        "KOKUSHI_JUUSANMEN",
        "国士無双十三面待ち",
        "Thirteen orphans on thirteen waits",
        PAIRS,
        lambda win, shape: shape.wait is Wait.THIRTEEN and not win.mixed_in,
        "KOKUSHI",
    ),
    Yaku(
        "SUUANKOU",
        "四暗刻",
        "Four concealed pungs",
        PUNGS,
        lambda _, shape: shape.concealed == 4,
    ),
    Yaku(
        "SUUANKOU_TANKI",
        "四暗刻単騎",
        "Four concealed pungs, waiting on the pair",
        PUNGS,
        lambda win, shape: shape.concealed == 4 and shape.wait is Wait.TANKI and not win.mixed_in,
        "SUUANKOU",
    ),
    Yaku("DAISANGEN", "大三元", "Big three dragons", TRIPLETS, _every_triplet_of(DRAGON_MASK)),
    Yaku("RYUUIISOU", "緑一色", "All green", Trait.ONE_SUIT, _ryuuiisou),
    Yaku("TSUUIISOU", "字一色", "All honours", HONOURS, _tsuuiisou),
    Yaku("SHOUSUUSHII", "小四喜", "Little four winds", TRIPLETS, _all_but_a_pair_of(WIND_MASK)),
    Yaku(
        "DAISUUSHII",
        "大四喜",
        "Big four winds",
        PUNGS,
        _every_triplet_of(WIND_MASK),
    ),
    Yaku(
        "CHINROUTOU",
        "清老頭",
        "All terminals",
        PUNGS,
        _only(ORPHAN_MASK & ~HONOUR_MASK),
    ),
    Yaku("SUUKANTSU", "四槓子", "Four kongs", PUNGS, lambda _, shape: shape.kongs == 4),
    Yaku("CHUUREN", "九蓮宝燈", "Nine gates", GATES, _chuuren),
    Yaku(
        "JUNSEI_CHUUREN",
        "純正九蓮宝燈",
        "Pure nine gates",
        GATES,
        lambda win, shape: _pure_chuuren(win, shape) and not win.mixed_in,
        "CHUUREN",
    ),
)
