"""The broker as the program meets it: connected for good, an inbox of its own, streams made where they are ours."""

import asyncio
from typing import Final

import structlog
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import ExternalStream, RePublish, StreamConfig, StreamSource
from nats.js.errors import NotFoundError

from api.hub.config import BrokerConfig
from api.hub.subjects import PUBLIC_STREAM, PUBLIC_SUBJECTS, STAFF_STREAM, STAFF_SUBJECTS, domain

RETRY_S: Final = 1
# A stream drops what it has seen by message id within this time; what comes later the hub knows by its rows.
DUPLICATES_S: Final = 120.0
# Messages of one table that a gateway may begin with: more than twice `outbox.SNAPSHOT_EVERY`, so a snapshot is there.
PUBLIC_KEPT: Final = 160
_DAY: Final = 86400.0
AWAY: Final = (NatsError, OSError, TimeoutError, asyncio.TimeoutError)
"""What a broker that is away or not ready raises."""
log = structlog.get_logger()


def _drawn(stream: str, kind: str, venue: str) -> StreamSource:
    """That stream of a venue's own broker, as the hub's draws on it; subjects of other venues are left there."""
    where = domain(venue)
    return StreamSource(
        name=stream,
        filter_subject=f"jantaku.{venue}.*.{kind}",
        external=ExternalStream(api=f"$JS.{where}.API", deliver=f"jantaku-edge.{where}"),
    )


async def connect(config: BrokerConfig, name: str) -> Client:
    """A connection that comes back by itself, tried until the broker is there; raises JantakuError for bad settings.

    Its inbox lies under the user's name, so that the broker can keep others from listening to answers.
    """
    known, tls = config.login, config.tls()
    user, password = known if known is not None else (None, None)
    told = False
    while True:
        client = Client()
        try:
            await client.connect(
                servers=config.servers,
                name=name,
                user=user,
                password=password,
                tls=tls,
                inbox_prefix=f"_INBOX_{user}".encode() if user else b"_INBOX",
                allow_reconnect=True,
                max_reconnect_attempts=-1,
                reconnect_time_wait=RETRY_S,
                connect_timeout=5,
                ping_interval=20,
                max_outstanding_pings=2,
                error_cb=_tell,
                disconnected_cb=_lost,
                reconnected_cb=_back,
            )
        except AWAY as error:
            if not told:
                log.warning("broker away", error=str(error) or type(error).__name__)
            told = True
            await client.close()
            await asyncio.sleep(RETRY_S)
            continue
        log.info("broker connected", server=str(client.connected_url and client.connected_url.hostname))
        return client


async def make_streams(jetstream: JetStreamContext, keep_days: float = 0.0, edges: tuple[str, ...] = ()) -> None:
    """Both streams as this program needs them, made or brought up to date; ``keep_days`` 0: staff records for ever.

    ``edges``: venues whose own brokers these streams draw on.
    """
    staff = StreamConfig(
        name=STAFF_STREAM,
        subjects=[STAFF_SUBJECTS],
        allow_direct=True,
        duplicate_window=DUPLICATES_S,
        max_age=keep_days * _DAY,
        sources=[_drawn(STAFF_STREAM, "staff", venue) for venue in edges] or None,
    )
    public = StreamConfig(
        name=PUBLIC_STREAM,
        subjects=[PUBLIC_SUBJECTS],
        allow_direct=True,
        duplicate_window=DUPLICATES_S,
        max_msgs_per_subject=PUBLIC_KEPT,
        max_age=(keep_days or 30.0) * _DAY,
        sources=[_drawn(PUBLIC_STREAM, "public", venue) for venue in edges] or None,
        republish=RePublish(src=PUBLIC_SUBJECTS, dest="jantaku-view.{{wildcard(1)}}.{{wildcard(2)}}"),
    )
    for wanted in (staff, public):
        try:
            await jetstream.stream_info(str(wanted.name))
        except NotFoundError:
            await jetstream.add_stream(wanted)
        else:
            await jetstream.update_stream(wanted)


async def _tell(error: Exception) -> None:
    log.warning("broker", error=str(error) or type(error).__name__)


async def _lost() -> None:
    log.warning("broker lost")


async def _back() -> None:
    log.info("broker back")
