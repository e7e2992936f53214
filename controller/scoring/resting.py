"""On which defaults an answer rests: one small predicate per rulebook field that a text may be silent about."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from controller.riichi.tile import Tile
from controller.rulebooks.field_titles import TITLES
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.score import DefaultLine, FuLine, YakuLine
from controller.scoring.win import Win
from controller.scoring.yaku import YAKU


class Outcome(NamedTuple):
    """What is asked to tell which fields mattered.

    ``limited``: the points are those of a limit. ``rivals``: another reading says less. ``shared``: a liable seat and
    a discarder share the payment; ``partly_liable``: another yakuman stands on top. ``red``: red fives held; ``dora``:
    shown ones that count.
    """

    win: Win
    yaku: Sequence[YakuLine]
    fu_lines: Sequence[FuLine]
    han: int
    fu: int
    yakuman: int
    limited: bool
    rivals: bool
    shared: bool
    partly_liable: bool
    red: int
    dora: int

    def has(self, *names: str) -> bool:
        """Whether every one of these yaku or fu lines is among the lines."""
        held = [line.id for line in self.yaku] + [line.id for line in self.fu_lines]
        return all(name in held for name in names)


class Doubts(NamedTuple):
    """The unstated fields of a book that a score may rest on, each with its test, and its unstated yaku by id."""

    fields: tuple[tuple[str, Callable[[Outcome], bool]], ...]
    yaku: Mapping[str, str]
    open_yaku: Mapping[str, str]


def _green_without_hatsu(end: Outcome) -> bool:
    return end.yakuman > 0 and end.has("RYUUIISOU") and Tile.GREEN not in end.win.tiles


def _honours_in_pairs(end: Outcome) -> bool:
    tiles = end.win.tiles
    return end.yakuman > 0 and end.has("TSUUIISOU") and all(tiles.count(tile) == 2 for tile in tiles)


_RESTS: Final[tuple[tuple[str, Callable[[Outcome], bool]], ...]] = (
    ("yaku", lambda _: True),
    ("minimum_han", lambda end: not end.yakuman and sum(line.han for line in end.yaku) == 1),
    ("fu", lambda end: end.has("BASE")),
    ("double_wind_pair", lambda end: end.has("DOUBLE_WIND_PAIR")),
    ("pinfu_tsumo", lambda end: end.win.by_tsumo and end.has("PINFU")),
    ("open_pinfu", lambda end: end.has("OPEN_PINFU")),
    ("seven_pairs", lambda end: end.has("SEVEN_PAIRS")),
    ("replacement_tsumo_fu", lambda end: end.win.replacement and end.has("BASE")),
    ("kiriage_30_fu_4_han", lambda end: end.fu == 30 and end.han == 4),
    ("kiriage_60_fu_3_han", lambda end: end.fu == 60 and end.han == 3),
    ("limits", lambda end: end.limited and not end.yakuman),
    ("counted_yakuman", lambda end: end.han >= 13),
    ("yakuman_points", lambda end: end.yakuman > 0 or end.han >= 13),
    ("most_yakuman", lambda end: end.yakuman > 0 and len(end.yaku) > 1),
    ("red_fives", lambda end: end.red > 0),
    ("dora", lambda end: end.dora > 0),
    ("open_tanyao", lambda end: end.has("TANYAO") and not end.win.closed),
    ("ippatsu_with_rinshan", lambda end: end.win.ippatsu and end.win.replacement),
    ("ippatsu_with_chankan", lambda end: end.win.ippatsu and end.win.robbed_kong),
    ("haitei_with_rinshan", lambda end: end.win.last_tile and end.win.replacement),
    ("highest_reading", lambda end: end.rivals),
    ("mixed_in_loses_wait", lambda end: not end.win.tile_shown_apart and end.win.by_tsumo),
    (
        "ryuuiisou_needs_hatsu",
        _green_without_hatsu,
    ),
    (
        "tsuuiisou_in_seven_pairs",
        _honours_in_pairs,
    ),
    ("kokushi_robs_concealed_kong", lambda end: end.win.robbed_concealed_kong),
    ("counter_value", lambda end: end.win.counters > 0),
    ("riichi_stick", lambda end: end.win.riichi_sticks > 0),
    ("liability_ron_percent", lambda end: end.shared),
    ("liability_counters", lambda end: end.shared and end.win.counters > 0),
    ("liability_only_its_yakuman", lambda end: end.partly_liable),
)


def doubts_of(book: Rulebook) -> Doubts:
    """What this book leaves unstated, as far as a score may rest on it."""
    unstated = {name.partition(".")[2] for name, rule in book.rules() if rule.unstated}
    yaku = book.scoring.yaku.value
    return Doubts(
        tuple([(name, rests) for name, rests in _RESTS if name in unstated]),
        {rule.id: f"yaku.{rule.id}" for rule in yaku if rule.unstated},
        {rule.id: f"yaku.{rule.id}" for rule in yaku if rule.open_unstated},
    )


def resting_on(doubts: Doubts, outcome: Outcome) -> tuple[str, ...]:
    """Names of the unstated fields that this outcome rests on, in the order of the rulebook; ``yaku.ID`` for a yaku."""
    names = [name for name, rests in doubts.fields if rests(outcome)]
    if doubts.yaku:
        names += [doubts.yaku[line.id] for line in outcome.yaku if line.id in doubts.yaku]
    if doubts.open_yaku and not outcome.win.closed:
        names += [doubts.open_yaku[line.id] for line in outcome.yaku if line.id in doubts.open_yaku]
    return tuple(names)


def default_lines(book: Rulebook, names: Iterable[str]) -> tuple[DefaultLine, ...]:
    """The named defaults of a book in words."""
    return tuple([_default_line(book, name) for name in names])


@lru_cache(maxsize=1 << 10)
def _default_line(book: Rulebook, name: str) -> DefaultLine:
    if name.startswith("yaku."):
        rule = next(rule for rule in book.scoring.yaku.value if rule.id == name.removeprefix("yaku."))
        ja, en = next((yaku.ja, yaku.en) for yaku in YAKU if yaku.id == rule.id)
        return DefaultLine(name, ja, en, rule.unstated or rule.open_unstated)
    path, field = next((path, rule) for path, rule in book.rules() if path.endswith(f".{name}"))
    return DefaultLine(name, *TITLES[path], field.unstated)
