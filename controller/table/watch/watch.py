"""Faults seen in sightings: each is counted until it was seen often enough to be raised."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from controller.referee.detect.finding import Finding
from controller.referee.faults.kinds import FAULT_KINDS
from controller.riichi.seat import Seat
from controller.table.observe.moment import Moment
from controller.text import Text

# Evidence older than so many ids is no longer kept by the director.
_LONG_AGO = 100


@dataclass(frozen=True, slots=True)
class Sign:
    """What looks like a fault in one sighting.

    ``fresh``: every zone that it rests on is visible in this sighting; one that is not is not counted. ``confidence``:
    of the least sure face, 0-1; below the catalogue's it is not counted. ``sure``: raised at once, without a dwell.
    """

    finding: Finding
    fresh: bool = True
    sure: bool = False
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Hold:
    """Fault codes that this sighting cannot judge: their counts stay as they are."""

    codes: tuple[str, ...]


@dataclass(slots=True)
class Watch:
    """In how many sightings of this round each sign was seen, and the evidence id of the first."""

    seen: dict[tuple[str, str, Text], tuple[int, int]] = field(default_factory=dict)

    def count(self, signs: Iterable[Sign | Hold], evidence: int) -> Iterator[tuple[Finding, tuple[int, ...]]]:
        """Findings that have lasted for the dwell of their code, with the first and the last sighting of each."""
        current: dict[tuple[str, str, Text], tuple[int, int]] = {}
        held: set[str] = set()
        for sign in signs:
            if isinstance(sign, Hold):
                held.update(sign.codes)
                continue
            finding = sign.finding
            key = (finding.code, finding.subject, finding.detail)
            count, first = self.seen.get(key, (0, evidence))
            entry = FAULT_KINDS[finding.code]
            believed = sign.confidence >= entry.confidence
            count += sign.fresh and believed
            current[key] = (count, first)
            if (sign.sure and believed) or count >= entry.dwell:
                yield finding, tuple(dict.fromkeys((max(first, evidence - _LONG_AGO), evidence)))
        for key, (count, first) in self.seen.items():
            if key not in current and key[0] in held:
                current[key] = (count, first)
            elif key not in current and count > 1:
                # One wrong reading does not undo what many have shown.
                current[key] = (count - 1, first)
        self.seen = current


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
    return Sign(Finding(code, Text(ja, en), seat, told), fresh, sure, confidence)
