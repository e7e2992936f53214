"""Events of a random round, without a camera: a deal from real tiles, discards, calls, accepted or cancelled riichi."""

from collections.abc import Iterator
from random import Random
from typing import Final

from controller.journal import events as ev
from controller.journal.state import RiichiStand, RoundState, TableState
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.seat import SEATS, From, Seat
from controller.riichi.tile import COPIES, KINDS, RED_FIVES, Tile
from controller.rulebooks.rulebook import Rulebook

MOST_DISCARDS: Final = 9
_STACKS: Final = 17


class RandomRound:
    """One round from its open wall on; tiles come from one bag, so no kind occurs five times."""

    def __init__(self, book: Rulebook, random: Random) -> None:
        self._random = random
        self._bag = [Tile(kind) for kind in range(KINDS) for _ in range(COPIES)]
        for red, number in zip(RED_FIVES, book.scoring.red_fives.value, strict=True):
            for _ in range(number):
                self._bag[self._bag.index(Tile(red.kind))] = red
        random.shuffle(self._bag)

    def dealt(self, at: float) -> Iterator[ev.Event]:
        """Yield the open wall, an indicator, and four hands."""
        random = self._random
        place = ev.StackPlace(Seat(random.randrange(4)), random.randrange(1, _STACKS + 1))
        yield ev.WallBroken(at=at, expected=place, seen=place)
        place = ev.StackPlace(place.wall, (place.stack + 2) % _STACKS + 1)
        yield ev.DoraShown(at=at, tile=self._bag.pop(), expected=place, seen=place)
        yield ev.HandsDealt(at=at)

    def act(self, state: TableState, round_: RoundState, at: float) -> Iterator[ev.Event]:
        """Yield the events of one action of a player; they may depend on the director's state."""
        random = self._random
        declared = [seat for seat in SEATS if round_.riichi[seat].stand is RiichiStand.DECLARED]
        if declared and random.random() < 0.9:
            yield ev.RiichiAccepted(at=at, seat=declared[0])
            return
        call = self._call(round_) if random.random() < 0.25 else None
        if call is not None:
            seat, meld = call
            yield ev.Called(at=at, seat=seat, meld=meld)
        seat = round_.turn if call is None else call[0]
        riichi = round_.riichi[seat].stand is RiichiStand.NONE and random.random() < 0.25
        riichi = riichi and not any(meld.is_open for meld in round_.melds[seat]) and call is None
        yield ev.Discarded(at=at, seat=seat, tile=self._bag.pop(), sideways=riichi)
        if riichi and state.scores[seat] >= 0:
            yield ev.RiichiDeclared(at=at, seat=seat)

    def _call(self, round_: RoundState) -> tuple[Seat, Meld] | None:
        """Return a pung or open kong of the last discard by another seat, if the bag still has its tiles."""
        if not round_.discards or round_.discards[-1].called_by is not None or round_.last is None:
            return None
        last = round_.discards[-1]
        seat = last.seat.turn(self._random.randrange(1, 4))
        alike = [tile for tile in self._bag if tile.kind == last.tile.kind]
        kong = len(alike) == COPIES - 1 and round_.kongs < COPIES
        if len(alike) < COPIES - 2 or len(round_.melds[seat]) >= COPIES:
            return None
        used = alike if kong else alike[: COPIES - 2]
        for tile in used:
            self._bag.remove(tile)
        kind = MeldKind.KAN_OPEN if kong else MeldKind.PON
        return seat, Meld(kind, (last.tile, *used), last.tile, From((last.seat - seat) % 4))
