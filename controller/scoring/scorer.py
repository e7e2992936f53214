"""The value of a win under a rulebook: every reading, the highest taken, with the lines that explain it."""

from typing import Final, NamedTuple

from controller.riichi.reading import Form, Reading, readings
from controller.riichi.tile import KINDS, Tile
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.fu import fu_of
from controller.scoring.resting import Outcome, resting_on
from controller.scoring.score import FuLine, NoWin, Score, YakuLine
from controller.scoring.shape import Circumstances, Shape, shape_of
from controller.scoring.sheet import Sheet, sheet_of
from controller.scoring.value import NOTHING, Value, payments, points_of, value_of, yakuman_value
from controller.scoring.win import Riichi, Win

_KIND: Final = tuple(tile.kind for tile in Tile)
_DORA: Final = tuple(tile.dora.kind for tile in Tile if not tile.is_red)
_RED: Final = len(_DORA)


class _Counted(NamedTuple):
    """One reading with its worth; compared by points first, then yakuman, han and fu."""

    ron: int
    yakuman: int
    han: int
    fu: int
    value: Value
    yaku: list[YakuLine]
    fu_lines: list[FuLine]


class _Bonus(NamedTuple):
    dora: int
    ura: int
    red: int
    red_held: int


def score_win(win: Win, book: Rulebook) -> Score | NoWin:
    """Value of a win by the book's highest reading, or why it is none. Furiten and lost rights are for the referee."""
    sheet = sheet_of(book)
    counts = [0] * KINDS
    for tile in win.hand:
        counts[_KIND[tile]] += 1
    kind = _KIND[win.tile]
    counts[kind] += 1
    found = readings(counts, win.melds, kind)
    if not found:
        return NoWin("not-complete", "the tiles make no complete hand")
    if win.robbed_concealed_kong and not _robs(found[0], book):
        cite = book.claims.kokushi_robs_concealed_kong.cite
        detail = f"a concealed kong cannot be robbed by this hand ({cite})"
        return NoWin("kong-not-robbable", detail, _told(sheet, "kokushi_robs_concealed_kong"))
    bonus = _bonus(win, book, counts)
    seen = _circumstances(win, book, counts, kind)
    ranked = sorted(
        (counted for reading in found if (counted := _count(reading, seen, sheet, bonus))),
        key=lambda counted: counted[:4],
        reverse=book.scoring.highest_reading.value,
    )
    if not ranked:
        detail = f"no yaku: {book.scoring.minimum_han.value} han asked"
        return NoWin("no-yaku", detail, _told(sheet, "yaku", "minimum_han"))
    rivals = ranked[0].ron != ranked[-1].ron
    return _settled(win, sheet, ranked[0], bonus, rivals)


def _robs(reading: Reading, book: Rulebook) -> bool:
    return book.claims.kokushi_robs_concealed_kong.value and reading.form is Form.THIRTEEN_ORPHANS


def _told(sheet: Sheet, *names: str) -> tuple[str, ...]:
    return tuple([name for name in names if name in sheet.unstated])


def _count(reading: Reading, win: Circumstances, sheet: Sheet, bonus: _Bonus) -> _Counted | None:
    shape = shape_of(reading, win.tsumo)
    if full := _yakuman(win, shape, sheet):
        times = min(sheet.most_yakuman, sum(line.yakuman for line in full))
        value = yakuman_value(sheet, times, win.dealer)
        return _Counted(value.ron, times, 0, 0, value, full, [])
    yaku = [line for holds, line in (sheet.closed if win.closed else sheet.opened) if holds(win, shape)]
    if win.double_riichi:
        yaku = [line for line in yaku if line.id != "RIICHI"]
    han = sum([line.han for line in yaku])
    if han < sheet.minimum_han:
        return None
    fu, fu_lines = fu_of(reading, shape, win, sheet, any(line.id == "PINFU" for line in yaku))
    han += bonus.dora + bonus.ura + bonus.red
    value = value_of(sheet, han, fu, win.dealer)
    return _Counted(value.ron, 0, han, fu, value, yaku, fu_lines)


def _yakuman(win: Circumstances, shape: Shape, sheet: Sheet) -> list[YakuLine]:
    found = [(line, replaced) for holds, line, replaced in sheet.yakuman if holds(win, shape)]
    gone = {replaced for _, replaced in found}
    return [line for line, _ in found if line.id not in gone]


def _circumstances(win: Win, book: Rulebook, counts: list[int], kind: int) -> Circumstances:
    rules = book.scoring
    tsumo = win.by_tsumo
    kinds = sum(1 << held for held in range(KINDS) if counts[held])
    for meld in win.melds:
        for tile in meld.tiles:
            kinds |= 1 << _KIND[tile]
    return Circumstances(
        tsumo=tsumo,
        dealer=win.winner is win.dealer,
        closed=win.closed,
        called=bool(win.melds),
        riichi=win.riichi is Riichi.RIICHI,
        double_riichi=win.riichi is Riichi.DOUBLE,
        ippatsu=win.ippatsu
        and rules.ippatsu.value
        and (not win.replacement or rules.ippatsu_with_rinshan.value)
        and (not win.robbed_kong or rules.ippatsu_with_chankan.value),
        haitei=tsumo and win.last_tile and (not win.replacement or rules.haitei_with_rinshan.value),
        houtei=not tsumo and win.last_tile,
        rinshan=win.replacement,
        chankan=win.robbed_kong,
        first_turn=win.first_turn,
        mixed_in=tsumo and not win.tile_shown_apart and rules.mixed_in_loses_wait.value,
        hatsu_needed=rules.ryuuiisou_needs_hatsu.value,
        honours_in_pairs=rules.tsuuiisou_in_seven_pairs.value,
        seat=1 << Tile.EAST + win.seat_wind,
        prevailing=1 << Tile.EAST + win.prevailing_wind,
        kinds=kinds,
        counts=counts,
        winning=1 << kind,
    )


def _bonus(win: Win, book: Rulebook, counts: list[int]) -> _Bonus:
    rules = book.scoring
    held = counts.copy()
    reds = [0, 0, 0]
    for tile in (*win.hand, win.tile):
        if tile >= _RED:
            reds[tile - _RED] += 1
    for meld in win.melds:
        for tile in meld.tiles:
            held[_KIND[tile]] += 1
            if tile >= _RED:
                reds[tile - _RED] += 1
    shown = win.dora_indicators if rules.kan_dora.value else win.dora_indicators[:1]
    hidden: tuple[Tile, ...] = ()
    if win.riichi is not Riichi.NONE and rules.ura_dora.value:
        hidden = win.ura_indicators if rules.kan_ura.value else win.ura_indicators[:1]
    return _Bonus(
        dora=sum(held[_DORA[_KIND[tile]]] for tile in shown),
        ura=sum(held[_DORA[_KIND[tile]]] for tile in hidden),
        red=sum(min(count, most) for count, most in zip(reds, rules.red_fives.value, strict=True)),
        red_held=sum(reds),
    )


def _settled(win: Win, sheet: Sheet, best: _Counted, bonus: _Bonus, rivals: bool) -> Score:
    liable_part, rest = _under_liability(win, sheet, best)
    ordinary = not best.yakuman
    counted = bonus if ordinary else _Bonus(0, 0, 0, bonus.red_held)
    has_liable = liable_part is not NOTHING
    unstated = resting_on(
        sheet,
        Outcome(
            win=win,
            lines=frozenset([line.id for line in best.yaku] + [line.id for line in best.fu_lines]),
            han=best.han,
            fu=best.fu,
            yaku_han=sum(line.han for line in best.yaku),
            yakuman_lines=0 if ordinary else len(best.yaku),
            fu_mattered=bool(best.fu) and best.han < sheet.limits[-1][0],
            rivals=rivals,
            shared=has_liable and win.loser is not None and win.loser is not win.liable,
            partly_liable=has_liable and rest is not NOTHING,
            red=bonus.red_held,
        ),
    )
    return Score(
        han=best.han,
        fu=best.fu,
        yakuman=best.yakuman,
        limit=best.value.limit,
        basic_points=best.value.basic_points,
        yaku=tuple(best.yaku),
        dora=counted.dora,
        ura=counted.ura,
        red=counted.red,
        fu_lines=tuple(best.fu_lines),
        points=points_of(win, best.value),
        payments=payments(win, sheet, rest, liable_part),
        riichi_sticks_taken=win.riichi_sticks,
        unstated=unstated,
    )


def _under_liability(win: Win, sheet: Sheet, best: _Counted) -> tuple[Value, Value]:
    """The part of a win that falls under liability, and the rest."""
    rules = sheet.book.claims
    named = sum(line.yakuman for line in best.yaku if line.id in rules.liability.value)
    if win.liable is None or not named:
        return NOTHING, best.value
    times = min(best.yakuman, named) if rules.liability_only_its_yakuman.value else best.yakuman
    dealer = win.winner is win.dealer
    rest = best.yakuman - times
    return yakuman_value(sheet, times, dealer), yakuman_value(sheet, rest, dealer) if rest else NOTHING
