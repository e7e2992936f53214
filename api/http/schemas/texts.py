"""Texts that people write in requests."""

from typing import Final

NOT_BLANK: Final = r"[^\s\x1c-\x1f\x85\ufeff]"
"""A sign that is no space, in the expressions of Python and of JSON Schema (ECMA-262) alike."""
