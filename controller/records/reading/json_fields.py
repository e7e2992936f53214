"""Values from foreign JSON, each checked for its type; errors are one line of text."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from controller.errors import HandError, RecordError, SheetError
from controller.records.reading.assumptions import Assumption
from controller.records.record import one_of_each_seat
from controller.riichi.seat import SEATS, Seat
from controller.scoring.score import Four
from controller.text import Text

T = TypeVar("T")
Assume = Callable[[Text], None]
"""Called with a reader's assumption if a document omits something."""

OF_THREE: Final = "a game of three: expected four players"
_DIGITS: Final = 15
"""Digits of the longest number read exactly; chosen: times in microseconds have sixteen, points six."""
_PART: Final = 20
"""Characters quoted of text that is not JSON; chosen."""
_NOTE: Final = 30
"""An error before this character means that the text was never JSON, such as a time in brackets; chosen."""
_SHOWN: Final = 60
"""Characters quoted of a value; chosen."""
_DEPTH: Final = 64
"""Maximum nesting of lists; chosen: records need eight."""
_KINDS: Final = {int: "a whole number", str: "text", bool: "true or false", dict: "an object", list: "a list"}
_BEGINNING: Final = re.compile(r"^[\[{]", re.MULTILINE)
_OPENING: Final = re.compile(r"[{\[]")
_READINGS: Final = 8
"""Total readings of a whole text after which the search for embedded values ends; chosen."""
_VALUE: Final = re.compile(r"[^\s,]")


@contextmanager
def plainly(where: str) -> Iterator[None]:
    """Convert errors raised while reading foreign values to a RecordError with text and place."""
    try:
        yield
    except RecordError as error:
        # A round is read as a whole at its end, and its errors name its lines.
        is_placed = str(error).startswith(where.partition(" ")[0])
        raise error if is_placed else RecordError(f"{where}: {error}") from None
    except (HandError, SheetError) as error:
        raise RecordError(f"{where}: {error}") from None
    except KeyError as error:
        raise RecordError(f"{where}: {error.args[0]!r} is missing") from None
    except (IndexError, StopIteration):
        raise RecordError(f"{where}: fewer values than expected") from None
    except (ValueError, ArithmeticError) as error:
        raise RecordError(f"{where}: {_in_words(str(error))}") from None
    except (TypeError, AttributeError):
        raise RecordError(f"{where}: a value of another kind than expected") from None


def _in_words(said: str) -> str:
    """Return a Python error message about a value as text for people."""
    for found, words in _OF_PYTHON:
        if match := found.fullmatch(said):
            return words.format(short(match[1].strip("'")))
    return "a value that cannot be"


_OF_PYTHON: Final = (
    (re.compile(r"invalid literal for \w+\(\)(?: with base \d+)?: (.*)", re.DOTALL), "{} is no number"),
    (re.compile(r"Invalid literal for Fraction: (.*)", re.DOTALL), "{} is no number"),
    (re.compile(r"could not convert string to float: (.*)", re.DOTALL), "{} is no number"),
    (re.compile(r"(.+) is not a valid \w+"), "{} is not among the values expected"),
    (re.compile(r"Exceeds the limit \((\d+) digits\).*", re.DOTALL), "a number of more than {} digits"),
)


def in_silence(said: Text) -> None:
    """Ignore an assumption."""
    del said


def _int(digits: str) -> int | float:
    # Times and ids may be longer; numbers used in calculations are not.
    return int(digits) if len(digits) <= _DIGITS else float(digits[:300])


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


_DECODER: Final = json.JSONDecoder(parse_int=_int, parse_constant=_constant)


def loads(text: str, where: str) -> Any:
    """Return the JSON value of a text; raises RecordError."""
    try:
        value = _DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{where}: {_no_json(error)}") from None
    return _shallow(value, where)


def end_of_value(text: str) -> int | None:
    """Return the end of the JSON value at the beginning of a text; None if there is none."""
    try:
        return _DECODER.raw_decode(text)[1]
    except (ValueError, RecursionError):
        return None


def begins_json(text: str) -> bool:
    """True if a text begins as JSON, even if broken later; a bracket may also begin a note, a time or settings."""
    if text[:1] not in ("{", "[", '"'):
        return False
    try:
        _DECODER.raw_decode(text)
    except json.JSONDecodeError as error:
        return error.pos >= _NOTE or _breaks_off(error)
    except (ValueError, RecursionError):
        return True
    return True


def values(text: str) -> Iterator[tuple[str, Any]]:
    """Yield the JSON values of a text with their places: one per line, or one after the other over several lines.

    An unreadable value is yielded as a RecordError; reading continues at the beginning of a later line.
    """
    at, line, counted = _value_from(text, 0), 1, 0
    while at < len(text):
        line, counted = line + text.count("\n", counted, at), at
        where = f"line {line}"
        try:
            value, end = _DECODER.raw_decode(text, at)
            yield where, _shallow(value, where)
        except (ValueError, RecursionError, RecordError) as error:
            yield where, error if isinstance(error, RecordError) else RecordError(f"{where}: {_no_json(error)}")
            following = _BEGINNING.search(text, at + 1)
            end = len(text) if following is None else following.start()
        at = _value_from(text, end)


def within(text: str) -> Iterator[str]:
    """Yield the objects and lists embedded in other text, as text.

    The effort is bounded: the search ends after failed attempts equal to a few readings of the whole text.
    """
    at, vain = 0, 0
    while vain <= _READINGS * len(text) and (found := _OPENING.search(text, at)):
        at = found.start()
        try:
            _, end = _DECODER.raw_decode(text, at)
        except json.JSONDecodeError as error:
            # The parser searched for the end of this string up to the end of the text.
            vain += (len(text) if error.msg.startswith("Unterminated") else error.pos + 1) - at
            at += 1
        except (ValueError, RecursionError):
            vain += len(text)
            at += 1
        else:
            yield text[at:end]
            at = end


def _no_json(error: Exception) -> str:
    """Return why a text is no JSON: it breaks off, or has a wrong character."""
    if not isinstance(error, json.JSONDecodeError):
        return f"not JSON: {error}" if isinstance(error, ValueError) else "not JSON: lists in each other without an end"
    if _breaks_off(error):
        return "not JSON: it breaks off, expected the whole of it"
    return f"not JSON from column {error.colno} on: {short(error.doc[error.pos :].lstrip()[:_PART])}"


def _breaks_off(error: json.JSONDecodeError) -> bool:
    return error.msg.startswith("Unterminated") or not error.doc[error.pos :].strip()


def _value_from(text: str, at: int) -> int:
    """Return the beginning of the next value; the text's end if there is none."""
    found = _VALUE.search(text, at)
    return len(text) if found is None else found.start()


def _shallow(value: Any, where: str) -> Any:
    level = [value]
    for _ in range(_DEPTH):
        level = [
            inner
            for each in level
            if isinstance(each, list | dict)
            for inner in (each.values() if isinstance(each, dict) else each)
            if isinstance(inner, list | dict)
        ]
        if not level:
            return value
    raise RecordError(f"{where}: more than {_DEPTH} lists in each other")


def of_kind(value: Any, kind: type[T], where: str) -> T:
    """Return the value if it is of exactly that type; raises RecordError."""
    if type(value) is not kind:
        raise RecordError(f"{where}: expected {called(kind)}, got {short(value)}")
    return value


def called(kind: type) -> str:
    """Return the name of a JSON type for people."""
    return _KINDS[kind]


def row(value: Any, kind: type[T], where: str, size: int | None = None) -> list[T]:
    """Return a list of ``size`` values of one type; raises RecordError."""
    if not isinstance(value, list) or (size is not None and len(value) != size):
        raise RecordError(f"{where}: expected a list{'' if size is None else f' of {size}'}, got {short(value)}")
    return [of_kind(each, kind, f"{where}[{place}]") for place, each in enumerate(value)]


def four(value: Any, where: str) -> Four:
    """Return four whole numbers; raises RecordError."""
    return one_of_each_seat(row(value, int, where, 4))


def seat(value: Any, where: str) -> Seat:
    """Return a seat 0-3; raises RecordError."""
    number = of_kind(value, int, where)
    if not 0 <= number < 4:
        raise RecordError(f"{where}: expected a seat 0-3, got {number}")
    return Seat(number)


def natural(value: Any, where: str) -> int:
    """Return a whole number from 0; raises RecordError."""
    number = of_kind(value, int, where)
    if number < 0:
        raise RecordError(f"{where}: expected 0 or more, got {number}")
    return number


def names(value: Any, where: str, assume: Assume) -> tuple[str, str, str, str]:
    """Return four names, empty if not given; raises RecordError."""
    if value is None:
        assume(Assumption.NO_NAMES.of())
        value = []
    if isinstance(value, list) and len(value) == len(SEATS) - 1:
        raise RecordError(f"{where}: {OF_THREE}")
    if not isinstance(value, list) or len(value) not in (0, len(SEATS)):
        raise RecordError(f"{where}: expected a list of 4, got {short(value)}")
    a, b, c, d = (str("" if each is None else each) for each in [*value, *[""] * (len(SEATS) - len(value))])
    return a, b, c, d


def compact(body: object) -> str:
    """Return a JSON value in one line as other programs write it: their key order, no spaces, Japanese unescaped."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def short(value: Any) -> str:
    """Return a value of a document, shortened for messages."""
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return f"an object with {len(value)} fields"
    text = repr(value) if isinstance(value, str) else compact(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
