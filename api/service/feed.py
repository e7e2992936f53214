"""The numbered live feed of one audience: a snapshot N, then visible changes N+1, N+2 and so on."""

import asyncio
import json
from collections.abc import AsyncIterator, Collection
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import uuid4

from controller.views.gate import Released

BACKLOG: Final = 256


class FeedMessage(dict[str, Any]):
    """One message of a feed; immutable once made."""

    __slots__ = ("_text",)
    _text: str

    @property
    def text(self) -> str:
        """The message as JSON text, encoded once for all followers."""
        if not hasattr(self, "_text"):
            self._text = json.dumps(self, ensure_ascii=False, separators=(",", ":"))
        return self._text


@dataclass(eq=False, slots=True)
class _Subscriber:
    loop: asyncio.AbstractEventLoop
    queue: asyncio.Queue[FeedMessage | None] = field(default_factory=lambda: asyncio.Queue(BACKLOG))

    late: bool = False

    def offer(self, message: FeedMessage | None) -> None:
        """Queue a message, or None for the end; if the queue is full the follower is ended, and may reconnect."""
        if self.queue.full():
            self.late, message = message is not None, None
            self.queue.get_nowait()
        self.queue.put_nowait(message)


@dataclass(frozen=True, slots=True)
class Crowd:
    """Followers of a feed: their number, the longest queue, and how many were ended because they were too slow."""

    clients: int
    deepest: int
    dropped: int


class Feed:
    """Views of one table for one audience, published by the table's thread to any number of followers.

    Numbers start at 0 and are the feed's own, so that they reveal nothing about facts hidden from its audience. ``id``:
    unique to this feed; numbers of another feed are not comparable.
    """

    def __init__(self, view: Released | None = None) -> None:
        """Start with a view, or with None until one is published."""
        self.id: Final = uuid4().hex[:8]
        self._newest: tuple[int, Released | None] = (0, view)
        self._subscribers: set[_Subscriber] = set()
        self._dropped = 0
        self._ended = False

    @property
    def view(self) -> Released | None:
        """The newest view; None if nothing may be shown yet."""
        return self._newest[1]

    @property
    def number(self) -> int:
        """Number of the newest view."""
        return self._newest[0]

    def crowd(self) -> Crowd:
        """Return the present followers; safe from any thread."""
        queued = [subscriber.queue.qsize() for subscriber in tuple(self._subscribers)]
        return Crowd(len(queued), max(queued, default=0), self._dropped)

    def publish(self, view: Released) -> None:
        """Send the changed top-level members of the view to every follower; nothing if none changed.

        Safe from any thread; one publisher at a time. The first view is sent as a snapshot.
        """
        number, before = self._newest
        if before is None:
            message = FeedMessage(type="snapshot", number=number, view=view)
        else:
            changes = {key: value for key, value in view.items() if key not in before or before[key] != value}
            if not changes:
                return
            number += 1
            message = FeedMessage(type="delta", number=number, changes=changes)
        self._newest = number, view
        self._send(message)

    def end(self) -> None:
        """End every follower: this feed publishes nothing more, and another one may replace it."""
        self._ended = True
        self._send(None)

    def _send(self, message: FeedMessage | None) -> None:
        for subscriber in tuple(self._subscribers):
            try:
                subscriber.loop.call_soon_threadsafe(subscriber.offer, message)
            except RuntimeError:
                self._subscribers.discard(subscriber)

    async def follow(self, beat_s: float = 5.0) -> AsyncIterator[FeedMessage]:
        """Yield a snapshot, then every later message in order, and a beat after each ``beat_s`` seconds without one.

        Before the first view only beats are sent.
        """
        subscriber = _Subscriber(asyncio.get_running_loop())
        self._subscribers.add(subscriber)
        number, view = self._newest
        try:
            if view is not None:
                yield FeedMessage(type="snapshot", number=number, view=view)
            while not self._ended or subscriber.queue.qsize():
                try:
                    message = await asyncio.wait_for(subscriber.queue.get(), beat_s)
                except TimeoutError:
                    yield FeedMessage(type="beat", number=number)
                    continue
                if message is None:
                    return
                if view is not None and message["number"] <= number:
                    # The snapshot already contains this change.
                    continue
                number, view = message["number"], message.get("view", view)
                yield message
        finally:
            self._subscribers.discard(subscriber)
            self._dropped += subscriber.late

    async def views(self) -> AsyncIterator[tuple[dict[str, Any], Collection[str]]]:
        """Yield every view as a whole, with the names of its changed members; for followers that send no messages."""
        view = dict[str, Any]()
        async for message in self.follow():
            if message["type"] != "beat":
                changes = message["view"] if message["type"] == "snapshot" else message["changes"]
                view = {**view, **changes}
                yield view, changes.keys()
