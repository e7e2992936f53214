"""What is still known of a concealed hand once the record has gone on: the camera's last look, less what left it."""

from dataclasses import dataclass, field

from controller.journal.state import RoundState
from controller.riichi.meld import MeldKind
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile

_WHOLE = 13


@dataclass(frozen=True, slots=True)
class HeldRow:
    """Standing tiles left to right and the drawn one; ``unknown``: number of further, unseen ones.

    ``held``: some act since the camera's last look is unconfirmed; ``behind``: the seat's discards since then.
    """

    tiles: tuple[Tile, ...] = field(repr=False)
    drawn: Tile | None = field(repr=False)
    unknown: int = 0
    held: bool = False
    behind: int = 0


def last_row(round_: RoundState, seat: Seat) -> HeldRow | None:
    """The row as far as known; None if no camera has seen it, it is open, or it contradicts the record.

    A discard that was not in the row was drawn and thrown: the row is unchanged. Any other discard may have been
    either, and the tile that replaced it is unknown.
    """
    standing = round_.standing[seat]
    if standing is None or round_.revealed[seat] is not None:
        return None
    since = [each for each in round_.discards if each.seat is seat][standing.discards :]
    sure = round_.standing_hand(seat)
    if sure is not None:
        return HeldRow(*sure, behind=len(since))
    tiles = [*standing.tiles, *(() if standing.drawn is None else (standing.drawn,))]
    then = (_WHOLE - len(standing.tiles)) // 3
    for place, meld in enumerate(round_.melds[seat]):
        if place >= then:
            _take(tiles, meld.tiles, meld.called)
        elif meld.kind is MeldKind.KAN_ADDED:
            # All four of the kind are in the meld: none is left.
            tiles = [tile for tile in tiles if tile.kind != meld.tiles[0].kind]
    for each in since:
        if each.tile in tiles:
            tiles.remove(each.tile)
    unknown = _WHOLE - 3 * len(round_.melds[seat]) - len(tiles)
    if unknown < -1:
        return None
    return HeldRow(tuple(tiles), None, max(0, unknown), unknown != 0, len(since))


def _take(tiles: list[Tile], from_hand: tuple[Tile, ...], called: Tile | None) -> None:
    """Remove a meld's hand tiles from a row, as far as they were seen in it."""
    own = list(from_hand)
    if called is not None:
        own.remove(called)
    for tile in own:
        if tile in tiles:
            tiles.remove(tile)
