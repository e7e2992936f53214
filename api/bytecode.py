"""Cache of compiled modules for installations in which Python cannot store them: compiling dominates the start time."""

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

# A module of the program and a module of a dependency: each may have been installed without bytecode.
_ASKED: Final = ("api.cli.app", "typer")


def keep_bytecode() -> None:
    """Use this user's cache for compiled modules if the program has none and cannot store them beside the sources.

    Python recompiles a module when its source has changed. Does nothing if another cache folder is already set.
    """
    folder = user_cache_path("jantaku", appauthor=False) / "bytecode"
    if sys.pycache_prefix == str(folder):
        # Started by a process that uses this cache: inherited interpreter options may have disabled writing.
        sys.dont_write_bytecode = False
        return
    if sys.pycache_prefix is not None or not any(map(_missing, _ASKED)):
        return
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        # Code is executed from this folder, so nobody else may have created it.
        if not _is_own(folder) or not os.access(folder, os.W_OK):
            return
    except OSError:
        return
    sys.pycache_prefix, sys.dont_write_bytecode = str(folder), False
    # Child processes that read the cameras use the same cache.
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


@contextmanager
def loading() -> Iterator[None]:
    """Import modules without garbage collection and exclude them from later collections, which saves a tenth of the
    time.

    Logging is imported without ``rich``, which would show local variables in tracebacks: a log must not contain them.
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
    """True if only this user can write to the folder; always True on systems without user ids, as it lies in the user's
    cache.
    """
    if not hasattr(os, "getuid"):
        return True
    found = folder.stat()
    return found.st_uid == os.getuid() and not found.st_mode & 0o022
