"""A venue while it is served: its file, its tables, and how another state of the file is taken."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from types import FrameType
from typing import Final

import structlog

from api.broadcast.looks import NO_LOOKS, TableLooks
from api.operations.hiding import Hiding
from api.venue.console import Answer, listening, refusing
from api.venue.plan import VenuePlan, read_plan
from api.venue.schema import VenueSettings
from api.venue.tables import VenueChange, VenueTables
from controller.errors import VenueError
from controller.views.policy import When

_FIRST_TRY_S: Final = 20.0
"""How long the service waits for its tables before it serves pages; chosen: a camera answers or fails by then."""
_OF_TABLES: Final = frozenset({"table", "stores"})
_FIXED: Final = tuple(field for field in VenueSettings.__struct_fields__ if field not in _OF_TABLES)
log = structlog.get_logger()


class RunningVenue:
    """Takes the file again when it is told to; a file with a mistake, or a change that cannot be, changes nothing."""

    def __init__(self, plan: VenuePlan) -> None:
        """Open no table yet."""
        self._file, self._plan = plan.file, plan
        self._lock = threading.Lock()
        self.tables = VenueTables(plan.address)

    @property
    def file(self) -> Path:
        """The venue's file."""
        return self._file

    def looks(self, table: str) -> TableLooks:
        """How the players of a table look on a stream, as the file says now."""
        config = self.tables.config(table)
        if config is None:
            return NO_LOOKS
        delay_s = max((each.delay_s for each in self._plan.settings.obs.values() if each.table == table), default=0.0)
        late_s = config.release.delay_s if config.release.when is When.DELAYED else 0.0
        return TableLooks(config.teams, config.colours, config.photos, delay_s, late_s)

    def start(self) -> None:
        """Begin to start the tables."""
        self.tables.change(self._plan.tables, Hiding(self._plan.secrets))

    def wait_settled(self) -> None:
        """Wait until each table runs or is known not to, for so long as pages may wait for that."""
        self.tables.wait_settled(_FIRST_TRY_S)

    def reload(self, ending: tuple[str, ...] = (), reason: str = "") -> VenueChange:
        """Take the file as it is now; raises VenueError, and all stays as it was."""
        with self._lock:
            plan = read_plan(self._file)
            for name in _FIXED:
                if getattr(plan.settings, name) != getattr(self._plan.settings, name):
                    raise VenueError(f"{self._file}: [{name}]: changes with the next start of the service only")
            told = self.tables.change(plan.tables, Hiding(plan.secrets), ending, reason)
            self._plan = plan
            return told

    def close(self) -> None:
        """End every table."""
        self.tables.close()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Reload on SIGHUP, and where the machine's console asks for it."""
        with listening(self._file, refusing(self._asked)), self._reloaded_by_signal():
            yield

    def _asked(self, request: Answer) -> Answer:
        if request.get("ask") == "state":
            return {"tables": [asdict(each) for each in self.tables.stands]}
        ending = tuple(str(each) for each in request.get("end", ()))
        return self.reload(ending, str(request.get("reason", ""))).told()

    @contextmanager
    def _reloaded_by_signal(self) -> Iterator[None]:

        def asked(_number: int, _frame: FrameType | None) -> None:
            # In a thread of its own: a handler that waits would hold up the pages.
            threading.Thread(target=self._reload_told, name="reload", daemon=True).start()

        before = signal.signal(signal.SIGHUP, asked)
        try:
            yield
        finally:
            signal.signal(signal.SIGHUP, before)

    def _reload_told(self) -> None:
        try:
            self.reload()
        except VenueError as error:
            for line in str(error).splitlines():
                log.error("venue unchanged", reason=line)
