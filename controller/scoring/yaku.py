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
)

Predicate = Callable[[Circumstances, Shape], bool]


class Yaku(NamedTuple):
    """A yaku: its id in Hepburn romaji, its names, when it holds, and the yaku that it takes the place of."""

    id: str
    ja: str
    en: str
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


def _suits_held(kinds: int) -> int:
    return sum(1 for mask in SUIT_MASKS if kinds & mask)


def _three_of_four(shape: Shape, family: int) -> bool:
    return (shape.triplets & family).bit_count() == family.bit_count() - 1 and bool(shape.pair & family)


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


YAKU: Final = (
    Yaku("RIICHI", "立直", "Riichi", lambda win, _: win.riichi),
    Yaku("DOUBLE_RIICHI", "ダブル立直", "Double riichi", lambda win, _: win.double_riichi),
    Yaku("IPPATSU", "一発", "Ippatsu", lambda win, _: win.ippatsu),
    Yaku("MENZEN_TSUMO", "門前清自摸和", "Fully concealed tsumo", lambda win, _: win.tsumo and win.closed),
    Yaku("HAITEI", "海底撈月", "Last tile draw", lambda win, _: win.haitei),
    Yaku("HOUTEI", "河底撈魚", "Last tile discard", lambda win, _: win.houtei),
    Yaku("RINSHAN", "嶺上開花", "After a kong", lambda win, _: win.rinshan),
    Yaku("CHANKAN", "搶槓", "Robbing a kong", lambda win, _: win.chankan),
    Yaku("PINFU", "平和", "Pinfu", is_pinfu),
    Yaku("TANYAO", "断么九", "All simples", lambda win, _: not win.kinds & ORPHAN_MASK),
    Yaku("IIPEIKOU", "一盃口", "Pure double chow", lambda win, shape: shape.twins == 1 and win.closed),
    Yaku("HAKU", "役牌 白", "White dragon", _triplet_of(Tile.WHITE)),
    Yaku("HATSU", "役牌 發", "Green dragon", _triplet_of(Tile.GREEN)),
    Yaku("CHUN", "役牌 中", "Red dragon", _triplet_of(Tile.RED)),
    Yaku("BAKAZE", "役牌 圏風", "Prevailing wind", lambda win, shape: bool(shape.triplets & win.prevailing)),
    Yaku("JIKAZE", "役牌 門風", "Seat wind", lambda win, shape: bool(shape.triplets & win.seat)),
    Yaku("SANSHOKU_DOUJUN", "三色同順", "Mixed triple chow", lambda _, shape: _sanshoku(shape.chows)),
    Yaku("ITTSUU", "一気通貫", "Pure straight", _ittsuu),
    Yaku(
        "CHANTA",
        "混全帯么九",
        "Half outside hand",
        lambda win, shape: _ends_everywhere(shape) and bool(win.kinds & HONOUR_MASK),
    ),
    Yaku("CHIITOITSU", "七対子", "Seven pairs", lambda _, shape: shape.form is Form.SEVEN_PAIRS),
    Yaku("TOITOI", "対々和", "All pungs", lambda _, shape: not shape.chows and shape.form is Form.STANDARD),
    Yaku("SANANKOU", "三暗刻", "Three concealed pungs", lambda _, shape: shape.concealed == 3),
    Yaku("SANSHOKU_DOUKOU", "三色同刻", "Triple pung", lambda _, shape: _sanshoku(shape.triplets)),
    Yaku("SANKANTSU", "三槓子", "Three kongs", lambda _, shape: shape.kongs == 3),
    Yaku("SHOUSANGEN", "小三元", "Little three dragons", lambda _, shape: _three_of_four(shape, DRAGON_MASK)),
    Yaku("HONROUTOU", "混老頭", "All terminals and honours", lambda win, _: not win.kinds & ~ORPHAN_MASK),
    Yaku("RYANPEIKOU", "二盃口", "Twice pure double chow", lambda win, shape: shape.twins == 2 and win.closed),
    Yaku(
        "HONITSU",
        "混一色",
        "Half flush",
        lambda win, _: bool(win.kinds & HONOUR_MASK) and _suits_held(win.kinds) == 1,
    ),
    Yaku(
        "JUNCHAN",
        "純全帯么九",
        "Fully outside hand",
        lambda win, shape: _ends_everywhere(shape) and not win.kinds & HONOUR_MASK,
    ),
    Yaku(
        "CHINITSU",
        "清一色",
        "Full flush",
        lambda win, _: not win.kinds & HONOUR_MASK and _suits_held(win.kinds) == 1,
    ),
    Yaku("RENHOU", "人和", "Blessing of man", lambda win, _: win.first_turn and not win.tsumo),
    Yaku("TENHOU", "天和", "Blessing of heaven", lambda win, _: win.first_turn and win.tsumo and win.dealer),
    Yaku("CHIIHOU", "地和", "Blessing of earth", lambda win, _: win.first_turn and win.tsumo and not win.dealer),
    Yaku("KOKUSHI", "国士無双", "Thirteen orphans", lambda _, shape: shape.form is Form.THIRTEEN_ORPHANS),
    Yaku(
        "KOKUSHI_JUUSANMEN",
        "国士無双十三面待ち",
        "Thirteen orphans on thirteen waits",
        lambda win, shape: shape.wait is Wait.THIRTEEN and not win.mixed_in,
        "KOKUSHI",
    ),
    Yaku("SUUANKOU", "四暗刻", "Four concealed pungs", lambda _, shape: shape.concealed == 4),
    Yaku(
        "SUUANKOU_TANKI",
        "四暗刻単騎",
        "Four concealed pungs, waiting on the pair",
        lambda win, shape: shape.concealed == 4 and shape.wait is Wait.TANKI and not win.mixed_in,
        "SUUANKOU",
    ),
    Yaku("DAISANGEN", "大三元", "Big three dragons", lambda _, shape: not DRAGON_MASK & ~shape.triplets),
    Yaku("RYUUIISOU", "緑一色", "All green", _ryuuiisou),
    Yaku("TSUUIISOU", "字一色", "All honours", _tsuuiisou),
    Yaku("SHOUSUUSHII", "小四喜", "Little four winds", lambda _, shape: _three_of_four(shape, WIND_MASK)),
    Yaku("DAISUUSHII", "大四喜", "Big four winds", lambda _, shape: not WIND_MASK & ~shape.triplets),
    Yaku("CHINROUTOU", "清老頭", "All terminals", lambda win, _: not win.kinds & ~(ORPHAN_MASK & ~HONOUR_MASK)),
    Yaku("SUUKANTSU", "四槓子", "Four kongs", lambda _, shape: shape.kongs == 4),
    Yaku("CHUUREN", "九蓮宝燈", "Nine gates", _chuuren),
    Yaku(
        "JUNSEI_CHUUREN",
        "純正九蓮宝燈",
        "Pure nine gates",
        lambda win, shape: _pure_chuuren(win, shape) and not win.mixed_in,
        "CHUUREN",
    ),
)
