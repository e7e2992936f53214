"""What a look at a concealed hand does to the round: the hand as it stands, and where the last discard came from."""

from collections import Counter
from dataclasses import replace

from controller.journal.fact import HandSeen
from controller.journal.state import Discard, RoundState, Standing
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile


def seen(now: RoundState, event: HandSeen) -> RoundState:
    """The round with a hand as its seat's camera sees it."""
    places = [place for place, discard in enumerate(now.discards) if discard.seat is event.seat]
    before, after = now.standing[event.seat], Standing(event.tiles, event.drawn, len(places))
    standing = (*now.standing[: event.seat], after, *now.standing[event.seat + 1 :])
    if before is None or before.discards + 1 != after.discards or len(before.tiles) != len(after.tiles):
        return replace(now, standing=standing)
    discards, last = list(now.discards), places[-1]
    discards[last] = replace(discards[last], from_hand=_from_hand(before, after, discards[last]))
    return replace(now, standing=standing, discards=tuple(discards))


def _from_hand(before: Standing, after: Standing, discard: Discard) -> bool | None:
    """Whether another than the drawn tile was discarded; None where hand and draw held the same face."""
    if Counter(before.tiles) != Counter(after.tiles):
        return True
    return None if discard.tile in before.tiles else False


def held(now: RoundState, seat: Seat) -> tuple[tuple[Tile, ...], Tile | None] | None:
    """The standing tiles of a seat, and the drawn one, as far as the record bears them out; None where unknown."""
    standing = now.standing[seat]
    if standing is None or now.revealed[seat] is not None:
        return None
    tiles, drawn = list(standing.tiles), standing.drawn
    river = [discard for discard in now.discards if discard.seat is seat]
    if len(river) == standing.discards + 1:
        # The tile lies in the river already; the camera's next look puts the rest in order.
        tiles, drawn = [*tiles, *(() if drawn is None else (drawn,))], None
        if river[-1].tile not in tiles:
            return None
        tiles.remove(river[-1].tile)
    size = 13 - 3 * len(now.melds[seat])
    return (tuple(tiles), drawn) if len(tiles) + (drawn is not None) in (size, size + 1) else None
