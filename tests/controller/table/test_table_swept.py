"""Tiles swept away while a result waits: no fault is raised, and an already raised one is withdrawn."""

from dataclasses import replace

import pytest

from controller.journal import events as ev
from controller.journal.ledger import pending
from controller.journal.state import Phase
from controller.machine.facts import USUAL_WORK, Builder, DiceButton, SetButton, TableWork
from controller.ports.eyes import SeenHand
from controller.ports.referee import ClaimKind
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat, Wind
from controller.riichi.wall import break_from_dice
from controller.rulebooks.catalogue import rulebook_ids
from controller.table.director import Director
from controller.table.venue import Venue
from hardware.simulator.camera.plain_sight import seen
from tests.support.bench import Bench, dealt, faults, lap, only

A, B, C, D = Seat
BY_HAND = TableWork(builder=Builder.HANDS, set_button=SetButton.NOTHING, dice_button=DiceButton.NOTHING)
RON = "46p123m789s22z777z"
WORKS = pytest.mark.parametrize("work", [BY_HAND, USUAL_WORK], ids=["hands", "machine"])


def set_out(table: Bench, dealer: Seat) -> None:
    """Build walls, throw dice once and deal, without signals of the table."""
    table.clear()
    table.see(12)
    table.pips = (3, 4)
    table.see(10)
    table.hands = [SeenHand(13)] * 4
    table.hands[dealer] = SeenHand(14)
    broken = break_from_dice(dealer, [(3, 4)])
    table.take(broken, 53, lowered=True)
    table.see(12)
    table.turn_dora("9p", dealer.turn(2), 5)
    table.see(12)


def won_by_b(book: str, work: TableWork) -> Bench:
    """Seat B's ron on A's 5p is open, recorded and not confirmed."""
    director, step = Director.open(Venue(book, work=work), 0.0)
    table = Bench(director, events=list(step.events), steps=[step])
    set_out(table, A)
    lap(table, "1z", "2z", "3z", "4z", "1m", "2z", "3z", "4z", "5p")
    table.open(B, RON)
    table.see(40)
    assert table.director.phase is Phase.RESULT
    return table


def sweep(table: Bench, *, alone: int = 8) -> None:
    """Remove the winner's tiles first, for ``alone`` sightings, then the rest bit by bit, some tiles face up."""
    table.hands[B] = SeenHand(5)
    table.see(alone // 2)
    table.hands[B] = SeenHand(0)
    table.see(alone - alone // 2)
    table.rivers[A].clear()
    table.rivers[B].pop()
    table.see(4)
    table.hands[D] = SeenHand(2, tuple(seen(None, D) for _ in range(5)))
    table.see(6)
    for wall in table.walls:
        wall[:] = [0] * len(wall)
    table.indicators = []
    table.see(6)
    table.open(A, "19m19p19s1234567z")
    table.see(12)
    table.hands = [SeenHand(0)] * 4
    table.pips = ()
    table.see(60)


@pytest.mark.parametrize("book", rulebook_ids())
def test_tiles_swept_by_hand_raise_nothing_and_the_next_round_is_the_next(book: str) -> None:
    table = won_by_b(book, BY_HAND)
    before = table.director.state
    raised = len(faults(table.events))
    sweep(table)
    set_out(table, B)
    state = table.director.state
    codes = [each.fault.code for each in faults(table.events)[raised:]]
    assert codes == []
    assert state.round is not None
    assert (state.round.prevailing_wind, state.round.number, state.round.dealer) == (Wind.EAST, 2, B)
    assert before.round is not None
    assert [each.round.outcome for each in pending(state)] == [before.round.outcome]
    assert state.scores == before.scores
    lap(table, "1z", first=B)
    table.claim(ClaimKind.CONFIRM_SETTLEMENT)
    assert pending(table.director.state) == ()
    assert table.director.state.scores[B] > before.scores[B]


@WORKS
def test_a_hand_broken_up_alone_is_a_fault(work: TableWork) -> None:
    table = won_by_b("npm-2008", work)
    table.hands[B] = SeenHand(0)
    table.see(50)
    assert [each.fault.code for each in faults(table.events, "win-scrambled")] == ["win-scrambled"]
    table.see(100)
    assert only(table.events, ev.FaultDecided) == []


@WORKS
def test_a_fault_raised_before_the_others_swept_too_is_withdrawn(work: TableWork) -> None:
    table = won_by_b("npm-2008", work)
    sweep(table, alone=40)
    (fault,) = faults(table.events, "win-scrambled")
    (decided,) = only(table.events, ev.FaultDecided)
    assert (decided.fault, decided.decision) == (fault.fault.id, ev.Decision.CLEARED)
    assert table.director.phase is Phase.RESULT


@WORKS
def test_the_tile_that_was_won_may_be_taken_up_with_the_hand(work: TableWork) -> None:
    table = won_by_b("npm-2008", work)
    table.rivers[A].pop()
    table.see(20)
    assert faults(table.events, "win") == []
    table.hands[B] = SeenHand(0)
    table.see(50)
    assert [each.fault.code for each in faults(table.events, "win")] == ["win-scrambled"]


def test_a_fault_raised_before_the_set_button_is_withdrawn() -> None:
    table = won_by_b("npm-2008", USUAL_WORK)
    table.hands[B] = SeenHand(0)
    table.see(40)
    (fault,) = faults(table.events, "win-scrambled")
    table.signal(SignalKind.SET_PRESSED, B)
    (decided,) = only(table.events, ev.FaultDecided)
    assert decided.fault == fault.fault.id


def test_a_fault_long_before_the_set_button_stands() -> None:
    table = won_by_b("npm-2008", USUAL_WORK)
    table.hands[B] = SeenHand(0)
    table.see(200)
    table.signal(SignalKind.SET_PRESSED, B)
    table.see(60)
    assert len(faults(table.events, "win-scrambled")) == 1
    assert only(table.events, ev.FaultDecided) == []


def test_a_stick_that_was_swept_with_all_the_rest_is_not_missing() -> None:
    """Regression: an unread end preceded it: the stick was reported as missing from the round."""
    table = dealt("npm-2008")
    lap(table, "1z", "2z", "3z", "4z")
    table.discard(A, "9m", sideways=True)
    table.see(4)
    table.sticks = (True, False, False, False)
    table.see(10)
    lap(table, "1z", "2z", "3z", first=B)
    for river in table.rivers:
        river.clear()
    table.sticks, table.hands = (False,) * 4, [SeenHand(0)] * 4
    table.see(60)
    assert table.director.phase is Phase.PLAY
    assert faults(table.events, "riichi") == []


@pytest.mark.parametrize(("shown", "told"), [(5, []), (6, []), (4, ["honba-wrong"])])
def test_of_six_counters_five_lie_before_a_hand_and_the_rest_elsewhere(shown: int, told: list[str]) -> None:
    """Regression: five beside a hand were too few: there is no room for more, and the simulator placed no more."""
    table = dealt("npm-2008")
    lap(table, "1z", "2z", "3z", "4z")
    state = table.director.state
    assert state.round is not None
    table.director.state = replace(state, round=replace(state.round, counters=6))
    for _ in range(60):
        table.frame += 1
        table.give(replace(table.sighting(), counters=shown))
    assert [raised.fault.code for raised in faults(table.events, "honba")] == told
