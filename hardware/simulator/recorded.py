"""Evidence of a simulated game up to a moment in it: sightings of an error-free vision system and signals of the board.

The game is determined by its seed, so the simulator process can continue from that moment with real rendered frames.
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
"""Earliest round in whose middle the demonstration may begin; chosen so that points have already moved by then."""
_LEFT: Final = 10
"""Discards remaining before the end of that round; chosen so that a win follows within a quarter of a minute."""
_LEAST: Final = 8
"""Fewest discards on the table at that moment."""
_LATEST: Final = 12
"""Last round that is searched for such a moment."""


@dataclass(frozen=True, slots=True)
class Middle:
    """A moment of a game: its round (0: none yet) and the simulated seconds since the beginning."""

    round: int = 0
    at: float = 0.0


BEGINNING: Final = Middle()


@dataclass(frozen=True, slots=True)
class RecordedGame:
    """A game that the simulator plays: rulebook, seed and number of rounds, at a table of profile ``profile``.

    ``wrong``: rounds whose wall is broken wrongly, as text for ``WrongBreaks.parse``. ``seats``: cameras see the
    concealed hands.
    """

    book: Rulebook
    seed: int
    rounds: int
    profile: TableProfile
    wrong: str = ""
    seats: bool = False

    @property
    def pace(self) -> Pace:
        """Speed at which the game is played."""
        return natural(self.profile.cycle)

    def played(self) -> Iterator[SimulatedRound]:
        """Yield the rounds of the game."""
        work = table_work(self.profile)
        wrong = WrongBreaks.parse(self.wrong)
        return play_rounds(self.book, self.seed, self.rounds, self.profile.wall.stacks, wrong, work)

    def middle(self) -> Middle:
        """Return the moment ``_LEFT`` discards before a win; ``BEGINNING`` if no early round has such a moment."""
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
        """Yield signals and sightings up to ``until`` (seconds): a sighting per step, or per frame with open hands."""
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
    """Collects the signals of the machine in order; their ids (``recorded:N``) cannot collide with those of a board."""

    now: float = 0.0
    waiting: list[TableSignal] = field(default_factory=list)
    count: int = 0

    def report(self, kind: SignalKind, seat: Seat | None = None) -> None:
        """Append one signal."""
        self.count += 1
        self.waiting.append(TableSignal(kind, self.now, seat, id=f"recorded:{self.count}"))
