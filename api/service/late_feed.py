"""When the secrets of a table may be seen, and the feed that runs late so that they may."""

import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from api.service.feed import Feed
from controller.errors import JantakuError
from controller.journal.state import TableState
from controller.views.gate import Audience, release
from controller.views.table import TableView


@dataclass(frozen=True, slots=True)
class Release:
    """``at_result``: concealed hands may be seen while a round's result stands; ``delay_s``: on a feed so much late."""

    at_result: bool = False
    delay_s: float | None = None

    @classmethod
    def parse(cls, text: str) -> "Release":
        """``never``, ``round`` (with its result) or seconds; raises JantakuError."""
        if text in _NAMED:
            return _NAMED[text]
        try:
            delay = float(text)
        except ValueError:
            delay = -1.0
        if not 0.0 <= delay < float("inf"):
            raise JantakuError(f"release {text!r}: expected never, round, or seconds such as 300")
        return cls(delay_s=delay)

    def released_at(self, state: TableState, now: float) -> float | None:
        """From when on the live feeds may show the secrets of a state that is shown at ``now``; None: not."""
        over = state.round is not None and state.round.outcome is not None
        return now if self.at_result and over else None


NEVER: Final = Release()
_NAMED: Final = {"never": NEVER, "round": Release(at_result=True)}


class LateFeed:
    """The public feed so many seconds behind the table; what is that old is released, and nothing newer is on it."""

    def __init__(self, delay_s: float, number: int, view: TableView, clock: Callable[[], float] = time.time) -> None:
        """Start with a view without secrets, since its age is unknown."""
        self.feed = Feed(number, release(view, Audience.PUBLIC, clock()))
        self._delay_s, self._clock = delay_s, clock
        self._coming: deque[tuple[float, int, TableView]] = deque()
        self._news = threading.Condition()
        self._open = True
        self._thread = threading.Thread(target=self._run, name="late-feed", daemon=True)
        self._thread.start()

    def put(self, number: int, view: TableView) -> None:
        """What fact ``number`` made of the table just now."""
        with self._news:
            self._coming.append((self._clock() + self._delay_s, number, view))
            self._news.notify()

    def close(self) -> None:
        """Publish nothing more."""
        with self._news:
            self._open = False
            self._news.notify()
        self._thread.join()

    def _run(self) -> None:
        with self._news:
            while self._open:
                left = self._coming[0][0] - self._clock() if self._coming else None
                if left is None or left > 0:
                    self._news.wait(left)
                    continue
                due, number, view = self._coming.popleft()
                self.feed.publish(number, release(view, Audience.PUBLIC, self._clock(), released_at=due))
