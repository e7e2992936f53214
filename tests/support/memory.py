"""Memory of a test process, and the return of free memory to the system."""

import ctypes
import gc
import sys
from pathlib import Path
from typing import Final

_MIB: Final = 1 << 20
_PAGE: Final = 4096
_GROWS: Final = 96 * _MIB
"""Growth from which a trim is worth the hundredth of a second that it takes."""


class Held:
    """Memory of this process; after growth its free part is returned to the system.

    After pictures of some MiB are freed, glibc serves later ones from its heap and returns none of it while any
    allocation lies above: half of the memory of a test process that reads pictures is free.
    """

    def __init__(self) -> None:
        self._trim = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
        self._known = self._now()

    def give_back(self) -> None:
        """Trim the heap if the process has grown enough."""
        now = self._now()
        if self._trim is None or now < self._known + _GROWS:
            # What was freed since is no room to grow into again.
            self._known = min(self._known, now)
            return
        # A collection also empties the interpreter's lists of free objects, which hold on to its arenas.
        gc.collect()
        self._trim(0)
        self._known = self._now()

    def _now(self) -> int:
        """Resident bytes; 0 on systems without trimming."""
        return 0 if self._trim is None else int(Path("/proc/self/statm").read_text().split()[1]) * _PAGE
