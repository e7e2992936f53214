"""Demonstration for viewers: pages are served first, and the eyes open in the background."""

import signal
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from api.cli.access.entrance import at_console, login_address, open_access
from api.demo.guide import TableGuide
from api.demo.run import TABLE, refereed, served, settled
from api.demo.simulated_tables import SimulatedTables
from api.demo.stand_in import StandIn
from api.demo.table import CAMERA, SimulatedTable
from api.demo.web import WebServer
from api.eyes.apart import open_apart
from api.eyes.process import EyesProcess
from api.service.compose import TableConfig, open_service
from api.service.eyes import EyesSetup, OpenEyes, Timed
from api.service.registry import registered
from api.service.table_service import TableService
from api.venue.plan import empty_plan
from api.venue.running import RunningVenue
from api.venue.schema import HttpSettings

_LOOK_S: Final = 0.25
_VENUE: Final = Path("venue.toml")
"""Default venue file of ``jantaku serve``."""


def show(table: SimulatedTable, folder: Path, http: int, patience_s: float) -> int:
    """Serve pages until interrupted or all rounds are over; 1 if the service stopped by itself.

    ``patience_s``: seconds that viewers have to confirm a result.
    """
    over, setup = threading.Event(), table.setup
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: over.set())
    with served(table, folder, opening=_opened_at_once) as service:
        access = open_access(folder)
        # A table that is set up on the page is written to the file that `jantaku serve` reads, unless that file exists.
        usual = HttpSettings()
        file = folder / _VENUE if _VENUE.exists() else _VENUE.resolve()
        others = SimulatedTables(open_apart)
        given = {"port": http} if http else {}
        venue = RunningVenue(empty_plan(file, usual.host, usual.port), others.open, given)
        guide = TableGuide(service, watched=setup.without != CAMERA)
        web = WebServer(_Tables(service, venue.tables), http, access, venue=venue, guide=guide, events=folder)
        web.start()
        print(f"start    {login_address(access, f'{web.address}/start')}", flush=True)
        print(f"console  {web.address}/tables/{TABLE}", flush=True)
        print(f"overlay  {web.address}/overlay/{TABLE}", flush=True)
        with (
            registered(TABLE, str(table.serial), web.address),
            at_console(access, web.address),
            refereed(setup, table, service) as referee,
        ):
            guide.stand_in = StandIn(table, service, web, patience_s)
            looks = [guide.stand_in.look] if referee is None else [referee, guide.stand_in.look]
            while not over.wait(_LOOK_S) and service.upkeep.failure is None:
                if setup.hands and settled(service) >= setup.hands:
                    break
                for look in looks:
                    look()
        web.stop()
        venue.close()
        others.close()
    return 1 if service.upkeep.failure else 0


def _opened_at_once(config: TableConfig) -> TableService:
    """Open the service while its eyes open in the background, so that earlier play can already be viewed."""

    def opening(setup: EyesSetup, timed: Timed) -> OpenEyes:
        eyes = EyesProcess(setup, timed, config.secrets, wait=False)
        return OpenEyes(eyes, eyes.frames, eyes)

    return open_service(config, opening)


class _Tables(Mapping[str, TableService]):
    """The demonstration's table, and the tables that are set up beside it."""

    def __init__(self, own: TableService, others: Mapping[str, TableService]) -> None:
        self._own, self._others = own, others

    def __getitem__(self, name: str) -> TableService:
        return self._own if name == TABLE else self._others[name]

    def __iter__(self) -> Iterator[str]:
        yield TABLE
        yield from self._others

    def __len__(self) -> int:
        return 1 + len(self._others)
