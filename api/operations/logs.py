"""Logs: one line an event, on stderr, since stdout is for data; for people, or as JSON for a collector.

Lines never carry local variables, evidence, bodies or tokens: an error is logged by its kind and its places, a request
by its route, without its query.
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
"""Environment: ``console`` (as it is left out) or ``json``."""
LEVEL: Final = "JANTAKU_LOG_LEVEL"
"""Environment: ``debug``, ``info`` (as it is left out), ``warning`` or ``error``."""
_FORMS: Final = ("console", "json")
_LEVELS: Final = ("debug", "info", "warning", "error")
# Libraries that would log every message, statement or connection; their errors are logged all the same.
_QUIET: Final = (
    "uvicorn",
    "websockets",
    "sqlalchemy",
    "alembic",
    "nats",
    "asyncio",
    "httpx2",
    "urllib3",
    "transitions",
)


def to_stderr(*more: Processor) -> None:
    """Send every log line, those of libraries included, to stderr from now on; raises JantakuError for a bad setting.

    Form and level are taken from the environment; ``more`` is done to each line just before it is written.
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
    """The last steps of a line."""
    if form == "json":
        written: list[Processor] = [_flat, structlog.processors.JSONRenderer(ensure_ascii=False)]
    else:
        written = [structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty(), sort_keys=False)]
    return [without_secrets, *more, *written]


def _flat(_logger: Any, _name: str, line: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """The names that collectors know: ``message`` for what happened."""
    line["message"] = line.pop("event", "")
    return line
