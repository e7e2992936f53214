"""``jantaku serve`` with the options of one table, and functions shared with venues."""

import sys
import threading
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing
from pathlib import Path
from typing import TYPE_CHECKING

from api.bytecode import loading
from api.eyes.apart import open_apart
from api.hiding import Hiding
from api.http.listening import Ports
from api.operations.lifecycle import Stopping
from api.operations.logs import to_stderr
from api.paths import keep_private
from api.reach.plan import ListenPlan
from api.reach.reach import Reach
from api.rulebooks.compatibility import check_read
from api.service.compose import TableConfig
from api.service.table_service import TableService
from api.stores.open import journal_file, pictures_of
from controller.journal.chain import record_to_line
from controller.rulebooks.catalogue import load
from controller.views.policy import SECRET_FACTS

if TYPE_CHECKING:
    from api.hub.config import HubConfig
    from api.hub.uplink import Uplink


def run(config: TableConfig, plan: ListenPlan, facts: bool, hub: "HubConfig | None" = None) -> int:
    """Serve one table until stopped; 1 if the table stopped by itself."""
    check_read(load(config.rulebook), shared=config.unverified, how="--unverified")
    to_stderr(Hiding())
    keep_private()
    tables: dict[str, TableService] = {}
    with ExitStack() as release:
        stopping = release.enter_context(Stopping())
        ports = release.enter_context(closing(Ports(plan))) if plan.port else None
        opening = release.enter_context(ThreadPoolExecutor(1, "open")).submit(open_apart, config)
        release.callback(_stop, opening)
        release.callback(stopping.releasing)
        if ports is not None:
            # This process imports the modules of the pages while the eyes open in another process.
            with loading():
                from api.cli.access.entrance import let_in, open_access, tell_pages
                from api.http.app import create_app
                from api.http.server import serve_until_stopped
                from api.service.registry import registered
                from api.stores.open import events_beside

                access = release.enter_context(closing(open_access(people_folder(config.journal))))
                reach = release.enter_context(closing(Reach(ports.plan, access.settings.hosts)))
                journal = config.journal
                app = create_app(
                    tables,
                    access=access,
                    reach=reach,
                    events_at=lambda: events_beside((journal_file(journal) or Path()).parent, [journal]),
                )
                release.callback(app.state.leagues.close)
        service = tables[config.name] = opening.result()
        service.start()
        if hub is not None:
            release.callback(_uplink(hub, {config.name: service}).stop)
        if facts:
            threading.Thread(target=_tell, args=(service,), daemon=True).start()
        if ports is None:
            service.join()
        else:
            reach.served(ports.listeners, None)
            tell_pages(reach, (config.name,))
            release.enter_context(registered(config.name, config.serial, reach.here))
            release.enter_context(let_in(access, reach))
            serve_until_stopped(app, ports, stopping)
        return 1 if service.upkeep.failure else 0
    return 0


def _stop(opening: Future[TableService]) -> None:
    """Close the table if it was opened."""
    if opening.exception() is None:
        opening.result().stop()


def people_folder(journal: Path | str) -> Path:
    """Return the folder of a journal's accounts: beside its file, or the state folder if it is in a database.

    Earlier releases used the start folder for the latter; accounts found there remain valid.
    """
    from api.access.store import FILE

    file = journal_file(journal)
    if file is not None:
        return file.parent
    before = Path.cwd()
    if (before / FILE).is_file():
        return before
    folder = pictures_of(journal, "").parent
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def _uplink(hub: "HubConfig", tables: dict[str, TableService]) -> "Uplink":
    from api.hub.uplink import Uplink

    uplink = Uplink(hub, tables)
    uplink.watch({name: table.sources for name, table in tables.items()})
    uplink.start()
    return uplink


def _tell(service: TableService) -> None:
    told = 0
    while service.wait_past(told):
        for record in service.records(told):
            if not isinstance(record.event, SECRET_FACTS):
                sys.stdout.buffer.write(record_to_line(record) + b"\n")
            told = record.sequence
        sys.stdout.buffer.flush()
