"""Waits of a hand: each winning tile, how many are out of sight, and the value of a win on it."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from controller.riichi.hand import Hand
from controller.riichi.notation import count_kinds
from controller.riichi.seat import Seat, Wind
from controller.riichi.tile import COPIES, KINDS, RED_FIVES, Tile
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.score import NoWin, Score
from controller.scoring.scorer import score_as_if
from controller.scoring.win import Riichi, Win, WinBy


@dataclass(frozen=True, slots=True)
class WinConditions:
    """Circumstances of a possible win, and the tiles visible to all.

    ``seen``: visible tiles other than the player's hand, melds and the indicators.
    """

    prevailing_wind: Wind = Wind.EAST
    seat: Seat = Seat.A
    dealer: Seat = Seat.A
    riichi: Riichi = Riichi.NONE
    dora_indicators: tuple[Tile, ...] = ()
    seen: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class WaitValue:
    """A face that completes the hand, its copies out of sight, and its scores (a ron as if from the next player).

    The scores are None if no tile of the face is left.
    """

    tile: Tile
    left: int
    ron: Score | NoWin | None
    tsumo: Score | NoWin | None

    @property
    def ron_points(self) -> int:
        """Points of a ron without counters and sticks; 0 if it is no win."""
        return self.ron.points if isinstance(self.ron, Score) else 0

    @property
    def tsumo_points(self) -> int:
        """Points of a tsumo, all three shares, without counters and sticks; 0 if it is no win."""
        return self.tsumo.points if isinstance(self.tsumo, Score) else 0


def wait_values(hand: Hand, conditions: WinConditions, book: Rulebook) -> tuple[WaitValue, ...]:
    """Return the value of every wait of a hand of 13, by kind, a red five after plain fives; () if noten.

    Raises HandError while the 14th tile is held. Kinds of which the hand holds all four are no waits.
    """
    out_of_sight = _out_of_sight(hand, conditions, book)
    return tuple([_valued(hand, conditions, book, tile, out_of_sight[tile]) for tile in _faces(hand, book)])


def _faces(hand: Hand, book: Rulebook) -> Iterator[Tile]:
    """Yield the faces of the kinds that complete a hand, including red fives if the rulebook has them."""
    reds = zip(RED_FIVES, book.scoring.red_fives.value, strict=True)
    red_of = {red.kind: red for red, number in reds if number}
    for kind in hand.waits(drop_held=True):
        yield Tile(kind)
        if kind in red_of:
            yield red_of[kind]


def _out_of_sight(hand: Hand, conditions: WinConditions, book: Rulebook) -> Counter[Tile]:
    left = Counter({Tile(kind): COPIES for kind in range(KINDS)})
    for red, number in zip(RED_FIVES, book.scoring.red_fives.value, strict=True):
        left[red.plain] -= number
        left[red] = number
    left.subtract((*hand.tiles, *conditions.dora_indicators, *conditions.seen))
    return left


def _valued(hand: Hand, conditions: WinConditions, book: Rulebook, tile: Tile, left: int) -> WaitValue:
    if left < 1 or _too_many(hand, conditions, tile):
        return WaitValue(tile, 0, None, None)
    tsumo = Win(
        hand.concealed,
        tile,
        WinBy.TSUMO,
        hand.melds,
        conditions.prevailing_wind,
        conditions.seat,
        conditions.dealer,
        riichi=conditions.riichi,
        dora_indicators=conditions.dora_indicators,
    )
    ron = replace(tsumo, by=WinBy.RON, loser=conditions.seat.turn(1))
    return WaitValue(tile, left, score_as_if(ron, book), score_as_if(tsumo, book))


def _too_many(hand: Hand, conditions: WinConditions, tile: Tile) -> bool:
    """True if four of the kind are visible but not this face: a red five that the rulebook does not have."""
    return count_kinds((*hand.tiles, *conditions.dora_indicators, *conditions.seen))[tile.kind] >= COPIES
