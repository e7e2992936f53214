"""The live feed as server-sent events, with the messages of the WebSocket feed."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Final, Literal

from fastapi import APIRouter, Depends, Header, Request
from fastapi.sse import EventSourceResponse, ServerSentEvent

from api.http.problems import RefusedError
from api.http.routers.tables import Table
from api.service.feed import Feed
from controller.text import Text
from controller.views.gate import Audience

router = APIRouter(prefix="/api/v1/tables", tags=["tables"])
_AGAIN_MS: Final = 2000


def followed(table: Table, audience: Literal["public", "staff"] = "public", late: bool = False) -> Feed:
    """Return the requested feed; raises RefusedError (404) if the table has no late feed."""
    feed = table.late_feed() if late else table.feed(Audience(audience))
    if feed is None:
        raise RefusedError(
            Text(
                f"卓{table.name}は手牌を公開しない設定なので、遅れて公開する画面はありません。",
                f"no late feed of table {table.name}: its secrets are never released",
            ),
            404,
        )
    return feed


@router.get(
    "/{table}/events",
    # An endless answer cannot be tried out like the others; it is described in docs/api.md.
    include_in_schema=False,
    summary="The live feed of a table, as server-sent events",
    response_class=EventSourceResponse,
    responses={200: {"description": "Events without an end", "content": {"text/event-stream": {}}}},
)
async def events(
    request: Request,
    feed: Annotated[Feed, Depends(followed)],
    last_event_id: Annotated[str, Header(max_length=64)] = "",
) -> AsyncIterator[ServerSentEvent]:
    """Numbered ``snapshot``, then ``delta`` messages, ``beat`` while nothing happens; ``data`` as over WebSocket.

    A client that returns with the id of the newest event gets only later ones, otherwise a snapshot first.
    """
    end = asyncio.Event()
    streams: set[asyncio.Event] = request.app.state.streams
    streams.add(end)
    messages, over = feed.follow(), asyncio.ensure_future(end.wait())
    try:
        while True:
            coming = asyncio.ensure_future(anext(messages, None))
            await asyncio.wait((coming, over), return_when=asyncio.FIRST_COMPLETED)
            if not coming.done() or (message := coming.result()) is None:
                coming.cancel()
                return
            number = f"{feed.id}-{message['number']}"
            if message["type"] == "snapshot" and number == last_event_id:
                yield ServerSentEvent(comment="nothing has changed", retry=_AGAIN_MS)
                continue
            yield ServerSentEvent(raw_data=message.text, event=message["type"], id=number, retry=_AGAIN_MS)
    finally:
        streams.discard(end)
        over.cancel()
