"""Folders of this user's files, by the system's conventions, shared by the service and the commands."""

import os
from pathlib import Path
from typing import Final

from platformdirs import user_data_path, user_state_path

_NAME: Final = "jantaku"
_OWNERS: Final = 0o077
"""Mode bits that give access to anyone but the owner."""


def keep_private() -> None:
    """Make all files that this process creates private to its user: journals, pictures and logs show hands
    and people.
    """
    os.umask(_OWNERS)


def made_private(file: Path) -> Path:
    """Create the file if needed and make it readable by its owner only; SQLite gives its side files the same mode."""
    try:
        file.touch(~_OWNERS & 0o666)
        file.chmod(file.stat().st_mode & ~_OWNERS)
    except OSError:
        # Read-only or owned by another user: the error is reported when the file is opened.
        pass
    return file


def state_folder() -> Path:
    """Return the folder of this user's records and running services; it need not exist yet."""
    return user_state_path(_NAME, appauthor=False)


def press_log_path() -> Path:
    """Return the path of the press log, which services and commands share."""
    return state_folder() / "presses.jsonl"


def sets_folder() -> Path:
    """Return the folder of tile sets: under JANTAKU_DATA if set, else in the user's data folder."""
    own = os.environ.get("JANTAKU_DATA")
    return (Path(own) if own else user_data_path(_NAME, appauthor=False)) / "sets"


def put_in_place(file: Path, data: bytes, mode: int) -> None:
    """Write ``data`` to a file of that mode atomically and durably; raises OSError."""
    fresh = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        write_through(fresh, data, mode)
        os.replace(fresh, file)
    finally:
        fresh.unlink(missing_ok=True)


def write_through(file: Path, data: bytes, mode: int) -> None:
    """Write ``data`` to a file and flush it to disk."""
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as out:
        file.chmod(mode)
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
