"""Defaults on which an answer rests: for each field that a text may leave unstated, the facts that make it matter."""

from collections.abc import Iterable
from enum import IntFlag
from functools import lru_cache
from typing import Final, NamedTuple

from controller.rulebooks.names.fields import title_of
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.hand import circumstances as flag
from controller.scoring.hand.yaku import YAKU
from controller.scoring.score import DefaultLine
from controller.text import Text

_NOTHING: Final = Text("", "")


class Fact(IntFlag):
    """Reasons why a field matters, besides the flags of the win's circumstances.

    BASE: fu were counted. FORMULA: they were multiplied. DORA: shown ones count. URA: ura-dora count too, or would
    after riichi. LIMITED: the points are those of a limit below yakuman that the text does not print. RON_ROUNDED,
    TSUMO_ROUNDED: this payment was rounded. SEVERAL_YAKUMAN: more than the text prints. RIVALS: another reading gives
    less. SHARED: a liable seat and a discarder share the payment; PARTLY_LIABLE: another yakuman is added. KONG_FED:
    the winning tile came with an open kong. NORTH: a north was set aside. AMONG_THREE: a fourth share is missing.
    """

    ONE_HAN = 1 << flag.FLAG_BITS
    BASE = ONE_HAN << 1
    DOUBLE_WIND_PAIR = ONE_HAN << 2
    OPEN_PINFU = ONE_HAN << 3
    SEVEN_PAIRS = ONE_HAN << 4
    PINFU = ONE_HAN << 5
    TANYAO = ONE_HAN << 6
    GREEN_WITHOUT_HATSU = ONE_HAN << 7
    HONOURS_IN_PAIRS = ONE_HAN << 8
    FOUR_HAN_30_FU = ONE_HAN << 9
    THREE_HAN_60_FU = ONE_HAN << 10
    LIMITED = ONE_HAN << 11
    THIRTEEN_HAN = ONE_HAN << 12
    YAKUMAN_POINTS = ONE_HAN << 13
    SEVERAL_YAKUMAN = ONE_HAN << 14
    RED_FIVE = ONE_HAN << 15
    COUNTERS = ONE_HAN << 16
    STICKS = ONE_HAN << 17
    RIVALS = ONE_HAN << 18
    SHARED = ONE_HAN << 19
    PARTLY_LIABLE = ONE_HAN << 20
    DORA = ONE_HAN << 21
    KONG_FED = ONE_HAN << 22
    URA = ONE_HAN << 23
    FORMULA = ONE_HAN << 24
    RON = ONE_HAN << 25
    RON_ROUNDED = ONE_HAN << 26
    TSUMO_ROUNDED = ONE_HAN << 27
    NORTH = ONE_HAN << 28
    AMONG_THREE = ONE_HAN << 29


# Field, and the facts that must all hold for an answer to rest on it.
_USED_WHEN: Final[tuple[tuple[str, int], ...]] = (
    ("yaku", 0),
    ("minimum_han", Fact.ONE_HAN),
    ("fu", Fact.BASE),
    ("double_wind_pair", Fact.DOUBLE_WIND_PAIR),
    ("pinfu_tsumo", Fact.PINFU | flag.TSUMO),
    ("open_pinfu", Fact.OPEN_PINFU),
    ("seven_pairs", Fact.SEVEN_PAIRS),
    ("replacement_tsumo_fu", Fact.BASE | flag.REPLACEMENT),
    ("base_power", Fact.FORMULA),
    ("rounding", Fact.RON | Fact.RON_ROUNDED),
    ("rounding", flag.TSUMO | Fact.TSUMO_ROUNDED),
    ("kiriage_30_fu_4_han", Fact.FOUR_HAN_30_FU),
    ("kiriage_60_fu_3_han", Fact.THREE_HAN_60_FU),
    ("limits", Fact.LIMITED),
    ("counted_yakuman", Fact.THIRTEEN_HAN),
    ("yakuman_points", Fact.YAKUMAN_POINTS),
    ("most_yakuman", Fact.SEVERAL_YAKUMAN),
    ("red_fives", Fact.RED_FIVE),
    ("dora", Fact.DORA),
    ("ura_dora", Fact.URA),
    ("open_tanyao", Fact.TANYAO | flag.OPEN),
    ("north_dora", Fact.NORTH),
    ("ippatsu_with_rinshan", flag.IPPATSU | flag.REPLACEMENT),
    ("ippatsu_with_chankan", flag.IPPATSU | flag.ROBBED_KONG),
    ("haitei_with_rinshan", flag.LAST_TILE | flag.REPLACEMENT),
    ("highest_reading", Fact.RIVALS),
    ("mixed_in_loses_wait", flag.MIXED_IN | flag.TSUMO),
    ("ryuuiisou_needs_hatsu", Fact.GREEN_WITHOUT_HATSU),
    ("tsuuiisou_in_seven_pairs", Fact.HONOURS_IN_PAIRS),
    ("kokushi_robs_concealed_kong", flag.ROBBED_CONCEALED_KONG),
    ("missing_share", Fact.AMONG_THREE | flag.TSUMO),
    ("counter_value", Fact.COUNTERS),
    ("riichi_stick", Fact.STICKS),
    ("liability_ron_percent", Fact.SHARED),
    ("liability_counters", Fact.SHARED | Fact.COUNTERS),
    ("liability_only_its_yakuman", Fact.PARTLY_LIABLE),
    ("open_kong_rinshan_liability", Fact.KONG_FED),
)


class UnstatedFields(NamedTuple):
    """Unstated fields of a rulebook that a score may rest on, each with its facts; ``mask``: union of these facts."""

    fields: tuple[tuple[str, int], ...]
    mask: int


def unstated_fields_of(book: Rulebook) -> UnstatedFields:
    """Return the unstated fields of this rulebook that a score may rest on."""
    unstated = {name.partition(".")[2] for name, rule in book.rules() if rule.unstated}
    fields = tuple([(name, int(facts)) for name, facts in _USED_WHEN if name in unstated])
    mask = 0
    for _, facts in fields:
        mask |= facts
    return UnstatedFields(fields, mask)


def defaults_used_by(unstated_fields: UnstatedFields, facts: int) -> tuple[str, ...]:
    """Return the names of the unstated fields on which a result with these facts rests, in rulebook order."""
    return tuple([name for name, needed in unstated_fields.fields if facts & needed == needed])


def default_lines(book: Rulebook, names: Iterable[str]) -> tuple[DefaultLine, ...]:
    """Return the named defaults of a rulebook as text."""
    return tuple([_default_line(book, name) for name in names])


@lru_cache(maxsize=1 << 10)
def _default_line(book: Rulebook, name: str) -> DefaultLine:
    if name.startswith("yaku."):
        rule = next(rule for rule in book.scoring.yaku.value if rule.id == name.removeprefix("yaku."))
        ja, en = next((yaku.ja, yaku.en) for yaku in YAKU if yaku.id == rule.id)
        return DefaultLine(name, ja, en, *(rule.unstated or rule.open_unstated or _NOTHING))
    path, field = next((path, rule) for path, rule in book.rules() if path.endswith(f".{name}"))
    return DefaultLine(name, *title_of(path), *(field.unstated or _NOTHING))
