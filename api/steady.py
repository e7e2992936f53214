"""The time that the service goes by: the wall clock's when it was first asked on this boot, moved on by a clock that
nobody sets.

A step of the clock on the wall, as a machine takes it that comes on without one and asks the network later, ends no
session, lengthens no PIN and dates nothing before what it followed. Every process of this user on this boot has the
same time, so that board, cameras, people and the machine's console can be held against each other.
"""

import json
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import structlog

from api.paths import made_private, state_folder
from controller.ports.log import WordLog

_BOOT: Final = (Path("/proc/sys/kernel/random/boot_id"), Path("/proc/self/timens_offsets"))
_LOG: Final[WordLog] = structlog.get_logger("jantaku.time")


def this_boot() -> str:
    """What the monotonic clock counts from, "" where the system does not say."""
    try:
        return "|".join(" ".join(part.read_text().split()) for part in _BOOT if part is _BOOT[0] or part.exists())
    except OSError:
        return ""


class SteadyClock:
    """Seconds since the epoch that never step while the machine runs."""

    def __init__(
        self,
        file: Path | None = None,
        wall: Callable[[], float] = time.time,
        ticking: Callable[[], float] = time.monotonic,
        boot: str | None = None,
    ) -> None:
        """``file``: where it is kept how far the wall was ahead on this boot; what cannot be kept holds here alone."""
        self._ticking = ticking
        boot = this_boot() if boot is None else boot
        known = _kept(file, boot) if file is not None and boot else None
        self._ahead = wall() - ticking() if known is None else known
        if known is None and file is not None and boot:
            self._keep(file, boot)

    def __call__(self) -> float:
        """The time now."""
        return self._ticking() + self._ahead

    def _keep(self, file: Path, boot: str) -> None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            made = file.with_suffix(".new")
            made_private(made).write_text(json.dumps({"boot": boot, "ahead": self._ahead}), encoding="utf-8")
            made.replace(file)
        except OSError as error:
            _LOG.warning("clock_not_kept", reason=str(error))


def _kept(file: Path, boot: str) -> float | None:
    """How far the wall was ahead on this boot; None where nobody knows."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        return float(told["ahead"]) if told["boot"] == boot else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


@cache
def steady_clock() -> SteadyClock:
    """The time of this user's processes."""
    return SteadyClock(state_folder() / "clock.json")
