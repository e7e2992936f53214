"""Client of the broker: reconnects for good, has an inbox of its own, creates the streams it owns."""

import asyncio
from typing import Final

import structlog
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import RePublish, StreamConfig
from nats.js.errors import NotFoundError

from api.hub.config import BrokerConfig
from api.hub.subjects import PUBLIC_STREAM, PUBLIC_SUBJECTS, STAFF_STREAM, STAFF_SUBJECTS
from api.operations.advisories import NATS, sound
from controller.ports.log import WordLog

RETRY_S: Final = 1
# A stream drops duplicates by message id within this time; the hub recognises later ones by its rows.
DUPLICATES_S: Final = 120.0
# Messages of one table that a gateway may begin with: more than twice `outbox.SNAPSHOT_EVERY`, so a snapshot is there.
PUBLIC_KEPT: Final = 160
_DAY: Final = 86400.0
AWAY: Final = (NatsError, OSError, TimeoutError, asyncio.TimeoutError)
"""What a broker that is away or not ready raises."""
log: WordLog = structlog.get_logger()


async def connect(config: BrokerConfig, name: str, login: tuple[str, str] | None = None) -> Client:
    """A connection that reconnects by itself and retries until the broker is there; raises JantakuError for bad
    settings.

    ``login``: user and password, if not those of the settings. Its inbox is under the user's name, so that the broker
    can keep others from listening to answers.
    """
    known, tls = login or config.login, config.tls()
    user, password = known if known is not None else (None, None)
    told, trouble = False, _Trouble()
    while True:
        client = Client()
        try:
            await client.connect(
                servers=[_nameless(each) for each in config.servers],
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
                error_cb=trouble.tell,
                disconnected_cb=trouble.lost,
                reconnected_cb=trouble.over,
            )
        except AWAY as error:
            if not told:
                log.warning("broker away", error=str(error) or type(error).__name__)
            told = True
            await client.close()
            await asyncio.sleep(RETRY_S)
            continue
        log.info("broker connected", server=str(client.connected_url and client.connected_url.hostname))
        warn_of(NATS, version_of(client))
        return client


async def try_broker(config: BrokerConfig, within_s: float) -> None:
    """Connect once and leave; raises what AWAY lists, or JantakuError for bad settings."""
    known = config.login
    user, password = known if known is not None else (None, None)
    client = Client()
    try:
        await asyncio.wait_for(
            client.connect(
                servers=[_nameless(each) for each in config.servers],
                name="jantaku-check",
                user=user,
                password=password,
                tls=config.tls(),
                allow_reconnect=False,
                connect_timeout=int(within_s),
                error_cb=_nothing,
            ),
            within_s,
        )
        warn_of(NATS, version_of(client))
    finally:
        await client.close()


async def _nothing(_error: Exception) -> None:
    """What is wrong is raised."""


def version_of(client: Client) -> str:
    """Version of the server that a client is connected to; ``unknown`` if it gives none."""
    told = client.connected_server_version
    try:
        return f"{told.major}.{told.minor}.{told.patch}"
    except ValueError:
        return "unknown"


def warn_of(server: str, version: str) -> None:
    """Tell of a server whose version has known security advisories."""
    told = sound(server).told(version)
    if told is not None:
        log.warning("server has known advisories", reason=told)


def _nameless(address: str) -> str:
    """The address of a server without user and password."""
    scheme, slashes, rest = address.rpartition("://")
    return scheme + slashes + rest.rpartition("@")[2]


async def make_streams(jetstream: JetStreamContext, keep_days: float = 0.0) -> None:
    """Both streams as this program needs them, made or brought up to date; ``keep_days`` 0: staff records for ever."""
    staff = StreamConfig(
        name=STAFF_STREAM,
        subjects=[STAFF_SUBJECTS],
        allow_direct=True,
        duplicate_window=DUPLICATES_S,
        max_age=keep_days * _DAY,
    )
    public = StreamConfig(
        name=PUBLIC_STREAM,
        subjects=[PUBLIC_SUBJECTS],
        allow_direct=True,
        duplicate_window=DUPLICATES_S,
        max_msgs_per_subject=PUBLIC_KEPT,
        max_age=(keep_days or 30.0) * _DAY,
        republish=RePublish(src=PUBLIC_SUBJECTS, dest="jantaku-view.{{wildcard(1)}}.{{wildcard(2)}}"),
    )
    for wanted in (staff, public):
        try:
            await jetstream.stream_info(str(wanted.name))
        except NotFoundError:
            await jetstream.add_stream(wanted)
        else:
            await jetstream.update_stream(wanted)


class _Trouble:
    """State of a connection, logged when it changes: it is retried every second, for hours."""

    def __init__(self) -> None:
        self._said = ""

    async def tell(self, error: Exception) -> None:
        said = str(error) or type(error).__name__
        if said != self._said:
            self._said = said
            log.warning("broker", error=said)

    async def lost(self) -> None:
        log.warning("broker lost")

    async def over(self) -> None:
        self._said = ""
        log.info("broker back")
