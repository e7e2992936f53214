"""What a process of tests holds, and how it gives back what is free."""

import ctypes
import sys
from pathlib import Path
from typing import Final

_MIB: Final = 1 << 20
_PAGE: Final = 4096
_GROWS: Final = 96 * _MIB
"""From so much more on it is worth the hundredth of a second that it takes."""


class Held:
    """Memory of this process; once it has grown, what is free of it goes back to the system.

    After a picture of some MiB was freed, glibc takes the next ones from its heap, and of that it gives back nothing
    while anything lies above: half of what a process of tests that reads pictures holds is free.
    """

    def __init__(self) -> None:
        self._trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
        self._known = self._now()

    def give_back(self) -> None:
        """Where there is much."""
        if self._trim is None or self._now() < self._known + _GROWS:
            return
        self._trim(0)
        self._known = self._now()

    def _now(self) -> int:
        """Bytes that are resident; 0 where nothing is given back."""
        return 0 if self._trim is None else int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE
