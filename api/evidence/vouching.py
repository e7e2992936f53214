"""Integrity of files outside the journal: the journal records their size and hash as they grow."""

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from api.evidence.recorder import INDEX, PICTURES
from controller.ports.evidence import FileVouched
from vision.stored_frames import LIST_NAME

PICTURES_LIST: Final = "pictures"
"""Name of the list of pictures saved around faults and questions."""
_STEADY: Final = 2
"""Consecutive checks without growth after which a file is recorded; chosen: a fault's frames come in one burst."""
_AT_MOST_S: Final = 30.0
"""Interval after which a file that never stops growing is recorded, s."""


@dataclass(slots=True)
class _Growing:
    """State of a file: ``size`` bytes, hashed in ``told``; ``vouched``: bytes recorded in the journal."""

    file: Path
    told: Any = field(default_factory=hashlib.sha256)
    size: int = 0
    vouched: int = 0
    steady: int = 0
    last: int = -1
    at: float = float("-inf")


class Vouching:
    """Append-only files, each by its name in the journal."""

    def __init__(self, files: Mapping[str, Path]) -> None:
        """``files``: paths by name; a file need not exist yet."""
        self._files = {name: _Growing(file) for name, file in files.items()}

    def news(self, at: float, closing: bool = False) -> Iterator[FileVouched]:
        """Yield the records that are due; ``at``: the service's time; ``closing``: record everything, as it is the last
        call.

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
    """Return the recorded files of an evidence folder by name; ``after``: journal record after which it began."""
    return {f"signals after {after}": folder / INDEX, f"frames after {after}": folder / PICTURES / LIST_NAME}


def _read_on(each: _Growing, size: int) -> None:
    """Hash the added bytes up to the last complete line; a file that has shrunk is hashed from its start."""
    if size < each.size:
        each.told, each.size = hashlib.sha256(), 0
    with each.file.open("rb") as data:
        # The file must survive a power failure as the journal record about it does.
        os.fsync(data.fileno())
        data.seek(each.size)
        left = data.read(size - each.size)
    left = left[: left.rfind(b"\n") + 1]
    each.told.update(left)
    each.size += len(left)
