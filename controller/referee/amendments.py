"""Payments amended forward: a later ruling pays the difference to the game's present points.

Sticks that a ruling adds to the pot of an earlier round, or takes out of it, belong to the next winner: they go to the
player who took the pot since, or to the pot if nobody did. The amounts follow from the rulings alone, so reversing a
ruling repeatedly ends in the same points.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from controller.journal import events as ev
from controller.journal.books import NO_PAYMENT, Booked, Fine
from controller.journal.ledger import results_of, round_at
from controller.journal.reduce import reduce
from controller.journal.state import TableState
from controller.riichi.seat import Seat


@dataclass(frozen=True, slots=True)
class Amendment:
    """Who amends the round with that ordinal, when, and why; ``fault``: id of the fault whose ruling does so, or ""."""

    ordinal: int
    by: str
    stamp: ev.Stamp
    fault: str = ""
    why: str = ""


def another_result(state: TableState, case: Amendment, result: ev.RoundWon | ev.RoundDrawn) -> Iterator[ev.Event]:
    """Replace the result of a round; if it is paid, also pay the difference."""
    yield from amended(state, case, [result_amended(case, result)])


def result_amended(
    case: Amendment,
    result: ev.RoundWon | ev.RoundDrawn,
    restored: bool = False,
    *,
    reworked: bool = False,
    proposed: bool = False,
) -> ev.ResultAmended:
    """Return the event that replaces a round's result; ``restored``, ``reworked`` and ``proposed`` as in the event."""
    result = replace(result, **case.stamp)
    won = result if isinstance(result, ev.RoundWon) else None
    drawn = result if isinstance(result, ev.RoundDrawn) else None
    return ev.ResultAmended(
        **case.stamp, round=case.ordinal, won=won, drawn=drawn, restored=restored, reworked=reworked, proposed=proposed
    )


def riichi_amended(case: Amendment, seat: Seat, stands: bool) -> ev.RiichiAmended:
    """Return the event that makes a riichi valid and pays its stick, or makes it invalid and returns the stick."""
    return ev.RiichiAmended(**case.stamp, round=case.ordinal, seat=seat, stands=stands, fault=case.fault)


def fine_amended(case: Amendment, fine: Fine, stands: bool) -> ev.FineAmended:
    """Return the event that returns a fine paid into the pot of a round, or has it paid again."""
    return ev.FineAmended(**case.stamp, round=case.ordinal, fault=fine.fault, seat=fine.seat, stands=stands)


def amended(state: TableState, case: Amendment, events: Sequence[ev.Event]) -> Iterator[ev.Event]:
    """Yield events that together change what rounds should have paid, with the payments of the difference."""
    told, after = round_at(state, case.ordinal), state
    for event in events:
        after = reduce(after, event)
    if told is None:
        yield from events
        return
    was, due = _due(state, told.game), _due(after, told.game)
    rests = [
        (ordinal, due.get(ordinal, NO_PAYMENT).plus(was.get(ordinal, NO_PAYMENT), -1)) for ordinal in sorted(due | was)
    ]
    paid = [_payment(case, ordinal, rest) for ordinal, rest in rests if rest != NO_PAYMENT]
    # Never overdraw the pot: pay into it first, take out of it last.
    yield from (each for each in paid if each.riichi_sticks > 0)
    yield from events
    yield from (each for each in paid if each.riichi_sticks <= 0)


def _due(state: TableState, game: int) -> dict[int, Booked]:
    """Return what the confirmed results of a game pay under the rulings of the state, by round."""
    return {
        told.ordinal: due
        for told, due in results_of(state, game)
        if told.round.outcome is not None and told.round.outcome.confirmed
    }


def _payment(case: Amendment, ordinal: int, paid: Booked) -> ev.PaymentsAmended:
    return ev.PaymentsAmended(
        **case.stamp,
        round=ordinal,
        deltas=paid.deltas,
        riichi_sticks=paid.pot,
        column=paid.column,
        off_total=paid.off_total,
        by=case.by,
        fault=case.fault,
        why=case.why,
    )
