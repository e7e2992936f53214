"""A game's clock and what its end took, as the facts of the journal have them."""

from dataclasses import dataclass

from controller.scoring.score import Four


@dataclass(frozen=True, slots=True)
class GameClock:
    """The clock at its last change: ``left_s`` seconds of play were left at ``at``, by the clock of who changed it."""

    left_s: float
    running: bool
    at: float

    def left_at(self, now: float) -> float:
        """Seconds of play left at a time, at least 0."""
        return max(0.0, self.left_s - max(0.0, now - self.at) * self.running)


@dataclass(frozen=True, slots=True)
class EndTook:
    """What a game's end changed, and what goes back where it did not end: points, sticks on the table, their sum."""

    scores: Four = (0, 0, 0, 0)
    riichi_sticks: int = 0
    starting_sum: int = 0


NOT_ENDED = EndTook()
