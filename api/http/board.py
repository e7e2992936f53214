"""The venue's board: all tables in one feed. Each is queried in its own thread, so a hung table delays no other."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Final, NotRequired, Protocol, TypedDict

import structlog

from api.discretion import trace_of
from api.http.schemas.wire import instance_of
from api.service.feed import Feed, FeedMessage
from controller.ports.log import WordLog
from controller.text import Text
from controller.views.board import CardView, StandView
from controller.views.gate import Audience, Released, release, together

LOOK_S: Final = 0.4
"""Seconds between two rounds of queries while there are followers; chosen: a call is shown within half a second."""
PATIENCE_S: Final = 0.25
"""Seconds that one round waits for the tables; a card takes 1 ms, and a late answer is used in the next round."""
SILENT_S: Final = 3.0
"""Seconds without an answer after which a table counts as silent; chosen: longer than a restart or a disk stall."""

log: WordLog = structlog.get_logger()


class BoardPlace(TypedDict):
    """One table on the board; ``card`` is missing if the table does not run."""

    stand: Annotated[Released, instance_of(StandView)]
    card: NotRequired[Annotated[Released, instance_of(CardView)]]


class Carded(Protocol):
    """A table that can report its card for the board."""

    def card(self, audience: Audience) -> Released:
        """Return the table's card as this audience may see it."""
        ...


class BoardStand(Protocol):
    """State of a table of the venue, running or not."""

    @property
    def table(self) -> str:
        """Id of the table."""
        ...

    @property
    def trouble(self) -> Text | None:
        """Reason why the table does not run; None if it runs."""
        ...

    @property
    def pending(self) -> tuple[str, ...]:
        """Keys of the venue file whose new values are not applied yet."""
        ...

    @property
    def teams(self) -> tuple[str, ...]:
        """Teams of seats A-D; empty if there are none."""
        ...


@dataclass(slots=True)
class _Asked:
    """Last answer of a table.

    ``heard``, ``heard_at``: time of the answer by the monotonic clock and by the wall clock. ``failed``: error of the
    last failed query. ``thread``: the query in progress, if any.
    """

    cards: dict[Audience, Released] = field(default_factory=dict)
    heard: float = 0.0
    heard_at: float = 0.0
    failed: str = ""
    thread: threading.Thread | None = None


class VenueBoard:
    """Publishes the cards of all tables; queries the tables only while there are followers or on request."""

    def __init__(
        self,
        tables: Mapping[str, Carded],
        stands: Callable[[], Sequence[BoardStand]] = tuple,
        ticking: Callable[[], float] = time.monotonic,
    ) -> None:
        """``tables``: the running tables by id. ``stands``: returns the state of all tables of the venue.

        ``ticking``: clock in seconds by which a table counts as silent.
        """
        self._ticking = ticking
        self._tables, self._stands = tables, stands
        self._asked: dict[str, _Asked] = {}
        self._feeds = {audience: Feed() for audience in Audience}
        self._turn = threading.Lock()
        self._followers = 0
        self._looking: asyncio.Task[None] | None = None

    def newest(self, audience: Audience) -> Released:
        """Return the board now, as ``{table: {"stand": …, "card": …}}``; waits at most ``PATIENCE_S``."""
        self.look()
        return self._feeds[audience].view or together({})

    async def follow(self, audience: Audience) -> AsyncIterator[FeedMessage]:
        """Yield a numbered snapshot, then numbered changes; each change replaces the entries of whole tables."""
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
        """Query every table, wait at most ``PATIENCE_S`` for the answers, and publish the changes."""
        with self._turn:
            stands = {each.table: each for each in self._stands()}
            names = [*stands, *(name for name in tuple(self._tables) if name not in stands)]
            until = time.monotonic() + PATIENCE_S
            asked = [self._ask(name) for name in names]
            for thread in filter(None, asked):
                thread.join(max(0.0, until - time.monotonic()))
            for audience, feed in self._feeds.items():
                here = {
                    name: self._state_view(place, name, stands.get(name), audience) for place, name in enumerate(names)
                }
                left = [name for name in feed.view or () if name not in here]
                gone = {name: _placed(StandView(name, 0, False, gone=True), audience) for name in left}
                feed.publish(together({**here, **gone}))

    def _ask(self, name: str) -> threading.Thread | None:
        """Return the thread that queries the table, started here if necessary; None if the table does not run."""
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

    def _state_view(self, place: int, name: str, stand: BoardStand | None, audience: Audience) -> Released:
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
        # Log each error once: the query is repeated every round, and the board shows how old its answer is.
        if kept.failed != repr(error):
            kept.failed = repr(error)
            log.error("no card of a table", table=name, trace=trace_of(error))
        return
    kept.heard, kept.heard_at, kept.failed = ticking(), time.time(), ""


def _placed(stand: StandView, audience: Audience, card: Released | None = None) -> Released:
    parts = {"stand": release(stand, audience, 0.0)}
    return together(parts if card is None else {**parts, "card": card})
