"""The numbered live feed: a snapshot at N, then one change per fact, N+1, N+2 and so on; notes between them."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, Final

View = dict[str, Any]
Message = dict[str, Any]
BACKLOG: Final = 256


@dataclass(eq=False, slots=True)
class _Subscriber:
    loop: asyncio.AbstractEventLoop
    queue: asyncio.Queue[Message | None] = field(default_factory=lambda: asyncio.Queue(BACKLOG))

    def offer(self, message: Message) -> None:
        """Queue a message; a consumer that is a whole backlog behind is ended, and starts again from a snapshot."""
        if self.queue.full():
            self.queue.get_nowait()
            self.queue.put_nowait(None)
        else:
            self.queue.put_nowait(message)


class Feed:
    """Views of one table for one audience, published by the table's thread and followed by any number of clients."""

    def __init__(self, number: int, view: View) -> None:
        """Start at fact ``number`` with its view."""
        self._number = number
        self._view = view
        self._subscribers: set[_Subscriber] = set()

    @property
    def view(self) -> View:
        """The newest view."""
        return self._view

    def publish(self, number: int, view: View) -> None:
        """Send what fact ``number`` changed at the top level of the view to every follower; safe from any thread.

        A change that no fact makes comes under the newest number again, as a ``note``; nothing where none is visible.
        """
        changes = {key: value for key, value in view.items() if self._view.get(key) != value}
        kind = "delta" if number > self._number else "note"
        self._number, self._view = number, view
        if kind == "note" and not changes:
            return
        message = {"type": kind, "number": number, "changes": changes}
        for subscriber in tuple(self._subscribers):
            try:
                subscriber.loop.call_soon_threadsafe(subscriber.offer, message)
            except RuntimeError:
                self._subscribers.discard(subscriber)

    async def follow(self, beat_s: float = 5.0) -> AsyncIterator[Message]:
        """Snapshot, then every later message in order; a beat when nothing happens for ``beat_s`` seconds."""
        subscriber = _Subscriber(asyncio.get_running_loop())
        self._subscribers.add(subscriber)
        number = self._number
        try:
            yield {"type": "snapshot", "number": number, "view": self._view}
            while True:
                try:
                    message = await asyncio.wait_for(subscriber.queue.get(), beat_s)
                except TimeoutError:
                    yield {"type": "beat", "number": number}
                    continue
                if message is None:
                    return
                # A note may be in the snapshot already: what it sets is the same then, or set again by the next.
                if message["number"] > number or message["type"] == "note":
                    number = max(number, message["number"])
                    yield message
        finally:
            self._subscribers.discard(subscriber)
