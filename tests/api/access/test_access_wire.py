"""Malformed bytes: each is refused by a problem document or a disconnection, and the service continues."""

import json
import logging
import re
import socket
import struct
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import pytest

from api.demo.web import WebServer
from api.http import connections
from tests.support.quiet_table import quiet_table
from tests.support.waiting import PATIENCE_S

HOST = "Host: 127.0.0.1\r\n"
UPGRADE = "Upgrade: websocket\r\nConnection: Upgrade\r\n"
KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
FEED = "GET /api/v1/tables/1/feed HTTP/1.1\r\n"
OPEN = f"{FEED}{HOST}{UPGRADE}{KEY}Sec-WebSocket-Version: 13\r\n\r\n"
POST = "POST /api/v1/scores HTTP/1.1\r\n" + HOST + "Content-Type: application/json\r\n"
REFUSED = {
    "no key": f"{FEED}{HOST}{UPGRADE}Sec-WebSocket-Version: 13\r\n\r\n",
    "a key too short": f"{FEED}{HOST}{UPGRADE}Sec-WebSocket-Key: aaaa\r\nSec-WebSocket-Version: 13\r\n\r\n",
    "two keys": f"{FEED}{HOST}{UPGRADE}{KEY}{KEY}Sec-WebSocket-Version: 13\r\n\r\n",
    "an old version": f"{FEED}{HOST}{UPGRADE}{KEY}Sec-WebSocket-Version: 8\r\n\r\n",
    "another upgrade": f"{FEED}{HOST}Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n",
    "5,000 small heads": f"GET /api/v1/tables HTTP/1.1\r\n{HOST}" + "a:b\r\n" * 5000 + "\r\n",
    "200 small heads": f"GET /api/v1/tables HTTP/1.1\r\n{HOST}" + "a:b\r\n" * 200 + "\r\n",
    "a packed body": f"{POST}Content-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{{}}",
    "a body packed twice": f"{POST}Content-Encoding: identity, br\r\nContent-Length: 2\r\n\r\n{{}}",
    "many heads to a socket": f"{FEED}{HOST}{UPGRADE}{KEY}Sec-WebSocket-Version: 13\r\n" + "A: b\r\n" * 300 + "\r\n",
    "a long head to a socket": f"{FEED}{HOST}{UPGRADE}{KEY}Sec-WebSocket-Version: 13\r\nA: {'b' * 9000}\r\n\r\n",
    "a long address": f"GET /{'a' * 40_000} HTTP/1.1\r\n{HOST}\r\n",
    "no host": "GET /healthz HTTP/1.1\r\n\r\n",
    "two hosts": f"GET /healthz HTTP/1.1\r\n{HOST}Host: evil.example\r\n\r\n",
    "another host": "GET /api/v1/tables HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "a whole address": "GET http://evil.example/api/v1/tables HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    "a host with a trick": "GET /api/v1/tables HTTP/1.1\r\nHost: 127.0.0.1@evil.example\r\n\r\n",
    "a tunnel": f"CONNECT evil.example:443 HTTP/1.1\r\n{HOST}\r\n",
    "two lengths": f"{POST}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{{}}}}",
    "a length and pieces": f"{POST}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a length below nothing": f"{POST}Content-Length: -5\r\n\r\n",
    "a length in words": f"{POST}Content-Length: many\r\n\r\n",
    "a length that nobody takes": f"{POST}Content-Length: 99999999999999999999\r\n\r\n",
    "pieces of no size": f"{POST}Transfer-Encoding: chunked\r\n\r\nzz\r\n\r\n",
    "another coding": f"{POST}Transfer-Encoding: gzip\r\n\r\n",
    "a space before the colon": f"GET /healthz HTTP/1.1\r\n{HOST}X-A : b\r\n\r\n",
    "a folded head": f"GET /healthz HTTP/1.1\r\n{HOST}X-A: b\r\n  c\r\nX\r\n\r\n",
    "a zero in a head": f"GET /healthz HTTP/1.1\r\n{HOST}X-A: b\0c\r\n\r\n",
    "another protocol": "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    "a word for a method": f"GE(T /healthz HTTP/1.1\r\n{HOST}\r\n",
    "out of the folder": f"GET /static/../../../etc/passwd HTTP/1.1\r\n{HOST}\r\n",
    "out of the folder, written otherwise": f"GET /static/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\n{HOST}\r\n",
    "out of the folder, with backslashes": f"GET /static/..%5c..%5cetc%5cpasswd HTTP/1.1\r\n{HOST}\r\n",
    "out of the folder, from the root": f"GET /static//etc/passwd HTTP/1.1\r\n{HOST}\r\n",
    "a zero in a path": f"GET /static/a%00.js HTTP/1.1\r\n{HOST}\r\n",
    "no text in a path": f"GET /static/%ff%fe HTTP/1.1\r\n{HOST}\r\n",
    "a letter for a figure": f"GET /static/%zz HTTP/1.1\r\n{HOST}\r\n",
    "a path above a table": f"GET /api/v1/tables/..%2f..%2faccess%2fdevices HTTP/1.1\r\n{HOST}\r\n",
}


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WebServer]:
    folder: Path = tmp_path_factory.mktemp("wire")
    with (
        quiet_table(folder) as table,
        patch.object(connections, "HEAD_S", 0.3),
        patch.object(connections, "TAKE_S", 0.3),
    ):
        assert table.service is not None
        web = WebServer({"1": table.service})
        web.start()
        yield web
        web.stop()


CHUNKED = f"{POST}Transfer-Encoding: chunked\r\n\r\n".encode()
ENDLESS = {
    "a body in pieces without an end": (CHUNKED, b"10000\r\n" + b" " * 0x10000 + b"\r\n"),
    "pieces of one byte": (CHUNKED, b"1\r\n \r\n" * 10_000),
    "a piece with endless words beside its size": (CHUNKED, b"1;" + b"x" * 100_000),
    "heads behind the body without an end": (CHUNKED + b"0\r\n", b"a: b\r\n" * 10_000),
    "a body where none belongs": (
        f"GET /healthz HTTP/1.1\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n".encode(),
        b"10000\r\n" + b" " * 0x10000 + b"\r\n",
    ),
}


@pytest.mark.parametrize("what", ENDLESS)
def test_what_has_no_end_is_hung_up_on(web: WebServer, what: str) -> None:
    """The service disconnects before its memory fills: enough is sent to fill it."""
    begins, again = ENDLESS[what]
    host, _, port = web.address.removeprefix("http://").partition(":")
    sent = 0
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as client, suppress(ConnectionError):
        client.sendall(begins)
        while sent < 64 << 20:
            client.sendall(again)
            sent += len(again)
    assert sent < 16 << 20, "what nobody takes is held by both systems, and no more"


def exchanged(web: WebServer, *sent: bytes) -> bytes:
    """Return the answer up to the end of the first one, or until the connection closes."""
    host, _, port = web.address.removeprefix("http://").partition(":")
    answer = b""
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as client, suppress(ConnectionError):
        for number, part in enumerate(sent):
            if number:
                # A frame may be sent only after the socket has opened.
                answer += client.recv(65536)
            client.sendall(part)
        while not is_whole(answer) and (part := client.recv(65536)):
            answer += part
    return answer


def is_whole(answer: bytes) -> bool:
    """True if a complete answer with a length has arrived; a socket has no end."""
    head, end, body = answer.partition(b"\r\n\r\n")
    length = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
    return bool(end) and length is not None and len(body) >= int(length[1])


@pytest.mark.parametrize("what", REFUSED)
def test_what_no_client_sends_is_refused_by_a_problem_or_hung_up_on(
    web: WebServer, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = exchanged(web, REFUSED[what].encode("latin-1"))
    if answer:
        head, _, body = answer.partition(b"\r\n\r\n")
        status = int(head.split()[1])
        assert status in (400, 401, 403, 404, 405, 411, 413, 414, 415, 421, 422, 426, 431, 501), answer[:300]
        assert b"application/problem+json" in head, answer[:300]
        assert json.loads(body)["status"] == status
    assert not caplog.records, caplog.text
    assert exchanged(web, f"GET /healthz HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n".encode()).startswith(
        b"HTTP/1.1 200"
    )


def frame(first: int, data: bytes, masked: bool = True, length: int | None = None) -> bytes:
    """Return a WebSocket frame whose length field may be wrong."""
    size = len(data) if length is None else length
    told = (
        bytes([size])
        if size < 126
        else b"\x7e" + struct.pack(">H", size)
        if size < 65536
        else b"\x7f" + struct.pack(">Q", size)
    )
    return bytes([first, told[0] | (0x80 if masked else 0)]) + told[1:] + (bytes(4) if masked else b"") + data


FRAMES = {
    "not masked": frame(0x81, b"hello", masked=False),
    "of no kind": frame(0x83, b"hello"),
    "with bits of no meaning": frame(0xF1, b"hello"),
    "a ping of many bytes": frame(0x89, b"p" * 200),
    "a ping in pieces": frame(0x09, b"p"),
    "the rest of nothing": frame(0x80, b"rest"),
    "text that is none": frame(0x81, b"\xff\xfe\xfd"),
    "an end of one byte": frame(0x88, b"\x03"),
    "an end with a code of nobody": frame(0x88, struct.pack(">H", 1005)),
    "far too long": frame(0x81, b"x" * 100, length=2**62),
    "longer than is taken": frame(0x81, b"x" * 70_000),
    "pieces without an end": b"".join(frame(0x01 if not n else 0x00, b"x" * 4000) for n in range(20)),
    "a bomb that is packed": frame(0xC1, b"\xec\xc1\x01\x01\x00\x00\x00\x80\x90\xfe\xaf\xee\x08\x0a" * 20),
}


@pytest.mark.parametrize("what", FRAMES)
def test_frames_that_break_the_protocol_end_the_socket_and_nothing_else(
    web: WebServer, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.ERROR):
        answer = exchanged(web, OPEN.encode(), FRAMES[what])
    assert answer.startswith(b"HTTP/1.1 101"), answer[:200]
    assert not caplog.records, caplog.text
    assert exchanged(web, f"GET /healthz HTTP/1.1\r\n{HOST}Connection: close\r\n\r\n".encode()).startswith(
        b"HTTP/1.1 200"
    )


@pytest.mark.parametrize("path", ["feed", "mjai"])
def test_a_table_of_a_name_without_end_is_told_to_be_none(
    web: WebServer, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Regression: the close reason repeated the address, which made the frame too long and logged a traceback each
    time.
    """
    with caplog.at_level(logging.ERROR):
        answer = exchanged(
            web, OPEN.replace("/1/feed", f"/{'x' * 300}/{path}").encode(), frame(0x88, struct.pack(">H", 1000))
        )
    assert answer.startswith(b"HTTP/1.1 101"), answer[:200]
    assert struct.pack(">H", 4404) in answer
    assert not caplog.records, caplog.text


LENGTHS = ("Content-Length: 4\r\n", "content-length:4\r\n", "Content-Length:\r\n 4\r\n", "Content-Length: 4, 4\r\n")
CODINGS = (
    *("Transfer-Encoding: chunked\r\n", "TRANSFER-ENCODING: Chunked\r\n", "Transfer-Encoding:\r\n\tchunked\r\n"),
    *("Transfer-Encoding: identity, chunked\r\n", "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n"),
)
BEHIND = f"GET /healthz HTTP/1.1\r\n{HOST}\r\n"


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("coding", CODINGS)
@pytest.mark.parametrize("is_first", [True, False], ids=["length first", "coding first"])
@pytest.mark.parametrize("twice", [False, True], ids=["once", "twice"])
@pytest.mark.parametrize("path", ["/api/v1/scores", "/healthz"])
def test_a_length_beside_a_coding_ends_the_connection(
    web: WebServer, length: str, coding: str, is_first: bool, twice: bool, path: str
) -> None:
    """Regression: with both headers the length was ignored, and the rest was answered as a separate request."""
    heads = (length * (1 + twice), coding) if is_first else (coding, length * (1 + twice))
    method = "POST" if path.startswith("/api") else "GET"
    sent = f"{method} {path} HTTP/1.1\r\n{HOST}Content-Type: application/json\r\n{''.join(heads)}\r\n0\r\n\r\n{BEHIND}"
    answer = until_the_end(web, sent.encode())
    assert answer.count(b"HTTP/1.1 ") == 1, answer
    assert answer.split()[1] in (b"400", b"501"), answer
    assert b"connection: close" in answer.lower()


def test_a_coding_in_the_older_protocol_ends_the_connection(web: WebServer) -> None:
    sent = f"POST /api/v1/scores HTTP/1.0\r\n{HOST}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n{BEHIND}"
    answer = until_the_end(web, sent.encode())
    assert (answer.count(b"HTTP/1.1 "), answer.split()[1]) == (1, b"400")


def until_the_end(web: WebServer, sent: bytes) -> bytes:
    """Return all bytes until the service closes the connection."""
    host, _, port = web.address.removeprefix("http://").partition(":")
    answer = b""
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as client, suppress(ConnectionError):
        client.sendall(sent)
        while part := client.recv(65536):
            answer += part
    return answer
