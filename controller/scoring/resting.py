"""On which defaults an answer rests: one small predicate per rulebook field that a text may be silent about."""

from collections.abc import Callable
from typing import Final, NamedTuple

from controller.scoring.sheet import Sheet
from controller.scoring.win import Win


class Outcome(NamedTuple):
    """What is asked to tell which fields mattered. ``lines``: ids of yaku and fu lines; ``yaku_han``: han without dora.

    ``fu_mattered``: points came from fu and han. ``rivals``: another reading is worth less. ``shared``: a liable seat
    and a discarder share the payment; ``partly_liable``: another yakuman stands on top. ``red``: red fives held.
    """

    win: Win
    lines: frozenset[str]
    han: int
    fu: int
    yaku_han: int
    yakuman_lines: int
    fu_mattered: bool
    rivals: bool
    shared: bool
    partly_liable: bool
    red: int


_RESTS: Final[tuple[tuple[str, Callable[[Outcome], bool]], ...]] = (
    ("yaku", lambda _: True),
    ("minimum_han", lambda end: end.yaku_han == 1 and not end.yakuman_lines),
    ("fu", lambda end: end.fu_mattered),
    ("double_wind_pair", lambda end: "DOUBLE_WIND_PAIR" in end.lines),
    ("pinfu_tsumo", lambda end: {"PINFU", "MENZEN_TSUMO"} <= end.lines),
    ("open_pinfu", lambda end: "OPEN_PINFU" in end.lines),
    ("seven_pairs", lambda end: "SEVEN_PAIRS" in end.lines),
    ("replacement_tsumo_fu", lambda end: end.win.replacement and end.fu_mattered),
    ("kiriage_30_fu_4_han", lambda end: end.fu == 30 and end.han == 4),
    ("kiriage_60_fu_3_han", lambda end: end.fu == 60 and end.han == 3),
    ("limits", lambda end: end.han >= 5),
    ("counted_yakuman", lambda end: end.han >= 13),
    ("yakuman_points", lambda end: end.yakuman_lines > 0),
    ("most_yakuman", lambda end: end.yakuman_lines > 1),
    ("red_fives", lambda end: end.red > 0),
    ("open_tanyao", lambda end: "TANYAO" in end.lines and not end.win.closed),
    ("ippatsu_with_rinshan", lambda end: end.win.ippatsu and end.win.replacement),
    ("ippatsu_with_chankan", lambda end: end.win.ippatsu and end.win.robbed_kong),
    ("haitei_with_rinshan", lambda end: end.win.last_tile and end.win.replacement),
    ("highest_reading", lambda end: end.rivals),
    ("mixed_in_loses_wait", lambda end: not end.win.tile_shown_apart and end.win.by_tsumo),
    ("ryuuiisou_needs_hatsu", lambda end: "RYUUIISOU" in end.lines and "6z" not in map(str, end.win.tiles)),
    ("tsuuiisou_in_seven_pairs", lambda end: "TSUUIISOU" in end.lines and not end.win.melds and _all_pairs(end.win)),
    ("kokushi_robs_concealed_kong", lambda end: end.win.robbed_concealed_kong),
    ("counter_value", lambda end: end.win.counters > 0),
    ("riichi_stick", lambda end: end.win.riichi_sticks > 0),
    ("liability_ron_percent", lambda end: end.shared),
    ("liability_counters", lambda end: end.shared and end.win.counters > 0),
    ("liability_only_its_yakuman", lambda end: end.partly_liable),
)


def resting_on(sheet: Sheet, outcome: Outcome) -> tuple[str, ...]:
    """Names of the unstated fields that this outcome rests on, in the order of the rulebook; ``yaku.ID`` for a yaku."""
    unstated = sheet.unstated
    names = [name for name, rests in _RESTS if name in unstated and rests(outcome)]
    for line in sorted(outcome.lines):
        if f"yaku.{line}" in unstated:
            names.append(f"yaku.{line}")
        if f"yaku.{line}.open" in unstated and not outcome.win.closed:
            names.append(f"yaku.{line}")
    return tuple(names)


def _all_pairs(win: Win) -> bool:
    return all(win.tiles.count(tile) == 2 for tile in win.tiles)
