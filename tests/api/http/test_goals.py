"""Goals through a running service on a whole table behind a pseudo-terminal: HTTP in, one press, events out."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.access.roles import Role
from api.cli import main
from api.demo.web import WebServer
from api.http.app import create_app
from api.service.compose import TableConfig, open_director, open_watched
from api.service.registry import entered, registered
from api.service.table_service import TableService
from api.stores.open import open_journal
from controller.journal.events import GoalMoved
from controller.machine.facts import CentreState
from controller.ports.table import OTHER_BOARD, GoalReport, GoalRequest, GoalStep, SignalKind, TableSignal, Verb
from controller.views.gate import Audience
from firmware_bridge.press_log import PressLog
from hardware.profiles.load import load_profile
from hardware.simulator.board.pty import BoardOnPty
from tests.support.logged_in import logged_in
from tests.support.quiet_table import NoEyes
from tests.support.table_on_pty import ModelTable, table_on_pty
from tests.support.waiting import PATIENCE_S, eventually

PROFILE = "two-start"
GOALS = "/api/v1/tables/1/goals?audience=staff"


@dataclass
class Hall:
    """A table with its service and its staff at a browser."""

    table: ModelTable
    cable: BoardOnPty
    config: TableConfig
    service: TableService
    client: TestClient

    def ask(self, verb: str, **more: Any) -> int:
        answer = self.client.post(GOALS, json={"verb": verb, "why": "next round", **more})
        assert answer.status_code == 202, answer.text
        number = answer.json()["goal"]
        assert isinstance(number, int)
        return number

    def steps(self, goal: int) -> list[str]:
        """Wait until a goal has ended; return its steps."""
        number, known = 0, [GoalStep.ASKED]
        while not known[-1].ended:
            assert self.service.wait_past(number, PATIENCE_S), "no end of it"
            number = self.service.number
            moved = [record.event for record in self.service.records() if isinstance(record.event, GoalMoved)]
            known = [each.step for each in moved if each.goal == goal]
        return [step.value for step in known]

    def wait_for_link(self) -> None:
        eventually(lambda: self.client.get(GOALS).json()["centre"]["id"] == "closed")


def open_hall(config: TableConfig) -> TableService:
    store = open_journal(config.journal)
    table = open_watched(config, load_profile(PROFILE))
    return TableService("1", open_director(config, store), store, table, NoEyes())


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Hall]:
    with table_on_pty(tmp_path / "table", PROFILE) as (table, cable):
        config = TableConfig(
            *("1", PROFILE, "npm-2008", str(cable.link), "camera", "calibration", tmp_path / "journal.sqlite"),
            presses=tmp_path / "presses.jsonl",
        )
        service = open_hall(config)
        service.start()
        found = Hall(table, cable, config, service, logged_in(create_app({"1": service}), Role.STAFF, "head referee"))
        found.wait_for_link()
        yield found
        service.stop()


def test_a_goal_is_pressed_once_proved_by_the_sensor_and_told_to_the_staff_alone(hall: Hall) -> None:
    goal = hall.ask("open", by="somebody else")
    assert hall.steps(goal) == ["asked", "pressed", "done"]
    assert (hall.table.machine.moves, hall.table.machine.centre) == (1, CentreState.OPEN)
    shown = hall.service.newest(Audience.STAFF)["goal"]
    assert (shown["goal"], shown["verb"], shown["by"], shown["ended"]) == (goal, "open", "head referee", True)
    assert shown["text"]["ja"]
    assert "goal" not in hall.service.newest(Audience.PUBLIC)
    (entry,) = PressLog(hall.config.presses).entries()
    assert (entry.by, entry.why, entry.outputs, entry.outcome) == ("head referee", "next round", ("SET_A",), "done")
    assert hall.steps(hall.ask("open")) == ["asked", "already"]
    assert hall.table.machine.moves == 1


def test_how_the_machine_stands_and_what_it_may_be_asked_for(hall: Hall) -> None:
    found = hall.client.get(GOALS).json()
    assert (found["centre"]["id"], found["centre"]["ja"], found["link"]["id"]) == ("closed", "閉", "online")
    assert {each["verb"]: each["hands_clear"] for each in found["goals"]} == {
        "open": False,
        "close": True,
        "lift": True,
        "dice": False,
        "wait_ready": False,
    }
    assert found["last"] is None


def test_fingers_are_asked_after_and_what_the_round_forbids_is_refused_with_its_clause(hall: Hall) -> None:
    hall.steps(hall.ask("open"))
    # The walls rise two seconds after the box has closed: until then dice are forbidden, however slow the machine is.
    refused = hall.client.post(GOALS, json={"verb": "dice"})
    assert refused.status_code == 409
    assert "art. 13" in refused.json()["detail"]
    assert hall.service.newest(Audience.STAFF)["goal"]["step"] == "refused"
    assert hall.table.machine.rolls == 0
    assert hall.steps(hall.ask("close")) == ["asked", "refused"]
    assert "手や物" in hall.service.newest(Audience.STAFF)["goal"]["reason"]["ja"]
    assert hall.steps(hall.ask("close", hands_clear=True)) == ["asked", "pressed", "done"]


def test_a_person_at_the_table_ends_the_goal(hall: Hall) -> None:
    goal = hall.ask("open")
    number = 0
    while hall.service.state.goal is None or hall.service.state.goal.step is GoalStep.ASKED:
        assert hall.service.wait_past(number, PATIENCE_S)
        number = hall.service.number
    hall.cable.act(lambda _, now: hall.table.fingers(("SET_C",), now))
    steps = hall.steps(goal)
    hall.cable.act(lambda _, now: hall.table.fingers((), now))
    assert steps == ["asked", "pressed", "superseded"]
    assert len(PressLog(hall.config.presses).entries()) == 1


def test_a_goal_is_called_off(hall: Hall) -> None:
    goal = hall.ask("wait_ready")
    hall.steps(goal)
    opened = hall.ask("open")
    assert hall.client.delete(f"{GOALS}&by=nobody").status_code == 202
    assert hall.steps(opened)[-1] in ("superseded", "done")


def test_without_a_line_nothing_is_pressed_and_the_cure_is_named(hall: Hall) -> None:
    hall.cable.unplug()
    eventually(lambda: hall.client.get(GOALS).json()["link"]["id"] == "offline")
    assert hall.steps(hall.ask("open")) == ["asked", "refused"]
    assert "USB" in hall.service.newest(Audience.STAFF)["goal"]["reason"]["ja"]


def test_a_goal_that_was_under_way_when_the_service_ended_is_unknown_and_not_pressed_again(hall: Hall) -> None:
    hall.service.take(
        GoalReport(7, GoalRequest(Verb.OPEN, "referee", "next round"), GoalStep.PRESSED, 1.0, pressed=True)
    )
    hall.service.stop()
    again = open_hall(hall.config)
    again.start()
    state = again.state.goal
    again.stop()
    assert state is not None
    assert (state.goal, state.step, state.pressed) == (7, GoalStep.UNKNOWN, True)
    assert hall.table.machine.moves == 0


@pytest.mark.parametrize(
    ("body", "status"), [({"verb": "explode"}, 422), ({"verb": "open", "why": " "}, 422), ({}, 422)]
)
def test_a_bad_request_is_a_problem_document(hall: Hall, body: dict[str, str], status: int) -> None:
    answer = hall.client.post(GOALS, json=body)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"


def test_the_command_goes_through_the_service_that_holds_the_port(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    web = WebServer({"1": hall.service})
    web.start()

    def goal(*arguments: str) -> tuple[int, str, str]:
        asked = ["jantaku", "table", "goal", *arguments, "--profile", PROFILE, "--port", hall.config.serial, "--yes"]
        monkeypatch.setattr("sys.argv", [*asked, "--json", "--by", "referee"])
        with pytest.raises(SystemExit) as ended:
            main()
        said = capfd.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, said.out, said.err

    token = web.access.tokens.console("sato")
    with registered("1", hall.config.serial, web.address), entered(web.address, tmp_path, token):
        status, out, _ = goal("open")
        assert (status, json.loads(out)["outcome"], json.loads(out)["pressed"]) == (0, "done", True)
        assert hall.table.machine.moves == 1
        status, out, _ = goal("close")
        assert (status, json.loads(out)["outcome"]) == (1, "refused")
        assert "hands" in json.loads(out)["why_en"]
        status, out, err = goal("dice")
        assert (status, out) == (2, "")
        assert "art. 13" in err
        other = "00a1b2c3d4e5f608"
        hall.service.take(TableSignal(SignalKind.FAULT, hall.service.now(), code=OTHER_BOARD, board=other))
        asked = ["jantaku", "table", "accept", other, "--why", "repaired", "--port", hall.config.serial]
        monkeypatch.setattr("sys.argv", asked)
        with pytest.raises(SystemExit) as taken:
            main()
        assert (taken.value.code, capfd.readouterr().out, hall.service.state.board) == (0, f"1: {other}\n", other)
    status, _, err = goal("open")
    assert status == 2, "without a note the holder is named"
    assert "held by" in err
    web.stop()
    assert [entry.by for entry in PressLog(hall.config.presses).entries()] == ["sato"], "whoever runs the service"
