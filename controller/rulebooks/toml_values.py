"""From a value of a TOML document to a value of the schema, strictly: no number for a switch, no unknown key."""

import json
from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from enum import Enum
from types import NoneType, UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

_FEW: Final = 12
_LONGEST: Final = 60


class ValueRefused(Exception):  # noqa: N818 - never leaves this room
    """A value that the schema cannot hold; ``path`` leads on from the value that was given."""

    def __init__(self, reason: str, path: tuple[str, ...] = ()) -> None:
        """Keep the reason apart from the place."""
        super().__init__(reason)
        self.reason = reason
        self.path = path


def value_of_type(kind: Any, given: object) -> Any:
    """The value of that type; raises ValueRefused. ``"none"`` stands for None, a name for the choice of a list."""
    if get_origin(kind) is UnionType:
        kinds = get_args(kind)
        if NoneType in kinds and given == "none":
            return None
        (kind,) = (one for one in kinds if one is not NoneType)
        return value_of_type(kind, given)
    if get_origin(kind) is tuple:
        return _row(get_args(kind), given)
    if issubclass(kind, Enum):
        return _choice(kind, given)
    if issubclass(kind, tuple):
        return _record(kind, given)
    if type(given) is not kind:
        raise ValueRefused(f"{_told(given)}: expected {_KINDS[kind]}")
    return given


def _row(kinds: tuple[Any, ...], given: object) -> tuple[Any, ...]:
    if not isinstance(given, list):
        raise ValueRefused(f"{_told(given)}: expected a list")
    if kinds[-1] is Ellipsis:
        return tuple([value_of_type(kinds[0], one) for one in given])
    if len(given) != len(kinds):
        raise ValueRefused(f"{len(given)} values: expected {len(kinds)}")
    return tuple([value_of_type(kind, one) for kind, one in zip(kinds, given, strict=True)])


def _choice(kind: type[Enum], given: object) -> Enum:
    for member in kind:
        if member.value == given:
            return member
    raise ValueRefused(f"{_told(given)}: {one_of([member.value for member in kind], str(given))}")


def _record(kind: Any, given: object) -> Any:
    if not isinstance(given, Mapping):
        raise ValueRefused(f"{_told(given)}: expected a table of {', '.join(kind._fields)}")
    for name in given:
        if name not in kind._fields:
            raise ValueRefused(f"unknown key: {one_of(kind._fields, name)}", (name,))
    hints = get_type_hints(kind)
    parts = {}
    for name in kind._fields:
        if name in given:
            parts[name] = value_of_type(hints[name], given[name])
        elif name not in kind._field_defaults:
            raise ValueRefused(f"no {name}: expected {', '.join(kind._fields)}")
    return kind(**parts)


def _told(given: object) -> str:
    if isinstance(given, str | int | float):
        return shortened(json.dumps(given, ensure_ascii=False))
    return _KINDS.get(type(given), "a date or time")


def one_of(names: Iterable[str], given: str) -> str:
    """The names that were meant: all where they are few, else the nearest."""
    every = sorted(names)
    near = get_close_matches(given, every, 3, 0.7)
    if len(every) <= _FEW:
        return f"expected one of {', '.join(every)}"
    return f"did you mean {' or '.join(near)}?" if near else "see docs/rulebooks.md for those there are"


def shortened(text: str) -> str:
    """The text, cut where it is too long for a message."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


_KINDS: Final[Mapping[type, str]] = {
    bool: "true or false",
    int: "a whole number",
    str: "a text",
    list: "a list",
    dict: "a table",
}
