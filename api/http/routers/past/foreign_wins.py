"""JSON values for game records of other programs: the games of a file, and one game's rounds with its wins scored."""

from collections.abc import Iterator

import msgspec

from api.http.routers.past.foreign_schemas import LoggedGameJson, LoggedRoundJson, LoggedWinJson
from api.http.schemas.score_answers import written
from controller.errors import RecordError
from controller.records.audit.stated import as_stated
from controller.records.logs import LoggedGame
from controller.records.record import DrawNote, RoundRecord
from controller.records.tenhou import writer as tenhou_writer
from controller.records.wins import ScoredWin, likeliest_wins
from controller.riichi.seat import SEATS
from controller.rulebooks.rulebook import Rulebook


def listed(number: int, logged: LoggedGame) -> LoggedGameJson:
    """Return the head of a game: players, number of rounds, final scores, and assumptions made in reading it."""
    game = logged.game
    last = game.rounds[-1].scores_after if game.rounds else None
    return {
        "game": number,
        "member": logged.member,
        "title": " ".join(filter(None, game.title)),
        "names": list(game.names),
        "rounds": len(game.rounds),
        "final": game.final_scores or last,
        "assumed": [said.to_json() for said in logged.assumed],
    }


def rounds_json(logged: LoggedGame, book: Rulebook) -> list[LoggedRoundJson]:
    """Return each round with its result, wins scored under ``book`` beside the recorded ones, and a viewer address.

    Rules stated by the record take precedence over ``book``.
    """
    book, _ = as_stated(book, logged.game)
    return [
        _round(logged, place, one, book, address)
        for place, (one, address) in enumerate(zip(logged.game.rounds, _addresses(logged), strict=True))
    ]


def _addresses(logged: LoggedGame) -> list[str]:
    """Return a viewer address per round; empty strings if the viewer's format cannot express the game."""
    try:
        return tenhou_writer.addresses(logged.game)
    except RecordError:
        return [""] * len(logged.game.rounds)


def _round(logged: LoggedGame, place: int, one: RoundRecord, book: Rulebook, address: str) -> LoggedRoundJson:
    draw = one.result if isinstance(one.result, DrawNote) else None
    others: Iterator[RoundRecord] = iter(()) if logged.readings is None else iter(logged.readings(place))
    return {
        "name": one.name,
        "wind": one.prevailing_wind.letter,
        "number": one.dealer + 1,
        "counters": one.counters,
        "dealer": one.dealer.name,
        "scores": dict(zip((seat.name for seat in SEATS), one.scores, strict=True)),
        "after": dict(zip((seat.name for seat in SEATS), one.scores_after, strict=True)),
        "draw": None if draw is None else {"name": draw.name.value, "said": draw.said},
        "wins": [_win(win, book) for win in likeliest_wins(one, book, others)],
        "address": address,
    }


def _win(win: ScoredWin, book: Rulebook) -> LoggedWinJson:
    note = win.note
    return {
        "winner": note.winner.name,
        "loser": None if note.loser is None else note.loser.name,
        "agrees": win.agrees,
        "unknown": None if win.unknown is None else win.unknown.to_json(),
        "differences": [each._asdict() for each in win.differences],
        "score": None if win.score is None else msgspec.json.decode(written(win.score, book)),
    }
