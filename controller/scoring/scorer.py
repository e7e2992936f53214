"""The value of a win under a rulebook: every reading, the highest taken, with the lines that explain it."""

from typing import Final, NamedTuple

from controller.riichi.meld import MeldKind
from controller.riichi.reading import Form, Reading, readings
from controller.riichi.tile import KINDS, RED_FIVES, Tile
from controller.rulebooks.line_names import DORA_NAMES
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.fu import fu_of
from controller.scoring.payment_lines import totals
from controller.scoring.payments import parts_of, payment_lines, value_clause
from controller.scoring.resting import Outcome, default_lines, resting_on
from controller.scoring.score import DoraLine, FuLine, NoWin, Score, YakuLine
from controller.scoring.shape import Circumstances, shape_of, traits_of, win_traits
from controller.scoring.sheet import Sheet, checks_of, dora_line, sheet_of, unstated_among
from controller.scoring.value import Value, points_of, value_of, yakuman_value
from controller.scoring.win import Riichi, Win, WinBy

_KIND: Final = tuple(tile.kind for tile in Tile)
_BIT: Final = tuple(1 << tile.kind for tile in Tile)
_DORA: Final = tuple(tile.dora.kind for tile in Tile)
_RED_KINDS: Final = tuple((red, red.kind) for red in RED_FIVES)


class _Held(NamedTuple):
    """Tiles of a win as numbers. ``counts``: concealed ones by kind, the winning one in; ``every``: melds too.

    ``reds``: red fives of man, pin, sou; ``kinds``: bit per kind held.
    """

    counts: list[int]
    every: list[int]
    reds: tuple[int, int, int]
    kinds: int
    closed: bool


class _Bonus(NamedTuple):
    """Dora counted by the book, by kind; how many red fives are held whatever the book says; ``han`` of all."""

    dora: int
    kan_dora: int
    ura: int
    kan_ura: int
    red: int
    red_held: int
    han: int


class _Counted(NamedTuple):
    """One reading with its worth; compared by points first, then yakuman, han and fu."""

    ron: int
    yakuman: int
    han: int
    fu: int
    value: Value
    yaku: list[YakuLine]
    fu_lines: list[FuLine]


_NO_BONUS: Final = _Bonus(0, 0, 0, 0, 0, 0, 0)


def score_win(win: Win, book: Rulebook) -> Score | NoWin:
    """Value of a win by the book's highest reading, or why it is none. Furiten and lost rights are for the referee."""
    sheet = sheet_of(book)
    held = _held(win)
    found = readings(held.counts, win.melds, _KIND[win.tile])
    if not found:
        return NoWin("not-complete", "the tiles make no complete hand")
    if win.robbed_concealed_kong and not _robs(found[0], book):
        cite = book.claims.kokushi_robs_concealed_kong.cite
        detail = f"a concealed kong cannot be robbed by this hand ({cite})"
        return _no_win("kong-not-robbable", detail, sheet, "kokushi_robs_concealed_kong")
    bonus = _bonus(win, book, held)
    seen = _circumstances(win, book, held)
    ranked = [counted for reading in found if (counted := _count(reading, seen, sheet, bonus)) is not None]
    if not ranked:
        detail = f"no yaku: {book.scoring.minimum_han.value} han asked"
        return _no_win("no-yaku", detail, sheet, "yaku", "minimum_han")
    if len(ranked) > 1:
        ranked.sort(key=lambda counted: counted[:4], reverse=book.scoring.highest_reading.value)
    return _settled(win, sheet, ranked[0], bonus, ranked[0][:4] != ranked[-1][:4])


def _no_win(error: str, detail: str, sheet: Sheet, *rests: str) -> NoWin:
    unstated = unstated_among(sheet, *rests)
    return NoWin(error, detail, unstated, default_lines(sheet.book, unstated))


def _robs(reading: Reading, book: Rulebook) -> bool:
    return book.claims.kokushi_robs_concealed_kong.value and reading.form is Form.THIRTEEN_ORPHANS


def _held(win: Win) -> _Held:
    faces = [0] * len(_KIND)
    kinds = _BIT[win.tile]
    faces[win.tile] = 1
    for tile in win.hand:
        faces[tile] += 1
        kinds |= _BIT[tile]
    counts = faces[:KINDS]
    for red, kind in _RED_KINDS:
        counts[kind] += faces[red]
    closed = True
    every = counts
    if win.melds:
        every = counts.copy()
        for meld in win.melds:
            closed = closed and meld.kind is MeldKind.KAN_CONCEALED
            for tile in meld.tiles:
                faces[tile] += 1
                every[_KIND[tile]] += 1
            kinds |= _BIT[meld.tiles[0]] | _BIT[meld.tiles[1]] | _BIT[meld.tiles[2]]
    return _Held(counts, every, (faces[-3], faces[-2], faces[-1]), kinds, closed)


def _bonus(win: Win, book: Rulebook, held: _Held) -> _Bonus:
    rules = book.scoring
    every = held.every
    dora = kan_dora = ura = kan_ura = red = 0
    if win.dora_indicators and rules.dora.value:
        first, *others = win.dora_indicators
        dora = every[_DORA[first]]
        if rules.kan_dora.value:
            for tile in others:
                kan_dora += every[_DORA[tile]]
    if win.ura_indicators and win.riichi is not Riichi.NONE and rules.ura_dora.value:
        first, *others = win.ura_indicators
        ura = every[_DORA[first]]
        if rules.kan_ura.value:
            for tile in others:
                kan_ura += every[_DORA[tile]]
    red_held = sum(held.reds)
    if red_held:
        red = sum(map(min, held.reds, rules.red_fives.value))
    return _Bonus(dora, kan_dora, ura, kan_ura, red, red_held, dora + kan_dora + ura + kan_ura + red)


def _dora_lines(book: Rulebook, bonus: _Bonus) -> tuple[DoraLine, ...]:
    return tuple([dora_line(book, name, han) for name, han in zip(DORA_NAMES, bonus, strict=False) if han])


def _circumstances(win: Win, book: Rulebook, held: _Held) -> Circumstances:
    rules = book.scoring
    tsumo = win.by is WinBy.TSUMO
    return Circumstances(
        tsumo,
        win.winner is win.dealer,
        held.closed,
        bool(win.melds),
        win.riichi is Riichi.RIICHI,
        win.riichi is Riichi.DOUBLE,
        win.ippatsu
        and rules.ippatsu.value
        and (not win.replacement or rules.ippatsu_with_rinshan.value)
        and (not win.robbed_kong or rules.ippatsu_with_chankan.value),
        win.last_tile and tsumo and (not win.replacement or rules.haitei_with_rinshan.value),
        win.last_tile and not tsumo,
        win.replacement,
        win.robbed_kong,
        win.first_turn,
        tsumo and not win.tile_shown_apart and rules.mixed_in_loses_wait.value,
        rules.ryuuiisou_needs_hatsu.value,
        rules.tsuuiisou_in_seven_pairs.value,
        _BIT[Tile.EAST + (win.winner - win.dealer) % 4],
        _BIT[Tile.EAST + win.prevailing_wind],
        held.kinds,
        held.counts,
        _BIT[win.tile],
        win_traits(
            riichi=win.riichi is not Riichi.NONE,
            tsumo=tsumo,
            odd=win.last_tile or win.replacement or win.robbed_kong or win.first_turn,
            closed=held.closed,
            kinds=held.kinds,
        ),
    )


def _count(reading: Reading, win: Circumstances, sheet: Sheet, bonus: _Bonus) -> _Counted | None:
    shape = shape_of(reading, win.tsumo)
    checks = checks_of(sheet.book, traits_of(win, shape))
    if full := [check for check in checks.yakuman if check[0](win, shape)]:
        replaced = [name for _, _, name in full]
        yaku = [line for _, line, _ in full if line.id not in replaced]
        times = min(sheet.most_yakuman, sum([line.yakuman for line in yaku]))
        value = yakuman_value(sheet, times, win.dealer)
        return _Counted(value.ron, times, 0, 0, value, yaku, [])
    yaku = [line for holds, line in checks.ordinary if holds(win, shape)]
    han = 0
    for line in yaku:
        han += line.han
    if han < sheet.minimum_han:
        return None
    fu, fu_lines = fu_of(reading, shape, win, sheet)
    han += bonus.han
    value = value_of(sheet, han, fu, win.dealer)
    return _Counted(value.ron, 0, han, fu, value, yaku, fu_lines)


def _settled(win: Win, sheet: Sheet, best: _Counted, bonus: _Bonus, rivals: bool) -> Score:
    parts = parts_of(win, sheet, best.value, best.yaku, best.yakuman)
    liable = [part.liable for part in parts if part.liable is not None]
    outcome = Outcome(
        win,
        best.yaku,
        best.fu_lines,
        best.han,
        best.fu,
        best.yakuman,
        best.value.limit is not None,
        rivals,
        win.loser is not None and any(seat is not win.loser for seat in liable),
        0 < len(liable) < len(parts),
        bonus.red_held,
        0 if best.yakuman else bonus.dora + bonus.kan_dora,
    )
    if best.yakuman:
        bonus = _NO_BONUS
    clause = value_clause(sheet, best.value.limit, best.yakuman > 0, (best.fu, best.han) in sheet.kiriage)
    lines = payment_lines(win, sheet, parts, clause)
    unstated = resting_on(sheet.doubts, outcome)
    return Score(
        best.han,
        best.fu,
        best.yakuman,
        best.value.limit,
        best.value.basic_points,
        tuple(best.yaku),
        bonus.dora + bonus.kan_dora,
        bonus.ura + bonus.kan_ura,
        bonus.red,
        tuple(best.fu_lines),
        points_of(win, best.value),
        totals(lines),
        win.riichi_sticks,
        unstated,
        lines,
        _dora_lines(sheet.book, bonus) if bonus.han else (),
        0 if best.yakuman else sheet.ba_zoro,
        default_lines(sheet.book, unstated) if unstated else (),
    )
