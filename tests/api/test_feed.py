"""The live feed: numbered without gaps, only what changed, and a fresh snapshot for whoever falls behind."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from api.demo.web import WebServer
from api.service.feed import BACKLOG, Feed
from tests.support.quiet_table import quiet_table


def collect(feed: Feed, publish: list[tuple[int, dict[str, Any]]], count: int) -> list[dict[str, Any]]:
    async def run() -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = []
        async for message in feed.follow(beat_s=0.05):
            if not messages:
                for number, view in publish:
                    feed.publish(number, view)
            messages.append(message)
            if len(messages) == count:
                break
        return messages

    return asyncio.run(run())


def test_snapshot_then_changes_in_order() -> None:
    feed = Feed(4, {"phase": "dice", "round": 1})
    messages = collect(feed, [(5, {"phase": "broken", "round": 1}), (6, {"phase": "broken", "round": 2})], 3)
    assert messages == [
        {"type": "snapshot", "number": 4, "view": {"phase": "dice", "round": 1}},
        {"type": "delta", "number": 5, "changes": {"phase": "broken"}},
        {"type": "delta", "number": 6, "changes": {"round": 2}},
    ]


def test_snapshot_and_changes_give_the_newest_view() -> None:
    views = [{"a": n % 3, "b": n // 2, "c": "same"} for n in range(20)]
    feed = Feed(0, views[0])
    messages = collect(feed, list(enumerate(views))[1:], 20)
    view = messages[0]["view"]
    for message in messages[1:]:
        view = {**view, **message["changes"]}
    assert view == views[-1] == feed.view
    assert [message["number"] for message in messages] == list(range(20))


def test_a_change_between_two_facts_is_a_note_under_the_newest_number() -> None:
    messages = collect(Feed(4, {"a": 1}), [(4, {"a": 1}), (4, {"a": 2}), (5, {"a": 3})], 3)
    assert messages[1:] == [
        {"type": "note", "number": 4, "changes": {"a": 2}},
        {"type": "delta", "number": 5, "changes": {"a": 3}},
    ]


def test_a_beat_tells_that_the_feed_is_alive() -> None:
    messages = collect(Feed(9, {}), [], 2)
    assert messages[1] == {"type": "beat", "number": 9}


def test_a_follower_too_far_behind_is_ended_and_may_start_again() -> None:
    feed = Feed(0, {"n": 0})

    async def run() -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = []
        async for message in feed.follow():
            if not messages:
                for number in range(1, BACKLOG + 3):
                    feed.publish(number, {"n": number})
            messages.append(message)
        return messages

    messages = asyncio.run(run())
    assert messages[-1]["number"] < BACKLOG + 2, "the stream ended before the newest fact"
    assert collect(feed, [], 1)[0]["view"] == {"n": BACKLOG + 2}


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
