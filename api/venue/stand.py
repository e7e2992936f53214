"""State of the tables of a venue, and the effect of a change of its file."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from controller.text import Text


@dataclass(frozen=True, slots=True)
class TableStand:
    """State of one table. ``trouble``: why it does not run; ``pending``: changed keys that are not applied yet.

    ``teams``: team names, one per seat A-D or empty.
    """

    table: str
    running: bool
    trouble: Text | None
    pending: tuple[str, ...]
    teams: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VenueChange:
    """Effect of a new plan on the tables, by id; ``leaving``: tables that end once their round is over."""

    added: tuple[str, ...]
    ended: tuple[str, ...]
    leaving: tuple[str, ...]
    changed: Mapping[str, Mapping[str, str]]

    def to_json(self) -> dict[str, Any]:
        """Return the change as plain values for JSON."""
        return asdict(self)
