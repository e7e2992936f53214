"""Standings of the games played at the venue's tables this evening, and seats of the next game, per rulebook."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from api.http.schemas.standings import EventBody, GameBody, StandingsJson, answer, played_games
from api.service.table_service import TableService
from controller.errors import EventError
from controller.rulebooks.rulebook import Rulebook
from controller.text import TextJson


class EveningJson(TextJson):
    """Standings under one rulebook; ``why``: reason if the games make no event."""

    rulebook: str
    tables: list[str]
    event: StandingsJson | None
    why: TextJson | None


def standings_now(tables: Mapping[str, TableService]) -> list[EveningJson]:
    """Return, for each rulebook that tables play by, its name, its ``tables`` and its standings.

    ``event`` is as answered by ``/standings``. It is None before the first finished game, and if the games make no
    event; ``why`` then says the reason.
    """
    by_book = defaultdict[str, dict[str, TableService]](dict)
    for name, table in tables.items():
        by_book[table.rulebook.id][name] = table
    return [_evening_json(group) for group in by_book.values()]


def _evening_json(tables: Mapping[str, TableService]) -> EveningJson:
    book = next(iter(tables.values())).rulebook
    told: EveningJson = {
        "rulebook": book.id,
        "ja": book.ja,
        "en": book.en,
        "tables": [*tables],
        "event": None,
        "why": None,
    }
    games = tuple(game for name, table in tables.items() for game in _games(name, table, book))
    if not games:
        return told
    try:
        return {**told, "event": answer(EventBody(games), book)}
    except EventError as error:
        return {**told, "why": error.said.to_json()}


def _games(name: str, table: TableService, book: Rulebook) -> Iterator[GameBody]:
    """Yield the finished games of a table that were played under its present rulebook."""
    for game, played_by in played_games(name, (record.event for record in table.records())):
        if played_by == book.id:
            yield game
