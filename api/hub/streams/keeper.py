"""Answers requests about a broker's streams, so that other clients need no access to JetStream's interface.

A venue's agent asks for the stream's position in its journal; viewers ask for the list of tables and for a table's
public messages. Messages without valid signature are not sent. Any number of keepers may run at one broker.
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
# Timeout of a request to the broker; a viewer that asks waits for five seconds, and asks again.
BROKER_S: Final = 2.0
# Bytes of message bodies in one answer; a broker takes messages of up to 1 MiB.
_MOST: Final = 400_000
MOST_TABLES: Final = 256
"""Maximum tables of one venue in an answer; chosen: ten times a large hall, with tables renamed within 30 days."""
Answer = Callable[[Msg], Awaitable[Any]]
log: WordLog = structlog.get_logger()


class Keeper:
    """Answers over a connection that owns the streams."""

    def __init__(self, client: Client, keys: Keys) -> None:
        """``keys``: for checking the signatures of public messages."""
        self._client, self._keys = client, keys
        self._jetstream: JetStreamContext = client.jetstream(timeout=BROKER_S)

    async def listen(self) -> None:
        """Subscribe to the requests; they are answered as long as the connection is open."""
        for subject, answer in (
            (STORED_SUBJECTS, self._stored),
            (PAST_SUBJECTS, self._past),
            (TABLES_SUBJECT, self._tables),
        ):
            await self._client.subscribe(subject, queue=_QUEUE, cb=_answering(answer))

    async def _stored(self, message: Msg) -> dict[str, Any]:
        """Return the name of a table's newest record in the stream, and when its newest public message was signed."""
        place = TableAddress.of(message.subject)
        last, shown = await asyncio.gather(
            self._last(STAFF_STREAM, place.staff), self._last(PUBLIC_STREAM, place.public)
        )
        name = RecordName.parse(((last and last.headers) or {}).get(Header.MSG_ID, ""))
        at = ((shown and shown.headers) or {}).get(AT, "0")
        return {"record": None if name is None else str(name), "signed_at": int(at) if at.isdecimal() else 0}

    async def _tables(self, message: Msg) -> dict[str, Any]:
        """Return the tables of one venue or of all, and the stream's last sequence; no tables if it equals ``seen``.

        The number per venue is limited, so that a venue with endless table names cannot crowd out others.
        """
        asked = json.loads(message.data)
        venue, seen = token(asked["venue"], "venue") if asked["venue"] else "", int(asked["seen"])
        last, subjects, is_whole = await self._listed(venue or "*")
        if last == seen:
            return {"last": last, "subjects": []}
        if not is_whole and not venue:
            # A venue named so many tables that the broker did not name those of others. Nothing is shown of a venue
            # without a key.
            self._keys.look()
            each = await asyncio.gather(*map(self._listed, sorted(self._keys.venues)))
            subjects = [subject for _, some, _ in each for subject in some]
        return {"last": last, "subjects": subjects}

    async def _listed(self, venue: str) -> tuple[int, list[str], bool]:
        """Return the public stream's last sequence, and the tables of a venue, or of all (``*``), up to the limit.

        The broker names the first 100,000 subjects; False if there are more.
        """
        question = json.dumps({"subjects_filter": f"jantaku.{venue}.*.public"}).encode()
        answer = await self._client.request(f"$JS.API.STREAM.INFO.{PUBLIC_STREAM}", question, timeout=BROKER_S)
        told = json.loads(answer.data)
        named = sorted(told["state"].get("subjects") or ())
        every = groupby(named, key=lambda subject: TableAddress.of(subject).venue)
        listed = [subject for _, some in every for subject in islice(some, MOST_TABLES)]
        return int(told["state"]["last_seq"]), listed, len(named) >= int(told.get("total", 0))

    async def _past(self, message: Msg) -> dict[str, Any]:
        """Return messages of a table after a sequence; none if its newest message is older than ``within`` seconds."""
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
    """Encode an answer for the broker."""
    return zlib.compress(json.dumps(answer, separators=(",", ":")).encode(), 1)


def unpacked(body: bytes) -> dict[str, Any]:
    """Decode an answer; raises ValueError for anything a keeper does not send."""
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
    """Return seconds since the broker stored a message, by the clocks of both machines."""
    stored = datetime.fromisoformat((message.headers or {})["Nats-Time-Stamp"])
    return time.time() - stored.timestamp()
