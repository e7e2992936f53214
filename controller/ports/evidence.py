"""All that the controller learns from outside: of the table, the camera, people, the time, and files beside it."""

from dataclasses import dataclass

from controller.ports.eyes import Sighting
from controller.ports.referee import Claim
from controller.ports.table import GoalReport, Request, TableSignal


@dataclass(frozen=True, slots=True)
class Tick:
    """Time has passed: seconds since the epoch by the service's clock, which dates people's entries, too.

    Table and camera have their own clocks: with ticks, a game's clock uses them alone.
    """

    at: float


@dataclass(frozen=True, slots=True)
class FileVouched:
    """The first ``bytes`` of a file outside the journal have that hash (SHA-256, hex).

    ``file`` names it: the list of saved pictures, or the files of a folder of evidence.
    """

    at: float
    file: str
    bytes: int
    sha256: str


Evidence = TableSignal | Sighting | Claim | Request | GoalReport | Tick | FileVouched
