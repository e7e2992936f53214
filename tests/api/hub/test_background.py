"""Work in a separate thread ends completely: no task of its loop is left for garbage collection."""

import asyncio
import threading

from api.hub.background import Background
from tests.support.waiting import PATIENCE_S


def test_what_the_work_began_and_left_is_ended_with_it() -> None:
    """Regression: a library's task outlived its closed loop and reported this within another test."""
    began, ends = threading.Event(), list[str]()

    async def beside() -> None:
        began.set()
        try:
            await asyncio.Event().wait()
        finally:
            ends.append("beside")

    async def work() -> None:
        left = asyncio.create_task(beside())
        await asyncio.wait([left])

    background = Background("test", work)
    background.start()
    assert began.wait(PATIENCE_S)
    background.stop()
    assert ends == ["beside"]
