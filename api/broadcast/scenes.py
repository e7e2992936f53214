"""Choice of the scene from a table's public view: riichi and results for a limited time, breaks, otherwise play."""

from collections.abc import Mapping
from typing import Any

from api.broadcast.obs_config import ObsConfig

View = Mapping[str, Any]


class Scenes:
    """Follows the views of one table in order; times in seconds of any monotonic clock."""

    def __init__(self, config: ObsConfig) -> None:
        """Create without a view."""
        self._names = dict(config.scenes)
        self._lasts = {"riichi": config.riichi_s, "win": config.result_s, "draw": config.result_s}
        self._view: View | None = None
        self._kind, self._since = "break", 0.0
        self._declared: frozenset[tuple[int, int]] | None = None
        self._ended: tuple[Any, ...] | None = None

    def see(self, view: View, now: float) -> None:
        """Process a newer view."""
        round_, result = view["round"], view["result"]
        ordinal = 0 if round_ is None else round_["ordinal"]
        declared = frozenset((ordinal, seat["seat"]) for seat in view["seats"] if seat["riichi"])
        ended = None if result is None else (ordinal, result["kind"])
        # The first view is the starting state: nothing in it is an event.
        is_first = self._view is None
        if ended is not None and ended != self._ended and not is_first:
            self._begin(ended[1], now)
        elif ended is None and self._declared is not None and declared - self._declared:
            self._begin("riichi", now)
        elif self._ended is not None and ended is None:
            self._begin("play", now)
        self._view, self._declared, self._ended = view, declared, ended

    def due(self, now: float) -> str:
        """Return the OBS scene that is due now, "" for none."""
        return self._names[self._due(now)]

    def changes_at(self, now: float) -> float | None:
        """Return when the due scene changes without a newer view; None if it does not."""
        ends = self._since + self._lasts.get(self._kind, 0.0)
        return ends if ends > now else None

    def _begin(self, kind: str, now: float) -> None:
        self._kind, self._since = kind, now

    def _due(self, now: float) -> str:
        if self._kind in self._lasts and self.changes_at(now) is not None:
            return self._kind
        view = self._view
        return "break" if view is None or view["round"] is None or view["game_over"] else "play"
