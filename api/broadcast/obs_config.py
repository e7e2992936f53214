"""Configuration of an OBS that follows a table: address, scenes, delay of its sources."""

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from controller.errors import JantakuError

MOST_DELAY_S: Final = 120.0
"""Longest delay, s: six chained filters of OBS; chosen: a minute of 1080p takes 5 GB of memory already."""
SCENES: Final = ("play", "riichi", "win", "draw", "break")
USUAL: Final = {name: f"jantaku {name}" for name in SCENES}
"""Scene names in the scene collection that the preview page saves."""


class ObsError(JantakuError):
    """OBS is unreachable, refuses a request, or sends an invalid answer."""


@dataclass(frozen=True, slots=True)
class ObsConfig:
    """``scenes``: OBS scene name of each kind, "" to never switch to it. ``delayed``: names of OBS sources to delay.

    ``riichi_s``, ``result_s``: how long the scene of a riichi and of a result is shown, s.
    """

    name: str
    table: str
    address: str
    password: str = field(default="", repr=False)
    scenes: tuple[tuple[str, str], ...] = tuple(USUAL.items())
    delay_s: float = 0.0
    delayed: tuple[str, ...] = ()
    riichi_s: float = 8.0
    result_s: float = 20.0


def check_obs(config: ObsConfig) -> None:
    """Raise ObsError for an address that cannot be one of OBS."""
    try:
        parts = urlsplit(config.address)
        is_right = parts.scheme in ("ws", "wss") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_right = False
    if not is_right or "@" in parts.netloc or parts.query or parts.fragment:
        raise ObsError(f"obs.{config.name}: expected an address such as ws://127.0.0.1:4455")
