"""A hub's database with a valid record, two breaks and a cleared one; and its pages, served."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from fastapi import FastAPI

from api.access.access import Access
from api.demo.web import WebServer
from api.hub.hub_store import Arrival, HubStore
from api.hub.rows import Clearance
from api.hub_pages.app import create_hub_pages
from controller.journal.chain import record_to_line, seal
from controller.ports.maker import Maker, MakerKind
from tests.support.outlets import kept_events

SUBJECT: Final = "jantaku.kyoto.1.staff"
CLEARED: Final = 1
"""Number of the break that was cleared."""


@contextmanager
def broken_hub(folder: Path) -> Iterator[HubStore]:
    """Return a store with a gap in ``kyoto 1``; breaks 2 and 3 are open."""
    store = HubStore(f"sqlite:///{folder / 'hub.sqlite'}")
    store.prepare()
    first, second = kept_events()[:2]
    sealed = seal(first, 1.0, None)
    missing = seal(second, 2.0, sealed)
    beyond, fork = seal(second, 3.0, missing), seal(second, 4.0, missing)
    lines = [(sealed.hash, record_to_line(each)) for each in (sealed, beyond)]
    odd = [(sealed.hash, b"<b data-x>no record</b>"), (sealed.hash, record_to_line(fork)), ("", b"no record")]
    for number, (journal, line) in enumerate((*lines, *odd)):
        store.write([Arrival("elsewhere" if number == 4 else SUBJECT, journal, line)])
    maker = Maker(MakerKind.CONSOLE, "console:mori")
    store.clear(CLEARED, Clearance(5.0, "mori", maker, "the line was replaced"))
    try:
        yield store
    finally:
        store.close()


class HubWeb(WebServer):
    """The pages of a hub, served from a thread."""

    def __init__(self, store: HubStore, access: Access | None = None) -> None:
        """Serve the pages of this store."""
        super().__init__({}, access=access)
        self._store = store

    def _app(self) -> FastAPI:
        return create_hub_pages(self._store, self.access, self._reach)
