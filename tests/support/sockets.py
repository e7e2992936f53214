"""WebSockets for tests: the library's limits (10 s to open, 20 s for a ping) are too short on busy machines."""

from functools import partial
from typing import Final

from websockets.sync import client

from tests.support.waiting import PATIENCE_S

connect: Final = partial(client.connect, open_timeout=PATIENCE_S, ping_timeout=PATIENCE_S)
"""The library's ``connect`` with the limits of the tests."""
