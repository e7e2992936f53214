"""Furiten of a seat as the record shows it (npm art. 33 ni, 36; the other books alike)."""

from controller.errors import HandError
from controller.journal.state import RiichiStand, RoundState
from controller.riichi.notation import count_kinds
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from controller.riichi.waits import waits


def in_furiten(now: RoundState, seat: Seat, hand: tuple[Tile, ...]) -> bool:
    """Whether a hand of 13 less 3 per meld may not ron the last discard; False for a hand that waits for nothing.

    Own discards count, called ones too; so does a wait that was passed since the seat's own last discard, or ever
    since its riichi. The last discard itself is the one to be won.
    """
    try:
        wanted = set(waits(count_kinds(hand), now.melds[seat]))
    except HandError:
        return False
    discards = now.discards
    if any(discard.seat is seat and discard.tile.kind in wanted for discard in discards):
        return True
    own = [place for place, discard in enumerate(discards) if discard.seat is seat]
    since = own[-1] + 1 if own else 0
    if now.riichi[seat].stand is not RiichiStand.NONE:
        declared = [place for place in own if discards[place].sideways]
        since = declared[0] + 1 if declared else since
    passed = discards[since:] if now.last is not None and now.last.meld is not None else discards[since:-1]
    return any(discard.seat is not seat and discard.tile.kind in wanted for discard in passed)
