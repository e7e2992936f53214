"""Values from outside as msgspec reads them, one way to check them and to tell what is wrong; what answers hold."""

from typing import Final, TypeVar

import msgspec

from controller.errors import JantakuError

T = TypeVar("T")
TOLD: Final = "x-told"
"""Stands for the schema of what is named, until the document is made."""
KINDS: Final[dict[str, type]] = {}
"""What answers are, by name."""


def held(*kinds: type) -> msgspec.Meta:
    """Metadata of a member of a typed dictionary that holds one of these: a view, or a tuple by its fields' names."""
    KINDS.update((kind.__name__, kind) for kind in kinds)
    return msgspec.Meta(extra_json_schema={TOLD: [kind.__name__ for kind in kinds]})


class MalformedError(JantakuError):
    """A value that is not of the agreed shape; one line says where and what was expected."""


def read_json(text: bytes | str, kind: type[T]) -> T:
    """The value of a JSON text; raises MalformedError."""
    try:
        try:
            return msgspec.json.decode(text, type=kind)
        except msgspec.ValidationError:
            # JSON knows one kind of number: 39.0 is as whole as 39.
            return read_plain(_whole(msgspec.json.decode(text)), kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MalformedError(f"not JSON: {error}") from None


def _whole(value: object) -> object:
    """The value with every number that has no fraction as an int."""
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        return int(value)
    if isinstance(value, list):
        return [_whole(each) for each in value]
    if isinstance(value, dict):
        return {key: _whole(each) for key, each in value.items()}
    return value


def read_plain(value: object, kind: type[T], *, strict: bool = True) -> T:
    """The value of dicts, lists, strings and numbers; raises MalformedError. Not ``strict``: numbers as text, too."""
    try:
        return msgspec.convert(value, kind, strict=strict)
    except msgspec.ValidationError as error:
        raise MalformedError(_told(error)) from None


def _told(error: msgspec.ValidationError) -> str:
    """``place: what is wrong`` of msgspec's "what is wrong - at `$.place`"."""
    what, _, where = str(error).partition(_AT)
    place = where.replace("`", "").replace("$.", "").removeprefix("$")
    said = " ".join(what.replace("`", "").split())
    return f"{place}: {said}" if place else said


_AT: Final = " - at "
# Above this a float no longer represents every integer.
_EXACT: Final = 2.0**53
