"""Questions as facts: what the eyes cannot settle, with the likeliest answers."""

from dataclasses import dataclass
from enum import Enum

from controller.journal.fact import Event
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile


class Asked(Enum):
    """Which tile is asked about: a discard, a dora or ura indicator, a tile of an open hand."""

    DISCARD = "discard"
    DORA = "dora"
    URA = "ura"
    HAND = "hand"


@dataclass(frozen=True, slots=True)
class Question:
    """Which face a tile shows; ``choices``: the likeliest first, which is taken meanwhile.

    ``index``: of the discard over the round, of the indicator, or of the tile in the hand, from 0; ``seat``: whose it
    is, or whose wall. Where it lies in ``frame``: centre in mm in the table frame, ``angle`` as in ``SeenTile``.
    """

    id: str
    asks: Asked
    index: int
    seat: Seat
    choices: tuple[Tile, ...]
    frame: int
    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAsked(Event):
    """Something on the table cannot be settled by the eyes; play goes on by the likeliest answer."""

    question: Question


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionAnswered(Event):
    """A question is closed: by a person (a role name), by the ``camera``, or by the ``record`` where it is moot."""

    question: str
    answer: Tile
    by: str
