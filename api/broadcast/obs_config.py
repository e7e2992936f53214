"""An OBS that follows a table: where it is, its scenes, and by how much its pictures are delayed."""

from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from controller.errors import JantakuError

MOST_DELAY_S: Final = 120.0
"""Six filters of OBS behind each other; chosen: a minute of 1080p is 5 GB of memory already."""
SCENES: Final = ("play", "riichi", "win", "draw", "break")
USUAL: Final = {name: f"jantaku {name}" for name in SCENES}
"""Names of the scenes in the collection that the preview page saves."""


class ObsError(JantakuError):
    """OBS cannot be reached, refuses, or answers what nobody can understand."""


@dataclass(frozen=True, slots=True)
class ObsConfig:
    """``scenes``: OBS's name of each scene, "" for one that is never switched to. ``delayed``: sources in OBS.

    ``riichi_s``, ``result_s``: for how long a riichi and a result keep their scene.
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
    """Raises ObsError where an address cannot be one of OBS."""
    try:
        parts = urlsplit(config.address)
        is_right = parts.scheme in ("ws", "wss") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        is_right = False
    if not is_right or "@" in parts.netloc or parts.query or parts.fragment:
        raise ObsError(f"obs.{config.name}: expected an address such as ws://127.0.0.1:4455")
