"""Concealed hands from the seats' cameras, recorded while rivers and melds agree with the record."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from controller.journal import events as ev
from controller.journal.state import Phase
from controller.riichi.copies import beyond_set
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.table.observe.moment import Moment
from controller.table.observe.observation import Observation
from controller.table.observe.scene import ObservedRow

_RUNNING: Final = (Phase.DEALT, Phase.PLAY)
_WHOLE: Final = 13


def hands_seen(observation: Observation) -> Iterator[ev.Event]:
    """Record hands that differ from the record; not while a discard or call on the table is not yet recorded."""
    round_ = observation.round
    if (
        round_.phase not in _RUNNING
        or not any(seen.count for seen in observation.scene.concealed)
        or not Moment(observation).at_rest()
    ):
        return
    for seat in SEATS:
        seen = _understood(observation, seat)
        known = round_.standing[seat]
        if seen is None or (known is not None and (known.tiles, known.drawn) == (seen.tiles, seen.apart)):
            continue
        evidence = observation.scene.concealed[seat].evidence
        yield ev.HandSeen(at=observation.at, evidence=evidence, seat=seat, tiles=seen.tiles, drawn=seen.apart)


def _understood(observation: Observation, seat: Seat) -> ObservedRow | None:
    """Return a seat's row if it is steady, has the due number of tiles and is possible with the set; else None."""
    round_, reading = observation.round, observation.scene.concealed[seat]
    seen = reading.value
    if seen is None or reading.last != observation.evidence or round_.revealed[seat] is not None:
        return None
    every = (*seen.tiles, *(() if seen.apart is None else (seen.apart,)))
    size = _WHOLE - 3 * len(round_.melds[seat])
    if len(every) == size + 1 and seat is round_.turn:
        dwell = 1 if _just_drawn(observation, seat, seen) else observation.dwell.standing
    elif len(every) == size:
        # A gap within a hand at rest does not mark a drawn tile.
        seen, dwell = ObservedRow(every), observation.dwell.standing
    else:
        return None
    return seen if reading.count >= dwell and _can_be(observation, every) else None


def _just_drawn(observation: Observation, seat: Seat, seen: ObservedRow) -> bool:
    """True if the row is the recorded hand with one more tile set apart; a single reading is sufficient then."""
    known = observation.round.standing[seat]
    return known is not None and seen.apart is not None and Counter(known.tiles) == Counter(seen.tiles)


def _can_be(observation: Observation, tiles: tuple[Tile, ...]) -> bool:
    """True if the set can contain these tiles in addition to all visible ones."""
    together = [*tiles, *observation.round.seen_tiles()]
    return not beyond_set(together, observation.rulebook.scoring.red_fives.value)


STANDING_HANDS: Final = (hands_seen,)
