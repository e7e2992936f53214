"""Limits of connections: a client that takes all free places cannot displace those reserved for tables and staff."""

import resource
import socket
from pathlib import Path
from unittest.mock import patch

import pytest

from api.demo.web import WebServer
from api.http import server
from api.http.guard.places import Places, most_connections, one_client
from tests.support.quiet_table import quiet_table
from tests.support.waiting import PATIENCE_S, eventually

HEALTH = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
FEED = (
    b"GET /api/v1/tables/1/feed HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


def test_one_client_takes_so_many_places_and_all_together_so_many() -> None:
    places = Places(10, proxies=("192.0.2.1",), of_one=3)
    assert [places.take("198.51.100.7") for _ in range(4)] == [True, True, True, False]
    assert [places.take(f"2001:db8:0:1::{number:x}") for number in range(4)] == [True, True, True, False]
    assert [places.take("192.0.2.1") for _ in range(5)] == [True, True, True, True, False]
    assert not places.take("127.0.0.1")
    places.leave("198.51.100.7")
    assert places.take("127.0.0.1")
    assert not places.take("198.51.100.8")


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("198.51.100.7", "198.51.100.7"),
        ("::ffff:198.51.100.7", "198.51.100.7"),
        ("2001:db8:0:1:a:b:c:d", "2001:db8:0:1::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("testclient", "testclient"),
    ],
)
def test_a_client_that_changes_its_address_stays_the_same_client(address: str, client: str) -> None:
    assert one_client(address) == client


def test_as_many_files_as_the_system_gives_are_asked_for_and_some_are_left() -> None:
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    most = most_connections()
    assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= min(hard, 65_536) > most > 0


def test_who_finds_no_place_is_hung_up_on_and_a_place_that_is_left_is_free(tmp_path: Path) -> None:
    """Regression: connections were unlimited: 1,024 idle sockets left the tables no file to open."""
    with quiet_table(tmp_path) as table, patch.object(server, "most_connections", lambda: 6):
        assert table.service is not None
        web = WebServer({"1": table.service})
        web.start()
        host, _, port = web.address.removeprefix("http://").partition(":")

        def asked(words: bytes) -> tuple[socket.socket, bytes]:
            client = socket.create_connection((host, int(port)), timeout=PATIENCE_S)
            client.sendall(words)
            try:
                return client, client.recv(12)
            except ConnectionError:
                return client, b""

        try:
            idle = [asked(HEALTH) for _ in range(2)]
            feeds = [asked(FEED) for _ in range(4)]
            assert [told for _, told in (*idle, *feeds)] == [b"HTTP/1.1 200"] * 2 + [b"HTTP/1.1 101"] * 4
            late, told = asked(HEALTH)
            assert told == b""
            for client in (late, feeds[0][0], idle[0][0]):
                client.close()
            eventually(lambda: asked(HEALTH)[1] == b"HTTP/1.1 200")
        finally:
            web.stop()
