"""Worker processes that make training samples, so that training does not wait for them."""

import itertools
import multiprocessing
import queue
from collections.abc import Callable, Iterable
from typing import Generic, TypeVar

T = TypeVar("T")


class Beside(Generic[T]):
    """Results of ``make`` for 0, 1, 2 ... (below ``count`` if given), computed by processes, in no strict order.

    Starts ``workers`` processes, with at most ``ahead`` results waiting; close it after use. A process that is left
    running keeps the pipes of its parent open, so readers of those pipes would wait for it.
    """

    def __init__(self, make: Callable[[int], T], workers: int, ahead: int, count: int | None = None) -> None:
        context = multiprocessing.get_context("fork")
        self._made: multiprocessing.Queue[T] = context.Queue(maxsize=ahead)
        self._left = count

        def work(first: int) -> None:
            numbers: Iterable[int] = itertools.count(first, workers)
            for number in numbers if count is None else range(first, count, workers):
                self._made.put(make(number))

        self._makers = [context.Process(target=work, args=(first,), daemon=True) for first in range(workers)]
        for maker in self._makers:
            maker.start()

    def close(self) -> None:
        """Terminate the processes; results not yet taken are lost."""
        for maker in self._makers:
            maker.terminate()
            maker.join()

    def take(self) -> T | None:
        """Wait for the next result and return it; None when all were taken."""
        return self._counted(self._made.get()) if self._left != 0 else None

    def ready(self) -> T | None:
        """Return the next result if it is available, else None."""
        try:
            return self._counted(self._made.get_nowait()) if self._left != 0 else None
        except queue.Empty:
            return None

    def _counted(self, made: T) -> T:
        if self._left is not None:
            self._left -= 1
        return made
