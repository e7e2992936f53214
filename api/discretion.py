"""Filters for logs: errors and values are logged without evidence and without variables."""

import logging
import sys
import threading
from collections.abc import Iterator, Mapping, MutableMapping
from pathlib import Path, PurePath
from traceback import walk_tb
from types import TracebackType
from typing import Any, Final

import structlog

from controller.errors import EyesError, JournalError, LinkError, ProfileError, RulebookError
from controller.ports.log import WordLog, without_logins

# Errors whose messages name only files, ports and settings. Messages of other errors may contain a player's tiles.
_TOLD: Final = (EyesError, JournalError, LinkError, ProfileError, RulebookError)
_PLAIN: Final = (str, int, float, bool, type(None))
_MANY: Final = (list, tuple, set, frozenset)
_ROOT: Final = Path(__file__).parents[1]
Line = MutableMapping[str, Any]


def hook_uncaught() -> None:
    """Log uncaught errors of all threads by ``trace_of`` from now on."""
    # On a write failure ``logging`` would otherwise print the record with all its values.
    logging.raiseExceptions = False
    sys.excepthook = lambda _kind, error, _trace: _uncaught(error)
    threading.excepthook = lambda caught: _uncaught(caught.exc_value)


def without_secrets(_logger: Any, _name: str, line: Line) -> Line:
    """Return the log line with errors shown by ``trace_of``, and values other than plain data by their type names."""
    error = line.pop("exc_info", None)
    line.pop("stack_info", None)
    caught = error[1] if isinstance(error, tuple) else error
    caught = sys.exc_info()[1] if caught is True else caught
    if isinstance(caught, BaseException):
        line["exception"] = trace_of(caught)
    # Libraries append the values involved on further lines.
    line["event"] = str(line.get("event", "")).partition("\n")[0]
    for key, value in line.items():
        line[key] = _plainly(value)
    return line


def trace_of(error: BaseException) -> str:
    """Return type and code position of an error and of its causes, without source lines and variables; messages only of
    errors that name only files, ports and settings.
    """
    return " < ".join(_links(error))


def _links(error: BaseException) -> Iterator[str]:
    seen: set[int] = set()
    link: BaseException | None = error
    while link is not None and id(link) not in seen:
        seen.add(id(link))
        places = " ".join(_places(link.__traceback__))
        yield f"{_worded(link)} at {places}" if places else _worded(link)
        link = link.__cause__ or (None if link.__suppress_context__ else link.__context__)


def _worded(error: BaseException) -> str:
    kind = type(error).__name__
    if isinstance(error, _TOLD):
        return f"{kind}: {error}"
    if isinstance(error, OSError) and error.strerror:
        return f"{kind}: {error.strerror}"
    return kind


def _places(trace: TracebackType | None) -> Iterator[str]:
    for frame, line in walk_tb(trace):
        file = Path(frame.f_code.co_filename)
        name = file.relative_to(_ROOT) if file.is_relative_to(_ROOT) else file.name
        yield f"{name}:{line}({frame.f_code.co_name})"


def _plainly(value: Any) -> Any:
    """Return the loggable form of a value: plain data in full, any other object by its type name."""
    return _said(value) if _is_plain(value) else f"<{type(value).__name__}>"


def _is_plain(value: Any) -> bool:
    # Exact types only: a tile is a subclass of int. Strings and paths may be subclasses.
    if type(value) in _PLAIN or isinstance(value, str | PurePath):
        return True
    if isinstance(value, Mapping):
        return all(_is_plain(part) for pair in value.items() for part in pair)
    return type(value) in _MANY and all(map(_is_plain, value))


def _said(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {_said(name): _said(part) for name, part in value.items()}
    if type(value) in _MANY:
        return [_said(part) for part in value]
    if isinstance(value, str | PurePath):
        return without_logins(str.__str__(value) if isinstance(value, str) else str(value))
    return value


def _uncaught(error: BaseException | None) -> None:
    if error is not None and not isinstance(error, KeyboardInterrupt | SystemExit):
        log: WordLog = structlog.get_logger()
        log.critical("stopped by an error", trace=trace_of(error))
