"""Settings of a venue for a table: rulebook, names, and how long something must be seen before it counts."""

from dataclasses import dataclass, field
from typing import Final

from controller.errors import RulebookError
from controller.machine.facts import USUAL_WORK, TableWork
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.rules.winners import SAME_TIME_S

# Own choice: a fault that no person calls within this time is taken to be unnoticed.
SWEEP_S: Final = 10.0


@dataclass(frozen=True, slots=True)
class Dwell:
    """Number of equal consecutive readings that make a fact; at five readings a second, 5 is one second.

    ``alarm``: before a misplaced wall or indicator is reported; ``patience``: before a reading is accepted although the
    play up to it is not understood; ``correction``: before a recorded discard is corrected; ``ura``: wait for ura
    indicators; ``alone``: wait for further hands if several may win or the wall is spent; ``doubt``: additional
    readings for a doubtful face; ``standing``: for the order of a concealed hand, not for a draw; ``askew``: for a
    sideways discard of an open hand, which is no riichi: longer than one lay askew in played games.
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
    """Settings of one table. ``auto_settle``: results without open faults are paid without a person's confirmation.

    ``automatic``: codes of faults that are upheld as the book says without a person; ``confirmed``: codes whose
    doubtful reading of the text this venue shares; ``undo_s``: for how many seconds a decision can be undone.
    ``same_time_s``: hands opened within this many seconds were called at the same time; a later one replaces no win.
    ``sweep_s``: a winner's hand that disappears at most this many seconds before everything else counts as swept, not
    as broken up alone.

    ``release_floor_s``: the shortest delay after which secrets may be seen, None for the usual one.

    ``confidence``: faces read with a lower confidence are doubtful; ``paying``: the same for ura indicators, which pay
    a hand before anybody checks them; chosen: one that was misread at 35 degrees, and accepted, had .58; ``dice``:
    number of dice in the centre; ``work``: what the table does by itself; ``seen``: a camera is present, else people
    enter how each round ended. ``asks``: where the book leaves a choice to the referee, an entry must make it; else the
    consequence of the book's silence applies.
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
        """Check that all codes are in the catalogue; raises RulebookError otherwise."""
        strange = sorted({*self.automatic, *self.confirmed} - set(FAULT_KINDS))
        if strange:
            raise RulebookError(f"unknown fault {strange[0]!r}: expected codes of the catalogue of faults")
