"""The feed as server-sent events: the same numbers and messages as over WebSocket, and resumption after a break."""

import json
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPResponse
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest

from api.demo.web import WebServer
from controller.views.gate import Audience
from tests.support.quiet_table import QuietTable, quiet_table
from tests.support.sockets import connect
from tests.support.waiting import PATIENCE_S


@pytest.fixture
def web(table: QuietTable) -> Iterator[WebServer]:
    assert table.service is not None
    web = WebServer({"1": table.service})
    web.start()
    yield web
    web.stop()


@contextmanager
def opened(web: WebServer, query: str = "", **headers: str) -> Iterator[HTTPResponse]:
    request = urllib.request.Request(f"{web.address}/api/v1/tables/1/events{query}", headers=headers)
    with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
        assert answer.headers["content-type"].startswith("text/event-stream")
        yield answer


def events(answer: HTTPResponse) -> Iterator[dict[str, str]]:
    """Each event as its fields; an event without data is a comment."""
    fields: dict[str, str] = {}
    for line in answer:
        name, _, value = line.decode().rstrip("\n").partition(": ")
        if name or value:
            fields[name] = value
        elif fields:
            yield fields
            fields = {}


def told(event: dict[str, str]) -> Any:
    message = json.loads(event["data"])
    assert event["event"] == message["type"]
    assert event["id"].endswith(f"-{message['number']}")
    return message


def test_events_say_what_the_socket_says_under_the_same_numbers(table: QuietTable, web: WebServer) -> None:
    with opened(web) as answer, connect(f"ws{web.address[4:]}/api/v1/tables/1/feed") as socket:
        stream = events(answer)
        first = told(next(stream))
        assert first == json.loads(socket.recv(timeout=PATIENCE_S))
        assert first["type"] == "snapshot"
        table.set_out(3, 4)
        seen = [json.loads(socket.recv(timeout=PATIENCE_S)) for _ in range(3)]
        assert [told(next(stream)) for _ in range(3)] == seen
        assert [each["number"] for each in seen] == [first["number"] + n for n in (1, 2, 3)]


def test_whoever_comes_back_goes_on_where_nothing_was_missed_and_else_begins_again(
    table: QuietTable, web: WebServer
) -> None:
    with opened(web) as answer:
        known = next(events(answer))["id"]
    with opened(web, **{"Last-Event-ID": known}) as answer:
        stream = events(answer)
        assert "data" not in next(stream), "what is known is not sent again"
        table.set_out(3, 4)
        assert told(next(stream))["type"] == "delta"
    for stale in (known, "0badcafe-0", "nonsense"):
        with opened(web, **{"Last-Event-ID": stale}) as answer:
            assert told(next(events(answer)))["type"] == "snapshot"


def test_a_table_that_was_opened_anew_is_not_taken_for_the_one_of_before(table: QuietTable, tmp_path: Path) -> None:
    """Regression: numbers depended only on the service's start, so another table answered "nothing has changed"."""
    assert table.service is not None
    tables = {"1": table.service}
    web = WebServer(tables)
    web.start()
    with opened(web) as answer:
        known = next(events(answer))["id"]
    with quiet_table(tmp_path / "anew") as anew:
        assert anew.service is not None
        tables["1"] = anew.service
        with opened(web, **{"Last-Event-ID": known}) as answer:
            assert told(next(events(answer)))["type"] == "snapshot"
        web.stop()


@pytest.mark.parametrize("query", ["?late=true", "?audience=everybody"])
def test_a_feed_that_is_not_there_is_a_problem_before_anything_streams(web: WebServer, query: str) -> None:
    with pytest.raises(HTTPError) as refused, opened(web, query):
        pass
    assert refused.value.code in (401, 422)
    assert refused.value.headers["content-type"] == "application/problem+json"


def test_a_service_that_stops_ends_the_stream_and_nobody_is_left_behind(table: QuietTable, web: WebServer) -> None:
    assert table.service is not None
    feed = table.service.feed(Audience.PUBLIC)
    with opened(web) as answer:
        stream = events(answer)
        next(stream)
        assert feed.crowd().clients == 1
        web.stop()
        assert next(stream, None) is None
    assert feed.crowd().clients == 0
