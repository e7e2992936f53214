"""Records of other programs as JSON: games that a file holds, and one of them round by round with its wins scored."""

from collections.abc import Iterator
from typing import Any

import msgspec

from api.http.schemas.score_answers import written
from controller.errors import RecordError
from controller.records.audit.stated import as_stated
from controller.records.logs import LoggedGame
from controller.records.record import DrawNote, RoundRecord
from controller.records.tenhou import writer as tenhou_writer
from controller.records.wins import ScoredWin, likeliest_wins
from controller.riichi.seat import SEATS
from controller.rulebooks.rulebook import Rulebook
from controller.text import Text


def listed(number: int, logged: LoggedGame) -> dict[str, Any]:
    """The head of a game: who played, how many rounds, how it ended, and what was taken for granted of it."""
    game = logged.game
    last = game.rounds[-1].scores_after if game.rounds else None
    return {
        "game": number,
        "member": logged.member,
        "title": " ".join(filter(None, game.title)),
        "names": list(game.names),
        "rounds": len(game.rounds),
        "final": game.final_scores or last,
        "assumed": [_both(said) for said in logged.assumed],
    }


def _both(text: Text) -> dict[str, str]:
    return {"ja": text.ja, "en": text.en}


def told(logged: LoggedGame, book: Rulebook) -> list[dict[str, Any]]:
    """Each round with its result, every win as the book scores it beside what was written, and a viewer's address.

    What the record states of its rules goes before the book.
    """
    book, _ = as_stated(book, logged.game)
    return [
        _round(logged, place, one, book, address)
        for place, (one, address) in enumerate(zip(logged.game.rounds, _addresses(logged), strict=True))
    ]


def _addresses(logged: LoggedGame) -> list[str]:
    """One a round; none where the viewer's format cannot hold what another program wrote."""
    try:
        return tenhou_writer.addresses(logged.game)
    except RecordError:
        return [""] * len(logged.game.rounds)


def _round(logged: LoggedGame, place: int, one: RoundRecord, book: Rulebook, address: str) -> dict[str, Any]:
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


def _win(win: ScoredWin, book: Rulebook) -> dict[str, Any]:
    note = win.note
    return {
        "winner": note.winner.name,
        "loser": None if note.loser is None else note.loser.name,
        "agrees": win.agrees,
        "unknown": win.unknown and _both(win.unknown),
        "differences": [each._asdict() for each in win.differences],
        "score": None if win.score is None else msgspec.json.decode(written(win.score, book)),
    }
