"""Every role requests every route and socket: admitted as far as its rank reaches, else answered with 401 or 403."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from sqlalchemy import Connection, Engine, event
from starlette.datastructures import QueryParams
from starlette.testclient import WebSocketDenialResponse

from api.access import people
from api.access.access import Access
from api.access.roles import Role
from api.access.routes import ROWS, RouteRow
from api.access.settings import AccessSettings
from api.access.store import FILE
from api.http.app import create_app
from tests.support.logged_in import PIN, logged_in, machine
from tests.support.quiet_table import QuietTable, quiet_table

PLACES = {
    "table": "1",
    "subject": "F1",
    "number": "1",
    "ordinal": "1",
    "event": "e1",
    "first": "npm-2008",
    "second": "tomioka",
}
# Endless answers are requested in a form that is refused.
ENDLESS = "?audience=everybody"
WALKS = [(row, "") for row in ROWS] + [(row, f"?{word.replace('*', '1')}") for row in ROWS for word, _ in row.asked]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    with quiet_table(tmp_path_factory.mktemp("table")) as table:
        assert table.service is not None
        yield create_app({"1": table.service})


def address(row: RouteRow, query: str) -> str:
    path = row.path.replace("{path:path}", "shared/base.css")
    for name, value in PLACES.items():
        path = path.replace(f"{{{name}}}", value)
    return path.replace("{", "").replace("}", "") + (query or (ENDLESS if row.path.endswith("/events") else ""))


def status(client: TestClient, method: str, path: str) -> int:
    """Status of the answer; 101 for a socket that opens."""
    if method != "WS":
        return client.request(method, path).status_code
    try:
        # The test client may end the application's task before the task has noticed the disconnection.
        with suppress(CancelledError), client.websocket_connect(path) as socket:
            socket.receive()
        return 101
    except WebSocketDenialResponse as denied:
        return denied.status_code


@pytest.mark.parametrize("role", [None, *Role], ids=lambda role: "visitor" if role is None else role.value)
def test_a_role_reaches_what_its_rank_reaches_and_nothing_else(app: FastAPI, role: Role | None) -> None:
    client = TestClient(app) if role is None else machine(app, role)
    wrong = []
    for row, query in WALKS:
        needed = row.needed(QueryParams(query.lstrip("?")))
        may = needed is None or (role or Role.VIEWER).may(needed)
        if may and row.path.endswith("/events") and query:
            continue
        for method in row.methods.split():
            found = status(client, method, address(row, query))
            refused = 401 if role is None else 403
            if (found == refused) is may or (found in (401, 403) and found != refused):
                wrong.append((method, row.path, query, found))
    assert wrong == []


def test_where_viewers_must_be_paired_a_visitor_gets_shells_of_pages_only(tmp_path: Path) -> None:
    with quiet_table(tmp_path) as table:
        assert table.service is not None
        app = create_app({"1": table.service}, access=Access(settings=AccessSettings(viewers="paired")))
        client = TestClient(app)
        asked = [row for row in ROWS if row.methods != "POST"]
        found = {(row.methods, row.path): status(client, row.methods, address(row, "")) for row in asked}
    shown = {path for (_, path), answer in found.items() if answer not in (401, 403)}
    assert shown == {row.path for row in ROWS if row.least is None and row.methods != "POST"}


def test_a_route_that_nobody_gave_a_row_is_not_there() -> None:
    app = create_app({})
    app.add_api_route("/api/v1/forgotten", lambda: {"secret": "1z"})
    answer = machine(app, Role.OWNER).get("/api/v1/forgotten")
    assert answer.status_code == 404
    assert "1z" not in answer.text


@pytest.mark.slow
def test_no_request_holds_up_the_others_while_a_disk_is_slow(
    table: QuietTable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No database is written on the event loop, and no journal is read on it."""
    assert table.service is not None
    monkeypatch.setattr(people, "SEEN_EVERY_S", -1.0)
    access = Access(tmp_path / FILE)
    app, on_loop = create_app({"1": table.service}, access=access), list[str]()

    def told(connection: Connection, _cursor: object, statement: str, *_: object) -> None:
        with suppress(RuntimeError):
            asyncio.get_running_loop()
            reads = statement.lstrip().upper().startswith("SELECT")
            if not reads or connection.engine.url.database != str(tmp_path / FILE):
                on_loop.append(f"{asked[-1]}: {statement[:60]}")

    asked = [""]
    client = logged_in(app)
    client.post("/api/v1/access/pin", json={"pin": PIN})
    event.listen(Engine, "before_cursor_execute", told)
    try:
        for row in ROWS:
            for method in row.methods.split():
                if row.path not in ("/api/v1/access/logout", "/api/v1/access/login"):
                    asked.append(f"{method} {row.path}")
                    found = status(client, method, address(row, ""))
                    assert found not in (401, 429), asked[-1]
    finally:
        event.remove(Engine, "before_cursor_execute", told)
        access.close()
    assert on_loop == []
