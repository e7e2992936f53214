"""Lamp states from duty cycle: the share of each time window for which a lamp is lit, as in the firmware's lamps.c."""

from typing import Final

from firmware_bridge.wire.codes import INPUTS, ConfigKey
from hardware.simulator.board.settings import Settings
from hardware.simulator.pins import PanelDrive

FIRST: Final = INPUTS.index("DEALER_A")
"""Bit of the first lamp; the lamps are the inputs from here up to the key."""
COUNT: Final = INPUTS.index("ENABLE") - FIRST
WATCHED_S: Final = 3.0
"""Seconds for which windows are still counted after a host asked for the shares; as in lamps.c."""
_STEADY: Final = 1.0


class LampWindows:
    """Measures how long each lamp is lit in every window and decides which lamps count as on; times in seconds."""

    def __init__(self, settings: Settings) -> None:
        """Start without a window and without a panel: all lamps are lit steadily."""
        self.panel = PanelDrive(0)
        self._settings = settings
        self.start(0.0)

    def start(self, now: float) -> None:
        """Forget all lamp states, as after a reset."""
        self.lit = 0
        self.last: tuple[int, ...] = ()
        self.known = False
        self._watched_until = now
        self._began: float | None = None

    @property
    def share(self) -> int:
        """Percentage of a window from which a lamp counts as on; 0 if lamps are not multiplexed."""
        return self._settings[ConfigKey.LAMP_SHARE]

    @property
    def looks(self) -> int:
        """Samples in a window: one per millisecond."""
        return self._settings[ConfigKey.LAMP_WINDOW_MS]

    def watch(self, now: float) -> None:
        """Count windows for ``WATCHED_S`` from ``now`` on, because a host asked for the shares."""
        self._watched_until = now + WATCHED_S

    def plain(self, levels: int) -> int:
        """Return the levels as single samples see them: a multiplexed lamp never stays on for the debounce time."""
        return levels if self.panel.share >= _STEADY else levels & ~self.panel.mask

    def deadline(self) -> float | None:
        """Return when the current window ends; None if none is running."""
        return None if self._began is None else self._began + self.looks / 1000

    def see(self, levels: int, steady: int, now: float) -> bool:
        """Account for ``levels``, valid up to ``now``; return True if the lamps become known for the first time."""
        if not (self.share or now < self._watched_until):
            self._began, self.last = None, ()
        elif self._began is None:
            self._began, self._held = now, [0.0] * COUNT
            self._seen = now
        first = False
        while self._began is not None and now >= (ends := self._began + self.looks / 1000):
            self._burn(levels, ends)
            first |= self._decide()
            self._began, self._held = ends, [0.0] * COUNT
        if self._began is not None:
            self._burn(levels, now)
        if not self.share:
            self.lit, self.known = steady, True
        return first

    def _burn(self, levels: int, until: float) -> None:
        for lamp in range(COUNT):
            bit = 1 << FIRST + lamp
            on = bool(levels & bit)
            driven = self.panel.share if on else self.panel.ghost
            share = driven if self.panel.mask & bit else float(on)
            self._held[lamp] += share * (until - self._seen)
        self._seen = until

    def _decide(self) -> bool:
        self.last = tuple(min(self.looks, round(held * 1000)) for held in self._held)
        for lamp, lit in enumerate(self.last):
            bit = 1 << FIRST + lamp
            if lit * 100 >= self.share * self.looks:
                self.lit |= bit
            elif lit * 200 < self.share * self.looks:
                self.lit &= ~bit
        first, self.known = bool(self.share and not self.known), True
        return first
