"""What a camera over the table proves of its machine, where the board has no switch that could: walls, dice; and what
points the table's own displays show."""

from collections.abc import Iterator
from typing import Final

from controller.ports.eyes import Sighting
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import SEATS

SEEN: Final = (SignalKind.WALLS_UP, SignalKind.DICE_STOPPED, SignalKind.TABLE_EMPTY)
"""What may be proved so."""
_STEADY: Final = 3
"""Sightings in a row that must show the same; as walls and dice of a round are counted (``controller.table.venue``)."""

TOLD_S: Final = 1.0
"""How often points that stand are told; chosen: as often as drawers are counted (``firmware_bridge.drawers``)."""
STILL_S: Final = 3.0
"""For how long all displays must show the same before it is told; chosen: longer than a display counts up, and over
many pictures, each of which catches other digits of a display that lights them by turns."""

_Dice = tuple[tuple[int, int, int], ...]


class SeenMachine:
    """Changes of one table's machine as its camera sees them: nothing that stood before the first look proves any."""

    def __init__(self) -> None:
        """Nothing has been seen."""
        self._walls, self._standing = 0, True
        self._bare, self._cleared = 0, True
        self._dice: _Dice | None = None
        self._new: _Dice | None = None
        self._same = 0

    def see(self, sighting: Sighting) -> tuple[SignalKind, ...]:
        """What this sighting proves to have happened since the last one."""
        return (*self._walls_up(sighting), *self._dice_stopped(sighting), *self._emptied(sighting))

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
        """No tile lies or stands anywhere, as far as every zone can tell."""
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
        # To the centimetre: dice that lie still are found some millimetres apart from look to look.
        lying = tuple(sorted((die.pips or 0, round(die.x / 10), round(die.y / 10)) for die in sighting.dice))
        self._same = self._same + 1 if lying == self._new else 1
        self._new = lying
        if self._same == _STEADY:
            rolled, self._dice = self._dice not in (None, lying), lying
            if rolled:
                yield SignalKind.DICE_STOPPED


class SeenPoints:
    """What the table's own displays show, once all have shown the same for a while."""

    def __init__(self) -> None:
        """Nothing has been seen."""
        self._points: tuple[int, ...] = ()
        self._since = self._told = 0.0

    def see(self, sighting: Sighting) -> Iterator[TableSignal]:
        """The points of seats A-D, told again and again while they stand; a display that cannot be read ends that."""
        shown = tuple(points for points in sighting.displays or () if points is not None)
        if len(shown) != len(SEATS) or shown != self._points:
            self._points = shown if len(shown) == len(SEATS) else ()
            self._since = self._told = sighting.at
        elif sighting.at - self._since >= STILL_S and sighting.at - self._told >= TOLD_S:
            self._told = sighting.at
            yield TableSignal(SignalKind.POINTS, sighting.at, points=shown)
