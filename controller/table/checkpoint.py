"""Snapshot of everything in a director that evidence may change, used to roll back a refused step."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Mapping
from copy import copy
from types import MappingProxyType
from typing import Any, Final

from controller.table.observe.debounce import Debounced, DebouncedRow
from controller.table.observe.observation import Waiting
from controller.table.observe.scene import Scene
from controller.table.observe.sight import Sight
from controller.table.rejudge import RoundFacts
from controller.table.watch.watch import Watch


def copied(value: Any) -> Any:
    """Return a copy of the value: containers and readings are copied, immutable values shared."""
    copier = _COPIERS.get(type(value))
    return value if copier is None else copier(value)


def _debounced(value: Debounced[Any]) -> Debounced[Any]:
    return Debounced(value.doubt, value.value, value.count, value.first, value.last, value.sure)


def _whole(value: Any) -> Any:
    """Return a copy of a mutable object of this package, attribute by attribute."""
    kind = type(value)
    other = object.__new__(kind)
    for name in getattr(kind, "__slots__", None) or vars(value):
        part = getattr(value, name)
        copier = _COPIERS.get(type(part))
        setattr(other, name, part if copier is None else copier(part))
    return other


def _counted(value: Counter[Any]) -> Counter[Any]:
    other = Counter[Any]()
    dict.update(other, value)
    return other


def _each(values: Iterable[Any]) -> list[Any]:
    """Return copies of the values; frozen values (the majority) are shared, without a function call."""
    return [value if (copier := _COPIERS.get(type(value))) is None else copier(value) for value in values]


def _fixed(values: tuple[Any, ...]) -> tuple[Any, ...]:
    return values if _COPIERS.keys().isdisjoint(map(type, values)) else tuple(_each(values))


# Values of all other types are immutable and shared.
_COPIERS: Final[Mapping[type, Callable[[Any], Any]]] = MappingProxyType(
    {
        Debounced: _debounced,
        Counter: _counted,
        deque: copy,
        list: _each,
        tuple: _fixed,
        dict: lambda values: dict(zip(values, _each(values.values()), strict=True)),
        DebouncedRow: _whole,
        Scene: _whole,
        Sight: _whole,
        Waiting: _whole,
        Watch: _whole,
        RoundFacts: _whole,
    }
)
