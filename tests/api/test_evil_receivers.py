"""Receivers of messages as attackers: redirects, changed DNS answers, and slow, huge or endless responses."""

import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from ipaddress import IPv4Address
from pathlib import Path
from typing import Any

import pytest

from api.broadcast.obs_config import ObsConfig
from api.broadcast.obs_link import ObsLink
from api.service.feed import Feed
from api.webhooks import sender
from api.webhooks.config import WebhookConfig, checking, reachable
from api.webhooks.queue import QueuedMessage
from api.webhooks.sender import Webhooks
from controller.errors import JantakuError
from tests.support.waiting import eventually

SECRET = "not-for-everybody-to-know"
INSIDE, PUBLIC = str(IPv4Address(0x0A00_0001)), str(IPv4Address(0x0808_0808))
Answering = Callable[[socket.socket], None]


@contextmanager
def listening(answering: Answering, address: str = "127.0.0.1") -> Iterator[tuple[int, list[bytes]]]:
    """Yield the port of a server that answers with ``answering``, and the list of request heads it received."""
    heads: list[bytes] = []
    with socket.create_server((address, 0)) as server:

        def serve() -> None:
            while True:
                try:
                    link, _ = server.accept()
                except OSError:
                    return
                threading.Thread(target=one, args=(link,), daemon=True).start()

        def one(link: socket.socket) -> None:
            with link, suppress(OSError):
                heads.append(link.recv(65536))
                answering(link)

        threading.Thread(target=serve, daemon=True).start()
        yield server.getsockname()[1], heads
        server.shutdown(socket.SHUT_RDWR)


def said(head: bytes) -> Answering:
    return lambda link: link.sendall(head)


def without_end(head: bytes, piece: bytes, pause: float = 0.0) -> Answering:
    def answer(link: socket.socket) -> None:
        link.sendall(head)
        while True:
            link.sendall(piece)
            time.sleep(pause)

    return answer


def hook(port: int, host: str = "127.0.0.1") -> WebhookConfig:
    return WebhookConfig(name="club", url=f"http://{host}:{port}/told", secret=SECRET, private=True)


def told(tmp_path: Path, config: WebhookConfig) -> str | None:
    hooks = Webhooks([config], {}, tmp_path / "queue.sqlite")
    message = QueuedMessage("club", {"id": "1", "type": "round.ended"}, 0, 0.0)
    return hooks._tell(checking(config), config, message)


OK = b"HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize(
    ("answering", "why"),
    [
        (without_end(OK + b"content-length: 99999999999\r\n\r\n", b"x" * 65536), None),
        (without_end(OK + b"content-encoding: gzip\r\n\r\n", b"x" * 65536), None),
        (without_end(OK, b"x-slow: 1\r\n", 0.05), "no answer within"),
        (without_end(b"", b"HTTP/1.1 100 Continue\r\n\r\n", 0.01), "no answer within"),
        (without_end(OK, b"x" * 65536), ""),
        (said(b""), ""),
        (said(b"\x00\xff" * 99), ""),
        (said(b"HTTP/1.1 302 Found\r\nlocation: http://127.0.0.1:1/\r\n\r\n"), "answered 302"),
        (said(b"HTTP/1.1 307 No\r\nlocation: //[::1\x7f]:x/\r\n\r\n"), ""),
        (said(b"HTTP/1.1 204 Fine\r\n\r\n"), None),
    ],
    ids=[
        "huge",
        "packed",
        "drips",
        "continues",
        "endless-head",
        "nothing",
        "noise",
        "redirect",
        "odd-redirect",
        "taken",
    ],
)
def test_no_answer_holds_its_webhook_or_fills_the_memory(
    answering: Answering, why: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: an endless body was read without a limit, and the time limit applied to each header line."""
    # The time limit matters only if no answer comes; in other cases a slow machine must not fail the test.
    monkeypatch.setattr(sender, "ANSWER_S", 0.4 if why == "no answer within" else 600.0)
    with listening(answering) as (port, heads):
        trouble = told(tmp_path, hook(port))
        assert (trouble is None) is (why is None)
        assert (why or "") in (trouble or "")
        assert len(heads) == 1


def test_a_name_is_looked_up_once_and_leads_to_what_was_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    answers: list[list[str]] = []
    real = socket.getaddrinfo

    def resolver(host: Any, port: Any, *rest: Any, **more: Any) -> Any:
        if host != "club.test":
            return real(host, port, *rest, **more)
        asked.append(host)
        return [found for each in answers.pop(0) for found in real(each, port, type=socket.SOCK_STREAM)]

    monkeypatch.setattr(socket, "getaddrinfo", resolver)
    with listening(said(OK + b"\r\n")) as (port, heads):
        answers[:] = [["127.0.0.1"], ["127.0.0.2"]]
        assert told(tmp_path, hook(port, "club.test")) is None
        assert asked == ["club.test"]
        assert f"host: club.test:{port}".encode() in heads[0].lower()
    # A single private address among the answers is enough for a refusal, at any position.
    answers[:] = [[PUBLIC, INSIDE], [INSIDE, PUBLIC], [PUBLIC, f"::ffff:{INSIDE}"]]
    for _ in range(3):
        with pytest.raises(JantakuError, match="private"):
            reachable("club.test", 443, private=False)


@pytest.mark.parametrize("host", ["a" * 64 + ".example.org", "..", "no-such-host.invalid"])
def test_a_name_that_none_has_is_trouble_of_its_message_alone(host: str, tmp_path: Path) -> None:
    """Regression: an encoding error ended the thread, and no further message was sent."""
    assert told(tmp_path, hook(9, host))


def obs_is_troubled(port: int) -> None:
    """Wait until the OBS link to that port reports a trouble."""
    link = ObsLink(ObsConfig("main", "1", f"ws://127.0.0.1:{port}"), Feed())
    link.start()
    try:
        eventually(lambda: link._trouble != "")
    finally:
        link.stop()


def test_obs_is_not_followed_to_where_it_sends() -> None:
    with listening(said(b"")) as (inner, heads):
        elsewhere = f"HTTP/1.1 302 Found\r\nlocation: ws://127.0.0.1:{inner}/\r\n\r\n".encode()
        with listening(said(elsewhere)) as (port, asked):
            obs_is_troubled(port)
            assert asked
            assert heads == []


def test_obs_whose_answer_drips_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.broadcast.obs_client.ANSWER_S", 0.3)
    with listening(without_end(b"HTTP/1.1 101 Switching Protocols\r\n", b"x-slow: 1\r\n", 0.05)) as (port, _):
        obs_is_troubled(port)
