"""How the tables of a venue stand, and what a change of its file did to them."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from controller.text import Text


@dataclass(frozen=True, slots=True)
class TableStand:
    """State of one table of the venue; ``trouble``: why it does not run; ``pending``: keys of changes that wait.

    ``teams``: of seats A-D, or none.
    """

    table: str
    running: bool
    trouble: Text | None
    pending: tuple[str, ...]
    teams: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VenueChange:
    """Changes of a new plan to the tables, by id; ``leaving``: those that end once their round is over."""

    added: tuple[str, ...]
    ended: tuple[str, ...]
    leaving: tuple[str, ...]
    changed: Mapping[str, Mapping[str, str]]

    def told(self) -> dict[str, Any]:
        """As plain values."""
        return asdict(self)
