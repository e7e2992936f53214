"""Stores in real trouble: a database killed again and again, a file system that is full. What was kept stays kept."""

import random
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import text

from api.service.compose import TableConfig, open_director
from api.service.table_service import TableService
from api.stores.open import open_journal, open_kept
from api.stores.postgres_store import PostgresJournal
from controller.errors import StoreError
from controller.journal.chain import verify
from controller.journal.events import PlayersSeated
from controller.journal.reduce import replay
from controller.ports.referee import Claim, ClaimKind
from tests.support.quiet_table import PROFILE, NoEyes, NoTable
from tests.support.real_postgres import RealPostgres, running_postgres
from tests.support.waiting import eventually

pytestmark = pytest.mark.process
KILLS = 2
_DISK_KIB = 1024


class Seating:
    """A service that seats one person after another at its table; ``kept``: numbers whose seating was acknowledged."""

    def __init__(self, address: str | Path) -> None:
        self.config = TableConfig("1", PROFILE, "npm-2008", "", "", "", address)
        self.store = open_journal(address)
        self.service = TableService("1", open_director(self.config, self.store), self.store, NoTable(), NoEyes())
        self.kept: list[int] = []
        self.refused = 0

    def seat(self, number: int) -> bool:
        """Seat that person; False where it was refused now."""
        names = (f"p{number}", "b", "c", "d")
        try:
            self.service.take(Claim(ClaimKind.SEAT_PLAYERS, float(number), "referee", names=names))
        except StoreError:
            self.refused += 1
            return False
        self.kept.append(number)
        return True

    def check(self) -> None:
        """All that was acknowledged is there once, in order, in a chain that holds; the table stands as it says."""
        with closing(open_kept(self.config.journal)) as kept:
            records = list(verify(kept.read()))
        seated = [int(each.event.names[0][1:]) for each in records if isinstance(each.event, PlayersSeated)]
        assert seated == sorted(set(seated))
        assert set(self.kept) <= set(seated)
        assert self.service.state == replay(records).state
        self.store.close()


@pytest.fixture
def postgres() -> Iterator[RealPostgres]:
    """A database of the test's own, which it may kill."""
    with running_postgres() as server:
        yield server


def test_a_database_that_is_killed_while_it_is_appended_to_keeps_what_it_acknowledged(postgres: RealPostgres) -> None:
    table, rng, over = Seating(f"{postgres.database()}?journal=t"), random.Random(1), threading.Event()

    def play() -> None:
        number = 0
        while not over.is_set():
            # Like a person: what was refused is not said again, the next thing is.
            number += 1
            if not table.seat(number):
                over.wait(0.02)

    def reached(goal: int) -> bool:
        return len(table.kept) >= goal

    def refused_since(before: int) -> bool:
        return table.refused > before

    playing = threading.Thread(target=play)
    playing.start()
    try:
        for _ in range(KILLS):
            goal = len(table.kept) + rng.randint(1, 25)
            eventually(partial(reached, goal))
            before = table.refused
            postgres.kill()
            eventually(partial(refused_since, before))
            postgres.start()
        goal = len(table.kept) + 5
        eventually(partial(reached, goal))
    finally:
        over.set()
        playing.join()
    table.check()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of one MiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    made = ["mount", "-t", "tmpfs", "-o", f"size={_DISK_KIB}k", "jantaku-test", str(folder)]
    if subprocess.run(made, capture_output=True, check=False).returncode:
        pytest.skip("a file system can be mounted by root alone; full files are tried without in test_service_atomic")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_file_system_loses_nothing_and_is_recovered_from_by_itself(small_disk: Path) -> None:
    table, ballast = Seating(small_disk / "table.journal"), small_disk / "ballast"
    numbers = count(1)
    for _ in range(3):
        with pytest.raises(OSError, match="No space"):
            fill(ballast)
        while table.seat(next(numbers)):
            pass
        assert not table.seat(next(numbers))
        ballast.unlink()
        assert table.seat(next(numbers))
    table.check()


def fill(ballast: Path) -> None:
    """Write until nothing more can be written."""
    with ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))


def test_a_table_that_another_program_has_locked_is_written_once_it_is_free(postgres: RealPostgres) -> None:
    table = Seating(f"{postgres.database()}?journal=t")
    assert table.seat(1)
    with table.store._engine.connect() as other, other.begin() as held:
        other.execute(text("LOCK TABLE records IN ACCESS EXCLUSIVE MODE"))
        # Twice: what fails twice by anything else is given up for good.
        assert [table.seat(2), table.seat(3)] == [False, False]
        held.rollback()
    assert table.seat(4)
    table.check()


def test_a_journal_whose_lock_another_has_just_now_refuses_for_as_long_and_no_longer(postgres: RealPostgres) -> None:
    table = Seating(f"{postgres.database()}?journal=t")
    assert table.seat(1)
    store = table.store
    assert isinstance(store, PostgresJournal)
    # The line to the database is lost, and the server has not seen it yet: its end of it holds the lock.
    lost, store._writer = store._writer, None
    assert lost is not None
    assert [table.seat(2), table.seat(3)] == [False, False]
    lost.invalidate()
    lost.close()
    assert table.seat(4)
    table.check()
