"""Runs a coroutine on its own event loop in a background thread."""

import asyncio
import threading
from collections.abc import Callable, Coroutine

import structlog

from controller.ports.log import WordLog

log: WordLog = structlog.get_logger()


class Background:
    """One coroutine in a thread, from ``start`` until ``stop``; an error is logged and ends it."""

    def __init__(self, name: str, work: Callable[[], Coroutine[None, None, None]]) -> None:
        """``work``: returns the coroutine; called in the thread's loop."""
        self._name, self._work = name, work
        self._loop = asyncio.new_event_loop()
        self._task: asyncio.Task[None] | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def stop(self) -> None:
        """Cancel the coroutine and wait up to 10 s for its end."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._cancel)
            self._thread.join(timeout=10.0)

    def _cancel(self) -> None:
        if self._task is not None:
            self._task.cancel()

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._task = self._loop.create_task(self._work())
        try:
            self._loop.run_until_complete(self._task)
        except asyncio.CancelledError:
            pass
        except Exception:
            log.exception("stopped", work=self._name)
        finally:
            end_loop(self._loop)


def end_loop(loop: asyncio.AbstractEventLoop) -> None:
    """Cancel the tasks still running on a loop, wait for their end, and close the loop."""
    left = asyncio.all_tasks(loop)
    for each in left:
        each.cancel()
    if left:
        loop.run_until_complete(asyncio.wait(left))
    loop.close()
