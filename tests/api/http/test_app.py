"""The HTTP interface without a table: scores, rulebooks, errors as problem documents, pages, health."""

import json
import re
from typing import Any

import pytest
from fastapi.testclient import TestClient

from api.access.roles import Role
from api.http.app import create_app
from tests.support.logged_in import machine

HAND = {"rulebook": "npm-2008", "hand": "234m234567p2267s", "win": "8s", "by": "ron", "seat_wind": "S"}


@pytest.fixture(scope="module")
def client() -> TestClient:
    return machine(create_app({}), Role.REFEREE)


def test_one_hand_and_a_list_of_hands_in_order(client: TestClient) -> None:
    single = client.post("/api/v1/scores", json=HAND).json()
    assert (single["han"], single["fu"], single["points"]) == (2, 30, 2000)
    several = client.post("/api/v1/scores", json=[HAND, {**HAND, "win": "1z"}, {"rulebook": "npm-2008"}]).json()
    assert several[0] == single
    assert [answer.get("error") for answer in several] == [None, "not-complete", "bad-request"]


def test_every_line_of_a_score_cites_its_clause(client: TestClient) -> None:
    answer = client.post("/api/v1/scores", json=HAND).json()
    assert all(line["clause"] for line in (*answer["yaku"], *answer["fu_lines"]))


def test_rulebooks_have_names_in_both_languages(client: TestClient) -> None:
    books = client.get("/api/v1/rulebooks").json()
    assert {"npm-2008", "teikoku", "tomioka", "wakashachi-2025", "kenko-2022"} <= {book["id"] for book in books}
    assert all(book["ja"] and book["en"] for book in books)
    unread = {book["id"]: book["unverified"] for book in books}
    assert unread["npm-2008"] == 0 < unread["renmei-b"]


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/v1/tables/none", None, 404),
        ("POST", "/api/v1/scores", "not an object", 422),
        ("POST", "/api/v1/tables/none/claims", {"kind": "confirm_settlement"}, 404),
        ("GET", "/nowhere", None, 404),
    ],
)
def test_errors_are_problem_documents(client: TestClient, method: str, path: str, body: Any, status: int) -> None:
    answer = client.request(method, path, json=body)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "application/problem+json"
    assert {"type", "title", "status", "detail"} <= answer.json().keys()


def test_the_files_of_the_typeface_are_asked_for_once_and_their_sheet_anew(client: TestClient) -> None:
    sheet = client.get("/static/type/type.css")
    assert "immutable" not in sheet.headers.get("cache-control", "")
    for name in set(re.findall(r"/static/type/[\w-]+\.woff2", sheet.text)):
        assert "immutable" in client.get(name).headers["cache-control"]


@pytest.mark.parametrize("page", ["/", "/score", "/rules", "/login", "/access", "/tables/any", "/overlay/any"])
def test_pages_load_every_file_that_they_name(client: TestClient, page: str) -> None:
    html = client.get(page, headers={"accept": "text/html"}).text
    named = [part.split('"')[0] for part in html.split('="/static/')[1:]]
    assert len(named) >= 3
    for name in named:
        assert client.get(f"/static/{name}").status_code == 200, name


def test_every_tile_has_a_picture_of_its_own_and_a_view_in_the_sheet(client: TestClient) -> None:
    sheet = client.get("/static/tiles/all.svg")
    views = set(re.findall(r'<view id="(\w+)"', sheet.text))
    for tile in [f"{rank}{suit}" for suit in "mps" for rank in range(10)] + [f"{n}z" for n in range(1, 8)]:
        answer = client.get(f"/static/tiles/{tile}.svg")
        assert answer.status_code == 200
        assert answer.headers["content-type"] == sheet.headers["content-type"] == "image/svg+xml"
        assert tile in views


def test_the_sheet_of_tiles_is_sent_once_and_plain_to_who_unpacks_nothing(client: TestClient) -> None:
    first = client.get("/static/tiles/all.svg")
    assert first.headers["content-encoding"] == "gzip"
    again = client.get("/static/tiles/all.svg", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    plain = client.get("/static/tiles/all.svg", headers={"accept-encoding": "identity"})
    assert "content-encoding" not in plain.headers
    assert plain.content == first.content


def test_health(client: TestClient) -> None:
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/readyz").json() == {"status": "ok", "tables": {}}
    assert client.get("/openapi.json").json()["info"]["title"] == "jantaku"


def test_the_document_describes_every_body(client: TestClient) -> None:
    document = client.get("/openapi.json").json()
    posts = {path: each["post"] for path, each in document["paths"].items() if "post" in each}
    assert {"/api/v1/tables/{table}/claims", "/api/v1/tables/{table}/goals", "/api/v1/seating"} <= posts.keys()
    bodiless = [path for path, post in posts.items() if "requestBody" not in post]
    acts = {"/api/v1/access/logout", "/api/v1/access/tickets", "/api/v1/tables/{table}/calls"}
    assert {*bodiless} == acts | {f"/api/v1/setup/tables/{{table}}/{act}" for act in ("profile", "save")}
    schemas = document["components"]["schemas"]
    named = re.findall(r'"#/components/schemas/(\w+)"', json.dumps(document))
    assert (
        {"ClaimBody", "EventBody", "GameBody", "GoalBody", "MeldBody", "ScoreRequest", "SeatingBody"}
        <= set(named)
        <= schemas.keys()
    )
    assert schemas["ClaimBody"]["properties"]["pips"]["maxItems"] == 4
    assert schemas["ScoreRequest"]["required"] == ["rulebook", "hand", "win"]


@pytest.mark.parametrize("kind", ["text/plain", "application/x-www-form-urlencoded", "application/jsonp"])
def test_a_body_that_is_not_declared_as_json_is_refused(client: TestClient, kind: str) -> None:
    answer = client.post("/api/v1/seating", content='{"names": ["a", "b", "c", "d"]}', headers={"content-type": kind})
    assert answer.status_code == 415
    assert answer.headers["content-type"] == "application/problem+json"


@pytest.mark.parametrize("text", [b"8\xa3", b'{"names": ["a"', b"[" * 9000, b'"\\ud800"', b"", b"\xff\xfe"])
def test_a_body_that_is_no_json_is_a_problem_however_it_begins(client: TestClient, text: bytes) -> None:
    answer = client.post("/api/v1/standings", content=text, headers={"content-type": "application/json"})
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"


def test_a_number_without_a_fraction_is_whole_however_it_is_written(client: TestClient) -> None:
    game = '{"game": 1.0, "players": ["a", "b", "c", "d"], "scores": [4e4, 3e4, 20000.0, 10000]}'
    headers = {"content-type": "application/json"}
    answer = client.post("/api/v1/standings", content=f'{{"games": [{game}]}}', headers=headers)
    assert answer.status_code == 200, answer.text
    halved = client.post("/api/v1/standings", content=f'{{"games": [{game.replace("1.0", "1.5")}]}}', headers=headers)
    assert halved.status_code == 422
