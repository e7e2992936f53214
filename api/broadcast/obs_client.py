"""Client of obs-websocket v5: hello, identify with authentication, requests, events.

https://github.com/obsproject/obs-websocket/blob/master/docs/generated/protocol.md; messages are validated, and an
invalid one ends the connection with an ObsError.
"""

import asyncio
import json
from base64 import b64encode
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from hashlib import sha256
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from api.broadcast.obs_config import ObsError

RPC_VERSION: Final = 1
SCENE_EVENTS: Final = 1 << 2
ANSWER_S: Final = 5.0
"""Longest wait for an answer of OBS, s; chosen: it answers within a frame."""
_LARGEST: Final = 1 << 20
_HELLO, _IDENTIFY, _IDENTIFIED, _EVENT, _REQUEST, _RESPONSE = 0, 1, 2, 5, 6, 7
_WRONG_PASSWORD: Final = 4009
Data = Mapping[str, Any]


def authentication(password: str, salt: str, challenge: str) -> str:
    """Return the authentication string for a server's salt and challenge."""
    secret = b64encode(sha256((password + salt).encode()).digest()).decode()
    return b64encode(sha256((secret + challenge).encode()).digest()).decode()


class ObsClient:
    """An identified connection; ``told`` is called with type and data of every event."""

    def __init__(self, socket: ClientConnection, told: Callable[[str, Data], None]) -> None:
        """Created by ``connected`` only."""
        self._socket, self._told = socket, told
        self._waiting: dict[str, asyncio.Future[Data]] = {}
        self._number = 0

    async def request(self, kind: str, **data: object) -> Data:
        """Send a request and return the answer's data; raises ObsError if OBS refuses or does not answer in time."""
        self._number += 1
        name = str(self._number)
        answer = self._waiting[name] = asyncio.get_running_loop().create_future()
        try:
            body = {"requestType": kind, "requestId": name, "requestData": data}
            await self._socket.send(json.dumps({"op": _REQUEST, "d": body}))
            return await asyncio.wait_for(answer, ANSWER_S)
        except TimeoutError:
            raise ObsError(f"{kind}: no answer within {ANSWER_S:g} s") from None
        except WebSocketException as error:
            raise ObsError(f"{kind}: the connection ended ({_told(error)})") from None
        finally:
            self._waiting.pop(name, None)

    async def listen(self) -> None:
        """Receive messages until the connection ends; raises ObsError then."""
        while True:
            op, data = await _received(self._socket)
            if op == _EVENT:
                kind, details = data.get("eventType"), data.get("eventData", {})
                if isinstance(kind, str) and isinstance(details, dict):
                    self._told(kind, details)
            elif op == _RESPONSE:
                self._answered(data)

    def _answered(self, data: Data) -> None:
        status, name = data.get("requestStatus"), data.get("requestId")
        waiting = self._waiting.get(name) if isinstance(name, str) else None
        if waiting is None or waiting.done():
            return
        if not isinstance(status, dict):
            waiting.set_exception(ObsError(f"{data.get('requestType')}: an answer without a status"))
        elif status.get("result") is not True:
            why = status.get("comment") or f"code {status.get('code')}"
            waiting.set_exception(ObsError(f"{data.get('requestType')}: {why}"))
        else:
            given = data.get("responseData")
            waiting.set_result(given if isinstance(given, dict) else {})


class _Straight(connect):
    """A connection to exactly the given address: the library would follow redirects."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        """Refuse every redirect."""
        return exc


@asynccontextmanager
async def connected(address: str, password: str, told: Callable[[str, Data], None]) -> AsyncIterator[ObsClient]:
    """Yield an identified, listening client; raises ObsError, also when the connection ends later."""
    try:
        opening = _Straight(address, max_size=_LARGEST, open_timeout=ANSWER_S, close_timeout=1.0, proxy=None)
        async with opening as socket:
            await asyncio.wait_for(_identify(socket, password), 2 * ANSWER_S)
            client = ObsClient(socket, told)
            listening = asyncio.ensure_future(client.listen())
            holder = asyncio.current_task()
            # When the connection ends, cancel the task that uses the client.
            listening.add_done_callback(lambda _: holder.cancel() if holder is not None and not done else None)
            done: list[bool] = []
            try:
                yield client
            except asyncio.CancelledError:
                if listening.done() and not listening.cancelled() and isinstance(listening.exception(), ObsError):
                    if holder is not None:
                        holder.uncancel()
                    raise listening.exception() or ObsError("ended") from None
                raise
            finally:
                done.append(True)
                listening.cancel()
                with suppress(asyncio.CancelledError, ObsError):
                    await listening
    except (OSError, WebSocketException, TimeoutError) as error:
        raise ObsError(_told(error)) from None


async def _identify(socket: ClientConnection, password: str) -> None:
    op, hello = await _received(socket)
    version = hello.get("rpcVersion")
    if op != _HELLO or not isinstance(version, int) or version < RPC_VERSION:
        raise ObsError("expected the hello of obs-websocket 5")
    body: dict[str, object] = {"rpcVersion": RPC_VERSION, "eventSubscriptions": SCENE_EVENTS}
    asked = hello.get("authentication")
    if asked is not None:
        salt, challenge = (asked.get(key) if isinstance(asked, dict) else None for key in ("salt", "challenge"))
        if not isinstance(salt, str) or not isinstance(challenge, str):
            raise ObsError("expected salt and challenge in the hello")
        if not password:
            raise ObsError("OBS asks for a password: expected one, such as env:NAME")
        body["authentication"] = authentication(password, salt, challenge)
    await socket.send(json.dumps({"op": _IDENTIFY, "d": body}))
    op, data = await _received(socket)
    if op != _IDENTIFIED or data.get("negotiatedRpcVersion") != RPC_VERSION:
        raise ObsError("expected to be identified")


async def _received(socket: ClientConnection) -> tuple[int, Data]:
    """Return code and data of the next message; raises ObsError."""
    try:
        raw = await socket.recv()
        message = json.loads(raw)
    except (ValueError, RecursionError):
        raise ObsError("expected JSON") from None
    except WebSocketException as error:
        raise ObsError(_told(error)) from None
    if not isinstance(message, dict) or type(message.get("op")) is not int or not isinstance(message.get("d"), dict):
        raise ObsError("expected a message with op and d")
    return message["op"], message["d"]


def _told(error: BaseException) -> str:
    received = getattr(error, "rcvd", None)
    if received is not None and received.code == _WRONG_PASSWORD:
        return "OBS refuses the password"
    return str(error) or type(error).__name__
