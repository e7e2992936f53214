"""What the proposers look at: the record so far, the steady readings, and the rules of book and venue."""

from dataclasses import dataclass

from controller.journal.state import RoundState, TableState
from controller.rulebooks.rulebook import Rulebook
from controller.table.observe.debounce import Debounced
from controller.table.observe.scene import Scene
from controller.table.venue import Dwell, Venue


@dataclass(slots=True)
class Waiting:
    """How long things have stayed as they are: play not understood, open hands not settled, claims out of the dark."""

    unexplained: Debounced[object]
    shown: Debounced[object]
    claims: Debounced[object]


@dataclass(frozen=True, slots=True)
class Observation:
    """One moment. ``at`` in seconds of the edge's clock, ``evidence`` the newest sighting's id."""

    state: TableState
    round: RoundState
    rulebook: Rulebook
    venue: Venue
    scene: Scene
    waiting: Waiting
    at: float
    evidence: int

    @property
    def dwell(self) -> Dwell:
        """The venue's dwell numbers."""
        return self.venue.dwell
