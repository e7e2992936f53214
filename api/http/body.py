"""JSON bodies of requests, decoded and checked by msgspec, and the schema names of answers for OpenAPI.

msgspec also checks the command line's input; letting FastAPI use pydantic here would be a second set of checks.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, Generic, TypeVar

import msgspec
from fastapi import Depends, Request
from pydantic_core.core_schema import AnySchema, any_schema

from api.http.problems import RefusedError
from api.http.schemas.wire import KINDS, TOLD, read_json
from controller.text import Text

T = TypeVar("T")
COMPONENTS: Final = "#/components/schemas/{name}"
"""Reference to a named schema in the OpenAPI document."""


@dataclass(frozen=True)
class JsonBody(Generic[T]):
    """Dependency that decodes the request body as ``kind``; the OpenAPI document finds it among those of a route.

    ``each``: type of an object, if the body may be one or a list of them.
    """

    kind: type[T]
    each: type[msgspec.Struct] | None = None

    async def __call__(self, request: Request) -> T:
        """Return the body; raises MalformedError for a bad one and RefusedError for another media type."""
        # Another site's page can post plain text directly, but JSON only after a CORS preflight, which fails here.
        expect_kind(request, "application/json")
        return read_json(await request.body(), self.kind)

    @property
    def named(self) -> type:
        """The type whose schema describes the body."""
        return self.each or self.kind

    def described(self) -> dict[str, Any]:
        """Return the body in OpenAPI, by reference to its schema.

        ``oneOf`` is used for a list, beside FastAPI's ``anyOf``, and the item schema admits any object, because each
        malformed object gets its own error.
        """
        schema: dict[str, Any] = {"$ref": COMPONENTS.format(name=self.named.__name__)}
        if self.each is not None:
            schema = {"anyOf": [schema, {"type": "object"}]}
            schema = {"oneOf": [schema, {"type": "array", "items": schema}]}
        return {"required": True, "content": {"application/json": {"schema": schema}}}


if TYPE_CHECKING:
    JsonOf = Annotated[T, JsonBody]
    """Type of a route's JSON body."""
else:

    class JsonOf:
        """Type of a route's JSON body."""

        def __class_getitem__(cls, kind: type) -> Any:
            return Annotated[kind, Depends(JsonBody(kind))]


def expect_kind(request: Request, *kinds: str) -> None:
    """Raise RefusedError (415) if the body has none of these media types."""
    if request.headers.get("content-type", "").partition(";")[0].strip().lower() not in kinds:
        known = ", ".join(kinds)
        raise RefusedError(
            Text(f"この形式は受け取れません。`{known}` で送ってください。", f"expected a body of content-type {known}"),
            415,
        )


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
