"""Rulebook chapter: the value of a hand."""

from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, NamedTuple

from controller.rulebooks.clause import Clause
from controller.rulebooks.rule import Chapter, Rule, unstated
from controller.text import Text

# Value for rulebooks without chips: chips are no part of the points, and a house may add them.
NO_CHIPS: Final[Rule[tuple[Any, ...]]] = unstated((), Text("祝儀の記載なし", "the text names no chips"))


class MissingShare(Enum):
    """On a tsumo among three, treatment of a fourth player's share: lost, or halved between both payers.

    Halves are rounded up.
    """

    LOST = "lost"
    HALVED = "halved"


class YakuRule(NamedTuple):
    """One yaku in a rulebook: han closed and open (0: not a yaku then) or ``yakuman`` times; ``unstated`` as in Rule.

    ``open_unstated``: reason if only the value of an open hand is a default. ``limit``: minimum value of a hand with
    it, such as a renhou of mangan; its han, if any, count towards more.
    """

    id: str
    closed: int
    open: int
    yakuman: int
    clause: Clause
    unstated: Text | None = None
    open_unstated: Text | None = None
    limit: str = ""


class FuRule(NamedTuple):
    """One line of the fu table."""

    id: str
    fu: int
    clause: Clause


class LimitStep(NamedTuple):
    """From ``han`` (without ba-zoro) on, a hand has this limit with these basic points."""

    han: int
    limit: str
    basic_points: int


class HanStep(NamedTuple):
    """A row of a table by han only, for a child: ron, and on tsumo the share of a child and of the dealer.

    A dealer gets half as much again: on tsumo each pays half of ``ron``.
    """

    han: int
    limit: str | None
    ron: int
    child_share: int
    dealer_share: int


class ChipFor(Enum):
    """Reasons for chips: each ippatsu, ura-dora, red five, and each multiple of yakuman (not a counted one)."""

    IPPATSU = "ippatsu"
    URA_DORA = "ura_dora"
    RED_FIVE = "red_five"
    YAKUMAN = "yakuman"


class ChipRule(NamedTuple):
    """Chips for one reason: from each on a tsumo, from the discarder on a ron; ``closed_only``: for closed hands."""

    kind: ChipFor
    tsumo: int
    ron: int
    closed_only: bool = False


@dataclass(frozen=True, slots=True)
class ScoringChapter(Chapter):
    """Han are counted without ba-zoro everywhere; ``ba_zoro``: han added when a score is announced.

    ``han_table`` not empty: points depend on han only, and ``fu`` is unused. ``base_power`` n: base = fu x 2^(han + n).
    ``counted_yakuman``: han, or None; ``most_yakuman``: maximum number of yakuman that add up, None for no limit.
    ``chips``: paid in addition to the points, none in any published rulebook. ``red_fives``: number of red fives of
    man, pin, sou. ``mixed_in_loses_wait``: npm 34 ro. ``north_dora``: a north set aside (kita) is a dora.
    ``missing_share``: used among three players only.
    """

    minimum_han: Rule[int]
    ba_zoro: Rule[int]
    yaku: Rule[tuple[YakuRule, ...]]
    fu: Rule[tuple[FuRule, ...]]
    han_table: Rule[tuple[HanStep, ...]]
    double_wind_pair: Rule[int]
    pinfu_tsumo: Rule[bool]
    open_pinfu: Rule[int]
    seven_pairs: Rule[int]
    replacement_tsumo_fu: Rule[bool]
    base_power: Rule[int]
    rounding: Rule[int]
    kiriage_30_fu_4_han: Rule[bool]
    kiriage_60_fu_3_han: Rule[bool]
    limits: Rule[tuple[LimitStep, ...]]
    counted_yakuman: Rule[int | None]
    yakuman_points: Rule[int]
    most_yakuman: Rule[int | None]
    red_fives: Rule[tuple[int, int, int]]
    open_tanyao: Rule[bool]
    late_yaku: Rule[bool]
    ippatsu: Rule[bool]
    dora: Rule[bool]
    ura_dora: Rule[bool]
    kan_dora: Rule[bool]
    kan_ura: Rule[bool]
    north_dora: Rule[bool]
    ippatsu_with_rinshan: Rule[bool]
    ippatsu_with_chankan: Rule[bool]
    haitei_with_rinshan: Rule[bool]
    highest_reading: Rule[bool]
    mixed_in_loses_wait: Rule[bool]
    ryuuiisou_needs_hatsu: Rule[bool]
    tsuuiisou_in_seven_pairs: Rule[bool]
    missing_share: Rule[MissingShare]
    counter_value: Rule[int]
    riichi_stick: Rule[int]
    nagashi_mangan: Rule[bool]
    chips: Rule[tuple[ChipRule, ...]] = NO_CHIPS
