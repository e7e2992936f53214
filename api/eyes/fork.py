"""The server that the processes of eyes are forked from, which loads once what all of them need."""

from multiprocessing import forkserver, get_context
from multiprocessing.context import ForkServerContext
from typing import Final

_CHILD: Final = "api.eyes.child"


def forking() -> ForkServerContext:
    """How processes of eyes are started."""
    context = get_context("forkserver")
    context.set_forkserver_preload([_CHILD])
    return context


def load_ahead() -> None:
    """Have the server load its modules while this process loads its own."""
    forking()
    forkserver.ensure_running()
