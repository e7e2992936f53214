"""Random foreign objects over a table: arms that reach for tiles, objects at the side, shadows."""

from typing import Final

import numpy as np

from controller.riichi.seat import Seat
from hardware.profiles.layout import Layout
from vision.render.scene import ForeignKind, ForeignThing

Rng = np.random.Generator

_ARMS: Final = ((1, 0.65), (2, 0.25), (3, 0.1))
"""Number of arms over the table at once if there are any, with probability; chosen."""
_ASIDE: Final = ((ForeignKind.CUP, 0.3), (ForeignKind.PHONE, 0.25), (ForeignKind.HEAD, 0.15), (ForeignKind.SHADE, 0.35))
"""Shares of pictures with foreign objects that include one of this kind; chosen."""
_LEAN: Final = 22.0
"""Standard deviation in degrees of an arm's direction from perpendicular to its owner's rail; chosen."""


def random_foreign(layout: Layout, rng: Rng, share: float) -> tuple[ForeignThing, ...]:
    """Return, in ``share`` of calls, one to three arms and sometimes cups, phones, heads and shadows; else nothing."""
    if rng.random() >= share:
        return ()
    counts, chances = zip(*_ARMS, strict=True)
    things = [reaching_arm(layout, Seat(int(rng.integers(4))), rng) for _ in range(int(rng.choice(counts, p=chances)))]
    things += [_aside(layout, kind, rng) for kind, chance in _ASIDE if rng.random() < chance]
    return tuple(things)


def reaching_arm(layout: Layout, seat: Seat, rng: Rng) -> ForeignThing:
    """Return a player's arm that reaches for the seat's hand, its river or the walls."""
    distance, wide = ((255.0, 150.0), (110.0, 80.0), (190.0, 170.0), (40.0, 150.0))[
        int(rng.choice(4, p=[0.3, 0.35, 0.25, 0.1]))
    ]
    across = float(rng.uniform(-wide, wide))
    return _at(layout, ForeignKind.ARM, seat, (across, distance + float(rng.normal(0, 20))), _LEAN, rng)


def _aside(layout: Layout, kind: ForeignKind, rng: Rng) -> ForeignThing:
    seat = Seat(int(rng.integers(4)))
    across = float(rng.uniform(-330, 330))
    if kind is ForeignKind.HEAD:
        return _at(layout, kind, seat, (across * 0.5, float(rng.uniform(340, 470))), 10.0, rng)
    if kind is ForeignKind.SHADE:
        return _at(layout, kind, seat, (across, float(rng.uniform(50, 300))), 30.0, rng)
    # Beside the tiles: on the rail or just inside it.
    return _at(layout, kind, seat, (across, float(rng.uniform(290, 400))), 90.0, rng)


def _at(
    layout: Layout, kind: ForeignKind, seat: Seat, place: tuple[float, float], lean: float, rng: Rng
) -> ForeignThing:
    spot = layout.place(seat, *place, float(rng.normal(0.0, lean)))
    return ForeignThing(kind, spot.x, spot.y, spot.angle, int(rng.integers(2**31)))
