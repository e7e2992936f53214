"""What a line of the log may say: words and numbers, so that no object leaves as its kind alone."""

from collections.abc import Sequence
from typing import Protocol, TypeAlias

LogWord: TypeAlias = str | int | float | bool | None
LogValue: TypeAlias = LogWord | Sequence[str] | Sequence[LogWord]


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
