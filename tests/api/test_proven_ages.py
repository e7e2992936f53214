"""A restarted service continues its late feed as far as the age of facts is proven, and otherwise shows nothing."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from api.service.ages import ProvenAges
from api.service.table_service import TableService
from api.steady import this_boot
from api.stores.sqlite_store import SqliteJournal
from controller.journal.chain import seal
from controller.ports.eyes import Sighting
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from controller.table.director import Director
from controller.table.venue import Venue
from controller.views.policy import Release
from tests.support.quiet_table import NoEyes, NoTable

NPM = rulebook("npm-2008")
VENUE = Venue(rulebook="npm-2008")
STARTED = 1000.0


class Evening:
    """A table that records one fact a minute and whose service is restarted."""

    def __init__(self, folder: Path) -> None:
        self.file, self.now, self.boot = folder / "ages.jsonl", STARTED, "one"
        self.store = SqliteJournal(folder / "journal.sqlite")
        _, opening = Director.open(VENUE, 0.0)
        record = None
        for event in opening.events:
            record = seal(event, 0.0, record)
            self.store.append([record])
        self.services: list[TableService] = []

    def begin(self, rule: str) -> None:
        """Start a service with the release rule ``rule``."""
        release = Release.parse(rule)
        ages = ProvenAges(self.file, release, lambda: self.now, self.boot)
        director = Director.resume(self.store.read(), VENUE, NPM, (), seen=ages.see)
        edges = NoTable(), NoEyes()
        self.services.append(
            TableService("t", director, self.store, *edges, rule=release, monotonic=lambda: self.now, ages=ages)
        )

    def play(self, minutes: int) -> None:
        """Send one machine signal a minute, which gives one fact each."""
        for _ in range(minutes):
            self.now += 60.0
            self.service.take(self._next())

    def look(self) -> None:
        """Pass a sighting without content, so that the late feed shows what is due."""
        nothing = (None,) * 4
        self.service.take(Sighting(1, self.now, nothing, nothing, nothing, nothing, None, None))

    def _next(self) -> TableSignal:
        number = self.service.number
        kinds = (SignalKind.SET_PRESSED, SignalKind.MIXING, SignalKind.WALLS_UP, SignalKind.DICE_PRESSED)
        return TableSignal(kinds[min(number - 2, 3)], self.now, Seat.A, id=f"1:{number}")

    @property
    def service(self) -> TableService:
        return self.services[-1]

    @property
    def late(self) -> str | None:
        """The phase in the late feed, None if it shows nothing."""
        feed = self.service.late_feed()
        return None if feed is None or feed.view is None else str(feed.view["phase"])

    @property
    def phase(self) -> str:
        return str(self.service.state.phase.value)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    made = Evening(tmp_path)
    yield made
    for each in made.services:
        each._outlet.close()
    made.store.close()


def test_after_a_restart_the_newest_that_is_old_enough_is_shown_at_once_and_the_rest_when_due(evening: Evening) -> None:
    evening.begin("50")
    evening.play(1)
    first = evening.phase
    evening.play(1)
    assert (evening.late, evening.phase == first) == (first, False)
    evening.begin("50")
    assert evening.late == first
    evening.now += 49.0
    evening.look()
    assert evening.late == first
    evening.now += 1.0
    evening.look()
    assert evening.late == evening.phase


@pytest.mark.parametrize("lost", ["boot", "file", "line", "clock"])
def test_what_cannot_be_proven_is_as_if_it_came_just_now(evening: Evening, lost: str) -> None:
    evening.begin("150")
    evening.play(4)
    assert evening.late is not None
    if lost == "boot":
        evening.boot = "two"
    elif lost == "file":
        evening.file.unlink()
    elif lost == "line":
        evening.file.write_text("".join(f"{line[:-9]}\n" for line in evening.file.read_text().splitlines()))
    else:
        evening.now = 3.0
    evening.begin("150")
    assert evening.late is None
    evening.now += 149.0
    evening.look()
    assert evening.late is None


def test_a_delay_that_is_lowered_over_a_restart_holds_for_later_facts_only(evening: Evening) -> None:
    evening.begin("600")
    evening.play(4)
    evening.begin("60")
    assert evening.late is None
    evening.now += 300.0
    evening.begin("60")
    assert evening.late is None
    evening.now += 120.0
    evening.begin("60")
    assert evening.late is not None


def test_what_was_played_under_never_stays_hidden_over_a_restart(evening: Evening) -> None:
    evening.begin("never")
    evening.play(4)
    evening.begin("60")
    evening.now += 3600.0
    evening.look()
    assert evening.late is None


def test_the_file_keeps_no_more_than_is_needed_and_nobody_else_reads_it(evening: Evening) -> None:
    evening.begin("60")
    evening.play(6)
    evening.now += 60.0
    assert len(evening.file.read_text().splitlines()) >= 4
    evening.begin("60")
    assert len(evening.file.read_text().splitlines()) == 1
    assert evening.file.stat().st_mode & 0o077 == 0
    assert json.loads(evening.file.read_text())[2] == "one"


def test_this_boot_has_a_name() -> None:
    assert len(this_boot()) >= 36
    assert this_boot() == this_boot()
