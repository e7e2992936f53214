"""All states of the four walls that the order of draw allows, and their probabilities."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from controller.riichi.seat import SEATS, Seat
from controller.riichi.wall import FIRST_INDICATOR, REPLACEMENTS
from vision.arrays import Floats
from vision.explain.wall.conservation import TableCount

FULL_STACK: Final = 2
"""Tiles of a whole stack: the height of walls before the first draw."""
HEIGHTS: Final = FULL_STACK + 1
"""Possible heights of a stack: 0, 1 or 2 tiles."""
_REPLACED: Final = (0.8, 0.12, 0.05, 0.02, 0.01)
"""Probabilities that 0-4 replacement tiles are gone; chosen: about one round in five has a kan."""
_LOWERED: Final = 0.3
"""Probability that the first replacement tile, not drawn yet, is lowered beside its stack; chosen: some tables do so.
"""
_NOTHING_DRAWN: Final = 0.15
"""Probability that all walls are whole; chosen."""
_NOTHING_STANDS: Final = 0.1
"""Probability of no wall at all; chosen: between rounds, or on a table not in play."""
_DORA_PLACE: Final = 0.97
"""Probability of an indicator at its lawful place; chosen: rulebooks differ (the second stack), people err."""
_UNSHOWN: Final = 0.05
"""Probability that the only face in the lines of broken walls is no indicator; chosen: such walls show an indicator,
which may be undetected or lifted."""
_FAR: Final = 30.0
"""Log probability below that of the best state from which a state is dropped; chosen: e^-30."""


class SeenPatterns(NamedTuple):
    """Evidence of a wall for one placement of its indicators.

    ``scores`` [P]: log likelihood of what was seen given each of its patterns; ``indicators``: their wall and stack,
    from 1.
    """

    scores: Floats
    indicators: tuple[tuple[Seat, int], ...]


class SeenRing(NamedTuple):
    """Possible states of the walls, and their probabilities by the sight of the walls.

    ``near`` [N]: indices of the states; ``weights`` [N]: their probabilities; ``shares``: for each wall and each
    placement of its indicators, the part of that probability due to it, [N] or [1].
    """

    near: NDArray[np.int64]
    weights: Floats
    shares: list[list[Floats]]


class RingChances(NamedTuple):
    """Posterior probabilities of the walls.

    ``patterns``: for each wall and each placement of its indicators, of each pattern [P]; ``tiles``: of the number of
    tiles in all walls [tiles + 1]; ``suits``: log likelihood of the number by the rest of the table, given the sight of
    the walls.
    """

    patterns: list[list[Floats]]
    tiles: Floats
    suits: float


@dataclass(frozen=True, slots=True, eq=False)
class WallRing:
    """All states of four walls.

    ``patterns``: for each wall, every sequence of heights [P, stacks] that occurs, ``shown`` the same one-hot
    [P, stacks * HEIGHTS]; ``which`` [4, states]: the index of each state's pattern. For each state, ``prior``: its log
    prior; ``start``: the stack at which the draw began; ``tiles``: the tiles in all walls; ``replaced``: replacement
    tiles that are gone from the back. ``ring``: order of draw by wall and stack.
    """

    patterns: tuple[NDArray[np.int8], ...]
    shown: tuple[NDArray[np.float32], ...]
    which: NDArray[np.int32]
    prior: Floats
    start: NDArray[np.int32]
    tiles: NDArray[np.int32]
    replaced: NDArray[np.int32]
    ring: dict[tuple[Seat, int], int]

    @property
    def all(self) -> int:
        """Tiles of all walls when they are whole."""
        return FULL_STACK * len(self.ring)

    def seen(self, walls: Sequence[Sequence[SeenPatterns]]) -> SeenRing:
        """Combine the evidence of all walls with the prior; drop states that are far less likely than the best.

        ``walls``: for each wall, its evidence for each placement of its indicators.
        """
        indicators = sum(len(ways[0].indicators) for ways in walls)
        least, parts = self.prior, []
        for wall, ways in enumerate(walls):
            each = [way.scores[self.which[wall]] for way in ways]
            alone = indicators == len(ways[0].indicators) and any(way.indicators for way in ways)
            for place, way in enumerate(ways):
                if way.indicators:
                    each[place] = each[place] + self._indicated(way.indicators, indicators)
                elif alone:
                    each[place] = each[place] + np.log(_UNSHOWN) * self._broken
            parts.append(each)
            least = least + (each[0] if len(each) == 1 else np.maximum.reduce(each))
        # The sum over all placements exceeds the best of them at most by a factor of their number.
        most = sum(float(np.log(len(each))) for each in parts)
        near = np.flatnonzero(least > least.max() - _FAR - most)
        parts = [[one[near] for one in each] for each in parts]
        every = [each[0] if len(each) == 1 else np.logaddexp.reduce(each, axis=0) for each in parts]
        total = sum(every, self.prior[near])
        kept = total > total.max() - _FAR
        weights = np.exp(total[kept] - total.max())
        shares = [
            [np.ones(1)] if len(each) == 1 else [np.exp(one[kept] - both[kept]) for one in each]
            for each, both in zip(parts, every, strict=True)
        ]
        return SeenRing(near[kept], weights / weights.sum(), shares)

    def chances(self, seen: SeenRing, count: TableCount | None = None) -> RingChances:
        """Probabilities by the sight of the walls, and by ``count``, the numbers of the rest of the table."""
        near, weights, suits = seen.near, seen.weights, 0.0
        if count is not None:
            weights = weights * np.exp(count.leads(np.array(_REPLACED)))[self.tiles[near], self.replaced[near]]
            suits = float(np.log(weights.sum() * (self.all + 1)))
            weights /= weights.sum()
        patterns = [
            [np.asarray(np.bincount(which[near], weights * share, minlength=len(own)), np.float64) for share in shares]
            for which, own, shares in zip(self.which, self.patterns, seen.shares, strict=True)
        ]
        return RingChances(
            patterns, np.asarray(np.bincount(self.tiles[near], weights, self.all + 1), np.float64), suits
        )

    @property
    def _broken(self) -> NDArray[np.bool_]:
        """Mask of states in which some tiles were drawn and some are left."""
        return np.asarray((self.tiles > 0) & (self.tiles < self.all))

    def _indicated(self, indicators: Sequence[tuple[Seat, int]], count: int) -> Floats:
        """Log fit of each state's start with the stacks of indicators, of ``count`` in all, the first on the third."""
        stacks = len(self.ring)
        chances = np.full(stacks, np.log((1 - _DORA_PLACE) / stacks))
        chances[np.arange(FIRST_INDICATOR, FIRST_INDICATOR + count) % stacks] = np.log(_DORA_PLACE)
        starts = np.arange(stacks)
        by_start = sum(chances[(starts - self.ring[place]) % stacks] for place in indicators)
        return np.asarray(by_start)[self.start]


@lru_cache(maxsize=8)
def wall_ring(stacks: tuple[int, int, int, int]) -> WallRing:
    """All states that drawing can leave of walls of this many stacks each."""
    # Draws run leftwards along a wall, then from the right end of the wall of the player to the left.
    places = [(seat, stack + 1) for seat in (Seat.A.turn(-turn) for turn in SEATS) for stack in range(stacks[seat])]
    count = len(places)
    heights, priors, replaced = _from_first(count)
    turned = (np.arange(count)[None] - np.arange(count)[:, None]) % count
    states = heights[:, turned].transpose(1, 0, 2).reshape(-1, count)
    patterns, shown, which = [], [], []
    for seat in SEATS:
        own = [place for place, (wall, _) in enumerate(places) if wall is seat]
        codes = states[:, own].astype(np.int64) @ (HEIGHTS ** np.arange(len(own), dtype=np.int64))
        _, first, inverse = np.unique(codes, return_index=True, return_inverse=True)
        pattern = states[first][:, own]
        patterns.append(pattern)
        shown.append(np.eye(HEIGHTS, dtype=np.float32)[pattern].reshape(len(pattern), -1))
        which.append(inverse.astype(np.int32))
    return WallRing(
        tuple(patterns),
        tuple(shown),
        np.stack(which),
        np.log(np.tile(priors, count) / count),
        np.repeat(np.arange(count, dtype=np.int32), len(heights)),
        np.tile(heights.sum(axis=1, dtype=np.int32), count),
        np.tile(replaced, count),
        {place: number for number, place in enumerate(places)},
    )


def _from_first(count: int) -> tuple[NDArray[np.int8], Floats, NDArray[np.int32]]:
    """States [states, stacks] of a ring drawn from its first stack on, their probabilities and replaced tiles."""
    tiles = 2 * count
    states, chances, gone = [], [], []
    for drawn in range(tiles + 1):
        share = (1 - _NOTHING_DRAWN - _NOTHING_STANDS) / max(tiles - 1, 1)
        share = {0: _NOTHING_DRAWN, tiles: _NOTHING_STANDS}.get(drawn, share)
        left = np.clip(2 * np.arange(1, count + 1) - drawn, 0, 2)
        for replaced, chance in enumerate(_REPLACED if 0 < drawn <= tiles - 2 * REPLACEMENTS else (1.0,)):
            state = left.copy()
            state[-1] -= min(replaced, 2)
            state[-2] -= max(replaced - 2, 0)
            lowered = _LOWERED if drawn > 1 and not replaced else 0.0
            states.append(state)
            chances.append(share * chance * (1 - lowered))
            gone.append(replaced)
            if lowered and drawn <= tiles - 2 * REPLACEMENTS:
                state = state.copy()
                state[-1], state[0] = 1, 1
                states.append(state)
                chances.append(share * chance * lowered)
                gone.append(replaced)
    return np.array(states, np.int8), np.array(chances), np.array(gone, np.int32)
