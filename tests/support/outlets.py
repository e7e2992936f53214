"""Tables at the level of events for publishers: a stored journal that grows, and the feed of its release gate."""

import threading
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from api.health.source_watch import SourceWatch
from api.service.feed import Feed
from api.stores.open import open_journal
from controller.journal.chain import Record, record_from_line, seal
from controller.journal.events import Event
from controller.journal.reduce import reduce
from controller.journal.state import NOTHING_YET, TableState
from controller.rulebooks.catalogue import rulebook
from controller.rulebooks.rulebook import Rulebook
from controller.views.gate import Audience, Released, release
from controller.views.table import table_view

BOOK: Final = "npm-2008"
KEPT: Final = Path(__file__).parents[1] / "vectors" / "journals"


def kept_events(name: str = "declared_wrong") -> list[Event]:
    """Return the events of a recorded journal."""
    lines = (KEPT / f"{name}.jsonl").read_bytes().splitlines()
    return [record_from_line(line).event for line in lines]


class JournalOutlet:
    """A journal file and a feed, as a running table has them; ``add`` stores events and publishes them."""

    def __init__(self, path: Path, later_s: float = 0.0) -> None:
        """``later_s``: shift of all times, so that tables with the same events have different journals."""
        self._later_s = later_s
        self._store = open_journal(path)
        self._news = threading.Condition()
        self._state = NOTHING_YET
        self._last: Record | None = None
        for record in self._store.read():
            self._state, self._last = reduce(self._state, record.event), record
        self._feeds = {audience: Feed(self._view(audience)) for audience in Audience}
        self.sources = SourceWatch("t", self)

    @property
    def number(self) -> int:
        return 0 if self._last is None else self._last.sequence

    @property
    def running(self) -> bool:
        return True

    @property
    def down(self) -> bool:
        return False

    @property
    def refused(self) -> str | None:
        return None

    def quiet(self) -> dict[str, float]:
        return {}

    @property
    def rulebook(self) -> Rulebook:
        return rulebook(BOOK)

    def records(self, after: int = 0) -> Iterator[Record]:
        return self._store.read(after)

    def wait_past(self, number: int, timeout: float | None = None) -> bool:
        with self._news:
            return self._news.wait_for(lambda: self.number > number, timeout)

    def feed(self, audience: Audience) -> Feed:
        return self._feeds[audience]

    def clip(self, name: str) -> bytes | None:
        return f"picture of {name}".encode()

    def add(self, events: Iterable[Event]) -> None:
        """Store these events, each at its own time, and publish them."""
        records = []
        last = self._last
        for event in events:
            last = seal(event, event.at + self._later_s, last)
            records.append(last)
        self._store.append(records)
        for record in records:
            self._state = reduce(self._state, record.event)
            with self._news:
                self._last = record
                self._news.notify_all()
            for audience, feed in self._feeds.items():
                feed.publish(self._view(audience))

    def close(self) -> None:
        self._store.close()

    def _view(self, audience: Audience) -> Released:
        return _released(self._state, audience)


def public_view(records: Iterable[Record]) -> Released:
    """Return the public view of the table with these records."""
    state = NOTHING_YET
    for record in records:
        state = reduce(state, record.event)
    return _released(state, Audience.PUBLIC)


def _released(state: TableState, audience: Audience) -> Released:
    return release(table_view(state, rulebook(BOOK), 30.0), audience, 0.0)
