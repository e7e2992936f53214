"""Payments of a round and the books of a game, as plain values independent of the play."""

from dataclasses import dataclass, replace
from typing import Final, Self

from controller.journal.events import USUAL_STICK
from controller.journal.game_clock import NOT_ENDED, EndTook
from controller.riichi.seat import SEATS, Seat
from controller.scoring.game.flow import Last
from controller.scoring.payment_lines import four
from controller.scoring.score import Four

FOUR_ZEROS: Final[Four] = (0, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Booked:
    """Payment, made or due: points per seat A-D, sticks into the pot (negative: out of it), two penalty columns.

    ``column``: points that go to nobody; ``off_total``: points deducted from the event's total (see ``RoundDrawn``).
    """

    deltas: Four = FOUR_ZEROS
    pot: int = 0
    column: Four = FOUR_ZEROS
    off_total: Four = FOUR_ZEROS

    def plus(self, other: "Booked", times: int = 1) -> "Booked":
        """Return the sum of both payments; with ``times`` -1 the difference."""
        return Booked(
            _sums(self.deltas, other.deltas, times),
            self.pot + times * other.pot,
            _sums(self.column, other.column, times),
            _sums(self.off_total, other.off_total, times),
        )


NO_PAYMENT: Final = Booked()


@dataclass(frozen=True, slots=True)
class Fine:
    """Fine into the pot for a fault; ``stands``: False once it has been refunded."""

    fault: str
    seat: Seat
    points: int
    sticks: int
    stands: bool = True

    @property
    def booked(self) -> Booked:
        """Payment made by this fine."""
        return Booked(four(-self.points * (each is self.seat) for each in SEATS), self.sticks)


@dataclass(frozen=True, slots=True)
class Books:
    """The books of one game: points, sticks and penalty columns; fields as in ``TableState``."""

    game: int
    scores: Four
    starting_sum: int
    riichi_stick: int = USUAL_STICK
    riichi_sticks: int = 0
    column: Four = FOUR_ZEROS
    off_total: Four = FOUR_ZEROS
    game_over: bool = False
    last: Last | None = None
    last_round: int = 0
    end_took: EndTook = NOT_ENDED
    wrong_declared: tuple[bool, bool, bool, bool] = (False, False, False, False)
    first_dealer: Seat = Seat.A

    def last_at(self, ordinal: int) -> Last | None:
        """Return why the round with that ordinal ends the game before its scheduled end; None if it does not."""
        return self.last if ordinal >= self.last_round else None

    def plus(self, booked: Booked, times: int = 1) -> Self:
        """Return the books with the payment added, or removed (``times`` -1); books of a finished game are reopened."""
        again = self.reopened()
        return replace(
            again,
            scores=_sums(again.scores, booked.deltas, times),
            riichi_sticks=again.riichi_sticks + times * booked.pot,
            column=_sums(again.column, booked.column, times),
            off_total=_sums(again.off_total, booked.off_total, times),
        )

    def ended(self, scores: Four) -> Self:
        """Return the books after the game ended with these final points."""
        again = self.reopened()
        total = sum(scores) + sum(again.column)
        took = EndTook(_sums(again.scores, scores, -1), again.riichi_sticks, again.starting_sum - total)
        return replace(again, scores=scores, starting_sum=total, riichi_sticks=0, game_over=True, end_took=took)

    def reopened(self) -> Self:
        """Return the books as before the game's end; unchanged if it has not ended."""
        took = self.end_took
        return replace(
            self,
            scores=_sums(self.scores, took.scores, 1),
            starting_sum=self.starting_sum + took.starting_sum,
            riichi_sticks=self.riichi_sticks + took.riichi_sticks,
            game_over=False,
            end_took=NOT_ENDED,
        )


def _sums(one: Four, other: Four, times: int) -> Four:
    return four(had + times * more for had, more in zip(one, other, strict=True))
