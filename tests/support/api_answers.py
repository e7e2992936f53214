"""Check every JSON response of the service in a test against the OpenAPI document."""

from functools import cache
from typing import Any

import jsonschema_rs
import pytest
from fastapi import FastAPI
from httpx2 import Response
from starlette.routing import Match
from starlette.testclient import TestClient

from api.http.app import create_app


@cache
def _document() -> dict[str, Any]:
    return create_app({}).openapi()


@cache
def _checked(path: str, method: str, status: str) -> Any:
    """Return the validator of the response's schema, None if the document has no JSON schema for it."""
    told = _document()["paths"].get(path, {}).get(method, {}).get("responses", {}).get(status, {})
    schema = told.get("content", {}).get("application/json", {}).get("schema")
    if schema is None:
        return None
    return jsonschema_rs.validator_for({**schema, "components": _document()["components"]})


def check(app: FastAPI, method: str, answer: Response) -> None:
    """Fail if a JSON response of ``app`` violates the schema of its route."""
    scope = {"type": "http", "method": method, "path": answer.request.url.path, "root_path": "", "headers": []}
    for route in app.routes:
        if route.matches(scope)[0] is Match.FULL:
            checked = _checked(getattr(route, "path", ""), method.lower(), str(answer.status_code))
            if checked is not None and answer.headers.get("content-type", "") == "application/json":
                wrong = [f"{each.instance_path}: {each.message}" for each in checked.iter_errors(answer.json())]
                assert wrong == [], f"{method} {answer.request.url.path}"
            return


@pytest.fixture(autouse=True)
def answers_as_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Check every response that a TestClient of a FastAPI application returns."""
    ask = TestClient.request

    def request(self: TestClient, method: str, *given: Any, **more: Any) -> Response:
        answer = ask(self, method, *given, **more)
        if isinstance(self.app, FastAPI):
            check(self.app, method, answer)
        return answer

    monkeypatch.setattr(TestClient, "request", request)
