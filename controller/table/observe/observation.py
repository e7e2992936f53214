"""Input of the inference: the record so far, the debounced readings, and the settings of rulebook and venue."""

from dataclasses import dataclass

from controller.journal.events import Stamp
from controller.journal.state import RoundState, TableState
from controller.rulebooks.rulebook import Rulebook
from controller.table.observe.debounce import Debounced
from controller.table.observe.scene import Scene
from controller.table.venue import Dwell, Venue


@dataclass(slots=True)
class Waiting:
    """How long states that are not recorded yet have lasted.

    ``unexplained``: rivers and melds that no sequence of acts explains; ``shown``: open hands before the result is
    recorded; ``claims``: inferred acts whose claimed tile may still be in a river; ``unread``: open hands that cannot
    be read; ``lagging``: whether the record is behind the table while hands are open.
    """

    unexplained: Debounced[object]
    shown: Debounced[object]
    claims: Debounced[object]
    unread: Debounced[object]
    lagging: Debounced[object]


@dataclass(frozen=True, slots=True)
class Observation:
    """The table after one sighting. ``at``: in seconds of the edge's clock; ``evidence``: the sighting's id."""

    state: TableState
    round: RoundState
    rulebook: Rulebook
    venue: Venue
    scene: Scene
    waiting: Waiting
    at: float
    evidence: int

    @property
    def stamp(self) -> Stamp:
        """Stamp of an event that follows from the sighting."""
        return {"at": self.at, "evidence": (self.evidence,)}

    @property
    def dwell(self) -> Dwell:
        """Dwell settings of the venue."""
        return self.venue.dwell
