"""A durable consumer of the broker: returns all messages that have arrived, without waiting for more."""

import asyncio
import json
from collections import deque
from typing import Final

from nats.aio.client import Client
from nats.aio.msg import Msg
from nats.js.api import ConsumerConfig

# Seconds until a request for messages expires; the broker reports that, and a new request is sent.
_EXPIRES_S: Final = 2.0
# After this silence the request or consumer may be lost: the consumer is checked and a new request is sent.
_SILENT_S: Final = 3.0


class Pull:
    """Messages of one consumer. Call ``start`` before ``take``; every method may raise exceptions of AWAY."""

    def __init__(
        self, client: Client, stream: str, consumer: ConsumerConfig, batch: int, domain: str | None = None
    ) -> None:
        """``batch``: maximum messages requested at once. ``domain``: of the broker with the stream, if not this one."""
        self._client = client
        self._jetstream = client.jetstream(domain=domain)
        self._api = f"$JS.{domain}.API" if domain else "$JS.API"
        self._stream = stream
        self._config = consumer
        self._batch = batch
        self._come: deque[Msg] = deque()
        self._asked = 0
        self._news = asyncio.Event()
        self._inbox = client.new_inbox()

    async def start(self) -> None:
        """Create the consumer if it does not exist, and subscribe."""
        await self._jetstream.add_consumer(self._stream, self._config)
        self._subscription = await self._client.subscribe(self._inbox, cb=self._take_in)

    async def stop(self) -> None:
        """Unsubscribe; unacknowledged messages go to the next reader."""
        await self._subscription.unsubscribe()

    @property
    def come(self) -> tuple[Msg, ...]:
        """Messages that have arrived and were not taken yet."""
        return tuple(self._come)

    async def take(self) -> list[Msg]:
        """Return all messages that have arrived, waiting for at least one."""
        while not self._come:
            if self._asked <= 0:
                await self._ask()
            self._news.clear()
            try:
                async with asyncio.timeout(_SILENT_S):
                    await self._news.wait()
            except TimeoutError:
                await self._jetstream.consumer_info(self._stream, str(self._config.durable_name))
                self._asked = 0
        taken = list(self._come)
        self._come.clear()
        if self._asked < self._batch // 2:
            await self._ask()
        return taken

    async def _ask(self) -> None:
        self._asked += self._batch
        wish = {"batch": self._batch, "expires": int(_EXPIRES_S * 1e9)}
        subject = f"{self._api}.CONSUMER.MSG.NEXT.{self._stream}.{self._config.durable_name}"
        await self._client.publish(subject, json.dumps(wish).encode(), reply=self._inbox)

    async def _take_in(self, message: Msg) -> None:
        if not message.reply:
            # A status from the broker: the request expired, or cannot be answered now. Messages of a stream always
            # have a reply subject for the acknowledgement; headers prove nothing, as any sender can set them.
            self._asked = 0
        else:
            self._asked -= 1
            self._come.append(message)
        self._news.set()
