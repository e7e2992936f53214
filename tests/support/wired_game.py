"""Rounds at a table with machine, board and line: people press the buttons, the board reports the rest."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from controller.machine.facts import Builder
from controller.ports.evidence import Evidence
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from controller.table.venue import Venue
from hardware.profiles.load import load_profile
from hardware.profiles.machine_facts import table_work
from hardware.profiles.schema import TableProfile
from hardware.simulator.camera.plain_sight import sighting
from hardware.simulator.camera.playback import Playback
from hardware.simulator.game.round import SimulatedRound, play_rounds
from hardware.simulator.machine.pace import EXPOSURE_S, FAST, SEEN_S, Pace
from tests.support.goal_bench import GoalBench

_PRESS_S = 0.1


def brisk(profile: TableProfile) -> Pace:
    """Pace of players at the speed of the vision, with the machine at its real speed."""
    cycle = profile.cycle
    return replace(
        FAST,
        pressed=3 * EXPOSURE_S,
        hatch_open=cycle.hatch_open_s + SEEN_S,
        mixing=cycle.hatch_close_s + cycle.mixing_s + cycle.walls_up_s + SEEN_S,
        rolling=cycle.dice_s + SEEN_S,
    )


@dataclass
class WiredGame:
    """A game of one family under one book. ``upset`` is called before each exposure with its number and the table."""

    profile: str
    book: str
    seed: int
    rounds: int
    upset: Callable[[int, "WiredGame"], None] = lambda _frame, _game: None
    truth: list[SimulatedRound] = field(default_factory=list)
    reported: list[TableSignal] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.known = load_profile(self.profile)
        self.work = table_work(self.known)
        self.bench = None if self.work.builder is Builder.HANDS else GoalBench(self.profile)
        self.playback: Playback
        self._pressing: list[str] = []
        self._heard = self._shown = 0
        self._closed = False
        self._start = self.bench.now if self.bench else 0.0

    @property
    def venue(self) -> Venue:
        """Venue of the game; it settles automatically."""
        return Venue(self.book, self.profile, auto_settle=True, work=self.work)

    def report(self, kind: SignalKind, seat: Seat | None = None) -> None:
        """Press the buttons for people; acts of the machine happen by themselves."""
        if kind in (SignalKind.SET_PRESSED, SignalKind.DICE_PRESSED) and seat is not None:
            sort = "SET" if kind is SignalKind.SET_PRESSED else "DICE"
            own, any_of = f"{sort}_{seat.name}", [name for name in self.known.buttons.outputs if name.startswith(sort)]
            self._pressing.append(own if own in any_of else any_of[0])
        self._closed = kind is SignalKind.HATCH_CLOSED or (kind is SignalKind.MIXING and self._closed)
        if kind is SignalKind.HATCH_OPENED and self.bench is not None:
            self.bench.machine.tiles_in()

    @property
    def _building(self) -> bool:
        return self._closed and self.bench is not None and not self.bench.machine.walls_up

    def evidence(self) -> Iterator[Evidence]:
        """Yield evidence of board and vision in order of time, from before the first set to after the last result."""
        rounds = play_rounds(rulebook(self.book), self.seed, self.rounds, self.known.wall.stacks, work=self.work)
        self.playback = Playback(rounds, brisk(self.known), self, self.truth.append)
        frame, played = 0, 0.0
        while not self.playback.over:
            self.upset(frame, self)
            now = self._start + frame * EXPOSURE_S
            # After a short round the next set is still being built: the players wait for their walls.
            if not self._building:
                self.playback.advance(played)
                played += EXPOSURE_S
            yield from self._signals(now)
            yield sighting(self.playback.setting, frame, now)
            frame += 1

    def _signals(self, until: float) -> Iterator[TableSignal]:
        bench = self.bench
        if bench is None:
            return
        for button in self._pressing:
            bench.finger(button, seconds=_PRESS_S)
        self._pressing.clear()
        if bench.now < until:
            bench.run(until - bench.now)
        fresh = [*bench.signals[self._heard :], *bench.shown[self._shown :]]
        self._heard, self._shown = len(bench.signals), len(bench.shown)
        self.reported += fresh
        yield from sorted(fresh, key=lambda signal: signal.at)
