"""A table that works out what it lacks."""

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Kept(dict[K, V]):
    """Values by key, each made once by ``make``; emptied when it holds ``most``. Looking up costs what a dict costs."""

    __slots__ = ("_make", "_most")

    def __init__(self, make: Callable[[K], V], most: int = 1 << 16) -> None:
        """Begin empty."""
        super().__init__()
        self._make = make
        self._most = most

    def __missing__(self, key: K) -> V:
        """Make and keep the value of a new key."""
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._make(key)
        return value
