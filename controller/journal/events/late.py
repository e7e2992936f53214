"""Corrections to a round after its payment or after the next round has begun, recorded as new events.

``round`` is the ordinal of the round in the session.
"""

from dataclasses import dataclass

from controller.journal.events.base import NOTHING, Event
from controller.journal.events.round import RoundDrawn, RoundWon
from controller.journal.events.table import USUAL_STICK
from controller.riichi.seat import Seat, Wind
from controller.scoring.score import Four


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultAmended(Event):
    """The result of a round, a win or a draw, is replaced. The new one is paid or unconfirmed, as the old one was.

    ``restored``: back to the result of play before a ruling replaced it. ``reworked``: that result, computed again from
    the present state. ``proposed``: the new result needs confirmation although the old one was paid. ``back_to``: new
    phase of the current round, "" for no change.
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
    """An unconfirmed result of an earlier round is paid; fields as in ``SettlementConfirmed``."""

    round: int
    deltas: Four
    riichi_sticks: int
    by: str
    column: Four = NOTHING
    off_total: Four = NOTHING


@dataclass(frozen=True, slots=True, kw_only=True)
class PaymentsAmended(Event):
    """Difference between the right and the actual payment of a round, applied to the present books of its game.

    ``deltas``: points per seat A-D; ``riichi_sticks``: into the pot, negative out of it. ``by`` and ``why``: who ruled
    so and for what reason; ``fault``: id of the fault whose ruling causes it, "" for none.
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
    """A seat's fine into the pot for a fault is charged again (``stands`` True) or refunded."""

    round: int
    fault: str
    seat: Seat
    stands: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class RiichiAmended(Event):
    """A riichi becomes valid and its stick is paid (``stands`` True), or becomes invalid and its stick is returned.

    ``fault``: id of the fault whose ruling causes it, "" for none.
    """

    round: int
    seat: Seat
    stands: bool
    fault: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRenamed(Event):
    """A round gets another name: an earlier result was corrected, or a sighting shows how an unseen round ended.

    ``round``: ordinal of an earlier round, 0 for the current one. ``counters_seen``: the number of counters was read on
    the table; ``wind_seen``: the wind was read on a marker; ``sticks_seen``: sticks on the table before the round, None
    if not read.
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
    """A new game begins with that round (``begins`` True), or the game before continues; an unseen end decided it.

    The rounds move to the other game with all their payments; both games are reopened.
    """

    round: int
    begins: bool
    scores: Four = NOTHING
    riichi_stick: int = USUAL_STICK
