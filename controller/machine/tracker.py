"""Tracks a table by its board's reports: states of its regions, faults from time-outs. ``now``: the present time."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from controller.machine.facts import BuildState, CentreState, DiceButton, MachineFacts, SetButton
from controller.machine.regions import LinkState, MachineCue, Regions
from controller.ports.table import SignalKind, TableSignal

LEFT_OPEN: Final = "table-hatch-open"
SLOW: Final = "table-timeout"
DARK: Final = "table-power"
READ_ONLY: Final = "read-only"
# Multiple of the profile's travel time after which the centre's position counts as unknown.
_LATE: Final = 3.0
# Prefixes of fault codes of the board and the link, which do not stop the machine.
_NOT_THE_MACHINE: Final = ("board-", "table-events-lost")
_MOVES: Final[Mapping[SetButton | DiceButton, tuple[MachineCue, ...]]] = MappingProxyType(
    {
        SetButton.TOGGLES: (MachineCue.RISES, MachineCue.FALLS),
        SetButton.OPENS: (MachineCue.RISES,),
        DiceButton.CLOSES: (MachineCue.FALLS,),
    }
)

_CUES: Final[Mapping[SignalKind, tuple[MachineCue, ...]]] = MappingProxyType(
    {
        SignalKind.HATCH_OPENED: (MachineCue.HATCH_OPEN, MachineCue.HALTED),
        SignalKind.HATCH_CLOSED: (MachineCue.HATCH_CLOSED,),
        SignalKind.LIFTED: (MachineCue.LIFTED, MachineCue.HALTED),
        SignalKind.MIXING: (MachineCue.MIXES,),
        SignalKind.READY: (MachineCue.BUILT,),
        SignalKind.WALLS_UP: (MachineCue.BUILT,),
        SignalKind.FAULT: (MachineCue.BROKE,),
        SignalKind.FAULT_CLEARED: (MachineCue.CLEARED,),
        SignalKind.LINK_LOST: (MachineCue.LOST, MachineCue.BLIND),
    }
)


@dataclass(frozen=True, slots=True)
class Levels:
    """Levels of the board's inputs; None if the table has no such sensor or the board cannot read it."""

    hatch_open: bool | None = None
    hatch_closed: bool | None = None
    lifted: bool | None = None
    mixing: bool | None = None
    ready: bool | None = None
    fault: bool | None = None

    @property
    def dark(self) -> bool:
        """True if no wired input is lit or closed: the table has no power, or its centre is moving.

        Only a table whose centre closes a switch at both ends and when lifted can tell; with buttons and panel lamps
        alone all inputs are off while the table is idle.
        """
        if None in (self.hatch_open, self.hatch_closed, self.lifted):
            return False
        return not any((self.hatch_open, self.hatch_closed, self.lifted, self.mixing, self.ready, self.fault))


def levels_of(on: Collection[str], wired: Collection[str]) -> Levels:
    """Return the levels for input names (hardware/firmware/messages.toml): those on, among those wired."""
    found = {field: name in on if name in wired else None for field, name in _INPUTS.items()}
    lamps = [name for name in wired if name.startswith("FAULT_")]
    return Levels(**found, fault=any(name in on for name in lamps) if lamps else None)


class MachineWatch:
    """State of one table's machine. ``now`` is always the host's clock in seconds."""

    def __init__(self, facts: MachineFacts) -> None:
        """Start with nothing known."""
        self.facts = facts
        self.regions = Regions()
        self._since: dict[CentreState | BuildState, float] = {}
        self._raised: set[str] = set()
        self._dark_since: float | None = None

    def hear(self, signal: TableSignal, now: float) -> tuple[TableSignal, ...]:
        """Process a report; return faults that it raises or clears, as reports of the table."""
        kind = signal.kind
        if kind is SignalKind.LINK_UP:
            self.linked(LinkState.READ_ONLY if signal.code == READ_ONLY else LinkState.ONLINE, now)
        elif kind in (SignalKind.SET_PRESSED, SignalKind.DICE_PRESSED):
            self.pressed(kind, now)
        elif kind is SignalKind.WALLS_UP and self.facts.work.built_ahead:
            # The set on the table says nothing about the set being built.
            self._take(MachineCue.HATCH_CLOSED, now)
        elif not (kind is SignalKind.FAULT and signal.code.startswith(_NOT_THE_MACHINE)):
            for cue in _CUES.get(kind, ()):
                self._take(cue, now)
            if kind is SignalKind.HATCH_OPENED and not self.facts.work.built_ahead:
                self._take(MachineCue.EMPTIED, now)
        return tuple(self._timely(now))

    def sense(self, levels: Levels, now: float) -> tuple[TableSignal, ...]:
        """Process the input levels of a STATE message; return faults that they raise or clear."""
        self._dark_since = (self._dark_since or now) if levels.dark else None
        centre = self.regions.centre
        if levels.lifted:
            self._take(MachineCue.LIFTED, now)
        elif levels.hatch_open:
            # A switch that the centre has not left yet does not tell its direction.
            self._take(MachineCue.HATCH_OPEN, now, unless=centre is CentreState.CLOSING)
        elif levels.hatch_closed:
            self._take(MachineCue.HATCH_CLOSED, now, unless=centre is CentreState.OPENING)
        elif levels.hatch_closed is not None:
            self._take(MachineCue.NO_LIMIT, now)
        if levels.fault:
            self._take(MachineCue.BROKE, now)
        elif self.regions.build is BuildState.FAULT and levels.fault is False:
            self._take(MachineCue.CLEARED, now)
        ended = (
            levels.ready is None
            and levels.mixing is False
            and self.regions.build in (BuildState.MIXING, BuildState.SLOW)
        )
        if levels.ready or ended:
            self._take(MachineCue.BUILT, now)
        elif levels.mixing:
            self._take(MachineCue.MIXES, now)
        return tuple(self._timely(now))

    def pressed(self, kind: SignalKind, now: float) -> None:
        """Process a button press by a person or the board; its effect depends on the table family."""
        work = self.facts.work
        cues = _MOVES.get(work.set_button if kind is SignalKind.SET_PRESSED else work.dice_button, ())
        if len(cues) > 1 and self.regions.take(MachineCue.PRESSED_AGAIN):
            return
        for cue in cues:
            if self._take(cue, now):
                return

    def linked(self, link: LinkState, now: float) -> None:
        """Process a new link state reported by the bridge."""
        for cue in _LINKED[link]:
            self._take(cue, now)

    def tick(self, now: float) -> tuple[TableSignal, ...]:
        """Return faults that arise from elapsed time alone."""
        return tuple(self._timely(now))

    def deadline(self) -> float | None:
        """Return the time at which ``tick`` has a fault to report; None while no limit runs."""
        limits = [until for _, until, _, code in self._limits() if code not in self._raised]
        if self._dark_since is not None and DARK not in self._raised:
            limits.append(self._dark_since + self._dark_limit)
        return min(limits, default=None)

    def _take(self, cue: MachineCue, now: float, unless: bool = False) -> bool:
        if unless:
            return False
        centre, build = self.regions.centre, self.regions.build
        changed = self.regions.take(cue)
        if self.regions.centre is not centre:
            self._since[self.regions.centre] = now
        if self.regions.build is not build:
            self._since[self.regions.build] = now
        return changed

    def _limits(self) -> Iterator[tuple[CentreState | BuildState, float, MachineCue | None, str]]:
        """Yield for each limited state: the state, the time of its limit, the resulting cue, and the fault code."""
        times = self.facts.times
        limits: tuple[tuple[CentreState | BuildState, float, MachineCue | None, str], ...] = (
            (CentreState.OPENING, _LATE * times.open_s, MachineCue.STALLED, SLOW),
            (CentreState.CLOSING, _LATE * times.close_s, MachineCue.STALLED, SLOW),
            (CentreState.OPEN, times.left_open_s, None, LEFT_OPEN),
            (BuildState.MIXING, times.slow_s, MachineCue.OVERDUE, SLOW),
        )
        for state, limit, cue, code in limits:
            if state in (self.regions.centre, self.regions.build):
                yield state, self._since.get(state, 0.0) + limit, cue, code

    def _timely(self, now: float) -> Iterator[TableSignal]:
        for _, until, cue, code in list(self._limits()):
            if now < until:
                continue
            if cue is not None:
                self._take(cue, now)
            if code not in self._raised:
                self._raised.add(code)
                yield TableSignal(SignalKind.FAULT, now, code=code)
        if self._dark_since is not None and now >= self._dark_since + self._dark_limit and DARK not in self._raised:
            self._raised.add(DARK)
            yield TableSignal(SignalKind.FAULT, now, code=DARK)
        if DARK in self._raised and self._dark_since is None:
            yield self._over(DARK, now)
        if LEFT_OPEN in self._raised and self.regions.centre is CentreState.CLOSED:
            yield self._over(LEFT_OPEN, now)
        if (
            SLOW in self._raised
            and self.regions.build is BuildState.READY
            and self.regions.centre is not CentreState.UNKNOWN
        ):
            yield self._over(SLOW, now)

    @property
    def _dark_limit(self) -> float:
        return _LATE * (self.facts.times.open_s + self.facts.times.close_s)

    def _over(self, code: str, now: float) -> TableSignal:
        self._raised.discard(code)
        return TableSignal(SignalKind.FAULT_CLEARED, now, code=code)


# Field of Levels -> input of the board.
_INPUTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hatch_open": "HATCH_OPEN",
        "hatch_closed": "HATCH_CLOSED",
        "lifted": "LIFTED",
        "mixing": "MIXING",
        "ready": "READY",
    }
)
_LINKED: Final[Mapping[LinkState, tuple[MachineCue, ...]]] = MappingProxyType(
    {
        LinkState.OFFLINE: (MachineCue.LOST, MachineCue.BLIND),
        LinkState.SYNCING: (MachineCue.PORT_OPEN,),
        LinkState.ONLINE: (MachineCue.GREETED, MachineCue.LEASE_OVER),
        LinkState.READ_ONLY: (MachineCue.OTHER_VERSION,),
        LinkState.ARMED: (MachineCue.GREETED, MachineCue.LEASED),
    }
)
