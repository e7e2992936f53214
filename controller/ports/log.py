"""Types of log values: text and numbers only, so that no object is logged by its type name alone."""

import re
from collections.abc import Sequence
from typing import Final, Protocol, TypeAlias

LogWord: TypeAlias = str | int | float | bool | None
LogValue: TypeAlias = LogWord | Sequence[str] | Sequence[LogWord]

HIDDEN: Final = "***"
"""Replacement of a secret."""
_LOGIN: Final = re.compile(r"(?<=://)[^\s\"'<>]+@")
"""User name and password in an address, http://name:password@host/…, with any characters in the password."""
_KEY: Final = re.compile(r"(?i)(?<=[?&])((?:pass\w*|pwd|psw|pw|secret|token|api_?key|auth\w*)=)[^&\s\"'<>]+")
"""Secret in the query of an address, as used by cameras: ?usr=admin&pwd=password."""


def without_logins(text: str) -> str:
    """Return the text with user names, passwords and keys in its addresses replaced."""
    return _LOGIN.sub(f"{HIDDEN}@", _KEY.sub(rf"\g<1>{HIDDEN}", text))


class WordLog(Protocol):
    """Type of this project's loggers; declaring them so lets the type checker check the logged values."""

    def debug(self, event: str, **values: LogValue) -> object:
        """Log details for debugging."""
        ...

    def info(self, event: str, **values: LogValue) -> object:
        """Log a normal event."""
        ...

    def warning(self, event: str, **values: LogValue) -> object:
        """Log a condition that may need attention."""
        ...

    def error(self, event: str, **values: LogValue) -> object:
        """Log a condition that needs attention."""
        ...

    def exception(self, event: str, **values: LogValue) -> object:
        """Log the exception being handled, which is a bug."""
        ...

    def critical(self, event: str, **values: LogValue) -> object:
        """Log the reason why the process ends."""
        ...
