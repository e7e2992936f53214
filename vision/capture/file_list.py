"""The list of files that were kept in a folder, with their hashes: whoever looks later sees what is gone or changed.

Lines as ``sha256sum`` writes them, appended when a file was written; one whose hash is ``gone`` when it is about to be
taken away.
"""

import hashlib
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

LIST_NAME: Final = "kept.sha256"
"""Name of the list in the folder whose files it names."""
GONE: Final = "gone"
"""In place of a hash: the file was taken away to make room."""
_READABLE_BY_OWNER: Final = 0o600


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
    handle = os.open(folder / LIST_NAME, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, _READABLE_BY_OWNER)
    try:
        os.write(handle, lines.encode())
    finally:
        os.close(handle)
