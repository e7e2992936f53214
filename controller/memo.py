"""A dict that computes the values it does not hold yet."""

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Memo(dict[K, V]):
    """Values by key, each computed once by ``make``; emptied when it holds ``most``. A hit costs what a dict costs."""

    __slots__ = ("_make", "_most")

    def __init__(self, make: Callable[[K], V], most: int = 1 << 16) -> None:
        """Begin empty."""
        super().__init__()
        self._make = make
        self._most = most

    def __missing__(self, key: K) -> V:
        """Compute and store the value of a new key."""
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._make(key)
        return value
