"""Past rounds, act by act: exactly what the live feed showed."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.access.roles import Role
from api.http.app import create_app
from api.service.history import History
from controller.journal import events as ev
from controller.ports.referee import Claim, ClaimKind
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import load
from controller.views.gate import Audience
from tests.support.logged_in import machine
from tests.support.played_table import BOOK, played_events, played_table
from tests.support.quiet_table import QuietTable, quiet_table

ROUNDS = "/api/v1/tables/1/rounds"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[QuietTable]:
    with played_table(tmp_path_factory.mktemp("played")) as table:
        yield table


@pytest.fixture(scope="module")
def client(played: QuietTable) -> TestClient:
    assert played.service is not None
    return TestClient(create_app({"1": played.service}))


def test_rounds_are_listed_with_what_they_came_to(client: TestClient) -> None:
    rounds = client.get(ROUNDS).json()
    assert [(each["wind"], each["number"], each["counters"]) for each in rounds[:2]] == [("E", 1, 0), ("E", 1, 1)]
    assert [each["result"]["kind"] for each in rounds[:2]] == ["draw", "win"]
    for each, following in pairwise(rounds):
        assert each["after"] == following["before"]
        assert each["began"] < each["ended"] <= following["began"]
    assert client.get(ROUNDS, params={"game": 2}).json() == []


def test_a_game_in_play_has_a_sheet_without_a_result(client: TestClient) -> None:
    sheet = client.get("/api/v1/tables/1/sheet").json()
    assert (sheet["game"], sheet["result"]) == (1, None)
    assert sheet["replay"]["address"].endswith("/tables/1/replay?round=1")
    other = client.get("/api/v1/tables/1/sheet", params={"game": 2}).json()
    assert other == {"game": 2, "result": None, "replay": None}


def test_a_finished_game_has_points_line_by_line(tmp_path: Path) -> None:
    with played_table(tmp_path, rounds=40) as table:
        assert table.service is not None
        result = TestClient(create_app({"1": table.service})).get("/api/v1/tables/1/sheet").json()["result"]
    assert sorted(result["places"]) == [1, 2, 3, 4]
    assert sum(result["scores"]) == 100_000
    for place, total in enumerate(result["points"]):
        assert total == pytest.approx(sum(line["amounts"][place] for line in result["lines"]))
    assert sum(result["points"]) == pytest.approx(0)


def test_a_round_that_was_set_up_and_never_played_is_none(tmp_path: Path) -> None:
    with quiet_table(tmp_path) as table:
        table.give(Claim(ClaimKind.SEAT_PLAYERS, 1.0, "referee", seat=Seat.C, names=("ann", "bob", "cho", "dai")))
        assert table.service is not None
        rounds = TestClient(create_app({"1": table.service})).get(ROUNDS).json()
    assert [(each["dealer"], each["names"][0]) for each in rounds] == [(Seat.C, "ann")]


@pytest.mark.slow
def test_a_round_is_told_act_by_act_up_to_its_result(client: TestClient) -> None:
    steps = client.get(f"{ROUNDS}/2").json()
    view: dict[str, Any] = {}
    for step in steps:
        assert step["changes"]
        view |= step["changes"]
    listed = client.get(ROUNDS).json()[1]
    assert view["result"]["payments"] == listed["result"]["payments"]
    discards = [step["tile"] for step in steps if step["act"] == "discard"]
    begun = [place for place, event in enumerate(played_events()) if isinstance(event, ev.RoundStarted)]
    facts = played_events()[begun[1] : begun[2]]
    assert discards == [str(event.tile) for event in facts if isinstance(event, ev.Discarded)]
    assert client.get(f"{ROUNDS}/99").status_code == 404


def test_no_step_for_the_public_tells_of_the_staff_or_of_hands(played: QuietTable, client: TestClient) -> None:
    assert played.service is not None
    told = json.dumps([client.get(f"{ROUNDS}/{ordinal}").json() for ordinal in (1, 2, 3)])
    for word in ("concealed", "from_hand", "faults", "questions", "subject", "matter", "furiten"):
        assert f'"{word}"' not in told
    assert client.get(ROUNDS, params={"audience": "staff"}).status_code == 401
    referee = machine(create_app({"1": played.service}), Role.REFEREE)
    staff = referee.get(f"{ROUNDS}/2", params={"audience": "staff"}).json()
    assert all({"subject", "matter"} <= set(step) for step in staff)
    assert '"concealed"' not in json.dumps(staff)


def test_what_is_played_since_is_found_when_it_is_asked_for_again(played: QuietTable) -> None:
    assert played.service is not None
    records = list(played.service.records())
    kept = records[: len(records) // 2]
    history = History(lambda after: (each for each in kept if each.sequence > after), load(BOOK))
    halfway = history.rounds(Audience.PUBLIC)
    newest = halfway[-1]["ordinal"]
    shorter = history.steps(newest, Audience.PUBLIC)
    kept += records[len(kept) :]
    assert history.rounds(Audience.PUBLIC) == played.service.history.rounds(Audience.PUBLIC)
    longer = history.steps(newest, Audience.PUBLIC)
    assert shorter
    assert longer
    assert len(halfway) < len(history.rounds(Audience.PUBLIC))
    assert longer[: len(shorter)] == shorter != longer


@pytest.mark.parametrize(("form", "sign"), [("tenhou6", '"log"'), ("mjai", '"start_kyoku"'), ("csv", ",")])
def test_records_are_saved_from_the_page(client: TestClient, form: str, sign: str) -> None:
    answer = client.get("/api/v1/tables/1/record", params={"format": form, "game": 1})
    assert answer.status_code == 200
    assert sign in answer.text
    assert answer.headers["content-disposition"].startswith('attachment; filename="1-1.')
    assert client.get("/api/v1/tables/1/record", params={"format": form, "game": 7}).status_code == 404
    assert client.get("/api/v1/tables/1/record", params={"format": "docx"}).status_code == 422


def test_a_table_may_be_called_what_the_house_calls_it(tmp_path: Path) -> None:
    """Regression: a header contained the raw name: each record of a table with a Japanese id was answered with 500."""
    with quiet_table(tmp_path, name="卓") as table:
        assert table.service is not None
        answer = TestClient(create_app({"卓": table.service})).get("/api/v1/tables/卓/record", params={"format": "csv"})
    assert answer.status_code == 200
    assert answer.headers["content-disposition"] == "attachment; filename=\"_.csv\"; filename*=UTF-8''%E5%8D%93.csv"
