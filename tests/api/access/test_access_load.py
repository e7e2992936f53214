"""A service under load: cancelling a goal has its own lane, slow clients are disconnected."""

import json
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from http.client import HTTPConnection

import pytest

from api.access.roles import Role
from api.demo.web import WebServer
from api.evidence.pictures import Pictures
from api.http import connections
from tests.support.logged_in import token_for
from tests.support.quiet_table import QuietTable
from tests.support.waiting import PATIENCE_S

READERS, HANDS, TRIES = 41, 900, 40
HAND = {"rulebook": "npm-2008", "hand": "234m234567p2267s", "win": "8s", "by": "tsumo", "seat_wind": "S"}


@pytest.fixture
def web(table: QuietTable) -> Iterator[WebServer]:
    assert table.service is not None
    web = WebServer({"1": table.service})
    web.start()
    yield web
    web.stop()


def bearer(web: WebServer, role: Role) -> dict[str, str]:
    return {"authorization": f"Bearer {token_for(web.access, role)}"}


def test_calling_off_waits_for_nobody(web: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty-one slow readings of the row, and open lists of hands, run until the goal has been cancelled."""
    begun, go_on = threading.Semaphore(0), threading.Event()

    def slow_row(_pictures: Pictures) -> tuple[()]:
        begun.release()
        go_on.wait(2 * PATIENCE_S)
        return ()

    monkeypatch.setattr(Pictures, "row", slow_row)
    known, answers = bearer(web, Role.STAFF), []

    def ask(method: str, path: str, body: bytes = b"") -> int:
        link = HTTPConnection(web.address.removeprefix("http://"), timeout=PATIENCE_S)
        link.request(method, f"/api/v1{path}", body, {**known, "content-type": "application/json"})
        status = link.getresponse().status
        link.close()
        answers.append(status)
        return status

    hands = json.dumps([HAND] * HANDS).encode()
    flood = [threading.Thread(target=ask, args=("GET", "/tables/1/row")) for _ in range(READERS)]
    flood += [threading.Thread(target=ask, args=("POST", "/scores", hands)) for _ in range(3)]
    assert ask("DELETE", "/tables/1/goals") == 202
    for thread in flood:
        thread.start()
    try:
        assert begun.acquire(timeout=PATIENCE_S)
        assert [ask("DELETE", "/tables/1/goals") for _ in range(5)] == [202] * 5
    finally:
        go_on.set()
    for thread in flood:
        thread.join()
    assert set(answers) <= {200, 202, 503}
    assert 503 in answers, "what would only wait is told so"


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: "])
def test_a_head_that_does_not_come_ends_the_connection(
    table: QuietTable, monkeypatch: pytest.MonkeyPatch, sent: bytes
) -> None:
    monkeypatch.setattr(connections, "HEAD_S", 0.2)
    assert table.service is not None
    web = WebServer({"1": table.service})
    web.start()
    host, _, port = web.address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as client:
        client.sendall(sent)
        with suppress(ConnectionResetError):
            assert client.recv(1) == b""
    web.stop()


def test_a_client_that_takes_nothing_is_cut_off(web: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "TAKE_S", 0.2)
    host, _, port = web.address.removeprefix("http://").partition(":")
    asked = b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n" * 2000
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as client:
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        with pytest.raises(ConnectionError):
            # More than any buffer holds, if it were read.
            client.sendall(asked * 100)


@pytest.mark.parametrize("path", ["pin", "secrets"])
def test_no_more_pins_are_tried_at_once_than_lock(web: WebServer, path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: tries counted only once found wrong: of many parallel ones 17 were checked, where ten lock."""
    people = web.access.people
    session = people.open_link(people.link(Role.STAFF, "Sato"), "tablet")
    who = people.of_session(session)
    assert who is not None
    people.choose(who.id, pin="2580")
    looked_at: list[str] = []
    all_in = threading.Barrier(TRIES + 1)

    def slow_match(chosen: str, _kept: str | None) -> bool:
        looked_at.append(chosen)
        time.sleep(0.02)
        return False

    monkeypatch.setattr("api.access.people.matches", slow_match)
    cookie = {"cookie": f"{web.access.cookie}={session}", "origin": web.address, "content-type": "application/json"}
    answers: list[int] = []

    def attempt(number: int) -> None:
        guess = f"{number:04}"
        body = {"pin": guess} if path == "pin" else {"pin": "1357", "present": guess}
        link = HTTPConnection(web.address.removeprefix("http://"), timeout=PATIENCE_S)
        link.connect()
        all_in.wait(PATIENCE_S)
        link.request("POST" if path == "pin" else "PUT", f"/api/v1/access/{path}", json.dumps(body), cookie)
        answers.append(link.getresponse().status)
        link.close()

    crowd = [threading.Thread(target=attempt, args=(number,)) for number in range(TRIES)]
    for thread in crowd:
        thread.start()
    all_in.wait(PATIENCE_S)
    for thread in crowd:
        thread.join()
    assert len(looked_at) == 10, looked_at
    assert sorted(answers) == [403] * 10 + [429] * (TRIES - 10)
