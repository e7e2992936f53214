"""JSON types of the answers about a file of game records."""

from typing import Annotated, Any, TypedDict

from api.http.schemas.score_answers import ScoredJson
from api.http.schemas.wire import instance_of
from controller.records.wins import Mismatch
from controller.scoring.score import Four
from controller.text import TextJson


class LoggedGameJson(TypedDict):
    """Head of a game in a file of game records."""

    game: int
    member: str
    title: str
    names: list[str]
    rounds: int
    final: Four | None
    assumed: list[TextJson]


class LoggedDrawJson(TypedDict):
    """A draw in a game record; ``said``: the record's own word for it."""

    name: str
    said: str


class LoggedWinJson(TypedDict):
    """A win in a game record beside its score under the rulebook."""

    winner: str
    loser: str | None
    agrees: bool
    unknown: TextJson | None
    differences: list[Annotated[dict[str, Any], instance_of(Mismatch)]]
    score: ScoredJson | None


class LoggedRoundJson(TypedDict):
    """A round of a game record with its result."""

    name: str
    wind: str
    number: int
    counters: int
    dealer: str
    scores: dict[str, int]
    after: dict[str, int]
    draw: LoggedDrawJson | None
    wins: list[LoggedWinJson]
    address: str


class LoggedGamesJson(TypedDict):
    """The games of a file, unreadable games, and files that are not game records."""

    games: list[LoggedGameJson]
    refused: list[str]
    passed_over: list[str]


class LoggedRoundsJson(LoggedGamesJson):
    """The games of a file, with the rounds of one game."""

    game: int
    rulebook: str
    rounds: list[LoggedRoundJson]
