"""Addresses of tenhou.net's viewer that hold a record in themselves."""

import re
from typing import Final
from urllib.parse import unquote

_ADDRESS: Final = re.compile(r"(?:https?://)?tenhou\.net/[56]/?(?:\?[^#\s]*)?#json=(\S+)")
_ELSEWHERE: Final = re.compile(r"https?://\S+")


def documents(text: str) -> str | None:
    """The JSON in the addresses of a text, one a line; None where it does not begin with one."""
    found = [match[1] for match in _ADDRESS.finditer(text)] if _ADDRESS.match(text) else []
    # What stands behind the document tells the viewer where to begin.
    return "\n".join(re.sub(r"(?<=[}\]])&\w+=\w*$", "", unquote(each)) for each in found) or None


def is_elsewhere(text: str) -> bool:
    """Whether a text is nothing but the address of a page, where a record would have to be fetched."""
    return _ELSEWHERE.fullmatch(text.strip()) is not None
