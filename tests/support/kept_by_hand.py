"""Games at a table without camera and board, entered by people by value; their events, and separate sums by hand."""

from dataclasses import dataclass, field
from random import Random
from typing import Any, Final, Self

from controller.journal import events as ev
from controller.journal.state import TableState
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.table.director import Director
from controller.table.effects import Refuse
from controller.table.venue import Venue
from hardware.profiles.load import load_profile
from hardware.profiles.machine_facts import table_work

NAMES = ("東さん", "=1+1", "C", "ＡＢＣ")


@dataclass(slots=True)
class Desk:
    """Entries at such a table, and the events that follow."""

    director: Director
    events: list[ev.Event] = field(default_factory=list)
    at: float = 0.0

    @classmethod
    def open(cls, book: str) -> Self:
        """Open a table at which nobody has sat down yet."""
        work = table_work(load_profile("wall-only")).__class__(reported=False)
        director, step = Director.open(Venue(book, seen=False, work=work), 0.0)
        return cls(director, list(step.events))

    @property
    def state(self) -> TableState:
        """State of the table from all events so far."""
        return self.director.state

    def enter(self, kind: ClaimKind, **told: Any) -> None:
        """Make an entry that must be accepted."""
        refused = self.why_not(kind, **told)
        assert not refused, refused

    def why_not(self, kind: ClaimKind, **told: Any) -> str:
        """Make an entry; return the code of its refusal, "" if it was accepted."""
        self.at += 1.0
        done = self.director.handle(Claim(kind, self.at, "referee", **told))
        assert not done.refused, done.refused
        self.events.extend(done.events)
        return next((each.code for each in done.effects if isinstance(each, Refuse)), "")

    def won(self, winner: Seat, loser: Seat | None, han: int, fu: int, riichi: str = "none") -> None:
        """Enter a win by han and fu, pay it and begin the next round."""
        told = EnteredWin(winner, (), Tile.M1, loser=loser, told=(han, fu, 0), riichi=riichi)
        self.enter(ClaimKind.ENTER_RESULT, wins=(told,))
        self.enter(ClaimKind.CONFIRM_SETTLEMENT)
        self.enter(ClaimKind.NEXT_ROUND)


def told_game(book: str = "mleague") -> list[ev.Event]:
    """Play five rounds: a ron, a tsumo with riichi, a draw with a riichi, a ron by a non-dealer, and thirteen han."""
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


SUBSTITUTE: Final = "代打 一郎"
# (han, fu, basic points); fu count in the first two only, and no book raises those to mangan.
_VALUES: Final = ((2, 40, 640), (3, 30, 960), (5, 0, 2000), (6, 0, 3000), (8, 0, 4000))


@dataclass(slots=True)
class WholeGame:
    """A game entered to its end: points by hand after each round; the substitute's seat and first round."""

    desk: Desk
    points: list[tuple[int, ...]]
    replaced: tuple[Seat, int]


def told_to_the_end(book: str, seed: int) -> WholeGame:
    """Enter random wins and draws with riichi until the game is over, with a substitute on the way."""
    random, desk = Random(f"by hand {book} {seed}"), Desk.open(book)
    desk.enter(ClaimKind.SEAT_PLAYERS, names=NAMES)
    points, kept, pot = list(desk.state.scores), list[tuple[int, ...]](), 0
    seat, since = random.choice(SEATS), random.randrange(3, 5)
    while not desk.state.game_over:
        if desk.state.rounds == since:
            names = [SUBSTITUTE if each is seat else name for each, name in zip(SEATS, NAMES, strict=True)]
            desk.enter(ClaimKind.SEAT_PLAYERS, names=tuple(names), round=since)
        declared = [each for each in SEATS if points[each] >= 1000 and random.random() < 0.25]
        for each in declared:
            desk.enter(ClaimKind.STATE_RIICHI, seat=each)
            points[each] -= 1000
        pot += len(declared)
        if random.random() < 0.25:
            tenpai = tuple(each for each in SEATS if each in declared or random.random() < 0.4)
            desk.enter(ClaimKind.CONFIRM_DRAW, seats=tenpai)
            if 0 < len(tenpai) < 4:
                for each in SEATS:
                    points[each] += 3000 // len(tenpai) if each in tenpai else -3000 // (4 - len(tenpai))
        else:
            points[_win(desk, random, points, declared)] += 1000 * pot
            pot = 0
        desk.enter(ClaimKind.CONFIRM_SETTLEMENT)
        kept.append(tuple(points))
        if not desk.state.game_over:
            desk.enter(ClaimKind.NEXT_ROUND)
    return WholeGame(desk, kept, (seat, since))


def _win(desk: Desk, random: Random, points: list[int], declared: list[Seat]) -> Seat:
    """Enter a win and pay it by hand, without the sticks; return the winner."""
    round_ = desk.state.round
    assert round_ is not None
    dealer, counters, winner = round_.dealer, round_.counters, random.choice(SEATS)
    others = [each for each in SEATS if each is not winner]
    loser = random.choice(others) if random.random() < 0.6 else None
    riichi = "riichi" if winner in declared else "none"
    scoring = desk.director.rulebook.scoring
    han, fu, basic = random.choice(_VALUES[2:] if scoring.han_table.value else _VALUES)
    told = EnteredWin(winner, (), Tile.M1, loser=loser, told=(han, fu, 0), riichi=riichi)
    desk.enter(ClaimKind.ENTER_RESULT, wins=(told,))
    unit, each_counter = scoring.rounding.value, scoring.counter_value.value
    for seat in others if loser is None else [loser]:
        shares = (6 if winner is dealer else 4) if loser is not None else 2 if dealer in (winner, seat) else 1
        due = -(-basic * shares // unit) * unit + counters * (each_counter if loser is not None else each_counter // 3)
        points[seat] -= due
        points[winner] += due
    return winner
