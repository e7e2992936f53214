"""How processes of eyes are started: forked from a server that loads once what all of them need, where there is one."""

import os
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import ForkServerContext, SpawnContext
from typing import Final

_AHEAD: Final = "api.eyes.ahead"
"""The preloaded module, and its bytecode cache."""
_SERVER: Final = "forkserver"
_ALGEBRA: Final = "OPENBLAS_NUM_THREADS"
"""How many threads numpy's linear algebra takes, read when it is loaded: as many as cores, where nobody says."""


def forking() -> ForkServerContext | SpawnContext:
    """How processes of eyes are started; Windows starts each from nothing.

    Their algebra has one thread each: its matrices are small, and threads that wait for each other hold the processor.
    """
    os.environ.setdefault(_ALGEBRA, "1")
    if _SERVER not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload([_AHEAD])
    return context


def load_ahead() -> None:
    """Start the server's preloading while this process loads its modules."""
    forking()
    if _SERVER in get_all_start_methods():
        from multiprocessing import forkserver

        forkserver.ensure_running()
