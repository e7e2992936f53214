"""The numbered live feed of one audience: a snapshot at N, then one change that it can see each, N+1, N+2 and so on."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import uuid4

from controller.views.gate import Released

BACKLOG: Final = 256


class FeedMessage(dict[str, Any]):
    """One message of a feed; never changed once made."""

    __slots__ = ("_text",)
    _text: str

    @property
    def text(self) -> str:
        """The message on the wire, written once for all followers."""
        if not hasattr(self, "_text"):
            self._text = json.dumps(self, ensure_ascii=False, separators=(",", ":"))
        return self._text


@dataclass(eq=False, slots=True)
class _Subscriber:
    loop: asyncio.AbstractEventLoop
    queue: asyncio.Queue[FeedMessage | None] = field(default_factory=lambda: asyncio.Queue(BACKLOG))

    late: bool = False

    def offer(self, message: FeedMessage | None) -> None:
        """Queue a message, or the end; a consumer that is a whole backlog behind is ended, and may start again."""
        if self.queue.full():
            self.late, message = message is not None, None
            self.queue.get_nowait()
        self.queue.put_nowait(message)


@dataclass(frozen=True, slots=True)
class Crowd:
    """How many follow a feed, how many messages wait for the slowest, how many were too slow since its start."""

    clients: int
    deepest: int
    dropped: int


class Feed:
    """Views of one table for one audience, published by the table's thread and followed by any number of clients.

    Numbers are the feed's own, from 0: they reveal nothing about facts that its audience does not see. ``id``: unique
    to this feed, as numbers of another say nothing about it.
    """

    def __init__(self, view: Released | None = None) -> None:
        """Start with a view, or with None until there is one to show."""
        self.id: Final = uuid4().hex[:8]
        self._newest: tuple[int, Released | None] = (0, view)
        self._subscribers: set[_Subscriber] = set()
        self._dropped = 0
        self._ended = False

    @property
    def view(self) -> Released | None:
        """The newest view; None where nothing may be shown yet."""
        return self._newest[1]

    @property
    def number(self) -> int:
        """Number of the newest view."""
        return self._newest[0]

    def crowd(self) -> Crowd:
        """Who follows it now; safe from any thread."""
        queued = [subscriber.queue.qsize() for subscriber in tuple(self._subscribers)]
        return Crowd(len(queued), max(queued, default=0), self._dropped)

    def publish(self, view: Released) -> None:
        """Send what changed at the top level of the view to every follower, nothing where nothing did.

        Safe from any thread; one publisher at a time. The first view of all goes out as a snapshot.
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
        """End every follower: nothing comes of this table any more, and another feed may be there in its place."""
        self._ended = True
        self._send(None)

    def _send(self, message: FeedMessage | None) -> None:
        for subscriber in tuple(self._subscribers):
            try:
                subscriber.loop.call_soon_threadsafe(subscriber.offer, message)
            except RuntimeError:
                self._subscribers.discard(subscriber)

    async def follow(self, beat_s: float = 5.0) -> AsyncIterator[FeedMessage]:
        """Snapshot, then every later message in order; a beat when nothing happens for ``beat_s`` seconds.

        Where there is nothing to show yet, beats come until the snapshot does.
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
                    # It is in the snapshot already.
                    continue
                number, view = message["number"], message.get("view", view)
                yield message
        finally:
            self._subscribers.discard(subscriber)
            self._dropped += subscriber.late
