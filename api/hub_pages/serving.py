"""Web server for a hub's pages in a thread beside the hub's work."""

import threading
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from api.access.access import Access
from api.access.settings import AccessSettings
from api.access.store import FILE
from api.http.listening import Ports
from api.http.server import HttpServer
from api.hub.hub_store import HubStore
from api.hub_pages.app import create_hub_pages
from api.paths import state_folder
from api.reach.plan import ListenPlan
from api.reach.reach import Reach

_LEAVING_S: Final = 15.0


@contextmanager
def served(store: HubStore, plan: ListenPlan, hosts: Sequence[str]) -> Iterator[tuple[Access, Reach]]:
    """Serve the pages while the context is open; yield users and listeners. Raises JantakuError if a port is in use."""
    settings = AccessSettings(hosts=tuple(hosts))
    with closing(Access(_people(), settings)) as access, closing(Ports(plan)) as ports:
        reach = Reach(ports.plan, settings.hosts)
        reach.served(ports.listeners, None)
        server = HttpServer(create_hub_pages(store, access, reach))
        serving = threading.Thread(target=server.run, args=(ports.sockets,), name="pages", daemon=True)
        serving.start()
        try:
            yield access, reach
        finally:
            server.stop()
            serving.join(_LEAVING_S)


def _people() -> Path:
    """Return the file of the hub's users, separate from those of a venue on the same machine."""
    folder = state_folder() / "hub"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / FILE
