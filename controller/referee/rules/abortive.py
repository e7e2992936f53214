"""Abortive draws by the rulebook: the draw that the record amounts to once its last tile has passed without a win."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from controller.journal.state import RiichiStand, RoundState
from controller.referee.watched import watched
from controller.riichi.seat import SEATS
from controller.riichi.tile import ORPHANS, Tile
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.scoring.game.flow import abortive_draws

_KINDS: Final = 9
_FOUR: Final = 4
_WINDS: Final = range(27, 31)


class PlaySoFar(NamedTuple):
    """A round up to its last act. ``discards``: kinds in order; ``calls``: number of calls, concealed kongs included.

    ``riichi``: number of seats in riichi or declaring it; ``declaring``: the last discard declares it. ``kongs``: per
    seat; ``since_kong``: discards since the last kong; ``discarded``: the last act was a discard.
    """

    discards: Sequence[int]
    calls: int
    riichi: int
    declaring: bool
    kongs: Sequence[int]
    since_kong: int
    discarded: bool


def due_abortive_draw(play: PlaySoFar, book: Rulebook) -> AbortiveDraw | None:
    """Return the draw due if nobody wins on the last act, else None; nine terminals and triple ron are not covered."""
    held = abortive_draws(book)
    return next((kind for kind in _due(play, book) if kind in held), None)


def _due(play: PlaySoFar, book: Rulebook) -> Iterator[AbortiveDraw]:
    first = play.discards[0] if play.discards else None
    if len(play.discards) == _FOUR and not play.calls and first in _WINDS and set(play.discards) == {first}:
        yield AbortiveDraw.FOUR_WINDS
    if play.discarded and play.declaring and play.riichi == len(SEATS):
        yield AbortiveDraw.FOUR_RIICHI
    at_once = book.flow.four_kongs_at_once.value
    passed = not play.discarded if at_once else play.discarded and play.since_kong == 1
    if sum(play.kongs) == _FOUR and max(play.kongs) < _FOUR and passed:
        yield AbortiveDraw.FOUR_KONGS


def due_by_record(
    round_: RoundState, rulebook: Rulebook, passed: bool = False, as_read: bool = False
) -> AbortiveDraw | None:
    """Return the draw by the record if nobody wins on its last act; None for no draw or if acts are missing.

    ``passed``: a last riichi may have been paid since. ``as_read``: as if the record missed nothing.
    """
    if round_.last is None or not (as_read or watched(round_).since()):
        return None
    stands = [each.stand for each in round_.riichi]
    last = round_.discards[-1] if round_.discards else None
    declaring = last is not None and last.sideways and round_.riichi[last.seat].stand is not RiichiStand.NONE
    kongs = [sum(meld.kind.is_kong for meld in round_.melds[seat]) for seat in SEATS]
    made = [each.discards for each in round_.made if each.meld.kind.is_kong]
    play = PlaySoFar(
        discards=[each.tile.kind for each in round_.discards],
        calls=round_.calls,
        riichi=sum(stand is not RiichiStand.NONE for stand in stands),
        declaring=declaring and (passed or RiichiStand.DECLARED in stands),
        kongs=kongs,
        since_kong=len(round_.discards) - made[-1] if made else 0,
        discarded=round_.last.meld is None,
    )
    return due_abortive_draw(play, rulebook)


def may_abort_by_terminals(tiles: Sequence[Tile], calls: int, own_discards: int, book: Rulebook) -> bool:
    """True if a hand with its drawn tile may be shown for at least nine kinds of terminals and honours."""
    kinds = {tile.kind for tile in tiles} & ORPHANS
    uncalled = calls == 0 and own_discards == 0
    return AbortiveDraw.NINE_TERMINALS in abortive_draws(book) and uncalled and len(kinds) >= _KINDS
