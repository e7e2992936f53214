"""What the inference works on: the record so far, the debounced readings, and the rules of book and venue."""

from dataclasses import dataclass

from controller.journal.state import RoundState, TableState
from controller.rulebooks.rulebook import Rulebook
from controller.table.observe.debounce import Debounced
from controller.table.observe.scene import Scene
from controller.table.venue import Dwell, Venue


@dataclass(slots=True)
class Waiting:
    """How long a state has lasted that is not recorded yet.

    ``unexplained``: rivers and melds that no order of acts explains; ``shown``: open hands before the result is taken;
    ``claims``: melds whose claimed tile has not left a river yet; ``unread``: hands that lie open and cannot be read;
    ``lagging``: whether the record lags behind the table beside open hands.
    """

    unexplained: Debounced[object]
    shown: Debounced[object]
    claims: Debounced[object]
    unread: Debounced[object]
    lagging: Debounced[object]


@dataclass(frozen=True, slots=True)
class Observation:
    """The table after one sighting. ``at`` in seconds of the edge's clock, ``evidence`` the sighting's id."""

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
