"""A game at a table without camera and board, told by people value by value: its facts."""

from dataclasses import dataclass, field
from typing import Any, Self

from controller.journal import events as ev
from controller.journal.state import TableState
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from controller.table.director import Director
from controller.table.effects import Refuse
from controller.table.venue import Venue
from hardware.profiles.load import load_profile
from hardware.profiles.machine_facts import table_work

NAMES = ("東さん", "=1+1", "C", "ＡＢＣ")


@dataclass(slots=True)
class Desk:
    """Whoever enters what is told at such a table, and the facts that came of it."""

    director: Director
    events: list[ev.Event] = field(default_factory=list)
    at: float = 0.0

    @classmethod
    def open(cls, book: str) -> Self:
        """A table where nobody has sat down yet."""
        work = table_work(load_profile("wall-only")).__class__(reported=False)
        director, step = Director.open(Venue(book, seen=False, work=work), 0.0)
        return cls(director, list(step.events))

    @property
    def state(self) -> TableState:
        """As all facts have it."""
        return self.director.state

    def enter(self, kind: ClaimKind, **told: Any) -> None:
        """Enter what must stand."""
        refused = self.why_not(kind, **told)
        assert not refused, refused

    def why_not(self, kind: ClaimKind, **told: Any) -> str:
        """Enter it; the code of the refusal, "" where it stands."""
        self.at += 1.0
        done = self.director.handle(Claim(kind, self.at, "referee", **told))
        assert not done.refused, done.refused
        self.events.extend(done.events)
        return next((each.code for each in done.effects if isinstance(each, Refuse)), "")

    def won(self, winner: Seat, loser: Seat | None, han: int, fu: int, riichi: str = "none") -> None:
        """A round won by han and fu, paid, and the next begun."""
        told = EnteredWin(winner, (), Tile.M1, loser=loser, told=(han, fu, 0), riichi=riichi)
        self.enter(ClaimKind.ENTER_RESULT, wins=(told,))
        self.enter(ClaimKind.CONFIRM_SETTLEMENT)
        self.enter(ClaimKind.NEXT_ROUND)


def told_game(book: str = "mleague") -> list[ev.Event]:
    """Five rounds: a ron, a tsumo in riichi, a draw with a riichi, a ron of a child, and thirteen han."""
    desk = Desk.open(book)
    desk.enter(ClaimKind.SEAT_PLAYERS, names=NAMES)
    desk.won(Seat.A, Seat.B, 3, 30)
    desk.won(Seat.C, None, 4, 40, riichi="riichi")
    desk.enter(ClaimKind.STATE_RIICHI, seat=Seat.D)
    desk.enter(ClaimKind.CONFIRM_DRAW, seats=(Seat.A, Seat.D))
    desk.enter(ClaimKind.CONFIRM_SETTLEMENT)
    desk.enter(ClaimKind.NEXT_ROUND)
    desk.won(Seat.B, Seat.D, 1, 50)
    desk.won(Seat.C, Seat.D, 13, 30)
    return desk.events
