"""All that the controller learns from outside: of the table, the camera, people, the time, and files beside it."""

from dataclasses import dataclass

from controller.ports.eyes import Sighting
from controller.ports.referee import Claim
from controller.ports.table import GoalReport, Request, TableSignal


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed: seconds since the epoch by the service's clock, by which people's entries are dated too.

    Table and camera date by clocks of their own: where ticks come, a game's clock goes by them alone.
    """

    at: float


@dataclass(frozen=True, slots=True)
class FileVouched:
    """The first ``bytes`` of a file that lies outside the journal have that hash (SHA-256, hex).

    ``file`` names it: the list of kept pictures, or the files of a folder of evidence.
    """

    at: float
    file: str
    bytes: int
    sha256: str


Evidence = TableSignal | Sighting | Claim | Request | GoalReport | Tick | FileVouched
