"""``jantaku serve VENUE.toml``."""

import os
import sys
import threading
from contextlib import ExitStack, closing
from pathlib import Path

from api.bytecode import loading
from api.cli.serve import name_pages
from api.http.listening import listen
from api.operations.hiding import Hiding
from api.operations.lifecycle import Stopping
from api.operations.logs import FORM, LEVEL, to_stderr
from api.paths import keep_private
from api.venue.outside import check_outside, outside
from api.venue.plan import read_plan
from api.venue.running import RunningVenue


def run(file: Path) -> int:
    """Serve the tables of a venue's file until told to stop; a table that cannot start is told and tried again."""
    plan = read_plan(file)
    check_outside(plan)
    # Processes of eyes take over the environment, and log by it.
    for name, value in ((FORM, plan.settings.logs.form), (LEVEL, plan.settings.logs.level)):
        os.environ[name] = os.environ.get(name) or value
    to_stderr(Hiding(plan.secrets))
    keep_private()
    with ExitStack() as release:
        stopping = release.enter_context(Stopping())
        listener = release.enter_context(closing(listen(plan.http.host, plan.http.port))) if plan.http.port else None
        venue = RunningVenue(plan)
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
        venue.wait_settled()
        release.enter_context(outside(plan, venue.tables))
        for stand in venue.tables.stands:
            if not stand.running:
                print(f"table {stand.table} waits: {stand.trouble}", file=sys.stderr)
        if listener is None:
            threading.Event().wait()
        else:
            name_pages(plan.address, plan.tables)
            access = release.enter_context(closing(open_access(file.parent, plan.settings.access)))
            release.enter_context(let_in(access, plan.http.host, plan.http.port))
            serve_until_told(create_app(venue.tables, venue, access), [listener], stopping)
    return 0


def check(file: Path) -> int:
    """Say what a venue's file comes to, and what of it is not there now; raises VenueError with every mistake."""
    plan = read_plan(file)
    check_outside(plan)
    for name, config in plan.tables.items():
        print(f"{name}: {config.rulebook} at {config.profile}, board {config.serial}, journal {config.journal}")
        files = [config.calibration, *(seat.calibration for seat in config.seats)]
        for missing in [each for each in files if "://" not in each and not Path(each).is_file()]:
            print(f"{file}: table {name}: no file {missing}: the table will wait for it", file=sys.stderr)
    return 0
