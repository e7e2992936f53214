"""Mechanics of a table, without I/O: closed contacts and the time go in, lamps and limit switches come out.

Contacts and lamps have the names of the board's outputs and inputs; relays of the board and people's fingers close the
same contacts. Faults can be staged.
"""

import heapq
from collections.abc import Callable, Collection
from enum import Enum
from functools import partial
from itertools import count
from random import Random
from typing import Final

from controller.machine.facts import CentreState, DiceButton, SetButton
from controller.riichi.tile import TILES
from hardware.profiles.schema import TableProfile

# Shorter contacts are ignored (assumed: the debouncing of the table).
FELT_S: Final = 0.02
_SLOW: Final = 3.0
_ALWAYS: Final = -1


class Trouble(Enum):
    """Faults of a machine; the value is the number of its fault lamp on tables with several."""

    JAM = 1
    MISSING_TILE = 3
    SLOW = 4
    MOTOR_HOT = 5


class Machine:
    """The mechanism of one table. Every call passes the time in seconds, never decreasing."""

    def __init__(self, profile: TableProfile, now: float = 0.0, seed: int = 0) -> None:
        """Start with the centre closed and, on a table that builds ahead, a finished set inside."""
        self.profile = profile
        self.centre = CentreState.CLOSED
        self.walls_up = False
        self.rolls = self.lifts = self.moves = 0
        self.dealer_lit: int | None = None
        self._rng = Random(seed)
        self._now = now
        self._order = count()
        self._due: list[tuple[float, int, int, Callable[[], None]]] = []
        self._era = 0
        self._closed: frozenset[str] = frozenset()
        self._held: dict[str, float] = {}
        self._touched: set[str] = set()
        self._power = True
        self._mixing = self._rolling = self._awaited = False
        self._ready = profile.building.ahead
        self._inside = 0
        self._stopped: Trouble | None = None
        self._planned: Trouble | None = None

    @property
    def levels(self) -> frozenset[str]:
        """Names of the wired inputs that are on now."""
        # Only SET and DICE buttons have inputs; the buttons that switch lamps have none.
        buttons = {name for name in self._closed if name.startswith(("SET_", "DICE_"))}
        if not self._power:
            return frozenset(buttons & set(self.profile.lamps.inputs))
        lamps = {
            "HATCH_OPEN": self.centre is CentreState.OPEN,
            "HATCH_CLOSED": self.centre is CentreState.CLOSED,
            "LIFTED": self.centre is CentreState.LIFTED,
            "WALLS_UP": self.walls_up and self.centre in (CentreState.CLOSED, CentreState.LIFTED),
            "MIXING": self._mixing,
            "READY": self._ready and self.profile.lamps.set_complete,
            "DICE_ROLLING": self._rolling,
        }
        on = {name for name, lit in lamps.items() if lit} | buttons
        if self._stopped is not None and self.profile.lamps.faults:
            on.add(f"FAULT_{min(self._stopped.value, len(self.profile.lamps.faults))}")
        if self.dealer_lit is not None and self.profile.lamps.dealer:
            on.add(f"DEALER_{'ABCD'[self.dealer_lit]}")
        return frozenset(on & set(self.profile.lamps.inputs))

    @property
    def ready(self) -> bool:
        """True if a built set is waiting inside or has risen onto the table."""
        return self._ready

    def contacts(self, closed: Collection[str], now: float) -> None:
        """From ``now`` on exactly these contacts are closed, by relays or by fingers."""
        self.advance(now)
        fresh, self._closed = frozenset(closed), frozenset(closed)
        for name in [name for name in self._held if name not in fresh]:
            if now - self._held.pop(name) >= FELT_S:
                self._touched.add(name)
        for name in fresh:
            self._held.setdefault(name, now)
        if not fresh and self._touched:
            touched, self._touched = self._touched, set()
            if self._power:
                self._pressed(touched)

    def tiles_in(self, tiles: int = TILES) -> None:
        """Put this many tiles into the open centre."""
        self._inside = tiles

    def stage(self, trouble: Trouble) -> None:
        """Stage a fault for the next build, or for the running one if a build is in progress."""
        self._planned = trouble
        if self._mixing:
            self._era += 1
            self._build()

    def first_aid(self, now: float) -> None:
        """Clear a fault as staff do: tiles out, power off and on, tiles back in; the set is built again."""
        self.advance(now)
        self._stopped = self._planned = None
        self._inside = TILES
        self._era += 1
        if self.centre is CentreState.CLOSED:
            self._build()

    def power(self, on: bool, now: float) -> None:
        """Switch the mains: off stops all movements, on restarts an interrupted build or hatch movement."""
        self.advance(now)
        if on is self._power:
            return
        self._power = on
        self._era += 1
        self._rolling = False
        if on and self._mixing:
            self._build()
        if on and self.centre in (CentreState.OPENING, CentreState.CLOSING):
            self._later(
                self.profile.cycle.hatch_open_s, self._opened if self.centre is CentreState.OPENING else self._shut
            )

    def advance(self, now: float) -> None:
        """Execute everything that is due up to ``now``."""
        while self._due and self._due[0][0] <= now:
            at, _, era, act = heapq.heappop(self._due)
            self._now = max(self._now, at)
            if era in (self._era, _ALWAYS):
                act()
        self._now = max(self._now, now)

    def deadline(self) -> float | None:
        """Return when the next action is due; None if nothing is scheduled."""
        return self._due[0][0] if self._due else None

    def _later(self, seconds: float, act: Callable[[], None], *, always: bool = False) -> None:
        """Schedule an action; unless ``always``, it is dropped if the centre moves before it is due."""
        era = _ALWAYS if always else self._era
        heapq.heappush(self._due, (self._now + seconds, next(self._order), era, act))

    def _pressed(self, buttons: set[str]) -> None:
        chords, works = self.profile.chords, self.profile.buttons
        if chords.lift and buttons >= set(chords.lift):
            self._lift()
        elif chords.first_dealer and buttons >= set(chords.first_dealer):
            self._later(self.profile.cycle.dice_s, self._draw_dealer)
        elif any(name.startswith("SET_") for name in buttons):
            self._set(works.set_does)
        elif dice := sorted(name for name in buttons if name.startswith("DICE_")):
            self._dice(works.dice_does)
            if works.dice_does is DiceButton.ROLLS and works.dice_tells_seat and self.profile.lamps.dealer:
                # Only the dealer presses the dice button, so it lights the dealer lamp of its seat.
                self.dealer_lit = "ABCD".index(dice[0][-1])

    def _set(self, does: SetButton) -> None:
        if does is SetButton.NOTHING or self._stopped is not None or self.centre is CentreState.LIFTED:
            return
        if self.centre in (CentreState.CLOSED, CentreState.CLOSING) and (
            does is SetButton.TOGGLES or self.centre is CentreState.CLOSED
        ):
            self._open()
        elif does is SetButton.TOGGLES:
            self._close()

    def _dice(self, does: DiceButton) -> None:
        if does is DiceButton.CLOSES and self.centre is CentreState.OPEN:
            self._close()
        elif does is not DiceButton.NOTHING and self.centre is CentreState.CLOSED:
            self.rolls += 1
            self._rolling = True
            self._later(self.profile.cycle.dice_s, self._dice_rest, always=True)

    def _open(self) -> None:
        self.moves += 1
        self._era += 1
        self.walls_up = False
        self.centre = CentreState.OPENING
        self._inside = 0
        self._later(self.profile.cycle.hatch_open_s, self._opened)

    def _opened(self) -> None:
        self.centre = CentreState.OPEN
        if not self.profile.building.ahead:
            self._ready = False

    def _close(self) -> None:
        self.moves += 1
        self._era += 1
        self.centre = CentreState.CLOSING
        self._later(self.profile.cycle.hatch_close_s, self._shut)

    def _shut(self) -> None:
        self.centre = CentreState.CLOSED
        self._awaited = True
        if self.profile.building.ahead and self._ready:
            self._later(self.profile.cycle.walls_up_s, self._raise)
        if self._inside or self._mixing:
            self._build()

    def _build(self) -> None:
        self._mixing = True
        building = self.profile.building
        seconds = building.build_s if building.ahead else self.profile.cycle.mixing_s
        trouble, self._planned = self._planned, None
        if trouble is None and 0 < self._inside < TILES:
            trouble = Trouble.MISSING_TILE
        if trouble is None:
            self._later(seconds, self._built)
        elif trouble is Trouble.SLOW:
            self._later(max(_SLOW * seconds, building.slow_s + seconds), self._built)
        else:
            self._later(seconds / 2, partial(self._stop, trouble))

    def _built(self) -> None:
        self._mixing = False
        self._ready = True
        if self._awaited:
            self._later(self.profile.cycle.walls_up_s, self._raise)

    def _raise(self) -> None:
        if self.centre is CentreState.CLOSED:
            self.walls_up, self._awaited = True, False
            # The raised set is in play now; the next one may still be in production.
            self._ready = self._ready and not self._mixing

    def _stop(self, trouble: Trouble) -> None:
        self._stopped = trouble
        # Without fault lamps the only sign is that the walls never come up.
        self._mixing = not self.profile.lamps.faults

    def _lift(self) -> None:
        self.lifts += 1
        self._era += 1
        self.centre = CentreState.CLOSED if self.centre is CentreState.LIFTED else CentreState.LIFTED
        if self.centre is CentreState.CLOSED and self._mixing:
            self._build()

    def _draw_dealer(self) -> None:
        self.dealer_lit = self._rng.randrange(4)

    def _dice_rest(self) -> None:
        self._rolling = False
