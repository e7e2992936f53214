"""What a key of the venue's file says of itself: meaning, what is expected, unit, and how a change of it is taken."""

from typing import Final

import msgspec

AT_ONCE: Final = "at once"
"""A change is taken while the round goes on."""
RESTART: Final = "table restarts"
"""A change closes that table and opens it again; its round goes on from the journal."""
ROUND_END: Final = "round's end"
"""As RESTART, but not before the open round is over."""
SERVICE: Final = "service restarts"
"""A change waits for the next start of the service."""


def key(what: str, expects: str, *, unit: str = "", change: str = RESTART) -> msgspec.Meta:
    """Annotation of one key; ``expects`` in words that go into a refusal and into the table of docs/venue.md."""
    return msgspec.Meta(description=what, extra={"expects": expects, "unit": unit, "change": change})


def told_of(field: msgspec.structs.FieldInfo) -> msgspec.Meta:
    """The annotation of a field; every key of the venue's file has one."""
    return next(each for each in field.type.__metadata__ if isinstance(each, msgspec.Meta) and each.extra is not None)


def expects(meta: msgspec.Meta) -> str:
    """What a value must be, in words."""
    return str((meta.extra or {})["expects"])


def unit(meta: msgspec.Meta) -> str:
    """The unit of a value, empty for none."""
    return str((meta.extra or {})["unit"])


def change(meta: msgspec.Meta) -> str:
    """How a change of the key is taken: AT_ONCE, RESTART, ROUND_END or SERVICE."""
    return str((meta.extra or {})["change"])
