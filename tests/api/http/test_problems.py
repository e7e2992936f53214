"""Every error is answered with a problem document in the requested language; the log has its number."""

import json
from pathlib import Path
from typing import Any

import pytest
import structlog
from fastapi import FastAPI, HTTPException, WebSocket
from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect
from structlog.testing import capture_logs

from api.access.routes import ROWS, RouteRow
from api.http.app import create_app
from api.http.problems import TITLES, language_of
from controller.text import Language

SECRET = "1z2z3z"


@pytest.fixture(scope="module")
def app() -> FastAPI:
    app = create_app({})
    open_to_all = (("GET", "/broken/{what}"), ("GET", "/raised/{status}"), ("WS", "/broken"))
    app.state.rows = (*ROWS, *(RouteRow(method, path, None) for method, path in open_to_all))

    @app.get("/broken/{what}")
    def broken(what: str) -> None:
        held = SECRET
        raise ZeroDivisionError(f"of {what} with {len(held)}")

    @app.get("/raised/{status}")
    def raised(status: int) -> None:
        raise HTTPException(status, "as asked for")

    @app.websocket("/broken")
    async def broken_socket(websocket: WebSocket) -> None:
        await websocket.accept()
        raise ZeroDivisionError

    return app


@pytest.fixture(scope="module")
def client(app: FastAPI) -> TestClient:
    return TestClient(app)


def document(answer: Any, status: int) -> Any:
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    said = answer.json()
    assert {"type", "title", "status", "detail"} <= said.keys()
    assert said["status"] == status
    return said


def test_a_fault_of_the_service_is_a_problem_document_and_one_line_under_its_number(client: TestClient) -> None:
    with capture_logs([structlog.contextvars.merge_contextvars]) as logged:
        answer = client.get("/broken/things")
    assert "ZeroDivision" not in document(answer, 500)["detail"]
    (line,) = (line for line in logged if line["event"] == "request failed")
    assert line["route"] == "/broken/{what}"
    assert (line["client"], line["request"]) == ("testclient", answer.headers["x-request-id"])
    assert SECRET not in json.dumps({**line, "exc_info": None})
    assert len(answer.headers["x-request-id"]) == 32


def test_a_fault_of_the_service_goes_out_with_the_headers_of_every_other_answer(client: TestClient) -> None:
    whole, broken = client.get("/api/v1/nothing").headers, client.get("/broken/things").headers
    kept = {name for name in whole if name.startswith(("x-", "content-security", "referrer", "permissions", "cross-"))}
    assert len(kept) >= 7
    assert {name: broken[name] for name in kept - {"x-request-id"}} == {
        name: whole[name] for name in kept - {"x-request-id"}
    }


def test_a_fault_inside_a_live_connection_closes_it_with_1011(client: TestClient) -> None:
    with client.websocket_connect("/broken") as connection, pytest.raises(WebSocketDisconnect) as closed:
        connection.receive_json()
    assert closed.value.code == 1011


@pytest.mark.parametrize("status", sorted(TITLES))
def test_every_status_has_a_title_in_the_language_asked_for(client: TestClient, status: int) -> None:
    said = {
        language: document(client.get(f"/raised/{status}", headers={"accept-language": language}), status)["title"]
        for language in ("ja", "en-GB, ja;q=0.5")
    }
    assert said == {"ja": TITLES[status].ja, "en-GB, ja;q=0.5": TITLES[status].en}


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("ja", "ja"),
        ("ja-JP,ja;q=0.9,en;q=0.8", "ja"),
        ("en-US;q=0.2, ja;q=0.3", "ja"),
        ("fr", "en"),
        ("ja;q=nonsense", "en"),
        ("ja;q=0", "en"),
        (";;;,,q=", "en"),
    ],
)
def test_the_language_liked_best_is_taken(accepted: str, language: str) -> None:
    assert language_of(accepted) is Language(language)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/static/shared/none.js", 404),
        ("GET", "/static/shared/%2e%2e/%2e%2e/http/app.py", 404),
        ("POST", "/static/shared/page.css", 405),
        ("GET", "/api/v1/tables/none/feed", 404),
        ("DELETE", "/api/v1/scores", 405),
        ("OPTIONS", "/api/v1/rulebooks", 405),
        ("TRACE", "/", 405),
        ("GET", "/api/v1/rulebooks/a/differences/b", 404),
        ("GET", "/\ud800".encode("utf-8", "surrogatepass").decode("latin-1"), 404),
    ],
)
def test_what_is_not_there_or_not_so_is_a_problem_document(
    client: TestClient, method: str, path: str, status: int
) -> None:
    document(client.request(method, path), status)


ENGLISH_ALONE = {
    *(
        "mjai",
        "body",
        "foreign",
        "law",
        "venue",
        "tables",
        "events",
        "authority",
        "guide",
        "routes",
        "seating",
        "setup",
    ),
}
"""Modules with refusals in English for programs only: wrong content types, and addresses that no page uses."""


def test_what_pages_may_be_refused_is_said_in_both_languages() -> None:
    """Regression: refusals about set-up, calls, devices and stored pictures were in English only."""
    api = Path(__file__).parents[3] / "api"
    found = {file.stem for file in api.rglob("*.py") if "HTTPException(" in file.read_text("utf-8")}
    assert found <= ENGLISH_ALONE


@pytest.mark.parametrize("path", ["/score", "/static/score/score.js", "/score-worker.js"])
@pytest.mark.parametrize("asked", ["bytes=99999999-", "bytes=5-1", "nonsense"])
def test_a_file_goes_out_whole_whatever_part_is_asked_for(client: TestClient, path: str, asked: str) -> None:
    """Regression: the code for ranges refuses in plain text."""
    answer = client.get(path, headers={"range": asked})
    assert answer.status_code == 200
    assert "accept-ranges" not in answer.headers
    assert len(answer.content) == len(client.get(path).content)


@pytest.mark.parametrize(
    ("path", "allowed"),
    [
        ("/api/v1/tables/1/goals", "DELETE, GET, HEAD, POST"),
        ("/api/v1/scores", "POST"),
        ("/healthz", "GET, HEAD"),
        ("/static/shared/page.css", "GET, HEAD"),
    ],
)
def test_a_method_that_is_not_taken_is_answered_with_all_that_are(client: TestClient, path: str, allowed: str) -> None:
    answer = client.request("PATCH", path)
    document(answer, 405)
    assert answer.headers["allow"] == allowed


@pytest.mark.parametrize("path", ["/", "/api/v1/rulebooks", "/static/shared/words.js", "/healthz", "/none"])
def test_head_is_get_without_a_body(client: TestClient, path: str) -> None:
    got, asked = client.get(path), client.head(path)
    assert (asked.status_code, asked.content) == (got.status_code, b"")
    assert asked.headers["content-type"] == got.headers["content-type"]
    assert asked.headers["content-length"] == got.headers["content-length"]
