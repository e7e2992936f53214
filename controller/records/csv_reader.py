"""Reader of the CSV table of rounds; it has results but no tiles, so hands and acts stay unknown."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from itertools import groupby

from controller.errors import NotationError, RecordError, SheetError
from controller.records.csv import COLUMNS, EAST, NEEDED, NOBODY, SEAT_COLUMNS, YES
from controller.records.reading.json_fields import plainly
from controller.records.reading.worth import shares
from controller.records.record import (
    UNSEEN,
    DrawName,
    DrawNote,
    GameRecord,
    RoundRecord,
    ScoreNote,
    Seen,
    WinNote,
    YakuNote,
)
from controller.riichi.notation import parse_tile
from controller.riichi.seat import SEATS, Seat, Wind
from controller.scoring.payment_lines import four
from controller.scoring.score import Four, Limit
from controller.sheets.cells import number_of, seat_of, whole_of
from controller.sheets.rows import Sheet, SheetRow, has_columns, read_sheet

_WON = ("ron", "tsumo")


def is_rounds(text: str) -> bool:
    """True if a text is a table of rounds, by its headings."""
    return has_columns(text, NEEDED)


def read(text: str) -> list[GameRecord]:
    """Return the games of a table of rounds; raises RecordError with line and column."""
    try:
        sheet = read_sheet(text, dict.fromkeys(COLUMNS, ()), NEEDED)
        if not sheet.rows:
            raise RecordError("a table of rounds without a line")
        games = groupby(sheet.rows, key=lambda row: row["game"])
        return [_game(sheet, list(rows)) for _, rows in games]
    except SheetError as error:
        raise RecordError(error.said) from None


def _game(sheet: Sheet, rows: list[SheetRow]) -> GameRecord:
    first, rounds = rows[0], tuple(_rounds(sheet, rows))
    with plainly(f"line {first.line}"):
        names = _names(first)
        totals = [number_of(each, "column 'total'") for each in _cells(first, "total") if each]
        reds = [whole_of(each, sheet.column("red_fives")) for each in first["red_fives"].split()]
        if len(reds) not in {0, 3}:
            raise RecordError(f"{sheet.column('red_fives')}: {first['red_fives']!r}: expected three numbers")
        return GameRecord(
            names=names,
            rounds=tuple(replace(one, players=None) if one.players == names else one for one in rounds),
            title=(first["title"], first["second_title"]),
            rulebook=first["rulebook"],
            east_only=first["length"] == EAST if first["length"] else None,
            red_fives=(reds[0], reds[1], reds[2]) if reds else None,
            open_tanyao=first["open_tanyao"] == YES if first["open_tanyao"] else None,
            rules=first["rules"],
            own_rules=first["own_rules"],
            final_scores=_four(sheet, first, "final"),
            final_totals=tuple(totals) if len(totals) == len(SEATS) else None,
            final_chips=_four(sheet, first, "final_chips"),
            ref=first["ref"],
            begun=_time(sheet, first, "begun"),
            ended=_time(sheet, first, "ended"),
        )


def _rounds(sheet: Sheet, rows: list[SheetRow]) -> Iterator[RoundRecord]:
    """Yield the rounds; several winners of one round have one row each."""
    won: list[SheetRow] = []
    for row in rows:
        is_won = row["result"] in _WON
        if won and not (is_won and _round_of(row) == _round_of(won[0])):
            yield _round(sheet, won)
            won = []
        if is_won:
            won.append(row)
        else:
            yield _round(sheet, [row])
    if won:
        yield _round(sheet, won)


def _names(row: SheetRow) -> tuple[str, str, str, str]:
    a, b, c, d = (row[f"{name}_player"] for name in SEAT_COLUMNS)
    return a, b, c, d


def _round_of(row: SheetRow) -> tuple[str, ...]:
    return (row["round"], row["counters"], *_cells(row, "before"))


def _round(sheet: Sheet, rows: list[SheetRow]) -> RoundRecord:
    first = rows[0]
    results = [_result(sheet, row) for row in rows]
    with plainly(f"line {first.line}"):
        return _whole(sheet, first, results)


def _result(sheet: Sheet, row: SheetRow) -> WinNote | DrawNote:
    with plainly(f"line {row.line}"):
        return _win(sheet, row, _dealer(row)) if row["result"] in _WON else _draw(sheet, row)


def _dealer(row: SheetRow) -> Seat:
    name = row["round"]
    if len(name) != 2 or name[0] not in "ESWN" or name[1] not in "1234":
        raise RecordError(f"round {name!r}: expected such as E1 or S4")
    return Seat(int(name[1]) - 1)


def _whole(sheet: Sheet, first: SheetRow, results: list[WinNote | DrawNote]) -> RoundRecord:
    draws = [each for each in results if isinstance(each, DrawNote)]
    laid, scores = _four(sheet, first, "riichi"), _four(sheet, first, "before")
    if laid is None or scores is None:
        raise RecordError("columns '..._before' and '..._riichi': expected points and sticks, one number a seat")
    one = RoundRecord(
        prevailing_wind=Wind.from_letter(first["round"][0]),
        dealer=_dealer(first),
        counters=whole_of(first["counters"], sheet.column("counters")),
        riichi_sticks=whole_of(first["riichi_sticks"], sheet.column("riichi_sticks")),
        scores=scores,
        dora=_tiles(sheet, first, "dora") or (None,),
        ura=tuple(tile for tile in _tiles(sheet, first, "ura") if tile is not None),
        hands=(UNSEEN,) * len(SEATS),
        acts=(),
        result=draws[0] if draws else tuple(each for each in results if isinstance(each, WinNote)),
        laid=laid,
        chips=_four(sheet, first, "chips"),
        players=_names(first),
    )
    return replace(one, riichi_stick=whole_of(first["stick"], sheet.column("stick"))) if first["stick"] else one


def _draw(sheet: Sheet, row: SheetRow) -> DrawNote:
    try:
        name = DrawName(row["result"])
    except ValueError:
        known = ", ".join((*_WON, *(each.value for each in DrawName)))
        raise RecordError(f"{sheet.column('result')}: {row['result']!r}: expected {known}") from None
    told = row["tenpai"]
    a, b, c, d = (Wind(seat).letter in told.replace(NOBODY, "") for seat in SEATS)
    return DrawNote(name, _paid(sheet, row), (a, b, c, d) if told else None, row["said"])


def _win(sheet: Sheet, row: SheetRow, dealer: Seat) -> WinNote:
    winner = Seat(seat_of(row["winner"], sheet.column("winner")))
    loser, liable = _seat(sheet, row, "loser"), _seat(sheet, row, "liable")
    if winner in {loser, liable}:
        raise RecordError(f"{sheet.column('loser')}: expected another seat than the winner's")
    note = WinNote(winner, loser, _paid(sheet, row), liable=liable)
    if not row["points"]:
        return note
    points = whole_of(row["points"], sheet.column("points"))
    parts = shares(points, winner is dealer, loser is None)
    if parts is None:
        raise RecordError(f"{sheet.column('points')}: {points} is no tsumo: expected shares of whole hundreds")
    score = ScoreNote(
        limit=_limit(sheet, row),
        fu=whole_of(row["fu"], sheet.column("fu")) if row["fu"] else None,
        parts=parts,
        yaku=tuple(map(_yaku, row["yaku"].split())),
        said_han=whole_of(row["han"] or "0", sheet.column("han")),
    )
    return replace(note, score=score)


def _yaku(cell: str) -> YakuNote:
    name, _, han = cell.rpartition(":")
    return YakuNote(name, int(han)) if name and han.isdigit() else YakuNote(cell, 0)


def _paid(sheet: Sheet, row: SheetRow) -> Four:
    paid = _four(sheet, row, "change")
    if paid is None:
        raise RecordError("columns '..._change': expected what changes hands, one number a seat")
    return paid


def _four(sheet: Sheet, row: SheetRow, what: str) -> Four | None:
    """Return four whole numbers; None if a cell is empty."""
    cells = _cells(row, what)
    if not all(cells):
        return None
    places = (sheet.column(f"{name}_{what}") for name in SEAT_COLUMNS)
    return four(whole_of(cell, place) for cell, place in zip(cells, places, strict=True))


def _cells(row: SheetRow, what: str) -> list[str]:
    return [row[f"{name}_{what}"] for name in SEAT_COLUMNS]


def _seat(sheet: Sheet, row: SheetRow, column: str) -> Seat | None:
    return Seat(seat_of(row[column], sheet.column(column))) if row[column] else None


def _limit(sheet: Sheet, row: SheetRow) -> Limit | None:
    names = [each.value for each in Limit]
    if row["limit"] and row["limit"] not in names:
        raise RecordError(f"{sheet.column('limit')}: {row['limit']!r}: expected one of {', '.join(names)}")
    return Limit(row["limit"]) if row["limit"] else None


def _tiles(sheet: Sheet, row: SheetRow, column: str) -> tuple[Seen, ...]:
    try:
        return tuple(None if each == "?" else parse_tile(each) for each in row[column].split())
    except NotationError as error:
        raise RecordError(f"{sheet.column(column)}: {error}") from None


def _time(sheet: Sheet, row: SheetRow, column: str) -> float | None:
    try:
        return datetime.fromisoformat(row[column]).timestamp() if row[column] else None
    except (ValueError, OverflowError):
        raise RecordError(f"{sheet.column(column)}: {row[column]!r}: expected such as 2026-11-29T12:00") from None
