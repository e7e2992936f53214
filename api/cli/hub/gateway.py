"""``jantaku gateway``.

A separate module, because a hub without pages then does not import the web server, a quarter of its memory.
"""

import contextlib
import sys
from pathlib import Path

from api.access.access import Access
from api.access.settings import AccessSettings
from api.gateway.gateway import create_gateway
from api.gateway.mirror import Mirror
from api.hiding import Hiding
from api.http.listening import Ports
from api.http.server import serve_until_stopped
from api.hub.config import BrokerConfig
from api.hub.signing import Keys
from api.hub.subjects import token
from api.operations.lifecycle import Stopping
from api.operations.logs import to_stderr
from api.reach.plan import ListenPlan
from api.reach.reach import Reach


def gateway(
    *,
    keys: str,
    nats: str = "nats://127.0.0.1:4222",
    ca: str = "",
    venue: str = "",
    host: str = "127.0.0.1",
    http: int = 8001,
    name: list[str] | None = None,
) -> int:
    """Serve the broker's public stream until stopped."""
    to_stderr(Hiding())
    mirror = Mirror(BrokerConfig(nats=nats, ca=ca), token(venue, "venue") if venue else "", Keys(Path(keys)))
    hosts = tuple(name or ())
    access = Access(settings=AccessSettings(hosts=hosts))
    with Stopping() as stopping, contextlib.closing(Ports(ListenPlan(host, http))) as ports:
        mirror.start()
        try:
            reach = Reach(ports.plan, hosts)
            reach.served(ports.listeners, None)
            print(f"gateway {reach.here}/", file=sys.stderr)
            for address in reach.elsewhere(secure=False):
                print(f"network {address}/", file=sys.stderr)
            serve_until_stopped(create_gateway(mirror, access, reach), ports, stopping)
        finally:
            mirror.stop()
    return 0
