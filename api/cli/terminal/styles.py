"""Styles of highlighted text on a terminal."""

from typing import Final

GOOD: Final = "green"
DOUBT: Final = "yellow"
BAD: Final = "bold red"
FAINT: Final = "dim"
STRONG: Final = "bold"
FIRST: Final = "cyan"
SECOND: Final = ""
"""Style of the second of two compared things."""
Cell = str | tuple[str, str]
"""A text, or a text with its style."""
