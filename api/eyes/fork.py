"""The server that the processes of eyes are forked from, which loads once what all of them need."""

from multiprocessing import forkserver, get_context
from multiprocessing.context import ForkServerContext
from typing import Final

LOADED: Final = (
    *("api.eyes.child", "vision.capture.evidence_frames", "vision.capture.open", "vision.seat.eyes"),
    *("vision.seat.reader", "vision.table.reader", "vision.tiles.classifier"),
)
"""The body of such a process, and what opening eyes loads when it is done."""


def forking() -> ForkServerContext:
    """How processes of eyes are started."""
    context = get_context("forkserver")
    context.set_forkserver_preload([*LOADED])
    return context


def load_ahead() -> None:
    """Have the server load its modules while this process loads its own."""
    forking()
    forkserver.ensure_running()
