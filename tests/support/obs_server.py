"""A small server of the published obs-websocket v5 protocol with scenes, sources and filters; it can misbehave."""

import asyncio
import base64
import hashlib
import json
import threading
from collections.abc import Callable
from typing import Any

from websockets.asyncio.server import Server, ServerConnection, serve

from tests.support.waiting import PATIENCE_S

SALT, CHALLENGE = "lM1GncleQOaCu9lT1yeUZhFYnqhsLLP1G5lAGo3ixaI=", "+IxH4CnCiqpX1rM9scsNynZzbOe4KhDeYcTNS3PDaeY="


class ObsServer:
    """Server in a thread; ``scene`` is on air, ``filters`` by source and name; ``evil``: sent in place of the hello."""

    def __init__(self, password: str = "", scenes: tuple[str, ...] = (), sources: tuple[str, ...] = ()) -> None:
        self.password, self.scenes = password, scenes
        self.scene = scenes[0] if scenes else ""
        self.filters: dict[str, dict[str, dict[str, Any]]] = {source: {} for source in sources}
        self.switched: list[str] = []
        self.refused = 0
        self.identified = 0
        self.evil: bytes | str | None = None
        self.garbled = False
        self.port = 0
        self._open: set[ServerConnection] = set()
        self._news = threading.Condition()
        self._loop = asyncio.new_event_loop()
        self._server: Server | None = None
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.start()

    @property
    def address(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Listen on the same port as before."""
        asyncio.run_coroutine_threadsafe(self._start(), self._loop).result(PATIENCE_S)

    def stop(self) -> None:
        """Close all connections and stop listening."""
        asyncio.run_coroutine_threadsafe(self._stop(), self._loop).result(PATIENCE_S)

    def close(self) -> None:
        """Stop the server and its thread."""
        self.stop()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(PATIENCE_S)

    def wait_for(self, holds: Callable[["ObsServer"], bool], timeout: float = PATIENCE_S) -> bool:
        """Wait until a condition holds; True if it did within the limit."""
        with self._news:
            return self._news.wait_for(lambda: holds(self), timeout)

    def choose(self, scene: str) -> None:
        """Switch the scene, as a person does by hand."""
        asyncio.run_coroutine_threadsafe(self._switch(scene), self._loop).result(PATIENCE_S)

    async def _start(self) -> None:
        self._server = await serve(self._serve, "127.0.0.1", self.port)
        self.port = next(iter(self._server.sockets)).getsockname()[1]

    async def _stop(self) -> None:
        if self._server is not None:
            self._server.close()
            await self._server.wait_closed()
            self._server = None

    async def _switch(self, scene: str) -> None:
        self.scene = scene
        event = {"eventType": "CurrentProgramSceneChanged", "eventIntent": 4, "eventData": {"sceneName": scene}}
        for socket in tuple(self._open):
            await socket.send(json.dumps({"op": 5, "d": event}))

    async def _serve(self, socket: ServerConnection) -> None:
        if self.evil is not None:
            await socket.send(self.evil)
            self._tell(refused=1)
            await socket.wait_closed()
            return
        hello: dict[str, Any] = {"obsWebSocketVersion": "5.5.2", "rpcVersion": 1}
        if self.password:
            hello["authentication"] = {"challenge": CHALLENGE, "salt": SALT}
        await socket.send(json.dumps({"op": 0, "d": hello}))
        told = json.loads(await socket.recv())
        if told["op"] != 1 or (self.password and told["d"].get("authentication") != self._due()):
            self._tell(refused=1)
            await socket.close(4009, "Authentication failed.")
            return
        await socket.send(json.dumps({"op": 2, "d": {"negotiatedRpcVersion": 1}}))
        self._open.add(socket)
        self._tell(identified=1)
        try:
            async for message in socket:
                asked = json.loads(message)
                assert asked["op"] == 6, asked
                await socket.send("{]" if self.garbled else json.dumps({"op": 7, "d": await self._answer(asked["d"])}))
        finally:
            self._open.discard(socket)

    def _due(self) -> str:
        secret = base64.b64encode(hashlib.sha256(f"{self.password}{SALT}".encode()).digest())
        return base64.b64encode(hashlib.sha256(secret + CHALLENGE.encode()).digest()).decode()

    def _tell(self, **counts: int) -> None:
        with self._news:
            for name, more in counts.items():
                setattr(self, name, getattr(self, name) + more)
            self._news.notify_all()

    async def _answer(self, asked: dict[str, Any]) -> dict[str, Any]:
        kind, data = asked["requestType"], asked.get("requestData", {})
        code, given = self._do(kind, data)
        with self._news:
            self._news.notify_all()
        if kind == "SetCurrentProgramScene" and code == 100:
            await self._switch(self.scene)
        status = {"result": code == 100, "code": code, **({} if code == 100 else {"comment": "no such thing"})}
        return {"requestType": kind, "requestId": asked["requestId"], "requestStatus": status, "responseData": given}

    def _do(self, kind: str, data: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        filters = self.filters.get(data.get("sourceName", ""))
        if kind == "GetCurrentProgramScene":
            return 100, {"sceneName": self.scene, "currentProgramSceneName": self.scene}
        if kind == "SetCurrentProgramScene" and data["sceneName"] in self.scenes:
            self.scene = data["sceneName"]
            self.switched.append(self.scene)
            return 100, {}
        return (600, {}) if filters is None else self._filter(kind, data, filters)

    @staticmethod
    def _filter(kind: str, data: dict[str, Any], filters: dict[str, dict[str, Any]]) -> tuple[int, dict[str, Any]]:
        name = data.get("filterName", "")
        if kind == "GetSourceFilterList":
            return 100, {"filters": [{"filterName": each} for each in filters]}
        if kind == "CreateSourceFilter" and name not in filters:
            filters[name] = {"kind": data["filterKind"], **data["filterSettings"]}
        elif name not in filters:
            return 600, {}
        elif kind == "SetSourceFilterSettings":
            filters[name].update(data["filterSettings"])
        elif kind == "RemoveSourceFilter":
            del filters[name]
        else:
            return 204, {}
        return 100, {}
