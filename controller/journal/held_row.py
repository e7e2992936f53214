"""Best estimate of a concealed hand: the camera's last reading without tiles recorded as discarded or melded since."""

from dataclasses import dataclass, field

from controller.journal.state import RoundState
from controller.riichi.meld import MeldKind
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile

_WHOLE = 13


@dataclass(frozen=True, slots=True)
class HeldRow:
    """Standing tiles left to right and the drawn tile; ``unknown``: number of further tiles that were not seen.

    ``held``: an act since the camera's last reading is unconfirmed; ``behind``: the seat's discards since that reading.
    """

    tiles: tuple[Tile, ...] = field(repr=False)
    drawn: Tile | None = field(repr=False)
    unknown: int = 0
    held: bool = False
    behind: int = 0


def last_row(round_: RoundState, seat: Seat) -> HeldRow | None:
    """Return the hand as far as known; None if unseen by cameras, open, or contradicted by the record.

    A discard that was not in the reading was drawn and discarded at once: the hand is unchanged. Any other discard may
    have come from the hand or from the draw, and the tile that replaced it is unknown.
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
    """Remove a meld's hand tiles from ``tiles``, as far as they are there."""
    own = list(from_hand)
    if called is not None:
        own.remove(called)
    for tile in own:
        if tile in tiles:
            tiles.remove(tile)
