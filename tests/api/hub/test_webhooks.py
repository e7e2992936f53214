"""Webhooks: signed, repeated until accepted, across restarts, and never to a private address unless configured."""

import hashlib
import hmac
import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from ipaddress import IPv4Network
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from jsonschema_rs import Draft202012Validator

from api.http.app import create_app
from api.webhooks import sender
from api.webhooks.config import Kind, WebhookConfig, reachable
from api.webhooks.sender import Webhooks
from controller.errors import JantakuError
from controller.journal.events import FaultRaised
from tests.support.hubs import until
from tests.support.outlets import JournalOutlet, kept_events

SECRET = "not-for-everybody-to-know"
FORM = Draft202012Validator(
    TestClient(create_app({}), base_url="http://localhost").get("/api/v1/schemas/webhook").json()
)
ALL: tuple[Kind, ...] = ("round.ended", "game.ended", "fault.raised")


class Receiver:
    """A receiver that answers with ``status``, and stores what it accepted with 200."""

    def __init__(self) -> None:
        self.status = 200
        self.tries = 0
        self.taken: list[dict[str, Any]] = []
        self.signed: list[bool] = []
        receiver = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                receiver.told(dict(self.headers), body)
                self.send_response(receiver.status)
                self.send_header("location", "http://127.0.0.1:1/")
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Print nothing."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def told(self, headers: dict[str, str], body: bytes) -> None:
        self.tries += 1
        text = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        expected = "sha256=" + hmac.new(SECRET.encode(), text, hashlib.sha256).hexdigest()
        self.signed.append(hmac.compare_digest(expected, headers["webhook-signature"]))
        if self.status == 200:
            self.taken.append(json.loads(body))

    @property
    def hook(self) -> WebhookConfig:
        url = f"http://127.0.0.1:{self.server.server_port}/told"
        return WebhookConfig(name="club", url=url, secret=SECRET, events=ALL, private=True)


@pytest.fixture
def receiver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Receiver]:
    monkeypatch.setattr(sender, "LOOK_S", 0.02)
    monkeypatch.setattr(sender, "FIRST_WAIT_S", 0.02)
    opened = Receiver()
    yield opened
    opened.server.shutdown()
    opened.server.server_close()


def test_what_happens_is_told_once_it_is_taken_and_after_a_restart(receiver: Receiver, tmp_path: Path) -> None:
    outlet = JournalOutlet(tmp_path / "journal.sqlite")
    events = kept_events()
    outlet.add(events[:1])
    hooks = Webhooks([receiver.hook], {"t": outlet}, tmp_path / "queue.sqlite")
    hooks.start()
    until(lambda: hooks._queue.position(next(outlet.records()).hash) == 1)
    receiver.status = 503
    outlet.add(events[1:])
    until(lambda: receiver.tries > 3)
    receiver.status = 302
    tries = receiver.tries
    until(lambda: receiver.tries > tries + 2)
    hooks.stop()
    assert receiver.taken == []
    receiver.status = 200
    again = Webhooks([receiver.hook], {"t": outlet}, tmp_path / "queue.sqlite")
    again.start()
    faults = sum(isinstance(event, FaultRaised) for event in events)
    until(lambda: sum(each["type"] == "fault.raised" for each in receiver.taken) == faults)
    until(lambda: any(each["type"] == "round.ended" for each in receiver.taken))
    again.stop()
    assert all(receiver.signed)
    told = [each["id"] for each in receiver.taken]
    assert len(told) == len(set(told))
    ended = next(each for each in receiver.taken if each["type"] == "round.ended")
    assert ended["table"] == "t"
    assert [seat["standing"]["points"] for seat in ended["data"]["seats"]]
    assert "concealed" not in json.dumps(ended)
    for each in receiver.taken:
        assert FORM.is_valid(each), list(FORM.iter_errors(each))[:1]
    outlet.close()


# RFC 1918, section 3.
PRIVATE_NETWORKS = tuple(IPv4Network((first << 16, bits)) for first, bits in ((0x0A00, 8), (0xAC10, 12), (0xC0A8, 16)))


@pytest.mark.parametrize(
    "host",
    [
        *("127.0.0.1", "localhost", "169.254.169.254", "::1", "0.0.0.0"),
        *(str(network[1]) for network in PRIVATE_NETWORKS),
        f"::ffff:{PRIVATE_NETWORKS[0][1]}",
        *("127.1", "2130706433", "0x7f.1", "0177.0.0.1", "100.64.0.1", "192.0.0.8", "fe80::1%lo", "fd00:ec2::254"),
        *("64:ff9b::a00:1", "::7f00:1", "fec0::1", "2002:a00:1::1", "::ffff:0:a00:1", "64:ff9b:1::1", "2001:0:a00:1::"),
    ],
)
def test_private_addresses_are_told_only_where_it_is_said(host: str) -> None:
    with pytest.raises(JantakuError, match="private"):
        reachable(host, 443, private=False)
    assert reachable(host, 443, private=True)


@pytest.mark.parametrize(
    ("url", "private"),
    [
        ("http://example.org/", False),
        ("ftp://example.org/", True),
        ("https://user:pw@example.org/", False),
        ("https://:pw@example.org/", False),
        ("https://example.org\\@127.0.0.1/", False),
        ("https://[fe80::1%25lo]/", False),
        ("https:///x", False),
        ("https://example.org:0/", False),
        ("https://example.org:99999/", False),
    ],
)
def test_addresses_that_cannot_be_are_refused(url: str, private: bool) -> None:
    with pytest.raises(JantakuError, match="url"):
        WebhookConfig(name="a", url=url, secret=SECRET, private=private)
