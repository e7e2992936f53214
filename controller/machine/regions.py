"""Centre, build and link of a table as literal tables, and the machines built from them.

The regions say what sensors and reports prove, no more: what is not known is ``unknown``. A cue that is not listed for
a state changes nothing there. The round is the region of ``phases.py``.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Any, Final, Generic, TypeVar

from transitions import Machine

from controller.machine.facts import Build, Centre


class Link(Enum):
    """The line to the board."""

    OFFLINE = "offline"
    SYNCING = "syncing"
    ONLINE = "online"
    READ_ONLY = "read-only"
    ARMED = "armed"


class Cue(Enum):
    """What moves a region; the value is its name in the diagrams."""

    HATCH_OPEN = "hatch open"
    HATCH_CLOSED = "hatch closed"
    LIFTED = "lift limit"
    RISES = "press that raises"
    FALLS = "press that lowers"
    PRESSED_AGAIN = "press while it moves"
    STALLED = "too long on its way"
    NO_LIMIT = "no limit switch"
    BLIND = "no sensors"
    MIXES = "mixing lamp"
    BUILT = "set complete"
    OVERDUE = "slow limit"
    HALTED = "centre opened"
    EMPTIED = "set taken out"
    BROKE = "fault lamp"
    CLEARED = "fault gone"
    PORT_OPEN = "port open"
    GREETED = "HELLO answered"
    OTHER_VERSION = "other major version"
    LEASED = "armed"
    LEASE_OVER = "lease over"
    LOST = "line lost"


Row = tuple[Enum, Sequence[Enum], Enum]
S = TypeVar("S", bound=Enum)

_CENTRE: Final = tuple(Centre)
_BUILD: Final = tuple(Build)
_LINK: Final = tuple(Link)
_MOVING: Final = (Centre.OPENING, Centre.CLOSING)

# (cue, states it is heard in, state after it)
CENTRE_TRANSITIONS: Final[tuple[Row, ...]] = (
    (Cue.HATCH_OPEN, _CENTRE, Centre.OPEN),
    (Cue.HATCH_CLOSED, _CENTRE, Centre.CLOSED),
    (Cue.LIFTED, _CENTRE, Centre.LIFTED),
    (Cue.RISES, (Centre.CLOSED,), Centre.OPENING),
    (Cue.FALLS, (Centre.OPEN,), Centre.CLOSING),
    (Cue.PRESSED_AGAIN, _MOVING, Centre.UNKNOWN),
    (Cue.STALLED, _MOVING, Centre.UNKNOWN),
    (Cue.NO_LIMIT, (Centre.CLOSED, Centre.OPEN, Centre.LIFTED), Centre.UNKNOWN),
    (Cue.BLIND, _CENTRE, Centre.UNKNOWN),
)
BUILD_TRANSITIONS: Final[tuple[Row, ...]] = (
    (Cue.MIXES, (Build.UNKNOWN, Build.EMPTY, Build.READY, Build.PAUSED), Build.MIXING),
    (Cue.BUILT, (Build.UNKNOWN, Build.EMPTY, Build.MIXING, Build.PAUSED, Build.SLOW), Build.READY),
    (Cue.OVERDUE, (Build.MIXING,), Build.SLOW),
    (Cue.HALTED, (Build.MIXING, Build.SLOW), Build.PAUSED),
    (Cue.EMPTIED, (Build.UNKNOWN, Build.READY), Build.EMPTY),
    (Cue.BROKE, _BUILD, Build.FAULT),
    (Cue.CLEARED, (Build.FAULT,), Build.EMPTY),
    (Cue.BLIND, _BUILD, Build.UNKNOWN),
)
LINK_TRANSITIONS: Final[tuple[Row, ...]] = (
    (Cue.PORT_OPEN, (Link.OFFLINE,), Link.SYNCING),
    (Cue.GREETED, (Link.OFFLINE, Link.SYNCING), Link.ONLINE),
    (Cue.OTHER_VERSION, (Link.OFFLINE, Link.SYNCING), Link.READ_ONLY),
    (Cue.LEASED, (Link.ONLINE,), Link.ARMED),
    (Cue.LEASE_OVER, (Link.ARMED,), Link.ONLINE),
    (Cue.LOST, _LINK, Link.OFFLINE),
)


class Region(Generic[S]):
    """One region of a table, standing at ``state``."""

    state: S

    def __init__(self, initial: S, table: Sequence[Row]) -> None:
        """Stand at ``initial`` of the literal ``table``."""
        self._listed = frozenset((cue, source) for cue, sources, _ in table for source in sources)
        rows = [{"trigger": cue.name, "source": list(sources), "dest": after} for cue, sources, after in table]
        self._machine: Any = Machine(
            self,
            states=type(initial),
            initial=initial,
            transitions=rows,
            auto_transitions=False,
            model_attribute="state",
        )

    def take(self, cue: Enum) -> bool:
        """Whether the cue led to another state; one that is not listed for this state does not."""
        before = self.state
        if (cue, before) in self._listed:
            self.trigger(cue.name)  # type: ignore[attr-defined]
        return self.state is not before


class Regions:
    """Centre, build and link of one table side by side; every cue goes to each of them."""

    def __init__(self) -> None:
        """Nothing is known and nothing is connected."""
        self._centre: Region[Centre] = Region(Centre.UNKNOWN, CENTRE_TRANSITIONS)
        self._build: Region[Build] = Region(Build.UNKNOWN, BUILD_TRANSITIONS)
        self._link: Region[Link] = Region(Link.OFFLINE, LINK_TRANSITIONS)

    @property
    def centre(self) -> Centre:
        """Where the centre stands."""
        return self._centre.state

    @property
    def build(self) -> Build:
        """How far the set is."""
        return self._build.state

    @property
    def link(self) -> Link:
        """Where the line stands."""
        return self._link.state

    def take(self, cue: Cue) -> bool:
        """Whether the cue led any region to another state."""
        changed = [region.take(cue) for region in (self._centre, self._build, self._link)]
        return any(changed)
