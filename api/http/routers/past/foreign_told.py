"""What is told of a file of records, as JSON."""

from typing import Annotated, Any, TypedDict

from api.http.schemas.score_answers import ScoredTold
from api.http.schemas.wire import held
from controller.records.wins import Mismatch
from controller.scoring.score import Four
from controller.text import TextTold


class LoggedGameTold(TypedDict):
    """The head of a game in a file of records."""

    game: int
    member: str
    title: str
    names: list[str]
    rounds: int
    final: Four | None
    assumed: list[TextTold]


class LoggedDrawTold(TypedDict):
    """A draw of a record; ``said``: as the record has it."""

    name: str
    said: str


class LoggedWinTold(TypedDict):
    """A win of a record beside how the book scores it."""

    winner: str
    loser: str | None
    agrees: bool
    unknown: TextTold | None
    differences: list[Annotated[dict[str, Any], held(Mismatch)]]
    score: ScoredTold | None


class LoggedRoundTold(TypedDict):
    """A round of a record with its result."""

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
    """The games of a file, what could not be read, and what is no record."""

    games: list[LoggedGameTold]
    refused: list[str]
    passed_over: list[str]


class LoggedRoundsTold(LoggedGamesTold):
    """The same with the rounds of one game."""

    game: int
    rulebook: str
    rounds: list[LoggedRoundTold]
