"""OBS follows a table by obs-websocket v5: identified, switched, delayed, reconnected; its messages are validated."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import pytest

from api.broadcast.obs_client import authentication
from api.broadcast.obs_config import USUAL, ObsConfig, ObsError, check_obs
from api.broadcast.obs_link import FILTER, ObsLink
from api.broadcast.scenes import Scenes
from api.service.feed import Feed
from controller.views.gate import Released
from tests.support.obs_server import CHALLENGE, SALT, ObsServer
from tests.support.waiting import PATIENCE_S, QUIET_S

SCENES = tuple(USUAL.values())
PASSWORD = "supersecretpassword"


def view(ordinal: int | None = 1, riichi: int = -1, result: str = "", over: bool = False) -> Released:
    seats = [{"seat": seat, "riichi": seat == riichi} for seat in range(4)]
    shown: dict[str, Any] = {
        "round": None if ordinal is None else {"ordinal": ordinal},
        "seats": seats,
        "result": {"kind": result} if result else None,
        "game_over": over,
    }
    return Released(shown)


@contextmanager
def linked(server: ObsServer, feed: Feed, **options: Any) -> Iterator[ObsLink]:
    link = ObsLink(ObsConfig("main", "1", server.address, **options), feed)
    link.start()
    try:
        yield link
    finally:
        link.stop()


@pytest.fixture
def obs() -> Iterator[ObsServer]:
    server = ObsServer(PASSWORD, (USUAL["break"], *SCENES, "Ads"), ("Camera",))
    yield server
    server.close()


def test_a_password_is_proven_as_the_protocol_has_it() -> None:
    assert authentication(PASSWORD, SALT, CHALLENGE) == "1Ct943GAT+6YQUUX47Ia/ncufilbe6+oD6lY+5kaCu4="


def test_scenes_follow_riichi_results_and_breaks() -> None:
    scenes = Scenes(ObsConfig("main", "1", "ws://127.0.0.1:4455", riichi_s=8.0, result_s=20.0))
    seen = []
    for at, each in (
        *((0.0, view(None)), (1.0, view()), (2.0, view(riichi=2)), (3.0, view(riichi=2)), (12.0, view(riichi=2))),
        *((13.0, view(riichi=2, result="win")), (40.0, view(riichi=2, result="win")), (41.0, view(2))),
        *((42.0, view(2, result="draw")), (43.0, view(3)), (44.0, view(3, over=True))),
    ):
        scenes.see(each, at)
        seen.append(scenes.due(at).split()[-1])
    assert seen == ["break", "play", "riichi", "riichi", "play", "win", "play", "play", "draw", "play", "break"]


def test_what_stood_there_before_anybody_looked_is_no_news() -> None:
    scenes = Scenes(ObsConfig("main", "1", "ws://127.0.0.1:4455"))
    scenes.see(view(riichi=1, result="win"), 5.0)
    assert scenes.due(5.0) == USUAL["play"]
    assert scenes.changes_at(5.0) is None


def test_obs_is_switched_and_its_camera_delayed_by_the_same_number(obs: ObsServer) -> None:
    feed = Feed(view(None))
    obs.filters["Camera"][f"{FILTER} 3"] = {"delay_ms": 9}
    obs.filters["Camera"][f"{FILTER} 1"] = {"delay_ms": 9}
    with linked(obs, feed, password=PASSWORD, delay_s=0.3, delayed=("Camera", "No such source")):
        assert obs.wait_for(lambda known: known.identified >= 1)
        feed.publish(view())
        assert obs.wait_for(lambda known: known.switched[-1:] == [USUAL["play"]])
        feed.publish(view(riichi=0))
        assert obs.wait_for(lambda known: known.switched[-1:] == [USUAL["riichi"]])
        feed.publish(view(riichi=0, result="win"))
        assert obs.wait_for(lambda known: known.switched[-1:] == [USUAL["win"]])
    assert obs.filters["Camera"][f"{FILTER} 1"]["delay_ms"] == 300


def test_a_long_delay_is_several_filters_and_one_that_is_no_more_needed_goes(obs: ObsServer) -> None:
    with linked(obs, Feed(), password=PASSWORD, delay_s=45.0, delayed=("Camera",)):
        assert obs.wait_for(lambda known: len(known.filters["Camera"]) == 3)
    kinds = {each["kind"] for each in obs.filters["Camera"].values()}
    assert [each["delay_ms"] for each in obs.filters["Camera"].values()] == [20_000, 20_000, 5_000]
    assert kinds == {"async_delay_filter"}
    with linked(obs, Feed(), password=PASSWORD, delay_s=0.0, delayed=("Camera",)):
        assert obs.wait_for(lambda known: not known.filters["Camera"])


def test_a_scene_that_a_person_chose_stays(obs: ObsServer) -> None:
    feed = Feed(view(None))
    with linked(obs, feed, password=PASSWORD):
        assert obs.wait_for(lambda known: known.identified >= 1)
        feed.publish(view())
        assert obs.wait_for(lambda known: known.switched == [USUAL["play"]])
        obs.choose("Ads")
        feed.publish(view(riichi=3))
        feed.publish(view(riichi=3, result="draw"))
        assert not obs.wait_for(lambda known: known.scene != "Ads", timeout=QUIET_S)
        obs.choose(USUAL["play"])
        assert obs.wait_for(lambda known: known.scene == USUAL["draw"])


def test_obs_is_found_again_when_it_was_away(obs: ObsServer) -> None:
    feed = Feed(view(None))
    with linked(obs, feed, password=PASSWORD):
        assert obs.wait_for(lambda known: known.identified >= 1)
        obs.stop()
        feed.publish(view())
        obs.start()
        assert obs.wait_for(lambda known: known.identified >= 2)
        assert obs.wait_for(lambda known: known.switched == [USUAL["play"]])


def test_a_link_stops_when_its_connection_ends_at_the_same_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: the end of the connection hid the stop, and OBS was tried again for ever."""
    held = threading.Event()

    @asynccontextmanager
    async def ending(*_: object) -> AsyncIterator[None]:
        held.set()
        try:
            await asyncio.Event().wait()
            yield
        except asyncio.CancelledError:
            raise ObsError("the connection ended") from None

    monkeypatch.setattr("api.broadcast.obs_link.connected", ending)
    link = ObsLink(ObsConfig("main", "1", "ws://127.0.0.1:1"), Feed())
    link.start()
    assert held.wait(PATIENCE_S)
    link.stop()
    assert not link._background._thread.is_alive()


def test_a_wrong_password_is_told_and_tried_again_slowly(obs: ObsServer, capsys: pytest.CaptureFixture[str]) -> None:
    with linked(obs, Feed(view()), password="guessed"):
        assert obs.wait_for(lambda known: known.refused >= 1)
    assert obs.identified == 0
    assert "guessed" not in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    "said",
    [
        "no JSON",
        "[]",
        '{"op": "0", "d": {}}',
        '{"op": 0, "d": {"rpcVersion": 1, "authentication": "yes"}}',
        '{"op": 0, "d": {"rpcVersion": "1"}}',
        b"\x00\xff",
        "[" * 100_000,
    ],
)
def test_what_nobody_can_understand_is_refused_and_obs_tried_again(obs: ObsServer, said: bytes | str) -> None:
    obs.evil = said
    with linked(obs, Feed(view(None)), password=PASSWORD):
        assert obs.wait_for(lambda known: known.refused >= 1)
        obs.evil = None
        assert obs.wait_for(lambda known: known.identified >= 1)


def test_garbled_answers_end_the_connection_only(obs: ObsServer) -> None:
    obs.garbled = True
    feed = Feed(view(None))
    with linked(obs, feed, password=PASSWORD):
        assert obs.wait_for(lambda known: known.identified >= 1)
        obs.garbled = False
        feed.publish(view())
        assert obs.wait_for(lambda known: known.switched == [USUAL["play"]])


@pytest.mark.parametrize("address", ["127.0.0.1:4455", "http://127.0.0.1", "ws://", "ws://me:you@host", "ws://h:x"])
def test_an_address_that_cannot_be_one_is_refused(address: str) -> None:
    with pytest.raises(ObsError, match="expected an address such as"):
        check_obs(ObsConfig("main", "1", address))
