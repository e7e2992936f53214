"""What is kept of a camera's pictures, for whoever keeps, checks or shows them; no picture is opened here.

Each folder has a list of its files with their hashes, in lines as ``sha256sum`` writes them: whoever looks later sees
what is gone or changed. The service of a table whose eyes live in another process loads this of the eyes, and no more.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from controller.errors import EyesError

LIST_NAME: Final = "kept.sha256"
"""Name of the list in the folder whose files it names."""
GONE: Final = "gone"
"""In place of a hash: the file was taken away to make room."""
_NAME: Final = "{:08d}"
_READABLE_BY_OWNER: Final = 0o600
"""Mode of a list."""


@dataclass(frozen=True, slots=True)
class Retention:
    """How much is kept: ``bytes`` on the disk, and for how many ``days``; 0 is without a limit."""

    bytes: int = 0
    days: float = 0.0


ALL: Final = Retention()
"""Everything, for ever."""


class KeptFrames:
    """Frames that were kept on disk, a folder for each name."""

    def __init__(self, folder: Path) -> None:
        """Below that folder, which need not be there."""
        self._folder = folder

    def numbers(self, name: str) -> tuple[int, ...]:
        """Numbers of the frames kept under a name, in order; () where there are none."""
        return frame_numbers(self._folder / name)

    def picture(self, name: str, number: int) -> bytes:
        """A kept frame as the file that it came as; raises EyesError."""
        file = self._folder / name / file_name(number)
        try:
            return file.read_bytes()
        except OSError as error:
            raise EyesError(f"{name}: no frame {number} kept: {error.strerror}") from None


def file_name(number: int) -> str:
    """Name of the file of a frame."""
    return _NAME.format(number)


def frame_numbers(folder: Path) -> tuple[int, ...]:
    """Numbers of the frames that lie in a folder, in order; () where there is none."""
    return tuple(sorted(int(file.name) for file in folder.glob("*") if file.name.isdecimal()))


class ListedFile(NamedTuple):
    """A line: ``hash`` as hex figures, or GONE; ``name`` below the folder of the list."""

    hash: str
    name: str


def note_kept(folder: Path, name: str, data: bytes) -> None:
    """Note a file that was just written; raises OSError."""
    _append(folder, (ListedFile(hashlib.sha256(data).hexdigest(), name),))


def note_gone(folder: Path, names: Iterable[str]) -> None:
    """Note files that are about to be taken away to make room; raises OSError."""
    _append(folder, (ListedFile(GONE, name) for name in names))


def listed(lines: bytes) -> Iterator[ListedFile]:
    """The files of whole lines; what cannot be read as one has an empty name."""
    for line in lines.decode("utf-8", "replace").splitlines():
        told, _, name = line.partition("  ")
        yield ListedFile(told, name)


def _append(folder: Path, files: Iterable[ListedFile]) -> None:
    lines = "".join(f"{each.hash}  {each.name}\n" for each in files)
    if not lines or not folder.is_dir():
        return
    handle = os.open(folder / LIST_NAME, os.O_WRONLY | os.O_APPEND | os.O_CREAT, _READABLE_BY_OWNER)
    try:
        os.write(handle, lines.encode())
    finally:
        os.close(handle)
