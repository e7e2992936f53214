"""Many tables at many times their speed at the level of sightings and signals: is memory flat, and are the files?

Memory is what the process has for itself alone (``RssAnon``): pages of libraries count as its own or as shared by what
else happens to run, and a run beside others once seemed to shrink by 40 MiB.
"""

import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, TextIO

import psutil

from api.service.compose import TableConfig, open_director
from api.service.table_service import TableService
from api.stores.open import open_journal
from tests.support.bench import Game
from tests.support.quiet_table import PROFILE, NoEyes, NoTable

_BOOK: Final = "npm-2008"
_ENDLESS: Final = 1_000_000
_LOOKS: Final = 60
_WARM: Final = 0.25
"""Share of a run that is not compared: caches fill, the first rounds are played."""


class _Forgetful(list[Any]):
    """Keeps nothing: what was played is not compared here."""

    def append(self, _played: Any) -> None:
        """Forget it."""


@dataclass
class Soaked:
    """What a run came to; ``speed``: times that of a real table; slopes over what came after warming up."""

    tables: int
    seconds: float
    speed: float
    facts: int
    memory_mib: list[float] = field(default_factory=list)
    files: list[int] = field(default_factory=list)
    threads: list[int] = field(default_factory=list)

    @property
    def steady(self) -> list[float]:
        """Memory after warming up."""
        return self.memory_mib[int(len(self.memory_mib) * _WARM) :]

    @property
    def growth_mib_min(self) -> float:
        """MiB a minute between the first and the second half of what came after warming up."""
        half = len(self.steady) // 2
        first, second = self.steady[:half], self.steady[half:]
        if not first:
            return 0.0
        minutes = half * self.seconds / len(self.memory_mib) / 60
        return (sum(second) / len(second) - sum(first) / len(first)) / minutes


class _Driven(threading.Thread):
    """A table that is given evidence as it falls due."""

    def __init__(self, folder: Path, number: int, speed: float, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        config = TableConfig(str(number), PROFILE, _BOOK, "", "", "", folder / f"{number}.sqlite", auto_settle=True)
        self.store = open_journal(config.journal)
        director = open_director(config, self.store)
        self.service = TableService(config.name, director, self.store, NoTable(), NoEyes())
        self._evidence = Game(_BOOK, number, _ENDLESS, truth=_Forgetful()).evidence()
        self._speed, self._halt = speed, stop
        self.played_s = 0.0

    def run(self) -> None:
        began = time.monotonic()
        for evidence in self._evidence:
            self.service.take(evidence)
            self.played_s = evidence.at
            if self._halt.wait(max(0.0, began + evidence.at / self._speed - time.monotonic())):
                return


def own_memory_mib() -> float:
    """Memory of this process that no file stands behind, MiB."""
    with open("/proc/self/status", encoding="ascii") as lines:
        kib = next(line.split()[1] for line in lines if line.startswith("RssAnon"))
    return round(int(kib) / 1024, 1)


def soaked(tables: int, speed: float, seconds: float, told: TextIO | None = None) -> Soaked:
    """Drive so many tables for so long; ``told``: where every look is written at once."""
    stop, process = threading.Event(), psutil.Process()
    with tempfile.TemporaryDirectory() as folder:
        driven = [_Driven(Path(folder), number, speed, stop) for number in range(1, tables + 1)]
        result = Soaked(tables, 0.0, 0.0, 0)
        began = time.monotonic()
        for each in driven:
            each.start()
        while time.monotonic() - began < seconds:
            stop.wait(seconds / _LOOKS)
            result.memory_mib.append(own_memory_mib())
            result.files.append(process.num_fds())
            result.threads.append(process.num_threads())
            if told is not None:
                played = min(each.played_s for each in driven)
                print(
                    *(f"{time.monotonic() - began:.0f} s, {played:.0f} s played: {result.memory_mib[-1]} MiB,",),
                    *(f"{result.files[-1]} files, {result.threads[-1]} threads",),
                    file=told,
                    flush=True,
                )
        stop.set()
        for each in driven:
            each.join()
        result.seconds = round(time.monotonic() - began, 1)
        result.speed = round(min(each.played_s for each in driven) / result.seconds, 2)
        result.facts = sum(each.service.number for each in driven)
        for each in driven:
            each.store.close()
    return result
