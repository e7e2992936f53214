"""Findings of an audit: one difference each between a log and the rulebook."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class LogDifference:
    """A difference; ``about``: its subject, such as ``payments``; ``round``: such as ``E2-1``, "" for the game."""

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
    """Numbers of items checked. ``unchecked``: results that could not be checked, each with the reason."""

    games: int = 0
    rounds: int = 0
    wins: int = 0
    draws: int = 0
    finals: int = 0
    unchecked: list[str] = field(default_factory=list)


def row(values: tuple[int, ...]) -> str:
    """Return numbers per seat in one line."""
    return " ".join(f"{value:+d}" for value in values)
