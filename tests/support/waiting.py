"""Waiting for effects of threads, processes and pages: frequent checks with one limit.

The limit does not measure speed: every wait has the limit ``PATIENCE_S``, which is reached only on failure.
"""

import time
from collections.abc import Callable
from typing import Final

PATIENCE_S: Final = 300
"""Limit in seconds for an expected effect, sufficient on a machine ten times overbooked; reached only on failure."""
PATIENCE_MS: Final = 1000 * PATIENCE_S
QUIET_S: Final = 0.3
"""Seconds during which something must not happen: a busy machine checks less closely, and does not fail sooner."""
_LOOK_S: Final = 0.01


def eventually(holds: Callable[[], object]) -> None:
    """Return as soon as the condition holds; fails if it does not within ``PATIENCE_S``."""
    until = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < until, "it never came to hold"
        time.sleep(_LOOK_S)
