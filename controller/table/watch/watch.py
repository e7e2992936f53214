"""Faults that lie on the table for a while: what every sighting shows of them, counted until it is sure."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from controller.referee.detect.finding import Finding
from controller.referee.faults.kinds import FAULT_KINDS
from controller.riichi.seat import Seat
from controller.table.observe.moment import Moment
from controller.text import Text

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

    seen: dict[tuple[str, str, Text], tuple[int, int]] = field(default_factory=dict)

    def read(self, signs: Iterable[Sign | Hold], evidence: int) -> Iterator[tuple[Finding, tuple[int, ...]]]:
        """Findings that have lasted for the dwell of their code, with the first and the last sighting of each."""
        round_: dict[tuple[str, str, Text], tuple[int, int]] = {}
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
            round_[key] = (count, first)
            if (sign.sure and believed) or count >= entry.dwell:
                yield finding, tuple(dict.fromkeys((max(first, evidence - _LONG_AGO), evidence)))
        for key, (count, first) in self.seen.items():
            if key not in round_ and key[0] in held:
                round_[key] = (count, first)
            elif key not in round_ and count > 1:
                # One wrong reading does not undo what many have shown.
                round_[key] = (count - 1, first)
        self.seen = round_


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
