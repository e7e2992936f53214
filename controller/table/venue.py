"""What a venue sets for a table: rulebook, names, and how long a thing must be seen before it counts."""

from dataclasses import dataclass, field
from typing import Final

from controller.errors import RulebookError
from controller.machine.facts import USUAL_WORK, TableWork
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.rules.winners import SAME_TIME_S

# Our own choice: a fault that a person would not call within so long, nobody had seen.
SWEEP_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class Dwell:
    """Equal readings in a row that make a fact; at five readings a second, 5 is one second.

    ``alarm``: before a wall or indicator that is not where it should be is reported; ``patience``: before something is
    taken as seen though the play up to it is not understood; ``correction``: before a recorded discard is corrected;
    ``ura``: wait for ura indicators; ``alone``: wait for further hands where several may win or the wall is spent;
    ``doubt``: readings more for a doubtful face; ``standing``: for the order of a concealed hand, not for a draw;
    ``askew``: for a sideways discard of an open hand, which is no riichi: longer than one lay askew in played games.
    """

    river: int = 3
    meld: int = 3
    hand: int = 4
    dice: int = 3
    wall: int = 3
    indicator: int = 3
    alarm: int = 8
    patience: int = 25
    correction: int = 12
    ura: int = 25
    alone: int = 5
    doubt: int = 12
    standing: int = 2
    askew: int = 14


@dataclass(frozen=True, slots=True)
class Venue:
    """Settings of one table. ``auto_settle``: results are paid without a person's confirmation, but for open faults.

    ``automatic``: codes of faults that are upheld as the book says without a person; ``confirmed``: codes whose
    doubtful reading of the text this venue shares; ``undo_s``: for how many seconds a decision can be undone.
    ``same_time_s``: hands opened within so many seconds were called at the same time; a later one replaces no win.
    ``sweep_s``: a winner's hand that goes at most so many seconds before all else was swept, not broken up alone.

    ``release_floor_s``: the shortest delay after which secrets may be seen, None for the usual one.

    ``confidence``: faces read below it are doubtful, ``paying``: ura indicators, which pay a hand before anybody looks
    again; chosen: one that was misread at 35 degrees, and believed, had .58; ``dice``: number of dice in the centre;
    ``work``: what the table does by itself; ``seen``: eyes are there, else people enter how each round ended. ``asks``:
    where the book leaves a choice to the referee, an entry makes it; else what its silence comes to counts.
    """

    rulebook: str
    profile: str = "wall-only"
    names: tuple[str, str, str, str] = ("A", "B", "C", "D")
    auto_settle: bool = False
    confidence: float = 0.5
    paying: float = 0.8
    dice: int = 2
    dwell: Dwell = field(default_factory=Dwell)
    work: TableWork = USUAL_WORK
    automatic: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    undo_s: float = 15.0
    same_time_s: float = SAME_TIME_S
    sweep_s: float = SWEEP_S
    release_floor_s: float | None = None
    seen: bool = True
    asks: bool = False

    def __post_init__(self) -> None:
        """Refuse codes that are not in the catalogue; raises RulebookError."""
        strange = sorted({*self.automatic, *self.confirmed} - set(FAULT_KINDS))
        if strange:
            raise RulebookError(f"unknown fault {strange[0]!r}: expected codes of the catalogue of faults")
