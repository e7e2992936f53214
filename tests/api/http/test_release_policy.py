"""Changing the release policy while a table runs: with reason and name, above the venue's floor, for later rounds."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.access.roles import Role
from api.http.app import create_app
from controller.journal.events import ReleaseChanged
from controller.ports.referee import Claim, ClaimKind
from controller.table.director import Director
from controller.views.gate import Audience
from controller.views.policy import NEVER, Release, When
from tests.support.logged_in import machine
from tests.support.quiet_table import QuietTable, quiet_table


def client_of(table: QuietTable) -> TestClient:
    assert table.service is not None
    return machine(create_app({"1": table.service}), Role.OWNER, "Ueda")


def set_to(client: TestClient, policy: str, reason: str = "the final is on air") -> Any:
    return client.post("/api/v1/tables/1/release", json={"policy": policy, "reason": reason})


def facts(table: QuietTable) -> list[ReleaseChanged]:
    assert table.service is not None
    return [record.event for record in table.service.records() if isinstance(record.event, ReleaseChanged)]


def test_a_change_is_a_fact_with_who_and_why_and_is_told(table: QuietTable) -> None:
    client = client_of(table)
    assert client.get("/api/v1/tables/1/release").json()["policy"] == "never"
    assert client.get("/api/v1/tables/1/released").status_code == 404
    assert set_to(client, "300").status_code == 202
    (fact,) = facts(table)
    assert (fact.policy, fact.delay_s, fact.by, fact.why) == ("delayed", 300.0, "Ueda", "the final is on air")
    told = client.get("/api/v1/tables/1/release").json()
    assert (told["policy"], told["delay_s"], told["changed_by"], told["why"]) == ("delayed", 300.0, fact.by, fact.why)
    assert set_to(client, "300").status_code == 409, "it is in force"
    assert set_to(client, "60").status_code == 202


@pytest.mark.parametrize(
    ("policy", "reason", "status"),
    [
        ("300", " ", 422),
        ("300", "", 422),
        ("0", "why", 409),
        ("-5", "why", 409),
        ("soon", "why", 409),
        ("", "why", 409),
    ],
)
def test_what_has_no_reason_or_shows_the_present_is_refused(
    table: QuietTable, policy: str, reason: str, status: int
) -> None:
    assert set_to(client_of(table), policy, reason).status_code == status
    assert facts(table) == []


def test_nothing_goes_below_the_floor_of_the_venue(table: QuietTable) -> None:
    table.director.venue = replace(table.director.venue, release_floor_s=120.0)
    client = client_of(table)
    assert [set_to(client, policy).status_code for policy in ("live", "119", "120")] == [409, 409, 202]
    assert client.get("/api/v1/tables/1/release").json()["floor_s"] == 120.0


def test_a_referees_claim_is_no_way_around(table: QuietTable) -> None:
    body = {"kind": "set_release", "subject": "live", "reason": "why not"}
    assert client_of(table).post("/api/v1/tables/1/claims", json=body).status_code == 422
    assert facts(table) == []


def test_an_undone_decision_leaves_the_policy_as_it_was_set(table: QuietTable) -> None:
    client, service = client_of(table), table.service
    assert service is not None
    client.post("/api/v1/tables/1/claims", json={"kind": "seat_players", "names": ["a", "b", "c", "d"]})
    assert set_to(client, "game").status_code == 202
    assert client.post("/api/v1/tables/1/claims", json={"kind": "undo"}).status_code == 202
    assert service.state.release is not None
    assert service.state.release.policy == "game"


def test_a_change_of_the_venues_settings_is_a_fact_too(table: QuietTable) -> None:
    service = table.service
    assert service is not None
    service.adjust(False, 15.0, {}, NEVER)
    assert facts(table) == []
    service.adjust(False, 15.0, {}, Release(When.DELAYED, 240.0))
    (fact,) = facts(table)
    assert (fact.policy, fact.delay_s, fact.by) == ("delayed", 240.0, "venue")


def test_what_was_made_stricter_stays_so_over_a_restart(tmp_path: Path) -> None:
    with quiet_table(tmp_path) as table:
        assert table.service is not None
        table.service.take(Claim(ClaimKind.SET_RELEASE, 0.0, "owner", "game", reason="a protest"))
        assert table.store is not None
        director = Director.resume(table.store.read(), table.director.venue, table.director.rulebook)
        again = type(table.service)("1", director, table.store, *_edges(table), rule=Release(When.LIVE))
        assert again.release(Audience.STAFF)["policy"] == "game"


def _edges(table: QuietTable) -> tuple[Any, Any]:
    service: Any = table.service
    return service._table, service._eyes
