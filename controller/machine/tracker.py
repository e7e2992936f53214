"""Follows a table by what its board reports: regions, and the faults that only time shows. Sans-I/O: no clock."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from controller.machine.facts import Build, Centre, DiceButton, MachineFacts, SetButton
from controller.machine.regions import Cue, Link, Regions
from controller.ports.table import SignalKind, TableSignal

LEFT_OPEN: Final = "table-hatch-open"
SLOW: Final = "table-timeout"
DARK: Final = "table-power"
READ_ONLY: Final = "read-only"
# How much longer than its profile says the centre may be on its way before nobody knows where it is.
_LATE: Final = 3.0
# Codes of faults of the board and of the line: the machine goes on.
_NOT_THE_MACHINE: Final = ("board-", "table-events-lost")
_MOVES: Final[Mapping[SetButton | DiceButton, tuple[Cue, ...]]] = MappingProxyType(
    {
        SetButton.TOGGLES: (Cue.RISES, Cue.FALLS),
        SetButton.OPENS: (Cue.RISES,),
        DiceButton.CLOSES: (Cue.FALLS,),
    }
)

_CUES: Final[Mapping[SignalKind, tuple[Cue, ...]]] = MappingProxyType(
    {
        SignalKind.HATCH_OPENED: (Cue.HATCH_OPEN, Cue.HALTED),
        SignalKind.HATCH_CLOSED: (Cue.HATCH_CLOSED,),
        SignalKind.LIFTED: (Cue.LIFTED, Cue.HALTED),
        SignalKind.MIXING: (Cue.MIXES,),
        SignalKind.READY: (Cue.BUILT,),
        SignalKind.WALLS_UP: (Cue.BUILT,),
        SignalKind.FAULT: (Cue.BROKE,),
        SignalKind.FAULT_CLEARED: (Cue.CLEARED,),
        SignalKind.LINK_LOST: (Cue.LOST, Cue.BLIND),
    }
)


@dataclass(frozen=True, slots=True)
class Levels:
    """What the inputs stand at; None where the table has no such sensor or the board cannot read it."""

    hatch_open: bool | None = None
    hatch_closed: bool | None = None
    lifted: bool | None = None
    mixing: bool | None = None
    ready: bool | None = None
    fault: bool | None = None

    @property
    def dark(self) -> bool:
        """Whether nothing that is wired is lit or closed: the table has no power, or its centre is on its way."""
        return not any((self.hatch_open, self.hatch_closed, self.lifted, self.mixing, self.ready, self.fault))


def levels_of(on: Collection[str], wired: Collection[str]) -> Levels:
    """Levels from names of inputs (hardware/firmware/messages.toml): those on, of those that are wired."""
    found = {field: name in on if name in wired else None for field, name in _INPUTS.items()}
    lamps = [name for name in wired if name.startswith("FAULT_")]
    return Levels(**found, fault=any(name in on for name in lamps) if lamps else None)


class MachineWatch:
    """One table's machine. ``now`` is always the host's clock in seconds."""

    def __init__(self, facts: MachineFacts) -> None:
        """Know nothing yet."""
        self.facts = facts
        self.regions = Regions()
        self._since: dict[Centre | Build, float] = {}
        self._raised: set[str] = set()
        self._dark_since: float | None = None

    def hear(self, signal: TableSignal, now: float) -> tuple[TableSignal, ...]:
        """Take a report; gives the faults that it ends or shows, as reports of the table."""
        kind = signal.kind
        if kind is SignalKind.LINK_UP:
            self.linked(Link.READ_ONLY if signal.code == READ_ONLY else Link.ONLINE, now)
        elif kind in (SignalKind.SET_PRESSED, SignalKind.DICE_PRESSED):
            self.pressed(kind, now)
        elif kind is SignalKind.WALLS_UP and self.facts.work.built_ahead:
            # The set on the table says nothing of the one that is being built.
            self._take(Cue.HATCH_CLOSED, now)
        elif not (kind is SignalKind.FAULT and signal.code.startswith(_NOT_THE_MACHINE)):
            for cue in _CUES.get(kind, ()):
                self._take(cue, now)
            if kind is SignalKind.HATCH_OPENED and not self.facts.work.built_ahead:
                self._take(Cue.EMPTIED, now)
        return tuple(self._timely(now))

    def sense(self, levels: Levels, now: float) -> tuple[TableSignal, ...]:
        """Take what the inputs stand at, as each STATE of the board tells."""
        self._dark_since = (self._dark_since or now) if levels.dark else None
        centre = self.regions.centre
        if levels.lifted:
            self._take(Cue.LIFTED, now)
        elif levels.hatch_open:
            # The switch that it has not left yet says nothing about where it is going.
            self._take(Cue.HATCH_OPEN, now, unless=centre is Centre.CLOSING)
        elif levels.hatch_closed:
            self._take(Cue.HATCH_CLOSED, now, unless=centre is Centre.OPENING)
        elif levels.hatch_closed is not None:
            self._take(Cue.NO_LIMIT, now)
        if levels.fault:
            self._take(Cue.BROKE, now)
        elif self.regions.build is Build.FAULT and levels.fault is False:
            self._take(Cue.CLEARED, now)
        ended = levels.ready is None and levels.mixing is False and self.regions.build in (Build.MIXING, Build.SLOW)
        if levels.ready or ended:
            self._take(Cue.BUILT, now)
        elif levels.mixing:
            self._take(Cue.MIXES, now)
        return tuple(self._timely(now))

    def pressed(self, kind: SignalKind, now: float) -> None:
        """A button was pressed, by a person or by the board; what it does is the family's."""
        work = self.facts.work
        cues = _MOVES.get(work.set_button if kind is SignalKind.SET_PRESSED else work.dice_button, ())
        if len(cues) > 1 and self.regions.take(Cue.PRESSED_AGAIN):
            return
        for cue in cues:
            if self._take(cue, now):
                return

    def linked(self, link: Link, now: float) -> None:
        """The line's own steps, as the bridge takes them."""
        for cue in _LINKED[link]:
            self._take(cue, now)

    def tick(self, now: float) -> tuple[TableSignal, ...]:
        """Faults that show with time alone."""
        return tuple(self._timely(now))

    def deadline(self) -> float | None:
        """When ``tick`` has something to say; None while nothing runs."""
        limits = [until for _, until, _, code in self._limits() if code not in self._raised]
        if self._dark_since is not None and DARK not in self._raised:
            limits.append(self._dark_since + self._dark_limit)
        return min(limits, default=None)

    def _take(self, cue: Cue, now: float, unless: bool = False) -> bool:
        if unless:
            return False
        centre, build = self.regions.centre, self.regions.build
        changed = self.regions.take(cue)
        if self.regions.centre is not centre:
            self._since[self.regions.centre] = now
        if self.regions.build is not build:
            self._since[self.regions.build] = now
        return changed

    def _limits(self) -> Iterator[tuple[Centre | Build, float, Cue | None, str]]:
        """State, when it has lasted too long, the cue that this gives, and the code of its fault."""
        times = self.facts.times
        limits: tuple[tuple[Centre | Build, float, Cue | None, str], ...] = (
            (Centre.OPENING, _LATE * times.open_s, Cue.STALLED, SLOW),
            (Centre.CLOSING, _LATE * times.close_s, Cue.STALLED, SLOW),
            (Centre.OPEN, times.left_open_s, None, LEFT_OPEN),
            (Build.MIXING, times.slow_s, Cue.OVERDUE, SLOW),
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
        if LEFT_OPEN in self._raised and self.regions.centre is Centre.CLOSED:
            yield self._over(LEFT_OPEN, now)
        if SLOW in self._raised and self.regions.build is Build.READY and self.regions.centre is not Centre.UNKNOWN:
            yield self._over(SLOW, now)

    @property
    def _dark_limit(self) -> float:
        return _LATE * (self.facts.times.open_s + self.facts.times.close_s)

    def _over(self, code: str, now: float) -> TableSignal:
        self._raised.discard(code)
        return TableSignal(SignalKind.FAULT_CLEARED, now, code=code)


# Field of Levels: input of the board.
_INPUTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "hatch_open": "HATCH_OPEN",
        "hatch_closed": "HATCH_CLOSED",
        "lifted": "LIFTED",
        "mixing": "MIXING",
        "ready": "READY",
    }
)
_LINKED: Final[Mapping[Link, tuple[Cue, ...]]] = MappingProxyType(
    {
        Link.OFFLINE: (Cue.LOST, Cue.BLIND),
        Link.SYNCING: (Cue.PORT_OPEN,),
        Link.ONLINE: (Cue.GREETED, Cue.LEASE_OVER),
        Link.READ_ONLY: (Cue.OTHER_VERSION,),
        Link.ARMED: (Cue.GREETED, Cue.LEASED),
    }
)
