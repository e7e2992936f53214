"""Where things of this user lie: what the service and the commands share on one machine."""

import os
from pathlib import Path


def state_folder() -> Path:
    """Folder of this user's records and running services; it need not be there yet."""
    base = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return base / "jantaku"


def press_log_path() -> Path:
    """The press log, the same for services and commands."""
    return state_folder() / "presses.jsonl"
