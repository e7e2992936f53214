"""The service's clock: wall-clock time at the first use since boot, advanced by the monotonic clock.

A later step of the wall clock, as on a machine without a battery-backed clock that synchronises over the network,
therefore ends no session, extends no PIN and dates no event before an earlier one. All processes of this user since the
boot share the time, so that times of board, cameras, people and local console are comparable.
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
    """Return the id of this boot, which identifies the origin of the monotonic clock; "" if the system has none."""
    try:
        return "|".join(" ".join(part.read_text().split()) for part in _BOOT if part is _BOOT[0] or part.exists())
    except OSError:
        return ""


class SteadyClock:
    """Clock in seconds since the epoch that never steps while the machine runs."""

    def __init__(
        self,
        file: Path | None = None,
        wall: Callable[[], float] = time.time,
        ticking: Callable[[], float] = time.monotonic,
        boot: str | None = None,
    ) -> None:
        """``file``: stores the offset between wall clock and monotonic clock of this boot; if it cannot be stored, the
        offset applies to this process only.
        """
        self._ticking = ticking
        boot = this_boot() if boot is None else boot
        known = _stored_offset(file, boot) if file is not None and boot else None
        self._ahead = wall() - ticking() if known is None else known
        if known is None and file is not None and boot:
            self._keep(file, boot)

    def __call__(self) -> float:
        """Return the current time, seconds since the epoch."""
        return self._ticking() + self._ahead

    def _keep(self, file: Path, boot: str) -> None:
        try:
            file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            made = file.with_suffix(".new")
            made_private(made).write_text(json.dumps({"boot": boot, "ahead": self._ahead}), encoding="utf-8")
            made.replace(file)
        except OSError as error:
            _LOG.warning("clock_not_kept", reason=str(error))


def _stored_offset(file: Path, boot: str) -> float | None:
    """Return the stored offset of this boot, s; None if there is none."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        return float(told["ahead"]) if told["boot"] == boot else None
    except (OSError, ValueError, KeyError, TypeError):
        return None


@cache
def steady_clock() -> SteadyClock:
    """Return the clock that this user's processes share."""
    return SteadyClock(state_folder() / "clock.json")
