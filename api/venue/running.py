"""A venue while it is served: its file, its tables, and how another state of the file is taken."""

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
from api.venue.kept_table import Opening
from api.venue.plan import NOTHING_GIVEN, Given, VenuePlan, read_plan
from api.venue.schema import HttpSettings, VenueSettings
from api.venue.stand import VenueChange
from api.venue.tables import VenueTables
from controller.errors import JantakuError, VenueError
from controller.ports.log import WordLog
from controller.views.policy import When

_FIRST_TRY_S: Final = 20.0
"""After how long it is said which tables do not run; chosen: a camera answers or fails by then."""
_WRITING_S: Final = 5.0
"""Longest wait for a file that is being written; chosen: editors and copies write in one go."""
_YOUNG_S: Final = 1.0
"""Age of a file that nobody writes any more; chosen: as above."""
_LOOK_S: Final = 0.1
_CHANGING: Final = frozenset({"table", "stores", "http"})
_FIXED: Final = tuple(field for field in VenueSettings.__struct_fields__ if field not in _CHANGING)
_LATER: Final = "changes with the next start of the service only"
log: WordLog = structlog.get_logger()


class RunningVenue:
    """Reads the file again on request; a mistake, or an impossible change, changes nothing."""

    def __init__(self, plan: VenuePlan, opening: Opening = open_apart, given: Given = NOTHING_GIVEN) -> None:
        """Open no table yet. ``opening``: how one is opened; ``given``: keys of ``[http]`` over its file's."""
        self._file, self._plan, self._given = plan.file, plan, dict(given)
        self._lock = threading.Lock()
        self.reach: Reach | None = None
        """How it is served, once it is."""
        self.tables = VenueTables(plan.listen.here, opening)

    @property
    def file(self) -> Path:
        """The venue's file."""
        return self._file

    def events_address(self) -> Path | str:
        """Storage of the venue's events: in the store of its tables."""
        return self._plan.events

    def own_http(self) -> dict[str, Any]:
        """What of ``[http]`` is not as usual: a file that begins now must say so."""
        usual, own = HttpSettings(), self._plan.http
        names = HttpSettings.__struct_fields__
        return {name: getattr(own, name) for name in names if getattr(own, name) != getattr(usual, name)}

    def listen_as(self, plan: ListenPlan) -> None:
        """Listen so from now on, and write it to the venue's file; raises JantakuError, and nothing changes.

        If the file does not exist yet it is written once it begins.
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
        """Wait until each table runs or is known not to, or has taken too long."""
        self.tables.wait_settled(_FIRST_TRY_S)

    def reload(self, ending: tuple[str, ...] = (), reason: str = "") -> VenueChange:
        """Apply the file's present content; raises VenueError, and nothing changes."""
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
        """Listen as the plan has it where it has changed; how that is undone. Raises VenueError."""
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
        """The file as it is; one that has just lost a table is read again once nobody writes it any more.

        Half of a file may be a right one, of the tables up to there.
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
            # In its own thread: a handler that waits would block the pages.
            threading.Thread(target=self._reload_told, name="reload", daemon=True).start()

        number = getattr(signal, "SIGHUP", None)
        if number is None:
            # Windows has no such signal.
            yield
            return
        before = signal.signal(number, asked)
        try:
            yield
        finally:
            signal.signal(number, before)

    def _reload_told(self) -> None:
        try:
            self.reload()
        except VenueError as error:
            for line in str(error).splitlines():
                log.error("venue unchanged", reason=line)


def _keys(plan: ListenPlan) -> dict[str, str]:
    """What of a plan is changed while it is served, as keys of ``[http]``."""
    tls = plan.tls
    return {"host": plan.host, "tls": tls.kind, "certificate": tls.certificate, "private_key": tls.key}
