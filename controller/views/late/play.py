"""Course of a round: its calls in order, and the tiles dealt and drawn as far as cameras saw them."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from controller.journal.state import RoundState, Standing, is_claim
from controller.riichi.meld import MeldKind
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.views.gate import Public, Secret, View

_WHOLE: Final = 13


@dataclass(frozen=True, slots=True)
class CallView(View):
    """A call; ``tiles``: from the caller's hand; ``tile``: taken from ``source`` or added, None if neither.

    ``discards``: number of tiles discarded by all seats before it.
    """

    seat: Public[Seat]
    kind: Public[MeldKind]
    tiles: Public[tuple[Tile, ...]]
    tile: Public[Tile | None]
    source: Public[Seat | None]
    discards: Public[int]


@dataclass(frozen=True, slots=True)
class DrawView(View):
    """A drawn tile; ``discards`` and ``calls``: number that the seat had made before it."""

    tile: Secret[Tile] = field(repr=False)
    discards: Secret[int] = field(repr=False)
    calls: Secret[int] = field(repr=False)


@dataclass(frozen=True, slots=True)
class DealView(View):
    """A round by a seat's camera so far: the hand as dealt (empty if it was not seen), and the draws."""

    start: Secret[tuple[Tile, ...]] = field(repr=False)
    draws: Secret[tuple[DrawView, ...]] = field(repr=False)


def calls(round_: RoundState) -> Iterator[CallView]:
    """Yield the calls of a round in order."""
    for made in round_.made:
        meld, own = made.meld, list(made.meld.tiles)
        tile, source = meld.called, None if meld.source is None else made.seat.turn(meld.source.value)
        if meld.kind is MeldKind.KAN_ADDED:
            tile, source = own[3], None
        if tile is not None:
            own.remove(tile)
        yield CallView(made.seat, meld.kind, tuple(own), tile, source, made.discards)


def deals(round_: RoundState) -> tuple[DealView, ...]:
    """Return deal and draws of each seat, as far as its camera saw them or the readings before and after prove them."""
    return tuple(_Follower(round_, seat).deal() for seat in SEATS)


class _Follower:
    """Reconstructs one hand from consecutive camera readings.

    A place in time is the pair (discards, calls) that the seat had made by then.
    """

    def __init__(self, round_: RoundState, seat: Seat) -> None:
        self._looks = round_.looks[seat]
        self._thrown = [each.tile for each in round_.discards if each.seat is seat]
        own = [place for place, each in enumerate(round_.discards) if each.seat is seat]
        self._made = [each for each in round_.made if each.seat is seat]
        # For each call: the number of discards that its seat had made before it.
        self._made_at = [sum(place < each.discards for place in own) for each in self._made]
        self._leads = seat is round_.dealer
        self._rests: dict[tuple[int, int], Counter[Tile]] = {}
        self._draws: dict[tuple[int, int], Tile] = {}

    def deal(self) -> DealView:
        for look in self._looks:
            # A reading from before an undone act does not belong to the present course of the round.
            if look.discards <= len(self._thrown) and look.calls <= len(self._made):
                self._see(look)
        start = self._rests.get((0, 0), Counter[Tile]())
        draws = (DrawView(tile, *place) for place, tile in sorted(self._draws.items()))
        return DealView(tuple(sorted(start.elements())), tuple(draws))

    def _see(self, look: Standing) -> None:
        place = (look.discards, look.calls)
        every = (*look.tiles, *(() if look.drawn is None else (look.drawn,)))
        melds = sum(made.meld.kind is not MeldKind.KAN_ADDED for made in self._made[: look.calls])
        size = _WHOLE - 3 * melds
        if len(every) == size:
            self._rest(place, Counter(every))
        elif len(every) == size + 1 and not self._has_claimed(place):
            drawn = look.drawn or self._identified_draw(place, Counter(every)) or self._last(place, look)
            if drawn is not None:
                self._draws[place] = drawn
                self._rest(place, Counter(every) - Counter((drawn,)))

    def _rest(self, place: tuple[int, int], hand: Counter[Tile]) -> None:
        """Store a hand without drawn tile; with the hand before the last discard known, the draw is proven."""
        if place in self._draws and hand != self._rests.get(place):
            # The drawn tile may be in the river already.
            return
        self._rests[place] = hand
        before = (place[0] - 1, place[1])
        known = self._rests.get(before)
        if known is not None and before not in self._draws and not self._has_claimed(before):
            found = list((hand + Counter((self._thrown[before[0]],)) - known).elements())
            if len(found) == 1:
                self._draws[before] = found[0]

    def _identified_draw(self, place: tuple[int, int], every: Counter[Tile]) -> Tile | None:
        """Return the drawn tile if all other tiles of the hand are known, else None."""
        known = self._rests.get(place)
        if known is None and (before := (place[0] - 1, place[1])) in self._rests and before in self._draws:
            known = self._rests[before] + Counter((self._draws[before],)) - Counter((self._thrown[before[0]],))
        found = [] if known is None else list((every - known).elements())
        return found[0] if len(found) == 1 else None

    def _last(self, place: tuple[int, int], look: Standing) -> Tile | None:
        """Return the rightmost of the dealer's first fourteen tiles in place of a drawn one; None at any other time."""
        return look.tiles[-1] if self._leads and place == (0, 0) else None

    def _has_claimed(self, place: tuple[int, int]) -> bool:
        """True if the seat's turn began with a chow or pung, so that nothing was drawn."""
        discards, made = place
        return made > 0 and self._made_at[made - 1] == discards and is_chow_or_pung(self._made[made - 1].meld.kind)


def is_chow_or_pung(kind: MeldKind) -> bool:
    """True if a call takes a discard and no replacement tile is drawn for it."""
    return is_claim(kind) and not kind.is_kong
