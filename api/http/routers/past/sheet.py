"""A game as the record sheet that clubs sign: places, points line by line, and a QR code for its replay."""

from typing import TypedDict
from urllib.parse import quote

from fastapi import APIRouter, Request

from api.http.body import Answer
from api.http.lanes import OfApp
from api.http.reaching.links import LinkJson, links_of
from api.http.routers.past.history import Game
from api.http.routers.tables import Table
from api.http.schemas.standings import ResultJson, result_json
from api.service.table_service import TableService
from controller.errors import EventError
from controller.records.results import finished_games
from controller.scoring.game.placement import close_game
from controller.views.gate import Audience

router = APIRouter(prefix="/api/v1/tables/{table}", tags=["history"])


class SheetResultJson(ResultJson):
    """Result of a game, all lists starting at the first dealer, with seats and players."""

    seats: list[int]
    players: list[str]
    teams: list[str]


class GameFoundJson(TypedDict):
    """A game of a table: number and result."""

    game: int
    result: SheetResultJson | None


class GameSheetJson(GameFoundJson):
    """A game as its record sheet."""

    replay: LinkJson | None


@router.get("/sheet", summary="A game as its record sheet: places, points line by line, a link to its replay")
async def sheet(connection: Request, table: Table, lanes: OfApp, game: Game = None) -> Answer[GameSheetJson]:
    """The newest game, or ``game``. ``result`` is None during the game, and if the rulebook leaves it to the referee.

    All lists of a result are in the order of ``seats``, starting at the first dealer. ``replay``: link for other
    devices, None before the first round.
    """
    found, first = await lanes.reckon.run(_sheet, table, game)
    path = f"/tables/{quote(connection.path_params['table'], safe='')}/replay?round={first}"
    return {**found, "replay": None if first is None else links_of(connection).link_json(path)}


def _sheet(table: TableService, game: int | None) -> tuple[GameFoundJson, int | None]:
    rounds = table.history.rounds(Audience.PUBLIC)
    number = game or (rounds[-1]["game"] if rounds else 0)
    first = next((each["ordinal"] for each in rounds if each["game"] == number), None)
    return {"game": number, "result": None if first is None else _result(table, first)}, first


def _result(table: TableService, first: int) -> SheetResultJson | None:
    """Return the result of the finished game whose first round has the ordinal ``first``, None if unavailable."""
    games = finished_games(record.event for record in table.records())
    over = next((each for each in games if each.sat[0].since == first), None)
    if over is None or over.rulebook != table.rulebook.id:
        return None
    try:
        closed = close_game(over.points, table.rulebook)
    except EventError:
        return None
    last = over.sat[-1]
    seats = [(over.first + place) % 4 for place in range(4)]
    return {"seats": seats, "players": list(last.names), "teams": list(last.teams), **result_json(closed)}
