"""Yaku, lines of fu and manners of a rulebook: each read by its id, like a field, with a clause for its value."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from controller.rulebooks.clause import Clause, silence
from controller.rulebooks.files.toml import ValueRefusal, hints_of, one_of, value_of_type
from controller.rulebooks.schema.manners import Manner, MannerRule
from controller.rulebooks.schema.scoring import FuRule, YakuRule
from controller.rulebooks.usual import FU_IDS, YAKU_IDS
from controller.text import Text

Line = YakuRule | FuRule | MannerRule
Cite = Callable[[Any, object], Any]
"""Function that resolves a text, a table or the name of a note to a clause or reason."""


class _LineKind(NamedTuple):
    """A kind of line: keys allowed in its table, key of a bare value, and a new line without any value."""

    title: str
    record: type
    parts: tuple[str, ...]
    bare: str
    new: Callable[[str], Line]


_NEW: Final = silence("なし", "none")


def _new_manner(name: str) -> Line:
    return MannerRule(Manner(name), _NEW)


_KINDS: Final[Mapping[str, _LineKind]] = MappingProxyType(
    {
        "yaku": _LineKind(
            "yaku", YakuRule, ("closed", "open", "yakuman", "limit"), "", lambda name: YakuRule(name, 0, 0, 0, _NEW)
        ),
        "fu": _LineKind("fu line", FuRule, ("fu",), "fu", lambda name: FuRule(name, 0, _NEW)),
        "manners": _LineKind(
            "manner", MannerRule, ("penalty",), "penalty", lambda each: MannerRule(Manner(each), _NEW)
        ),
    }
)
_CITED: Final = {"clause": Clause, "unstated": Text, "open_unstated": Text}
_MANNERS: Final = frozenset(manner.value for manner in Manner)
FIELDS_OF_LINES: Final = frozenset(_KINDS)


def cited_anew(lines: tuple[Line, ...], clause: Clause) -> tuple[Line, ...]:
    """Return the lines under another clause; defaults become stated values."""
    return tuple(
        line._replace(clause=clause, unstated=None, open_unstated=None)
        if isinstance(line, YakuRule)
        else line._replace(clause=clause)
        for line in lines
    )


def changed_lines(
    field: str, before: tuple[Line, ...] | None, given: Mapping[str, Any], uncited: Clause | None, cite: Cite
) -> tuple[Line, ...]:
    """Return the lines with those of ``given`` changed or added; a yaku without any value left is removed.

    ``before``: None if no lower rulebook has any. ``uncited``: clause of a line that names none.
    """
    kind = _KINDS[field]
    lines = {_id(line): line for line in before or ()}
    known = {"yaku": YAKU_IDS, "fu": FU_IDS if before is None else lines.keys(), "manners": _MANNERS}[field]
    for name, change in given.items():
        if name not in known:
            asked = one_of(known, name) if known else "the base counts no fu"
            raise ValueRefusal(f"unknown {kind.title}: {asked}", (name,))
        try:
            lines[name] = _changed(kind, lines.get(name) or kind.new(name), change, uncited, cite)
        except ValueRefusal as refused:
            raise ValueRefusal(refused.reason, (name, *refused.path)) from None
    return tuple(line for line in lines.values() if not isinstance(line, YakuRule) or any((*line[1:4], line.limit)))


def own_lines_last(before: tuple[Line, ...], after: tuple[Line, ...], given: Mapping[str, Any]) -> tuple[Line, ...]:
    """Return the lines with unchanged values, then those with other values in the order of ``given``."""
    worth = {_id(line): _worth(line) for line in before}
    order = {name: place for place, name in enumerate(given)}
    return tuple(sorted(after, key=lambda line: -1 if worth.get(_id(line)) == _worth(line) else order[_id(line)]))


def _changed(kind: _LineKind, old: Line, change: Any, uncited: Clause | None, cite: Cite) -> Line:
    parts = _parts(kind, old, change, cite)
    stated = parts.pop("clause", uncited)
    if stated is None:
        raise ValueRefusal("no clause: expected one")
    (line,) = cited_anew((old,), stated)
    return line._replace(**parts)


def _parts(kind: _LineKind, old: Line, change: Any, cite: Cite) -> dict[str, Any]:
    """Return the parts of a line given by a row: a bare value, or a table of parts or of ``value``, with its clause."""
    change = _table(kind, change)
    if "value" in change:
        change = {**_table(kind, change["value"]), **{key: part for key, part in change.items() if key != "value"}}
    found: dict[str, Any] = {}
    for key, value in change.items():
        if key not in (*kind.parts, *_CITED) or not hasattr(old, key):
            raise ValueRefusal(f"unknown key: expected one of {', '.join((*kind.parts, 'clause'))}", (key,))
        try:
            found[key] = cite(_CITED[key], value) if key in _CITED else value_of_type(hints_of(kind.record)[key], value)
        except ValueRefusal as refused:
            raise ValueRefusal(refused.reason, (key, *refused.path)) from None
    return found


def _table(kind: _LineKind, given: Any) -> dict[str, Any]:
    if isinstance(given, dict):
        return given
    if not kind.bare:
        raise ValueRefusal(f"expected a table of {', '.join((*kind.parts, 'clause'))}")
    return {kind.bare: given}


def _id(line: Line) -> str:
    return line.manner.value if isinstance(line, MannerRule) else line.id


def _worth(line: Line) -> tuple[object, ...]:
    return tuple(part for part in line if part is not None and not isinstance(part, Clause | Text))
