"""Debouncing: a reading counts once a number of consecutive sightings (its dwell) gave the same value."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

T = TypeVar("T")
_SO_IT_IS: Final = 60
"""Consecutive readings after which a tile that seemed to be missed counts as gone; chosen: twelve seconds."""


@dataclass(slots=True)
class Debounced(Generic[T]):
    """Newest reading of one quantity, how often in a row it was read, and the run's first and last evidence ids.

    ``doubt``: additional readings required while the newest reading is not sure.
    """

    doubt: int = 0
    value: T | None = None
    count: int = 0
    first: int = 0
    last: int = 0
    sure: bool = True

    def read(self, value: T | None, evidence: int, sure: bool = True) -> None:
        """Record a reading; None carries no information and changes nothing."""
        if value is None:
            return
        if self.count and value == self.value:
            self.count += 1
        else:
            self.value, self.count, self.first = value, 1, evidence
        self.last, self.sure = evidence, sure

    def held(self, dwell: int) -> T | None:
        """Return the value if it was read at least ``dwell`` times in a row, else None."""
        return self.value if self.count >= dwell + (0 if self.sure else self.doubt) else None

    @property
    def evidence(self) -> tuple[int, ...]:
        """Ids of the first and the last reading of the run."""
        return (self.first, self.last) if self.first != self.last else (self.last,)


@dataclass(slots=True)
class DebouncedRow(Generic[T]):
    """A row that grows at its end, such as a river; each place is debounced separately.

    ``votes``: per place, how often each value was read there; ``before``: per place, the last evidence id of the row
    without it.

    ``gone``: the first tile lost when the row became shorter (None if unsure), until the row grows again. ``missed``:
    consecutive readings that lack one inner tile although all tiles beyond it are seen: nobody takes a tile from there.
    """

    doubt: int = 0
    length: Debounced[int] = field(default_factory=Debounced)
    places: list[Debounced[T]] = field(default_factory=list)
    votes: list[Counter[T]] = field(default_factory=list)
    before: list[int] = field(default_factory=list)
    gone: T | None = None
    missed: int = 0

    def read(
        self, row: Sequence[tuple[T | None, bool]], evidence: int, moved: Callable[[], bool] = lambda: False
    ) -> bool:
        """Record a reading of the row, a value and its sureness per place; a value of None carries no information.

        Return False if the reading is rejected because it lacks one inner place. ``moved``: returns True if a tile of
        the row is now seen in another row, which makes the reading valid.
        """
        missed = self._misses_one([value for value, _ in row]) and not moved()
        self.missed = self.missed + 1 if missed else 0
        if 0 < self.missed < _SO_IT_IS:
            return False
        before = self.length.last
        self.length.read(len(row), evidence)
        if len(row) < len(self.places):
            taken = self.places[len(row)]
            self.gone = taken.value if taken.sure else None
        elif len(row) > len(self.places):
            self.gone = None
        del self.places[len(row) :], self.votes[len(row) :], self.before[len(row) :]
        while len(self.places) < len(row):
            self.places.append(Debounced(self.doubt))
            self.votes.append(Counter())
            self.before.append(before)
        for place, votes, (value, sure) in zip(self.places, self.votes, row, strict=True):
            place.read(value, evidence, sure)
            if value is not None:
                votes[value] += 1
        return True

    def _misses_one(self, row: list[T | None]) -> bool:
        """True if a row equals the previous one without one inner place, regardless of new tiles at its end."""
        known = [max(votes, key=votes.__getitem__, default=None) for votes in self.votes]
        left = row[: len(known) - 1]
        others = sum(one != other for one, other in zip(row, known, strict=False))
        # A single place with another value is a misreading, not a missing tile.
        if left == known[:-1] or (len(row) >= len(known) and others == 1):
            return False
        return any(left == known[:place] + known[place + 1 :] for place in range(len(known)))

    def held(self, dwell: int) -> tuple[T | None, ...] | None:
        """Return the row if its length was read ``dwell`` times in a row, else None; unsteady places are None."""
        if self.length.held(dwell) is None:
            return None
        return tuple(place.held(dwell) for place in self.places)

    def likeliest(self, place: int, patience: int) -> T | None:
        """Return the most frequent reading of a place, or None before the place was read ``patience`` times."""
        votes = self.votes[place]
        return max(votes, key=votes.__getitem__) if votes.total() >= patience else None
