"""Stored frames of a camera, for the code that stores, checks or shows them; no picture is decoded here.

Each folder has a list of its files with their hashes, in lines as ``sha256sum`` writes them, so that missing or changed
files can be detected later. The service of a table whose eyes run in another process loads only this module of them.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from controller.errors import EyesError

LIST_NAME: Final = "kept.sha256"
"""File name of the list, in the folder whose files it lists."""
GONE: Final = "gone"
"""Stands for the hash of a file that was deleted to make room."""
_NAME: Final = "{:08d}"
_READABLE_BY_OWNER: Final = 0o600
"""Mode of a list."""


@dataclass(frozen=True, slots=True)
class Retention:
    """Limits of stored frames: ``bytes`` on the disk, and age in ``days``; 0 is without a limit."""

    bytes: int = 0
    days: float = 0.0


ALL: Final = Retention()
"""No limits."""


class StoredFrames:
    """Frames stored on disk, in a folder for each name."""

    def __init__(self, folder: Path) -> None:
        """``folder``: contains a folder for each name; it need not exist."""
        self._folder = folder

    def numbers(self, name: str) -> tuple[int, ...]:
        """Return the numbers of the frames stored under a name, in order; () if there are none."""
        return frame_numbers(self._folder / name)

    def picture(self, name: str, number: int) -> bytes:
        """Return a stored frame's file as received from the camera; raises EyesError if it cannot be read."""
        file = self._folder / name / file_name(number)
        try:
            return file.read_bytes()
        except OSError as error:
            raise EyesError(f"{name}: no frame {number} kept: {error.strerror}") from None


def file_name(number: int) -> str:
    """Return the name of a frame's file."""
    return _NAME.format(number)


def frame_numbers(folder: Path) -> tuple[int, ...]:
    """Return the numbers of the frames in a folder, in order; () if there are none."""
    return tuple(sorted(int(file.name) for file in folder.glob("*") if file.name.isdecimal()))


class ListedFile(NamedTuple):
    """A line of a list: ``hash`` as hexadecimal digits, or GONE; ``name``: path below the folder of the list."""

    hash: str
    name: str


def note_stored(folder: Path, name: str, data: bytes) -> None:
    """Add a file that was just written to the list of ``folder``; raises OSError."""
    _append(folder, (ListedFile(hashlib.sha256(data).hexdigest(), name),))


def note_gone(folder: Path, names: Iterable[str]) -> None:
    """Note in the list of ``folder`` files about to be deleted to make room; raises OSError."""
    _append(folder, (ListedFile(GONE, name) for name in names))


def listed(lines: bytes) -> Iterator[ListedFile]:
    """Yield the files of a list's complete lines; a line that cannot be parsed gives an empty name."""
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
