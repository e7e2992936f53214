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
