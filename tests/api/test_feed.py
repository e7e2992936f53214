"""The live feed: numbered without gaps, changes only, and a new snapshot for a client that falls behind."""

import asyncio
from collections.abc import AsyncIterator, MutableMapping
from pathlib import Path
from typing import Any

import anyio
import pytest
from starlette.websockets import WebSocket
from websockets.exceptions import ConnectionClosed

from api.demo.web import WebServer
from api.http.routers.tables import stream_to
from api.service.feed import BACKLOG, Feed
from controller.views.gate import Audience, Released
from tests.support.quiet_table import quiet_table
from tests.support.sockets import connect
from tests.support.waiting import PATIENCE_S


def collect(feed: Feed, publish: list[dict[str, Any]], count: int) -> list[dict[str, Any]]:
    async def run() -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = []
        async for message in feed.follow(beat_s=0.05):
            if not messages:
                for view in publish:
                    feed.publish(Released(view))
            messages.append(message)
            if len(messages) == count:
                break
        return messages

    return asyncio.run(run())


def feed_of(view: dict[str, Any]) -> Feed:
    return Feed(Released(view))


def test_snapshot_then_changes_in_order() -> None:
    feed = feed_of({"phase": "dice", "round": 1})
    messages = collect(feed, [{"phase": "broken", "round": 1}, {"phase": "broken", "round": 2}], 3)
    assert messages == [
        {"type": "snapshot", "number": 0, "view": {"phase": "dice", "round": 1}},
        {"type": "delta", "number": 1, "changes": {"phase": "broken"}},
        {"type": "delta", "number": 2, "changes": {"round": 2}},
    ]


def test_snapshot_and_changes_give_the_newest_view() -> None:
    views = [{"a": n % 3, "b": n // 2, "c": "same"} for n in range(20)]
    feed = feed_of(views[0])
    messages = collect(feed, views[1:], 20)
    view = messages[0]["view"]
    for message in messages[1:]:
        view = {**view, **message["changes"]}
    assert view == views[-1] == feed.view
    assert [message["number"] for message in messages] == list(range(20))


def test_what_its_audience_cannot_see_makes_no_message_and_no_number() -> None:
    messages = collect(feed_of({"a": 1}), [{"a": 1}, {"a": 1}, {"a": 2}, {"a": 2}, {"a": 3}], 3)
    assert [(message["number"], message.get("changes")) for message in messages] == [
        (0, None),
        (1, {"a": 2}),
        (2, {"a": 3}),
    ]


def test_a_beat_tells_that_the_feed_is_alive() -> None:
    messages = collect(feed_of({}), [{"a": 1}], 3)
    assert messages[1:] == [{"type": "delta", "number": 1, "changes": {"a": 1}}, {"type": "beat", "number": 1}]


def test_a_feed_with_nothing_to_show_beats_until_its_snapshot_comes() -> None:
    feed = Feed()

    async def run() -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = []
        async for message in feed.follow(beat_s=0.02):
            messages.append(message)
            if len(messages) == 2:
                feed.publish(Released({"a": 1}))
                feed.publish(Released({"a": 2}))
            if len(messages) == 4:
                break
        return messages

    assert asyncio.run(run()) == [
        *[{"type": "beat", "number": 0}] * 2,
        {"type": "snapshot", "number": 0, "view": {"a": 1}},
        {"type": "delta", "number": 1, "changes": {"a": 2}},
    ]


def test_a_message_is_written_once_for_all_who_follow() -> None:
    feed = feed_of({"name": "雀"})

    async def run() -> list[str]:
        one, other = feed.follow(), feed.follow()
        await anext(one)
        await anext(other)
        feed.publish(Released({"name": "卓"}))
        first, second = await anext(one), await anext(other)
        assert first is second
        assert first.text is second.text
        return [first.text]

    assert asyncio.run(run()) == ['{"type":"delta","number":1,"changes":{"name":"卓"}}']


def test_a_follower_too_far_behind_is_ended_and_may_start_again() -> None:
    feed = feed_of({"n": 0})

    async def run() -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = []
        async for message in feed.follow():
            if not messages:
                for number in range(1, BACKLOG + 3):
                    feed.publish(Released({"n": number}))
            messages.append(message)
        return messages

    messages = asyncio.run(run())
    assert messages[-1]["number"] < BACKLOG + 2, "the stream ended before the newest fact"
    assert collect(feed, [], 1)[0]["view"] == {"n": BACKLOG + 2}


def test_a_table_that_is_closed_ends_who_follows_it_and_another_may_be_in_its_place(tmp_path: Path) -> None:
    """Regression: viewers stayed connected to the closed table, which sent beats but never changed."""
    with quiet_table(tmp_path) as table:
        service = table.service
        assert service is not None
        service.start()
        feeds = [service.feed(audience) for audience in Audience]

        async def run() -> list[str]:
            told = list[str]()
            async with asyncio.timeout(PATIENCE_S), asyncio.TaskGroup() as followers:

                async def follow(feed: Feed) -> None:
                    async for message in feed.follow():
                        told.append(message["type"])
                        if len(told) == len(feeds):
                            followers.create_task(asyncio.to_thread(service.stop))

                for feed in feeds:
                    followers.create_task(follow(feed))
            return told

        assert asyncio.run(run()) == ["snapshot"] * len(feeds)
        assert [message["type"] for message in collect(feeds[0], [], 9)] == ["snapshot"], "who comes later goes at once"


def test_a_service_that_stops_ends_the_feed_of_an_idle_table(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    with quiet_table(tmp_path) as table:
        assert table.service is not None
        web = WebServer({"1": table.service})
        web.start()
        with connect(f"{web.address.replace('http', 'ws', 1)}/api/v1/tables/1/feed") as client:
            client.recv()
            web.stop()
            with pytest.raises(ConnectionClosed):
                client.recv()
    assert not capfd.readouterr().err


def test_a_client_that_leaves_while_the_stream_is_called_off_leaves_nothing_behind() -> None:
    async def run() -> bool:
        sent, closing, closed = asyncio.Event(), asyncio.Event(), asyncio.Event()
        received = iter(("websocket.connect", "websocket.disconnect"))

        async def receive() -> MutableMapping[str, Any]:
            kind = next(received)
            if kind == "websocket.disconnect":
                await sent.wait()
            return {"type": kind}

        async def send(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "websocket.send":
                sent.set()

        async def texts() -> AsyncIterator[str]:
            try:
                yield "a snapshot"
                await asyncio.Event().wait()
            finally:
                closing.set()
                await closed.wait()

        async def called_off(scope: anyio.CancelScope) -> None:
            await closing.wait()
            scope.cancel()
            await asyncio.sleep(0)
            closed.set()

        websocket = WebSocket({"type": "websocket"}, receive, send)
        await websocket.accept()
        with anyio.CancelScope() as scope:
            leaving = asyncio.ensure_future(called_off(scope))
            await stream_to(websocket, texts())
        await leaving
        return scope.cancelled_caught

    assert asyncio.run(run())
