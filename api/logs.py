"""Logs go to stderr: stdout is for data."""

import sys

import structlog


def to_stderr() -> None:
    """Send every log line to stderr from now on."""
    structlog.configure(logger_factory=lambda *_: structlog.PrintLogger(sys.stderr))
