"""Patterns for texts that people write in requests."""

from typing import Final

NOT_BLANK: Final = r"[^\s\x1c-\x1f\x85\ufeff]"
"""A non-space character, in a pattern valid both for Python and for JSON Schema (ECMA-262)."""
