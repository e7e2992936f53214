"""``jantaku serve`` with the options of one table, and what it shares with a venue."""

import sys
import threading
from collections.abc import Iterable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from api.cli.access.entrance import let_in, open_access
from api.http.app import create_app
from api.http.server import listen, serve_until_told
from api.operations.hiding import Hiding
from api.operations.lifecycle import Stopping
from api.operations.logs import to_stderr
from api.paths import keep_private
from api.service.compose import TableConfig, open_service
from api.service.registry import registered
from api.service.table_service import TableService
from controller.journal.chain import record_to_line
from controller.views.policy import SECRET_FACTS

if TYPE_CHECKING:
    from api.hub.config import HubConfig
    from api.hub.uplink import Uplink


def run(config: TableConfig, host: str, http: int, facts: bool, hub: "HubConfig | None" = None) -> int:
    """Serve one table until it is told to stop; 1 when the table stopped by itself."""
    to_stderr(Hiding())
    keep_private()
    with ExitStack() as release:
        stopping = release.enter_context(Stopping())
        listener = release.enter_context(closing(listen(host, http))) if http else None
        service = open_service(config)
        release.callback(service.stop)
        release.callback(stopping.releasing)
        service.start()
        if hub is not None:
            release.callback(_uplink(hub, {config.name: service}).stop)
        if facts:
            threading.Thread(target=_tell, args=(service,), daemon=True).start()
        if listener is None:
            service.join()
        else:
            address = f"http://{host}:{http}"
            name_pages(address, (config.name,))
            # A journal in a database has no folder: people are kept where the service is started.
            folder = config.journal.parent if isinstance(config.journal, Path) else Path.cwd()
            access = release.enter_context(closing(open_access(folder)))
            release.enter_context(registered(config.name, config.serial, address))
            release.enter_context(let_in(access, host, http))
            serve_until_told(create_app({config.name: service}, access=access), [listener], stopping)
        return 1 if service.failure else 0
    return 0


def _uplink(hub: "HubConfig", tables: dict[str, TableService]) -> "Uplink":
    from api.hub.uplink import Uplink

    uplink = Uplink(hub, tables)
    uplink.start()
    return uplink


def name_pages(address: str, tables: Iterable[str]) -> None:
    """Tell where each table's pages are."""
    for name in tables:
        print(f"console {address}/tables/{name}", file=sys.stderr)
        print(f"overlay {address}/overlay/{name}", file=sys.stderr)


def _tell(service: TableService) -> None:
    told = 0
    while service.wait_past(told):
        for record in service.records(told):
            if not isinstance(record.event, SECRET_FACTS):
                sys.stdout.buffer.write(record_to_line(record) + b"\n")
            told = record.sequence
        sys.stdout.buffer.flush()
