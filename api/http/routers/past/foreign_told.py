"""JSON types of the answers about a file of game records."""

from typing import Annotated, Any, TypedDict

from api.http.schemas.score_answers import ScoredTold
from api.http.schemas.wire import held
from controller.records.wins import Mismatch
from controller.scoring.score import Four
from controller.text import TextTold


class LoggedGameTold(TypedDict):
    """Head of a game in a file of game records."""

    game: int
    member: str
    title: str
    names: list[str]
    rounds: int
    final: Four | None
    assumed: list[TextTold]


class LoggedDrawTold(TypedDict):
    """A draw in a game record; ``said``: the record's own word for it."""

    name: str
    said: str


class LoggedWinTold(TypedDict):
    """A win in a game record beside its score under the rulebook."""

    winner: str
    loser: str | None
    agrees: bool
    unknown: TextTold | None
    differences: list[Annotated[dict[str, Any], held(Mismatch)]]
    score: ScoredTold | None


class LoggedRoundTold(TypedDict):
    """A round of a game record with its result."""

    name: str
    wind: str
    number: int
    counters: int
    dealer: str
    scores: dict[str, int]
    after: dict[str, int]
    draw: LoggedDrawTold | None
    wins: list[LoggedWinTold]
    address: str


class LoggedGamesTold(TypedDict):
    """The games of a file, unreadable games, and files that are not game records."""

    games: list[LoggedGameTold]
    refused: list[str]
    passed_over: list[str]


class LoggedRoundsTold(LoggedGamesTold):
    """The games of a file, with the rounds of one game."""

    game: int
    rulebook: str
    rounds: list[LoggedRoundTold]
