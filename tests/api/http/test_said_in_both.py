"""Every refusal is in Japanese and in English: every kind of error, every route with every bad input."""

import ast
import importlib
import pkgutil
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient
from httpx2 import Response
from msgspec import structs

import api
import controller
from api.access.roles import Role
from api.access.routes import ROWS
from api.http.app import create_app
from api.http.problems import MEDIA_TYPE
from api.http.schemas.wire import malformed
from controller.errors import JantakuError
from tests.api.access.test_access_walk import address
from tests.support.logged_in import logged_in, machine, unlimited
from tests.support.quiet_table import quiet_table
from tests.support.wording import JAPANESE, latin, plain_sentences

ROOT: Final = Path(__file__).parents[3]
BODIES: Final[tuple[dict[str, Any], ...]] = (
    {"content": b"x", "headers": {"content-type": "text/plain"}},
    {"content": b"x", "headers": {"content-type": "text/csv"}},
    {"content": b"x", "headers": {"content-type": "image/jpeg"}},
    {"content": b"x", "headers": {"content-type": "application/octet-stream"}},
    {"content": b"{", "headers": {"content-type": "application/json"}},
    {"json": []},
    {"json": {"unknown_field": 1}},
)
ODD: Final[tuple[object, ...]] = (None, [], {}, 1.5, -1, "", "x" * 5000)
"""Values of a wrong type or beyond a bound, for each field of a body and of a query."""
STREAMS: Final = ("/events", "/feed", "/mjai")


def loaded() -> None:
    """Import every module that may define a kind of error."""
    for room in (api, controller):
        for each in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            if not each.name.endswith("__main__"):
                importlib.import_module(each.name)


def kinds(kind: type[JantakuError] = JantakuError) -> Iterator[type[JantakuError]]:
    """Yield every kind of error of the project."""
    yield kind
    for each in kind.__subclasses__():
        yield from kinds(each)


def wrong(said: dict[str, str]) -> list[str]:
    """Errors in the wording of a refusal."""
    found = [f"{word} in Japanese: {said['ja']}" for word in latin(said["ja"])]
    found += [f"not polite: {each}" for each in plain_sentences(said["ja"])]
    if not JAPANESE.search(said["ja"]):
        found.append(f"no Japanese: {said}")
    return found


def test_every_kind_of_error_has_its_sentence_in_japanese() -> None:
    loaded()
    every = [*kinds()]
    assert len(every) > 25
    assert [(each.__name__, bad) for each in every for bad in wrong({"ja": each.ja.format("x.toml")})] == []


def test_no_refusal_over_http_is_one_string() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in (ROOT / "api").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Raise)
        and isinstance(node.exc, ast.Call)
        and isinstance(node.exc.func, ast.Name)
        and node.exc.func.id == "HTTPException"
    ]
    assert found == []


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FastAPI]:
    with quiet_table(tmp_path_factory.mktemp("table")) as table:
        assert table.service is not None
        yield create_app({"1": table.service}, access=unlimited())


def asked(app: FastAPI) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield method, address and body of bad requests derived from the service's own OpenAPI document."""
    document = app.openapi()
    schemas = document["components"]["schemas"]
    for row in ROWS:
        if row.path.startswith("/static") or row.path.endswith(STREAMS):
            continue
        for method in set(row.methods.split()) - {"WS"}:
            path = address(structs.replace(row, path=row.path.replace("{seat}", "B").replace("{table}", "1")), "")
            operation = document["paths"].get(row.path, {}).get(method.lower(), {})
            for each in operation.get("parameters", ()):
                if each["in"] == "query":
                    yield from ((method, f"{path}?{each['name']}={value}", {}) for value in ("", "x", "-1"))
            if method == "GET":
                yield method, path.replace("1", "9"), {}
                continue
            yield from ((method, path, body) for body in BODIES)
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
            fields = schemas.get(body.get("$ref", "").rpartition("/")[2], {}).get("properties", {})
            yield from ((method, path, {"json": {name: value}}) for name in fields for value in ODD)


def told(answer: Response) -> list[str]:
    """Errors in the wording of an answer, if it is a refusal."""
    if answer.request.method == "HEAD":
        return []
    if answer.status_code < 400:
        said = answer.json() if answer.content and answer.headers.get("content-type") == "application/json" else {}
        return wrong(said["reason"]) if isinstance(said, dict) and said.get("ok") is False else []
    if answer.headers["content-type"] != MEDIA_TYPE:
        return [f"{answer.status_code} {answer.text[:80]}"]
    said = answer.json()
    return wrong(said["reason"]) if JAPANESE.search(said["reason"]["en"]) is None else [f"Japanese in English: {said}"]


def test_every_route_refuses_every_bad_input_in_both_languages(app: FastAPI) -> None:
    owner, person, found, statuses = machine(app, Role.OWNER), logged_in(app), list[str](), Counter[int]()
    visitor = TestClient(app)
    for method, path, body in asked(app):
        for client in (owner,) if method == "GET" else (owner, person, visitor):
            answer = client.request(method, path, **body)
            if client is person and answer.status_code == 401:
                # Some requests log out or remove the PIN.
                person = logged_in(app)
                answer = person.request(method, path, **body)
            if client is not visitor:
                statuses[answer.status_code] += 1
            found += [f"{method} {path} {str(body)[:60]}: {bad}" for bad in told(answer)]
    assert not found, "\n".join(sorted(set(found)))
    # Regression: 2,205 of 3,450 requests met a rate limit or a login that an earlier one had ended.
    assert statuses[401] + statuses[429] < 0.02 * statuses.total(), statuses
    assert statuses[500] == 0
    assert statuses.total() > 1000


@pytest.mark.parametrize(
    ("english", "ja"),
    [
        ("Expected int, got str", "整数が必要です（文字列でした）"),
        ("Expected int | null, got array", "整数または空の値が必要です（リストでした）"),
        ("Object missing required field kind", "`kind` がありません"),
        ("Object contains unknown field x", "`x` という項目はありません"),
        ("Invalid enum value 'no'", "`'no'` という値は使えません"),
        ("Expected str of length <= 40", "長すぎます"),
        ("Expected str of length >= 1", "長さが足りません"),
        ("Expected int <= 3", "3以下にしてください"),
        ("Input should be greater than or equal to 0", "0以上にしてください"),
        ("what no library says", "値が正しくありません"),
    ],
)
def test_what_libraries_find_wrong_is_said_in_japanese(english: str, ja: str) -> None:
    assert malformed(english).ja == ja
    assert malformed(english, "field").ja == f"`field`：{ja}"
