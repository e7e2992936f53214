"""Waiting for what threads, processes and pages bring about: looked at often, and given up on.

How long a test waits says nothing about how fast a thing is: every limit is ``PATIENCE_S``, which only a failure takes.
"""

import time
from collections.abc import Callable
from typing import Final

PATIENCE_S: Final = 300
"""How long a test waits for what must come: on a machine ten times overbooked too. Only a failure takes it."""
PATIENCE_MS: Final = 1000 * PATIENCE_S
QUIET_S: Final = 0.3
"""How long a test looks for what must not come: a busy machine looks less closely, and fails no sooner."""
_LOOK_S: Final = 0.01


def eventually(holds: Callable[[], object]) -> None:
    """Return as soon as that holds; fails where it does not within ``PATIENCE_S``."""
    until = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < until, "it never came to hold"
        time.sleep(_LOOK_S)
