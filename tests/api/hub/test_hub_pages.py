"""The hub's pages: breaks are visible and clearable for the right roles, and the person who cleared is recorded."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient
from starlette.datastructures import QueryParams

from api.access.roles import Role
from api.access.routes import HUB_ROWS
from api.hub.hub_store import HubStore
from api.hub_pages.app import create_hub_pages
from tests.api.access.test_access_routes import served
from tests.api.access.test_access_walk import address, status
from tests.support.hub_pages import CLEARED, SUBJECT, broken_hub
from tests.support.logged_in import logged_in, machine

HUB = "/api/v1/hub"
CLEAR = f"{HUB}/breaks/{{}}/clearance"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[HubStore]:
    with broken_hub(tmp_path) as store:
        yield store


def test_every_route_has_its_row_and_every_row_a_route(store: HubStore) -> None:
    found = set(served(create_hub_pages(store).routes))
    rows = {(method, row.path) for row in HUB_ROWS for method in row.methods.split()}
    assert rows - found == set()
    assert {path for _, path in found - rows} <= {"/api/v1/access/cameras"}, "without a row these are refused"


@pytest.mark.parametrize("role", [None, *Role], ids=lambda role: "visitor" if role is None else role.value)
def test_a_role_reaches_what_its_rank_reaches_and_nothing_else(store: HubStore, role: Role | None) -> None:
    app = create_hub_pages(store)
    client = TestClient(app) if role is None else machine(app, role)
    wrong = []
    for row in HUB_ROWS:
        needed = row.needed(QueryParams(""))
        may = needed is None or (role or Role.VIEWER).may(needed)
        for method in row.methods.split():
            found = status(client, method, address(row, "").replace("/number/", "/2/"))
            refused = 401 if role is None else 403
            if (found == refused) is may or (found in (401, 403) and found != refused) or found == 500:
                wrong.append((method, row.path, found))
    assert wrong == []


def test_a_break_is_told_in_both_languages_and_cleared_once_by_name_and_id(store: HubStore) -> None:
    app = create_hub_pages(store)
    staff = logged_in(app, Role.STAFF, "Mori")
    me = staff.get("/api/v1/access/me").json()
    told = staff.get(HUB).json()
    (journal,) = told["journals"]
    assert (journal["venue"], journal["table"], journal["held"], journal["seen"]) == ("kyoto", "1", 1, 3)
    assert [(each["id"], each["subject"]) for each in told["breaks"]] == [(2, SUBJECT), (3, "elsewhere")]
    assert all(
        each[words][language] for each in told["breaks"] for words in ("what", "remedy") for language in ("ja", "en")
    )
    assert [each["id"] for each in told["cleared"]] == [CLEARED]
    assert staff.post(CLEAR.format(2), json={"why": "the journal of\nthe spare board"}).status_code == 204
    assert staff.post(CLEAR.format(2), json={"why": "again"}).status_code == 404, "a decision is made once"
    told = staff.get(HUB).json()
    assert [each["id"] for each in told["breaks"]] == [3]
    decision = told["cleared"][0]["cleared"]
    assert decision["why"] == "the journal of the spare board"
    assert (decision["by"]["name"], decision["by"]["kind"]) == ("Mori", "person")
    person = app.state.access.people.of_session(app.state.access.session_in(staff.cookies))
    assert decision["by"]["id"] == person.id
    assert me["device"] == person.device
    robot = machine(app, Role.STAFF, "night watch")
    assert robot.post(CLEAR.format(3), json={"why": "seen"}).status_code == 204
    assert robot.get(HUB).json()["cleared"][0]["cleared"]["by"]["kind"] == "token"


def test_a_person_who_has_a_pin_enters_it_first(store: HubStore) -> None:
    app = create_hub_pages(store)
    staff = logged_in(app, Role.STAFF, "Mori")
    again = TestClient(app, headers=dict(staff.headers))
    code = app.state.access.people.link(Role.STAFF, "Mori")
    again.post("/api/v1/access/login", json={"code": code, "device": "phone"})
    denied = again.post(CLEAR.format(2), json={"why": "x"})
    assert (denied.status_code, denied.json()["code"]) == (403, "pin-needed")
    assert [each.id for each in store.breaks()] == [2, 3]


@pytest.mark.parametrize(
    ("number", "body", "status"),
    [
        ("2", {"why": " \n"}, 422),
        ("2", {}, 422),
        ("2", {"why": "x", "by": "somebody else"}, 422),
        ("2", {"why": "x" * 401}, 422),
        ("x", {"why": "x"}, 422),
        ("0", {"why": "x"}, 404),
        (str(CLEARED), {"why": "x"}, 404),
        ("9" * 40, {"why": "x"}, 404),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_cleared(
    store: HubStore, number: str, body: dict[str, str], status: int
) -> None:
    answer = machine(create_hub_pages(store), Role.OWNER).post(CLEAR.format(number), json=body)
    assert (answer.status_code, answer.headers["content-type"]) == (status, "application/problem+json")
    assert [each.id for each in store.breaks()] == [2, 3]


def test_a_database_that_is_away_is_a_problem_of_the_moment(tmp_path: Path) -> None:
    away = HubStore(f"sqlite:///{tmp_path / 'nowhere' / 'hub.sqlite'}")
    client = machine(create_hub_pages(away), Role.STAFF)
    for answer in (client.get(HUB), client.post(CLEAR.format(1), json={"why": "x"})):
        assert answer.status_code == 503
        assert answer.json()["reason"]["ja"]
    away.close()
