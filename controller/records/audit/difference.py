"""Findings of an audit: one thing in which a log differs from the rulebook."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class LogDifference:
    """``about``: what differs, such as ``payments`` or ``next-round``; ``round`` such as ``E2-1``, "" for the game."""

    game: str
    round: str
    about: str
    logged: str
    computed: str

    @property
    def line(self) -> str:
        """The difference in one line."""
        place = f"{self.game} {self.round}".strip()
        return f"{place}: {self.about}: logged {self.logged}, computed {self.computed}"


@dataclass(slots=True)
class AuditCounts:
    """How much was checked. ``unchecked``: results that could not be, each with the reason."""

    games: int = 0
    rounds: int = 0
    wins: int = 0
    draws: int = 0
    finals: int = 0
    unchecked: list[str] = field(default_factory=list)


def row(values: tuple[int, ...]) -> str:
    """Numbers per seat in a line."""
    return " ".join(f"{value:+d}" for value in values)
