"""Base class of all events, and value types that events share."""

from dataclasses import dataclass
from enum import Enum
from typing import Final, TypedDict

from controller.ports.maker import Maker
from controller.riichi.seat import Seat
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.scoring.score import Four, Score
from controller.scoring.win import Win

NOTHING: Final[Four] = (0, 0, 0, 0)


class Stamp(TypedDict):
    """When an event happened and the ids of its evidence: ``Discarded(**stamp, seat=...)``."""

    at: float
    evidence: tuple[int, ...]


UNSTAMPED: Final[Stamp] = {"at": 0.0, "evidence": ()}
"""Stamp of an event that is only computed; it is recorded under the stamp of what led to it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Base class of all events: ``at`` in seconds of the edge's clock, ``evidence``: ids of its evidence.

    ``maker``: kind and id of who decided it; None if it was no decision, or in records older than this field.
    """

    at: float
    evidence: tuple[int, ...] = ()
    maker: Maker | None = None

    @property
    def stamp(self) -> Stamp:
        """Time and evidence, for an event that follows from this one."""
        return {"at": self.at, "evidence": self.evidence}


@dataclass(frozen=True, slots=True)
class StackPlace:
    """Stack of a wall, counted from 1 at the right end as its owner sees it."""

    wall: Seat
    stack: int


@dataclass(frozen=True, slots=True)
class WonHand:
    """One winner of a round: the claimed win, its score, and whether the winner was in furiten by the record."""

    win: Win
    score: Score
    furiten: bool = False


@dataclass(frozen=True, slots=True)
class ClaimBeside:
    """Hand opened for the tile that another player wins; ``code``: fault code of this invalid claim."""

    seat: Seat
    code: str


class DrawKind(Enum):
    """Why a round ended without a win. A VOID round is replayed; after a penalty the rulebook or the referee decides.

    From NINE_TERMINALS on: abortive draws of the rulebook. UNSEEN: the end was not observed, and the referee must enter
    it.
    """

    EXHAUSTIVE = "exhaustive"
    VOID = "void"
    NAGASHI_MANGAN = "nagashi_mangan"
    CHOMBO = "chombo"
    NOTEN_RIICHI = "noten_riichi"
    NINE_TERMINALS = "nine_terminals"
    FOUR_WINDS = "four_winds"
    FOUR_RIICHI = "four_riichi"
    FOUR_KONGS = "four_kongs"
    TRIPLE_RON = "triple_ron"
    UNSEEN = "unseen"

    @property
    def aborts(self) -> AbortiveDraw | None:
        """The rulebook's abortive draw of the same name; None for any other kind of draw."""
        return AbortiveDraw(self.value) if self.value in _ABORTIVE else None


_ABORTIVE = frozenset(kind.value for kind in AbortiveDraw)
