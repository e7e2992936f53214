"""A game's rounds as rows of a table: one a winner or a draw, with result, score and points before and after."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Final

from controller.records.record import DrawNote, GameRecord, RoundRecord, WinNote
from controller.riichi.seat import SEATS, Wind

UTF8: Final = "\ufeff"
"""Told by this mark, Excel reads kanji as such."""
_FORMULA: Final = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")  # the wide ones, too
"""How a cell begins that spreadsheets compute, in Japanese their wide forms too (OWASP, "CSV Injection")."""
SEAT_COLUMNS: Final = ("east", "south", "west", "north")
COLUMNS: Final = (
    *("game", "round", "counters", "riichi_sticks", "result", "winner", "loser", "liable"),
    *("han", "fu", "limit", "points", "yaku", "tenpai"),
    *(f"{name}_{what}" for what in ("player", "before", "riichi", "change", "after") for name in SEAT_COLUMNS),
)


def write(games: Iterable[GameRecord], first: int = 1) -> str:
    """The games as CSV with a heading. Seats count from the East of the first round; deposits are in ``riichi``.

    ``first``: the number of the first game.

    A spreadsheet takes it as it is: it begins with the mark of UTF-8, and no name is read as a formula.
    """
    text = io.StringIO()
    text.write(UTF8)
    sheet = csv.writer(text, lineterminator="\n")
    sheet.writerow(COLUMNS)
    for number, game in enumerate(games, first):
        for one in game.rounds:
            for row in _rows(number, game, one):
                sheet.writerow([_cell(row.get(column, "")) for column in COLUMNS])
    return text.getvalue()


def _cell(value: object) -> object:
    """A value that no spreadsheet computes: an apostrophe before what would begin a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value


def _rows(number: int, game: GameRecord, one: RoundRecord) -> Iterator[dict[str, object]]:
    before = {
        "game": number,
        "round": f"{one.prevailing_wind.letter}{one.dealer + 1}",
        "counters": one.counters,
        "riichi_sticks": one.riichi_sticks,
        **_seats("player", game.names),
        **_seats("before", one.scores),
        **_seats("riichi", one.deposits),
        **_seats("after", one.scores_after),
    }
    if isinstance(one.result, DrawNote):
        told = one.result.tenpai
        tenpai = "" if told is None else "".join(Wind(seat).letter for seat in SEATS if told[seat])
        yield {
            **before,
            **_seats("change", one.result.deltas),
            "result": one.result.name.value,
            "tenpai": tenpai,
        }
        return
    for win in one.result:
        yield {**before, **_seats("change", win.deltas), **_won(win, one)}


def _won(win: WinNote, one: RoundRecord) -> dict[str, object]:
    row: dict[str, object] = {
        "result": "tsumo" if win.loser is None else "ron",
        "winner": Wind(win.winner).letter,
        "loser": "" if win.loser is None else Wind(win.loser).letter,
        "liable": "" if win.liable is None else Wind(win.liable).letter,
    }
    if win.score is not None:
        row |= {
            "han": win.score.han or "",
            "fu": win.score.fu or "",
            "limit": "" if win.score.limit is None else win.score.limit.value,
            "points": win.score.points(win.winner is one.dealer, win.loser is None),
            "yaku": " ".join(f"{note.id}:{note.han}" if note.han else note.id for note in win.score.yaku),
        }
    return row


def _seats(what: str, row: Iterable[object]) -> dict[str, object]:
    return {f"{name}_{what}": value for name, value in zip(SEAT_COLUMNS, row, strict=True)}
