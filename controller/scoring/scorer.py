"""Value of a win under a rulebook: all readings are rated, and the highest is used, with the lines that explain it."""

from operator import itemgetter
from typing import Final, NamedTuple

from controller.errors import HandError
from controller.memo import Memo
from controller.riichi.readings import SEVEN_PAIRS_FORM, STANDARD_FORM, THIRTEEN_ORPHANS_FORM
from controller.riichi.tile import Tile
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.hand import circumstances as flag
from controller.scoring.hand.book_cache import BOOK_CACHES, BookCache, CountedDora, KnownCircumstances, Worth, YakuWorth
from controller.scoring.hand.defaults_used import Fact, default_lines
from controller.scoring.hand.fu import fu_counts
from controller.scoring.hand.reading_bits import (
    CLOSED,
    NO_HONOURS,
    ONE_SUIT,
    ORPHAN,
    SEVEN_PAIRS,
    SPLITTER,
    STANDARD_WAITS,
    TANKI,
    THIRTEEN,
    Shape,
    features_of,
    gates_of,
    paired_shape,
    standard_shape,
    waits_of,
)
from controller.scoring.hand.scoring_rules import scoring_rules_of, unstated_among
from controller.scoring.hand.tiles import Bonus, TileCounts, tile_counts_of
from controller.scoring.hand.yaku import YAKU_BITS
from controller.scoring.payments import Payment, payment_of
from controller.scoring.score import NoWin, Score
from controller.scoring.stated import score_stated
from controller.scoring.win import Riichi, Win, unreachable

_NOT_COMPLETE: Final = NoWin("not-complete", "the tiles make no complete hand")
_NO_BONUS: Final = CountedDora(0, 0, 0, 0, (), 0)
_POINTS: Final = itemgetter(0, 1, 2, 3)
_RYUUIISOU: Final = YAKU_BITS["RYUUIISOU"]
_TSUUIISOU: Final = YAKU_BITS["TSUUIISOU"]


class BestReading(NamedTuple):
    """The best reading: times yakuman or han including dora, its packed fu counts, its value and that of its yaku.

    ``features``: features of tiles and reading; ``rivals``: another reading has another value.
    """

    yakuman: int
    han: int
    fu_counts: int
    worth: Worth
    yaku: YakuWorth
    features: int
    rivals: bool


# One rated reading, compared by the first four: points for a ron, yakuman, han, fu; then packed fu counts.
_Rated = tuple[int, int, int, int, int, Worth, YakuWorth, Shape]


def score_win(win: Win, book: Rulebook) -> Score | NoWin:
    """Return the score by the rulebook's highest reading, or why it is no win. Furiten and lost rights are not checked.

    Raises HandError for a win that no game reaches.
    """
    if wrong := unreachable(win, book):
        raise HandError(wrong)
    return score_as_if(win, book)


def score_as_if(win: Win, book: Rulebook) -> Score | NoWin:
    """Return the score without checking that a game can reach the win: for recorded or hypothetical wins."""
    if win.told is not None:
        return score_stated(win, book)
    cache = BOOK_CACHES[book]
    flags = win.flags
    shapes = shapes_of(win.tile_counts, flags & flag.TSUMO != 0)
    if not shapes:
        return _NOT_COMPLETE
    if flags & flag.ROBBED_CONCEALED_KONG and not _robs(shapes[0], book):
        return _kong_not_robbable(book)
    pointed = win.tile_counts.bonus
    if len(cache.rules.seats) == 3:
        flags, pointed = _among_three(win)
    bonus = cache.bonus[pointed]
    known = cache.circumstances_of[flags & _CIRCUMSTANCES]
    ranked = []
    for shape in shapes:
        rated = _rated(shape, known, cache, bonus.han)
        if rated is not None:
            ranked.append(rated)
    if not ranked:
        return _no_yaku(book)
    rivals = False
    if len(ranked) > 1:
        ranked.sort(key=_POINTS, reverse=cache.rules.highest)
        rivals = ranked[0][:4] != ranked[-1][:4]
    _, yakuman, han, _, counts, worth, yaku, shape = ranked[0]
    payment = payment_of(win, cache.rules, worth.value, yaku.lines, yakuman)
    best = BestReading(yakuman, han, counts, worth, yaku, shape.features, rivals)
    if win.ura_indicators:
        flags |= left_out_ura(flags)
    return score_of(best, bonus, cache, flags, payment, win.counters, win.riichi_sticks)


def _among_three(win: Win) -> tuple[int, Bonus]:
    """Return flags and indicated tiles of a win among three players."""
    shown = (*win.dora_indicators, *win.ura_indicators)
    wind = (win.winner - win.dealer) % 3
    flags = win.flags & ~(3 << flag.SEAT_WIND) | wind << flag.SEAT_WIND | int(Fact.AMONG_THREE)
    if _FIRST not in shown:
        return flags, win.tile_counts.bonus
    # Without 2m to 8m the tile after 1m is 9m, which four players have after 8m.
    dora, ura = [
        [_EIGHTH if tile is _FIRST else tile for tile in row] for row in (win.dora_indicators, win.ura_indicators)
    ]
    riichi = win.riichi is not Riichi.NONE
    return flags, tile_counts_of(win.hand, win.tile, win.melds, dora, ura, riichi, win.norths).bonus


_CIRCUMSTANCES: Final = (1 << flag.FLAG_BITS) - 1
_FIRST: Final = Tile(0)
_EIGHTH: Final = Tile(7)


def shapes_of(tiles: TileCounts, tsumo: bool) -> list[Shape]:
    """Return every reading of a win's tiles with each possible place of the winning tile; none if not complete."""
    cells, melds = tiles.cells, tiles.melds
    winning = 1 << tiles.winning
    ronned = 0 if tsumo else winning
    found: list[Shape] = []
    for form, chows, twins, triplets, pairs, group_features, odd in _READINGS(cells, tiles.called):
        features = _FEATURES[tiles.group_features | group_features]
        if form == STANDARD_FORM:
            gates = 0
            if features & _FLUSH == _FLUSH and not tiles.called:
                gates = gates_of(cells, tiles.winning)
            # A comprehension costs a function call, which is noticeable here.
            for wait in _WAITS_IN[waits_of(chows, triplets, pairs, winning)]:
                seen = standard_shape(chows, twins, triplets, pairs, wait, ronned, melds, gates, features, odd)
                found.append(seen)
        elif form == SEVEN_PAIRS_FORM:
            found.append(paired_shape(form, TANKI, features))
        else:
            found.append(paired_shape(form, THIRTEEN if cells[tiles.winning] == 2 else ORPHAN, features))
    return found


def _kong_not_robbable(book: Rulebook) -> NoWin:
    cite = book.claims.kokushi_robs_concealed_kong.cite
    detail = f"a concealed kong cannot be robbed by this hand ({cite})"
    return _no_win("kong-not-robbable", detail, book, "kokushi_robs_concealed_kong")


def _no_yaku(book: Rulebook) -> NoWin:
    return _no_win("no-yaku", f"no yaku: {book.scoring.minimum_han.value} han asked", book, "yaku", "minimum_han")


def _no_win(error: str, detail: str, book: Rulebook, *fields: str) -> NoWin:
    unstated = unstated_among(scoring_rules_of(book), *fields)
    return NoWin(error, detail, unstated, default_lines(book, unstated))


def _robs(shape: Shape, book: Rulebook) -> bool:
    return book.claims.kokushi_robs_concealed_kong.value and shape.form == THIRTEEN_ORPHANS_FORM


def _rated(shape: Shape, known: KnownCircumstances, cache: BookCache, bonus: int) -> _Rated | None:
    win, bits = known
    given, checks = cache.checks[shape.features | win.features & CLOSED]
    bits |= given
    for holds, bit in checks:
        if holds(win, shape):
            bits |= bit
    yaku_worth = cache.yaku_worths[win.closed][bits]
    if yaku_worth.yakuman:
        worth = cache.yakuman[yaku_worth.yakuman, win.dealer]
        return worth.value.ron, yaku_worth.yakuman, 0, 0, 0, worth, yaku_worth, shape
    least = yaku_worth.least_han
    if yaku_worth.han < cache.rules.minimum_han and not least:
        return None
    counts = fu_counts(win, shape)
    fu = cache.fu[counts].total
    han = yaku_worth.han + bonus
    worth = cache.worths[han if han > least else least, fu, win.dealer]
    return worth.value.ron, 0, han, fu, counts, worth, yaku_worth, shape


def score_of(
    best: BestReading,
    bonus: CountedDora,
    cache: BookCache,
    flags: int,
    payment: Payment,
    counters: int,
    sticks: int,
) -> Score:
    """Return the score of a hand's best reading, with the defaults on which it rests.

    ``flags``: as in ``circumstances``, with ``left_out_ura``.
    """
    yakuman, han, counts, (value, facts_of_worth), yaku, features, rivals = best
    fu = cache.fu[counts]
    facts = flags | facts_of_worth | yaku.facts | fu.facts | bonus.facts
    if rivals:
        facts |= _RIVALS
    if not flags & flag.TSUMO:
        facts |= _RON
    if counters:
        facts |= _COUNTERS
    if sticks:
        facts |= _STICKS
    if payment.fed:
        facts |= _KONG_FED
    if yakuman:
        bonus, facts = _NO_BONUS, facts & ~_OF_BONUS
        facts |= _facts_of_yakuman(yaku, features)
        facts |= (_SHARED if payment.shared else 0) | (_PARTLY_LIABLE if payment.partly else 0)
    names, words = cache.defaults[facts & cache.rules.unstated_fields.mask]
    if yaku.defaults.names:
        names, words = names + yaku.defaults.names, words + yaku.defaults.lines
    return _new(
        Score,
        (
            han,
            fu.total,
            yakuman,
            value.limit,
            value.basic_points,
            yaku.lines,
            bonus.dora,
            bonus.ura,
            bonus.red,
            fu.lines,
            payment.points,
            payment.gains,
            sticks,
            names,
            payment.lines,
            bonus.lines,
            0 if yakuman else cache.rules.ba_zoro,
            words,
        ),
    )


def left_out_ura(flags: int) -> int:
    """Return the fact that ura-dora indicators were turned for a hand without riichi, 0 if it was in riichi."""
    return 0 if flags & _RIICHI else _URA


def _facts_of_yakuman(yaku: YakuWorth, features: int) -> int:
    facts = 0
    if yaku.yaku & _RYUUIISOU and features & NO_HONOURS:
        facts |= Fact.GREEN_WITHOUT_HATSU
    if yaku.yaku & _TSUUIISOU and features & SEVEN_PAIRS:
        facts |= Fact.HONOURS_IN_PAIRS
    return int(facts)


_READINGS: Final = SPLITTER.readings
_FLUSH: Final = ONE_SUIT | NO_HONOURS
_FEATURES: Final[Memo[int, int]] = Memo(features_of)
# Waits of a standard hand contained in a set of waits.
_WAITS_IN: Final = tuple(
    tuple(wait for wait in STANDARD_WAITS if found >> wait & 1) for found in range(1 << len(STANDARD_WAITS))
)
# Creates a named tuple from a tuple directly, in half the time of its constructor.
_new: Final = tuple.__new__
_OF_BONUS: Final = int(Fact.DORA | Fact.URA | Fact.NORTH)
_URA: Final = int(Fact.URA)
_RON: Final = int(Fact.RON)
_RIICHI: Final = flag.RIICHI | flag.DOUBLE_RIICHI
_RIVALS: Final = int(Fact.RIVALS)
_COUNTERS: Final = int(Fact.COUNTERS)
_STICKS: Final = int(Fact.STICKS)
_SHARED: Final = int(Fact.SHARED)
_PARTLY_LIABLE: Final = int(Fact.PARTLY_LIABLE)
_KONG_FED: Final = int(Fact.KONG_FED)
