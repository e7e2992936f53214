"""Positions on the table in millimetres, shared by rendering and vision.

Table frame: origin in the centre, x to seat A's right, y towards seat A, z up. Seat frame: ``across`` along the
player's own edge (right positive), ``distance`` from the centre towards the player. An angle is the clockwise rotation
of a tile's top, seen from above, in degrees from upright for seat A.
"""

from dataclasses import dataclass
from typing import Final

from controller.riichi.seat import Seat
from hardware.profiles.schema import TableProfile

# Assumed: no source gives these positions to the millimetre.
URA_GAP_MM: Final = 1.0
STICK_GAP_MM: Final = 5.0
PLATE_ACROSS_MM: Final = -60.0
PLATE_DISTANCE_MM: Final = 322.0
DEPOSITS_ACROSS_MM: Final = (142.0, 50.0)
"""Middle of the dealer's counters, and of the riichi sticks left from earlier rounds, which lie before the dealer."""
DEPOSITS_DISTANCE_MM: Final = (311.0, 320.0, 329.0, 338.0, 347.0)


@dataclass(frozen=True, slots=True)
class Spot:
    """A pose on the table: centre of a tile in mm, angle of its top in degrees clockwise from upright for seat A."""

    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class Layout:
    """Positions of all objects on a table of one profile."""

    profile: TableProfile

    def place(self, seat: Seat, across: float, distance: float, turn: float = 0.0) -> Spot:
        """Return the pose of a seat-frame point (mm); ``turn`` is clockwise from upright for that player."""
        x, y = _ROTATIONS[seat](across, distance)
        return Spot(x, y, (turn - 90.0 * seat) % 360.0)

    def local(self, seat: Seat, x: float, y: float) -> tuple[float, float]:
        """Return (across, distance) in mm of a table point in the frame of that seat."""
        return _ROTATIONS[-seat % 4](x, y)

    def wall_stack(self, seat: Seat, stack: int) -> Spot:
        """Return the pose of stack 1-17 of a wall, counted from its owner's right end."""
        wall, width = self.profile.wall, self.profile.tile.width_mm
        across = width * (wall.stacks[seat] / 2 - stack + 0.5)
        return self.place(seat, across, wall.distance_mm)

    def river_slot(self, seat: Seat, index: int, sideways_before: bool = False, sideways: bool = False) -> Spot:
        """Return the pose of discard ``index`` (from 0); ``sideways_before``: the row has an earlier sideways tile."""
        river, tile = self.profile.river, self.profile.tile
        row, column = divmod(index, river.columns)
        extra = tile.height_mm - tile.width_mm
        across = river.across_mm + tile.width_mm * (column + 0.5) + extra * (sideways_before + 0.5 * sideways)
        distance = river.distance_mm + tile.height_mm / 2 + river.row_pitch_mm * row
        return self.place(seat, across, distance, 90.0 if sideways else 0.0)

    def hand_slot(self, seat: Seat, index: int, apart: bool = False) -> Spot:
        """Return the pose of hand tile ``index`` (0: leftmost); ``apart``: after the gap of the drawn tile."""
        hand, width = self.profile.hand, self.profile.tile.width_mm
        across = -hand.across_mm + width * (index + 0.5) + hand.drawn_gap_mm * apart
        return self.place(seat, across, hand.distance_mm)

    def meld_slots(
        self, seat: Seat, row: int, tiles: int, sideways: int | None = None, added_before: int = 0
    ) -> tuple[Spot, ...]:
        """Return the poses of a meld's tiles left to right; melds share the right end, tiles of a row the near edge.

        ``row`` is 0 for the meld nearest to the player. ``added_before``: added kongs in nearer rows; each moves the
        rows behind it further away because of its fourth tile.
        """
        meld, tile = self.profile.meld, self.profile.tile
        widths = [tile.height_mm if place == sideways else tile.width_mm for place in range(tiles)]
        spots = []
        for place in range(tiles):
            across = meld.right_mm - sum(widths[place:]) + widths[place] / 2
            depth = tile.width_mm if place == sideways else tile.height_mm
            distance = self._meld_edge(row, added_before) - depth / 2
            spots.append(self.place(seat, across, distance, 90.0 if place == sideways else 0.0))
        return tuple(spots)

    def added_slot(self, seat: Seat, row: int, sideways: int, added_before: int = 0) -> Spot:
        """Return the pose of the fourth tile of an added kong: sideways, on the far side of the sideways tile."""
        meld, tile = self.profile.meld, self.profile.tile
        across = meld.right_mm - tile.width_mm * (2 - sideways) - tile.height_mm / 2
        return self.place(seat, across, self._meld_edge(row, added_before) - 1.5 * tile.width_mm, 90.0)

    def lifted_indicator(self, seat: Seat, stack: int) -> Spot:
        """Return the pose of an indicator moved to show the ura-dora below it: before its stack, towards the centre."""
        exact = self.wall_stack(seat, stack)
        across, distance = self.local(seat, exact.x, exact.y)
        return self.place(seat, across, distance - self.profile.tile.height_mm - URA_GAP_MM)

    def stick_spot(self, seat: Seat) -> Spot:
        """Return the middle of a riichi stick: between centre and own river, parallel to the river (npm art. 32 ro)."""
        return self.place(seat, 0.0, self.profile.river.distance_mm - STICK_GAP_MM)

    def counter_spot(self, seat: Seat, index: int) -> Spot:
        """Return the middle of the dealer's counter ``index`` (from 0), parallel to the edge; 0 is nearest the hand."""
        return self.place(seat, DEPOSITS_ACROSS_MM[0], DEPOSITS_DISTANCE_MM[index])

    def pot_spot(self, seat: Seat, index: int) -> Spot:
        """Return the middle of stick ``index`` (from 0) from earlier rounds, beside the counters in the same order."""
        return self.place(seat, DEPOSITS_ACROSS_MM[1], DEPOSITS_DISTANCE_MM[index])

    def plate_spot(self, seat: Seat) -> Spot:
        """Return the middle of the wind plate before the first dealer."""
        return self.place(seat, PLATE_ACROSS_MM, PLATE_DISTANCE_MM)

    def _meld_edge(self, row: int, added_before: int) -> float:
        meld, tile = self.profile.meld, self.profile.tile
        return meld.distance_mm - meld.row_pitch_mm * row - added_before * (2 * tile.width_mm - tile.height_mm)


_ROTATIONS = (
    lambda a, d: (a, d),
    lambda a, d: (d, -a),
    lambda a, d: (-a, -d),
    lambda a, d: (-d, a),
)
