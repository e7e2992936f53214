"""``jantaku serve VENUE.toml``."""

import signal
import sys
import threading
from pathlib import Path

from api.cli.serve import interrupt, name_pages, serve_pages
from api.logs import to_stderr
from api.venue.environment import Hiding
from api.venue.plan import read_plan
from api.venue.running import RunningVenue


def run(file: Path) -> int:
    """Serve the tables of a venue's file until interrupted; a table that cannot start is told and tried again."""
    plan = read_plan(file)
    to_stderr(Hiding(plan.secrets))
    venue = RunningVenue(plan)
    try:
        with venue.listening():
            venue.start()
            for stand in venue.tables.stands:
                if not stand.running:
                    print(f"table {stand.table} waits: {stand.trouble}", file=sys.stderr)
            if plan.http.port:
                name_pages(plan.address, plan.tables)
                serve_pages(venue.tables, venue, plan.http.host, plan.http.port)
            else:
                signal.signal(signal.SIGTERM, interrupt)
                threading.Event().wait()
    except KeyboardInterrupt:
        pass
    finally:
        venue.close()
    return 0


def check(file: Path) -> int:
    """Say what a venue's file comes to, and what of it is not there now; raises VenueError with every mistake."""
    plan = read_plan(file)
    for name, config in plan.tables.items():
        print(f"{name}: {config.rulebook} at {config.profile}, board {config.serial}, journal {config.journal}")
        files = [config.calibration, *(seat.calibration for seat in config.seats)]
        for missing in [each for each in files if "://" not in each and not Path(each).is_file()]:
            print(f"{file}: table {name}: no file {missing}: the table will wait for it", file=sys.stderr)
    return 0
