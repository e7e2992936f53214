"""Start method for processes of eyes: forked from a server that imports the shared modules once, where available."""

import os
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import ForkServerContext, SpawnContext
from typing import Final

_AHEAD: Final = "api.eyes.ahead"
"""Module that the fork server preloads."""
_SERVER: Final = "forkserver"
_ALGEBRA: Final = "OPENBLAS_NUM_THREADS"
"""Environment variable with the number of threads of numpy's linear algebra, read at its import; default:
one per core.
"""


def forking() -> ForkServerContext | SpawnContext:
    """Return the context that starts processes of eyes; Windows starts each from scratch.

    Each process gets one thread for linear algebra: its matrices are small, and threads that wait for each other occupy
    the processor.
    """
    os.environ.setdefault(_ALGEBRA, "1")
    if _SERVER not in get_all_start_methods():
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload([_AHEAD])
    return context


def load_ahead() -> None:
    """Start the fork server, so that it preloads while this process imports its own modules."""
    forking()
    if _SERVER in get_all_start_methods():
        from multiprocessing import forkserver

        forkserver.ensure_running()
