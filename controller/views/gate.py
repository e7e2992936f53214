"""Who may see what: every field of every view has a class, and one gate lets data out. It fails closed."""

from enum import Enum
from typing import Annotated, Any, NewType, TypeVar, get_type_hints

from controller.journal.codec import plain


class Secrecy(Enum):
    """Class of a field of a view."""

    PUBLIC = "public"
    SECRET = "secret_until_released"
    STAFF = "staff"


class Audience(Enum):
    """For whom a view is let out; the value is its name on the wire."""

    PUBLIC = "public"
    STAFF = "staff"


T = TypeVar("T")
Public = Annotated[T, Secrecy.PUBLIC]
Secret = Annotated[T, Secrecy.SECRET]
Staff = Annotated[T, Secrecy.STAFF]


Released = NewType("Released", dict[str, Any])
"""What the gate has let out, as plain JSON values: feeds and answers take nothing else. Only the gate makes it."""


class View:
    """Root of all views: frozen dataclasses whose every field is ``Public[...]``, ``Secret[...]`` or ``Staff[...]``."""

    __slots__ = ()


def secrecy_of(view: type[View]) -> dict[str, Secrecy | None]:
    """Class of each field of a view; None where a field has none and so is withheld."""
    return dict(_classes(view))


def release(view: View, audience: Audience, now: float, released_at: float | None = None) -> Released:
    """The one gate: what of a view ``audience`` may see at ``now``, as plain JSON values; other fields are left out.

    ``released_at``: from when on secrets may be seen, None for never; both in seconds of one clock. A field without a
    class is withheld. What a field holds goes out whole, but views within it pass the gate themselves.
    """
    is_released = released_at is not None and now >= released_at
    allowed = {Secrecy.PUBLIC: True, Secrecy.SECRET: is_released, Secrecy.STAFF: audience is Audience.STAFF}
    return Released(_let_out(view, allowed))


def _let_out(view: View, allowed: dict[Secrecy, bool]) -> dict[str, Any]:
    return {
        name: _value(getattr(view, name), allowed)
        for name, secrecy in _classes(type(view))
        if secrecy is not None and allowed[secrecy]
    }


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


def _value(value: Any, allowed: dict[Secrecy, bool]) -> Any:
    if isinstance(value, View):
        return _let_out(value, allowed)
    if isinstance(value, tuple | list) and not hasattr(value, "_fields"):
        return [_value(part, allowed) for part in value]
    return plain(value)
