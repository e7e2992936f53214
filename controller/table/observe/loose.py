"""Seats before which a tile lies outside every zone."""

from math import cos, radians, sin

from controller.ports.eyes import SeenLoose, Sighting
from controller.riichi.seat import SEATS, Seat


def loose_before(seen: Sighting) -> frozenset[Seat]:
    """Seats before which a tile lies that no open zone can contain."""
    return frozenset(_nearest_seat(each) for each in seen.loose if each.owner is None)


def _nearest_seat(each: SeenLoose) -> Seat:
    def depth(seat: Seat) -> float:
        # Seat A's rows lie along x; the others' are turned by a quarter each.
        turn = radians(90.0 * seat)
        return each.seen.y * cos(turn) + each.seen.x * sin(turn)

    return max(SEATS, key=depth)
