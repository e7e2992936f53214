"""JSON bodies of requests: checked by msgspec, like everything from outside, and described in the OpenAPI document.

FastAPI would check bodies by pydantic, a second way beside the one of the command line.
"""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final, TypeVar

import msgspec
from fastapi import FastAPI, HTTPException, Request

from api.access.routes import RouteRow
from api.http.schemas.wire import read_json

T = TypeVar("T")
_COMPONENTS: Final = "#/components/schemas/{name}"


def json_body(kind: type[T]) -> Callable[[Request], Awaitable[T]]:
    """A dependency that gives the body of a request; raises MalformedError, or HTTPException for another media type."""

    async def read(request: Request) -> T:
        # Another site's page may post plain text at once, but JSON only after a CORS preflight, which is not answered.
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise HTTPException(415, "expected a body of content-type application/json")
        return read_json(await request.body(), kind)

    return read


def described(kind: type[msgspec.Struct], several: bool = False) -> dict[str, Any]:
    """``openapi_extra`` of a route that takes such a body; the kind must be among those of ``describe_bodies``.

    ``several``: or a list of them, told as ``oneOf`` beside the ``anyOf`` that FastAPI makes of a parameter's type.
    """
    schema: dict[str, Any] = {"$ref": _COMPONENTS.format(name=kind.__name__)}
    if several:
        schema = {"oneOf": [schema, {"type": "array", "items": schema}]}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


def describe_bodies(app: FastAPI, kinds: Sequence[type[msgspec.Struct]]) -> None:
    """Put the schemas of these bodies, and the least role of each route, into the app's OpenAPI document."""
    made = app.openapi
    _, schemas = msgspec.json.schema_components(kinds, ref_template=_COMPONENTS)

    def openapi() -> dict[str, Any]:
        document = made()
        document.setdefault("components", {}).setdefault("schemas", {}).update(schemas)
        _tell_roles(document, app.state.rows)
        return document

    app.openapi = openapi  # type: ignore[method-assign]


def _tell_roles(document: dict[str, Any], rows: Sequence[RouteRow]) -> None:
    for row in rows:
        for method in row.methods.lower().split():
            told = document["paths"].get(row.path, {}).get(method)
            if told is not None and row.least is not None:
                told["x-least-role"] = row.least.value
