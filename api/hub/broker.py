"""Client of the NATS broker: reconnects without limit, uses its own inbox prefix, and creates the streams it owns."""

import asyncio
from collections.abc import Iterable
from typing import Any, Final

import structlog
from nats.aio.client import Client
from nats.errors import Error as NatsError
from nats.js import JetStreamContext
from nats.js.api import RePublish, StreamConfig
from nats.js.errors import NotFoundError
from nats.protocol.parser import AWAITING_CONTROL_LINE, PERMISSIONS_ERR, Parser

from api.hub.config import BrokerConfig
from api.hub.subjects import PUBLIC_STREAM, PUBLIC_SUBJECTS, STAFF_STREAM, STAFF_SUBJECTS
from api.operations.advisories import NATS, sound
from controller.ports.log import WordLog

RETRY_S: Final = 1
# Seconds within which a stream drops duplicates by message id; the hub detects later ones by its rows.
DUPLICATES_S: Final = 120.0
# Stored messages per table. More than twice `outbox.SNAPSHOT_EVERY`, so that they include a snapshot.
PUBLIC_KEPT: Final = 160
_DAY: Final = 86400.0
AWAY: Final = (NatsError, OSError, TimeoutError, asyncio.TimeoutError)
"""Exceptions raised while the broker is unreachable or not ready."""
_END: Final = b"\r\n"
# Replaces unusual bytes in a protocol line; servers allow any byte but space and line end in a subject.
_PLAIN: Final = bytes(each if 0x20 <= each <= 0x7E or each in _END else ord("?") for each in range(256))
log: WordLog = structlog.get_logger()


class Lines(Parser):
    """The library's parser, fed one complete line or body at a time, with lines reduced to printable ASCII.

    Otherwise a subject that is not UTF-8, or has other white space, would raise an error and end the connection.
    """

    def reset(self) -> None:
        """Drop all buffered bytes."""
        super().reset()
        self._raw = bytearray()

    async def parse(self, data: bytes = b"") -> None:
        """Parse all complete lines and bodies received so far."""
        self._raw += data
        while self._raw:
            is_line = self.state == AWAITING_CONTROL_LINE
            size = self._raw.find(_END) + len(_END) if is_line else self.needed + len(_END)
            if size > len(self._raw) or size < len(_END):
                return
            taken = bytes(self._raw[:size])
            del self._raw[:size]
            await super().parse(taken.translate(_PLAIN) if is_line else taken)


class HardClient(Client):
    """A client that survives malformed messages, and sends nothing unencrypted if TLS is configured."""

    def __init__(self) -> None:
        """Create the client, not connected."""
        super().__init__()
        self._ps = Lines(self)

    async def _process_info(self, info: dict[str, Any], initial_connection: bool = False) -> None:
        # Without this check the library would send its password unencrypted to a server that offers no TLS.
        if initial_connection and self.options.get("tls") is not None and not info.get("tls_required"):
            raise NatsError("nats: expected TLS, but the server does not use it")
        await super()._process_info(info, initial_connection)

    async def _process_err(self, err_msg: str) -> None:
        if PERMISSIONS_ERR in err_msg:
            await super()._process_err(err_msg)
        else:
            # Reconnect instead of closing for good, as the library would: the server may accept the user later.
            await self._process_op_err(NatsError(f"nats: {err_msg}"))

    async def _process_headers(self, headers: bytes) -> dict[str, str] | None:
        try:
            return await super()._process_headers(headers)
        except (IndexError, UnicodeDecodeError) as error:
            log.debug("no headers", error=str(error))
            return None


async def connect(config: BrokerConfig, name: str, login: tuple[str, str] | None = None) -> Client:
    """Return a connection that reconnects by itself; retries until the broker is reachable.

    ``login``: user and password in place of those in the settings. The inbox prefix contains the user's name, so that
    the broker can keep others from reading its answers. Raises JantakuError for bad settings.
    """
    known, tls = login or config.login, config.tls()
    user, password = known if known is not None else (None, None)
    told, trouble = False, _Trouble()
    while True:
        client = HardClient()
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


async def try_broker(config: BrokerConfig, within_s: float, asked: Iterable[str] = ()) -> None:
    """Connect once, publish an empty message at each subject, and disconnect.

    Raises an exception of AWAY, also if this user lacks a permission, or JantakuError for bad settings.
    """
    known = config.login
    user, password = known if known is not None else (None, None)
    client, refused = HardClient(), list[Exception]()

    async def keep(error: Exception) -> None:
        refused.append(error)

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
                error_cb=keep,
            ),
            within_s,
        )
        warn_of(NATS, version_of(client))
        refused.clear()
        for subject in asked:
            await client.publish(subject)
        # The server answers in order, so a flush reports all refusals. Two are needed, as the library may send
        # the first one before the published messages.
        for _ in range(2):
            await client.flush(int(within_s))
        if refused:
            raise refused[0]
    finally:
        await client.close()


def version_of(client: Client) -> str:
    """Return the version of the server that a client is connected to; ``unknown`` if it reports none."""
    told = client.connected_server_version
    try:
        return f"{told.major}.{told.minor}.{told.patch}"
    except ValueError:
        return "unknown"


def warn_of(server: str, version: str) -> None:
    """Log a warning if this version of the server has known security advisories."""
    told = sound(server).advice(version)
    if told is not None:
        log.warning("server has known advisories", reason=told)


def _nameless(address: str) -> str:
    """Return the address of a server without user and password."""
    scheme, slashes, rest = address.rpartition("://")
    return scheme + slashes + rest.rpartition("@")[2]


async def make_streams(jetstream: JetStreamContext, keep_days: float = 0.0) -> None:
    """Create or update both streams; ``keep_days``: maximum age of records, 0 to keep staff records forever."""
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
    """Logs trouble of a connection only when it changes, as the connection is retried every second."""

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
