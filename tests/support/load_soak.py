"""Many tables at many times their speed by sightings and signals: do memory and open files stay constant?

Memory is the process's private memory (``RssAnon``): library pages count as private or shared depending on which other
processes run, and a run beside others once seemed to shrink by 40 MiB.
"""

import os
import tempfile
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

import psutil

from api.service.compose import TableConfig, open_director
from api.service.table_service import TableService
from api.stores.open import open_journal
from tests.support.bench import Game
from tests.support.quiet_table import PROFILE, NoEyes, NoTable

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

_BOOK: Final = "npm-2008"
_ENDLESS: Final = 1_000_000
_LOOKS: Final = 60
_WARM: Final = 0.25
"""Share of a run excluded from the comparison, while caches fill and the first rounds are played."""


class _Forgetful(list[Any]):
    """A list that stays empty: played rounds are not compared here."""

    def append(self, _played: Any) -> None:
        """Discard the value."""


@dataclass
class Soaked:
    """Result of a run; ``speed``: relative to a real table. Slopes exclude the warm-up.

    ``cpu_ms``: processor time per second of one table, independent of other load.
    """

    tables: int
    seconds: float
    speed: float
    facts: int
    cpu_ms: float = 0.0
    memory_mib: list[float] = field(default_factory=list)
    files: list[int] = field(default_factory=list)
    threads: list[int] = field(default_factory=list)

    @property
    def steady(self) -> list[float]:
        """Memory samples after the warm-up."""
        return self.memory_mib[int(len(self.memory_mib) * _WARM) :]

    @property
    def growth_mib_min(self) -> float:
        """Growth in MiB per minute between the first and the second half after the warm-up."""
        half = len(self.steady) // 2
        first, second = self.steady[:half], self.steady[half:]
        if not first:
            return 0.0
        minutes = half * self.seconds / len(self.memory_mib) / 60
        return (sum(second) / len(second) - sum(first) / len(first)) / minutes


class _Driven(threading.Thread):
    """A table that receives evidence when it is due."""

    def __init__(self, folder: Path, number: int, speed: float, stop: threading.Event) -> None:
        super().__init__(daemon=True)
        config = TableConfig(str(number), PROFILE, _BOOK, "t", "c", "k", folder / f"{number}.sqlite", auto_settle=True)
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
    """Anonymous memory of this process in MiB."""
    with open("/proc/self/status", encoding="ascii") as lines:
        kib = next(line.split()[1] for line in lines if line.startswith("RssAnon"))
    return round(int(kib) / 1024, 1)


@dataclass(frozen=True, slots=True)
class _Look:
    """One sample of a process and its tables; ``played_s``: of the slowest table, and the sum over all."""

    at: float
    memory_mib: float
    files: int
    threads: int
    played_s: tuple[float, float]
    facts: int
    cpu_s: float


def _drive(numbers: Sequence[int], speed: float, seconds: float, told: "Connection") -> None:
    """Drive these tables in this process; send samples at regular intervals and one after the end."""
    stop, process = threading.Event(), psutil.Process()
    with tempfile.TemporaryDirectory() as folder:
        driven = [_Driven(Path(folder), number, speed, stop) for number in numbers]

        def look() -> None:
            played = [each.played_s for each in driven]
            facts, used = sum(each.service.number for each in driven), time.process_time() - loaded
            figures = (time.monotonic() - began, own_memory_mib(), process.num_fds(), process.num_threads())
            told.send(_Look(*figures, (min(played), sum(played)), facts, used))

        began, loaded = time.monotonic(), time.process_time()
        for each in driven:
            each.start()
        for number in range(1, _LOOKS + 1):
            stop.wait(max(0.0, began + number * seconds / _LOOKS - time.monotonic()))
            look()
        stop.set()
        for each in driven:
            each.join()
        look()
        for each in driven:
            each.store.close()


def soaked(
    tables: int, speed: float, seconds: float, told: TextIO | None = None, processes: int | None = None
) -> Soaked:
    """Drive ``tables`` tables for ``seconds``; ``told``: stream to which every sample is written at once.

    ``processes``: number of processes that share the tables (None: one per core), because the threads of one Python
    process run in turns; with 1 this process drives them. Memory, files and threads are sums over all processes.
    """
    every = range(1, tables + 1)
    share = min(tables, processes or os.cpu_count() or 1)
    links, running = list["Connection"](), list[BaseProcess | threading.Thread]()
    # Forked before any thread starts: on a busy machine each process would take a minute to load the modules again.
    context = get_context("fork")
    for first in range(share):
        ours, theirs = context.Pipe(duplex=False)
        links.append(ours)
        given = (every[first::share], speed, seconds, theirs)
        running.append(
            threading.Thread(target=_drive, args=given, daemon=True)
            if share == 1
            else context.Process(target=_drive, args=given, daemon=True)
        )
    for each in running:
        each.start()
    result = Soaked(tables, 0.0, 0.0, 0)
    for number in range(_LOOKS + 1):
        looks: list[_Look] = [link.recv() for link in links]
        played = min(each.played_s[0] for each in looks)
        seconds_gone = max(each.at for each in looks)
        result.seconds, result.speed = round(seconds_gone, 1), round(played / seconds_gone, 2)
        result.facts = sum(each.facts for each in looks)
        all_played = sum(each.played_s[1] for each in looks)
        result.cpu_ms = round(1000 * sum(each.cpu_s for each in looks) / max(all_played, 1.0), 2)
        if number == _LOOKS:
            break
        result.memory_mib.append(round(sum(each.memory_mib for each in looks), 1))
        result.files.append(sum(each.files for each in looks))
        result.threads.append(sum(each.threads for each in looks))
        if told is not None:
            print(
                *(f"{result.seconds:.0f} s, {played:.0f} s played: {result.memory_mib[-1]} MiB,",),
                *(f"{result.files[-1]} files, {result.threads[-1]} threads",),
                file=told,
                flush=True,
            )
    for each in running:
        each.join()
    return result
