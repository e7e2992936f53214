"""Pictures of faults and questions in the hub's object store, cropped to their subject, for the staff.

Clips have a maximum age and a quota; the oldest are deleted first. A venue's agent sends them to the hub, and only the
hub reads and writes the store.
"""

import asyncio
import re
from collections.abc import Callable, Iterator
from typing import Final

import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import DiscardPolicy, StreamConfig
from nats.js.errors import NotFoundError, ObjectNotFoundError

from api.hub.broker import AWAY, RETRY_S
from api.hub.subjects import TableAddress, token
from controller.errors import JantakuError
from controller.journal.chain import Record
from controller.journal.events import FaultRaised, QuestionAsked
from controller.ports.log import WordLog

KEPT_DAYS: Final = 30.0
# Maximum bytes of one venue; chosen: far above an evening's faults of eight tables.
QUOTA_BYTES: Final = 2 * 1024**3
LOOK_S: Final = 5.0
SETTLED_S: Final = 2.0
CLIP_HEADER: Final = "Jantaku-Clip"
HELD: Final = b"held"
WANTED: Final = b"wanted"
ANSWER_S: Final = 10.0
MOST_BYTES: Final = 900_000
"""Maximum bytes of one picture: a broker takes messages of up to 1 MiB."""
_NAME: Final = re.compile(r"[0-9a-f]{12}/[A-Za-z0-9_-][A-Za-z0-9_.-]{0,99}")
_DAY: Final = 86400.0
Crop = Callable[[str], bytes | None]
"""Returns the cropped picture of a fault or question by its id, as the secrecy gate allows; None if there is none."""
log: WordLog = structlog.get_logger()


def bucket(venue: str) -> str:
    """Return the bucket of a venue; the broker's permissions decide who may read it, and viewers may not."""
    return f"jantaku-clips-{token(venue, 'venue')}"


async def make_bucket(jetstream: JetStreamContext, venue: str) -> None:
    """Create the bucket with its quota and maximum age if it does not exist."""
    name = bucket(venue)
    wanted = StreamConfig(
        name=f"OBJ_{name}",
        subjects=[f"$O.{name}.C.>", f"$O.{name}.M.>"],
        max_age=KEPT_DAYS * _DAY,
        max_bytes=QUOTA_BYTES,
        discard=DiscardPolicy.OLD,
        allow_rollup_hdrs=True,
    )
    try:
        await jetstream.stream_info(f"OBJ_{name}")
    except NotFoundError:
        await jetstream.add_stream(wanted)


async def take_clip(client: Client, message: Msg) -> None:
    """Store a picture sent by an agent; for a message without picture, answer whether it is wanted."""
    place, name = TableAddress.of(message.subject), (message.headers or {}).get(CLIP_HEADER, "")
    if _NAME.fullmatch(name) is None:
        raise JantakuError(f"{message.subject}: expected a record and a name in {CLIP_HEADER}")
    jetstream = client.jetstream()
    await make_bucket(jetstream, place.venue)
    store, path = await jetstream.object_store(bucket(place.venue)), f"{place.table}/{name}.jpg"
    try:
        await store.get_info(path)
        answer = HELD
    except ObjectNotFoundError:
        answer = WANTED
        if message.data:
            await store.put(path, message.data)
            answer = HELD
    await message.respond(answer)


async def put_clips(
    client: Client, place: TableAddress, records: Callable[[int], Iterator[Record]], crop: Crop
) -> None:
    """Send the hub every clip of a journal that it lacks; runs until cancelled."""
    after = 0
    while True:
        try:
            news = await asyncio.to_thread(_all, records, after)
            if any(map(_shown_by, news)):
                # Wait until the frames after the fault are written.
                await asyncio.sleep(SETTLED_S)
            for record in news:
                name = _shown_by(record)
                if name is not None:
                    await _hand_over(client, place, f"{record.hash[:12]}/{name}", name, crop)
                after = record.sequence
            await asyncio.sleep(LOOK_S)
        except AWAY as error:
            log.debug("clips wait", table=place.table, error=str(error) or type(error).__name__)
            await asyncio.sleep(RETRY_S)


def _all(records: Callable[[int], Iterator[Record]], after: int) -> list[Record]:
    return list(records(after))


def _shown_by(record: Record) -> str | None:
    event = record.event
    if isinstance(event, FaultRaised):
        return event.fault.id
    return event.question.id if isinstance(event, QuestionAsked) else None


async def _hand_over(client: Client, place: TableAddress, path: str, name: str, crop: Crop) -> None:
    """Send one clip under its record and id, unless the hub has it."""
    headers = {CLIP_HEADER: path}
    told = await client.request(place.clip, headers=headers, timeout=ANSWER_S)
    if told.data != WANTED:
        return
    try:
        picture = await asyncio.to_thread(crop, name)
    except JantakuError as error:
        log.warning("no clip", name=path, error=str(error))
        return
    if picture is not None:
        if len(picture) > MOST_BYTES:
            log.warning("no clip", name=path, error=f"{len(picture)} bytes, more than {MOST_BYTES}")
            return
        await client.request(place.clip, picture, headers=headers, timeout=ANSWER_S)
