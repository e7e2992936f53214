"""``jantaku broker`` and ``jantaku broker-key``: configuration of nats-server, and the signing key of a venue."""

import re
import sys
from pathlib import Path
from typing import Final

from api.hub.broker_config import Tls, edge_config, hub_config
from api.hub.signing import Signer
from controller.errors import JantakuError

LEAF_URL: Final = "JANTAKU_HUB_LEAF_URL"
"""Environment variable for a venue's own broker: nats-leaf://edge-VENUE:PASSWORD@HOST:PORT of the hub's broker."""


def key(file: Path, *, venue: str) -> int:
    """Print the public key line by which hub and gateways verify a venue's messages; creates the key if needed."""
    print(Signer(venue, file).public)
    return 0


def print_config(
    kind: str,
    *,
    venue: list[str],
    listen: str = "127.0.0.1:4222",
    leaf: str = "",
    mqtt: str = "",
    store: str = "/var/lib/jantaku-broker",
    cert: str = "",
    key: str = "",
    ca: str = "",
) -> int:
    """Print a configuration for nats-server; the environment variables that it needs are listed on stderr."""
    if bool(cert) != bool(key):
        raise JantakuError("expected both --cert and --key, or neither")
    tls = Tls(cert, key, ca) if cert else None
    if kind == "hub":
        config = hub_config(venue, listen, leaf, mqtt, store, tls)
    elif kind == "edge" and len(venue) == 1:
        config = edge_config(venue[0], listen, LEAF_URL, mqtt, store, tls)
    else:
        raise JantakuError(f"{kind} of {len(venue)} venues: expected hub, or edge of one venue")
    print(config, end="")
    for name in sorted(set(re.findall(r"\$(JANTAKU_\w+)", config))):
        print(f"environment: {name}", file=sys.stderr)
    return 0
