"""Who runs a command, as the system calls them."""

import getpass
import os


def user_name() -> str:
    """The name of the user who runs this process, or the number where there is no name, as in some containers."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        # KeyError up to Python 3.12, OSError since.
        return str(os.getuid()) if hasattr(os, "getuid") else "user"
