"""Seats in front of which a tile lies outside every zone."""

from math import cos, radians, sin

from controller.ports.eyes import SeenLoose, Sighting
from controller.riichi.seat import SEATS, Seat


def loose_before(seen: Sighting) -> frozenset[Seat]:
    """Return the seats in front of which a tile lies that cannot be assigned to a visible zone."""
    return frozenset(_nearest_seat(each) for each in seen.loose if each.owner is None)


def _nearest_seat(each: SeenLoose) -> Seat:
    def depth(seat: Seat) -> float:
        # Rows of seat A run along x; those of each following seat are turned by a further 90 degrees.
        turn = radians(90.0 * seat)
        return each.seen.y * cos(turn) + each.seen.x * sin(turn)

    return max(SEATS, key=depth)
