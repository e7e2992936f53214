"""One connection of a phone: it sends the next picture only after the last one was acknowledged.

On a slow link the phone therefore drops pictures, and no queue builds up on either side.
"""

import asyncio
import time
from contextlib import suppress
from typing import Any, Final

import msgspec
import structlog
from fastapi import WebSocket

from api.access.roles import Principal
from api.http.guard.named import tables_of
from api.http.lanes import BusyError, Lanes
from api.http.phones.messages import MOST_BYTES, PhoneReport, PhoneTime, decoder, sent_picture
from api.phones.advice import advice
from api.phones.dating import PhoneClock
from api.phones.line import PhoneLine, PhoneState, PhoneVisit
from api.steady import steady_clock
from controller.errors import PictureError
from controller.ports.log import WordLog

MOST_RATE: Final = 12
"""Maximum pictures per second from one phone; chosen: the readers use at most that many."""
ADVISED_S: Final = 3.0
"""Seconds between two checks of how well a phone sees the table; chosen: at 0.3 s each, a tenth of a core."""
_MOST_REFUSED: Final = 20
"""Invalid pictures in a row after which the connection is closed."""
REPLACED: Final = 4409
"""Close code: another phone has connected as this camera."""
WRONG: Final = 4400
"""Close code: invalid messages."""
GOING: Final = 1012
"""Close code: the service stops."""
log: WordLog = structlog.get_logger()


class PhoneSession:
    """One connection of a phone."""

    def __init__(self, websocket: WebSocket, line: PhoneLine, who: Principal, table: str, seat: str) -> None:
        self._websocket, self._line, self._table, self._seat = websocket, line, table, seat
        self._end, self._why = asyncio.Event(), GOING
        self._loop = asyncio.get_running_loop()
        self._visit = PhoneVisit(who.name, self._replaced)
        self._clock = PhoneClock(steady_clock())
        self._refused = 0
        self._taken_at = self._advised_at = float("-inf")
        self._advising: asyncio.Task[None] | None = None

    async def hold(self) -> None:
        """Receive pictures until the phone leaves, another one replaces it, or the service stops."""
        self._line.enter(self._visit)
        streams: set[asyncio.Event] = self._websocket.app.state.streams
        streams.add(self._end)
        log.info("camera connected", camera=self._line.name, device=self._visit.device)
        listening = asyncio.ensure_future(self._listen())
        ended = asyncio.ensure_future(self._end.wait())
        try:
            await self._say(kind="welcome", camera=self._line.name, most_bytes=MOST_BYTES, most_rate=MOST_RATE)
            await asyncio.wait((listening, ended), return_when=asyncio.FIRST_COMPLETED)
            if not listening.done():
                await self._websocket.close(self._why)
        finally:
            self._line.leave(self._visit)
            streams.discard(self._end)
            for task in (listening, ended, self._advising):
                if task is not None:
                    task.cancel()
            log.info("camera gone", camera=self._line.name, device=self._visit.device)

    def _replaced(self) -> None:
        """End this connection, as a newer one replaces it; may be called from another thread."""
        self._why = REPLACED
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._end.set)

    async def _listen(self) -> None:
        while (message := await self._websocket.receive())["type"] != "websocket.disconnect":
            picture = message.get("bytes")
            good = await self._picture(picture) if picture is not None else self._heard(message.get("text") or "")
            if not good:
                await self._websocket.close(WRONG, "expected pictures, times and states")
                return

    def _heard(self, text: str) -> bool:
        try:
            heard = decoder.decode(text)
        except (msgspec.DecodeError, RecursionError):
            return False
        if isinstance(heard, PhoneTime):
            self._clock.answered(heard.ask, heard.now / 1000)
        else:
            self._visit.told = _state(heard)
        return True

    async def _picture(self, message: bytes) -> bool:
        try:
            sent = sent_picture(message)
        except PictureError as error:
            self._refused += 1
            await self._say(kind="refused", why=str(error))
            return self._refused < _MOST_REFUSED
        self._refused = 0
        if self._line.take(self._visit, sent.jpeg, sent.size, self._clock.dated(sent.captured_s)):
            self._advise(sent.jpeg)
        # Delaying the acknowledgement limits the phone's rate, as it waits for it before the next picture.
        await asyncio.sleep(max(0.0, self._taken_at + 1 / MOST_RATE - time.monotonic()))
        self._taken_at = time.monotonic()
        pause = round(1000 * self._line.pause_s)
        await self._say(kind="taken", number=sent.number, ask=self._clock.ask(), pause=pause)
        return True

    def _advise(self, jpeg: bytes) -> None:
        if time.monotonic() < self._advised_at or (self._advising is not None and not self._advising.done()):
            return
        self._advising = asyncio.ensure_future(self._advised(jpeg))

    async def _advised(self, jpeg: bytes) -> None:
        table = tables_of(self._websocket).get(self._table)
        lanes: Lanes = self._websocket.app.state.lanes
        try:
            made = await lanes.picture.run(advice, jpeg, None if table is None else table.pictures, self._seat)
        except BusyError:
            made = {}
        self._advised_at = time.monotonic() + ADVISED_S
        if made:
            self._line.advise(made)
            await self._say(kind="advice", journey_ms=_ms(self._clock.journey_s), **made)

    async def _say(self, **values: Any) -> None:
        try:
            await self._websocket.send_json(values)
        except RuntimeError:
            # The phone has disconnected meanwhile.
            return


def _state(heard: PhoneReport) -> PhoneState:
    return PhoneState(heard.battery, heard.charging, heard.dropped, heard.hidden, heard.angle, heard.locked)


def _ms(seconds: float | None) -> float | None:
    return None if seconds is None else round(1000 * seconds, 1)
