"""Simulated rounds with a gap: the camera is lost, the link is down, or the service was killed.

``python -m tests.support.blind_games --gaps 80``: plays 80 games, each with one gap of a random kind, moment and
length. ``--kills 20``: plays 20 games of twelve rounds in which the service is killed repeatedly. Prints one JSON
object. The exit status is 1 if a false fault was raised or a result was paid that nobody played.
"""

import argparse
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum

from controller.journal import events as ev
from controller.journal.chain import Record, seal
from controller.journal.ledger import pending
from controller.journal.state import TableState
from controller.ports.evidence import Evidence
from controller.ports.eyes import Sighting
from controller.ports.table import SignalKind, TableSignal
from controller.referee.faults.devices import BLINDING, END_UNSEEN
from controller.table.director import Director
from controller.table.venue import Venue
from hardware.simulator.game.round import SimulatedRound
from tests.support.bench import Game

TOLD_S = 2.1


class Away(Enum):
    """The part whose evidence does not reach the director during the gap."""

    CAMERA = "camera"
    LINE = "line"
    BOTH = "both"
    KILLED = "killed"


@dataclass
class BlindGame:
    """Rounds of a seed with a gap from ``begins`` for ``lasts`` simulated seconds; ``run`` plays them."""

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
        """Play all rounds and return the game."""
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
        """Yield all evidence, the gap's part of it late or never; None marks the end of the gap."""
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
        """Codes of false faults: all but faults of devices and ends of rounds that were not seen."""
        return [
            record.event.fault.code
            for record in self.records
            if isinstance(record.event, ev.FaultRaised)
            and record.event.fault.severity is not ev.Severity.SERVICE
            and record.event.fault.code != END_UNSEEN
        ]

    @property
    def paid_wrong(self) -> list[str]:
        """Automatically paid results that match no round that was played, in order."""
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
        """True if a question, a fault or a result is open for the referee, or camera or link is still lost."""
        assert self.state is not None
        return (
            bool(self.state.questions)
            or bool(pending(self.state))
            or (self.state.round is not None and self.state.round.pending)
            or any(
                each.fault.severity is ev.Severity.REFEREE or each.fault.code in BLINDING
                for each in self.state.open_faults()
            )
        )

    @property
    def settled(self) -> int:
        """Number of paid rounds."""
        return sum(isinstance(record.event, ev.SettlementConfirmed | ev.ResultConfirmed) for record in self.records)


@dataclass
class KilledGame(BlindGame):
    """Rounds of a seed in which the service is killed every 8 to 60 s and returns after up to 17 s."""

    rounds: int = 12

    @classmethod
    def of(cls, seed: int) -> "KilledGame":
        """Return the game of a seed."""
        return cls(seed, Away.KILLED, 0.0, 0.0)

    def _as_it_comes(self, game: Game) -> Iterator[Evidence | None]:
        rng, late = random.Random(self.seed), list[TableSignal]()
        dies = back = rng.uniform(*_KILLED_S)
        for each in game.evidence():
            if each.at >= dies and back <= dies:
                back = dies + rng.choice(_BACK_S)
            if dies <= each.at < back:
                if isinstance(each, TableSignal):
                    late.append(each)
                continue
            if back > dies and each.at >= back:
                dies = back = back + rng.uniform(*_KILLED_S)
                yield None
                yield from late
                late = []
            yield each


# Seconds between two kills in one game, and seconds until the service is back.
_KILLED_S, _BACK_S = (8.0, 60.0), (1.0, 1.5, 2.5, 4.0, 6.0, 8.0, 17.0)
# Seconds of a two-round game at which a gap begins, and its length: from a blink to most of a round.
_BEGINS_S, _LASTS_S = (3.0, 110.0), (2.5, 60.0)


def main(arguments: Sequence[str] | None = None) -> int:
    """Play games with random gaps and print the counts."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.blind_games", description="Games with random gaps.")
    parser.add_argument("--gaps", type=int, default=80, metavar="N", help="games, each with one gap")
    parser.add_argument("--kills", type=int, default=0, metavar="N", help="games, each with kills again and again")
    parser.add_argument("--seed", type=int, default=1, help="of gaps and play")
    options = parser.parse_args(arguments)
    rng, told = random.Random(options.seed), Counter[str]()
    wrong = []
    for number in range(options.kills or options.gaps):
        away = rng.choice(list(Away))
        begins, lasts = round(rng.uniform(*_BEGINS_S), 1), round(rng.uniform(*_LASTS_S), 1)
        if options.kills:
            game: BlindGame = KilledGame.of(options.seed + number).run()
        else:
            game = BlindGame(rng.randrange(10_000), away, begins, lasts).run()
        told.update(rounds=len(game.truth), settled=game.settled, asked=game.asked)
        told.update(false=bool(game.misjudged), paid_wrong=bool(game.paid_wrong))
        # The referee is not asked about the last round until something follows it.
        silent = game.settled < len(game.truth) - 1 and not game.asked
        told.update(silent=silent)
        if game.misjudged or game.paid_wrong or silent:
            wrong.append([game.seed, game.away.value, game.begins, game.lasts, game.misjudged, game.paid_wrong])
    print(json.dumps({"games": options.kills or options.gaps, **told, "wrong": wrong}))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
