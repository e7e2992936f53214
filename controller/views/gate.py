"""Secrecy gate: every field of every view has a secrecy class; all data leaves through one function. Fails closed."""

from collections.abc import Mapping
from enum import Enum
from typing import Annotated, Any, Final, NewType, TypeVar, get_type_hints

from controller.journal.codec import plain


class Secrecy(Enum):
    """Secrecy class of a view's field."""

    PUBLIC = "public"
    SECRET = "secret_until_released"
    STAFF = "staff"


class Audience(Enum):
    """Audience of a view; the value is its name in the API."""

    PUBLIC = "public"
    STAFF = "staff"


T = TypeVar("T")
Public = Annotated[T, Secrecy.PUBLIC]
Secret = Annotated[T, Secrecy.SECRET]
Staff = Annotated[T, Secrecy.STAFF]


Released = NewType("Released", dict[str, Any])
"""Data released by the gate, as plain JSON values. Only the gate creates it, and feeds and answers
accept nothing else."""


class View:
    """Base class of all views: frozen dataclasses, all fields ``Public[...]``, ``Secret[...]`` or ``Staff[...]``."""

    __slots__ = ()


def secrecy_of(view: type[View]) -> dict[str, Secrecy | None]:
    """Return the secrecy class of each field of a view; None for a field without one, which is withheld."""
    return dict(_classes(view))


def release(view: View, audience: Audience, now: float, released_at: float | None = None) -> Released:
    """Return the fields of a view that ``audience`` may see at ``now``, as plain JSON values; others are left out.

    ``released_at``: time from which secrets are visible, None for never; both times in seconds of one clock. A field
    without a class is withheld. A field's value is released as a whole, but views within it are filtered themselves.
    """
    open_to = {Secrecy.PUBLIC}
    if released_at is not None and now >= released_at:
        open_to.add(Secrecy.SECRET)
    if audience is Audience.STAFF:
        open_to.add(Secrecy.STAFF)
    return Released(_let_out(view, frozenset(open_to)))


def together(parts: Mapping[str, Released]) -> Released:
    """Return several released values, each under its name."""
    return Released(dict(parts))


def _let_out(view: View, open_to: frozenset[Secrecy]) -> dict[str, Any]:
    return {name: _value(getattr(view, name), open_to) for name in _open(type(view), open_to)}


_OPEN: dict[tuple[type[View], frozenset[Secrecy]], tuple[str, ...]] = {}


def _open(view: type[View], open_to: frozenset[Secrecy]) -> tuple[str, ...]:
    """Return the names of a view's fields with one of these classes."""
    found = _OPEN.get((view, open_to))
    if found is None:
        found = tuple(name for name, secrecy in _classes(view) if secrecy in open_to)
        _OPEN[view, open_to] = found
    return found


_Classes = tuple[tuple[str, Secrecy | None], ...]
_KNOWN: dict[type[View], _Classes] = {}


def _classes(view: type[View]) -> _Classes:
    if view not in _KNOWN:
        hints = get_type_hints(view, include_extras=True)
        marks = {
            name: [mark for mark in getattr(hint, "__metadata__", ()) if isinstance(mark, Secrecy)]
            for name, hint in hints.items()
        }
        _KNOWN[view] = tuple((name, found[0] if len(found) == 1 else None) for name, found in marks.items())
    return _KNOWN[view]


_PLAIN: Final = frozenset({str, int, float, bool, type(None)})
"""Types that are plain JSON values already, as most fields of a view are."""


def _value(value: Any, open_to: frozenset[Secrecy]) -> Any:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, View):
        return _let_out(value, open_to)
    if isinstance(value, tuple | list) and not hasattr(value, "_fields"):
        return [_value(part, open_to) for part in value]
    return plain(value)
