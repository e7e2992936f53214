"""``jantaku serve VENUE.toml``."""

import os
import sys
import threading
from contextlib import ExitStack, closing
from pathlib import Path

from api.bytecode import loading
from api.cli.serve import name_pages, open_tls, secure_listener
from api.demo.simulated_tables import SimulatedTables
from api.eyes.apart import open_apart
from api.http.listening import listen
from api.operations.hiding import Hiding
from api.operations.lifecycle import Stopping
from api.operations.logs import FORM, LEVEL, to_stderr
from api.paths import keep_private
from api.venue.outside import check_outside, outside
from api.venue.plan import SIMULATOR, VenuePlan, empty_plan, read_plan
from api.venue.running import RunningVenue
from controller.errors import VenueError


def run(file: Path, host: str, http: int) -> int:
    """Serve the tables of a venue's file until told to stop; a table that cannot start is told and tried again.

    A file that is not there yet is written by the setup page, which is served at ``host`` and ``http`` meanwhile.
    """
    plan = read_plan(file) if file.exists() else _begun(file, host, http)
    check_outside(plan)
    # Processes of eyes take over the environment, and log by it.
    for name, value in ((FORM, plan.settings.logs.form), (LEVEL, plan.settings.logs.level)):
        os.environ[name] = os.environ.get(name) or value
    to_stderr(Hiding(plan.secrets))
    keep_private()
    with ExitStack() as release:
        stopping = release.enter_context(Stopping())
        listener = release.enter_context(closing(listen(plan.http.host, plan.http.port))) if plan.http.port else None
        secure = secure_listener(release, plan.tls, plan.http.host) if plan.http.port else None
        simulated = SimulatedTables(open_apart)
        release.callback(simulated.close)
        venue = RunningVenue(plan, simulated.open)
        release.callback(venue.close)
        release.callback(stopping.releasing)
        release.enter_context(venue.listening())
        venue.start()
        if listener is not None:
            # While the tables open this process loads what serves the pages.
            with loading():
                from api.cli.access.entrance import let_in, open_access
                from api.http.app import create_app
                from api.http.server import serve_until_told
        # A camera that hangs keeps its table back, and no page: what runs by now is on the board.
        threading.Thread(target=_tell_waiting, args=(venue,), name="settling", daemon=True).start()
        release.enter_context(outside(plan, venue.tables))
        if listener is None:
            threading.Event().wait()
        else:
            name_pages(plan.address, plan.tables)
            access = release.enter_context(closing(open_access(file.parent, plan.settings.access)))
            page = "/login" if plan.tables else "/setup"
            if not plan.tables:
                print(f"setup {plan.address}{page}: {file} is written there", file=sys.stderr)
            release.enter_context(let_in(access, plan.http.host, plan.http.port, page))
            served = open_tls(release, plan.tls, plan.http.port, access.settings.hosts)
            serve_until_told(create_app(venue.tables, venue, access, served), [listener], stopping, secure)
    return 0


def _tell_waiting(venue: RunningVenue) -> None:
    """Say which tables do not run, once each has been tried."""
    venue.wait_settled()
    for stand in venue.tables.stands:
        if not stand.running:
            print(f"table {stand.table} waits: {stand.trouble}", file=sys.stderr)


def _begun(file: Path, host: str, http: int) -> VenuePlan:
    if not file.parent.is_dir():
        raise VenueError(f"{file}: no such folder: expected one in which the venue's file may be written")
    if not http:
        raise VenueError(f"{file}: not there: expected a port for the setup page that writes it, or a TOML file")
    return empty_plan(file, host, http)


def check(file: Path) -> int:
    """Say what a venue's file comes to, and what of it is not there now; raises VenueError with every mistake."""
    plan = read_plan(file)
    check_outside(plan)
    for name, config in plan.tables.items():
        print(f"{name}: {config.rulebook} at {config.profile}, board {config.serial}, journal {config.journal}")
        files = [config.calibration, *(seat.calibration for seat in config.seats)]
        for missing in [each for each in files if "://" not in each and each != SIMULATOR and not Path(each).is_file()]:
            print(f"{file}: table {name}: no file {missing}: the table will wait for it", file=sys.stderr)
    return 0
