"""Faults that lie on the table for a while: what every sighting shows of them, counted until it is sure."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from controller.journal import events as ev
from controller.journal.events import Wording
from controller.journal.state import TableState
from controller.ports import SeenHand, SeenTile, Sighting
from controller.referee.catalogue import CATALOGUE
from controller.referee.detectors import Case, Finding
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.table.look import Look

_LONG_AGO = 100


@dataclass(frozen=True, slots=True)
class Sign:
    """What looks like a fault now. ``fresh``: every zone that it rests on was seen in this very sighting.

    A hand over the tiles neither adds to a sign nor takes from it, and nor do faces read with less ``confidence`` than
    the catalogue asks for. ``sure``: the event itself is the proof.
    """

    finding: Finding
    fresh: bool = True
    sure: bool = False
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Hold:
    """Faults of which nothing can be said now: their signs stay as they are."""

    codes: tuple[str, ...]


@dataclass(slots=True)
class Watch:
    """How long each sign has been seen in this round."""

    seen: dict[tuple[str, str, Wording], tuple[int, int]] = field(default_factory=dict)

    def look(self, signs: Iterable[Sign | Hold], evidence: int) -> Iterator[tuple[Finding, tuple[int, ...]]]:
        """Findings that have lasted for the dwell of their code, with the first and the last sighting of each."""
        now: dict[tuple[str, str, Wording], tuple[int, int]] = {}
        held: set[str] = set()
        for sign in signs:
            if isinstance(sign, Hold):
                held.update(sign.codes)
                continue
            finding = sign.finding
            key = (finding.code, finding.subject, finding.detail)
            count, first = self.seen.get(key, (0, evidence))
            entry = CATALOGUE[finding.code]
            believed = sign.confidence >= entry.confidence
            count += sign.fresh and believed
            now[key] = (count, first)
            if (sign.sure and believed) or count >= entry.dwell:
                yield finding, tuple(dict.fromkeys((max(first, evidence - _LONG_AGO), evidence)))
        for key, (count, first) in self.seen.items():
            if key not in now and key[0] in held:
                now[key] = (count, first)
            elif key not in now and count > 1:
                # One wrong reading does not undo what many have shown.
                now[key] = (count - 1, first)
        self.seen = now


@dataclass(frozen=True, slots=True)
class CallCase:
    """A call with the state before it."""

    before: TableState
    event: ev.Called


@dataclass(frozen=True, slots=True)
class Moment:
    """A look, and what was recorded in it: each event with the state before and after it."""

    look: Look
    cases: tuple[Case, ...] = ()

    def fresh(
        self,
        *,
        rivers: Iterable[Seat] = (),
        melds: Iterable[Seat] = (),
        hands: Iterable[Seat] = (),
        indicators: bool = False,
    ) -> bool:
        """Whether these zones were seen in the newest sighting."""
        seen = self.look.scene.newest
        return (
            seen is not None
            and all(seen.rivers[seat] is not None for seat in rivers)
            and all(seen.melds[seat] is not None for seat in melds)
            and all(seen.hands[seat] is not None for seat in hands)
            and (not indicators or seen.indicators is not None)
        )

    def confidence(self, *, melds: Iterable[Seat] = (), hands: Iterable[Seat] = (), tile: Tile | None = None) -> float:
        """Of the least sure face of these zones in the newest sighting, or of all read as ``tile``; 1 for none."""
        seen = self.look.scene.newest
        if seen is None:
            return 1.0
        faces = [face for seat in melds for meld in seen.melds[seat] or () for face in meld.tiles]
        faces += [face for seat in hands for face in _faces(seen.hands[seat])]
        if tile is not None:
            faces += [face for face in _every(seen) if face.tile is not None and tile in (face.tile, face.tile.plain)]
        return min((face.confidence for face in faces), default=1.0)

    def in_full_view(self) -> bool:
        """Whether every river and every meld was seen in the newest sighting."""
        return self.look.scene.in_full_view()

    def at_rest(self) -> bool:
        """Whether rivers and melds as last read are those of the record, tile for tile in number."""
        now, scene = self.look.now, self.look.scene
        for seat in SEATS:
            melds = scene.melds[seat].value
            if scene.rivers[seat].length.value not in (None, len(now.river(seat))):
                return False
            if melds is not None and [len(laid.tiles) for laid in melds] != [
                len(meld.tiles) for meld in now.melds[seat]
            ]:
                return False
        return True

    def happened_calls(self) -> Iterator["CallCase"]:
        """Calls recorded in this look."""
        return (CallCase(case.before, case.event) for case in self.cases if isinstance(case.event, ev.Called))

    def dwell(self, code: str) -> int:
        """The catalogue's dwell of a fault."""
        return CATALOGUE[code].dwell

    def happened(self, kind: type[ev.Event]) -> Iterator[Case]:
        """Events of that kind recorded in this look."""
        return (case for case in self.cases if isinstance(case.event, kind))


Watcher = Callable[[Moment], Iterable[Sign | Hold]]


def sign(
    code: str,
    ja: str,
    en: str,
    seat: Seat | None = None,
    subject: str = "",
    *,
    fresh: bool = True,
    sure: bool = False,
    confidence: float = 1.0,
) -> Sign:
    """A sign with its texts; the subject is the seat where none is given."""
    told = subject or ("" if seat is None else seat.name)
    return Sign(Finding(code, Wording(ja, en), seat, told), fresh, sure, confidence)


def _faces(hand: SeenHand | None) -> tuple[SeenTile, ...]:
    return () if hand is None else (*hand.shown, *(() if hand.apart is None else (hand.apart,)))


def _every(seen: Sighting) -> Iterator[SeenTile]:
    """Every face of a sighting."""
    for river in seen.rivers:
        yield from (each.seen for each in river or ())
    for row in seen.melds:
        yield from (face for meld in row or () for face in meld.tiles)
    for hand in seen.hands:
        yield from _faces(hand)
    yield from (each.seen for each in seen.indicators or ())
