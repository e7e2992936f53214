"""Forwards what a venue's broker stored to the hub's streams: in order, at least once, and only of that venue.

The hub logs in at the venue's broker in the venue's account, as a user of its own. So no message of that broker, even
with a forged acknowledgement subject, can reach anything beyond the venue's account.
"""

import asyncio
from collections.abc import Mapping
from typing import Final

import structlog
from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js import JetStreamContext
from nats.js.api import AckPolicy, ConsumerConfig, Header

from api.hub.broker import AWAY, RETRY_S, connect
from api.hub.broker_config import hub_at
from api.hub.config import BrokerConfig
from api.hub.signing import HEADERS, SIGNATURE, Keys, SignatureError
from api.hub.streams.pull import Pull
from api.hub.subjects import JOURNAL_HEADER, PUBLIC_STREAM, STAFF_STREAM, TableAddress, domain
from controller.errors import JantakuError
from controller.ports.log import WordLog

DURABLE: Final = "hub"
_BATCH: Final = 200
# Short, as the venue's broker may have sent some to a hub that has just died. Duplicates are dropped.
_ACKNOWLEDGE_S: Final = 6.0
_ACKNOWLEDGED_WITHIN_S: Final = 10.0
log: WordLog = structlog.get_logger()


class Draw:
    """Reads from one venue's broker; ``run`` works until cancelled, and survives outages of both brokers."""

    def __init__(self, config: BrokerConfig, venue: str, password: str, keys: Keys) -> None:
        """``password``: of the hub's user in the venue's account."""
        self._config, self._login = config, (hub_at(venue), password)
        self._venue, self._keys = venue, keys
        self._client: Client | None = None

    async def run(self, central: Client) -> None:
        """Forward both streams to those of ``central``."""
        self._client = await connect(self._config, f"jantaku-hub-{self._venue}", self._login)
        try:
            await asyncio.gather(
                *(self._hand_on(self._client, central, stream) for stream in (STAFF_STREAM, PUBLIC_STREAM))
            )
        finally:
            await self._client.close()

    async def waiting(self) -> int:
        """Return the number of records at the venue's broker not forwarded yet; raises exceptions of AWAY."""
        if self._client is None:
            return 0
        jetstream = self._client.jetstream(domain=domain(self._venue), timeout=2.0)
        stand = await jetstream.consumer_info(STAFF_STREAM, DURABLE)
        return (stand.num_pending or 0) + (stand.num_ack_pending or 0)

    async def _hand_on(self, client: Client, central: Client, stream: str) -> None:
        wanted = ConsumerConfig(
            durable_name=DURABLE,
            ack_policy=AckPolicy.EXPLICIT,
            ack_wait=_ACKNOWLEDGE_S,
            max_ack_pending=4 * _BATCH,
        )
        jetstream = central.jetstream(publish_async_max_pending=2 * _BATCH)
        while True:
            following = Pull(client, stream, wanted, _BATCH, domain(self._venue))
            try:
                await following.start()
                try:
                    while True:
                        await self._keep(jetstream, await following.take())
                finally:
                    await following.stop()
            except AWAY as error:
                log.debug("venue's broker waits", venue=self._venue, error=str(error) or type(error).__name__)
                await asyncio.sleep(RETRY_S)

    async def _keep(self, jetstream: JetStreamContext, messages: list[Msg]) -> None:
        """Forward a batch, and acknowledge it once the hub's broker has stored it."""
        self._keys.look()
        acknowledgements = []
        for message in messages:
            try:
                headers = self._checked(message)
            except JantakuError as error:
                log.error("not handed on", venue=self._venue, reason=str(error))
                continue
            acknowledgements.append(await jetstream.publish_async(message.subject, message.data, headers=headers))
        try:
            async with asyncio.timeout(_ACKNOWLEDGED_WITHIN_S):
                await asyncio.gather(*acknowledgements)
        finally:
            for each in acknowledgements:
                each.cancel()
        for message in messages:
            await message.ack()

    def _checked(self, message: Msg) -> dict[str, str]:
        """Return the headers to forward with a message; raises JantakuError if the venue may not send it."""
        place, headers = TableAddress.of(message.subject), message.headers or {}
        if place.venue == self._venue and message.subject == place.staff:
            return _chosen(headers, Header.MSG_ID.value, JOURNAL_HEADER)
        if place.venue == self._venue and message.subject == place.public:
            self._keys.check(place, headers, message.data)
            # The signature as message id lets the broker drop a repetition after a lost acknowledgement.
            return _chosen(headers, *HEADERS) | {Header.MSG_ID.value: headers[SIGNATURE]}
        raise SignatureError(f"{message.subject}: not of venue {self._venue}")


def _chosen(headers: Mapping[str, str], *names: str) -> dict[str, str]:
    return {name: headers[name] for name in names if name in headers}
