"""Play that goes on before a result is confirmed loses nothing: the result waits, the next round is the next."""

from dataclasses import replace
from typing import Any

import pytest

from controller.journal import events as ev
from controller.journal.ledger import pending
from controller.journal.state import Phase
from controller.ports.eyes import SeenHand
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat, Wind
from controller.scoring.payment_lines import four
from tests.support.bench import Bench, dealt, faults, lap, only

A, B, C, D = Seat
BOOKS = ("npm-2008", "teikoku", "tomioka", "wakashachi-2025", "kenko-2022")
RON = "46p123m789s22z777z"


def enter(table: Bench, kind: ClaimKind, subject: str = "", later: float = 0.0, **told: Any) -> list[ev.Event]:
    """An entry of the referee with whatever it needs, so many seconds later."""
    return table.give(replace(Claim(kind, table.frame / 5 + later, "referee", subject), **told))


def won_by_b(book: str, auto_settle: bool = False) -> Bench:
    """Seat B's ron on A's 5p lies open, recorded and not confirmed."""
    table = dealt(book, auto_settle)
    lap(table, "5p")
    table.open(B, RON)
    table.see(40)
    return table


def swept(table: Bench, dealer: Seat) -> None:
    """The set button, then the tiles pushed into the table bit by bit, the walls, dice and a new deal."""
    table.signal(SignalKind.SET_PRESSED, dealer)
    table.rivers, table.melds = [[], [], [], []], [[], [], [], []]
    table.hands[B] = SeenHand(0)
    table.see(12)
    table.hands = [SeenHand(0)] * 4
    table.see(12)
    table.set_out(3, 4, dealer=dealer)
    table.turn_dora("9p", table.director.state.round.dealer.turn(2), 5)  # type: ignore[union-attr]
    table.see()


@pytest.mark.parametrize("book", BOOKS)
def test_tiles_swept_before_the_confirmation_are_no_fault_and_the_next_round_is_the_next(book: str) -> None:
    table = won_by_b(book)
    before = table.director.state
    assert before.phase is Phase.RESULT
    swept(table, B)
    state = table.director.state
    assert faults(table.events, "win-scrambled") == []
    assert state.round is not None
    assert (state.round.prevailing_wind, state.round.number, state.round.dealer) == (Wind.EAST, 2, B)
    assert state.phase is Phase.DEALT
    assert [each.round.outcome for each in pending(state)] == [before.round.outcome]  # type: ignore[union-attr]
    assert state.scores == before.scores
    lap(table, "1z", first=B)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    confirmed = only(table.events, ev.ResultConfirmed)
    assert len(confirmed) == 1
    assert pending(table.director.state) == ()
    paid = before.round.outcome.payments  # type: ignore[union-attr]
    assert table.director.state.scores == four(had + more for had, more in zip(before.scores, paid, strict=True))
    assert table.director.phase is Phase.PLAY
    assert [each.fault.code for each in faults(table.events)] == ["set-before-settled"]
