"""Waiting for what threads and processes bring about: looked at often, and given up on."""

import time
from collections.abc import Callable
from typing import Final

PATIENCE_S: Final = 120.0
"""How long a test waits for what must come: on a machine ten times overbooked too. Only a failure takes it."""
_LOOK_S: Final = 0.01


def eventually(holds: Callable[[], object], within_s: float = PATIENCE_S) -> None:
    """Return as soon as that holds; fails where it does not within so long."""
    until = time.monotonic() + within_s
    while not holds():
        assert time.monotonic() < until, "it never came to hold"
        time.sleep(_LOOK_S)
