"""Centre, build and link of a table as literal transition tables, and the state machines built from them.

The states contain only what sensors and reports prove; everything else is ``unknown``. A cue that is not listed for a
state changes nothing there. The state machine of the round is in ``phases.py``.
"""

from collections.abc import Sequence
from enum import Enum
from typing import Any, Final, Generic, TypeVar

from transitions import Machine

from controller.machine.facts import BuildState, CentreState


class LinkState(Enum):
    """State of the link to the board."""

    OFFLINE = "offline"
    SYNCING = "syncing"
    ONLINE = "online"
    READ_ONLY = "read-only"
    ARMED = "armed"


class MachineCue(Enum):
    """Cue that moves a region to another state; the value is its name in the diagrams."""

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

_CENTRE: Final = tuple(CentreState)
_BUILD: Final = tuple(BuildState)
_LINK: Final = tuple(LinkState)
_MOVING: Final = (CentreState.OPENING, CentreState.CLOSING)

# (cue, states that accept it, next state)
CENTRE_TRANSITIONS: Final[tuple[Row, ...]] = (
    (MachineCue.HATCH_OPEN, _CENTRE, CentreState.OPEN),
    (MachineCue.HATCH_CLOSED, _CENTRE, CentreState.CLOSED),
    (MachineCue.LIFTED, _CENTRE, CentreState.LIFTED),
    (MachineCue.RISES, (CentreState.CLOSED,), CentreState.OPENING),
    (MachineCue.FALLS, (CentreState.OPEN,), CentreState.CLOSING),
    (MachineCue.PRESSED_AGAIN, _MOVING, CentreState.UNKNOWN),
    (MachineCue.STALLED, _MOVING, CentreState.UNKNOWN),
    (MachineCue.NO_LIMIT, (CentreState.CLOSED, CentreState.OPEN, CentreState.LIFTED), CentreState.UNKNOWN),
    (MachineCue.BLIND, _CENTRE, CentreState.UNKNOWN),
)
BUILD_TRANSITIONS: Final[tuple[Row, ...]] = (
    (MachineCue.MIXES, (BuildState.UNKNOWN, BuildState.EMPTY, BuildState.READY, BuildState.PAUSED), BuildState.MIXING),
    (
        MachineCue.BUILT,
        (BuildState.UNKNOWN, BuildState.EMPTY, BuildState.MIXING, BuildState.PAUSED, BuildState.SLOW),
        BuildState.READY,
    ),
    (MachineCue.OVERDUE, (BuildState.MIXING,), BuildState.SLOW),
    (MachineCue.HALTED, (BuildState.MIXING, BuildState.SLOW), BuildState.PAUSED),
    (MachineCue.EMPTIED, (BuildState.UNKNOWN, BuildState.READY), BuildState.EMPTY),
    (MachineCue.BROKE, _BUILD, BuildState.FAULT),
    (MachineCue.CLEARED, (BuildState.FAULT,), BuildState.EMPTY),
    (MachineCue.BLIND, _BUILD, BuildState.UNKNOWN),
)
LINK_TRANSITIONS: Final[tuple[Row, ...]] = (
    (MachineCue.PORT_OPEN, (LinkState.OFFLINE,), LinkState.SYNCING),
    (MachineCue.GREETED, (LinkState.OFFLINE, LinkState.SYNCING), LinkState.ONLINE),
    (MachineCue.OTHER_VERSION, (LinkState.OFFLINE, LinkState.SYNCING), LinkState.READ_ONLY),
    (MachineCue.LEASED, (LinkState.ONLINE,), LinkState.ARMED),
    (MachineCue.LEASE_OVER, (LinkState.ARMED,), LinkState.ONLINE),
    (MachineCue.LOST, _LINK, LinkState.OFFLINE),
)


class Region(Generic[S]):
    """One state machine of a table; ``state`` is its present state."""

    state: S

    def __init__(self, initial: S, table: Sequence[Row]) -> None:
        """Start in state ``initial`` with the transitions of ``table``."""
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
        """Apply a cue and return True if the state changed; a cue that is not listed for the state changes nothing."""
        before = self.state
        if (cue, before) in self._listed:
            self.trigger(cue.name)  # type: ignore[attr-defined]  # given by transitions
        return self.state is not before


class Regions:
    """Centre, build and link of one table as parallel state machines; every cue goes to all of them."""

    def __init__(self) -> None:
        """Start with unknown states and no link."""
        self._centre: Region[CentreState] = Region(CentreState.UNKNOWN, CENTRE_TRANSITIONS)
        self._build: Region[BuildState] = Region(BuildState.UNKNOWN, BUILD_TRANSITIONS)
        self._link: Region[LinkState] = Region(LinkState.OFFLINE, LINK_TRANSITIONS)

    @property
    def centre(self) -> CentreState:
        """Position of the centre."""
        return self._centre.state

    @property
    def build(self) -> BuildState:
        """State of the tile set being built."""
        return self._build.state

    @property
    def link(self) -> LinkState:
        """State of the link."""
        return self._link.state

    def take(self, cue: MachineCue) -> bool:
        """Apply a cue to all regions and return True if any state changed."""
        changed = [region.take(cue) for region in (self._centre, self._build, self._link)]
        return any(changed)
