"""What a line of the log may say: words and numbers, so that no object leaves as its kind alone."""

import re
from collections.abc import Sequence
from typing import Final, Protocol, TypeAlias

LogWord: TypeAlias = str | int | float | bool | None
LogValue: TypeAlias = LogWord | Sequence[str] | Sequence[LogWord]

HIDDEN: Final = "***"
"""What stands in place of a secret."""
_LOGIN: Final = re.compile(r"(?<=://)[^\s\"'<>]+@")
"""A name and a password within an address, http://name:password@host/…, whatever letters the password is of."""
_KEY: Final = re.compile(r"(?i)(?<=[?&])((?:pass\w*|pwd|psw|pw|secret|token|api_?key|auth\w*)=)[^&\s\"'<>]+")
"""A secret in the query of an address, as cameras take it: ?usr=admin&pwd=password."""


def without_logins(text: str) -> str:
    """The text without names, passwords and keys of the addresses in it."""
    return _LOGIN.sub(f"{HIDDEN}@", _KEY.sub(rf"\g<1>{HIDDEN}", text))


class WordLog(Protocol):
    """A logger as this project uses one; every one is declared as this, so that what it is told is checked."""

    def debug(self, event: str, **values: LogValue) -> object:
        """For whoever looks for a mistake."""
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
