"""Values from outside as msgspec reads them: one way to check them, one way to tell what is wrong."""

from typing import Final, TypeVar

import msgspec

from controller.errors import JantakuError

T = TypeVar("T")


class MalformedError(JantakuError):
    """A value that is not of the agreed shape; one line says where and what was expected."""


def read_json(text: bytes | str, kind: type[T]) -> T:
    """The value of a JSON text; raises MalformedError."""
    try:
        return msgspec.json.decode(text, type=kind)
    except msgspec.ValidationError as error:
        raise MalformedError(_told(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MalformedError(f"not JSON: {error}") from None


def read_plain(value: object, kind: type[T]) -> T:
    """The value of dicts, lists, strings and numbers; raises MalformedError."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise MalformedError(_told(error)) from None


def _told(error: msgspec.ValidationError) -> str:
    """``place: what is wrong`` of msgspec's "what is wrong - at `$.place`"."""
    what, _, where = str(error).partition(_AT)
    place = where.replace("`", "").replace("$.", "").removeprefix("$")
    said = " ".join(what.replace("`", "").split())
    return f"{place}: {said}" if place else said


_AT: Final = " - at "
