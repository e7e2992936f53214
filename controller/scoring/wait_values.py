"""What a hand is waiting for: the value of every wait, and of every discard by the waits that it leaves."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from controller.errors import HandError
from controller.riichi.hand import Hand
from controller.riichi.notation import count_kinds
from controller.riichi.seat import Seat, Wind
from controller.riichi.shanten import shanten
from controller.riichi.tile import COPIES, KINDS, RED_FIVES, Tile
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.score import NoWin, Score
from controller.scoring.scorer import score_win
from controller.scoring.win import Riichi, Win, WinBy


@dataclass(frozen=True, slots=True)
class Outlook:
    """What a player's win would be scored under, and what lies in sight of all.

    ``seen``: every visible tile beside the player's own hand and melds and beside the indicators.
    """

    prevailing_wind: Wind = Wind.EAST
    seat: Seat = Seat.A
    dealer: Seat = Seat.A
    riichi: Riichi = Riichi.NONE
    dora_indicators: tuple[Tile, ...] = ()
    seen: tuple[Tile, ...] = ()


@dataclass(frozen=True, slots=True)
class WaitValue:
    """A face that completes the hand, how many of it are out of sight, and its worth (payments as if paid by the next).

    None where no tile of the face is left.
    """

    tile: Tile
    left: int
    ron: Score | NoWin | None
    tsumo: Score | NoWin | None

    @property
    def ron_points(self) -> int:
        """Points of a ron without counters and sticks; 0 where it is none."""
        return self.ron.points if isinstance(self.ron, Score) else 0

    @property
    def tsumo_points(self) -> int:
        """Points of a tsumo, all three shares, without counters and sticks; 0 where it is none."""
        return self.tsumo.points if isinstance(self.tsumo, Score) else 0


@dataclass(frozen=True, slots=True)
class DiscardValue:
    """A face that can be discarded, the shanten that it leaves, and the waits when that is tenpai."""

    tile: Tile
    shanten: int
    waits: tuple[WaitValue, ...]

    @property
    def left(self) -> int:
        """Winning tiles out of sight."""
        return sum([wait.left for wait in self.waits])


def wait_values(hand: Hand, outlook: Outlook, book: Rulebook) -> tuple[WaitValue, ...]:
    """Value of every wait of a hand of 13, by kind, a red five after its ordinary ones; () when noten.

    Raises HandError while the 14th tile is held. Kinds of which the hand holds all four are no waits.
    """
    out_of_sight = _out_of_sight(hand, outlook, book)
    return tuple([_valued(hand, outlook, book, tile, out_of_sight[tile]) for tile in _faces(hand, book)])


def discard_values(hand: Hand, outlook: Outlook, book: Rulebook) -> tuple[DiscardValue, ...]:
    """Value of every discard of a hand of 14, in display order; raises HandError where no tile was drawn."""
    if not hand.has_drawn:
        raise HandError(f"{hand} has no tile to discard: expected the 14th")
    # A discarded tile stays in sight, so what is left is the same for every discard.
    out_of_sight = _out_of_sight(hand, outlook, book)
    values = []
    for tile in dict.fromkeys(hand.concealed):
        kept = hand.discard(tile)
        distance = shanten(kept.counts())
        faces = _faces(kept, book) if distance == 0 else ()
        waits = tuple([_valued(kept, outlook, book, face, out_of_sight[face]) for face in faces])
        values.append(DiscardValue(tile, distance, waits))
    return tuple(values)


def _faces(hand: Hand, book: Rulebook) -> Iterator[Tile]:
    """Faces of the kinds that complete a hand, red fives too where the book has them."""
    reds = zip(RED_FIVES, book.scoring.red_fives.value, strict=True)
    red_of = {red.kind: red for red, number in reds if number}
    for kind in hand.waits(drop_held=True):
        yield Tile(kind)
        if kind in red_of:
            yield red_of[kind]


def _out_of_sight(hand: Hand, outlook: Outlook, book: Rulebook) -> Counter[Tile]:
    left = Counter({Tile(kind): COPIES for kind in range(KINDS)})
    for red, number in zip(RED_FIVES, book.scoring.red_fives.value, strict=True):
        left[red.plain] -= number
        left[red] = number
    left.subtract((*hand.tiles, *outlook.dora_indicators, *outlook.seen))
    return left


def _valued(hand: Hand, outlook: Outlook, book: Rulebook, tile: Tile, left: int) -> WaitValue:
    if left < 1 or _too_many(hand, outlook, tile):
        return WaitValue(tile, 0, None, None)
    tsumo = Win(
        hand.concealed,
        tile,
        WinBy.TSUMO,
        hand.melds,
        outlook.prevailing_wind,
        outlook.seat,
        outlook.dealer,
        riichi=outlook.riichi,
        dora_indicators=outlook.dora_indicators,
    )
    ron = replace(tsumo, by=WinBy.RON, loser=outlook.seat.turn(1))
    return WaitValue(tile, left, score_win(ron, book), score_win(tsumo, book))


def _too_many(hand: Hand, outlook: Outlook, tile: Tile) -> bool:
    """Whether four of the kind lie in sight, though not four of this face: a red five that a book does not have."""
    return count_kinds((*hand.tiles, *outlook.dora_indicators, *outlook.seen))[tile.kind] >= COPIES
