"""Rows that sway as a whole: each is shifted and rotated as far as there is room, the innermost first."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from hardware.profiles.layout import Layout, Spot
from vision.arrays import Floats
from vision.render.laying.contact import deepest
from vision.render.laying.habits import Laying, Sway, Zone
from vision.render.laying.slots import Rng, Row

_PARTS: Final = (1.0, 1.0, 0.8, 0.6, 0.4, 0.2)
"""Fractions of a sway that are tried in turn until the row fits; chosen."""
_MEET_MM: Final = 2.0
"""Largest initial overlap of rows, mm; their tiles then push each other aside; chosen."""
RAIL_MM: Final = 356.0
"""Largest distance of a tile's centre from the middle in x and y, mm; chosen: the felt ends at 360."""
_ORDER: Final = (Zone.RIVER, Zone.WALL, Zone.SHOWN, Zone.MELD, Zone.HAND)
"""Order in which zones are placed: the middle of the table first."""

LAID_IN_TURN: Final = (Zone.RIVER, Zone.MELD)
"""Zones whose rows are filled in order, each next to the previous one."""


@dataclass(frozen=True, slots=True)
class Move:
    """A rigid motion on the table: a clockwise turn in degrees about (x, y) mm, then a shift (dx, dy) mm."""

    x: float = 0.0
    y: float = 0.0
    turn: float = 0.0
    dx: float = 0.0
    dy: float = 0.0

    def spot(self, spot: Spot) -> Spot:
        """Return the spot after the motion."""
        cos, sin = float(np.cos(np.radians(self.turn))), float(np.sin(np.radians(self.turn)))
        x, y = spot.x - self.x, spot.y - self.y
        return Spot(
            self.x + cos * x - sin * y + self.dx, self.y + sin * x + cos * y + self.dy, (spot.angle + self.turn) % 360.0
        )

    def boxes(self, boxes: Floats) -> Floats:
        """Return boxes [N,7] (see ``contact``) after the motion."""
        cos, sin = np.cos(np.radians(self.turn)), np.sin(np.radians(self.turn))
        moved = boxes.copy()
        x, y = boxes[:, 0] - self.x, boxes[:, 1] - self.y
        moved[:, 0], moved[:, 1] = self.x + cos * x - sin * y + self.dx, self.y + sin * x + cos * y + self.dy
        moved[:, 2] += np.radians(self.turn)
        return moved


def swayed(layout: Layout, laying: Laying, rows: Mapping[Row, Floats], fixed: Floats, rng: Rng) -> dict[Row, Move]:
    """Return the motion of each row of boxes [N,7] within the room left by the others and ``fixed`` [M,7].

    A laying style without sway gives no motion.
    """
    moves = dict.fromkeys(rows, Move())
    if not laying.by_hand:
        return moves
    common: dict[tuple[Zone, int], Floats] = {}
    before: dict[tuple[Zone, int], Floats] = {}
    laid = fixed
    for row in sorted(rows, key=lambda one: (_ORDER.index(one[0]), one[1], one[2])):
        sway = laying.sways.get(row[0], Sway())
        draws = rng.uniform(-1.0, 1.0, 3)
        # Rows of a player move together to a large part.
        together = common.setdefault((row[0], int(row[1])), draws)
        draws = 0.6 * together + 0.4 * draws
        pivot = rows[row][int(rng.integers(len(rows[row])))] if row[0] is Zone.WALL else rows[row].mean(axis=0)
        # Without room, a river row or meld is placed like the previous one.
        least = before.get((row[0], int(row[1])), np.zeros(3))
        for part in (*_PARTS, 0.0):
            own = least + (draws - least) * part
            move = _move(layout, row, sway, own, pivot)
            moved = move.boxes(rows[row])
            if np.abs(moved[:, :2]).max() < RAIL_MM and deepest(moved, laid) < _MEET_MM:
                break
            if part == 1.0:
                draws = 0.6 * together + 0.4 * rng.uniform(-1.0, 1.0, 3)
        moves[row] = move
        if row[0] in LAID_IN_TURN:
            before[row[0], int(row[1])] = own
        laid = np.concatenate([laid, moved])
    return moves


def _move(layout: Layout, row: Row, sway: Sway, draws: Floats, pivot: Floats) -> Move:
    """Return the sway for three draws in -1 to 1: 0 is no sway, -1 the lowest and 1 the highest of each range."""
    across, distance = (
        float(draw * (high if draw > 0 else -low))
        for draw, (low, high) in zip(draws[:2], (sway.across, sway.distance), strict=True)
    )
    shift = layout.place(row[1], across, distance)
    return Move(float(pivot[0]), float(pivot[1]), float(draws[2] * sway.turn), shift.x, shift.y)
