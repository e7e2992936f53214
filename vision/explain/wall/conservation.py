"""Conservation of tiles: walls, rivers, melds and hands together make up a whole set.

Each of their numbers constrains the others. Tables with tiles missing, out of sight or in the air are allowed for: no
number is ever excluded.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Final

import numpy as np

from vision.arrays import Floats

Count = tuple[int, float]
"""A reported number and its probability."""
HAND: Final = 13
"""Tiles of a hand, a meld counted as three."""
_LAWFUL: Final = 0.96
"""Share of tables on which all tiles of a set lie as the rules require; chosen below the share of painted tables, as
nothing is known of others: tiles fall, are held or lie under an arm."""
_FEW_OFF: Final = 0.025
"""Share of tables whose total is one or two tiles off; chosen. The rest is off by any number."""
_OFF: Final = np.array([0.15, 0.35, 0.0, 0.35, 0.15])
"""Distribution of the errors -2 to 2 of a wrong number; chosen: a tile is missed or belongs to another zone."""
_ANY: Final = 0.3
"""Share of wrong numbers that are off by any amount; chosen: rows of two zones are confused."""
_RIVER: Final = 27
"""Most discards of a river: as many as a round without a call leaves of one seat, and some more."""
_KONGS: Final = 4
"""Most kongs of a table: a fifth ends the round."""
_KONGS_OF_SEAT: Final = np.array([0.93, 0.05, 0.01, 0.005, 0.005])
"""Distribution of 0-4 kongs of a seat with unread melds; chosen: about one round in five has one."""
_HOLDS: Final = 0.5
"""Probability that a player holds a tile to discard; chosen: between two turns nobody does."""
_IN_AIR: Final = 0.02
"""Probability that a tile is in the air; chosen: it is being drawn or discarded."""
_FIRST: Final = 2
"""Index of the first seat among the possible holders of one more tile, after nobody and the air."""
_AS_RULED: Final = 0.95
"""Probability that as many replacement tiles are gone as there are kongs; chosen: sets and habits of replacing differ.
"""
_MOST: Final = 6.0
"""Bound of a balance, in log odds; chosen."""


@dataclass(frozen=True, slots=True)
class SeatCount:
    """Numbers of one seat: discards, kongs, and tiles in hand beyond thirteen, a meld counted as three."""

    river: Count | None
    kongs: Count | None
    more: Count | None


@dataclass(frozen=True)
class TableCount:
    """Numbers of all seats of a table, to be compared with its walls; ``tiles``: of the whole set."""

    seats: tuple[SeatCount, ...]
    tiles: int

    @cached_property
    def _usual(self) -> Floats:
        """Prior [2 + seats] of where one more tile is: nowhere, held in the air, or at each seat."""
        holds = (1 - _IN_AIR) * _HOLDS
        return np.array([1 - _IN_AIR - holds, _IN_AIR, *[holds / len(self.seats)] * len(self.seats)])

    @cached_property
    def _lawful(self) -> float:
        """Probability that all tiles lie as the rules require: lower if a hand is short, as when it is swept away."""
        short = [each.more[1] for each in self.seats if each.more is not None and each.more[0] < 0]
        return _LAWFUL * float(np.prod([1 - sure for sure in short]))

    @cached_property
    def _rivers(self) -> list[Floats]:
        return [_spread(each.river, np.full(_RIVER + 1, 1.0 / (_RIVER + 1))) for each in self.seats]

    @cached_property
    def _kongs(self) -> list[Floats]:
        return [_spread(each.kongs, _KONGS_OF_SEAT) for each in self.seats]

    def leads(self, replaced_usual: Floats) -> Floats:
        """Log likelihood of (tiles in walls [tiles + 1], replacement tiles drawn [R]).

        ``replaced_usual`` [R]: prior of the latter.
        """
        discards = _sum(self._rivers)
        held = self._holders()
        more = np.array([held[0], held[1:].sum()])
        kongs = _sum(self._kongs)[: len(replaced_usual)]
        out = np.convolve(discards, more)
        lawful = np.zeros((self.tiles + 1, len(replaced_usual)))
        total = np.zeros(self.tiles + 1)
        for number, chance in enumerate(kongs / kongs.sum()):
            left = self._left(out, number)
            total += chance * left
            as_ruled = (1 - _AS_RULED) * replaced_usual
            as_ruled[number] += _AS_RULED
            lawful += chance * left[:, None] * (as_ruled / replaced_usual)
        few = np.convolve(total, _OFF, "same")[:, None]
        few_off = _FEW_OFF * self._lawful / _LAWFUL
        free = (1 - self._lawful - few_off) / (self.tiles + 1)
        return np.asarray(np.log(self._lawful * lawful + few_off * few + free))

    def unlike(self, indicators: int) -> float:
        """Negative log probability of this number of indicators: each kong turns over one more."""
        kongs = _sum(self._kongs)
        chance = kongs[indicators - 1] if 0 < indicators <= len(kongs) else 0.0
        return float(-np.log(_AS_RULED * chance + (1 - _AS_RULED) / (_KONGS + 1)))

    def balances(self, walls: Floats) -> list[float]:
        """Log odds [seats] of each reported hand; ``walls`` [tiles + 1]: probabilities of the tiles in all walls."""
        due = _due(walls[::-1][HAND * len(self.seats) :], _sum([*self._rivers, *self._kongs]))
        return [self._hand(place, due) for place in range(len(self.seats))]

    def _left(self, out: Floats, kongs: int) -> Floats:
        """Probabilities [tiles + 1] of the number of tiles left in the walls, given the number of kongs.

        ``out``: probabilities of the number of discards plus a drawn tile in hand.
        """
        left = np.zeros(self.tiles + 1)
        most = self.tiles - HAND * len(self.seats) - kongs
        shown = out[: most + 1]
        left[most - np.arange(len(shown))] = shown
        return left

    def _holders(self, but: int | None = None) -> Floats:
        """Probabilities of who holds one more tile, as in ``_usual``; the hand of seat index ``but`` is ignored."""
        chances = self._usual.copy()
        for place, seat in enumerate(self.seats):
            if seat.more is not None and place != but and seat.more[0] in (0, 1):
                more, sure = seat.more
                holds = np.arange(len(chances)) == _FIRST + place
                chances *= np.where(holds == bool(more), sure, 1 - sure)
        return np.asarray(chances / chances.sum())

    def _hand(self, place: int, due: Floats) -> float:
        told = self.seats[place].more
        if told is None or told[0] not in (0, 1):
            return 0.0
        by_total = self._lawful * due[:2] + (1 - self._lawful) / (_RIVER + 1)
        chances = self._holders(place) * by_total[np.minimum(np.arange(len(self._usual)), 1)]
        own = _FIRST + place
        holds = chances[own] / (chances.sum() - chances[own]) * (1 - self._usual[own]) / self._usual[own]
        lead = float(np.log(max(holds, np.exp(-_MOST))))
        return float(np.clip(lead if told[0] else -lead, -_MOST, _MOST))


def _spread(told: Count | None, usual: Floats) -> Floats:
    """Probabilities of each number given a reported one; without one, the prior ``usual``."""
    if told is None or told[0] >= len(usual):
        return usual
    number, sure = told
    return np.asarray(sure * (np.arange(len(usual)) == number) + (1 - sure) * _mistaken(number, usual))


def _mistaken(number: int, usual: Floats) -> Floats:
    """Probabilities of each number, given that ``number`` was reported and is wrong."""
    near = np.convolve(np.arange(len(usual)) == number, _OFF, "full")[2:-2]
    near, other = near / near.sum(), np.where(np.arange(len(usual)) == number, 0.0, usual)
    return np.asarray((1 - _ANY) * near + _ANY * other / other.sum())


def _sum(chances: Sequence[Floats]) -> Floats:
    return np.asarray(reduce(np.convolve, chances), np.float64)


def _due(due: Floats, others: Floats) -> Floats:
    """Probabilities of each number of one zone, given those of the total [D] and of the other zones together."""
    return np.asarray(np.correlate(np.concatenate([due, np.zeros(len(others))]), others, "valid"))
