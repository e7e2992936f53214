"""The OpenAPI document describes all answers: the pages are checked against it."""

import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from api.http.app import create_app
from api.http.schemas.wire import TOLD

WRITER = Path(__file__).parents[3] / "docs" / "generate" / "write_openapi.py"
FOREIGN = {"get /api/v1/tables/{table}/record", "post /api/v1/records/{form}"}
"""Records in formats of other programs, which describe themselves."""


def _within(part: Any) -> Iterator[dict[str, Any]]:
    if isinstance(part, dict):
        yield part
    if isinstance(part, dict | list):
        for each in part.values() if isinstance(part, dict) else part:
            yield from _within(each)


def _is_open(schema: dict[str, Any]) -> bool:
    return schema == {} or schema.get("additionalProperties") is True


def _schemas(schema: Any, parts: dict[str, Any], known: set[str]) -> Iterator[dict[str, Any]]:
    """Yield the schemas of an answer with those that it refers to; a schema without members is skipped."""
    for part in _within(schema):
        yield part
        name = str(part.get("$ref", "")).rpartition("/")[2]
        if name and name not in known:
            known.add(name)
            yield from _schemas(
                {**parts[name], "properties": [*parts[name].get("properties", {}).values()]}, parts, known
            )


def _answers(document: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            for status, told in operation["responses"].items():
                if status.startswith("2") and "application/json" in told.get("content", {}):
                    yield f"{method} {path}", told["content"]["application/json"].get("schema", {})


def test_every_part_that_is_referred_to_is_there() -> None:
    document = create_app({}).openapi()
    named = {part["$ref"].rpartition("/")[2] for part in _within(document) if isinstance(part.get("$ref"), str)}
    assert named <= set(document["components"]["schemas"])
    assert not any(TOLD in part for part in _within(document))


def test_the_document_is_written_alike_at_every_run() -> None:
    document = runpy.run_path(str(WRITER))["document"]
    assert document() == document()


def test_every_answer_says_what_it_is() -> None:
    document = create_app({}).openapi()
    answers, parts = dict(_answers(document)), document["components"]["schemas"]
    assert answers["get /api/v1/tables/{table}"]["anyOf"][0]["$ref"].endswith("/TableView")
    assert {name for name, schema in answers.items() if any(map(_is_open, _schemas(schema, parts, set())))} == FOREIGN
