"""``jantaku serve VENUE.toml``: serves the tables of a venue file."""

import os
import sys
import threading
from contextlib import ExitStack, closing
from pathlib import Path

from api.bytecode import loading
from api.demo.simulated_tables import SimulatedTables
from api.eyes.apart import open_apart
from api.hiding import Hiding
from api.http.listening import Ports
from api.operations.lifecycle import Stopping
from api.operations.logs import FORM, LEVEL, to_stderr
from api.paths import keep_private
from api.reach.reach import Reach
from api.venue.outside import check_outside, outside
from api.venue.plan import NOTHING_GIVEN, Given, VenuePlan, empty_plan, read_plan
from api.venue.running import RunningVenue
from controller.errors import VenueError


def run(file: Path, given: Given) -> int:
    """Serve the tables of a venue file until stopped; a table that cannot start is reported and retried.

    ``given``: keys of ``[http]`` that override those of the file. If there is no file yet, only the setup page is
    served, which writes the file.
    """
    is_there = file.exists()
    plan = read_plan(file, given=given) if is_there else _begun(file, given)
    check_outside(plan)
    # Eyes processes inherit the environment, which configures their logging.
    for name, value in ((FORM, plan.settings.logs.form), (LEVEL, plan.settings.logs.level)):
        os.environ[name] = os.environ.get(name) or value
    to_stderr(Hiding(plan.secrets))
    keep_private()
    with ExitStack() as release:
        stopping = release.enter_context(Stopping())
        ports = release.enter_context(closing(Ports(plan.listen))) if plan.http.port else None
        simulated = SimulatedTables(open_apart)
        release.callback(simulated.close)
        venue = RunningVenue(plan, simulated.open, given if is_there else NOTHING_GIVEN)
        release.callback(venue.close)
        release.callback(stopping.releasing)
        release.enter_context(venue.listening())
        venue.start()
        if ports is not None:
            # This process imports the modules of the pages while the tables open.
            with loading():
                from api.cli.access.entrance import let_in, open_access, tell_pages
                from api.http.app import create_app
                from api.http.server import serve_until_stopped
        # A camera that hangs delays its table but not the pages, which show the tables that already run.
        threading.Thread(target=_tell_waiting, args=(venue,), name="settling", daemon=True).start()
        release.enter_context(outside(plan, venue.tables))
        if ports is None:
            threading.Event().wait()
        else:
            access = release.enter_context(closing(open_access(file.parent, plan.settings.access)))
            settings = access.settings
            reach = release.enter_context(closing(Reach(ports.plan, settings.hosts, settings.proxies)))
            reach.served(ports.listeners, None)
            tell_pages(reach, plan.tables)
            page = "/login" if plan.tables else "/setup"
            if not plan.tables:
                print(f"setup   {reach.here}{page} ({file} is written there)", file=sys.stderr)
            release.enter_context(let_in(access, reach, page))
            app = create_app(venue.tables, venue, access, reach, events_at=venue.events_address)
            release.callback(app.state.leagues.close)
            serve_until_stopped(app, ports, stopping)
    return 0


def _tell_waiting(venue: RunningVenue) -> None:
    """Print which tables do not run, once each has been tried."""
    venue.wait_settled()
    for stand in venue.tables.stands:
        if stand.trouble is not None:
            print(f"table {stand.table} waits: {stand.trouble.en}", file=sys.stderr)


def _begun(file: Path, given: Given) -> VenuePlan:
    if not file.parent.is_dir():
        raise VenueError(f"{file}: no such folder: expected one in which the venue's file may be written")
    plan = empty_plan(file, **{"host": "127.0.0.1", "port": 8000, **given})
    if not plan.http.port:
        raise VenueError(f"{file}: not there: expected a port for the setup page that writes it, or a TOML file")
    return plan
