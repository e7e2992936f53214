"""Simulated rounds of which a stretch is not seen: the camera is away, the line is down, or the service was killed."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from controller.journal import events as ev
from controller.journal.chain import Record, seal
from controller.journal.state import TableState
from controller.ports.evidence import Evidence
from controller.ports.eyes import Sighting
from controller.ports.table import SignalKind, TableSignal
from controller.referee.faults.devices import END_UNSEEN
from controller.table.director import Director
from controller.table.venue import Venue
from hardware.simulator.game.round import SimulatedRound
from tests.support.bench import Game

TOLD_S = 2.1


class Away(Enum):
    """What does not reach the director for a while."""

    CAMERA = "camera"
    LINE = "line"
    BOTH = "both"
    KILLED = "killed"


@dataclass
class BlindGame:
    """Rounds of a seed with nothing seen from ``begins`` for ``lasts`` simulated seconds; ``run`` plays them."""

    seed: int
    away: Away
    begins: float
    lasts: float
    rounds: int = 2
    book: str = "npm-2008"
    records: list[Record] = field(default_factory=list)
    truth: list[SimulatedRound] = field(default_factory=list)
    state: TableState | None = None

    def run(self) -> "BlindGame":
        """Play to the end."""
        venue = Venue(self.book, auto_settle=True)
        director, step = Director.open(venue, 0.0)
        self._keep(step.events)
        game = Game(self.book, self.seed, self.rounds)
        killed = self.away is Away.KILLED
        for evidence in self._as_it_comes(game):
            if evidence is None:
                director = Director.resume(self.records, venue) if killed else director
                continue
            self._keep(director.handle(evidence).events)
        self.truth, self.state = game.truth, director.state
        return self

    def _keep(self, events: Sequence[ev.Event]) -> None:
        for event in events:
            self.records.append(seal(event, event.at, self.records[-1] if self.records else None))

    def _as_it_comes(self, game: Game) -> Iterator[Evidence | None]:
        """All evidence, that of the stretch late or never; None where the stretch ends."""
        ends = self.begins + self.lasts
        camera = self.away is not Away.LINE
        line = self.away is not Away.CAMERA
        said = self.away is not Away.KILLED
        late: list[TableSignal] = []
        told = over = back = False
        for each in game.evidence():
            inside = self.begins <= each.at < ends
            if inside and said and not told:
                told = True
                if line:
                    yield TableSignal(SignalKind.LINK_LOST, each.at, code="port-gone")
            if inside and said and camera and told and each.at >= self.begins + TOLD_S and not over:
                over = True
                yield TableSignal(SignalKind.FAULT, each.at, code="camera-lost")
            if each.at >= ends and not back:
                back = True
                yield None
                if line and said:
                    yield TableSignal(SignalKind.LINK_UP, each.at)
                yield from late
                if over:
                    yield TableSignal(SignalKind.FAULT_CLEARED, each.at, code="camera-lost")
            if inside and isinstance(each, Sighting) and camera:
                continue
            if inside and not isinstance(each, Sighting) and line:
                assert isinstance(each, TableSignal)
                late.append(each)
                continue
            yield each

    @property
    def misjudged(self) -> list[str]:
        """Faults that are not those of a device and not of what was not seen."""
        return [
            record.event.fault.code
            for record in self.records
            if isinstance(record.event, ev.FaultRaised)
            and record.event.fault.severity is not ev.Severity.SERVICE
            and record.event.fault.code != END_UNSEEN
        ]

    @property
    def paid_wrong(self) -> list[str]:
        """Results that were paid by themselves and are those of no round that was played, in order."""
        due = [tuple(each.payments) for each in self.truth]
        wrong = []
        for record in self.records:
            if isinstance(record.event, ev.SettlementConfirmed | ev.ResultConfirmed):
                deltas = tuple(record.event.deltas)
                if deltas in due:
                    due = due[due.index(deltas) + 1 :]
                else:
                    wrong.append(f"record {record.sequence}: {deltas}")
        return wrong

    @property
    def asked(self) -> bool:
        """Whether a question or a fault stands open for the referee."""
        assert self.state is not None
        return bool(self.state.questions) or any(
            each.fault.severity is ev.Severity.REFEREE for each in self.state.open_faults()
        )

    @property
    def settled(self) -> int:
        """Rounds that were paid."""
        return sum(isinstance(record.event, ev.SettlementConfirmed | ev.ResultConfirmed) for record in self.records)
