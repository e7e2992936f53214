"""Evidence: all input of the controller, from table, camera, people, clock, and files outside the journal."""

from dataclasses import dataclass

from controller.ports.eyes import Sighting
from controller.ports.referee import Claim
from controller.ports.table import GoalReport, Request, TableSignal


@dataclass(frozen=True, slots=True)
class Tick:
    """Passage of time: seconds since the epoch by the service's clock, which also dates people's entries.

    Table and camera have their own clocks; only ticks advance a game's clock.
    """

    at: float


@dataclass(frozen=True, slots=True)
class FileVouched:
    """Hash (SHA-256, hex) of the first ``bytes`` bytes of a file outside the journal.

    ``file``: name of the list of saved pictures, or of the files of an evidence folder.
    """

    at: float
    file: str
    bytes: int
    sha256: str


Evidence = TableSignal | Sighting | Claim | Request | GoalReport | Tick | FileVouched
