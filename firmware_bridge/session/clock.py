"""The board's uptime against the host's clock."""

from typing import Final

_WRAP_MS: Final = 1 << 32
# Ceramic resonators of small boards are off by up to half a percent.
_DRIFT: Final = 0.01


class BoardClock:
    """Turns a board's milliseconds (u32, wrapping after 49 days) into seconds of the host's clock."""

    def __init__(self) -> None:
        self._uptime_ms = 0
        self._heard_at = 0.0

    def restart(self, uptime_ms: int, now: float) -> None:
        """A board that has just said how long it has been up."""
        self._uptime_ms, self._heard_at = uptime_ms, now

    def mark(self, uptime_ms: int, now: float) -> None:
        """A later reading; one that came late tells less than an earlier one that came at once."""
        expected = self.host_seconds(uptime_ms)
        slack = _DRIFT * abs(now - self._heard_at)
        self._uptime_ms = uptime_ms
        self._heard_at = min(now, expected + slack)

    def host_seconds(self, at_ms: int) -> float:
        """Host's clock at a moment of the board, which may lie before or after the last reading."""
        later_ms = (at_ms - self._uptime_ms + _WRAP_MS // 2) % _WRAP_MS - _WRAP_MS // 2
        return self._heard_at + later_ms / 1000

    def board_seconds(self, now: float) -> float:
        """Seconds that the board has been up at a moment of the host's clock."""
        return self._uptime_ms / 1000 + now - self._heard_at
