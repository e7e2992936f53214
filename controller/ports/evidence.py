"""All that the controller learns from outside: of the table, the camera and people."""

from controller.ports.eyes import Sighting
from controller.ports.referee import Claim
from controller.ports.table import GoalReport, Request, TableSignal

Evidence = TableSignal | Sighting | Claim | Request | GoalReport
