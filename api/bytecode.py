"""The program's compiled modules, kept where they are missing: compiling them takes longer than all else at a start.

An installation that was not compiled and may not be written to, or an interpreter that is told to write nothing beside
the sources (``PYTHONDONTWRITEBYTECODE``), would compile every module at every start of the service.
"""

import gc
import importlib
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import cache_from_source, find_spec
from pathlib import Path
from typing import Final

from platformdirs import user_cache_path

# One of the program itself, and one of what it needs: either may have been installed without being compiled.
_ASKED: Final = ("api.cli.app", "typer")


def keep_bytecode() -> None:
    """Keep compiled modules in this user's cache where the program has none of its own and could keep none.

    Python compiles a module anew when its source has changed. Nothing is changed where somebody has named a folder.
    """
    folder = user_cache_path("jantaku", appauthor=False) / "bytecode"
    if sys.pycache_prefix == str(folder):
        # Started by a process that keeps them there, with the options of its interpreter: this one may have to.
        sys.dont_write_bytecode = False
        return
    if sys.pycache_prefix is not None or not any(map(_missing, _ASKED)):
        return
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # What is run from here is its user's own: nobody else may have made it.
        if not _is_own(folder) or not os.access(folder, os.W_OK):
            return
    except OSError:
        return
    sys.pycache_prefix, sys.dont_write_bytecode = str(folder), False
    # The processes of the eyes find them too.
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@contextmanager
def loading() -> Iterator[None]:
    """While modules are loaded: nobody looks for garbage, then or later: they make none. A tenth of their time.

    Logs are loaded without ``rich``, which would format local variables: no log may tell them.
    """
    was = gc.isenabled()
    gc.disable()
    try:
        _load_logs()
        yield
    finally:
        if was:
            gc.freeze()
            gc.enable()


def _load_logs() -> None:
    hidden = sys.modules.keys() & {"rich", "structlog"} == set()
    if hidden:
        sys.modules["rich"] = None  # type: ignore[assignment]  # what Python reads as "is not there"
    try:
        importlib.import_module("structlog")
    finally:
        if hidden:
            del sys.modules["rich"]


def _missing(module: str) -> bool:
    spec = find_spec(module)
    if spec is None or spec.origin is None or Path(cache_from_source(spec.origin)).is_file():
        return False
    return sys.dont_write_bytecode or not os.access(Path(spec.origin).parent, os.W_OK)


def _is_own(folder: Path) -> bool:
    """Whether nobody else may write there; where users have no numbers, what lies in a user's cache is that user's."""
    if not hasattr(os, "getuid"):
        return True
    found = folder.stat()
    return found.st_uid == os.getuid() and not found.st_mode & 0o022
