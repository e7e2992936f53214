"""Faults seen in sightings: each sign is counted until it was seen often enough to be raised."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from controller.referee.detect.finding import Finding
from controller.referee.faults.kinds import FAULT_KINDS
from controller.riichi.seat import Seat
from controller.table.observe.moment import Moment
from controller.text import Text

# The director no longer stores evidence whose id is further back than this.
_LONG_AGO = 100


@dataclass(frozen=True, slots=True)
class Sign:
    """A possible fault in one sighting.

    ``fresh``: every zone that it depends on is visible; otherwise the sighting is not counted. ``confidence``: of the
    least sure face, 0-1; below the catalogue's value the sighting is not counted. ``sure``: raised at once, without a
    dwell.
    """

    finding: Finding
    fresh: bool = True
    sure: bool = False
    confidence: float = 1.0


@dataclass(frozen=True, slots=True)
class Hold:
    """Fault codes that this sighting cannot judge; their counts stay unchanged."""

    codes: tuple[str, ...]


@dataclass(slots=True)
class Watch:
    """Per sign, the number of sightings of this round that showed it and the evidence id of the first."""

    seen: dict[tuple[str, str, Text], tuple[int, int]] = field(default_factory=dict)

    def count(self, signs: Iterable[Sign | Hold], evidence: int) -> Iterator[tuple[Finding, tuple[int, ...]]]:
        """Yield findings that lasted for the dwell of their code, with the ids of their first and last sighting."""
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
                # A single sighting without the sign does not undo many with it.
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
    """Return a sign with its texts; the subject is the seat's name by default."""
    told = subject or ("" if seat is None else seat.name)
    return Sign(Finding(code, Text(ja, en), seat, told), fresh, sure, confidence)
