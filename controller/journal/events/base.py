"""The root of all events, and the values that they speak of."""

from dataclasses import dataclass
from enum import Enum
from typing import Final

from controller.ports.maker import Maker
from controller.riichi.seat import Seat
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.scoring.score import Four, Score
from controller.scoring.win import Win

NOTHING: Final[Four] = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Root of all events: ``at`` in seconds of the edge's clock, ``evidence`` ids that it rests on.

    ``maker``: who decided it, by kind and id; None if nobody did, or before this field existed.
    """

    at: float
    evidence: tuple[int, ...] = ()
    maker: Maker | None = None


@dataclass(frozen=True, slots=True)
class StackPlace:
    """A stack of a wall: 1 is the one at its owner's right end."""

    wall: Seat
    stack: int


@dataclass(frozen=True, slots=True)
class WonHand:
    """One winner: the claimed win, its score, and whether the record shows the winner in furiten."""

    win: Win
    score: Score
    furiten: bool = False


@dataclass(frozen=True, slots=True)
class ClaimBeside:
    """A hand open for the tile that another wins; ``code`` of the fault that its claim is."""

    seat: Seat
    code: str


class DrawKind(Enum):
    """Why a round ended without a win; a void one is played again, a penalty's by the book or as ruled.

    From NINE_TERMINALS on: rounds that the book aborts. UNSEEN: nobody saw how it ended; it waits for the referee.
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
        """The book's abortive draw, None for draws that abort no round."""
        return AbortiveDraw(self.value) if self.value in _ABORTIVE else None


_ABORTIVE = frozenset(kind.value for kind in AbortiveDraw)
