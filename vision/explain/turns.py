"""Whose turn it was: by how many discards lie in each river, what was called, and who had the first turn."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from controller.riichi.seat import SEATS, From, Seat

_MISSED: Final = 4.0
"""Cost, a negative logarithm, of a discard too many or too few: 1 in 50; chosen, as many tiles are missed."""
_ANY_LENGTH: Final = 8.0
"""Cost that is never exceeded: 1 table in 3000 has rivers of any length; chosen: players err."""
_DISCARDED: Final = 2
"""Least number of other rivers with discards to compare one with; chosen: some tables are laid to show one river."""
_OTHERWISE: Final = 3
"""Discards by which a river may be read too short or too long; chosen: more are missed together only under an arm."""


_FURTHER: Final = {
    tuple(int((seat - first) % len(SEATS) < more) for seat in SEATS) for first in SEATS for more in range(len(SEATS))
}
"""How many more turns each seat can have than the seat with the fewest: one, from the first on."""


@dataclass(frozen=True, slots=True)
class Turns:
    """Turns of each seat without a discard in its river, by calls and skips, with their probability 0-1."""

    passed: tuple[int, ...] = (0,) * len(SEATS)
    sure: float = 0.0

    @classmethod
    def of_calls(cls, calls: Sequence[tuple[Seat, From]], sure: float) -> "Turns":
        """The turns after those calls, by whom and from whom."""
        passed = [0] * len(SEATS)
        for caller, source in calls:
            for step in range(source.value, len(SEATS)):
                passed[caller.turn(step)] += 1
        return cls(tuple(passed), sure)

    def cost(self, lengths: Sequence[int]) -> float:
        """How unlikely rivers of such lengths are, a negative logarithm; a factor among others and never a veto."""
        off = _MISSED * self._off(lengths)
        return -self.sure * math.log(math.exp(-off) + math.exp(-_ANY_LENGTH))

    def out_of_turn(self, lengths: Sequence[int], seat: Seat) -> float:
        """How many discards a river is off where it alone suits no order of turns, as surely as calls are known.

        Where hardly anybody else has discarded, nothing is known of turns.
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
        """Fewest discards more or less with which there is an order of turns that suits."""
        turns = [length + passed for length, passed in zip(lengths, self.passed, strict=True)]
        offs = (sorted(turn - more for turn, more in zip(turns, further, strict=True)) for further in _FURTHER)
        return min(most - fewest + two - one for fewest, one, two, most in offs)
