"""JSON bodies of requests, decoded and checked by msgspec, and the schema names of answers for OpenAPI.

msgspec also checks the command line's input; letting FastAPI use pydantic here would be a second set of checks.
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Annotated, Any, Final, TypeVar

import msgspec
from fastapi import Request
from pydantic_core.core_schema import AnySchema, any_schema

from api.http.problems import RefusedError
from api.http.schemas.wire import KINDS, TOLD, read_json
from controller.text import Text

T = TypeVar("T")
COMPONENTS: Final = "#/components/schemas/{name}"
"""Reference to a named schema in the OpenAPI document."""


def json_body(kind: type[T]) -> Callable[[Request], Awaitable[T]]:
    """Return a dependency that decodes the request body as ``kind``.

    The dependency raises MalformedError for a bad body and RefusedError for another media type.
    """

    async def read(request: Request) -> T:
        # Another site's page can post plain text directly, but JSON only after a CORS preflight, which fails here.
        expect_kind(request, "application/json")
        return read_json(await request.body(), kind)

    return read


def expect_kind(request: Request, *kinds: str) -> None:
    """Raise RefusedError (415) if the body has none of these media types."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() not in kinds:
        known = ", ".join(kinds)
        raise RefusedError(
            Text(f"この形式は受け取れません。`{known}` で送ってください。", f"expected a body of content-type {known}"),
            415,
        )


def described(kind: type[msgspec.Struct], several: bool = False) -> dict[str, Any]:
    """Return the ``openapi_extra`` of a route with such a body; ``kind`` must be among the ``bodies`` of ``describe``.

    ``several``: the body may also be a list. ``oneOf`` is used, beside FastAPI's ``anyOf``, and the item schema admits
    any object, because each malformed object gets its own error.
    """
    schema: dict[str, Any] = {"$ref": COMPONENTS.format(name=kind.__name__)}
    if several:
        schema = {"anyOf": [schema, {"type": "object"}]}
        schema = {"oneOf": [schema, {"type": "array", "items": schema}]}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


@dataclass(frozen=True)
class AnswerOf:
    """Annotation that names the type of a route's answer; the answer is sent as built, without validation.

    ``kind``: the type; None for the annotated type itself.
    """

    kind: type | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> AnySchema:
        kind = self.kind or source
        KINDS[kind.__name__] = kind
        return any_schema(metadata={TOLD: [kind.__name__]})

    def __get_pydantic_json_schema__(self, schema: AnySchema, handler: Any) -> dict[str, Any]:
        return {TOLD: schema["metadata"][TOLD]}


Answer = Annotated[T, AnswerOf()]
"""Type of a route's answer, described in OpenAPI under its name."""
