"""Payments amended forward: a later ruling pays the difference, to the present books of the game.

Sticks that a ruling puts into the pot of an earlier round, or takes out of it, are those that the next winner found
there: they go to whoever took the pot since, and only where nobody did to the pot itself. What is due follows from the
rulings alone, so that one that is turned back and forth ends in the same points.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from controller.journal import events as ev
from controller.journal.books import NO_PAYMENT, Booked, Fine
from controller.journal.ledger import results_of, round_at
from controller.journal.reduce import reduce
from controller.journal.state import TableState
from controller.riichi.seat import Seat


@dataclass(frozen=True, slots=True)
class Amendment:
    """Who amends the round with that ordinal, when, and why; ``fault``: by a ruling on it, or ""."""

    ordinal: int
    by: str
    at: float
    evidence: tuple[int, ...]
    fault: str = ""
    why: str = ""


def another_result(
    state: TableState, case: Amendment, result: ev.RoundWon | ev.RoundDrawn, restored: bool = False
) -> Iterator[ev.Event]:
    """Another result of a round, ``restored``: the one that its play had; where it is paid, the difference."""
    won = result if isinstance(result, ev.RoundWon) else None
    drawn = result if isinstance(result, ev.RoundDrawn) else None
    other = ev.ResultAmended(
        at=case.at, evidence=case.evidence, round=case.ordinal, won=won, drawn=drawn, restored=restored
    )
    yield from amended(state, case, other)


def riichi_amended(state: TableState, case: Amendment, seat: Seat, stands: bool) -> Iterator[ev.Event]:
    """A riichi of a round stands after all, and its stick is paid, or does not, and the stick goes back."""
    yield from amended(
        state,
        case,
        ev.RiichiAmended(at=case.at, evidence=case.evidence, round=case.ordinal, seat=seat, stands=stands),
    )


def fine_amended(state: TableState, case: Amendment, fine: Fine, stands: bool) -> Iterator[ev.Event]:
    """A fine that was paid into the pot of a round goes back, or is paid again."""
    yield from amended(
        state,
        case,
        ev.FineAmended(
            at=case.at, evidence=case.evidence, round=case.ordinal, fault=fine.fault, seat=fine.seat, stands=stands
        ),
    )


def amended(state: TableState, case: Amendment, event: ev.Event) -> Iterator[ev.Event]:
    """An event that changes what rounds should have paid, with the payments of the difference."""
    told = round_at(state, case.ordinal)
    if told is None:
        return
    before, after = _due(state, told.game), _due(reduce(state, event), told.game)
    rests = [(ordinal, due.plus(before.get(ordinal, NO_PAYMENT), -1)) for ordinal, due in after.items()]
    paid = [_payment(case, ordinal, rest) for ordinal, rest in rests if rest != NO_PAYMENT]
    # The pot is never overdrawn: first what goes into it.
    into, out = [each for each in paid if each.riichi_sticks > 0], [each for each in paid if each.riichi_sticks <= 0]
    yield from (*into, event, *out) if _takes(state, case, event) else (event, *into, *out)


def _due(state: TableState, game: int) -> Mapping[int, Booked]:
    """What the confirmed results of a game move, by the rulings of the state."""
    return {
        told.ordinal: due
        for told, due in results_of(state, game)
        if told.round.outcome is not None and told.round.outcome.confirmed
    }


def _takes(state: TableState, case: Amendment, event: ev.Event) -> bool:
    """Whether the event itself takes sticks out of the pot."""
    rounds = [round_at(each, case.ordinal) for each in (state, reduce(state, event))]
    before, after = (0 if each is None else each.round.laid for each in rounds)
    return after < before


def _payment(case: Amendment, ordinal: int, paid: Booked) -> ev.PaymentsAmended:
    return ev.PaymentsAmended(
        at=case.at,
        evidence=case.evidence,
        round=ordinal,
        deltas=paid.deltas,
        riichi_sticks=paid.pot,
        column=paid.column,
        off_total=paid.off_total,
        by=case.by,
        fault=case.fault,
        why=case.why,
    )
