"""Words as data: the rows of a TOML file beside the code that uses them, checked by their type."""

from importlib import resources
from typing import TypeVar

import msgspec

Rows = TypeVar("Rows")


def worded(package: str, file: str, kind: type[Rows]) -> Rows:
    """What a file of a package holds."""
    return msgspec.toml.decode((resources.files(package) / file).read_text(encoding="utf-8"), type=kind)
