"""A game's rounds as CSV rows: one per winner or draw, with result, score, and points before and after."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from fractions import Fraction
from typing import Final

from controller.records.record import DrawNote, GameRecord, RoundRecord, Seen, WinNote, YakuNote
from controller.riichi.seat import SEATS, Wind
from controller.sheets.write import sheet_text

SEAT_COLUMNS: Final = ("east", "south", "west", "north")
_BY_SEAT: Final = ("player", "before", "riichi", "change", "after")
_ADDED: Final = ("chips", "final", "total", "final_chips")
NEEDED: Final = (
    *("game", "round", "counters", "riichi_sticks", "result", "winner", "loser", "liable"),
    *("han", "fu", "limit", "points", "yaku", "tenpai"),
    *(f"{name}_{what}" for what in _BY_SEAT for name in SEAT_COLUMNS),
)
COLUMNS: Final = (
    *NEEDED,
    *("said", "dora", "ura", "stick"),
    *(f"{name}_{what}" for what in _ADDED for name in SEAT_COLUMNS),
    *("title", "second_title", "ref", "begun", "ended"),
    *("rulebook", "length", "red_fives", "open_tanyao", "rules", "own_rules"),
)
"""The NEEDED columns are in every table of rounds ever written."""
NOBODY: Final = "none"
EAST, EAST_AND_SOUTH = "east", "east_south"
YES, NO = "yes", "no"


def write(games: Iterable[GameRecord], first: int = 1) -> str:
    """Return the games as CSV with a heading. Seats count from the East of the first round; deposits are in ``riichi``.

    ``first``: the number of the first game.

    Spreadsheet programs read it without conversion.
    """
    rows = (row for number, game in enumerate(games, first) for one in game.rounds for row in _rows(number, game, one))
    return sheet_text(COLUMNS, ([row.get(column, "") for column in COLUMNS] for row in rows))


def _rows(number: int, game: GameRecord, one: RoundRecord) -> Iterator[dict[str, object]]:
    before = {
        "game": number,
        "round": f"{one.prevailing_wind.letter}{one.dealer + 1}",
        "counters": one.counters,
        "riichi_sticks": one.riichi_sticks,
        "dora": _tiles(one.dora),
        "ura": _tiles(one.ura),
        "stick": one.riichi_stick,
        **_seats("player", one.players or game.names),
        **_seats("before", one.scores),
        **_seats("riichi", one.deposits),
        **_seats("after", one.scores_after),
        **_seats("chips", one.chips),
        **_whole(game),
    }
    if isinstance(one.result, DrawNote):
        told = one.result.tenpai
        tenpai = "" if told is None else "".join(Wind(seat).letter for seat in SEATS if told[seat]) or NOBODY
        yield {
            **before,
            **_seats("change", one.result.deltas),
            "result": one.result.name.value,
            "tenpai": tenpai,
            "said": one.result.said,
        }
        return
    for win in one.result:
        yield {**before, **_seats("change", win.deltas), **_won(win, one)}


def _whole(game: GameRecord) -> dict[str, object]:
    """Return the columns of the game, repeated in each of its rows."""
    totals = None if game.final_totals is None else [_plain(each) for each in game.final_totals]
    return {
        **_seats("final", game.final_scores),
        **_seats("total", totals),
        **_seats("final_chips", game.final_chips),
        "title": game.title[0],
        "second_title": game.title[1],
        "ref": game.ref,
        "begun": _time(game.begun),
        "ended": _time(game.ended),
        "rulebook": game.rulebook,
        "length": {True: EAST, False: EAST_AND_SOUTH, None: ""}[game.east_only],
        "red_fives": "" if game.red_fives is None else " ".join(map(str, game.red_fives)),
        "open_tanyao": {True: YES, False: NO, None: ""}[game.open_tanyao],
        "rules": game.rules,
        "own_rules": game.own_rules,
    }


def _plain(total: Fraction) -> int | str:
    """Return points as a whole number, or as a fraction if they are none."""
    return int(total) if total.denominator == 1 else str(total)


def _time(seconds: float | None) -> str:
    return "" if seconds is None else f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%dT%H:%M:%SZ}"


def _tiles(tiles: Iterable[Seen]) -> str:
    return " ".join("?" if tile is None else str(tile) for tile in tiles)


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
            "fu": "" if win.score.fu is None else win.score.fu,
            "limit": "" if win.score.limit is None else win.score.limit.value,
            "points": win.score.points(win.winner is one.dealer, win.loser is None),
            "yaku": " ".join(map(_yaku, win.score.yaku)),
        }
    return row


def _yaku(note: YakuNote) -> str:
    # Names from other programs may contain spaces.
    name = note.id.replace(" ", "_")
    return f"{name}:{note.han}" if note.han else name


def _seats(what: str, row: Iterable[object] | None) -> dict[str, object]:
    cells = ("",) * len(SEATS) if row is None else row
    return {f"{name}_{what}": value for name, value in zip(SEAT_COLUMNS, cells, strict=True)}
