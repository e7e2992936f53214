"""Corrections to a round after the next has begun or after its payment: new facts, none is edited.

``round`` is the ordinal of the round in the sitting.
"""

from dataclasses import dataclass

from controller.journal.events.base import NOTHING, Event
from controller.journal.events.round import RoundDrawn, RoundWon
from controller.journal.events.table import USUAL_STICK
from controller.riichi.seat import Seat, Wind
from controller.scoring.score import Four


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultAmended(Event):
    """A round has another result: a win or a draw. It waits for its confirmation as before, or was paid already.

    ``restored``: it is the one that its play had before a ruling took its place. ``reworked``: that one, worked out
    again by what stands now. ``proposed``: it waits for its confirmation, though the one before was paid.
    ``back_to``: phase that the round in play comes to, "" where its phase stays.
    """

    round: int
    won: RoundWon | None = None
    drawn: RoundDrawn | None = None
    restored: bool = False
    reworked: bool = False
    proposed: bool = False
    back_to: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultConfirmed(Event):
    """A result that waited while play went on is paid; fields as in ``SettlementConfirmed``."""

    round: int
    deltas: Four
    riichi_sticks: int
    by: str
    column: Four = NOTHING
    off_total: Four = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentsAmended(Event):
    """The difference between what a round should have paid and what it paid, to the present books of its game.

    ``deltas``: per seat A-D; ``riichi_sticks``: into the pot, below zero out of it. ``by`` and ``why``: who ruled so
    and for what reason; ``fault``: whose ruling it follows, "" for none.
    """

    round: int
    deltas: Four
    by: str
    riichi_sticks: int = 0
    column: Four = NOTHING
    off_total: Four = NOTHING
    fault: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FineAmended(Event):
    """A fine into the pot that a seat paid for a fault is paid again, or goes back."""

    round: int
    fault: str
    seat: Seat
    stands: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RiichiAmended(Event):
    """A riichi of a round stands after all, and its stick is paid, or does not, and the stick goes back.

    ``fault``: by a ruling on it, or "".
    """

    round: int
    seat: Seat
    stands: bool
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRenamed(Event):
    """A round is this one: an earlier result was corrected, or what was seen tells how a round ended that nobody saw.

    ``round``: ordinal of an earlier one, 0 for the one in play. ``counters_seen``: so many counters lie on the table,
    ``wind_seen``: a marker shows that wind; ``sticks_seen``: so many sticks lay there before it, None where not read.
    """

    prevailing_wind: Wind
    number: int
    dealer: Seat
    counters: int
    round: int = 0
    counters_seen: bool = False
    wind_seen: bool = False
    sticks_seen: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameBeginAmended(Event):
    """With that round a game begins after all, with these points and this stick, or the one before goes on: how a
    round ended that nobody saw decides it. The rounds go there with all that they moved; both games are open again.
    """

    round: int
    begins: bool
    scores: Four = NOTHING
    riichi_stick: int = USUAL_STICK
