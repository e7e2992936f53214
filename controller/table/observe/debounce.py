"""Debouncing: a reading counts once it came equal in a number of sightings in a row (its dwell)."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

T = TypeVar("T")
_SO_IT_IS: Final = 60
"""Readings in a row after which what seems to be missed is taken to be gone; chosen: twelve seconds."""


@dataclass(slots=True)
class Debounced(Generic[T]):
    """The newest reading of one thing, how often in a row it came, and the first and last evidence of that run.

    ``doubt``: how many readings more it takes while the newest one is not sure.
    """

    doubt: int = 0
    value: T | None = None
    count: int = 0
    first: int = 0
    last: int = 0
    sure: bool = True

    def read(self, value: T | None, evidence: int, sure: bool = True) -> None:
        """Take a reading; None says nothing and changes nothing."""
        if value is None:
            return
        if self.count and value == self.value:
            self.count += 1
        else:
            self.value, self.count, self.first = value, 1, evidence
        self.last, self.sure = evidence, sure

    def held(self, dwell: int) -> T | None:
        """The value if it came at least ``dwell`` times in a row."""
        return self.value if self.count >= dwell + (0 if self.sure else self.doubt) else None

    @property
    def evidence(self) -> tuple[int, ...]:
        """Ids of the first and the last reading of the run."""
        return (self.first, self.last) if self.first != self.last else (self.last,)


@dataclass(slots=True)
class DebouncedRow(Generic[T]):
    """A row that grows at its end, such as a river. Each place has its own debounce: a doubtful tile delays no other.

    ``votes``: how often each place was read as its current tile; ``before``: last evidence of the row without it.

    ``gone``: the last tile when the row grew shorter, until it grows again. ``missed``: consecutive readings in which
    an inner tile was missing while all beyond it were seen: nobody takes one from there.
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
        """Take a reading of the row, each place with its sureness; a place of None says nothing about it.

        False where it is not taken, as one place was missed. ``moved``: whether what lay in it is in another row now.
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
        """True if a row is the previous one without one inner place, whatever is new at its end."""
        known = [max(votes, key=votes.__getitem__, default=None) for votes in self.votes]
        left = row[: len(known) - 1]
        others = sum(one != other for one, other in zip(row, known, strict=False))
        # One place that is read otherwise was misread.
        if left == known[:-1] or (len(row) >= len(known) and others == 1):
            return False
        return any(left == known[:place] + known[place + 1 :] for place in range(len(known)))

    def held(self, dwell: int) -> tuple[T | None, ...] | None:
        """The row if its length came ``dwell`` times in a row; a place that has not come often enough is None."""
        if self.length.held(dwell) is None:
            return None
        return tuple(place.held(dwell) for place in self.places)

    def likeliest(self, place: int, patience: int) -> T | None:
        """What a place was read as most often, once it was read ``patience`` times."""
        votes = self.votes[place]
        return max(votes, key=votes.__getitem__) if votes.total() >= patience else None
