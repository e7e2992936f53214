"""JSON bodies: of requests, checked by msgspec like everything from outside; what those of answers are called.

FastAPI would check bodies by pydantic, a second way beside the one of the command line.
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
"""Where the OpenAPI document keeps the schema of that name."""


def json_body(kind: type[T]) -> Callable[[Request], Awaitable[T]]:
    """A dependency that gives the body of a request; raises MalformedError, or RefusedError for another media type."""

    async def read(request: Request) -> T:
        # Another site's page may post plain text at once, but JSON only after a CORS preflight, which is not answered.
        expect_kind(request, "application/json")
        return read_json(await request.body(), kind)

    return read


def expect_kind(request: Request, *kinds: str) -> None:
    """Raise RefusedError where the body is of none of these media types."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() not in kinds:
        known = ", ".join(kinds)
        raise RefusedError(
            Text(f"この形式は受け取れません。`{known}` で送ってください。", f"expected a body of content-type {known}"),
            415,
        )


def described(kind: type[msgspec.Struct], several: bool = False) -> dict[str, Any]:
    """``openapi_extra`` of a route with such a body; ``kind`` must be one of ``describe``.

    ``several``: or a list, described as ``oneOf`` next to FastAPI's ``anyOf``; each malformed object gets its own
    error.
    """
    schema: dict[str, Any] = {"$ref": COMPONENTS.format(name=kind.__name__)}
    if several:
        schema = {"anyOf": [schema, {"type": "object"}]}
        schema = {"oneOf": [schema, {"type": "array", "items": schema}]}
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


@dataclass(frozen=True)
class AnswerOf:
    """Metadata of a route's answer: what it is, None: as annotated; it goes out as it is made, unchecked and whole."""

    kind: type | None = None

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> AnySchema:
        kind = self.kind or source
        KINDS[kind.__name__] = kind
        return any_schema(metadata={TOLD: [kind.__name__]})

    def __get_pydantic_json_schema__(self, schema: AnySchema, handler: Any) -> dict[str, Any]:
        return {TOLD: schema["metadata"][TOLD]}


Answer = Annotated[T, AnswerOf()]
"""What a route answers."""
