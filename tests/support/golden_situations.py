"""Outcome of a golden situation under a book, as plain values to compare, for every kind of situation."""

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Final

from api.http.schemas.scores import answer
from api.http.schemas.standings import EventBody
from api.http.schemas.standings import answer as standings_answer
from api.http.schemas.wire import read_plain
from controller.errors import JantakuError
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import Seat, Wind
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.penalties import AfterChombo, ChomboCost, ChomboSticks
from controller.scoring.game.flow import Closing, Following, Last, Round, after_draw, after_win, read_clock
from controller.scoring.game.placement import GamePoints, close_game
from controller.scoring.payment_lines import totals
from controller.scoring.penalties import Ruling, fine_empty_call, settle_chombo, settle_noten_riichi
from controller.scoring.score import Four, PaymentLine
from controller.scoring.settlement import Settlement, score_rons, settle_draw, settle_win
from controller.scoring.win import Riichi, Win, WinBy

Told = dict[str, Any]


def outcome_of(vector: Told, book: Rulebook) -> Told:
    """Outcome of a vector; ``refused`` if the book or its form does not admit it, ``nothing`` if none is due.

    ``clauses`` and ``unstated`` give the sources, all other keys the outcome.
    """
    try:
        return _outcome(vector, book)
    except JantakuError as error:
        return {"refused": str(error), "clauses": [], "unstated": []}


def _outcome(vector: Told, book: Rulebook) -> Told:
    for key, told in _KINDS.items():
        if key in vector:
            return told(vector, book)
    found = _settled(vector, book)
    if found is None:
        return {"nothing": True, "clauses": [], "unstated": []}
    return {
        "deltas": list(found.deltas),
        "lines": [line.id for line in found.lines],
        "sticks": found.riichi_sticks,
        "column": list(found.column),
        "off_total": list(totals(found.off_total)),
        **_next(found.following),
        **_rests((*found.lines, *found.off_total), found.following, found.unstated),
    }


def _win(vector: Told, book: Rulebook) -> Told:
    silent = {"dealer": 0, "prevailing_wind": "E"}
    reply = answer(silent | vector["request"] | {"rulebook": book.id}, {book.id: book})
    if not reply["ok"]:
        return {"refused": reply["detail"], "clauses": [], "unstated": reply.get("unstated", [])}
    lines = reply["payment_lines"]
    amounts = [sum(column) for column in zip(*(line["amounts"] for line in lines), strict=True)]
    assert amounts == reply["payments"]
    return {
        "payments": reply["payments"],
        "taken": sum(reply["payments"]),
        "lines": [line["id"] for line in lines],
        "clauses": [line["clause"] for line in lines if line["id"] == vector["line"]],
        "unstated": reply["unstated"],
    }


def _event(vector: Told, book: Rulebook) -> Told:
    games = vector["games"]
    if "repeat" in vector:
        games = [game | {"game": number} for number in range(1, vector["repeat"] + 1) for game in games]
    event = standings_answer(read_plain({"games": games}, EventBody), book)
    entries = event["standings"]
    assert all(note["ja"] and note["en"] and note["clause"] for note in event["notes"])
    return {
        "complete": event["complete"],
        "rows": [[entry["player"], entry["rank"], entry["points"], entry["decided_by"] or ""] for entry in entries],
        "qualified": [entry["player"] for entry in entries if entry["qualifies"]],
        "open": sorted(entry["player"] for entry in entries if entry["qualifies"] is None),
        "next_tables": event["next_tables"],
        "notes": [f"{note['id']} {note['subject']}" for note in event["notes"]],
        "win_rates": {entry["player"]: entry["win_rate"] for entry in entries},
        "winds_left": {entry["player"]: entry["winds_left"] for entry in entries},
        "clauses": event["clauses"],
        "unstated": event["unstated"],
    }


def _game(vector: Told, book: Rulebook) -> Told:
    game, none = vector["game"], (0, 0, 0, 0)
    points = GamePoints(
        _four(game["scores"]),
        game.get("left_sticks", 0),
        _four(game.get("chombo", none)),
        _four(game.get("penalty_points", none)),
        frozenset(Seat(seat) for seat in game.get("wrong_declared", ())),
    )
    result = close_game(points, book)
    assert all(line.ja and line.en and line.clause for line in result.lines)
    summed = [sum(column) for column in zip(*(line.amounts for line in result.lines), strict=True)]
    assert summed == list(result.totals)
    lines = {line.id: _shown(line.amounts) for line in result.lines}
    return {
        "places": list(result.places),
        "points": _shown(total / result.unit for total in result.totals),
        "scores": _shown(result.scores),
        "difference": result.difference,
        "stick_column": result.stick_column,
        "penalty_column": list(result.penalty_column),
        "lines": {name: lines.get(name, [0, 0, 0, 0]) for name in vector["expect"].get("lines", lines)},
        "clauses": [line.clause for line in result.lines if line.id == vector.get("line")],
        "unstated": list(result.unstated),
    }


def _clock(vector: Told, book: Rulebook) -> Told:
    clock = read_clock(book, vector["minutes"])
    told = {"left": clock.left, "announce": clock.announce, "last": clock.last}
    return {"clock": told, "clauses": [clock.clause], "unstated": []}


def _followed(vector: Told, book: Rulebook) -> Told:
    round_, closing = _round(vector), Closing(_last(vector), vector.get("scores"), vector.get("dealer_stops", False))
    if vector["after"] == "win":
        following = after_win(round_, [Seat(seat) for seat in vector["winners"]], book, closing)
    else:
        following = after_draw(round_, [seat in vector["tenpai"] for seat in Seat], book, closing)
    return {"sticks": following.riichi_sticks, **_next(following), **_rests([], following, following.unstated)}


def _fine(vector: Told, book: Rulebook) -> Told:
    fine = fine_empty_call(Seat(vector["empty_call"]), _four(vector["scores"]), book)
    if fine is None:
        return {"nothing": True, "clauses": [], "unstated": []}
    return {
        "deltas": list(totals(fine.lines)),
        "lines": [line.id for line in fine.lines],
        "sticks": fine.riichi_sticks,
        "loses_right": fine.loses_right,
        "last": None if fine.last is None else fine.last.value,
        "clauses": [fine.clause],
        "unstated": [],
    }


def _settled(vector: Told, book: Rulebook) -> Settlement | None:
    round_, last = _round(vector), _last(vector)
    scores = _four(vector["scores"]) if "scores" in vector else None
    laid = [Seat(seat) for seat in vector.get("laid", ())]
    at_draw = vector.get("dealer_tenpai", False)
    if "rons" in vector:
        return settle_win(round_, score_rons(_rons(vector, round_), round_, book), book, scores=scores, last=last)
    if "draw" in vector:
        tenpai = [seat in vector["draw"]["tenpai"] for seat in range(4)]
        nagashi = [Seat(seat) for seat in vector["draw"].get("nagashi", ())]
        return settle_draw(round_, tenpai, book, nagashi=nagashi, scores=scores, last=last)
    if "noten_riichi" in vector:
        seats, won = [Seat(seat) for seat in vector["noten_riichi"]], vector.get("round_won", False)
        return settle_noten_riichi(round_, seats, book, laid=laid, round_won=won, dealer_tenpai=at_draw, last=last)
    ruling = None
    if "ruling" in vector:
        given = vector["ruling"]
        after, sticks = AfterChombo(given["after"]), ChomboSticks(given["sticks"])
        ruling = Ruling(ChomboCost(given["cost"]), given["points"], after, sticks)
    return settle_chombo(
        round_,
        [Seat(seat) for seat in vector["chombo"]],
        book,
        laid=laid,
        with_win=vector.get("with_win", False),
        dealer_tenpai=at_draw,
        ruling=ruling,
        scores=scores,
        last=last,
    )


def _rons(vector: Told, round_: Round) -> list[Win]:
    rons = vector["rons"]
    return [
        Win(
            hand=parse_tiles(hand),
            tile=parse_tile(rons["tile"]),
            by=WinBy.RON,
            winner=Seat(int(seat)),
            dealer=round_.dealer,
            loser=Seat(rons["loser"]),
            prevailing_wind=round_.prevailing_wind,
            riichi=Riichi.RIICHI if int(seat) in rons.get("riichi", ()) else Riichi.NONE,
        )
        for seat, hand in rons["hands"].items()
    ]


def _round(vector: Told) -> Round:
    given = vector.get("round", {})
    wind = Wind.from_letter(given.get("wind", "E"))
    return Round(wind, Seat(given.get("dealer", 0)), given.get("counters", 0), given.get("riichi_sticks", 0))


def _last(vector: Told) -> Last | None:
    return Last(vector["last"]) if "last" in vector else None


def _next(following: Following | None) -> Told:
    if following is None:
        return {"next": "referee"}
    then = following.round
    return {"next": "over" if then is None else f"{then.name} {then.counters} {then.riichi_sticks}"}


def _rests(lines: Iterable[PaymentLine], following: Following | None, unstated: Iterable[str]) -> Told:
    clauses = list(following.clauses if following is not None else ())
    for line in lines:
        assert line.ja
        assert line.en
        clauses.append(line.clause)
    return {"clauses": clauses, "unstated": list(unstated)}


def _four(values: Iterable[int]) -> Four:
    a, b, c, d = values
    return a, b, c, d


def _shown(values: Iterable[Fraction]) -> list[float]:
    return [round(float(value), 2) for value in values]


_KINDS: Final[dict[str, Callable[[Told, Rulebook], Told]]] = {
    "request": _win,
    "games": _event,
    "game": _game,
    "minutes": _clock,
    "after": _followed,
    "empty_call": _fine,
}
