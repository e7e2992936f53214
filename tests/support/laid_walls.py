"""Detections of walls, whole, broken and pushed, and stand-ins for the table's ground."""

from dataclasses import replace

import numpy as np

from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.arrays import Floats
from vision.explain.found import FoundTile, Surface

LAYOUT = Layout(load_profile())
ABOVE = (0.0, 0.0, 1600.0)
THICK = LAYOUT.profile.tile.thickness_mm


def backs(heights: tuple[tuple[int, ...], ...], inwards: float = 0.0) -> list[FoundTile]:
    """Detections of the upper side of every stack of four walls; ``inwards``: shift towards the centre in mm."""
    found = []
    for seat in SEATS:
        for stack, height in enumerate(heights[seat], 1):
            if height:
                spot = LAYOUT.wall_stack(seat, stack)
                across, out = LAYOUT.local(seat, spot.x, spot.y)
                spot = LAYOUT.place(seat, across, out - inwards)
                upper = 0.999 if height == 2 else 0.005
                found.append(FoundTile(Surface.BACK, spot.x, spot.y, height * THICK, spot.angle, 0.9, upper))
    return found


class BareGround:
    """Ground that is bare wherever no tile was found."""

    def unseen(self, outline: Floats, z: float = 0.0) -> float:
        """Return 0: nothing is hidden."""
        del outline, z
        return 0.0

    def bare(self, outline: Floats, z: float = 0.0) -> float:
        """Return 1: all ground is visible and bare."""
        del outline, z
        return 1.0


class ArmGround(BareGround):
    """Ground of which an arm hides the middle in front of seat A."""

    def unseen(self, outline: Floats, z: float = 0.0) -> float:
        """Return 1 below the arm, else 0."""
        del z
        x, y = outline.mean(axis=0)
        return float(y > 100.0 and -60.0 < x < 70.0)


class SideGround(BareGround):
    """Ground on which the sides of neighbouring tiles hide the fifth stack of seat B."""

    def bare(self, outline: Floats, z: float = 0.0) -> float:
        """Return 0 at that stack, else 1."""
        del z
        return float(np.hypot(*(outline.mean(axis=0) - stack_place(Seat.B, 5))) > LAYOUT.profile.tile.width_mm / 2)


class HandGround(BareGround):
    """Ground of which a hand hides the place in front of the fifth stack of seat B."""

    def unseen(self, outline: Floats, z: float = 0.0) -> float:
        """Return 1 at that place, else 0."""
        del z
        spot = LAYOUT.lifted_indicator(Seat.B, 5)
        return float(np.hypot(*(outline.mean(axis=0) - (spot.x, spot.y))) < LAYOUT.profile.tile.width_mm / 2)


def drawn_from(start: int, drawn: int) -> tuple[tuple[int, ...], ...]:
    """Heights of the walls after ``drawn`` tiles were drawn from stack index ``start`` on: wall A, then D, C and B."""
    ring = [2] * 68
    for tile in range(drawn):
        ring[(start + tile // 2) % 68] -= 1
    walls = dict(
        zip((Seat.A, Seat.D, Seat.C, Seat.B), (tuple(ring[17 * n : 17 * n + 17]) for n in range(4)), strict=True)
    )
    return tuple(walls[seat] for seat in SEATS)


def by_wall(heights: tuple[tuple[int, ...], ...]) -> list[tuple[Seat, FoundTile]]:
    """Detections as of ``backs``, each with the seat of its wall."""
    none = ((0,) * 17,) * 4
    return [(seat, tile) for seat in SEATS for tile in backs((*none[:seat], heights[seat], *none[seat + 1 :]))]


def pushed(tile: FoundTile, seat: Seat, inwards: float, shift: float, turn: float) -> FoundTile:
    """Return a wall tile pushed inwards and along its wall (mm) and turned (degrees)."""
    across, out = LAYOUT.local(seat, tile.x, tile.y)
    angle = np.radians(turn)
    away = out - LAYOUT.profile.wall.distance_mm
    spot = LAYOUT.place(
        seat,
        float(across * np.cos(angle) - away * np.sin(angle)) + shift,
        float(LAYOUT.profile.wall.distance_mm + across * np.sin(angle) + away * np.cos(angle)) - inwards,
        turn,
    )
    return replace(tile, x=spot.x, y=spot.y, angle=spot.angle)


def with_face(tile: FoundTile, face: Tile) -> FoundTile:
    """Return the detection turned over, with this face."""
    return replace(tile, surface=Surface.FACE, tile=face, confidence=0.99)


def stack_place(seat: Seat, stack: int) -> tuple[float, float]:
    """Centre of a wall stack in mm."""
    spot = LAYOUT.wall_stack(seat, stack)
    return spot.x, spot.y


WHOLE = (2,) * 17
BROKEN = ((2,) * 3 + (0,) * 14, (2,) * 17, (0,) * 4 + (1,) + (2,) * 12, (0,) * 17)
