"""Checks before the application: host names, origins, bodies, PIN, headers; and headers of every answer."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog
from fastapi import FastAPI
from fastapi.testclient import TestClient
from starlette.datastructures import Headers
from starlette.testclient import WebSocketDenialResponse
from starlette.types import Message
from starlette.websockets import WebSocketDisconnect

from api.access.access import Access
from api.access.roles import Role
from api.access.routes import ROWS, RouteRow
from api.access.settings import AccessSettings, RateLimits
from api.access.store import AccessError
from api.http.app import create_app
from api.http.guard.bodies import BodyRefusedError, BodyRoom, HeldBody, read_body
from controller.journal.events import DecisionTaken
from tests.support.logged_in import ORIGIN, PIN, logged_in, machine
from tests.support.quiet_table import quiet_table

GOALS = "/api/v1/tables/1/goals"
FEED = "/api/v1/tables/1/feed?audience=staff"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    with quiet_table(tmp_path_factory.mktemp("table")) as table:
        assert table.service is not None
        yield create_app({"1": table.service}, access=Access(settings=AccessSettings(hosts=("venue.example",))))


@pytest.fixture(scope="module")
def person(app: FastAPI) -> TestClient:
    return logged_in(app, Role.STAFF)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("testserver", 200),
        ("localhost:8000", 200),
        ("127.0.0.1", 200),
        ("[::1]:8000", 200),
        ("venue.example:8000", 200),
        ("VENUE.example", 200),
        ("evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("evil.example:80@localhost", 421),
        ("user@localhost", 421),
        ("localhost/evil.example", 421),
        ("localhost?evil.example", 421),
        ("localhost#evil.example", 421),
        ("localhost\\evil.example", 421),
        ("localhost.", 421),
        ("LOCALHOST:8000", 200),
        ("[::1%25eth0]", 421),
        ("[::ffff:127.0.0.1]", 421),
        ("localhost:", 200),
        ("localhost:80000", 421),
        ("localhost:x", 421),
        ("\xe9.localhost", 421),
        ("localhost@evil.example", 421),
        ("[", 421),
        ("", 421),
    ],
)
def test_a_name_that_was_bent_to_this_address_reaches_nothing(app: FastAPI, host: str, status: int) -> None:
    assert TestClient(app).get("/api/v1/tables", headers={b"host": host.encode("latin-1")}).status_code == status


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://testserver:81", "https://testserver", "file://"]
)
def test_another_sites_page_gives_no_order_with_the_cookie_of_a_person(person: TestClient, origin: str) -> None:
    headers = {"origin": origin}
    for answer in (
        person.post("/api/v1/tables/1/claims", json={"kind": "undo"}, headers=headers),
        person.post(GOALS, json={"verb": "open"}, headers=headers),
        person.delete(GOALS, headers=headers),
        person.post("/api/v1/access/logout", headers=headers),
    ):
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign-page")
    with pytest.raises(WebSocketDenialResponse), person.websocket_connect(FEED, headers=headers):
        pass
    with person.websocket_connect(FEED) as socket:
        assert socket.receive_json()["type"] == "snapshot"


def test_a_cookie_without_the_word_of_a_page_gives_no_order(app: FastAPI, person: TestClient) -> None:
    bare = TestClient(app, cookies=dict(person.cookies))
    assert bare.delete(GOALS).json()["code"] == "foreign-page"
    assert bare.delete(GOALS, headers={"sec-fetch-site": "cross-site"}).status_code == 403
    assert bare.get(GOALS).status_code == 200


def test_a_session_is_renewed_at_login_and_its_cookie_is_for_this_service_alone(app: FastAPI) -> None:
    access: Access = app.state.access
    client = TestClient(app, headers={"origin": ORIGIN})
    cookies = []
    for _ in range(2):
        code = access.people.link(Role.REFEREE, "Sato")
        answer = client.post("/api/v1/access/login", json={"code": code})
        cookie = answer.headers["set-cookie"]
        assert all(word in cookie for word in ("HttpOnly", "SameSite=strict", "Path=/"))
        cookies.append(client.cookies[access.cookie])
    assert access.people.of_session(cookies[0]) is None
    assert access.people.of_session(cookies[1]) is not None
    out = client.post("/api/v1/access/logout")
    assert (out.status_code, out.headers["clear-site-data"]) == (204, '"cache", "storage"')
    assert access.people.of_session(cookies[1]) is None


def test_over_tls_the_cookie_is_of_this_host_alone_and_one_of_before_still_counts(app: FastAPI) -> None:
    access: Access = app.state.access
    client = TestClient(app, base_url="https://localhost", headers={"origin": "https://localhost"})
    client.post("/api/v1/access/login", json={"code": access.people.link(Role.STAFF, "Mori")})
    assert list(client.cookies) == [f"__Host-{access.cookie}"]
    assert client.get("/api/v1/access/me").json()["name"] == "Mori"
    told = client.get("/api/v1/access/me").headers["strict-transport-security"]
    assert told == "max-age=31536000; includeSubDomains"
    before = access.people.open_link(access.people.link(Role.STAFF, "Kato"), "phone")
    known = TestClient(app, base_url="https://localhost", cookies={access.cookie: before})
    assert known.get("/api/v1/access/me").json()["name"] == "Kato"


def test_whoever_chooses_another_pin_may_end_all_their_other_sessions(app: FastAPI) -> None:
    access: Access = app.state.access
    other = access.people.open_link(access.people.link(Role.STAFF, "Ueda"), "phone")
    client = TestClient(app, headers={"origin": ORIGIN})
    client.post("/api/v1/access/login", json={"code": access.people.link(Role.STAFF, "Ueda")})
    assert client.put("/api/v1/access/secrets", json={"pin": PIN}).status_code == 204
    assert access.people.of_session(other) is not None
    again = {"pin": "8642", "present": PIN, "end_others": True}
    assert client.put("/api/v1/access/secrets", json=again).status_code == 204
    assert access.people.of_session(other) is None
    assert client.get("/api/v1/access/me").status_code == 200


def test_who_is_let_in_and_who_is_refused_is_logged_without_a_secret(app: FastAPI) -> None:
    access: Access = app.state.access
    client = TestClient(app, headers={"origin": ORIGIN})
    code = access.people.link(Role.STAFF, "Mori")
    with structlog.testing.capture_logs() as lines:
        client.post("/api/v1/access/login", json={"code": code})
        client.post("/api/v1/access/login", json={"code": code})
        client.post("/api/v1/venue/reload")
    told = [(line["event"], line.get("by"), line.get("why")) for line in lines if line["event"] != "request"]
    assert told == [("let in", "link", None), ("denied", None, "link-spent"), ("denied", None, "role-too-low")]
    assert code not in str(lines)


def test_the_machine_moves_for_whoever_has_just_entered_the_pin(app: FastAPI) -> None:
    access: Access = app.state.access
    client = TestClient(app, headers={"origin": ORIGIN})
    client.post("/api/v1/access/login", json={"code": access.people.link(Role.STAFF, "Mori")})
    assert client.post(GOALS, json={"verb": "open"}).json()["code"] == "pin-needed"
    assert client.post("/api/v1/access/pin", json={"pin": PIN}).json()["code"] == "pin-unset"
    assert client.put("/api/v1/access/secrets", json={"pin": PIN}).status_code == 204
    who = access.people.of_session(client.cookies[access.cookie])
    assert who is not None
    for _ in range(9):
        access.rates.wait_s("wrong_pin", who.id)
    assert client.post("/api/v1/access/pin", json={"pin": "9513"}).json()["code"] == "pin-wrong"
    locked = client.post("/api/v1/access/pin", json={"pin": PIN})
    assert (locked.status_code, locked.headers["retry-after"].isdecimal()) == (429, True)
    assert client.post(GOALS, json={"verb": "open"}).json()["code"] == "pin-needed"


def test_no_program_says_that_hands_are_clear(app: FastAPI) -> None:
    answer = machine(app, Role.OWNER).post(GOALS, json={"verb": "close", "hands_clear": True})
    assert (answer.status_code, answer.json()["code"]) == (403, "hands-clear")


def test_nobody_gives_or_takes_what_is_above_them(app: FastAPI, person: TestClient) -> None:
    owner = logged_in(app, Role.OWNER, "Kato")
    assert person.post("/api/v1/access/pairings", json={"name": "x", "role": "owner"}).status_code == 403
    assert person.post("/api/v1/access/tokens", json={"name": "x", "role": "owner"}).status_code == 403
    assert person.post("/api/v1/access/pairings", json={"name": "Kato", "role": "staff"}).json()["code"] == "name-taken"
    theirs = next(each for each in owner.get("/api/v1/access/devices").json() if each["person"] == "Kato")
    assert person.delete(f"/api/v1/access/devices/{theirs['id']}").status_code == 403
    made = owner.post("/api/v1/access/pairings", json={"name": "Abe", "role": "referee"}).json()
    assert made["picture"].startswith("data:image/svg+xml")
    phone = TestClient(app, headers={"origin": ORIGIN})
    code = made["address"].partition("#code=")[2]
    assert phone.post("/api/v1/access/login", json={"code": code, "device": "phone"}).json()["role"] == "referee"
    assert phone.get("/api/v1/access/me").json()["name"] == "Abe"


def test_a_revoked_device_is_out_of_its_socket_at_once(app: FastAPI) -> None:
    owner, phone = logged_in(app, Role.OWNER, "Kato"), logged_in(app, Role.REFEREE, "Hara")
    mine = phone.get("/api/v1/access/me").json()["device"]
    with phone.websocket_connect(FEED) as socket:
        assert socket.receive_json()["type"] == "snapshot"
        assert owner.delete(f"/api/v1/access/devices/{mine}").status_code == 204
        with pytest.raises(WebSocketDisconnect) as left:
            socket.receive_json()
    assert left.value.code == 4401
    assert phone.get("/api/v1/access/me").json()["name"] == ""


def test_a_token_is_exchanged_for_a_ticket_that_opens_once(app: FastAPI) -> None:
    stream = machine(app, Role.REFEREE)
    ticket = stream.post("/api/v1/access/tickets").json()["ticket"]
    page = TestClient(app)
    with page.websocket_connect(f"{FEED}&ticket={ticket}") as socket:
        assert socket.receive_json()["type"] == "snapshot"
    with pytest.raises(WebSocketDenialResponse) as denied, page.websocket_connect(f"{FEED}&ticket={ticket}"):
        pass
    assert denied.value.status_code == 401
    assert page.get(f"{GOALS}?ticket={ticket}").status_code == 401
    assert page.get(GOALS, headers={"authorization": "Bearer made-up"}).json()["code"] == "token-unknown"


def test_a_body_that_is_too_large_is_refused_before_it_is_read(app: FastAPI) -> None:
    client, read = machine(app, Role.REFEREE), []

    def endless() -> Iterator[bytes]:
        for piece in range(1000):
            read.append(piece)
            yield b"x" * 65536

    told = client.post("/api/v1/seating", content=b"", headers={"content-length": "31457280"})
    assert told.status_code == 413
    answer = client.post("/api/v1/scores", content=endless(), headers={"content-type": "application/json"})
    assert answer.status_code == 413
    assert answer.headers["content-type"] == "application/problem+json"


def test_people_and_machines_of_before_go_on_while_nothing_can_be_written_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: after a disk turned read-only, logged-in users were answered with 500 half a minute later."""
    monkeypatch.setattr("api.access.people.SEEN_EVERY_S", 0.0)
    access = Access()
    with quiet_table(tmp_path) as table:
        assert table.service is not None
        app = create_app({"1": table.service}, access=access)
        person, program = logged_in(app, Role.STAFF), machine(app, Role.STAFF)
        with access._store._engine.begin() as connection:
            connection.exec_driver_sql("PRAGMA query_only = ON")
        for client in (person, program):
            assert client.get("/api/v1/access/me").status_code == 200
            assert client.delete("/api/v1/tables/1/goals").status_code == 202, "a press is called off in any case"
        refused = person.post("/api/v1/access/pin", json={"pin": PIN})
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "1")
        assert "sqlite" not in refused.text
        monkeypatch.setattr(type(access.people), "of_session", gone)
        assert person.get("/api/v1/access/me").status_code == 503
        with access._store._engine.begin() as connection:
            connection.exec_driver_sql("PRAGMA query_only = OFF")


def gone(*_: object) -> None:
    raise AccessError("access.sqlite: disk I/O error")


def test_a_body_that_drips_is_given_up() -> None:
    async def never() -> Message:
        await asyncio.Event().wait()
        raise AssertionError("nothing comes")

    with BodyRoom().held() as body, pytest.raises(BodyRefusedError) as refused:
        asyncio.run(read_body(Headers(), never, 1024, body, within_s=0.02))
    assert refused.value.status == 408


def test_bodies_of_all_clients_together_have_so_much_room_and_give_it_back() -> None:
    """Regression: each client had a limit, but all together had none."""
    room = BodyRoom(2500)

    async def receive() -> Message:
        return {"type": "http.request", "body": b"x" * 1000, "more_body": False}

    def come(body: HeldBody) -> int:
        return len(asyncio.run(read_body(Headers(), receive, 4096, body)))

    with room.held() as first, room.held() as second, room.held() as third:
        assert (come(first), come(second)) == (1000, 1000)
        with pytest.raises(BodyRefusedError) as refused:
            come(third)
        assert refused.value.status == 503
    with room.held() as later:
        assert come(later) == 1000


@pytest.mark.parametrize("path", ["/api/v1/scores", "/api/v1/seating", "/api/v1/standings", "/api/v1/tables/1/claims"])
@pytest.mark.parametrize("deep", ["[" * 30000, '{"a":' * 10000])
def test_a_body_that_is_nested_without_end_is_malformed(app: FastAPI, path: str, deep: str) -> None:
    answer = machine(app, Role.REFEREE).post(path, content=deep, headers={"content-type": "application/json"})
    assert answer.status_code == 422


def test_too_many_hands_at_once_are_refused(app: FastAPI) -> None:
    answer = TestClient(app).post("/api/v1/scores", json=[{}] * 1001)
    assert answer.status_code == 422
    assert "1000" in answer.json()["detail"]


def test_who_asks_too_often_waits() -> None:
    app = create_app({}, access=Access(settings=AccessSettings(rates=RateLimits(login="2/minute"))))
    client = TestClient(app)
    found = [client.post("/api/v1/access/login", json={"code": "x"}).status_code for _ in range(3)]
    assert found == [401, 401, 429]


PAGES = ["/", "/score", "/rules", "/login", "/access", "/docs", "/tables/1", "/overlay/1"]


@pytest.mark.parametrize("page", [*PAGES, "/api/v1/tables", "/nowhere"])
def test_every_answer_says_what_browsers_may_do_with_it(app: FastAPI, page: str) -> None:
    headers = TestClient(app).get(page).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["default-src"] == policy["base-uri"] == policy["object-src"] == "'none'"
    assert policy["script-src"] == policy["style-src"] == policy["connect-src"] == "'self'"
    assert policy["frame-ancestors"] == ("'self'" if page.startswith("/overlay") else "'none'")
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "camera=()" in headers["permissions-policy"]


@pytest.mark.parametrize("page", PAGES)
def test_no_page_loads_anything_from_elsewhere_or_writes_script_into_itself(app: FastAPI, page: str) -> None:
    text = TestClient(app).get(page).text
    assert "://" not in text
    assert "<style" not in text
    assert all('src="/static/' in part.split(">")[0] for part in text.split("<script")[1:])


def test_a_body_says_nothing_about_who_asks(app: FastAPI) -> None:
    answer = machine(app, Role.REFEREE).post("/api/v1/tables/1/claims", json={"kind": "undo", "by": "somebody"})
    assert answer.status_code == 422
    assert "by" in answer.json()["detail"]
    assert "by" not in TestClient(app).get("/openapi.json").json()["components"]["schemas"]["GoalBody"]["properties"]


def test_a_claim_carries_the_name_of_whoever_is_logged_in(tmp_path: Path) -> None:
    with quiet_table(tmp_path) as table:
        assert table.service is not None
        app = create_app({"1": table.service})
        names = {"kind": "seat_players", "names": ["a", "b", "c", "d"]}
        assert logged_in(app, Role.REFEREE, "Sato").post("/api/v1/tables/1/claims", json=names).status_code == 202
        said = [each.event.by for each in table.service.records() if isinstance(each.event, DecisionTaken)]
    assert said == ["Sato"]


STEPPED = [
    ("POST", "/api/v1/access/tokens", {"name": "wall", "role": "viewer"}, 200),
    ("POST", "/api/v1/access/pairings", {"name": "Abe", "role": "referee"}, 200),
    ("POST", "/api/v1/tables/1/cameras", {"seat": ""}, 200),
    ("PUT", "/api/v1/access/secrets", {"password": "correct horse battery"}, 204),
]


def came_in(app: FastAPI, role: Role, name: str) -> TestClient:
    """A browser with a session, without a PIN entered."""
    access: Access = app.state.access
    client = TestClient(app, headers={"origin": ORIGIN})
    client.cookies.set(access.cookie, access.people.open_link(access.people.link(role, name), "tablet"))
    return client


@pytest.mark.parametrize(("method", "path", "body", "status"), STEPPED)
def test_what_lets_somebody_in_for_good_asks_for_the_pin_where_there_is_one(
    app: FastAPI, method: str, path: str, body: dict[str, str], status: int
) -> None:
    """Regression: a session alone sufficed: a tablet left unlocked gave a lasting token, device or password."""
    person = f"Mori {path.rpartition('/')[2]}"
    before = came_in(app, Role.STAFF, f"{person} without")
    assert before.request(method, path, json=body).status_code == status
    staff, again = came_in(app, Role.STAFF, person), {**body, **({"name": f"{person} too"} if "name" in body else {})}
    assert staff.put("/api/v1/access/secrets", json={"pin": PIN}).status_code == 204
    refused = staff.request(method, path, json=again)
    assert (refused.status_code, refused.json()["code"]) == (403, "pin-needed")
    assert staff.post("/api/v1/access/pin", json={"pin": PIN}).status_code == 204
    assert staff.request(method, path, json=again).status_code == status


SETTING_UP = "/api/v1/setup"
DRAFTS = {("PUT", ""), ("DELETE", ""), ("DELETE", "/board"), ("POST", "/aim")}
"""Requests of the set-up that need no PIN: none of them changes more than the draft."""


@pytest.fixture(scope="module")
def unlocked(app: FastAPI) -> tuple[TestClient, TestClient]:
    """An owner without a PIN, and one whose PIN has not been entered."""
    without, locked = came_in(app, Role.OWNER, "Hirota"), came_in(app, Role.OWNER, "Ishii")
    assert locked.put("/api/v1/access/secrets", json={"pin": PIN}).status_code == 204
    return without, locked


@pytest.mark.parametrize(
    "row", [row for row in ROWS if row.pin or row.sure], ids=lambda row: f"{row.methods} {row.path}"
)
def test_what_stays_asks_for_the_pin_where_there_is_one(unlocked: tuple[TestClient, TestClient], row: RouteRow) -> None:
    path = row.path.format(table="1")
    found = [each.request(row.methods, path, json=[]).json().get("code") == "pin-needed" for each in unlocked]
    assert found == [row.sure, True]


def test_setting_up_a_venue_asks_for_the_pin_wherever_more_than_a_draft_changes() -> None:
    """Regression: the owner's unlocked tablet could write the venue's file, because only goals asked for the PIN."""
    free = {
        (row.methods, row.path.removeprefix(f"{SETTING_UP}/tables/{{table}}"))
        for row in ROWS
        if row.path.startswith((SETTING_UP, "/api/v1/venue"))
        if row.methods not in ("GET", "WS") and not (row.pin or row.sure)
    }
    assert free == DRAFTS


def test_a_device_under_ones_own_name_is_ended_by_whoever_holds_another(app: FastAPI) -> None:
    first, second = came_in(app, Role.REFEREE, "Oda"), came_in(app, Role.REFEREE, "Oda")
    other = came_in(app, Role.REFEREE, "Eguchi")
    mine, told = (each.get("/api/v1/access/me").json() for each in (second, first))
    assert [each["id"] for each in told["others"]] == [mine["device"]]
    assert (told["before"], mine["before"]["name"].partition(" ")[0]) == (None, "tablet")
    assert other.delete(f"/api/v1/access/others/{mine['device']}").status_code == 404
    assert first.delete(f"/api/v1/access/others/{mine['device']}").status_code == 204
    assert second.get("/api/v1/access/me").json()["name"] == ""
    assert [each["ended"] for each in first.get("/api/v1/access/me").json()["others"]] == [1]
    assert first.put("/api/v1/access/others").status_code == 204
    assert first.get("/api/v1/access/me").json()["others"] == []
