"""Values out of foreign JSON, each checked for its kind; what is off is said in one line."""

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
"""Digits of the longest number that is read; chosen: times in microseconds have sixteen, points six."""
_PART: Final = 20
"""Characters that are shown of what is no JSON; chosen."""
_NOTE: Final = 30
"""Characters before which what is broken was never JSON, such as a time in brackets; chosen."""
_SHOWN: Final = 60
"""Characters that are shown of a value; chosen."""
_DEPTH: Final = 64
"""Lists in lists that are followed; chosen: records need eight."""
_KINDS: Final = {int: "a whole number", str: "text", bool: "true or false", dict: "an object", list: "a list"}
_BEGINNING: Final = re.compile(r"^[\[{]", re.MULTILINE)
_OPENING: Final = re.compile(r"[{\[]")
_READINGS: Final = 8
"""Readings of a whole text after which no more values are looked for in it; chosen."""
_VALUE: Final = re.compile(r"[^\s,]")


@contextmanager
def plainly(where: str) -> Iterator[None]:
    """Around what reads foreign values: what is off there is a RecordError in words, with its place."""
    try:
        yield
    except RecordError as error:
        # A round is read as a whole at its end, and names its lines.
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
    """What Python says of a value, as people say it."""
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
    """Assumptions that nobody asks for."""
    del said


def _int(digits: str) -> int | float:
    # Times and ids may be longer; nothing that is reckoned with is.
    return int(digits) if len(digits) <= _DIGITS else float(digits[:300])


def _constant(name: str) -> Any:
    raise ValueError(f"{name} is no number")


_DECODER: Final = json.JSONDecoder(parse_int=_int, parse_constant=_constant)


def loads(text: str, where: str) -> Any:
    """The JSON value of a text; raises RecordError."""
    try:
        value = _DECODER.decode(text)
    except (ValueError, RecursionError) as error:
        raise RecordError(f"{where}: {_no_json(error)}") from None
    return _shallow(value, where)


def end_of_value(text: str) -> int | None:
    """Where the JSON value ends that a text begins with; None where it begins with none."""
    try:
        return _DECODER.raw_decode(text)[1]
    except (ValueError, RecursionError):
        return None


def begins_json(text: str) -> bool:
    """Whether a text begins as JSON, be it broken later; a bracket may begin a note, a time or settings too."""
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
    """The JSON values of a text with their places: one a line, or spread over lines, one after the other.

    A RecordError in place of an unreadable value; reading goes on at the beginning of a later line.
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
    """The objects and lists embedded in other text.

    Failed attempts are bounded: the search ends after some readings of the whole text.
    """
    at, vain = 0, 0
    while vain <= _READINGS * len(text) and (found := _OPENING.search(text, at)):
        at = found.start()
        try:
            _, end = _DECODER.raw_decode(text, at)
        except json.JSONDecodeError as error:
            # A string without an end was looked for up to the end of the text.
            vain += (len(text) if error.msg.startswith("Unterminated") else error.pos + 1) - at
            at += 1
        except (ValueError, RecursionError):
            vain += len(text)
            at += 1
        else:
            yield text[at:end]
            at = end


def _no_json(error: Exception) -> str:
    """Why a text is no JSON: it breaks off, or has a wrong character."""
    if not isinstance(error, json.JSONDecodeError):
        return f"not JSON: {error}" if isinstance(error, ValueError) else "not JSON: lists in each other without an end"
    if _breaks_off(error):
        return "not JSON: it breaks off, expected the whole of it"
    return f"not JSON from column {error.colno} on: {short(error.doc[error.pos :].lstrip()[:_PART])}"


def _breaks_off(error: json.JSONDecodeError) -> bool:
    return error.msg.startswith("Unterminated") or not error.doc[error.pos :].strip()


def _value_from(text: str, at: int) -> int:
    """Where the next value begins; the text's end where none does."""
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
    """The value if it is of that very kind; raises RecordError."""
    if type(value) is not kind:
        raise RecordError(f"{where}: expected {called(kind)}, got {short(value)}")
    return value


def called(kind: type) -> str:
    """What people call a kind of JSON value."""
    return _KINDS[kind]


def row(value: Any, kind: type[T], where: str, size: int | None = None) -> list[T]:
    """A list of ``size`` values of one kind; raises RecordError."""
    if not isinstance(value, list) or (size is not None and len(value) != size):
        raise RecordError(f"{where}: expected a list{'' if size is None else f' of {size}'}, got {short(value)}")
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


def names(value: Any, where: str, assume: Assume) -> tuple[str, str, str, str]:
    """Four names, empty if not given; raises RecordError."""
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
    """A JSON value in one line, as other programs write it: their order of keys, no spaces, Japanese as it is."""
    return json.dumps(body, ensure_ascii=False, separators=(",", ":"))


def short(value: Any) -> str:
    """A value of a document, in a few words."""
    if isinstance(value, list):
        return f"a list of {len(value)}"
    if isinstance(value, dict):
        return f"an object with {len(value)} fields"
    text = repr(value) if isinstance(value, str) else compact(value)
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 3]}..."
