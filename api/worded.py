"""Reader of the TOML files in ``api/data``, which hold texts and table rows; the given type validates them."""

from importlib import resources
from typing import TypeVar

import msgspec

Rows = TypeVar("Rows")


def worded(file: str, kind: type[Rows]) -> Rows:
    """Return the content of a file of ``api/data`` as ``kind``."""
    return msgspec.toml.decode((resources.files("api") / "data" / file).read_text(encoding="utf-8"), type=kind)
