"""What the explanations of parts of a table come to, before they are put together."""

from dataclasses import dataclass

from controller.ports.eyes import SeenHand, SeenIndicator
from vision.explain.found import ZoneReading


@dataclass(frozen=True, slots=True)
class WallsPart:
    """Walls and indicators as in ``TableExplanation``, and the numbers of the found tiles that they explain."""

    walls: tuple[ZoneReading[tuple[int | None, ...]] | None, ...]
    indicators: ZoneReading[tuple[SeenIndicator, ...]] | None
    used: frozenset[int]


@dataclass(frozen=True, slots=True)
class StandingPart:
    """Standing hands of seats A-D, None where nothing can be said, and the numbers of the found tiles they explain."""

    hands: tuple[ZoneReading[SeenHand] | None, ...]
    used: frozenset[int]
