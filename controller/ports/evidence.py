"""All that the controller learns from outside: of the table, the camera, people and the time."""

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


Evidence = TableSignal | Sighting | Claim | Request | GoalReport | Tick
