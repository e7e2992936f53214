"""What is set off in what people read at a terminal, and how."""

from typing import Final

GOOD: Final = "green"
DOUBT: Final = "yellow"
BAD: Final = "bold red"
FAINT: Final = "dim"
STRONG: Final = "bold"
FIRST: Final = "cyan"
SECOND: Final = ""
"""Of two things that are held side by side."""
Cell = str | tuple[str, str]
"""A text, or a text with its style."""
