"""Lookup tables of the batch: splits of suits, and a book's values as arrays."""

from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from controller.riichi.tile import COPIES, KINDS, Tile
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.batch.records import EMPTY
from controller.scoring.hand.circumstances import Allowances
from controller.scoring.hand.fu import FU_LINES
from controller.scoring.hand.possible import CONTRADICTIONS, IMPLIED
from controller.scoring.hand.reading_bits import SPLITTER
from controller.scoring.hand.scoring_rules import ScoringRules, scoring_rules_of
from controller.scoring.hand.value import value_of, yakuman_value
from controller.scoring.hand.yaku import REPLACED, YAKU, YAKU_BITS

Longs = NDArray[np.int64]

BASE: Final = COPIES + 1
MOST_YAKUMAN: Final = 16
ABSENT, WRONG = -1, -2
# Features needed and bit of each yaku that its features alone give.
GIVEN: Final = tuple((int(yaku.needs), YAKU_BITS[yaku.id]) for yaku in YAKU if yaku.holds is None)


class Tables(NamedTuple):
    """Tables that every book shares. A suit's key: its counts as digits to base 5, the lowest kind lowest.

    ``faces`` [256, 3]: by the byte of a face its kind (ABSENT for EMPTY, WRONG for no face), the kind that it
    indicates, and for a red five 1 in the byte of its suit. ``wrong`` [rows, 2]: impossible flags and signs, as in
    ``Misfit``. ``suits``, ``honours``: by key, 16 x the first row in ``splits`` + the number of rows. ``splits`` [rows,
    5]: chows, twins, triplets, pair and odd chows, bits as in the man suit for every suit, and in their own place for
    the honours.
    """

    faces: Longs
    wrong: Longs
    suits: NDArray[np.int32]
    honours: NDArray[np.int32]
    splits: Longs


class Terms(NamedTuple):
    """The plain values of a book, mostly by the names of its fields."""

    allowed: Allowances
    minimum_han: int
    most_yakuman: int
    highest_reading: bool
    by_han: bool
    dora: bool
    kan_dora: bool
    ura_dora: bool
    kan_ura: bool
    red_fives: tuple[int, int, int]
    kokushi_robs: bool


class BookTables(NamedTuple):
    """One book as arrays.

    ``yaku`` [2, yaku, 4]: of open and of closed hands the han, times yakuman, bits of those replaced, and the han whose
    limit is the least. ``given`` [yaku, 2]: features needed and bit of those without a predicate. ``known`` [2]: bits
    of its yaku. ``fu`` [line]: amounts. ``ron`` [han, fu, dealer]: points on a ron, the last for more han than that;
    ``yakuman_ron`` [times, dealer].
    """

    terms: Terms
    yaku: Longs
    given: Longs
    known: Longs
    fu: Longs
    ron: Longs
    yakuman_ron: Longs


@lru_cache(maxsize=1)
def tables() -> Tables:
    """The tables that every book shares; made once."""
    splits: list[tuple[int, ...]] = []
    suits = _indexed(9, splits)
    honours = _indexed(7, splits)
    wrong = np.array([(each.held, each.lacked) for each in (*CONTRADICTIONS, *IMPLIED)], np.int64)
    return Tables(_faces(), wrong, suits, honours, np.array(splits, np.int64))


def _faces() -> Longs:
    faces = np.full((256, 3), WRONG, np.int64)
    faces[EMPTY] = ABSENT
    faces[:, 2] = 0
    for tile in Tile:
        faces[tile] = (tile.kind, tile.dora.kind, 1 << 8 * (tile - KINDS) if tile.is_red else 0)
    return faces


def _indexed(kinds: int, splits: list[tuple[int, ...]]) -> NDArray[np.int32]:
    """Rows of splits of every complete suit by its key; the rows are added to ``splits``."""
    index = np.zeros(BASE**kinds, np.int32)
    start = 0 if kinds == 9 else 27
    for cells in _suit_cells(kinds):
        found = SPLITTER.split(bytes(cells), start)
        index[sum([count * BASE**place for place, count in enumerate(cells)])] = len(splits) << 4 | len(found)
        splits += [(one.chows, one.twins, one.triplets, one.pair, one.odd) for one in found]
    return index


def _suit_cells(kinds: int) -> set[tuple[int, ...]]:
    """Counts of every suit that 0 to 4 groups make, alone and with a pair.

    ``kinds``: 9, or 7 for the honours, which form no chows.
    """
    groups = [{place: 3} for place in range(kinds)]
    if kinds == 9:
        groups += [{place: 1, place + 1: 1, place + 2: 1} for place in range(kinds - 2)]
    pairs = [{place: 2} for place in range(kinds)]
    layer = {(0,) * kinds}
    found: set[tuple[int, ...]] = set()
    for number in range(5):
        if number:
            layer = _grown(layer, groups)
        found |= layer | _grown(layer, pairs)
    return found


def _grown(cells: set[tuple[int, ...]], parts: list[dict[int, int]]) -> set[tuple[int, ...]]:
    grown = {
        tuple([count + part.get(place, 0) for place, count in enumerate(one)]) for one, part in product(cells, parts)
    }
    return {one for one in grown if max(one) <= COPIES}


@lru_cache(maxsize=64)
def book_tables(book: Rulebook) -> BookTables:
    """The tables of one book; cached, since a book never changes."""
    scoring_rules = scoring_rules_of(book)
    rules = book.scoring
    yaku = np.zeros((2, len(YAKU), 4), np.int64)
    for closed in (False, True):
        for place, one in enumerate(YAKU):
            line = scoring_rules.lines[closed].get(YAKU_BITS[one.id])
            if line is not None:
                least = scoring_rules.least_han.get(one.id, 0)
                yaku[int(closed), place] = (line.han, line.yakuman, REPLACED.get(one.id, 0), least)
    amounts = [scoring_rules.fu[name].fu if name in scoring_rules.fu else 0 for name in FU_LINES]
    named = [name for name in Terms._fields if hasattr(rules, name)]
    terms = Terms(
        **{name: getattr(rules, name).value for name in named if name != "most_yakuman"},
        allowed=scoring_rules.allowed,
        most_yakuman=min(scoring_rules.most_yakuman, MOST_YAKUMAN),
        by_han=bool(scoring_rules.han_steps),
        kokushi_robs=book.claims.kokushi_robs_concealed_kong.value,
    )
    held = sum(scoring_rules.lines[False]) | sum(scoring_rules.lines[True])
    given = [one for one in GIVEN if one[1] & held]
    known = np.array([sum(scoring_rules.lines[False]), sum(scoring_rules.lines[True])], np.int64)
    return BookTables(
        terms,
        yaku,
        np.array(given, np.int64),
        known,
        np.array(amounts, np.int64),
        _ron_points(scoring_rules, amounts),
        _yakuman_points(scoring_rules),
    )


def _ron_points(scoring_rules: ScoringRules, amounts: list[int]) -> Longs:
    top = max([step[0] for step in scoring_rules.limits] + [step.han for step in scoring_rules.han_steps])
    most = -(-sum(amounts) * 4 // 10) * 10
    fus = {0} if scoring_rules.han_steps else {*range(0, most + 1, 10), amounts[-1]}
    points = np.zeros((top + 1, max(fus) + 1, 2), np.int64)
    for han, fu, dealer in product(range(top + 1), fus, (False, True)):
        points[han, fu, int(dealer)] = value_of(scoring_rules, han, fu, dealer).ron
    return points


def _yakuman_points(scoring_rules: ScoringRules) -> Longs:
    points = np.zeros((MOST_YAKUMAN + 1, 2), np.int64)
    for times, dealer in product(range(1, MOST_YAKUMAN + 1), (False, True)):
        points[times, int(dealer)] = yakuman_value(scoring_rules, times, dealer).ron
    return points
