"""A running table observes its machine: the board's timings become events; wear is reported, shown and re-learnt."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import pytest
from fastapi.testclient import TestClient
from prometheus_client.parser import text_string_to_metric_families

from api.access.roles import Role
from api.cli.table import health
from api.http.app import create_app
from api.service.table_service import TableService
from controller.journal import events as ev
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import GoalReport, SignalKind, TableSignal
from tests.support.logged_in import machine
from tests.support.quiet_table import NoEyes, NoTable, QuietTable, quiet_table
from tests.support.waiting import PATIENCE_S
from tests.support.whole_board import whole_board

DAY_S = 86_400.0
USUAL, WORN = [60.0] * 6, [72.0] * 3


class TimedTable(NoTable):
    """A table whose board reports the given timings."""

    def __init__(self) -> None:
        super().__init__()
        self.told: Queue[list[TableSignal]] = Queue()

    def poll(self, timeout: float) -> Sequence[TableSignal | GoalReport]:
        try:
            return self.told.get(timeout=min(timeout, 0.02))
        except Empty:
            return ()


@dataclass
class Calendar:
    """Dates the records by the day."""

    day: int = 0

    def now(self) -> float:
        return self.day * DAY_S


class Hall:
    """A table in use for many days."""

    def __init__(self, table: QuietTable, board: TimedTable, calendar: Calendar) -> None:
        assert table.service is not None
        self.service: TableService = table.service
        self.board, self.calendar = board, calendar
        self.client = TestClient(create_app({"1": self.service}))

    def play(self, *middles: float) -> list[ev.Event]:
        """Play days whose builds take these seconds; return their events."""
        before = self.service.number
        for seconds in middles:
            self.calendar.day += 1
            builds = [TableSignal(SignalKind.TIMED, 1.0, code="build", seconds=(seconds,)) for _ in range(6)]
            last = self.service.number + len(builds) - 1
            self.board.told.put(builds)
            assert self.service.wait_past(last, PATIENCE_S)
        return [record.event for record in self.service.records(before)]

    def due(self) -> list[str]:
        return [each.fault.id for each in self.service.state.open_faults() if each.fault.code == "table-maintenance"]


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    board, calendar = TimedTable(), Calendar()
    with quiet_table(tmp_path, edges=(board, NoEyes()), wall=calendar.now) as table:
        found = Hall(table, board, calendar)
        found.service.start()
        yield found
        found.service.stop()


def wait(hall: Hall, wanted: int) -> list[str]:
    before = hall.service.number
    while len(hall.due()) != wanted and hall.service.wait_past(before, PATIENCE_S):
        before = hall.service.number
    assert len(hall.due()) == wanted
    return hall.due()


def figure(client: TestClient, name: str) -> dict[str, float]:
    text = client.get("/metrics").text
    families = text_string_to_metric_families(text)
    return {each.labels["work"]: each.value for family in families for each in family.samples if each.name == name}


def shown(client: TestClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/v1/tables/1/health").json()
    return found


def on_board(client: TestClient) -> Any:
    return whole_board(client, "staff")["1"]


def test_wear_is_told_once_shown_everywhere_and_learnt_anew_after_service(
    hall: Hall, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not any(isinstance(event, ev.FaultRaised) for event in hall.play(*USUAL))
    hall.play(*WORN)
    (fault,) = wait(hall, 1)
    raised = [record.event for record in hall.service.records() if isinstance(record.event, ev.FaultRaised)]
    assert raised[-1].fault.detail.en == "Set is built: usually 60.0 s, now 72.0 s (+20%)"
    client = machine(create_app({"1": hall.service}), Role.REFEREE)
    (work,) = shown(client)["works"]
    assert (work["work"], work["due"], work["usual_s"], work["now_s"]) == ("build", "drift", 60.0, 72.0)
    assert [day["middle_s"] for day in work["days"]] == [*USUAL, *WORN]
    (card,) = on_board(client)["card"]["works"]
    assert (card["work"], card["due"], card["usual_s"], card["now_s"], card["times"]) == ("build", True, 60.0, 72.0, 54)
    assert figure(client, "jantaku_machine_maintenance_due") == {"build": 1.0}
    assert figure(client, "jantaku_machine_work_seconds") == {"build": 72.0}
    assert health.health([str(tmp_path / "journal.sqlite")], days=3) == 1
    told = capsys.readouterr().out
    assert "Set is built: 通常より長い / longer than usual, 60.00 -> 72.00 s (+20.0%)" in told
    assert told.count("72.00 s     6×") == 3
    hall.play(72.0)
    assert hall.due() == [fault], "told once while it lasts"
    hall.service.take(Claim(ClaimKind.CORRECT_FAULT, 2.0, "referee", fault))
    hall.play(72.0, 72.0)
    assert hall.due() == []
    assert shown(client)["works"][0]["standing"]["en"] == "too little known yet"


def test_a_machine_that_runs_as_before_again_is_cleared_by_itself(hall: Hall) -> None:
    hall.play(*USUAL, *WORN)
    wait(hall, 1)
    hall.play(60.0, 60.0)
    wait(hall, 0)


def test_who_only_watches_is_not_told_of_the_machine(hall: Hall) -> None:
    assert machine(create_app({"1": hall.service}), Role.VIEWER).get("/api/v1/tables/1/health").status_code == 403
