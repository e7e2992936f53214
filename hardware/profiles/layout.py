"""Places on the table in millimetres, shared by everything that draws or reads it.

Table frame: origin in the centre, x to seat A's right, y towards seat A, z up. Seat frame: ``across`` along the player's
own edge (right positive), ``distance`` from the centre towards the player. Angles are degrees clockwise seen from above
that a tile's top is turned from seat A's upright.
"""

from dataclasses import dataclass

from controller.riichi.seat import Seat
from hardware.profiles.table import TableProfile


@dataclass(frozen=True, slots=True)
class Spot:
    """A place on the table: centre of a tile in mm and the angle of its top in degrees clockwise from seat A's upright."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things lie on a table of one profile."""

    profile: TableProfile

    def place(self, seat: Seat, across: float, distance: float, turn: float = 0.0) -> Spot:
        """Spot of a seat-frame point (mm); ``turn`` is clockwise from upright as that player sees it."""
        x, y = _ROTATIONS[seat](across, distance)
        return Spot(x, y, (turn - 90.0 * seat) % 360.0)

    def local(self, seat: Seat, x: float, y: float) -> tuple[float, float]:
        """(across, distance) in mm of a table point as that seat sees it."""
        return _ROTATIONS[Seat((-seat) % 4)](x, y)

    def wall_stack(self, seat: Seat, stack: int) -> Spot:
        """Spot of stack 1-17 of a wall, counted from its owner's right end."""
        wall, width = self.profile.wall, self.profile.tile.width_mm
        across = width * (wall.stacks[seat] / 2 - stack + 0.5)
        return self.place(seat, across, wall.distance_mm)

    def river_slot(self, seat: Seat, index: int, sideways_before: bool = False, sideways: bool = False) -> Spot:
        """Spot of discard ``index`` (from 0); ``sideways_before``: a sideways tile lies earlier in the same row."""
        river, tile = self.profile.river, self.profile.tile
        row, column = divmod(index, river.columns)
        extra = tile.height_mm - tile.width_mm
        across = river.across_mm + tile.width_mm * (column + 0.5) + extra * (sideways_before + 0.5 * sideways)
        distance = river.distance_mm + tile.height_mm / 2 + river.row_pitch_mm * row
        return self.place(seat, across, distance, 90.0 if sideways else 0.0)


_ROTATIONS = (
    lambda a, d: (a, d),
    lambda a, d: (d, -a),
    lambda a, d: (-a, -d),
    lambda a, d: (-d, a),
)
