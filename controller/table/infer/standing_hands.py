"""Proposals of what the seats' own cameras see: each concealed hand as it stands, once play up to it is understood."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from controller.journal import events as ev
from controller.journal.state import Phase
from controller.riichi.notation import count_kinds
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import COPIES, RED_FIVES, Tile
from controller.table.observe.moment import Moment
from controller.table.observe.observation import Look
from controller.table.observe.scene import StandingLook

_RUNNING: Final = (Phase.DEALT, Phase.PLAY)
_WHOLE: Final = 13


def hands_seen(look: Look) -> Iterator[ev.Event]:
    """Hands that stand otherwise than recorded. While a discard or call is not yet a fact, hands are left alone."""
    now = look.now
    if now.phase not in _RUNNING or not any(seen.count for seen in look.scene.concealed) or not Moment(look).at_rest():
        return
    for seat in SEATS:
        seen = _understood(look, seat)
        known = now.standing[seat]
        if seen is None or (known is not None and (known.tiles, known.drawn) == (seen.tiles, seen.apart)):
            continue
        evidence = look.scene.concealed[seat].evidence
        yield ev.HandSeen(at=look.at, evidence=evidence, seat=seat, tiles=seen.tiles, drawn=seen.apart)


def _understood(look: Look, seat: Seat) -> StandingLook | None:
    """The row of a seat where it is steady, of the size that is due, and can be."""
    now, steady = look.now, look.scene.concealed[seat]
    seen = steady.value
    if seen is None or steady.last != look.evidence or now.revealed[seat] is not None:
        return None
    every = (*seen.tiles, *(() if seen.apart is None else (seen.apart,)))
    size = _WHOLE - 3 * len(now.melds[seat])
    if len(every) == size + 1 and seat is now.turn:
        dwell = 1 if _just_drawn(look, seat, seen) else look.dwell.standing
    elif len(every) == size:
        # A gap within a hand at rest is no draw.
        seen, dwell = StandingLook(every), look.dwell.standing
    else:
        return None
    return seen if steady.count >= dwell and _can_be(look, every) else None


def _just_drawn(look: Look, seat: Seat, seen: StandingLook) -> bool:
    """Whether the row is the hand as recorded with one tile set apart: once is proof enough."""
    known = look.now.standing[seat]
    return known is not None and seen.apart is not None and Counter(known.tiles) == Counter(seen.tiles)


def _can_be(look: Look, tiles: tuple[Tile, ...]) -> bool:
    """Whether the set holds these tiles beside all that lies open."""
    together = [*tiles, *look.now.seen_tiles()]
    reds = zip(RED_FIVES, look.rulebook.scoring.red_fives.value, strict=True)
    return max(count_kinds(together)) <= COPIES and all(together.count(red) <= most for red, most in reds)


STANDING_HANDS: Final = (hands_seen,)
