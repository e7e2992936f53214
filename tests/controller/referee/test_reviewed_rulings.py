"""Reviewed rulings: in the round itself, after its payment, rounds later; with seats named late."""

from dataclasses import replace
from typing import Any

import pytest

from controller.journal import events as ev
from controller.journal.events import Decision
from controller.journal.state import Phase, RiichiStand
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.ports.table import SignalKind
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import Seat
from controller.table.effects import Refuse
from tests.support.bench import Bench, dealt, lap, only

A, B, C, D = Seat
BOOKS = ("npm-2008", "teikoku", "tomioka", "kenko-2022")


def enter(table: Bench, kind: ClaimKind, subject: str = "", **told: Any) -> list[ev.Event]:
    """Make an entry of the referee with further fields."""
    return table.give(replace(Claim(kind, table.frame / 5, "referee", subject), **told))


def upheld(table: Bench, code: str, seat: Seat) -> str:
    """Report and uphold a fault; return its id."""
    enter(table, ClaimKind.REPORT_FAULT, code, seat=seat)
    fault = table.director.state.faults[-1].fault.id
    enter(table, ClaimKind.UPHOLD_FAULT, fault)
    return fault


def review(table: Bench, fault: str, decision: Decision) -> None:
    """Decide the fault again in a review."""
    enter(table, ClaimKind.REVIEW_FAULT, fault, decision=decision.value, reason="seen again")


def books(table: Bench) -> tuple[object, ...]:
    """Scores, sticks, column and off-total points of the game."""
    state = table.director.state
    return state.scores, state.riichi_sticks, state.column, state.off_total


@pytest.mark.parametrize("book", BOOKS)
def test_a_chombo_dismissed_rounds_later_goes_back_and_upheld_again_is_paid_again(book: str) -> None:
    table = dealt(book)
    lap(table, "1z")
    before = books(table)
    fault = upheld(table, "hand-opened", D)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    paid = books(table)
    for _ in range(2):
        table.signal(SignalKind.SET_PRESSED, A)
        table.signal(SignalKind.WALLS_UP)
        enter(table, ClaimKind.VOID_ROUND)
        enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    assert paid != before
    review(table, fault, Decision.DISMISSED)
    assert books(table) == before
    (amended,) = only(table.events, ev.PaymentsAmended)
    assert isinstance(amended, ev.PaymentsAmended)
    assert (amended.by, amended.why, amended.fault) == ("referee", "seen again", fault)
    review(table, fault, Decision.UPHELD)
    assert books(table) == paid
    told = next(each for each in table.director.state.faults if each.fault.id == fault)
    assert [each.decision for each in told.rulings] == [Decision.UPHELD, Decision.DISMISSED, Decision.UPHELD]
    assert [each.why for each in told.rulings] == ["", "seen again", "seen again"]


@pytest.mark.parametrize("book", BOOKS)
def test_in_the_same_round_a_right_and_a_riichi_are_given_back_and_taken(book: str) -> None:
    table = dealt(book)
    lap(table, "1z")
    right = upheld(table, "hand-too-many", C)
    review(table, right, Decision.DISMISSED)
    assert not any(table.round.lost_right)
    review(table, right, Decision.UPHELD)
    assert table.round.lost_right[C]
    table.discard(B, "2z", sideways=True)
    table.see()
    lap(table, "3z", first=C)
    riichi = upheld(table, "riichi-incomplete", B)
    assert table.director.state.scores[B] == table.director.state.scores[A]
    review(table, riichi, Decision.DISMISSED)
    state = table.director.state
    assert state.round is not None
    assert (state.round.riichi[B].stand, state.riichi_sticks) == (RiichiStand.ACCEPTED, 1)
    assert state.scores[B] == state.scores[A] - 1000


def test_a_round_goes_on_where_its_chombo_is_dismissed_before_the_payment() -> None:
    table = dealt("npm-2008")
    lap(table, "1z")
    fault = upheld(table, "hand-opened", D)
    phases = [table.director.phase]
    for decision in (Decision.DISMISSED, Decision.UPHELD):
        review(table, fault, decision)
        phases.append(table.director.phase)
    assert phases == [Phase.RESULT, Phase.PLAY, Phase.RESULT]


def test_a_fine_that_nobody_could_pay_no_longer_ends_the_game_once_it_is_dismissed() -> None:
    table = dealt("teikoku")
    lap(table, "1z")
    for _ in range(25):
        upheld(table, "call-empty", C)
    fault = upheld(table, "call-empty", C)
    state = table.director.state
    assert state.round is not None
    assert (state.round.lost_right[C], state.last_round) == (True, state.rounds)
    review(table, fault, Decision.DISMISSED)
    state = table.director.state
    assert state.round is not None
    assert (state.round.lost_right[C], state.last) == (False, None)


def test_a_fine_whose_pot_was_taken_comes_back_from_whoever_took_it() -> None:
    table = dealt("teikoku")
    lap(table, "1z")
    fault = upheld(table, "call-empty", C)
    lap(table, "2z", "3z", "4z", "5p", first=B)
    table.open(B, "46p123m789s22z777z")
    table.see(40)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    before = table.director.state
    assert before.riichi_sticks == 0
    review(table, fault, Decision.DISMISSED)
    after = table.director.state
    assert after.riichi_sticks == 0
    assert [now - was for was, now in zip(before.scores, after.scores, strict=True)] == [0, -1000, 1000, 0]
    review(table, fault, Decision.UPHELD)
    assert table.director.state.scores == before.scores


def test_a_fault_without_a_seat_is_upheld_only_with_one() -> None:
    table = dealt("npm-2008")
    lap(table, "1z")
    enter(table, ClaimKind.REPORT_FAULT, "hand-opened")
    fault = table.director.state.faults[-1].fault.id
    enter(table, ClaimKind.UPHOLD_FAULT, fault)
    (effect,) = table.steps[-1].effects
    assert isinstance(effect, Refuse)
    assert effect.reason.en == "Choose the seat that committed the fault."
    enter(table, ClaimKind.UPHOLD_FAULT, fault, seat=D)
    (drawn,) = only(table.events, ev.RoundDrawn)
    assert isinstance(drawn, ev.RoundDrawn)
    assert drawn.seats == (D,)
    enter(table, ClaimKind.REVIEW_FAULT, "F99", decision="upheld")
    assert isinstance(table.steps[-1].effects[0], Refuse)


def test_a_review_that_moves_a_riichi_and_a_result_together_never_overdraws_the_pot() -> None:
    table = dealt("kenko-2022")
    for seat in (B, C):
        table.discard(seat, "9m", sideways=True)
        table.see()
    lap(table, "1z", first=D)
    enter(table, ClaimKind.REPORT_FAULT, "riichi-open-hand", seat=B)
    fault = table.director.state.faults[-1].fault.id
    enter(table, ClaimKind.UPHOLD_FAULT, fault, penalty="pays_each")
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    paid = books(table)
    for decision, penalty in ((Decision.DISMISSED, ""), (Decision.UPHELD, "pays_each")) * 2:
        enter(table, ClaimKind.REVIEW_FAULT, fault, decision=decision.value, penalty=penalty, reason="seen again")
        assert not table.director._refused
    assert books(table) == paid


def test_a_fine_that_could_not_be_paid_is_not_paid_when_it_is_upheld_again() -> None:
    table = dealt("teikoku")
    lap(table, "1z")
    fines = [upheld(table, "call-empty", C) for _ in range(26)]
    review(table, fines[0], Decision.DISMISSED)
    before = books(table)
    review(table, fines[-1], Decision.DISMISSED)
    review(table, fines[-1], Decision.UPHELD)
    state = table.director.state
    assert state.round is not None
    assert (books(table), state.round.lost_right[C], state.last_round) == (before, True, state.rounds)


def test_a_fault_upheld_before_any_riichi_cancels_none_that_was_declared_since() -> None:
    table = dealt("teikoku")
    lap(table, "1z")
    fault = upheld(table, "riichi-no-points", B)
    table.discard(B, "2z", sideways=True)
    table.see()
    lap(table, "3z", first=C)
    before = books(table)
    for decision in (Decision.DISMISSED, Decision.UPHELD):
        review(table, fault, decision)
        assert books(table) == before


def test_of_two_faults_that_cancel_a_riichi_either_keeps_it_cancelled() -> None:
    table = dealt("npm-2008")
    table.discard(A, "2z", sideways=True)
    table.see()
    lap(table, "3z", first=B)
    faults = [upheld(table, code, A) for code in ("riichi-incomplete", "riichi-too-late")]
    stands = []
    for fault, decision in (
        (faults[0], Decision.DISMISSED),
        (faults[1], Decision.DISMISSED),
        (faults[1], Decision.UPHELD),
        (faults[1], Decision.DISMISSED),
        (faults[0], Decision.UPHELD),
    ):
        review(table, fault, decision)
        round_ = table.director.state.round
        assert round_ is not None
        stands.append(round_.riichi[A].stand is RiichiStand.ACCEPTED)
    assert stands == [False, True, False, True, False]


def test_a_fine_that_also_costs_a_riichi_is_paid_before_the_stick_goes_back() -> None:
    table = dealt("teikoku")
    table.discard(A, "2z", sideways=True)
    table.see()
    lap(table, "3z", first=B)
    enter(table, ClaimKind.REPORT_FAULT, "riichi-no-points", seat=A)
    fault = table.director.state.faults[-1].fault.id
    win = EnteredWin(C, tuple(parse_tiles("123456m456p22s78m")), parse_tile("9m"), None, (), "none")
    enter(table, ClaimKind.ENTER_RESULT, wins=(win,))
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    assert table.director.state.riichi_sticks == 0
    enter(table, ClaimKind.UPHOLD_FAULT, fault, penalty="pays_pot")
    state = table.director.state
    assert state.round is not None
    assert state.round.riichi[A].stand is RiichiStand.NONE
    assert state.riichi_sticks == 0


def test_a_right_lost_after_the_payment_of_a_draw_proposes_who_is_paid_and_given_back_pays_as_before() -> None:
    table = dealt("npm-2008")
    lap(table, "1z")
    enter(table, ClaimKind.CONFIRM_DRAW, seats=(B, C))
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    paid = books(table)
    fault = upheld(table, "hand-too-many", B)
    outcome = table.round.outcome
    assert outcome is not None
    assert (table.director.phase, outcome.tenpai, outcome.payments) == (Phase.RESULT, (C,), (-1000, -1000, 3000, -1000))
    assert outcome.replaces is not None
    assert outcome.replaces.payments == (-1500, 1500, 1500, -1500)
    review(table, fault, Decision.DISMISSED)
    assert (table.director.phase, books(table)) == (Phase.SETTLEMENT, paid)
    assert not any(each.without_effect for each in table.director.state.faults[-1].rulings)
