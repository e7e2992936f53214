"""Real brokers with the configurations that the program prints: everybody has the password ``pw-`` and their name."""

import asyncio
import re

from api.hub.broker import connect, make_streams
from api.hub.broker_config import Tls, edge_config, hub_config
from api.hub.clips import make_bucket
from api.hub.config import BrokerConfig
from tests.support.real_nats import RealNats
from tests.support.real_servers import free_port

VENUE = "kyoto"
OTHER = "osaka"


class GuardedNats(RealNats):
    """A broker that knows who may do what; ``mqtt`` and ``leaf`` are its other ports."""

    def __init__(self, edge_of: "GuardedNats | None" = None, tls: Tls | None = None) -> None:
        super().__init__()
        self.mqtt = free_port()
        self.leaf = free_port()
        listen, mqtt, store = f"127.0.0.1:{self.port}", f"127.0.0.1:{self.mqtt}", str(self.folder / "js")
        if edge_of is None:
            config = hub_config((VENUE, OTHER), listen, f"127.0.0.1:{self.leaf}", mqtt, store, tls)
        else:
            config = edge_config(VENUE, listen, "JANTAKU_HUB_LEAF_URL", mqtt, store, None)
            url = f"nats-leaf://edge-{VENUE}:pw-edge-{VENUE}@127.0.0.1:{edge_of.leaf}"
            config = config.replace("$JANTAKU_HUB_LEAF_URL", f'"{url}"')
        # As the server's environment would, which tests share with others.
        self._config = re.sub(r"user: ([\w-]+), password: \$\w+", r"user: \1, password: 'pw-\1'", config)

    def prepare(self) -> None:
        """Make the streams, as the hub does when it starts."""

        async def make() -> None:
            client = await connect(BrokerConfig(nats=self.address_of("hub")), "hub")
            await make_streams(client.jetstream())
            await make_bucket(client.jetstream(), VENUE)
            await client.close()

        asyncio.run(make())

    def address_of(self, user: str) -> str:
        """Where that user goes, with the password."""
        return f"nats://{user}:pw-{user}@127.0.0.1:{self.port}"
