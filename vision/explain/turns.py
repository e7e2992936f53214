"""Compare the lengths of rivers with the order of turns.

Each turn leaves a discard in the seat's river unless that discard is called, and a call skips the seats between. With
called and skipped turns added, the turns of the seats differ by at most one, in turn order from the first seat on.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from controller.riichi.seat import SEATS, From, Seat

_MISSED: Final = 4.0
"""Cost (negative log probability) of one discard too many or too few: 1 in 50; chosen, as many tiles are missed."""
_ANY_LENGTH: Final = 8.0
"""Upper bound of the cost: 1 table in 3000 has rivers of any length; chosen: players err."""
_DISCARDED: Final = 2
"""Fewest other rivers with discards needed to check one; chosen: some tables are laid to show one river."""
_OTHERWISE: Final = 3
"""Largest number of discards by which a river may be read too short or too long; chosen: more are missed together only
under an arm."""


_FURTHER: Final = {
    tuple(int((seat - first) % len(SEATS) < more) for seat in SEATS) for first in SEATS for more in range(len(SEATS))
}
"""Possible turns of seats A-D beyond the fewest: one for up to three seats in turn order from any first seat."""


@dataclass(frozen=True, slots=True)
class Turns:
    """Turns of each seat that left no discard in its river, by calls and skips, with their probability 0-1."""

    passed: tuple[int, ...] = (0,) * len(SEATS)
    sure: float = 0.0

    @classmethod
    def of_calls(cls, calls: Sequence[tuple[Seat, From]], sure: float) -> "Turns":
        """Count the turns without a discard after ``calls`` (caller, source); ``sure``: probability of the calls."""
        passed = [0] * len(SEATS)
        for caller, source in calls:
            for step in range(source.value, len(SEATS)):
                passed[caller.turn(step)] += 1
        return cls(tuple(passed), sure)

    def cost(self, lengths: Sequence[int]) -> float:
        """Negative log probability of rivers of these lengths; bounded, so that it never excludes them."""
        off = _MISSED * self._off(lengths)
        return -self.sure * math.log(math.exp(-off) + math.exp(-_ANY_LENGTH))

    def out_of_turn(self, lengths: Sequence[int], seat: Seat) -> float:
        """Discards by which a river is off, times ``sure``, if correcting it alone restores an order of turns; else 0.

        0 as well if fewer than ``_DISCARDED`` other rivers have discards.
        """
        off = self._off(lengths)
        discarded = sum(length > 0 for each, length in zip(SEATS, lengths, strict=True) if each is not seat)
        if not off or discarded < _DISCARDED:
            return 0.0
        others = (
            self._off([length + more * (each is seat) for each, length in zip(SEATS, lengths, strict=True)])
            for more in range(-min(_OTHERWISE, lengths[seat]), _OTHERWISE + 1)
        )
        return self.sure * off * (0 in others)

    def _off(self, lengths: Sequence[int]) -> int:
        """Smallest number of discards to add or remove for the lengths to fit some order of turns."""
        turns = [length + passed for length, passed in zip(lengths, self.passed, strict=True)]
        offs = (sorted(turn - more for turn, more in zip(turns, further, strict=True)) for further in _FURTHER)
        return min(most - fewest + two - one for fewest, one, two, most in offs)
