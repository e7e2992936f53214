"""A round of the wrong dealer is void at any later time: payments are returned, the right dealer deals (npm 14)."""

from dataclasses import replace
from typing import Any

import pytest

from controller.journal import events as ev
from controller.journal.chain import Record, seal
from controller.journal.reduce import replay
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat
from tests.support.bench import Bench, dealt, faults, lap, only, state_bytes

A, B, C, D = Seat
START = (25_000, 25_000, 25_000, 25_000)


def enter(table: Bench, kind: ClaimKind, subject: str = "", **told: Any) -> list[ev.Event]:
    """Make an entry of the referee."""
    return table.give(replace(Claim(kind, table.frame / 5, "referee", subject), **told))


def won_by_b(book: str) -> Bench:
    """East 1, dealt by a dealer found wrong later: seat C places a riichi stick, seat B wins seat A's discard."""
    table = dealt(book)
    lap(table, "1z", "2z")
    table.discard(C, "3z", sideways=True)
    table.see()
    lap(table, "4z", "5p", first=D)
    table.open(B, "46p123m789s22z777z")
    table.see(12)
    assert len(only(table.events, ev.RoundWon)) == 1
    return table


def noticed(table: Bench, ordinal: int) -> str:
    """Report the wrong dealer of that round; return the fault's id."""
    enter(table, ClaimKind.REPORT_FAULT, "dealer-wrong", seat=B, round=ordinal)
    return table.director.state.faults[-1].fault.id


def replayed(table: Bench) -> None:
    """Check that the journal gives the same state byte by byte."""
    records: list[Record] = []
    for event in table.events:
        records.append(seal(event, event.at, records[-1] if records else None))
    assert state_bytes(replay(records).state) == state_bytes(table.director.state)


def test_before_the_settlement_nothing_is_paid_and_the_stick_goes_back() -> None:
    table = won_by_b("npm-2008")
    fault = noticed(table, 1)
    enter(table, ClaimKind.UPHOLD_FAULT, fault)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    assert (table.director.state.scores, table.director.state.riichi_sticks) == (START, 0)
    replayed(table)


@pytest.mark.parametrize("begun", [False, True])
def test_after_the_settlement_what_was_paid_goes_back_and_the_right_dealer_deals(begun: bool) -> None:
    table = won_by_b("npm-2008")
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    assert table.director.state.scores[B] > 25_000
    if begun:
        table.signal(SignalKind.SET_PRESSED, B)
        assert table.director.state.rounds == 2
    fault = noticed(table, 1)
    enter(table, ClaimKind.UPHOLD_FAULT, fault)
    state = table.director.state
    assert (state.scores, state.riichi_sticks) == (START, 0)
    if not begun:
        table.signal(SignalKind.SET_PRESSED, A)
    round_ = table.director.state.round
    assert round_ is not None
    assert (round_.dealer, round_.number, round_.counters) == (A, 1, 0)
    replayed(table)


def test_after_further_rounds_dealt_out_of_turn_what_was_paid_for_them_goes_back_too() -> None:
    """Regression: those rounds kept their payments, with a note that another was due."""
    table = won_by_b("npm-2008")
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    table.set_out(3, 4, dealer=B)
    lap(table, "1z", first=B)
    enter(table, ClaimKind.CONFIRM_DRAW, seats=(D,))
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    paid = table.director.state.scores
    fault = noticed(table, 1)
    enter(table, ClaimKind.UPHOLD_FAULT, fault)
    state = table.director.state
    assert (state.scores, state.riichi_sticks) == (START, 0)
    assert not [each for each in state.open_faults() if each.fault.code == "round-not-due"]
    enter(table, ClaimKind.REVIEW_FAULT, fault, decision="dismissed", reason="the plate was misread")
    assert table.director.state.scores == paid
    replayed(table)


def test_a_ruling_on_the_wrong_dealer_is_reviewed_and_the_payments_come_back() -> None:
    table = won_by_b("npm-2008")
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    paid = table.director.state.scores
    fault = noticed(table, 1)
    enter(table, ClaimKind.UPHOLD_FAULT, fault)
    enter(table, ClaimKind.REVIEW_FAULT, fault, decision="dismissed", reason="the plate was misread")
    assert table.director.state.scores == paid
    replayed(table)


@pytest.mark.parametrize("book", ["teikoku", "tomioka", "wakashachi-2025", "kenko-2022"])
def test_books_that_name_no_remedy_leave_it_to_the_referee(book: str) -> None:
    table = won_by_b(book)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    paid = table.director.state.scores
    fault = noticed(table, 1)
    raised = faults(table.events, "dealer-wrong")[-1]
    assert raised.fault.remedy.kind.value == "referee"
    enter(table, ClaimKind.UPHOLD_FAULT, fault)
    assert table.director.state.scores == paid
