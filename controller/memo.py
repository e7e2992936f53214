"""Values that are computed once: by key, or by the identity of a frozen value."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, Final, ParamSpec, TypeVar

K = TypeVar("K")
V = TypeVar("V")
S = TypeVar("S")
P = ParamSpec("P")
_STATES: Final = 32
"""Number of frozen values with cached answers; a decision uses a dozen states."""


class Memo(dict[K, V]):
    """Cache of values by key, each computed once by ``make``; cleared at ``most`` entries. A hit is a dict access."""

    __slots__ = ("_make", "_most")

    def __init__(self, make: Callable[[K], V], most: int = 1 << 16) -> None:
        """Create an empty cache."""
        super().__init__()
        self._make = make
        self._most = most

    def __missing__(self, key: K) -> V:
        """Compute and store the value of a new key."""
        if len(self) >= self._most:
            self.clear()
        value = self[key] = self._make(key)
        return value


def once_each(compute: Callable[Concatenate[S, P], V]) -> Callable[Concatenate[S, P], V]:
    """Cache a function by the identity of its first, frozen argument and by further, hashable arguments.

    Comparing or hashing a whole state would cost more than the cache saves. A few values are kept, with their
    identities.
    """
    kept = dict[int, tuple[S, dict[object, V]]]()

    @wraps(compute)
    def once(of: S, /, *args: P.args, **kwargs: P.kwargs) -> V:
        held = kept.get(id(of))
        if held is None or held[0] is not of:
            if len(kept) >= _STATES:
                kept.clear()
            held = kept[id(of)] = of, {}
        answers, key = held[1], (args, *kwargs.items())
        if key not in answers:
            answers[key] = compute(of, *args, **kwargs)
        return answers[key]

    return once
