"""What a line of the log may say: words and numbers, so that no object leaves as its kind alone."""

import re
from collections.abc import Sequence
from typing import Final, Protocol, TypeAlias

LogWord: TypeAlias = str | int | float | bool | None
LogValue: TypeAlias = LogWord | Sequence[str] | Sequence[LogWord]

HIDDEN: Final = "***"
"""Replacement of a secret."""
_LOGIN: Final = re.compile(r"(?<=://)[^\s\"'<>]+@")
"""A name and a password within an address, http://name:password@host/…, with any characters in the password."""
_KEY: Final = re.compile(r"(?i)(?<=[?&])((?:pass\w*|pwd|psw|pw|secret|token|api_?key|auth\w*)=)[^&\s\"'<>]+")
"""A secret in the query of an address, as cameras take it: ?usr=admin&pwd=password."""


def without_logins(text: str) -> str:
    """The text without names, passwords and keys of the addresses in it."""
    return _LOGIN.sub(f"{HIDDEN}@", _KEY.sub(rf"\g<1>{HIDDEN}", text))


class WordLog(Protocol):
    """Type of this project's loggers; declaring every one as this checks what it is given."""

    def debug(self, event: str, **values: LogValue) -> object:
        """Details for debugging."""
        ...

    def info(self, event: str, **values: LogValue) -> object:
        """What happened as it should."""
        ...

    def warning(self, event: str, **values: LogValue) -> object:
        """What somebody may have to see to."""
        ...

    def error(self, event: str, **values: LogValue) -> object:
        """What somebody has to see to."""
        ...

    def exception(self, event: str, **values: LogValue) -> object:
        """An error under way, which is a bug."""
        ...

    def critical(self, event: str, **values: LogValue) -> object:
        """What ends the process."""
        ...
