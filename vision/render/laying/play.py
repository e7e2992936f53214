"""Number and place of tiles at a random moment of a round: drawn, discarded, called, replaced; faces are added
later."""

from dataclasses import dataclass, field
from typing import Final

import numpy as np

from controller.riichi.meld import MeldKind
from controller.riichi.seat import SEATS, From, Seat
from controller.riichi.tile import TILES
from controller.riichi.wall import DEAD_WALL, DEALT, REPLACEMENTS

HAND: Final = 13
"""Tiles of a hand, a meld counted as three."""
_MELDS: Final = 4
"""Largest number of melds of a hand."""
_CALLS: Final = (0.0, 0.03, 0.1, 0.2, 0.4)
"""Shares of discards that are called, one per table; chosen: from closed rounds to rounds in which everybody calls."""
_CALLED: Final = (*[MeldKind.CHII] * 4, *[MeldKind.PON] * 5, MeldKind.KAN_OPEN)
"""Kinds of calls, weighted; chosen: more open kongs than in practice, so that they are read as well."""
_KONGS: Final = (0.0, 0.0, 0.01, 0.02)
"""Share of turns with a concealed or added kong, one value per table; chosen likewise."""
_PAUSED: Final = 0.5
"""Share of tables at which the next tile is not drawn yet; chosen."""
_HESITATED: Final = 0.15
"""Share of calls seen before the discard that follows; chosen: it usually follows at once."""
_MOST_DISCARDS: Final = 74
"""Largest number of discards at the chosen moment; chosen above the 70 of a round without a call."""


@dataclass(slots=True)
class LaidRound:
    """A moment of a round: ``drawn`` tiles from the front, ``kongs`` from the back, discards and melds by seat.

    ``holder``: player with a tile to discard, which is ``apart`` if it was drawn. ``melds``: kind and discarder.
    """

    turn: Seat
    drawn: int = DEALT
    kongs: int = 0
    rivers: list[int] = field(default_factory=lambda: [0] * len(SEATS))
    melds: list[list[tuple[MeldKind, From | None]]] = field(default_factory=lambda: [[] for _ in SEATS])
    holder: Seat | None = None
    apart: bool = True

    def hand(self, seat: Seat) -> int:
        """Return the number of tiles in a hand, without a drawn tile set apart."""
        return HAND - 3 * len(self.melds[seat]) + (self.holder is seat and not self.apart)

    def play(self, rng: np.random.Generator, discards: int, longest: int, calls: float, kongs: float) -> None:
        """Play turns until ``discards`` were made, no tile is left to draw, or a river has ``longest`` discards."""
        self.holder = self.turn
        for _ in range(discards):
            if self.rivers[self.turn] >= longest:
                return
            if self.apart and rng.random() < kongs:
                self._own_kong(rng)
            self._discard()
            if rng.random() < calls and self._call(rng):
                continue
            if not self._left:
                return
            self._draw(self.turn.turn(1))
        if self.rivers[self.turn] < longest and rng.random() < (_PAUSED if self.apart else 1.0 - _HESITATED):
            self._discard()

    @property
    def _left(self) -> int:
        return TILES - DEAD_WALL - self.drawn - self.kongs

    def _discard(self) -> None:
        self.rivers[self.turn] += 1
        self.holder = None

    def _draw(self, seat: Seat) -> None:
        self.drawn += 1
        self.turn = self.holder = seat
        self.apart = True

    def _replace(self) -> None:
        self.kongs += 1
        self.apart = True

    def _may_kong(self) -> bool:
        return self.kongs < REPLACEMENTS and self._left > 0

    def _own_kong(self, rng: np.random.Generator) -> None:
        own = self.melds[self.turn]
        pungs = [place for place, (kind, _) in enumerate(own) if kind is MeldKind.PON]
        if not self._may_kong():
            return
        if pungs and rng.random() < 0.5:
            place = int(rng.choice(pungs))
            own[place] = MeldKind.KAN_ADDED, own[place][1]
        elif len(own) < _MELDS:
            own.append((MeldKind.KAN_CONCEALED, None))
        else:
            return
        self._replace()

    def _call(self, rng: np.random.Generator) -> bool:
        """Let another player call the last discard; return False if that is impossible."""
        kind = _CALLED[int(rng.integers(len(_CALLED)))]
        away = 1 if kind is MeldKind.CHII else int(rng.integers(1, len(SEATS)))
        caller = self.turn.turn(away)
        if len(self.melds[caller]) >= _MELDS or (kind is MeldKind.KAN_OPEN and not self._may_kong()):
            return False
        self.rivers[self.turn] -= 1
        self.melds[caller].append((kind, caller.towards(self.turn)))
        self.turn = self.holder = caller
        self.apart = False
        if kind is MeldKind.KAN_OPEN:
            self._replace()
        return True


def played_round(rng: np.random.Generator, dealer: Seat, longest: int) -> LaidRound:
    """Return a round of random acts up to a random moment; ``longest``: most discards of one river."""
    played = LaidRound(dealer)
    calls, kongs = float(rng.choice(_CALLS)), float(rng.choice(_KONGS))
    played.play(rng, int(rng.integers(_MOST_DISCARDS + 1)), longest, calls, kongs)
    return played
