"""Whose turn it was: by how many discards lie in each river, what was called, and who had the first turn."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from controller.riichi.seat import SEATS, From, Seat

_MISSED: Final = 4.0
"""Cost, a negative logarithm, of a discard too many or too few: 1 in 50; chosen, as many tiles are missed."""
_ANY_LENGTH: Final = 8.0
"""Cost that is never exceeded: 1 table in 3000 has rivers of any length; chosen: players err."""
_SURE: Final = 0.9
"""Chance of all calls from which they tell who is next; chosen as for telling."""
_NO_RIICHI: Final = 10.0
"""Extra squared deviations of a sideways discard by a player who has called: 1 in 150, skewed or by mistake; chosen."""
_DISCARDED: Final = 2
"""Least number of other rivers with discards to compare one with; chosen: some tables are laid to show one river."""
_OTHERWISE: Final = 3
"""Discards by which a river may be read too short or too long; chosen: more are missed together only under an arm."""


@lru_cache(maxsize=16)
def _further(firsts: tuple[Seat, ...]) -> list[tuple[int, ...]]:
    """Most turns that each seat can have more than the seat with the fewest: one, from the first on."""
    return sorted(
        {
            tuple(int((seat - first) % len(SEATS) < more) for seat in SEATS)
            for first in firsts
            for more in range(len(SEATS))
        }
    )


@dataclass(frozen=True, slots=True)
class Turns:
    """Turns of each seat without a discard in its river, by calls and skips, with their probability 0-1.

    ``firsts``: candidates of the first turn; ``opened``: seats that have called and can no longer declare riichi.
    """

    passed: tuple[int, ...] = (0,) * len(SEATS)
    sure: float = 0.0
    firsts: tuple[Seat, ...] = SEATS
    opened: frozenset[Seat] = frozenset()

    @classmethod
    def of_calls(cls, calls: Sequence[tuple[Seat, From]], sure: float, firsts: tuple[Seat, ...] = SEATS) -> "Turns":
        """The turns after those calls, by whom and from whom."""
        passed = [0] * len(SEATS)
        for caller, source in calls:
            for step in range(source.value, len(SEATS)):
                passed[caller.turn(step)] += 1
        return cls(tuple(passed), sure, firsts, frozenset(caller for caller, _ in calls))

    def after(self, lengths: Sequence[int]) -> "Turns":
        """The same where rivers had such lengths before: they tell who had the first turn."""
        firsts = tuple(first for first in self.firsts if not replace(self, firsts=(first,))._off(lengths))
        return replace(self, firsts=firsts or SEATS)

    def sideways_cost(self, seat: Seat) -> float:
        """Extra cost, in squared deviations, of a sideways discard of a seat."""
        return _NO_RIICHI * self.sure * (seat in self.opened)

    def cost(self, lengths: Sequence[int]) -> float:
        """How unlikely rivers of such lengths are, a negative logarithm; a factor among others and never a veto."""
        off = _MISSED * self._off(lengths)
        return -self.sure * math.log(math.exp(-off) + math.exp(-_ANY_LENGTH))

    def due(self, lengths: Sequence[int]) -> frozenset[Seat]:
        """Whose last discard was the next that was due, if it is known who had the first turn."""
        if len(self.firsts) > 1 or self.sure < _SURE or self._off(lengths):
            return frozenset()
        return frozenset(seat for seat in SEATS if lengths[seat] and not self._off(_with_more(lengths, seat, -1)))

    def out_of_turn(self, lengths: Sequence[int], seat: Seat) -> float:
        """How many discards a river is off where it alone suits no order of turns, as surely as calls are known.

        Where hardly anybody else has discarded, nothing is known of turns.
        """
        off = self._off(lengths)
        if (
            not off
            or sum(length > 0 for each, length in zip(SEATS, lengths, strict=True) if each is not seat) < _DISCARDED
        ):
            return 0.0
        others = (
            self._off(_with_more(lengths, seat, more))
            for more in range(-min(_OTHERWISE, lengths[seat]), _OTHERWISE + 1)
        )
        return self.sure * off * (0 in others)

    def _off(self, lengths: Sequence[int]) -> int:
        """Fewest discards more or less with which there is an order of turns that suits."""
        turns = [length + passed for length, passed in zip(lengths, self.passed, strict=True)]
        offs = (
            sorted(turn - more for turn, more in zip(turns, further, strict=True)) for further in _further(self.firsts)
        )
        return min(most - fewest + two - one for fewest, one, two, most in offs)


def _with_more(lengths: Sequence[int], seat: Seat, more: int) -> list[int]:
    """The lengths of rivers where that of a seat has some more."""
    return [length + more * (each is seat) for each, length in zip(SEATS, lengths, strict=True)]
