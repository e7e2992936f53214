"""Infers the tile of each draw between two moments at which a hand is known.

A stretch of play is a scheduling problem: every tile that enters the hand has a latest draw at which it must arrive,
because it leaves the hand after that draw or is in it at the end. A draw is proven if for only one tile the others can
still be scheduled.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from controller.records.hands.glimpse import Going, Known
from controller.records.record import HAND, Seen
from controller.riichi.tile import Tile


@dataclass(frozen=True, slots=True)
class Incoming:
    """A tile that enters the hand between the draws ``first`` and ``latest``; ``tile`` None: unknown."""

    tile: Seen
    latest: int
    first: int = 0

    @property
    def is_settled(self) -> bool:
        """True if the draw at which the tile arrived is determined."""
        return 0 < self.first == self.latest


@dataclass(frozen=True, slots=True)
class Stretch:
    """The draws ``first`` to ``last`` of a seat, and all tiles that arrived by them.

    ``dealt``: how many of these tiles were in the starting hand, before the first draw; 0 except at a round's
    beginning.
    """

    first: int
    last: int
    dealt: int
    arrivals: tuple[Incoming, ...]

    def settled(self, draw: int, tile: Seen) -> "Stretch | None":
        """Return the stretch with that tile at that draw; None if the other tiles cannot be scheduled then."""
        # An unknown tile may have been this one.
        fitting = [
            (each.tile is None, each.latest, place)
            for place, each in enumerate(self.arrivals)
            if each.tile in (tile, None) and not each.is_settled and each.first <= draw <= each.latest
        ]
        return self._with(min(fitting)[2], Incoming(tile, draw, draw)) if fitting else None

    def held(self) -> tuple[Seen, ...]:
        """Return the starting hand: every tile that cannot have arrived later, None for each other one."""
        tiles = {each.tile for each in self.arrivals if each.tile is not None}
        known = [tile for tile in tiles for _ in range(self._held(tile))]
        return (*known, *(None,) * (self.dealt - len(known)))

    def _held(self, tile: Tile) -> int:
        copies = [
            (-each.latest, place)
            for place, each in enumerate(self.arrivals)
            if each.tile is tile and not each.is_settled
        ]
        later = self
        for number, (_, place) in enumerate(sorted(copies)):
            without = later._with(place, replace(later.arrivals[place], first=self.first))
            if without is None:
                return len(copies) - number
            later = without
        return 0

    def _with(self, place: int, changed: Incoming) -> "Stretch | None":
        found = replace(self, arrivals=(*self.arrivals[:place], changed, *self.arrivals[place + 1 :]))
        return found if found.can_be() else None

    def can_be(self) -> bool:
        """True if every tile can arrive in time; earliest deadline first, which is optimal."""
        waiting = sorted(self.arrivals, key=lambda each: each.latest)
        moments = [*(self.first - 1,) * self.dealt, *range(self.first, self.last + 1)]
        if len(waiting) != len(moments):
            return False
        for moment in moments:
            due = next((each for each in waiting if each.first <= moment), None)
            if due is None or due.latest < moment:
                return False
            waiting.remove(due)
        return True


def stretch(before: Known | None, after: Known | None, goings: Sequence[Going], draws: int) -> Stretch | None:
    """Return the tiles that arrived between two known hands; None if the two contradict each other.

    ``before`` None: the deal. ``after`` None: the end, where only the number of ``draws`` is known.
    """
    supply = Counter[Tile]() if before is None else Counter(before.tiles)
    drawn, left = (0, 0) if before is None else (before.draws, before.left)
    last, until = (draws, len(goings)) if after is None else (after.draws, after.left)
    if last < drawn or until < left:
        return None
    arrivals: list[Incoming] = []
    for going in goings[left:until]:
        if supply[going.tile] > 0:
            supply[going.tile] -= 1
        else:
            arrivals.append(Incoming(going.tile, going.draws))
    dealt = HAND if before is None else 0
    if after is None:
        arrivals += [Incoming(None, last)] * (last - drawn + dealt - len(arrivals))
    else:
        held = Counter(after.tiles)
        held.subtract(supply)
        if min(held.values(), default=0) < 0:
            return None
        arrivals += [Incoming(tile, last) for tile in held.elements()]
    found = Stretch(drawn + 1, last, dealt, tuple(arrivals))
    return found if found.can_be() else None


def proven(part: Stretch, told: Iterable[tuple[int, Tile]]) -> tuple[Stretch, dict[int, Tile]]:
    """Return the stretch with all draws settled that can be one tile only, and these tiles by draw.

    ``told``: tiles assumed for single draws, unless they contradict the others.
    """
    found: dict[int, Tile] = {}
    for draw, tile in told:
        if part.first <= draw <= part.last and draw not in found:
            settled = part.settled(draw, tile)
            if settled is not None:
                part, found[draw] = settled, tile
    for draw in range(part.first, part.last + 1):
        if draw in found:
            continue
        choices = {each.tile for each in part.arrivals if not each.is_settled}
        possible = {tile: settled for tile in choices if (settled := part.settled(draw, tile)) is not None}
        if len(possible) == 1 and (only := next(iter(possible))) is not None:
            part, found[draw] = possible[only], only
    return part, found
