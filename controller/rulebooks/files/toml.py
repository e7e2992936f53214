"""Rulebooks as TOML: the line number of every key, and strictly checked values of the schema."""

import json
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from difflib import get_close_matches
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Final, get_args, get_origin, get_type_hints

import msgspec

from controller.rulebooks.clause import Clause
from controller.text import Text

KeyPath = tuple[str, ...]
_FEW: Final = 12
_LONGEST: Final = 60
_INDEX: Final = re.compile(r"\[(\d+)\]")


class ValueRefusal(Exception):  # noqa: N818 - a refusal, raised in this package only
    """A value not allowed by the schema; ``path``: place of the error within the given value."""

    def __init__(self, reason: str, path: KeyPath = ()) -> None:
        """Store reason and place separately."""
        super().__init__(reason)
        self.reason = reason
        self.path = path


def lines_of(text: str) -> dict[KeyPath, int]:
    """Return the line (from 1) of each key by path in ``text``, valid TOML; a table's line is that of its header."""
    found: dict[KeyPath, int] = {}
    table: KeyPath = ()
    for line, statement in _statements(text):
        parsed = tomllib.loads(statement)
        if statement.lstrip().startswith("["):
            table = _only_chain(parsed)
            for depth in range(len(table)):
                found.setdefault(table[: depth + 1], line)
        else:
            for path in _paths(parsed, table):
                found.setdefault(path, line)
    return found


def line_of(found: dict[KeyPath, int], path: KeyPath) -> int:
    """Return the line of a path, or of the nearest table around it; 1 if there is none."""
    while path and path not in found:
        path = path[:-1]
    return found.get(path, 1)


def _statements(text: str) -> Iterator[tuple[int, str]]:
    """Yield each table header and each key with its value, with the line on which it begins.

    A statement is the fewest lines that are valid TOML by themselves: no value ends before its brackets and quotes.
    """
    pending: list[str] = []
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        pending.append(line)
        try:
            parsed = tomllib.loads("\n".join(pending))
        except tomllib.TOMLDecodeError:
            continue
        if parsed:
            yield number - len(pending) + 1, "\n".join(pending)
        pending.clear()


def _only_chain(parsed: Any) -> KeyPath:
    path: list[str] = []
    while parsed:
        (name, parsed), *_ = parsed.items()
        path.append(name)
        if isinstance(parsed, list):
            (parsed,) = parsed
    return tuple(path)


def _paths(parsed: Any, above: KeyPath) -> Iterator[KeyPath]:
    if isinstance(parsed, dict):
        for name, value in parsed.items():
            yield (*above, name)
            yield from _paths(value, (*above, name))


@cache
def hints_of(kind: type) -> Mapping[str, Any]:
    """Return the type of each field of a record."""
    return get_type_hints(kind)


def value_of_type(kind: Any, given: object) -> Any:
    """Return the value in that type; raises ValueRefusal. ``"none"`` means None, a name selects an enum value."""
    plain = _plain(kind, given)
    try:
        return msgspec.convert(plain, kind)
    except msgspec.ValidationError as error:
        for index in _INDEX.findall(str(error)):
            kind, plain = _part_kind(kind, int(index)), plain[int(index)]
        raise ValueRefusal(_expectation(_without_none(kind), plain)) from None


def _plain(kind: Any, given: Any) -> Any:
    """Return ``given`` with None for ``"none"``, and with each table of a record as the list that msgspec accepts."""
    if get_origin(kind) is UnionType:
        return None if given == "none" else _plain(_without_none(kind), given)
    if get_origin(kind) is tuple and isinstance(given, list):
        return [_plain(_part_kind(kind, place), one) for place, one in enumerate(given)]
    if hasattr(kind, "_fields"):
        return _row(kind, given)
    if kind is Clause:
        return _clause(given)
    return _both(given) if kind is Text else given


def _clause(given: Any) -> dict[str, Any]:
    """Return a clause from one text for both languages, or from a table of ``ja``, ``en``, optionally ``article``."""
    if not isinstance(given, Mapping) or "article" not in given:
        note = _both(given, "the clause")
        return {"article": note["en"], "note": note}
    note = _both({name: part for name, part in given.items() if name != "article"}, "the clause")
    return {"article": given["article"], "note": note}


def _both(given: Any, what: str = "it") -> dict[str, str]:
    note = given if isinstance(given, Mapping) else {"ja": given, "en": given}
    sound = set(note) == {"ja", "en"}
    if not sound or not all(isinstance(each, str) and len(each.splitlines()) == 1 for each in note.values()):
        raise ValueRefusal(f"expected {what} as a text of one line, or as a table of ja and en")
    return dict(note)


def _row(kind: Any, given: object) -> list[Any]:
    """Return the parts of a record (a NamedTuple) in order."""
    if not isinstance(given, Mapping):
        raise ValueRefusal(f"{_quoted(given)}: expected a table of {', '.join(kind._fields)}")
    for name in given:
        if name not in kind._fields:
            raise ValueRefusal(f"unknown key: {one_of(kind._fields, name)}", (name,))
    for name in kind._fields:
        if name not in given and name not in kind._field_defaults:
            raise ValueRefusal(f"no {name}: expected {', '.join(kind._fields)}")
    parts = {**kind._field_defaults, **given}
    return [_plain(part, parts[name]) for name, part in hints_of(kind).items()]


def _part_kind(kind: Any, place: int) -> Any:
    """Return the type of one part of a list, of a row of fixed length, or of a record."""
    kind = _without_none(kind)
    if hasattr(kind, "_fields"):
        return hints_of(kind)[kind._fields[place]]
    parts = get_args(kind)
    return parts[0] if parts[-1] is Ellipsis else parts[min(place, len(parts) - 1)]


def _without_none(kind: Any) -> Any:
    if get_origin(kind) is not UnionType:
        return kind
    (found,) = (one for one in get_args(kind) if one is not NoneType)
    return found


def _expectation(kind: Any, given: Any) -> str:
    """Return the message for a value that is not of the type."""
    if get_origin(kind) is tuple:
        if isinstance(given, list):
            return f"{len(given)} values: expected {len(get_args(kind))}"
        return f"{_quoted(given)}: expected a list"
    if issubclass(kind, Enum):
        return f"{_quoted(given)}: {one_of([member.value for member in kind], str(given))}"
    return f"{_quoted(given)}: expected {_KINDS[kind]}"


def _quoted(given: object) -> str:
    if isinstance(given, str | int | float):
        return shortened(json.dumps(given, ensure_ascii=False))
    return _KINDS.get(type(given), "a date or time")


def one_of(names: Iterable[str], given: str) -> str:
    """Return the possible names for a message: all if they are few, else the nearest to ``given``."""
    every = sorted(names)
    near = get_close_matches(given, every, 3, 0.7)
    if len(every) <= _FEW:
        return f"expected one of {', '.join(every)}"
    return f"did you mean {' or '.join(near)}?" if near else "see docs/rulebooks.md for those there are"


def shortened(text: str) -> str:
    """Return the text, truncated if it is too long for a message."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


_KINDS: Final[Mapping[type, str]] = {
    bool: "true or false",
    int: "a whole number",
    str: "a text",
    list: "a list",
    dict: "a table",
}
