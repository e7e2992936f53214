"""Link to an OBS that follows a table: switches scenes, delays sources like the overlay, reconnects."""

import asyncio
from collections import deque
from typing import Final

import structlog

from api.broadcast.obs_client import Data, ObsClient, connected
from api.broadcast.obs_config import ObsConfig, ObsError
from api.broadcast.scenes import Scenes, View
from api.hub.background import Background
from api.service.feed import Feed
from controller.ports.log import WordLog

FILTER: Final = "jantaku delay"
_KIND: Final = "async_delay_filter"
_MOST_MS: Final = 20_000
"""Longest delay of one such filter in OBS, ms; longer delays chain several filters."""
_PAUSES_S: Final = (1.0, 2.0, 5.0, 10.0, 30.0)
"""Pauses before reconnecting, s, the last one repeated; chosen: short after a person starts OBS."""
log: WordLog = structlog.get_logger()


class ObsLink:
    """Link to one OBS in a thread of its own, so that the table never waits for it.

    A scene that is not configured was chosen by a person and is left alone until the person returns to a configured
    one.
    """

    def __init__(self, config: ObsConfig, feed: Feed) -> None:
        """Prepare the link without connecting; ``feed``: public feed of the table."""
        self._config, self._feed = config, feed
        self._scenes = Scenes(config)
        self._ours = frozenset(name for _, name in config.scenes if name)
        self._coming: deque[tuple[float, View]] = deque()
        self._current = ""
        self._news = asyncio.Event()
        self._stopped = False
        self._background = Background("obs", self._run)
        self._trouble = ""

    def start(self) -> None:
        """Start to follow the table."""
        self._background.start()

    def stop(self) -> None:
        """Stop the thread, which closes the connection."""
        # A connection that ends at the same moment may turn the cancellation into an error.
        self._stopped = True
        self._background.stop()

    async def _run(self) -> None:
        await asyncio.gather(self._follow(), self._connect())

    async def _follow(self) -> None:
        while True:
            async for view, _ in self._feed.views():
                self._coming.append((self._now() + self._config.delay_s, view))
                self._news.set()
            # The feed ended, because this reader was too slow or the table is closed; in the second case the owner
            # calls ``stop``.
            await asyncio.sleep(_PAUSES_S[0])

    async def _connect(self) -> None:
        tries = 0
        while not self._stopped:
            try:
                async with connected(self._config.address, self._config.password, self._on_event) as client:
                    tries = 0
                    self._say("")
                    await self._delay(client)
                    await self._direct(client)
            except ObsError as error:
                if self._stopped:
                    return
                self._say(str(error))
            await asyncio.sleep(_PAUSES_S[min(tries, len(_PAUSES_S) - 1)])
            tries += 1

    def _say(self, trouble: str) -> None:
        if trouble and trouble != self._trouble:
            log.warning("obs waits", obs=self._config.name, reason=trouble)
        elif not trouble:
            log.info("obs follows", obs=self._config.name, table=self._config.table)
        self._trouble = trouble

    def _on_event(self, event: str, data: Data) -> None:
        name = data.get("sceneName")
        if event == "CurrentProgramSceneChanged" and isinstance(name, str):
            self._current = name
            self._news.set()

    async def _direct(self, client: ObsClient) -> None:
        """Switch scenes until the connection ends."""
        self._current = await _standing(client)
        refused: set[str] = set()
        while True:
            self._news.clear()
            now = self._now()
            while self._coming and self._coming[0][0] <= now:
                self._scenes.see(self._coming.popleft()[1], now)
            due = self._scenes.due(now)
            if due and due != self._current and self._current in self._ours and due not in refused:
                # OBS may not have reported a person's choice yet.
                self._current = await _standing(client)
                if due == self._current or self._current not in self._ours:
                    continue
                try:
                    await client.request("SetCurrentProgramScene", sceneName=due)
                    self._current = due
                except ObsError as error:
                    refused.add(due)
                    log.warning("no such scene", obs=self._config.name, scene=due, reason=str(error))
            next_ = [each for each in (self._scenes.changes_at(now), *(at for at, _ in list(self._coming)[:1])) if each]
            try:
                await asyncio.wait_for(self._news.wait(), max(0.0, min(next_) - self._now()) if next_ else None)
            except TimeoutError:
                continue

    async def _delay(self, client: ObsClient) -> None:
        """Delay the configured sources by the overlay's delay; a failure is logged and the source skipped."""
        for source in self._config.delayed:
            try:
                await self._delay_source(client, source)
            except ObsError as error:
                log.warning("picture not delayed", obs=self._config.name, source=source, reason=str(error))

    async def _delay_source(self, client: ObsClient, source: str) -> None:
        told = await client.request("GetSourceFilterList", sourceName=source)
        filters = told.get("filters")
        known = {each.get("filterName") for each in filters if isinstance(each, dict)} if filters else set()
        left, number = round(1000 * self._config.delay_s), 0
        while left > 0 or f"{FILTER} {number + 1}" in known:
            number += 1
            name, part = f"{FILTER} {number}", min(left, _MOST_MS)
            left -= part
            if not part:
                await client.request("RemoveSourceFilter", sourceName=source, filterName=name)
            elif name in known:
                settings = {"sourceName": source, "filterName": name, "filterSettings": {"delay_ms": part}}
                await client.request("SetSourceFilterSettings", **settings)
            else:
                settings = {"sourceName": source, "filterName": name, "filterSettings": {"delay_ms": part}}
                await client.request("CreateSourceFilter", filterKind=_KIND, **settings)

    @staticmethod
    def _now() -> float:
        return asyncio.get_running_loop().time()


async def _standing(client: ObsClient) -> str:
    """Return the current program scene, "" if OBS does not name it; raises ObsError."""
    told = await client.request("GetCurrentProgramScene")
    name = told.get("currentProgramSceneName", told.get("sceneName"))
    return name if isinstance(name, str) else ""
