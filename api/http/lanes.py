"""Lanes: work that takes the processor leaves the loop, a few pieces at a time; calling off has a lane to itself."""

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
    """So much waits in a lane already that more would only wait longer."""


class Lane:
    """Threads for work of one kind; what comes when too much waits is refused at once."""

    def __init__(self, name: str, at_once: int, waiting: int) -> None:
        """So many jobs at once, and so many more that wait."""
        self._threads = ThreadPoolExecutor(at_once, thread_name_prefix=name)
        self._most, self._taken = at_once + waiting, 0

    async def run(self, work: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
        """What the work gives; raises BusyError where too much waits."""
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

    ``stop``: calling off; ``enter``: claims and goals; ``reckon``: scores and standings; ``photo``: photos that
    anybody sends; ``picture``: what is read or cut out of the tables' frames; ``record``: records of other programs;
    ``secret``: argon2id and the file of people; ``setup``: devices that are tried.
    """

    def __init__(self) -> None:
        """Empty."""
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
