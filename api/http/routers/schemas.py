"""JSON Schemas of messages that the service sends on its own: ``/api/v1/schemas``."""

from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Literal

from fastapi import APIRouter
from fastapi.responses import JSONResponse

from api.webhooks.messages import message_schema
from controller.text import Text
from controller.views.described import DIALECT, described
from controller.views.gate import Audience
from controller.views.table import TableView

router = APIRouter(prefix="/api/v1/schemas", tags=["schemas"])
MEDIA_TYPE: Final = "application/schema+json"
_OBJECT: Final = {"type": "object"}


class SchemaResponse(JSONResponse):
    """A response with a JSON Schema."""

    media_type = MEDIA_TYPE


@cache
def feed_schema() -> dict[str, Any]:
    """Return the schema of a table's public feed, the same over WebSocket, SSE and broker.

    Its view has released hands only on the late feed.
    """
    view = described(TableView, Audience.PUBLIC)
    number = {"type": "integer", "minimum": 0}
    told = {
        "snapshot": {"view": view},
        "delta": {"changes": {**view, "required": [], "minProperties": 1}},
        "beat": {},
    }
    return {
        "$schema": DIALECT,
        "title": "jantaku public feed",
        "oneOf": [
            {
                "type": "object",
                "properties": {"type": {"const": kind}, "number": number, **more},
                "required": ["type", "number", *more],
                "additionalProperties": False,
            }
            for kind, more in told.items()
        ],
    }


_SCHEMAS: Final[Mapping[str, tuple[Text, Callable[[], dict[str, Any]]]]] = MappingProxyType(
    {
        "feed": (Text("公開フィードのメッセージ", "Messages of the public feed"), feed_schema),
        "webhook": (Text("ウェブフックの本文", "Bodies of webhooks"), message_schema),
    }
)


@router.get("", summary="What is told without being asked, each with the address of its JSON Schema")
def schemas() -> list[dict[str, str]]:
    """Id, name and address of every schema."""
    return [
        {"id": name, "ja": words.ja, "en": words.en, "address": f"{router.prefix}/{name}"}
        for name, (words, _) in _SCHEMAS.items()
    ]


@router.get(
    "/{name}",
    summary="One JSON Schema",
    response_class=SchemaResponse,
    responses={200: {"description": "JSON Schema, 2020-12", "content": {MEDIA_TYPE: {"schema": _OBJECT}}}},
)
def schema(name: Literal["feed", "webhook"]) -> SchemaResponse:
    """The schema with that id."""
    return SchemaResponse(_SCHEMAS[name][1]())
