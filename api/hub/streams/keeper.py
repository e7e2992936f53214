"""Answers for the streams of a broker, so that nobody else needs JetStream's interface.

A venue's agent asks how far the stream has its journal; viewers ask which tables there are and what the public stream
has of one. What its venue has not signed is not handed on. Any number of keepers may run at one broker.
"""

import asyncio
import json
import time
import zlib
from collections.abc import Awaitable, Callable
from datetime import datetime
from itertools import groupby, islice
from typing import Any, Final

import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import Header, RawStreamMsg
from nats.js.errors import NotFoundError

from api.hub.broker import AWAY
from api.hub.signing import AT, HEADERS, Keys, SignatureError
from api.hub.subjects import (
    PAST_SUBJECTS,
    PUBLIC_STREAM,
    STAFF_STREAM,
    STORED_SUBJECTS,
    TABLES_SUBJECT,
    RecordName,
    TableAddress,
    token,
)
from controller.errors import JantakuError
from controller.ports.log import WordLog

_QUEUE: Final = "keeper"
# Letters of messages in one answer; a broker takes messages of up to 1 MiB.
_MOST: Final = 400_000
MOST_TABLES: Final = 256
"""Of one venue in an answer; chosen: ten times a large hall, and tables renamed within the 30 days that are kept."""
Answer = Callable[[Msg], Awaitable[Any]]
log: WordLog = structlog.get_logger()


class Keeper:
    """Answers over a connection that owns the streams."""

    def __init__(self, client: Client, keys: Keys) -> None:
        """``keys``: with which public messages must be signed."""
        self._client, self._keys = client, keys
        self._jetstream: JetStreamContext = client.jetstream(timeout=2.0)

    async def listen(self) -> None:
        """Begin to answer; it goes on for as long as the connection is open."""
        for subject, answer in (
            (STORED_SUBJECTS, self._stored),
            (PAST_SUBJECTS, self._past),
            (TABLES_SUBJECT, self._tables),
        ):
            await self._client.subscribe(subject, queue=_QUEUE, cb=_answering(answer))

    async def _stored(self, message: Msg) -> dict[str, Any]:
        """Name of the newest record of a table in the stream, and when its newest public message was signed."""
        place = TableAddress.of(message.subject)
        last, shown = await asyncio.gather(
            self._last(STAFF_STREAM, place.staff), self._last(PUBLIC_STREAM, place.public)
        )
        name = RecordName.parse(((last and last.headers) or {}).get(Header.MSG_ID, ""))
        at = ((shown and shown.headers) or {}).get(AT, "0")
        return {"record": None if name is None else str(name), "signed_at": int(at) if at.isdecimal() else 0}

    async def _tables(self, message: Msg) -> dict[str, Any]:
        """Tables of a venue or of all, and the number of the stream's last message; no tables if that is as asked.

        So many of each venue at most: one that names tables without end fills the answer and keeps out nobody else's.
        """
        asked = json.loads(message.data)
        venue, seen = token(asked["venue"], "venue") if asked["venue"] else "*", int(asked["seen"])
        stand = await self._jetstream.stream_info(PUBLIC_STREAM, subjects_filter=f"jantaku.{venue}.*.public")
        last = stand.state.last_seq
        if last == seen:
            return {"last": last, "subjects": []}
        every = groupby(sorted(stand.state.subjects or ()), lambda each: TableAddress.of(each).venue)
        return {"last": last, "subjects": [each for _, some in every for each in islice(some, MOST_TABLES)]}

    async def _past(self, message: Msg) -> dict[str, Any]:
        """Messages of a table after a number; none of a table of which nothing was heard for ``within`` seconds."""
        asked = json.loads(message.data)
        subject, after, within = TableAddress.of(message.subject).public, int(asked["after"]), asked["within"]
        found: list[dict[str, Any]] = []
        self._keys.look()
        if within is not None:
            last = await self._last(PUBLIC_STREAM, subject)
            if last is None or _age_s(last) > float(within):
                return {"messages": found, "after": after, "more": False}
        size = 0
        while size < _MOST:
            try:
                one = await self._jetstream.get_msg(PUBLIC_STREAM, after + 1, subject, direct=True, next=True)
            except NotFoundError:
                return {"messages": found, "after": after, "more": False}
            after = max(after + 1, int(one.seq or 0))
            headers, body = one.headers or {}, one.data or b""
            try:
                self._keys.check(TableAddress.of(subject), headers, body)
                told = {"sequence": after, "headers": {name: headers[name] for name in HEADERS}, "body": body.decode()}
            except (SignatureError, UnicodeDecodeError) as error:
                log.warning("not handed on", subject=subject, number=after, reason=str(error))
                continue
            found.append(told)
            size += len(body)
        return {"messages": found, "after": after, "more": True}

    async def _last(self, stream: str, subject: str) -> RawStreamMsg | None:
        try:
            return await self._jetstream.get_last_msg(stream, subject, direct=True)
        except NotFoundError:
            return None


def packed(answer: dict[str, Any]) -> bytes:
    """An answer as it goes over the broker."""
    return zlib.compress(json.dumps(answer, separators=(",", ":")).encode(), 1)


def unpacked(body: bytes) -> dict[str, Any]:
    """An answer; raises ValueError for what no keeper sends."""
    unzip = zlib.decompressobj()
    try:
        found = json.loads(unzip.decompress(body, 64 * _MOST))
    except (zlib.error, RecursionError):
        raise ValueError("not an answer") from None
    if not isinstance(found, dict):
        raise ValueError("not an answer")
    return found


def _answering(answer: Answer) -> Callable[[Msg], Awaitable[None]]:
    async def respond(message: Msg) -> None:
        try:
            await message.respond(packed(await answer(message)))
        except (JantakuError, ValueError, KeyError, TypeError, RecursionError, *AWAY) as error:
            log.debug("not answered", subject=message.subject, error=str(error) or type(error).__name__)

    return respond


def _age_s(message: RawStreamMsg) -> float:
    """Seconds since the broker stored a message, by both clocks."""
    stored = datetime.fromisoformat((message.headers or {})["Nats-Time-Stamp"])
    return time.time() - stored.timestamp()
