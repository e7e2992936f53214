"""A game at a table without camera and board, told by people value by value: its facts."""

from controller.journal import events as ev
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from controller.table.director import Director
from controller.table.venue import Venue
from hardware.profiles.load import load_profile
from hardware.profiles.machine_facts import table_work

NAMES = ("東さん", "=1+1", "C", "ＡＢＣ")


def told_game(book: str = "mleague") -> list[ev.Event]:
    """Five rounds: a ron, a tsumo in riichi, a draw with a riichi, a ron of a child, and thirteen han."""
    work = table_work(load_profile("wall-only")).__class__(reported=False)
    director, step = Director.open(Venue(book, seen=False, work=work), 0.0)
    events, at = list(step.events), 0.0

    def enter(kind: ClaimKind, **told: object) -> None:
        nonlocal at
        at += 1.0
        done = director.handle(Claim(kind, at, "referee", **told))  # type: ignore[arg-type]  # as each entry has it
        assert not done.refused, done.refused
        events.extend(done.events)

    def win(winner: Seat, loser: Seat | None, han: int, fu: int, riichi: str = "none") -> None:
        told = EnteredWin(winner, (), Tile.M1, loser=loser, told=(han, fu, 0), riichi=riichi)
        enter(ClaimKind.ENTER_RESULT, wins=(told,))
        enter(ClaimKind.CONFIRM_SETTLEMENT)
        enter(ClaimKind.NEXT_ROUND)

    enter(ClaimKind.SEAT_PLAYERS, names=NAMES)
    win(Seat.A, Seat.B, 3, 30)
    win(Seat.C, None, 4, 40, riichi="riichi")
    enter(ClaimKind.STATE_RIICHI, seat=Seat.D)
    enter(ClaimKind.CONFIRM_DRAW, seats=(Seat.A, Seat.D))
    enter(ClaimKind.CONFIRM_SETTLEMENT)
    enter(ClaimKind.NEXT_ROUND)
    win(Seat.B, Seat.D, 1, 50)
    win(Seat.C, Seat.D, 13, 30)
    return events
