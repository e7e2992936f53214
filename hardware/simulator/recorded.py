"""A game up to a moment in the middle of it, as evidence: what eyes that never err see of it, and what the board says.

The game follows from its seed: the simulator's process plays on from that moment, and cameras look.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from math import ceil
from typing import Final

from controller.ports.evidence import Evidence
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import Seat
from controller.rulebooks.rulebook import Rulebook
from hardware.profiles.machine_facts import table_work
from hardware.profiles.schema import TableProfile
from hardware.simulator.camera.plain_sight import concealed, sighting
from hardware.simulator.camera.playback import Playback
from hardware.simulator.game.acts import DiscardTile
from hardware.simulator.game.play import Won
from hardware.simulator.game.round import SimulatedRound, WrongBreaks, play_rounds
from hardware.simulator.game.table_state import HandPose
from hardware.simulator.game.timeline import script
from hardware.simulator.machine.pace import EXPOSURE_S, Pace, natural

_FIRST: Final = 3
"""The round in whose middle the demonstration begins, at the earliest; chosen: points have moved by then."""
_LEFT: Final = 10
"""Discards before the end of that round; chosen: a win comes within a quarter of a minute."""
_LEAST: Final = 8
"""Discards that lie by then."""
_LATEST: Final = 12
"""The last round that is looked at for such a moment."""


@dataclass(frozen=True, slots=True)
class Middle:
    """A moment of a game: its round, 0 for none yet, and simulated seconds since the beginning."""

    round: int = 0
    at: float = 0.0


BEGINNING: Final = Middle()


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game that the simulator plays: its book, seed and rounds, at a table of that family.

    ``wrong``: which walls are broken wrongly, as ``WrongBreaks`` reads it. ``seats``: cameras are behind the hands.
    """

    book: Rulebook
    seed: int
    rounds: int
    profile: TableProfile
    wrong: str = ""
    seats: bool = False

    @property
    def pace(self) -> Pace:
        """How fast it is played."""
        return natural(self.profile.cycle)

    def played(self) -> Iterator[SimulatedRound]:
        """Its rounds."""
        work = table_work(self.profile)
        wrong = WrongBreaks.parse(self.wrong)
        return play_rounds(self.book, self.seed, self.rounds, self.profile.wall.stacks, wrong, work)

    def middle(self) -> Middle:
        """Some discards before a win; the beginning where no early round has such a moment."""
        began = self.pace.lead
        for number, played in zip(range(1, _LATEST + 1), self.played(), strict=False):
            steps = tuple(script(played, self.pace))
            lies = [place for place, step in enumerate(steps) if isinstance(step.cues[0], DiscardTile)]
            if number >= _FIRST and isinstance(played.played.end, Won) and len(lies) >= _LEAST + _LEFT:
                before = began + sum(step.hold for step in steps[: lies[-_LEFT]])
                return Middle(number, round(ceil(before / EXPOSURE_S) * EXPOSURE_S, 3))
            began += sum(step.hold for step in steps)
        return BEGINNING

    def evidence(self, until: float) -> Iterator[Evidence]:
        """Signals and sightings up to a moment: one of each step, all of them while hands lie open."""
        board = _Heard()
        playback = Playback(self.played(), self.pace, board)
        steps = -1
        for frame in count():
            board.now = round(frame * EXPOSURE_S, 3)
            if board.now >= until:
                return
            playback.advance(board.now)
            yield from board.waiting
            board.waiting.clear()
            felt = playback.setting.felt
            opened = felt is not None and any(place.pose is not HandPose.STANDING for place in felt.places)
            if playback.steps != steps or opened:
                steps = playback.steps
                seen = sighting(playback.setting, frame, board.now)
                yield replace(seen, concealed=concealed(felt)) if self.seats else seen


@dataclass
class _Heard:
    """What the machine reports, in order; never a number that a board may give."""

    now: float = 0.0
    waiting: list[TableSignal] = field(default_factory=list)
    count: int = 0

    def report(self, kind: SignalKind, seat: Seat | None = None) -> None:
        """Note a report."""
        self.count += 1
        self.waiting.append(TableSignal(kind, self.now, seat, id=f"recorded:{self.count}"))
