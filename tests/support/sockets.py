"""WebSockets of tests: the library gives a busy machine ten seconds to open one, and twenty for a ping."""

from functools import partial
from typing import Final

from websockets.sync import client

from tests.support.waiting import PATIENCE_S

connect: Final = partial(client.connect, open_timeout=PATIENCE_S, ping_timeout=PATIENCE_S)
"""As of the library."""
