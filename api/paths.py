"""Where files of this user lie, as the system has it: what the service and the commands share on one machine."""

import os
from pathlib import Path
from typing import Final

from platformdirs import user_data_path, user_state_path

_NAME: Final = "jantaku"
_OWNERS: Final = 0o077
"""Bits of a file's mode that let others than its owner at it."""


def keep_private() -> None:
    """What this process makes from now on is its user's alone: journals, pictures and logs hold hands and people."""
    os.umask(_OWNERS)


def made_private(file: Path) -> Path:
    """The file, made where it is not there; nobody but its owner may read it, nor what SQLite puts beside it."""
    try:
        file.touch(~_OWNERS & 0o666)
        file.chmod(file.stat().st_mode & ~_OWNERS)
    except OSError:
        # Read-only, or another's: whoever opens it says what is wrong with it.
        pass
    return file


def state_folder() -> Path:
    """Folder of this user's records and running services; it need not be there yet."""
    return user_state_path(_NAME, appauthor=False)


def press_log_path() -> Path:
    """The press log, the same for services and commands."""
    return state_folder() / "presses.jsonl"


def sets_folder() -> Path:
    """Where tile sets are kept: under JANTAKU_DATA, else where the system keeps a user's data."""
    own = os.environ.get("JANTAKU_DATA")
    return (Path(own) if own else user_data_path(_NAME, appauthor=False)) / "sets"


def put_in_place(file: Path, data: bytes, mode: int) -> None:
    """Bytes in a file of that mode, in one step and on the disk when this returns; raises OSError."""
    fresh = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        write_through(fresh, data, mode)
        os.replace(fresh, file)
    finally:
        fresh.unlink(missing_ok=True)


def write_through(file: Path, data: bytes, mode: int) -> None:
    """Bytes that are on the disk when this returns."""
    with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode), "wb") as out:
        file.chmod(mode)
        out.write(data)
        out.flush()
        os.fsync(out.fileno())
