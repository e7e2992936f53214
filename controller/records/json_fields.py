"""Values out of foreign JSON, each checked for its kind; what is off is said in one line."""

import json
from collections.abc import Sequence
from typing import Any, TypeVar

from controller.errors import RecordError
from controller.records.record import one_of_each_seat
from controller.riichi.seat import Seat
from controller.scoring.score import Four

T = TypeVar("T")


def loads(text: str, where: str) -> Any:
    """The JSON value of a text; raises RecordError."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{where}: not JSON: {error}") from None


def of_kind(value: Any, kind: type[T], where: str) -> T:
    """The value if it is of that very kind; raises RecordError."""
    if type(value) is not kind:
        raise RecordError(f"{where}: expected {kind.__name__}, got {_short(value)}")
    return value


def row(value: Any, kind: type[T], where: str, size: int | None = None) -> list[T]:
    """A list of ``size`` values of one kind; raises RecordError."""
    if not isinstance(value, list) or (size is not None and len(value) != size):
        raise RecordError(f"{where}: expected a list{'' if size is None else f' of {size}'}, got {_short(value)}")
    return [of_kind(each, kind, f"{where}[{place}]") for place, each in enumerate(value)]


def four(value: Any, where: str) -> Four:
    """Four whole numbers; raises RecordError."""
    return one_of_each_seat(row(value, int, where, 4))


def seat(value: Any, where: str) -> Seat:
    """A seat 0-3; raises RecordError."""
    number = of_kind(value, int, where)
    if not 0 <= number < 4:
        raise RecordError(f"{where}: expected a seat 0-3, got {number}")
    return Seat(number)


def natural(value: Any, where: str) -> int:
    """A whole number from 0; raises RecordError."""
    number = of_kind(value, int, where)
    if number < 0:
        raise RecordError(f"{where}: expected 0 or more, got {number}")
    return number


def names(value: Any, where: str) -> tuple[str, str, str, str]:
    """Four names; raises RecordError."""
    a, b, c, d = row(value, str, where, 4)
    return a, b, c, d


def compact(body: object) -> str:
    """A JSON value in one line, as other programs write it: their order of keys, no spaces, Japanese as it is."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def _short(value: Any) -> str:
    text = repr(value) if not isinstance(value, Sequence) or isinstance(value, str) else f"a list of {len(value)}"
    return text if len(text) <= 60 else f"{text[:57]}..."
