"""A sighting of the table together with the events that were recorded from it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from controller.journal import events as ev
from controller.journal.state import TableState
from controller.ports.eyes import SeenHand, SeenTile, Sighting
from controller.referee.detect.finding import Case
from controller.referee.faults.kinds import FAULT_KINDS
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.table.observe.observation import Observation


@dataclass(frozen=True, slots=True)
class CallCase:
    """A call with the state before it."""

    before: TableState
    event: ev.Called


@dataclass(frozen=True, slots=True)
class Moment:
    """An observation, and the events recorded from it, each with the state before and after."""

    observation: Observation
    cases: tuple[Case, ...] = ()

    def fresh(
        self,
        *,
        rivers: Iterable[Seat] = (),
        melds: Iterable[Seat] = (),
        hands: Iterable[Seat] = (),
        indicators: bool = False,
    ) -> bool:
        """True if the newest sighting shows all of these zones."""
        seen = self.observation.scene.newest
        return (
            seen is not None
            and all(seen.rivers[seat] is not None for seat in rivers)
            and all(seen.melds[seat] is not None for seat in melds)
            and all(seen.hands[seat] is not None for seat in hands)
            and (not indicators or seen.indicators is not None)
        )

    def confidence(self, *, melds: Iterable[Seat] = (), hands: Iterable[Seat] = (), tile: Tile | None = None) -> float:
        """Return the lowest confidence of faces in these zones and of faces read as ``tile`` now; 1 without faces."""
        seen = self.observation.scene.newest
        if seen is None:
            return 1.0
        faces = [face for seat in melds for meld in seen.melds[seat] or () for face in meld.tiles]
        faces += [face for seat in hands for face in _faces(seen.hands[seat])]
        if tile is not None:
            faces += [face for face in _every(seen) if face.tile is not None and tile in (face.tile, face.tile.plain)]
        return min((face.confidence for face in faces), default=1.0)

    def in_full_view(self) -> bool:
        """True if the newest sighting shows every river and every row of melds."""
        return self.observation.scene.in_full_view()

    def at_rest(self) -> bool:
        """True if rivers and melds as last read have the same numbers of tiles as the record, meld by meld."""
        round_, scene = self.observation.round, self.observation.scene
        for seat in SEATS:
            melds = scene.melds[seat].value
            if scene.rivers[seat].length.value not in (None, len(round_.river(seat))):
                return False
            if melds is not None and [len(laid.tiles) for laid in melds] != [
                len(meld.tiles) for meld in round_.melds[seat]
            ]:
                return False
        return True

    def happened_calls(self) -> Iterator["CallCase"]:
        """Return the calls recorded from this sighting, each with the state before it."""
        return (CallCase(case.before, case.event) for case in self.cases if isinstance(case.event, ev.Called))

    def dwell(self, code: str) -> int:
        """Return the dwell of a fault from the catalogue, in readings."""
        return FAULT_KINDS[code].dwell

    def happened(self, kind: type[ev.Event]) -> Iterator[Case]:
        """Return the events of a kind recorded from this sighting."""
        return (case for case in self.cases if isinstance(case.event, kind))


def _faces(hand: SeenHand | None) -> tuple[SeenTile, ...]:
    return () if hand is None else (*hand.shown, *(() if hand.apart is None else (hand.apart,)))


def _every(seen: Sighting) -> Iterator[SeenTile]:
    """Return every face in rivers, melds, hands and indicators of a sighting."""
    for river in seen.rivers:
        yield from (each.seen for each in river or ())
    for row in seen.melds:
        yield from (face for meld in row or () for face in meld.tiles)
    for hand in seen.hands:
        yield from _faces(hand)
    yield from (each.seen for each in seen.indicators or ())
