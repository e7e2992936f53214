"""A claim that is not entered: what it would change, by the same door, the same refusals and the same way out."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.access.roles import Role
from api.http.app import create_app
from controller.riichi.seat import Seat
from tests.support.bench import lap
from tests.support.logged_in import machine
from tests.support.quiet_table import QuietTable, quiet_table

A, B, C, D = Seat
CLAIMS = "/api/v1/tables/1/claims"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[QuietTable]:
    with quiet_table(tmp_path) as table:
        table.set_out(3, 4)
        table.turn_dora("9p", C, 5)
        table.see()
        lap(table, "5p")
        table.open(B, "46p123m789s22z777z")
        table.see()
        yield table


@pytest.fixture
def app(table: QuietTable) -> Any:
    assert table.service is not None
    return create_app({"1": table.service})


@pytest.fixture
def client(app: Any) -> TestClient:
    client = machine(app, Role.REFEREE, "Ueda")
    client.post(CLAIMS, json={"kind": "report_fault", "subject": "hand-opened", "seat": int(C)})
    return client


def staff(client: TestClient) -> Any:
    return client.get("/api/v1/tables/1", params={"audience": "staff"}).json()


def test_what_is_told_is_what_the_claim_then_does_and_nothing_is_entered_before(
    table: QuietTable, client: TestClient
) -> None:
    assert table.service is not None
    before, number = staff(client), table.service.number
    body = {"kind": "uphold_fault", "subject": before["faults"][0]["id"], "penalty": "chombo", "beside_win": "instead"}
    answer = client.post(CLAIMS, params={"dry_run": True}, json=body)
    told = answer.json()
    assert (answer.status_code, told["status"], told["number"]) == (200, "foreseen", number)
    assert (staff(client), table.service.number) == (before, number)
    assert client.post(CLAIMS, json=body).json() == {"status": "accepted"}
    after = staff(client)
    for view, state in ((told["before"], before), (told["after"], after)):
        assert view["games"][-1]["points"] == [seat["standing"]["points"] for seat in state["seats"]]
        assert view["games"][-1]["sticks"] == state["round"]["riichi_sticks"]
        assert view["rounds"][-1]["payments"] == state["result"]["payments"]
    gone = next(each for each in told["changes"] if each["about"] == "result")
    assert gone["before"]["en"].startswith("South by ron")
    assert gone["after"]["en"].startswith("Chombo")
    lost = next(each for each in told["changes"] if each["about"] == "points" and each["seat"] == int(B))
    assert lost["was"] > lost["now"]


def test_a_claim_that_cannot_stand_is_refused_in_the_same_words(client: TestClient) -> None:
    for body in ({"kind": "uphold_fault", "subject": "F99"}, {"kind": "dealer_stops"}, {"kind": "end_game"}):
        asked = client.post(CLAIMS, params={"dry_run": True}, json=body)
        entered = client.post(CLAIMS, json=body)
        assert asked.status_code == entered.status_code == 409
        assert asked.json() == entered.json()


def test_only_who_may_enter_the_claim_may_ask_what_it_changes(app: Any, client: TestClient) -> None:
    body = {"kind": "void_round"}
    assert client.post(CLAIMS, params={"dry_run": True}, json=body).status_code == 200
    for role in (Role.VIEWER, Role.OVERLAY):
        other = machine(app, role)
        refused = [other.post(CLAIMS, params=query, json=body).status_code for query in ({}, {"dry_run": True})]
        assert refused == [403, 403]


def test_no_concealed_hand_is_in_what_is_told(client: TestClient) -> None:
    told = client.post(CLAIMS, params={"dry_run": True}, json={"kind": "void_round"}).json()
    assert set(told) == {"status", "before", "after", "changes", "refused", "number"}
    assert all({"tiles", "concealed", "drawn"}.isdisjoint(each) for each in told["after"]["rounds"])
