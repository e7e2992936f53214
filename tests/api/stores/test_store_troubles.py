"""Stores under failure: a database killed repeatedly, a full file system. Acknowledged records are never lost."""

import random
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from shutil import which

import pytest
from sqlalchemy import text

from api.service.compose import TableConfig, open_director
from api.service.table_service import TableService
from api.stores.open import open_journal, open_read_only
from api.stores.postgres_store import PostgresJournal
from controller.errors import StoreError
from controller.journal.chain import verify
from controller.journal.events import PlayersSeated
from controller.journal.reduce import replay
from controller.ports.referee import Claim, ClaimKind
from tests.support.quiet_table import PROFILE, NoEyes, NoTable
from tests.support.real_postgres import RealPostgres, running_postgres
from tests.support.small_disk import small_disk
from tests.support.waiting import eventually

__all__ = ["small_disk"]

pytestmark = pytest.mark.process
KILLS = 2
_IMAGE_BYTES = 8 << 20


class Seating:
    """A service that seats numbered persons; ``kept``: numbers whose seating was acknowledged."""

    def __init__(self, address: str | Path) -> None:
        self.config = TableConfig("1", PROFILE, "npm-2008", "table", "camera", "calibration", address)
        self.store = open_journal(address)
        self.service = TableService("1", open_director(self.config, self.store), self.store, NoTable(), NoEyes())
        self.kept: list[int] = []
        self.refused = 0

    def seat(self, number: int) -> bool:
        """Seat person ``number``; False if the store refused."""
        names = (f"p{number}", "b", "c", "d")
        try:
            self.service.take(Claim(ClaimKind.SEAT_PLAYERS, float(number), "referee", names=names))
        except StoreError:
            self.refused += 1
            return False
        self.kept.append(number)
        return True

    def check(self) -> None:
        """Check that each acknowledged record is stored once, in order, in a valid chain that replays to the state."""
        with closing(open_read_only(self.config.journal)) as kept:
            records = list(verify(kept.read()))
        seated = [int(each.event.names[0][1:]) for each in records if isinstance(each.event, PlayersSeated)]
        assert seated == sorted(set(seated))
        assert set(self.kept) <= set(seated)
        assert self.service.state == replay(records).state
        self.store.close()


@pytest.fixture
def postgres() -> Iterator[RealPostgres]:
    """Yield a database server used by this test only, so that the test may kill it."""
    with running_postgres() as server:
        yield server


def test_a_database_that_is_killed_while_it_is_appended_to_keeps_what_it_acknowledged(postgres: RealPostgres) -> None:
    table, rng, over = Seating(f"{postgres.database()}?journal=t"), random.Random(1), threading.Event()

    def play() -> None:
        number = 0
        while not over.is_set():
            # As a person does: a refused entry is not repeated; the next one follows.
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


@pytest.fixture
def failing_disk(tmp_path: Path) -> Iterator[Path]:
    """Yield the mount point of a file system that turns read-only on errors."""
    image, folder = tmp_path / "image", tmp_path / "disk"
    folder.mkdir()
    image.write_bytes(bytes(_IMAGE_BYTES))
    made = [run(["mkfs.ext4", "-q", str(image)]), run(_mounting(image, folder))]
    if any(made):
        pytest.skip("a disk of a file needs root, a loop device and mkfs.ext4")
    try:
        yield folder
    finally:
        run(["umount", "--lazy", str(folder)])


def test_a_disk_that_turns_read_only_is_told_loses_nothing_and_goes_on_once_it_was_mended(failing_disk: Path) -> None:
    journal, image = failing_disk / "table.journal", failing_disk.parent / "image"
    table, numbers = Seating(journal), count(1)
    assert [table.seat(next(numbers)) for _ in range(5)] == [True] * 5
    assert run(["mount", "-o", "remount,abort", str(failing_disk)]) == 0
    assert [table.seat(next(numbers)) for _ in range(3)] == [False] * 3
    assert not table.service.ready
    table.store.close()
    assert run(["umount", str(failing_disk)]) == 0
    # Status 1: e2fsck found errors and corrected them.
    assert run(["e2fsck", "-fy", str(image)]) in (0, 1)
    assert run(_mounting(image, failing_disk)) == 0
    again = Seating(journal)
    again.kept = table.kept
    assert again.service.state == table.service.state
    assert again.seat(next(numbers))
    again.check()


def _mounting(image: Path, folder: Path) -> list[str]:
    return ["mount", "-o", "loop,errors=remount-ro", str(image), str(folder)]


def run(command: list[str]) -> int:
    """Run a command and return its exit status; 127 if the program is not installed."""
    if which(command[0]) is None:
        return 127
    return subprocess.run(command, capture_output=True, check=False).returncode


def fill(ballast: Path) -> None:
    """Write until the file system is full (``OSError``)."""
    with ballast.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))


def test_a_table_that_another_program_has_locked_is_written_once_it_is_free(postgres: RealPostgres) -> None:
    table = Seating(f"{postgres.database()}?journal=t")
    assert table.seat(1)
    with table.store._engine.connect() as other, other.begin() as held:
        other.execute(text("LOCK TABLE records IN ACCESS EXCLUSIVE MODE"))
        # Twice, because after two failures of any other kind the store is given up.
        assert [table.seat(2), table.seat(3)] == [False, False]
        held.rollback()
    assert table.seat(4)
    table.check()


def test_a_journal_whose_lock_another_has_just_now_refuses_for_as_long_and_no_longer(postgres: RealPostgres) -> None:
    table = Seating(f"{postgres.database()}?journal=t")
    assert table.seat(1)
    store = table.store
    assert isinstance(store, PostgresJournal)
    # The connection is lost, but the server has not noticed yet: its side still holds the lock.
    lost, store._writer = store._writer, None
    assert lost is not None
    assert [table.seat(2), table.seat(3)] == [False, False]
    lost.invalidate()
    lost.close()
    assert table.seat(4)
    table.check()
