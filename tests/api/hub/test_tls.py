"""TLS with a venue's own authority: brokers, MQTT and webhooks are trusted by it only."""

import asyncio
import json
import socket
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from nats.errors import Error as NatsError

from api.home_assistant.bridge import HomeBridge
from api.home_assistant.config import HomeConfig
from api.hub.broker import connect, try_broker
from api.hub.broker_config import Tls
from api.hub.config import BrokerConfig
from api.webhooks import sender
from api.webhooks.config import WebhookConfig
from api.webhooks.sender import Webhooks
from tests.support.authority import Authority
from tests.support.guarded_brokers import VENUE, GuardedNats
from tests.support.hubs import until
from tests.support.outlets import JournalOutlet, kept_events
from tests.support.real_nats import need_nats
from tests.support.waiting import PATIENCE_S

HERE = "127.0.0.1"
REFUSED_S = 3.0
"""Seconds for which a connection is tried that must fail."""


@pytest.fixture(scope="module")
def authorities(tmp_path_factory: pytest.TempPathFactory) -> tuple[Authority, Authority]:
    """The venue's own authority, and another one."""
    folder = tmp_path_factory.mktemp("authorities")
    folder.chmod(0o755)
    return Authority(folder / "own"), Authority(folder / "other")


@pytest.fixture(scope="module")
def broker(authorities: tuple[Authority, Authority]) -> Iterator[GuardedNats]:
    need_nats()
    cert, key = authorities[0].signed(HERE)
    with GuardedNats(tls=Tls(str(cert), str(key))) as server:
        yield server


def is_let_in(config: BrokerConfig, within_s: float = REFUSED_S) -> bool:
    """True if a connection is made within that time; ``connect`` itself retries for ever."""

    async def reach() -> bool:
        try:
            client = await asyncio.wait_for(connect(config, "hub"), within_s)
        except TimeoutError:
            return False
        found = client.is_connected
        await client.close()
        return found

    return asyncio.run(reach())


def test_a_broker_is_believed_by_the_venues_authority_alone(
    broker: GuardedNats, authorities: tuple[Authority, Authority]
) -> None:
    own, other = authorities
    address = f"tls://hub:pw-hub@{HERE}:{broker.port}"
    assert is_let_in(BrokerConfig(nats=address, ca=str(own.ca)), PATIENCE_S)
    assert not is_let_in(BrokerConfig(nats=address, ca=str(other.ca)))
    assert not is_let_in(BrokerConfig(nats=address)), "the system trusts no authority of a venue"


def test_no_password_goes_to_a_broker_that_speaks_no_tls(authorities: tuple[Authority, Authority]) -> None:
    """Regression: a man in the middle could remove TLS, and the password was sent to him in the clear."""
    heard = b""
    with socket.create_server((HERE, 0)) as between:
        address = f"tls://hub:pw-hub@{HERE}:{between.getsockname()[1]}"

        def listen() -> None:
            nonlocal heard
            line, _ = between.accept()
            with line:
                line.sendall(b'INFO {"server_id":"x","version":"2.15.1","max_payload":1048576}\r\n')
                while more := line.recv(4096):
                    heard += more

        there = threading.Thread(target=listen)
        there.start()
        with pytest.raises(NatsError, match="expected TLS"):
            asyncio.run(try_broker(BrokerConfig(nats=address, ca=str(authorities[0].ca)), PATIENCE_S))
        there.join(PATIENCE_S)
    assert heard == b""


def test_home_assistants_broker_likewise(
    broker: GuardedNats, authorities: tuple[Authority, Authority], tmp_path: Path
) -> None:
    outlet = JournalOutlet(tmp_path / "journal.sqlite")
    outlet.add(kept_events()[:5])
    bridges = []
    for authority in authorities:
        config = HomeConfig(
            address=f"mqtts://{HERE}:{broker.mqtt}",
            venue=VENUE,
            ca=str(authority.ca),
            user=f"home-{VENUE}",
            password=f"pw-home-{VENUE}",
        )
        bridges.append(HomeBridge(config, {"t": outlet}))
    for bridge in bridges:
        bridge.start()
    until(bridges[0]._client.is_connected)
    until(lambda: bool(bridges[1]._trouble))
    assert not bridges[1]._client.is_connected()
    for bridge in bridges:
        bridge.stop()
    outlet.close()


class SecureReceiver:
    """An https receiver of webhooks with a certificate for a name."""

    def __init__(self, authority: Authority, host: str) -> None:
        self.taken: list[str] = []
        taken = self.taken

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                taken.append(json.loads(self.rfile.read(int(self.headers["content-length"])))["type"])
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Print nothing."""

        self.server = HTTPServer((HERE, 0), Handler)
        self.server.socket = authority.serving(host).wrap_socket(self.server.socket, server_side=True)
        self.url = f"https://localhost:{self.server.server_port}/told"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


def test_a_webhook_is_sent_to_whom_the_authority_names_and_to_nobody_else(
    authorities: tuple[Authority, Authority], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sender, "LOOK_S", 0.02)
    monkeypatch.setattr(sender, "FIRST_WAIT_S", 0.02)
    own, other = authorities
    shown = ((own, "localhost"), (own, "elsewhere.example"), (other, "localhost"))
    receivers = [SecureReceiver(authority, host) for authority, host in shown]
    hooks = [
        WebhookConfig(name=f"hook-{number}", url=each.url, secret="s" * 16, private=True, ca=str(own.ca))
        for number, each in enumerate(receivers)
    ]
    outlet = JournalOutlet(tmp_path / "journal.sqlite")
    outlet.add(kept_events()[:1])
    webhooks = Webhooks(hooks, {"t": outlet}, tmp_path / "queue.sqlite")
    webhooks.start()
    until(lambda: webhooks._queue.position(next(outlet.records()).hash) == 1)
    outlet.add(kept_events()[1:])
    until(lambda: "round.ended" in receivers[0].taken)
    until(lambda: all((one := webhooks._queue.due(hook.name, 4e9)) is not None and one.tries for hook in hooks[1:]))
    webhooks.stop()
    assert [each.taken for each in receivers[1:]] == [[], []]
    for each in receivers:
        each.server.shutdown()
        each.server.server_close()
    outlet.close()
