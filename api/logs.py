"""Logs go to stderr: stdout is for data."""

import sys
from typing import Any

import structlog


def to_stderr(*more: Any) -> None:
    """Send every log line to stderr from now on, through ``more`` processors before it is written."""
    *before, written = structlog.get_config()["processors"]
    known = [each for each in before if type(each) not in {type(one) for one in more}]
    structlog.configure(
        processors=[*known, *more, written], logger_factory=lambda *_: structlog.PrintLogger(sys.stderr)
    )
