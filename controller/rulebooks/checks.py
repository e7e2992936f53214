"""Checks of a rulebook: bounds of single numbers and contradictions between fields, each with what is expected."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType
from typing import Final, NamedTuple

from controller.errors import RulebookError
from controller.rulebooks.names.score_lines import FU_NAMES
from controller.rulebooks.names.values import LIMIT_NAMES
from controller.rulebooks.schema.chapters import Chapters
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.rulebooks.schema.penalties import ChomboCost, Penalty
from controller.rulebooks.schema.riichi import NotenRiichi
from controller.rulebooks.usual import OPEN_ONLY, YAKU_IDS


class Contradiction(NamedTuple):
    """Fields that contradict each other, by dotted name, and why."""

    fields: tuple[str, ...]
    reason: str


class ContradictionError(RulebookError):
    """Fields of one rulebook contradict each other; ``found``: all contradictions."""

    def __init__(self, book: str, found: Sequence[Contradiction]) -> None:
        """Create the message: the first contradiction in one line, and the number of others."""
        first, more = found[0], len(found) - 1
        rest = f" (and {more} more)" if more else ""
        super().__init__(f"{book}: {' and '.join(first.fields)}: {first.reason}{rest}")
        self.found = tuple(found)


# Least and greatest value; a None in the rulebook is not checked.
BOUNDS: Final[Mapping[str, tuple[int, int]]] = MappingProxyType(
    {
        "scoring.minimum_han": (1, 13),
        "scoring.ba_zoro": (0, 4),
        "scoring.double_wind_pair": (0, 4),
        "scoring.open_pinfu": (0, 10),
        "scoring.seven_pairs": (20, 50),
        "scoring.base_power": (0, 4),
        "scoring.rounding": (1, 1000),
        "scoring.most_yakuman": (1, 9),
        "scoring.riichi_stick": (100, 10_000),
        "claims.liability_ron_percent": (0, 100),
        "riichi.riichi_tiles_left": (0, 69),
        "riichi.most_kongs": (0, 4),
        "flow.players": (3, 4),
        "flow.winds_played": (1, 4),
        "flow.winds_extended": (0, 3),
        "flow.clock_minutes": (1, 600),
        "penalties.chombo_points": (0, 100_000),
        "event.games": (1, 100),
        "event.qualifiers": (0, 1000),
        "event.win_rate_all_drawn": (0, 100),
        "table.rolls": (1, 2),
        "table.rolls_hand_stacked": (1, 2),
        "table.dora_stack": (2, 3),
        "table.dead_wall": (14, 14),
        "table.river_row": (1, 18),
    }
)
# Divisors of amounts, so that players can pay each share in sticks of a hundred.
MULTIPLES: Final[Mapping[str, int]] = MappingProxyType(
    {
        "scoring.counter_value": 300,
        "flow.noten_payment": 600,
        "flow.extension_points": 100,
        "flow.dealer_stop_points": 100,
        "settlement.start_points": 100,
        "settlement.return_points": 100,
        "penalties.chombo_counter_points": 100,
        "riichi.noten_riichi_points": 100,
    }
)
# The same among three players: one or two pay.
_AMONG_THREE: Final[Mapping[str, int]] = MappingProxyType({"scoring.counter_value": 200, "flow.noten_payment": 200})
_NEED_FOUR: Final = frozenset({AbortiveDraw.FOUR_WINDS, AbortiveDraw.FOUR_RIICHI, AbortiveDraw.TRIPLE_RON})

_Check = tuple[tuple[str, ...], str, Callable[[Chapters], bool]]


def _rising(numbers: Sequence[int]) -> bool:
    return all(low < high for low, high in pairwise(numbers))


def _falling(points: Sequence[int]) -> bool:
    return all(high >= low for high, low in pairwise(points))


def _limits_in_order(book: Chapters) -> bool:
    steps = book.scoring.limits.value
    known = all(step.limit in LIMIT_NAMES for step in steps)
    return bool(steps) and known and _rising([s.han for s in steps]) and _rising([s.basic_points for s in steps])


def _table_in_order(book: Chapters) -> bool:
    steps = book.scoring.han_table.value
    return _rising([step.han for step in steps]) and all(step.limit in (None, *LIMIT_NAMES) for step in steps)


def _table_from_the_least(book: Chapters) -> bool:
    steps = book.scoring.han_table.value
    return not steps or steps[0].han <= book.scoring.minimum_han.value


def _fu_or_table(book: Chapters) -> bool:
    held = {line.id for line in book.scoring.fu.value}
    asked = FU_NAMES.keys() - {"DOUBLE_WIND_PAIR", "OPEN_PINFU", "SEVEN_PAIRS"}
    return not held if book.scoring.han_table.value else held == asked


def _yaku_worth_something(book: Chapters) -> bool:
    rules = book.scoring.yaku.value
    names = [rule.id for rule in rules]
    worth = all(
        (rule.yakuman > 0) != (max(rule.closed, rule.open) > 0 or rule.limit != "")
        and (rule.open <= rule.closed or rule.id in OPEN_ONLY)
        and min(rule[1:4]) >= 0
        for rule in rules
    )
    return worth and len(set(names)) == len(names) and YAKU_IDS.issuperset(names)


def _chips_once(book: Chapters) -> bool:
    rules = book.scoring.chips.value
    return len({rule.kind for rule in rules}) == len(rules) and all(min(rule.tsumo, rule.ron) >= 0 for rule in rules)


def _liable_yakuman(book: Chapters) -> bool:
    return {rule.id for rule in book.scoring.yaku.value if rule.yakuman}.issuperset(book.claims.liability.value)


def _yakuman_within_most(book: Chapters) -> bool:
    most = book.scoring.most_yakuman.value
    return most is None or all(rule.yakuman <= most for rule in book.scoring.yaku.value)


def _counted_above_limits(book: Chapters) -> bool:
    counted = book.scoring.counted_yakuman.value
    return counted is None or not book.scoring.limits.value or counted > book.scoring.limits.value[-1].han


def _announced_within_clock(book: Chapters) -> bool:
    announced, clock = book.flow.clock_announced_at.value, book.flow.clock_minutes.value
    return announced is None or (clock is not None and 0 < announced < clock)


def _noten_riichi_priced(book: Chapters) -> bool:
    pays = book.riichi.noten_riichi.value is NotenRiichi.PAYS_EACH_AND_REPLAY
    return pays == (book.riichi.noten_riichi_points.value > 0)


def _fine_where_asked(book: Chapters) -> bool:
    asked = any(rule.value is Penalty.PAYS_POT for _, rule in book.penalties.rules())
    return asked == (book.penalties.pot_fine.value > 0)


def _chombo_priced(book: Chapters) -> bool:
    return book.penalties.chombo_cost.value is ChomboCost.REFEREE or book.penalties.chombo_points.value > 0


def _bonus_rows(book: Chapters) -> bool:
    rows = book.settlement.floating_bonus_points.value
    if book.settlement.floating_bonus.value:
        return len(rows) == 3 and all(_falling(_by_place(row, book)) for row in rows)
    return len(rows) in (0, 3)


def _rank_rows(book: Chapters) -> bool:
    rows = book.settlement.rank_points_by_floating.value
    return len(rows) in (0, book.flow.players.value + 1) and all(_places_add_up(row, book) for row in rows)


def _by_place(row: Sequence[int], book: Chapters) -> Sequence[int]:
    """Return the values of existing places; among three players the fourth place counts as 0."""
    return row if book.flow.players.value > 3 or row[3] else row[:3]


def _places_add_up(row: Sequence[int], book: Chapters) -> bool:
    placed = _by_place(row, book)
    return len(placed) == book.flow.players.value and _falling(placed) and not sum(placed)


def _draws_for_all(book: Chapters) -> bool:
    return book.flow.players.value > 3 or _NEED_FOUR.isdisjoint(book.flow.abortive_draws.value)


def _known_limits(book: Chapters) -> bool:
    known = {step.limit for step in book.scoring.limits.value} | {step.limit for step in book.scoring.han_table.value}
    return all(not rule.limit or (rule.limit in known and not rule.yakuman) for rule in book.scoring.yaku.value)


def _abortive_draws_named(book: Chapters) -> bool:
    kinds = book.flow.abortive_draws.value
    return len(set(kinds)) == len(kinds) and bool(kinds) == book.flow.aborted_rounds.value


def _winds_in_games(book: Chapters) -> bool:
    return not book.event.every_wind_once.value or (book.event.games.value or 4) % 4 == 0


_CHECKS: Final[tuple[_Check, ...]] = (
    (("scoring.limits",), "expected known limits, han and basic points rising", _limits_in_order),
    (("scoring.han_table",), "expected known limits and rising han", _table_in_order),
    (
        ("scoring.han_table", "scoring.minimum_han"),
        "expected the table to begin at the han that a win needs",
        _table_from_the_least,
    ),
    (("scoring.fu", "scoring.han_table"), "expected every fu line, or none beside a table by han", _fu_or_table),
    (
        ("scoring.yaku",),
        "expected known yaku, each once, worth han (open no more than closed) or yakuman",
        _yaku_worth_something,
    ),
    (("claims.liability", "scoring.yaku"), "expected yakuman of this book", _liable_yakuman),
    (
        ("scoring.most_yakuman", "scoring.yaku"),
        "expected no yakuman worth more than the most that count",
        _yakuman_within_most,
    ),
    (
        ("scoring.counted_yakuman", "scoring.limits"),
        "expected a counted yakuman above the last limit",
        _counted_above_limits,
    ),
    (
        ("scoring.yakuman_points", "scoring.limits"),
        "expected a yakuman above the last limit",
        lambda book: all(step.basic_points < book.scoring.yakuman_points.value for step in book.scoring.limits.value),
    ),
    (
        ("scoring.red_fives",),
        "expected 0 to 4 of each suit",
        lambda book: set(book.scoring.red_fives.value) <= set(range(5)),
    ),
    (
        ("scoring.kan_dora", "scoring.dora"),
        "expected dora where kong dora count",
        lambda book: book.scoring.dora.value or not book.scoring.kan_dora.value,
    ),
    (
        ("scoring.kan_ura", "scoring.kan_dora", "scoring.ura_dora"),
        "expected kong dora and ura dora where kong ura count",
        lambda book: not book.scoring.kan_ura.value or (book.scoring.kan_dora.value and book.scoring.ura_dora.value),
    ),
    (
        ("scoring.chips",),
        "expected each kind once, with 0 chips or more",
        _chips_once,
    ),
    (
        ("scoring.late_yaku",),
        "expected true: what settles a yaku before the winning tile differs from table to table; no text defines it",
        lambda book: book.scoring.late_yaku.value,
    ),
    (
        ("scoring.yaku", "scoring.limits"),
        "expected a limit of this book, for a yaku that is no yakuman",
        _known_limits,
    ),
    (
        ("flow.aborted_rounds", "flow.abortive_draws"),
        "expected true with the kinds that are in force, each once, or false with none",
        _abortive_draws_named,
    ),
    (
        ("flow.abortive_draws", "flow.players"),
        "expected no draw that takes four players",
        _draws_for_all,
    ),
    (
        ("flow.winds_extended", "flow.winds_played"),
        "expected no more than four winds in all",
        lambda book: book.flow.winds_played.value + book.flow.winds_extended.value <= 4,
    ),
    (
        ("flow.bust_at_zero", "flow.ends_below_zero"),
        "expected an end below zero where zero ends the game",
        lambda book: book.flow.ends_below_zero.value or not book.flow.bust_at_zero.value,
    ),
    (
        ("flow.dealer_stops_by_itself", "flow.dealer_may_stop"),
        "expected a dealer who may stop",
        lambda book: book.flow.dealer_may_stop.value or not book.flow.dealer_stops_by_itself.value,
    ),
    (
        ("riichi.noten_riichi_points", "riichi.noten_riichi"),
        "expected points where a noten riichi pays each, else 0",
        _noten_riichi_priced,
    ),
    (
        ("flow.clock_announced_at", "flow.clock_minutes"),
        "expected fewer minutes than the clock has",
        _announced_within_clock,
    ),
    (
        ("settlement.return_points", "settlement.start_points"),
        "expected no less than the starting points",
        lambda book: book.settlement.return_points.value >= book.settlement.start_points.value,
    ),
    (
        ("settlement.rank_points",),
        "expected points that fall from first to last and add up to 0, for nobody in fourth place among three",
        lambda book: _places_add_up(book.settlement.rank_points.value, book),
    ),
    (
        ("settlement.rank_points_by_floating",),
        "expected no rows, or one more than players of points that fall and add up to 0, for none to all above",
        _rank_rows,
    ),
    (
        ("settlement.floating_bonus_points", "settlement.floating_bonus"),
        "expected three rows of falling points, for one, two and three players above",
        _bonus_rows,
    ),
    (("penalties.chombo_points", "penalties.chombo_cost"), "expected points for a chombo", _chombo_priced),
    (("penalties.pot_fine",), "expected points where a penalty is a fine into the pot, else 0", _fine_where_asked),
    (
        ("penalties.pot_fine", "scoring.riichi_stick"),
        "expected a multiple of a riichi stick",
        lambda book: book.penalties.pot_fine.value % book.scoring.riichi_stick.value == 0,
    ),
    (("event.every_wind_once", "event.games"), "expected a multiple of four games", _winds_in_games),
)


def contradictions(book: Chapters) -> Iterator[Contradiction]:
    """Yield every contradiction of a rulebook, numbers first."""
    fields = dict(book.rules())
    bad = set()
    for name, (least, most) in BOUNDS.items():
        value = fields[name].value
        if value is not None and not least <= value <= most:
            bad.add(name)
            asked = f"{least} to {most}" if least != most else f"{most}"
            yield Contradiction((name,), f"{value} is out of bounds: expected {asked}")
    shares = {**MULTIPLES, **_AMONG_THREE} if book.flow.players.value == 3 else MULTIPLES
    for name, step in shares.items():
        if fields[name].value < 0 or fields[name].value % step:
            yield Contradiction((name,), f"{fields[name].value} cannot be paid: expected a multiple of {step}")
    for names, reason, holds in _CHECKS:
        if bad.isdisjoint(names) and not holds(book):
            yield Contradiction(names, reason)
