"""Tables of a venue: started, listed and changed while they run. A table that cannot start does not stop the others."""

from collections.abc import Iterator, Mapping
from threading import Lock
from typing import Final

import structlog

from api.eyes.apart import open_apart
from api.health.troubles import TableTrouble
from api.hiding import Hiding
from api.service.compose import TableConfig
from api.service.table_service import TableService
from api.venue.stand import TableStand, VenueChange
from api.venue.supervised_table import Opening, SupervisedTable
from controller.errors import VenueError
from controller.ports.log import WordLog
from controller.text import Text

_STOPPING_S: Final = 30.0
"""Longest wait for a table to close, s; chosen: enough for the current frame and pending writes."""
log: WordLog = structlog.get_logger()


class VenueTables(Mapping[str, TableService]):
    """Mapping of the tables that run now, by id, in the order of the file."""

    def __init__(self, address: str = "", opening: Opening = open_apart) -> None:
        """Create a venue without tables; ``address``: URL of the pages."""
        self._address, self._opening = address, opening
        self._kept: dict[str, SupervisedTable] = {}
        self._changing = Lock()

    def __getitem__(self, name: str) -> TableService:
        service = self._kept[name].service
        if service is None:
            raise KeyError(name)
        return service

    def __iter__(self) -> Iterator[str]:
        return iter([name for name, kept in tuple(self._kept.items()) if kept.service is not None])

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @property
    def stands(self) -> tuple[TableStand, ...]:
        """State of every table, including tables that do not run."""
        return tuple(kept.stand for kept in tuple(self._kept.values()))

    def closed(self) -> tuple[TableTrouble, ...]:
        """Return why tables do not run, one entry per table that does not run."""
        return tuple(filter(None, (kept.closed for kept in tuple(self._kept.values()))))

    def in_round(self) -> tuple[str, ...]:
        """Return the tables on which a round is in progress."""
        return tuple(name for name, kept in tuple(self._kept.items()) if kept.in_round)

    def config(self, name: str) -> TableConfig | None:
        """Return the configuration of a table, running or not; None if the venue does not have the table."""
        kept = self._kept.get(name)
        return None if kept is None else kept.config

    def change(
        self, configs: Mapping[str, TableConfig], hiding: Hiding, ending: tuple[str, ...] = (), reason: str = ""
    ) -> VenueChange:
        """Apply the configurations to the venue; raises VenueError for an impossible one and then changes nothing.

        A table that is missing from ``configs`` ends when its round is over, or at once if ``ending`` names it.
        ``reason``: required if concealed hands become visible earlier than before.
        """
        with self._changing:
            self._check(configs, ending)
            lowered = self._lowered(configs)
            if lowered and not reason.strip():
                raise VenueError(
                    Text(
                        f"卓{lowered[0]}の手牌を、これまでより早く公開する設定です。理由を入力してください。",
                        f"table {lowered[0]}: release lets hands out earlier than before: expected a reason",
                    )
                )
            for name in lowered:
                log.warning("release lowered", table=name, release=configs[name].release.when.value, reason=reason)
            for name in [name for name, kept in self._kept.items() if kept.gone]:
                del self._kept[name]
            gone = [name for name in self._kept if name not in configs]
            leaving = [name for name in gone if self._kept[name].in_round and name not in ending]
            for name in gone:
                self._kept[name].leave(at_once=name not in leaving)
            for name in set(gone) - set(leaving):
                self._kept[name].wait_gone(_STOPPING_S)
            changed = {
                name: self._kept[name].change(config, reason) for name, config in configs.items() if name in self._kept
            }
            added = [name for name in configs if name not in self._kept]
            for name in added:
                self._kept[name] = SupervisedTable(configs[name], self._opening, hiding, self._address)
                self._kept[name].start()
            ended = tuple(name for name in gone if name not in leaving)
            order = [*configs, *leaving]
            self._kept = {name: self._kept[name] for name in order}
        told = VenueChange(tuple(added), ended, tuple(leaving), {name: keys for name, keys in changed.items() if keys})
        keys = [f"{table}: {', '.join(each)}" for table, each in told.changed.items()]
        log.info("venue changed", added=told.added, ended=told.ended, leaving=told.leaving, changed=keys)
        return told

    def wait_settled(self, timeout: float) -> None:
        """Wait until each table runs or has failed to start, at most ``timeout`` seconds per table."""
        for kept in tuple(self._kept.values()):
            kept.settled.wait(timeout)

    def close(self) -> None:
        """End every table and wait until they are closed."""
        with self._changing:
            for kept in self._kept.values():
                kept.leave(at_once=True)
            for kept in self._kept.values():
                kept.wait_gone(_STOPPING_S)

    def _lowered(self, configs: Mapping[str, TableConfig]) -> list[str]:
        """Return the tables whose concealed hands would become visible earlier than before."""
        known = [name for name in configs if name in self._kept]
        return [
            name
            for name in known
            if (old := self._kept[name].config.release).stricter(configs[name].release) is old
            and old != configs[name].release
        ]

    def _check(self, configs: Mapping[str, TableConfig], ending: tuple[str, ...]) -> None:
        for name in ending:
            if name in configs or name not in self._kept:
                raise VenueError(
                    Text(
                        f"卓{name}は終了できません。会場ファイルから除いた、動いている卓を選んでください。",
                        f"table {name}: expected the id of a running table that the file no longer has",
                    )
                )
        for name, new in configs.items():
            old = self._kept[name].config if name in self._kept else new
            if old.rulebook != new.rulebook and old.journal == new.journal:
                known = f"table {name}: its journal is of rulebook {old.rulebook}"
                raise VenueError(f"{known}: expected another journal with {new.rulebook}")
