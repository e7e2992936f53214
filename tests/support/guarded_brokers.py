"""Real brokers with the configurations that the program prints; the password of a user is ``pw-`` and the name."""

import asyncio
import re
from itertools import count

from nats.js.errors import NotFoundError

from api.hub.broker import connect, make_streams
from api.hub.broker_config import Tls, edge_config, hub_config
from api.hub.config import BrokerConfig
from api.hub.subjects import STAFF_STREAM
from tests.support.real_nats import SERVERS, RealNats
from tests.support.real_servers import free_port
from tests.support.waiting import PATIENCE_S

VENUE = "kyoto"
OTHER = "osaka"


class GuardedNats(RealNats):
    """A broker with accounts and permissions; ``mqtt`` and ``leaf`` are its other ports.

    ``watched``: each account has an extra user with all permissions: ``watch-0``, ``watch-1``, … in the order of
    ``accounts``.
    """

    def __init__(
        self,
        edge_of: "GuardedNats | None" = None,
        tls: Tls | None = None,
        binary: str = SERVERS["current"],
        watched: bool = False,
    ) -> None:
        super().__init__(binary=binary)
        self.mqtt = free_port()
        self.leaf = free_port()
        listen, mqtt, store = f"127.0.0.1:{self.port}", f"127.0.0.1:{self.mqtt}", str(self.folder / "js")
        if edge_of is None:
            config = hub_config((VENUE, OTHER), listen, f"127.0.0.1:{self.leaf}", mqtt, store, tls)
        else:
            config = edge_config(VENUE, listen, "JANTAKU_HUB_LEAF_URL", mqtt, store, None)
            url = f"nats-leaf://edge-{VENUE}:pw-edge-{VENUE}@127.0.0.1:{edge_of.leaf}"
            config = config.replace("$JANTAKU_HUB_LEAF_URL", f'"{url}"')
        self.printed = config
        self.use(config, watched)

    def use(self, config: str, watched: bool) -> None:
        """Set the configuration to run with."""
        self.accounts = re.findall(r'^  "([\w-]+)" \{$', config, re.MULTILINE) or [""]
        if watched:
            numbers = count()
            config = re.sub(
                r"users: \[\n", lambda found: f"{found[0]}{{ user: watch-{next(numbers)}, password: $none }},\n", config
            )
        # Passwords replace the variables, because the server's environment is shared with other tests.
        self._config = re.sub(r"user: ([\w-]+), password: \$\w+", r"user: \1, password: 'pw-\1'", config)

    def prepare(self) -> None:
        """Create the streams, as the hub does when it starts."""

        async def make() -> None:
            client = await connect(BrokerConfig(nats=self.address_of("hub")), "hub")
            await make_streams(client.jetstream(timeout=PATIENCE_S))
            await client.close()

        asyncio.run(make())

    @property
    def kept(self) -> bool:
        """True if the streams exist; the hub makes its tables before them."""

        async def look() -> bool:
            client = await connect(BrokerConfig(nats=self.address_of("hub")), "hub")
            try:
                await client.jetstream(timeout=PATIENCE_S).consumer_info(STAFF_STREAM, "hub")
            except NotFoundError:
                return False
            finally:
                await client.close()
            return True

        return asyncio.run(look())

    def address_of(self, user: str) -> str:
        """URL of the broker with this user's name and password."""
        return f"nats://{user}:pw-{user}@127.0.0.1:{self.port}"
