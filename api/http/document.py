"""The OpenAPI document: schemas of the msgspec types, least roles, and the problems each operation may answer."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

import msgspec
from fastapi import FastAPI
from fastapi.routing import APIRoute, iter_route_contexts

from api.access.roles import Role
from api.access.routes import RouteRow
from api.http.body import COMPONENTS, JsonBody
from api.http.problems import MEDIA_TYPE, TITLES
from api.http.schemas.wire import KINDS, TOLD
from controller.text import Language
from controller.views.described import described, described_value
from controller.views.gate import Audience, View

_PROBLEM: Final = {
    "type": "object",
    "description": "Problem details, RFC 9457; the title is in the language that Accept-Language likes best.",
    "properties": {
        "type": {"type": "string"},
        "title": {"type": "string"},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"type": "string"},
        "reason": {
            "type": "object",
            "description": "Why, in both languages.",
            "properties": {"ja": {"type": "string"}, "en": {"type": "string"}},
            "required": ["ja", "en"],
        },
    },
    "required": ["type", "title", "status", "detail", "reason"],
}
_ALWAYS: Final = (400, 401, 403, 404, 421, 429, 431, 500, 503)
_WITH_PARAMETERS: Final = (409, 422)
_WITH_BODY: Final = (408, 409, 413, 415, 422, 507)
_BEARER: Final = {
    "type": "http",
    "scheme": "bearer",
    "description": "The token of a machine, an overlay or a late feed.",
}
# Schemas of FastAPI's validation errors; this service answers those with problem documents.
_UNUSED: Final = ("HTTPValidationError", "ValidationError")
# A win at a table is a score request without the rulebook, which the table supplies.
_WIN: Final = ("ScoreRequest", "WinBody", "rulebook")


def describe(app: FastAPI, cookie: str) -> None:
    """Complete the app's OpenAPI document; ``cookie``: name of the session cookie."""
    made = app.openapi

    @cache
    def schemas() -> dict[str, Any]:
        # Built on the first request, so that the service starts without waiting for them.
        # Values of the scoring code are named tuples, which are sent as objects with their field names.
        law = [kind for kind in KINDS.values() if hasattr(kind, "_fields")]
        dicts = [kind for kind in KINDS.values() if kind not in law and not issubclass(kind, View)]
        bodies = {body.named: None for body in _bodies(app).values()}
        _, found = msgspec.json.schema_components((*bodies, *dicts), ref_template=COMPONENTS)
        for kind in KINDS.values():
            for audience in Audience if issubclass(kind, View) else ():
                described(kind, audience, found)
        for kind in law:
            described_value(kind, Audience.PUBLIC, found)
        whole, part, without = _WIN
        return {**found, part: _less(found[whole], without)}

    def openapi() -> dict[str, Any]:
        document = made()
        parts = document.setdefault("components", {})
        parts.setdefault("schemas", {}).update(schemas(), Problem=_PROBLEM)
        for name in _UNUSED:
            parts["schemas"].pop(name, None)
        session = {"type": "apiKey", "in": "cookie", "name": cookie, "description": "The session of a page."}
        parts["securitySchemes"] = {"token": _BEARER, "session": session}
        for each in (document["paths"], parts["schemas"]):
            _refer(each, parts["schemas"])
        rows: Sequence[RouteRow] = app.state.rows
        bodies = _bodies(app)
        least = {(method, row.path): row for row in rows for method in row.methods.lower().split()}
        for path, method, operation in _operations(document):
            row, body = least.get((method, path)), bodies.get((method, path))
            if body is not None:
                operation["requestBody"] = body.described()
            operation["responses"] = {**operation["responses"], **dict(_problems(operation))}
            if row is not None and row.least is not None:
                known: list[dict[str, list[str]]] = [{"token": []}, {"session": []}]
                operation["security"] = [{}, *known] if row.least is Role.VIEWER else known
                operation["x-least-role"] = row.least.value
        return document

    app.openapi = openapi  # type: ignore[method-assign]  # as FastAPI says to extend it


def _bodies(app: FastAPI) -> dict[tuple[str, str], JsonBody[Any]]:
    """Return the JSON bodies of the app's routes, by method and path."""
    return {
        (method.lower(), str(route.path_format)): each.call
        for route in iter_route_contexts(app.routes)
        if isinstance(route.original_route, APIRoute)
        for each in route.original_route.dependant.dependencies
        if isinstance(each.call, JsonBody)
        for method in route.methods or ()
    }


def _refer(within: Any, parts: Mapping[str, Any]) -> None:
    """Replace each ``x-told`` marker below ``within`` by a reference to the schemas of that name.

    For a view that may be the public variant too, then as ``anyOf``.
    """
    if isinstance(within, dict) and TOLD in within:
        names = [each for name in within.pop(TOLD) for each in (name, f"Public{name}") if each in parts]
        found = [{"$ref": COMPONENTS.format(name=name)} for name in names]
        within.clear()
        within.update({"anyOf": found} if len(found) > 1 else found[0])
    elif isinstance(within, dict | list):
        for each in within.values() if isinstance(within, dict) else within:
            _refer(each, parts)


def _less(schema: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the schema of an object without the member ``name``."""
    kept = {key: value for key, value in schema["properties"].items() if key != name}
    needed = [key for key in schema["required"] if key != name]
    return {**schema, "title": _WIN[1], "properties": kept, "required": needed}


def _operations(document: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, operations in document["paths"].items():
        for method, operation in operations.items():
            yield path, method, operation


def _problems(operation: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield the problem responses of an operation by status."""
    found = {*_ALWAYS}
    if "parameters" in operation:
        found.update(_WITH_PARAMETERS)
    if "requestBody" in operation:
        found.update(_WITH_BODY)
    schema = {"$ref": COMPONENTS.format(name="Problem")}
    for status in sorted(found):
        said = operation["responses"].get(str(status), {}).get("description", TITLES[status].of(Language.EN))
        if status == 422:
            said = TITLES[status].of(Language.EN)
        yield str(status), {"description": said, "content": {MEDIA_TYPE: {"schema": schema}}}
