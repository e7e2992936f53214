"""Files outside the journal covered by it: the size and hash of each, recorded as they grow."""

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from api.evidence.recorder import INDEX, PICTURES
from controller.ports.evidence import FileVouched
from vision.kept import LIST_NAME

PICTURES_LIST: Final = "pictures"
"""Name of the list of pictures saved around faults and questions."""
_STEADY: Final = 2
"""Looks in a row with the same size after which a file is vouched for; chosen: a fault's frames come in one burst."""
_AT_MOST_S: Final = 30.0
"""Seconds after which a file that never stops growing is vouched for all the same."""


@dataclass(slots=True)
class _Growing:
    """A file as far as it was read: ``size`` bytes, hashed in ``told``; ``vouched``: bytes covered by the journal."""

    file: Path
    told: Any = field(default_factory=hashlib.sha256)
    size: int = 0
    vouched: int = 0
    steady: int = 0
    last: int = -1
    at: float = float("-inf")


class Vouching:
    """Files that only grow, each under the name by which the journal knows it."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        """Nothing is vouched for yet; a file need not be there."""
        self._files = {name: _Growing(file) for name, file in files.items()}

    def news(self, at: float, closing: bool = False) -> Iterator[FileVouched]:
        """What is to be vouched for now, by the service's clock; ``closing``: everything, for nothing comes any more.

        Raises OSError.
        """
        for name, each in self._files.items():
            size = each.file.stat().st_size if each.file.is_file() else 0
            each.steady = each.steady + 1 if size == each.last else 0
            each.last = size
            if size == each.vouched or not (closing or each.steady >= _STEADY or at - each.at >= _AT_MOST_S):
                continue
            _read_on(each, size)
            each.at, each.vouched = at, size
            if each.size:
                yield FileVouched(at, name, each.size, each.told.hexdigest())


def recorded_names(folder: Path, after: int) -> dict[str, Path]:
    """The covered files of a folder of evidence; ``after``: record with which it began."""
    return {f"signals after {after}": folder / INDEX, f"frames after {after}": folder / PICTURES / LIST_NAME}


def _read_on(each: _Growing, size: int) -> None:
    """Hash what came, up to the last whole line; a file that has shrunk from its beginning."""
    if size < each.size:
        each.told, each.size = hashlib.sha256(), 0
    with each.file.open("rb") as data:
        # What the journal vouches for must outlast a power cut as the journal does.
        os.fsync(data.fileno())
        data.seek(each.size)
        left = data.read(size - each.size)
    left = left[: left.rfind(b"\n") + 1]
    each.told.update(left)
    each.size += len(left)
