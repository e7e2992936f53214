"""Clock of a game, and the changes that the game's end made to its books."""

from dataclasses import dataclass

from controller.scoring.score import Four


@dataclass(frozen=True, slots=True)
class GameClock:
    """Clock as last changed: ``left_s`` seconds of play were left at time ``at`` of the clock that recorded it."""

    left_s: float
    running: bool
    at: float

    def left_at(self, now: float) -> float:
        """Return the seconds of play left at time ``now``, at least 0."""
        return max(0.0, self.left_s - max(0.0, now - self.at) * self.running)


@dataclass(frozen=True, slots=True)
class EndTook:
    """Changes made by a game's end, reversed if it is reopened: points, sticks on the table, sum of all points."""

    scores: Four = (0, 0, 0, 0)
    riichi_sticks: int = 0
    starting_sum: int = 0


NOT_ENDED = EndTook()
