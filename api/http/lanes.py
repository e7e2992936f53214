"""Lanes: bounded thread pools, one per kind of work, which keep CPU-bound work out of the event loop.

Calling off a goal has its own lane, so that no other work can delay it.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from functools import partial
from typing import Annotated, Final, ParamSpec, TypeVar

from fastapi import Depends
from starlette.requests import HTTPConnection

P = ParamSpec("P")
T = TypeVar("T")


class BusyError(Exception):
    """Raised if a lane's queue is full."""


class Lane:
    """Thread pool for work of one kind, with a bounded queue; a job beyond the bound is refused at once."""

    def __init__(self, name: str, at_once: int, waiting: int) -> None:
        """``at_once``: threads. ``waiting``: jobs that may be queued in addition."""
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix=name)
        self._most, self._taken = at_once + waiting, 0

    async def run(self, work: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
        """Return the result of ``work``; raises BusyError if the queue is full."""
        if self._taken >= self._most:
            raise BusyError
        self._taken += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._threads, partial(copy_context().run, partial(work, *values, **named))
            )
        finally:
            self._taken -= 1


class Lanes:
    """The lanes of one application.

    ``stop``: calling off goals. ``enter``: claims and goals. ``reckon``: scores and standings. ``photo``: uploaded
    photos. ``picture``: reading or cropping frames of the tables. ``record``: game records of other programs.
    ``secret``: argon2id hashes and the file of people. ``setup``: trying devices.
    """

    def __init__(self) -> None:
        """Create the lanes."""
        self.stop: Final = Lane("stop", 2, 64)
        self.enter: Final = Lane("enter", 2, 64)
        self.reckon: Final = Lane("reckon", 1, 16)
        self.photo: Final = Lane("photo", 1, 16)
        self.picture: Final = Lane("picture", 1, 16)
        self.record: Final = Lane("record", 1, 4)
        self.secret: Final = Lane("secret", 1, 16)
        self.setup: Final = Lane("setup", 3, 32)


async def _lanes(connection: HTTPConnection) -> Lanes:
    found: Lanes = connection.app.state.lanes
    return found


OfApp = Annotated[Lanes, Depends(_lanes)]
