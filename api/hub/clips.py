"""Pictures of faults and questions in the broker's object store: for the staff, cropped to what they show.

Clips are kept for a time and up to a quota, the oldest go first. The broker lets a venue's agent write its own bucket
and the hub read all; viewers and home systems may neither.
"""

import asyncio
from collections.abc import Callable, Iterator
from typing import Final

import structlog
from nats.js import JetStreamContext
from nats.js.api import DiscardPolicy, StreamConfig
from nats.js.errors import NotFoundError, ObjectNotFoundError
from nats.js.object_store import ObjectStore

from api.hub.broker import AWAY, RETRY_S
from api.hub.subjects import TableAddress, token
from controller.errors import JantakuError
from controller.journal.chain import Record
from controller.journal.events import FaultRaised, QuestionAsked

KEPT_DAYS: Final = 30.0
# What one venue may fill. Chosen: an evening's faults of eight tables are far below it.
QUOTA_BYTES: Final = 2 * 1024**3
LOOK_S: Final = 5.0
SETTLED_S: Final = 2.0
_DAY: Final = 86400.0
Crop = Callable[[str], bytes | None]
"""The picture of a fault or question by its id, cut out as the gate has it; None where there is none."""
log = structlog.get_logger()


def bucket(venue: str) -> str:
    """The bucket of a venue; who may read it is the broker's to say, and viewers may not."""
    return f"jantaku-clips-{token(venue, 'venue')}"


async def make_bucket(jetstream: JetStreamContext, venue: str) -> None:
    """The bucket with its quota and age, made where it is not there."""
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


async def put_clips(
    jetstream: JetStreamContext, place: TableAddress, records: Callable[[int], Iterator[Record]], crop: Crop
) -> None:
    """Put the clip of every fault and question of a journal that has none there yet; works until cancelled."""
    after = 0
    while True:
        try:
            store = await jetstream.object_store(bucket(place.venue))
            news = await asyncio.to_thread(_all, records, after)
            if any(map(_shown_by, news)):
                # The frames after a fault are still being kept.
                await asyncio.sleep(SETTLED_S)
            for record in news:
                name = _shown_by(record)
                if name is not None:
                    await _put(store, f"{place.table}/{record.hash[:12]}/{name}.jpg", name, crop)
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


async def _put(store: ObjectStore, path: str, name: str, crop: Crop) -> None:
    """One clip under its table, record and id; one that is there is not put again."""
    try:
        await store.get_info(path)
    except ObjectNotFoundError:
        try:
            picture = await asyncio.to_thread(crop, name)
        except JantakuError as error:
            log.warning("no clip", name=path, error=str(error))
            return
        if picture is not None:
            await store.put(path, picture)
