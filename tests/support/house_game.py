"""A whole game under any rulebook, from its first set to its last result, with each change of the table seen once."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from controller.journal import events as ev
from controller.journal.events import Severity
from controller.journal.state import Phase
from controller.ports.evidence import Evidence
from controller.ports.eyes import Sighting
from controller.ports.referee import Claim, ClaimKind
from controller.rulebooks.rulebook import Rulebook
from controller.table.director import Director
from controller.table.effects import Refused, Step
from controller.table.venue import Dwell, Venue
from tests.support.bench import Game

# One sighting confirms a change, a second one its stability: the vision of these games makes no errors.
QUICK = Dwell(1, 1, 1, 1, 1, 1, alarm=2, patience=3, correction=3, ura=20, alone=1, doubt=1, standing=1)
SEEN = 1
MOST_ROUNDS = 40


def thinned(evidence: Iterable[Evidence]) -> Iterator[Evidence]:
    """Yield the evidence without most sightings that repeat the same state more than ``SEEN`` times."""
    shown: Sighting | None = None
    times = 0
    for each in evidence:
        if isinstance(each, Sighting):
            same = replace(each, frame=0, at=0.0)
            times = times + 1 if same == shown else 1
            shown = same
            if times > SEEN and times % 3:
                continue
        yield each


@dataclass
class HouseGame:
    """One game with a referee who dismisses every fault; ``totals``: all sums of points that occurred."""

    rules: Rulebook
    seed: int
    events: list[ev.Event] = field(default_factory=list)
    totals: set[int] = field(default_factory=set)
    refused: list[Refused] = field(default_factory=list)
    rounds: int = MOST_ROUNDS

    def play(self) -> None:
        """Play until the game ends or ``rounds`` were played."""
        venue = Venue(self.rules.id, auto_settle=True, dwell=QUICK)
        self.director, step = Director.open(venue, 0.0, self.rules)
        self.keep(step)
        self.game = Game(self.rules.id, self.seed, rounds=self.rounds, rules=self.rules)
        for each in thinned(self.game.evidence()):
            self.keep(self.director.handle(each))
            self.judge(each.at)
            if self.director.state.game_over:
                return

    def judge(self, at: float) -> None:
        """Dismiss raised faults as the referee, and confirm the result that then waits."""
        for standing in self.director.state.open_faults():
            if standing.fault.severity is Severity.REFEREE:
                claim = Claim(ClaimKind.DISMISS_FAULT, at, "referee", standing.fault.id)
                self.keep(self.director.handle(claim))
        if self.director.phase is Phase.RESULT:
            self.keep(self.director.handle(Claim(ClaimKind.CONFIRM_SETTLEMENT, at, "referee")))

    def keep(self, step: Step) -> None:
        """Collect the events of a step, and the sum of points, sticks and penalties after it."""
        self.events += step.events
        self.refused += step.refused
        state = self.director.state
        if not state.game_over:
            sticks = self.rules.scoring.riichi_stick.value * state.riichi_sticks
            self.totals.add(sum(state.scores) + sticks + sum(state.column))
