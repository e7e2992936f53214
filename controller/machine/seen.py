"""Camera in place of sensors: events of the machine that sightings prove if the board has no switch for them.

These are a raised centre, walls, dice, and the points on the table's displays.
"""

from collections.abc import Iterator
from itertools import permutations
from typing import Final

from controller.ports.eyes import Sighting
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import SEATS

SEEN: Final = (
    *(SignalKind.WALLS_UP, SignalKind.DICE_STOPPED, SignalKind.TABLE_EMPTY),
    *(SignalKind.HATCH_OPENED, SignalKind.HATCH_CLOSED, SignalKind.LIFTED),
)
"""Events that the camera can prove."""
_STEADY: Final = 3
"""Consecutive sightings that must agree; the walls and dice of a round use the same number
(``controller.table.venue``)."""

TOLD_S: Final = 1.0
"""Interval of reports of unchanged points; chosen: people move sticks more slowly."""
STILL_S: Final = 3.0
"""Seconds for which all displays must show the same points before they are reported; chosen: longer than a display
counts up, and many pictures, because each picture catches only some digits of a multiplexed display."""

_LIES_MM: Final = 10.0
"""Mm by which a die may move relative to the others and still count as unmoved; chosen: readings of resting dice differ
by some mm, and all dice shift together while the centre under them is raised."""
_Dice = tuple[tuple[int, float, float], ...]


class SeenMachine:
    """Events of one table's machine seen by its camera; a state already present at the first sighting is no event."""

    def __init__(self) -> None:
        """Start without any sighting."""
        self._walls, self._standing = 0, True
        self._bare, self._cleared = 0, True
        self._centre, self._raised = 0, False
        self._stood: bool | None = None
        self._dice: _Dice | None = None
        self._new: _Dice | None = None
        self._same = 0

    def see(self, sighting: Sighting) -> tuple[SignalKind, ...]:
        """Return the events since the last sighting that this sighting proves."""
        proved = (
            self._moved(sighting),
            self._walls_up(sighting),
            self._dice_stopped(sighting),
            self._emptied(sighting),
        )
        return tuple(kind for kinds in proved for kind in kinds)

    def _moved(self, sighting: Sighting) -> Iterator[SignalKind]:
        """Yield the centre's events; eyes report its position only after they saw it move."""
        if sighting.raised is None:
            self._centre = 0
            return
        self._centre = self._centre + 1 if sighting.raised is self._raised else 1
        self._raised = sighting.raised
        if self._centre == _STEADY and self._stood is not self._raised:
            self._stood = self._raised
            yield from (SignalKind.HATCH_OPENED, SignalKind.LIFTED) if self._raised else (SignalKind.HATCH_CLOSED,)

    def _walls_up(self, sighting: Sighting) -> Iterator[SignalKind]:
        if any(wall is None or None in wall for wall in sighting.walls):
            return
        stands = all(height for wall in sighting.walls if wall is not None for height in wall)
        self._walls = self._walls + 1 if stands else 0
        if not stands:
            self._standing = False
        elif self._walls == _STEADY and not self._standing:
            self._standing = True
            yield SignalKind.WALLS_UP

    def _emptied(self, sighting: Sighting) -> Iterator[SignalKind]:
        """Yield TABLE_EMPTY once no zone has shown a tile in enough consecutive sightings."""
        zones = (*sighting.rivers, *sighting.melds, *sighting.hands, *sighting.walls)
        if any(zone is None for zone in zones) or any(None in wall for wall in sighting.walls if wall is not None):
            self._bare = 0
            return
        lying = any(sighting.rivers) or any(sighting.melds) or any(any(wall) for wall in sighting.walls if wall)
        held = any(hand.standing or hand.shown or hand.apart for hand in sighting.hands if hand is not None)
        self._bare = 0 if lying or held else self._bare + 1
        if lying or held:
            self._cleared = False
        elif self._bare == _STEADY and not self._cleared:
            self._cleared = True
            yield SignalKind.TABLE_EMPTY

    def _dice_stopped(self, sighting: Sighting) -> Iterator[SignalKind]:
        if not sighting.dice or any(die.pips is None for die in sighting.dice):
            return
        lying = tuple((die.pips or 0, die.x, die.y) for die in sighting.dice)
        self._same = self._same + 1 if _as_before(lying, self._new) else 1
        self._new = lying
        if self._same == _STEADY:
            rolled = self._dice is not None and not _as_before(lying, self._dice)
            if rolled or self._dice is None:
                self._dice = lying
            if rolled:
                yield SignalKind.DICE_STOPPED


def _as_before(lying: _Dice, before: _Dice | None) -> bool:
    """True if the dice have the same faces and relative positions as before, within tolerance."""
    if before is None or sorted(each[0] for each in lying) != sorted(each[0] for each in before):
        return False
    return any(
        all(
            one[0] == other[0] and abs(one[1] - other[1]) <= _LIES_MM and abs(one[2] - other[2]) <= _LIES_MM
            for one, other in zip(_centred(lying), order, strict=True)
        )
        for order in permutations(_centred(before))
    )


def _centred(dice: _Dice) -> _Dice:
    x, y = (sum(each[place] for each in dice) / len(dice) for place in (1, 2))
    return tuple((pips, one - x, other - y) for pips, one, other in dice)


class SeenPoints:
    """Points read from the table's displays, reported once all displays have been stable for a while."""

    def __init__(self) -> None:
        """Start without any sighting."""
        self._points: tuple[int, ...] = ()
        self._since = self._told = 0.0

    def see(self, sighting: Sighting) -> Iterator[TableSignal]:
        """Yield the points of seats A-D, repeatedly while they are stable; an unreadable display restarts the wait."""
        shown = tuple(points for points in sighting.displays or () if points is not None)
        if len(shown) != len(SEATS) or shown != self._points:
            self._points = shown if len(shown) == len(SEATS) else ()
            self._since = self._told = sighting.at
        elif sighting.at - self._since >= STILL_S and sighting.at - self._told >= TOLD_S:
            self._told = sighting.at
            yield TableSignal(SignalKind.POINTS, sighting.at, points=shown)
