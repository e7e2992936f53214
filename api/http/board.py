"""Every table of the venue in one feed: each is asked by itself, so that one that hangs holds up nobody."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final, NotRequired, Protocol, TypedDict

import structlog

from api.discretion import trace_of
from api.http.schemas.wire import held
from api.service.feed import Feed, FeedMessage
from controller.ports.log import WordLog
from controller.text import Text
from controller.views.board import CardView, StandView
from controller.views.gate import Audience, Released, release, together

LOOK_S: Final = 0.4
"""Between two looks at the tables while somebody follows; chosen: a call is on the board within half a second."""
PATIENCE_S: Final = 0.25
"""How long one look waits for its tables; a card takes 1 ms, and what does not come now is there at the next look."""
SILENT_S: Final = 3.0
"""Seconds without an answer after which a table is silent; chosen: longer than a restart's or a disk's hiccup."""

log: WordLog = structlog.get_logger()


class BoardPlace(TypedDict):
    """A table of the board; no card where it does not run."""

    stand: Annotated[Released, held(StandView)]
    card: NotRequired[Annotated[Released, held(CardView)]]


class Carded(Protocol):
    """A table with a card."""

    def card(self, audience: Audience) -> Released:
        """What of it is on the board."""
        ...


class BoardStand(Protocol):
    """State of a table of the venue, running or not."""

    @property
    def table(self) -> str:
        """Its id."""
        ...

    @property
    def trouble(self) -> Text | None:
        """Why it does not run."""
        ...

    @property
    def pending(self) -> tuple[str, ...]:
        """Keys of the venue's file that wait."""
        ...

    @property
    def teams(self) -> tuple[str, ...]:
        """Of seats A-D, or none."""
        ...


@dataclass(slots=True)
class _Asked:
    """What a table said last, and when by either clock; ``thread``: it is being asked; ``failed``: why that failed."""

    cards: dict[Audience, Released] = field(default_factory=dict)
    heard: float = 0.0
    heard_at: float = 0.0
    failed: str = ""
    thread: threading.Thread | None = None


class VenueBoard:
    """The board; it looks at the tables only while somebody follows or asks."""

    def __init__(
        self,
        tables: Mapping[str, Carded],
        stands: Callable[[], Sequence[BoardStand]] = tuple,
        ticking: Callable[[], float] = time.monotonic,
    ) -> None:
        """``tables``: the running ones. ``stands``: states of a venue's tables, including those that do not run.

        ``ticking``: clock of a table's silence.
        """
        self._ticking = ticking
        self._tables, self._stands = tables, stands
        self._asked: dict[str, _Asked] = {}
        self._feeds = {audience: Feed() for audience in Audience}
        self._turn = threading.Lock()
        self._followers = 0
        self._looking: asyncio.Task[None] | None = None

    def newest(self, audience: Audience) -> Released:
        """The present board: ``{table: {"stand": …, "card": …}}``; waits for slow tables no longer than one look."""
        self.look()
        return self._feeds[audience].view or together({})

    async def follow(self, audience: Audience) -> AsyncIterator[FeedMessage]:
        """Numbered snapshot and changes, a table each."""
        self._followers += 1
        if self._looking is None or self._looking.done():
            await asyncio.to_thread(self.look)
            self._looking = asyncio.ensure_future(self._keep_looking())
        try:
            async for message in self._feeds[audience].follow():
                yield message
        finally:
            self._followers -= 1

    async def _keep_looking(self) -> None:
        while self._followers:
            await asyncio.sleep(LOOK_S)
            await asyncio.to_thread(self.look)

    def look(self) -> None:
        """Ask every table, wait a little, publish what has changed."""
        with self._turn:
            stands = {each.table: each for each in self._stands()}
            names = [*stands, *(name for name in tuple(self._tables) if name not in stands)]
            until = time.monotonic() + PATIENCE_S
            asked = [self._ask(name) for name in names]
            for thread in filter(None, asked):
                thread.join(max(0.0, until - time.monotonic()))
            for audience, feed in self._feeds.items():
                here = {name: self._told(place, name, stands.get(name), audience) for place, name in enumerate(names)}
                left = [name for name in feed.view or () if name not in here]
                gone = {name: _placed(StandView(name, 0, False, gone=True), audience) for name in left}
                feed.publish(together({**here, **gone}))

    def _ask(self, name: str) -> threading.Thread | None:
        """A thread that asks the table, unless one does already or it does not run."""
        table = self._tables.get(name)
        kept = self._asked.setdefault(name, _Asked())
        if table is None:
            self._asked[name] = _Asked()
            return None
        if kept.thread is None or not kept.thread.is_alive():
            if not kept.heard:
                kept.heard, kept.heard_at = self._ticking(), time.time()
            kept.thread = threading.Thread(
                target=_hear, args=(name, table, kept, self._ticking), name=f"board-{name}", daemon=True
            )
            kept.thread.start()
        return kept.thread

    def _told(self, place: int, name: str, stand: BoardStand | None, audience: Audience) -> Released:
        kept = self._asked[name]
        is_silent = kept.heard > 0.0 and self._ticking() - kept.heard > SILENT_S
        since = kept.heard_at if is_silent else None
        teams, trouble, pending = ((), None, ()) if stand is None else (stand.teams, stand.trouble, stand.pending)
        view = StandView(name, place, bool(kept.heard), teams, False, since, trouble, pending)
        return _placed(view, audience, kept.cards.get(audience))


def _hear(name: str, table: Carded, kept: _Asked, ticking: Callable[[], float]) -> None:
    try:
        kept.cards = {audience: table.card(audience) for audience in Audience}
    except Exception as error:
        # Told once: the board asks again at every look, and shows how old its picture is.
        if kept.failed != repr(error):
            kept.failed = repr(error)
            log.error("no card of a table", table=name, trace=trace_of(error))
        return
    kept.heard, kept.heard_at, kept.failed = ticking(), time.time(), ""


def _placed(stand: StandView, audience: Audience, card: Released | None = None) -> Released:
    parts = {"stand": release(stand, audience, 0.0)}
    return together(parts if card is None else {**parts, "card": card})
