"""A venue while it is served: its file, its tables, and applying a changed file."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from types import FrameType
from typing import Any, Final

import structlog
from msgspec import structs

from api.broadcast.looks import NO_LOOKS, TableLooks
from api.eyes.apart import open_apart
from api.hiding import Hiding
from api.reach.plan import ListenPlan
from api.reach.reach import Reach
from api.tls.plan import TlsPlan
from api.venue.console import Answer, listening, refusing
from api.venue.file_change import FileChange
from api.venue.plan import NOTHING_GIVEN, Given, VenuePlan, read_plan
from api.venue.schema import HttpSettings, VenueSettings
from api.venue.stand import VenueChange
from api.venue.supervised_table import Opening
from api.venue.tables import VenueTables
from controller.errors import JantakuError, VenueError
from controller.ports.log import WordLog
from controller.views.policy import When

_FIRST_TRY_S: Final = 20.0
"""Wait after which tables that do not run yet are reported, s; chosen: a camera answers or fails by then."""
_WRITING_S: Final = 5.0
"""Longest wait for a file that is being written, s; chosen: editors and copies write in one go."""
_YOUNG_S: Final = 1.0
"""Age after which a file counts as completely written, s; chosen: as above."""
_LOOK_S: Final = 0.1
_CHANGING: Final = frozenset({"table", "stores", "http"})
_FIXED: Final = tuple(field for field in VenueSettings.__struct_fields__ if field not in _CHANGING)
_LATER: Final = "changes with the next start of the service only"
log: WordLog = structlog.get_logger()


class RunningVenue:
    """Applies the venue file again on request; a mistake in it or an impossible change leaves everything unchanged."""

    def __init__(self, plan: VenuePlan, opening: Opening = open_apart, given: Given = NOTHING_GIVEN) -> None:
        """Prepare the venue without opening a table.

        ``opening``: opens one table; ``given``: keys of ``[http]`` that override those of the file.
        """
        self._file, self._plan, self._given = plan.file, plan, dict(given)
        self._lock = threading.Lock()
        self.reach: Reach | None = None
        """Listeners and addresses of the service; None until it is served."""
        self.tables = VenueTables(plan.listen.here, opening)

    @property
    def file(self) -> Path:
        """The venue's file."""
        return self._file

    def events_address(self) -> Path | str:
        """Storage of the venue's events, in the store of its tables."""
        return self._plan.events

    def own_http(self) -> dict[str, Any]:
        """Return the keys of ``[http]`` that differ from their defaults: a file that is created must contain them."""
        usual, own = HttpSettings(), self._plan.http
        names = HttpSettings.__struct_fields__
        return {name: getattr(own, name) for name in names if getattr(own, name) != getattr(usual, name)}

    def listen_as(self, plan: ListenPlan) -> None:
        """Change how the service listens and write it to the venue file; raises JantakuError and then changes nothing.

        If there is no file yet, the change is written when the file is created.
        """
        with self._lock:
            reach = self._served()
            before = reach.plan
            was, now = _keys(before), _keys(plan)
            changed = {name: value for name, value in now.items() if value != was[name]}
            reach.change(plan)
            if self._file.exists():
                try:
                    FileChange(self._file, {("http",): {name: each or None for name, each in changed.items()}}).put()
                except VenueError:
                    reach.change(before)
                    raise
            self._given = {name: each for name, each in self._given.items() if name not in changed}
            settings = structs.replace(self._plan.settings, http=structs.replace(self._plan.http, **changed))
            self._plan = replace(self._plan, settings=settings)

    def looks(self, table: str) -> TableLooks:
        """Return how the players of a table look on a stream, according to the venue file."""
        config = self.tables.config(table)
        if config is None:
            return NO_LOOKS
        delay_s = max((each.delay_s for each in self._plan.settings.obs.values() if each.table == table), default=0.0)
        late_s = config.release.delay_s if config.release.when is When.DELAYED else 0.0
        return TableLooks(config.teams, config.colours, config.photos, delay_s, late_s)

    def start(self) -> None:
        """Start to open the tables; returns at once."""
        self.tables.change(self._plan.tables, Hiding(self._plan.secrets))

    def wait_settled(self) -> None:
        """Wait until each table runs or has failed to, at most ``_FIRST_TRY_S`` seconds per table."""
        self.tables.wait_settled(_FIRST_TRY_S)

    def reload(self, ending: tuple[str, ...] = (), reason: str = "") -> VenueChange:
        """Apply the current content of the file; raises VenueError and then changes nothing."""
        with self._lock:
            plan = self._read()
            for name in _FIXED:
                if getattr(plan.settings, name) != getattr(self._plan.settings, name):
                    raise VenueError(f"{self._file}: [{name}]: {_LATER}")
            relistened = self._relistened(plan)
            try:
                told = self.tables.change(plan.tables, Hiding(plan.secrets), ending, reason)
            except VenueError:
                relistened()
                raise
            self._plan = plan
            return told

    def _relistened(self, plan: VenuePlan) -> Callable[[], None]:
        """Change how the service listens where the plan differs; return the function that reverts it.

        Raises VenueError.
        """
        was, now = self._plan.listen, plan.listen
        if was == now:
            return lambda: None
        if was.port != now.port:
            raise VenueError(f"{self._file}: [http]: {_LATER}: port")
        try:
            reach = self._served()
            before = reach.plan
            names = [name for name in TlsPlan.__slots__ if getattr(was.tls, name) != getattr(now.tls, name)]
            tls = replace(before.tls, **{name: getattr(now.tls, name) for name in names})
            reach.change(replace(before, host=before.host if was.host == now.host else now.host, tls=tls))
        except JantakuError as error:
            raise VenueError(f"{self._file}: {error}") from None
        return lambda: reach.change(before)

    def _served(self) -> Reach:
        if self.reach is None:
            raise VenueError(f"[http]: {_LATER}")
        return self.reach

    def _read(self) -> VenuePlan:
        """Read the file; if a table is missing from it, wait until nobody writes the file any more and read it again.

        A half-written file can be valid, with only the tables written so far.
        """
        until = time.monotonic() + _WRITING_S
        while self._plan.tables.keys() - (plan := read_plan(self._file, given=self._given)).tables.keys():
            if time.monotonic() > until or abs(time.time() - self._file.stat().st_mtime) > _YOUNG_S:
                break
            time.sleep(_LOOK_S)
        return plan

    def close(self) -> None:
        """End every table."""
        self.tables.close()

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Reload on SIGHUP and on request of the local console, while the context is open."""
        with listening(self._file, refusing(self._asked)), self._reloaded_by_signal():
            yield

    def _asked(self, request: Answer) -> Answer:
        if request.get("ask") == "state":
            return {"tables": [asdict(each) for each in self.tables.stands]}
        ending = tuple(str(each) for each in request.get("end", ()))
        return self.reload(ending, str(request.get("reason", ""))).to_json()

    @contextmanager
    def _reloaded_by_signal(self) -> Iterator[None]:

        def asked(_number: int, _frame: FrameType | None) -> None:
            # Handled in a thread: a waiting signal handler would block the pages.
            threading.Thread(target=self._reload_logged, name="reload", daemon=True).start()

        number = getattr(signal, "SIGHUP", None)
        if number is None:
            # Windows has no SIGHUP.
            yield
            return
        before = signal.signal(number, asked)
        try:
            yield
        finally:
            signal.signal(number, before)

    def _reload_logged(self) -> None:
        try:
            self.reload()
        except VenueError as error:
            for line in str(error).splitlines():
                log.error("venue unchanged", reason=line)


def _keys(plan: ListenPlan) -> dict[str, str]:
    """Return the keys of ``[http]`` that may change while the service runs, with their values in the plan."""
    tls = plan.tls
    return {"host": plan.host, "tls": tls.kind, "certificate": tls.certificate, "private_key": tls.key}
