"""Words and rows as data: the TOML files of ``api/data``, checked by the types that they are read into."""

from importlib import resources
from typing import TypeVar

import msgspec

Rows = TypeVar("Rows")


def worded(file: str, kind: type[Rows]) -> Rows:
    """What a file of ``api/data`` holds."""
    return msgspec.toml.decode((resources.files("api") / "data" / file).read_text(encoding="utf-8"), type=kind)
