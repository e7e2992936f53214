"""The system clock steps by two hours, either way; time limits are not affected."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from api.access.access import Access
from api.access.rates import Rates
from api.access.refusals import DeniedError
from api.access.roles import Role
from api.access.settings import AccessSettings, RateLimits
from api.access.store import FILE
from api.service.compose import TableConfig, open_watched
from api.steady import SteadyClock
from api.webhooks.queue import WebhookQueue
from controller.journal.chain import verify
from controller.journal.events import PlayersSeated
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import TableSignal
from hardware.profiles.load import load_profile
from tests.support.quiet_table import PROFILE, quiet_table
from tests.support.table_on_pty import table_on_pty
from tests.support.waiting import PATIENCE_S
from vision.capture.recorder import FrameQuota
from vision.stored_frames import Retention

STEPS = pytest.mark.parametrize("step_s", [7200.0, -7200.0])
PIN = "4711"


class Room:
    """A machine with a system clock that can be set, a monotonic clock, and access control."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.wall, self.since_boot = folder, 1_000_000.0, 500.0
        self.access = self.process()

    def steady(self, boot: str = "boot") -> SteadyClock:
        """Return the steady clock of a process that starts now."""
        return SteadyClock(self.folder / "clock.json", lambda: self.wall, lambda: self.since_boot, boot)

    def process(self) -> Access:
        """Return the access control of a new process: the service, or a command at the machine."""
        settings = AccessSettings(idle_s=3600, session_s=86_400, link_s=900, pin_s=300)
        return Access(self.folder / FILE, settings, self.steady())

    def passes(self, seconds: float) -> None:
        self.wall += seconds
        self.since_boot += seconds


@pytest.fixture
def room(tmp_path: Path) -> Room:
    return Room(tmp_path)


def spent(opens: Callable[[], object]) -> bool:
    try:
        opens()
    except DeniedError:
        return True
    return False


@STEPS
def test_sessions_and_pins_last_as_long_as_they_should(room: Room, step_s: float) -> None:
    people = room.access.people
    session = people.open_link(people.link(Role.STAFF, "Sato"), "tablet")
    who = people.of_session(session)
    assert who is not None
    people.choose(who.id, pin=PIN)
    room.passes(3000)
    session = people.confirm(session, PIN)
    room.wall += step_s
    here = people.of_session(session)
    assert here is not None
    assert here.sure
    room.passes(301)
    here = people.of_session(session)
    assert here is not None
    assert not here.sure
    # The same holds after a restart of the service.
    room.access.close()
    again = room.process().people
    assert again.of_session(session) is not None
    room.passes(3601)
    assert again.of_session(session) is None


@STEPS
def test_links_of_the_console_open_for_as_long_as_they_should(room: Room, step_s: float) -> None:
    before = room.access.people.link(Role.REFEREE, "Kato")
    room.wall += step_s
    console = room.process().people
    after, late = console.link(Role.REFEREE, "Ito"), console.link(Role.REFEREE, "Abe")
    assert room.access.people.open_link(before, "phone")
    assert room.access.people.open_link(after, "phone")
    room.passes(901)
    assert spent(lambda: room.access.people.open_link(late, "phone"))


def test_another_boot_begins_with_the_wall_and_what_cannot_be_read_too(room: Room) -> None:
    room.wall += 7200
    assert room.steady("boot")() == room.wall - 7200
    assert room.steady("next boot")() == room.wall
    (room.folder / "clock.json").write_text("{")
    assert room.steady("next boot")() == room.wall
    assert SteadyClock(None, lambda: 5.0, lambda: 1.0)() == 5.0


@STEPS
def test_nobody_who_asked_before_a_step_is_kept_waiting_after_it(
    monkeypatch: pytest.MonkeyPatch, step_s: float
) -> None:
    now = [50.0]
    rates = Rates(RateLimits(login="2/minute"), lambda: now[0])
    assert [rates.wait_s("login", "Sato") for _ in range(3)] == [0, 0, 60]
    real = time.time
    monkeypatch.setattr(time, "time", lambda: real() + step_s)
    now[0] += 59
    assert rates.wait_s("login", "Sato") == 1
    now[0] += 1
    assert rates.wait_s("login", "Sato") == 0


def test_clients_that_have_not_come_for_long_are_forgotten() -> None:
    now = [50.0]
    rates = Rates(RateLimits(login="2/minute"), lambda: now[0])
    for number in range(5000):
        now[0] += 1
        assert rates.wait_s("login", str(number)) == 0
    assert len(rates._came) < 4200


@STEPS
def test_what_waits_for_a_receiver_is_told_when_it_is_due(tmp_path: Path, room: Room, step_s: float) -> None:
    queue, clock = WebhookQueue(tmp_path / "queue.sqlite"), room.steady()
    queue.add("j", 1, [("club", {"id": "1"})], clock())
    first = queue.due("club", clock())
    assert first is not None
    queue.later(first, clock() + 8)
    room.wall += step_s
    room.passes(7)
    assert queue.due("club", clock()) is None
    room.passes(2)
    assert queue.due("club", clock()) is not None
    queue.later(first, clock() + 3600)
    queue.close()
    # After a reboot the item is due, whatever the system clock reads.
    room.wall += step_s
    assert WebhookQueue(tmp_path / "queue.sqlite").due("club", room.steady("next boot")()) is not None


@STEPS
def test_the_journal_goes_on_and_a_decision_can_be_taken_back_for_as_long_as_ever(
    tmp_path: Path, room: Room, step_s: float
) -> None:
    with quiet_table(tmp_path, clock=room.steady(), wall=lambda: room.wall) as table:
        service = table.service
        assert service is not None

        def seat(name: str) -> None:
            service.take(Claim(ClaimKind.SEAT_PLAYERS, service.now(), "Sato", names=(name, "b", "c", "d")))

        seat("a")
        room.wall += step_s
        room.passes(5)
        seat("e")
        records = list(verify(service.records()))
        one, other = [record for record in records if isinstance(record.event, PlayersSeated)][-2:]
        assert other.event.at - one.event.at == 5
        assert other.time - one.time == 5 + step_s
        room.passes(service._intake._director.venue.undo_s - 1)
        service.take(Claim(ClaimKind.UNDO, service.now(), "Sato"))
        assert service.state.names[0] == "a"


@STEPS
def test_no_picture_that_is_young_enough_goes(tmp_path: Path, step_s: float) -> None:
    wall, gone = [1_000_000.0], list[Path]()
    quota = FrameQuota(tmp_path, Retention(days=1), lambda _, files: gone.extend(files), lambda: wall[0])
    ages_h = {"00000001": 27, "00000002": 21, "00000003": 1}
    for name, age in ages_h.items():
        (tmp_path / name).write_bytes(b"picture")
        os.utime(tmp_path / name, (wall[0] - age * 3600,) * 2)
    wall[0] += step_s
    quota.added(7)
    assert [file.name for file in gone] == ["00000001"]


@pytest.mark.process
def test_the_board_is_dated_by_the_time_of_the_people(tmp_path: Path) -> None:
    config = TableConfig(
        "1",
        PROFILE,
        "npm-2008",
        str(tmp_path / "table"),
        "table",
        "camera",
        "calibration",
        presses=tmp_path / "presses",
    )
    with table_on_pty(tmp_path / "table"):
        table = open_watched(config, load_profile(PROFILE))
        told: list[TableSignal] = []
        try:
            until = time.monotonic() + PATIENCE_S
            while not told and time.monotonic() < until:
                told += [each for each in table.poll(0.5) if isinstance(each, TableSignal)]
        finally:
            table.close()
    assert told
    assert all(abs(each.at - time.time()) < 3600 for each in told)
