"""Logs: one line per event on stderr, as stdout is for data; readable text, or JSON for a collector.

Lines never contain local variables, evidence, request bodies or tokens: an error is logged by type and code position, a
request by its route without the query.
"""

import logging
import os
import sys
from collections.abc import MutableMapping, Sequence
from typing import Any, Final

import structlog
from structlog.typing import Processor

from api.discretion import hook_uncaught, without_secrets
from controller.errors import JantakuError

FORM: Final = "JANTAKU_LOG"
"""Environment variable: ``console`` (default) or ``json``."""
LEVEL: Final = "JANTAKU_LOG_LEVEL"
"""Environment variable: ``debug``, ``info`` (default), ``warning`` or ``error``."""
_FORMS: Final = ("console", "json")
_LEVELS: Final = ("debug", "info", "warning", "error")
# Libraries that would log every message, statement or connection; their errors are still logged.
_QUIET: Final = (
    "uvicorn",
    "websockets",
    "sqlalchemy",
    "nats",
    "asyncio",
    "httpx2",
    "urllib3",
    "transitions",
)


def to_stderr(*more: Processor) -> None:
    """Send all log lines, also those of libraries, to stderr from now on; raises JantakuError for an invalid setting.

    Form and level come from the environment; the processors ``more`` run just before a line is written.
    """
    form, level = _setting(FORM, _FORMS), _setting(LEVEL, _LEVELS, "info")
    least = logging.getLevelNamesMapping()[level.upper()]
    shared: list[Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        structlog.processors.TimeStamper("iso", utc=form == "json"),
    ]
    structlog.configure(
        processors=[*shared, *_rendered(form, more)],
        wrapper_class=structlog.make_filtering_bound_logger(least),
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[structlog.stdlib.add_logger_name, *shared],
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *_rendered(form, more)],
        )
    )
    hook_uncaught()
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(least)
    for name in _QUIET:
        logging.getLogger(name).setLevel(max(least, logging.WARNING))


def _setting(name: str, known: tuple[str, ...], usual: str = "") -> str:
    value = os.environ.get(name, "") or usual or known[0]
    if value not in known:
        raise JantakuError(f"{name}={value!r}: expected {' or '.join(known)}")
    return value


def _rendered(form: str, more: Sequence[Processor]) -> list[Processor]:
    """Return the last processors of a line."""
    if form == "json":
        written: list[Processor] = [_flat, structlog.processors.JSONRenderer(ensure_ascii=False)]
    else:
        written = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), sort_keys=False)]
    return [without_secrets, *more, *written]


def _flat(_logger: Any, _name: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Rename ``event`` to ``message``, the name that log collectors expect."""
    line["message"] = line.pop("event", "")
    return line
