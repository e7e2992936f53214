"""Name of the user who runs a command."""

import getpass
import os


def user_name() -> str:
    """Return the name of the user of this process, or the user id if there is no name, as in some containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        # KeyError up to Python 3.12, OSError from 3.13 on.
        return str(os.getuid()) if hasattr(os, "getuid") else "user"
