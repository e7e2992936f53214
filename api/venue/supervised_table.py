"""One table of a venue, kept running: opened again after a failure, reconfigured, ended between rounds."""

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

import msgspec
import structlog

from api.health.troubles import CLOSED, TableTrouble
from api.hiding import Hiding
from api.service.compose import TableConfig
from api.service.registry import registered
from api.service.table_service import TableService
from api.steady import steady_clock
from api.venue.keys import AT_ONCE, ROUND_END, key_words
from api.venue.schema import TableSettings
from api.venue.stand import TableStand
from controller.errors import JantakuError
from controller.journal.state import Phase
from controller.ports.log import WordLog
from controller.ports.referee import Claim, ClaimKind
from controller.table.effects import Refuse
from controller.text import Text

_PAUSES_S: Final = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Pauses between attempts to open a table, s, the last one repeated; chosen: short after a device is plugged in."""
_LOOK_S: Final = 0.5
"""Longest delay before a change from outside is noticed while the table is idle, s; chosen: too short to be noticed."""
_NOT_YET: Final = Text("まだ開いていません。", "not open yet")
_FAILED: Final = "卓を開けません。会場ファイルと機器を確かめてください。"
_VENUE: Final = "venue"
"""Name in the journal for entries that come from the venue file."""
log: WordLog = structlog.get_logger()
Opening = Callable[[TableConfig], TableService]


def changed_keys(old: TableConfig, new: TableConfig) -> dict[str, str]:
    """Return the keys in which two configurations differ, each with the rule when its change applies."""
    keys = {field.name: key_words(TableSettings, field.name).change for field in msgspec.structs.fields(TableSettings)}
    written = {name for name, _ in {*old.contents} ^ {*new.contents}}
    return {
        name: how
        for name, how in keys.items()
        if name in written or getattr(old, name, None) != getattr(new, name, None)
    }


class SupervisedTable:
    """A table with a thread that opens it until it runs; ``settled`` is set after the first attempt."""

    def __init__(self, config: TableConfig, opening: Opening, hiding: Hiding, address: str) -> None:
        """``address``: URL of the table's pages, for commands that look for the process that holds a serial port."""
        self._config, self._opening, self._hiding, self._address = config, opening, hiding, address
        self._news = threading.Condition()
        self._service: TableService | None = None
        self._trouble: Text | None = _NOT_YET
        self._why = ""
        self._closed_at = steady_clock()()
        self._next: TableConfig | None = None
        self._reseat = self._leaving = self._again = self._ended = False
        self._thread = threading.Thread(target=self._run, name=f"table-{config.name}", daemon=True)
        self.settled = threading.Event()

    @property
    def service(self) -> TableService | None:
        """The running table; None while it does not run."""
        return self._service

    @property
    def config(self) -> TableConfig:
        """Configuration of the table: the pending one if a change waits for the end of the round."""
        return self._next or self._config

    @property
    def stand(self) -> TableStand:
        """State of the table."""
        waits = [] if self._next is None else [*changed_keys(self._config, self._next)]
        pending = (*waits, *(["names"] if self._reseat else []), *(["end"] if self._leaving else []))
        running = self._service is not None
        return TableStand(self._config.name, running, self._trouble, pending, self._config.teams)

    @property
    def closed(self) -> TableTrouble | None:
        """Return why the table does not run; None while it runs."""
        if self._service is not None:
            return None
        return self._table_trouble(self._trouble or _NOT_YET)

    @property
    def in_round(self) -> bool:
        """True if a round is in progress on the table."""
        service = self._service
        return service is not None and service.state.phase is not Phase.WAITING_FOR_SET

    @property
    def gone(self) -> bool:
        """True if the table has ended for good."""
        return self._ended and not self._thread.is_alive()

    def start(self) -> None:
        """Start the thread that opens the table; returns at once."""
        self._thread.start()

    def change(self, new: TableConfig, why: str = "") -> Mapping[str, str]:
        """Apply another configuration; each changed key applies at the time that its rule names.

        ``why``: reason given for the change. Returns the changed keys with their rules.
        """
        with self._news:
            self._why = why.strip()
            self._leaving = False
            changes = changed_keys(self.config, new)
            self._reseat |= "names" in changes and self._service is not None
            if self._service is not None and self.in_round and ROUND_END in changed_keys(self._config, new).values():
                self._config = replace(self._config, **_at_once(new))
                self._next = new
            else:
                self._again |= any(how != AT_ONCE for how in changed_keys(self._config, new).values())
                self._config, self._next = new, None
            if self._service is not None:
                self._adjust(self._service)
            self._news.notify_all()
        return changes

    def leave(self, at_once: bool) -> None:
        """End the table at once, or as soon as no round is in progress."""
        with self._news:
            self._leaving = True
            self._ended |= at_once or not self.in_round
            self._news.notify_all()

    def wait_gone(self, timeout: float) -> None:
        """Wait up to ``timeout`` seconds until the table has ended."""
        if self._thread.is_alive():
            self._thread.join(timeout)

    def _run(self) -> None:
        tries = 0
        while not self._ended:
            try:
                service = self._opening(_dated(self._config))
                service.start()
            # Every error that keeps this table from starting is reported and retried: the other tables go on.
            except Exception as error:
                self._wait(error, _PAUSES_S[min(tries, len(_PAUSES_S) - 1)])
                tries += 1
                continue
            tries = 0
            log.info("table runs", table=self._config.name)
            with self._news:
                self._service, self._trouble, self._again = service, None, False
                self._adjust(service)
            self.settled.set()
            with registered(self._config.name, self._config.serial, self._address):
                self._keep(service)
            with self._news:
                self._service, self._trouble, self._closed_at = None, _NOT_YET, steady_clock()()
            service.stop()

    def _wait(self, error: Exception, pause: float) -> None:
        said = error.said if isinstance(error, JantakuError) else Text(_FAILED, str(error) or type(error).__name__)
        trouble = Text(*map(self._hiding.line, said))
        if trouble != self._trouble:
            log.warning("table waits", **self._table_trouble(trouble).logged())
        self.settled.set()
        with self._news:
            self._trouble = trouble
            self._news.wait_for(lambda: self._ended or self._again, pause)
            self._again = False

    def _table_trouble(self, trouble: Text) -> TableTrouble:
        return TableTrouble(self._config.name, CLOSED, self._closed_at, detail=" ".join(trouble.en.split()))

    def _keep(self, service: TableService) -> None:
        """Return when the table must be closed, because it ends or its configuration changed."""
        while True:
            number = service.number
            with self._news:
                if not self.in_round:
                    self._ended |= self._leaving
                    if self._next is not None:
                        self._config, self._next, self._again = self._next, None, True
                if self._ended or self._again:
                    return
                if self._reseat:
                    self._reseat = not _seated(service, self._config)
            service.wait_past(number, _LOOK_S)

    def _adjust(self, service: TableService) -> None:
        config = self._config
        judging = {"automatic": config.automatic, "confirmed": config.confirmed}
        service.adjust(config.auto_settle, config.undo_s, judging, config.release, self._why)
        if self._reseat:
            self._reseat = not _seated(service, config)


def _seated(service: TableService, config: TableConfig) -> bool:
    """Seat the players named in the file; True if accepted, which requires that no game has begun."""
    wish = Claim(ClaimKind.SEAT_PLAYERS, service.now(), _VENUE, names=config.names, seat=service.state.first_dealer)
    return not any(isinstance(effect, Refuse) for effect in service.take(wish))


def _at_once(config: TableConfig) -> dict[str, Any]:
    fields = msgspec.structs.fields(TableSettings)
    return {
        field.name: getattr(config, field.name)
        for field in fields
        if key_words(TableSettings, field.name).change == AT_ONCE
    }


def _dated(config: TableConfig) -> TableConfig:
    """Return the configuration with a separate evidence folder for this opening of the table."""
    if config.evidence is None:
        return config
    return replace(config, evidence=config.evidence / time.strftime("%Y%m%dT%H%M%S", time.gmtime()))
