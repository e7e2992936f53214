"""A preview of a claim: its effects, with the same checks, the same refusals and the same release gate as an entry."""

from collections.abc import Iterator
from contextlib import contextmanager
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
        offered = client.post(CLAIMS, params={"dry_run": True, "offered": True}, json=body)
        assert (offered.status_code, offered.json()["status"]) == (200, "refused")
        assert (offered.json()["code"], offered.json()["reason"]) == (asked.json()["code"], asked.json()["reason"])


def test_only_who_may_enter_the_claim_may_ask_what_it_changes(app: Any, client: TestClient) -> None:
    body = {"kind": "void_round"}
    assert client.post(CLAIMS, params={"dry_run": True}, json=body).status_code == 200
    for role in (Role.VIEWER, Role.OVERLAY):
        other = machine(app, role)
        refused = [other.post(CLAIMS, params=query, json=body).status_code for query in ({}, {"dry_run": True})]
        assert refused == [403, 403]


def test_no_concealed_hand_is_in_what_is_told(client: TestClient) -> None:
    told = client.post(CLAIMS, params={"dry_run": True}, json={"kind": "void_round"}).json()
    assert set(told) == {"status", "before", "after", "changes", "refused", "outcome", "number"}
    assert all({"tiles", "concealed", "drawn"}.isdisjoint(each) for each in told["after"]["rounds"])


@contextmanager
def played(folder: Path, book: str) -> Iterator[tuple[QuietTable, TestClient]]:
    """A table at which A has discarded."""
    with quiet_table(folder, book) as table:
        assert table.service is not None
        table.set_out(3, 4)
        table.turn_dora("9p", C, 5)
        table.see()
        lap(table, "5p")
        yield table, machine(create_app({"1": table.service}), Role.REFEREE, "Ueda")


def test_an_entry_is_refused_where_the_table_has_moved_on_to_another_outcome(tmp_path: Path) -> None:
    draw = {"kind": "confirm_draw", "seats": [int(C)], "nagashi": []}
    with played(tmp_path, "npm-2008") as (table, client):
        shown = client.post(CLAIMS, params={"dry_run": True}, json=draw).json()
        lap(table, "9s", first=B)
        still = client.post(CLAIMS, params={"dry_run": True}, json=draw).json()
        assert still["number"] > shown["number"], "the table moved on"
        assert still["outcome"] == shown["outcome"], "and the draw comes to the same"
        client.post(CLAIMS, json={"kind": "report_fault", "subject": "call-empty", "seat": int(C)})
        dead = staff(client)["faults"][-1]["id"]
        client.post(CLAIMS, json={"kind": "uphold_fault", "subject": dead, "penalty": "loses_right"})
        before = staff(client)
        answer = client.post(CLAIMS, json=draw | {"outcome": shown["outcome"]})
        refused = answer.json()
        assert (answer.status_code, refused["code"]) == (409, "moved-on")
        assert refused["reason"].keys() == {"ja", "en"}
        assert (staff(client)["result"], staff(client)["seats"]) == (before["result"], before["seats"])
        now = client.post(CLAIMS, params={"dry_run": True}, json=draw).json()
        assert {"status": "foreseen", **refused["foreseen"]} == now
        assert client.post(CLAIMS, json=draw | {"outcome": now["outcome"]}).status_code == 202


# Teikoku art. 4-1 has no rule on a valid win beside a chombo: only the referee decides which counts.
def test_where_the_book_is_silent_on_a_win_beside_a_penalty_the_entry_has_to_choose(tmp_path: Path) -> None:
    with played(tmp_path, "teikoku") as (table, client):
        assert table.service is not None
        table.open(B, "46p123m789s22z777z")
        table.see()
        client.post(CLAIMS, json={"kind": "report_fault", "subject": "hand-opened", "seat": int(C)})
        fault = staff(client)["faults"][0]["id"]
        before, number = staff(client)["result"], table.service.number
        body = {"kind": "uphold_fault", "subject": fault, "penalty": "chombo"}
        for query in ({"dry_run": True}, {}):
            answer = client.post(CLAIMS, params=query, json=body)
            assert (answer.status_code, answer.json().get("code")) == (409, "beside-win"), answer.json()
            assert [each["id"] for each in answer.json()["choices"]["beside_win"]] == ["both", "instead"]
        assert (staff(client)["result"], table.service.number) == (before, number)
        assert client.post(CLAIMS, json=body | {"beside_win": "both"}).status_code == 202
        result = staff(client)["result"]
        assert [each["winner"] for each in result["wins"]] == [int(B)]
        assert result["payments"][C] < 0
