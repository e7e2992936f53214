"""Dice and set button by rulebook and table: who, when, how often, and the messages about a breach."""

import pytest

from controller.journal import events as ev
from controller.journal.events import Fault
from controller.journal.state import Phase
from controller.machine.facts import USUAL_WORK, Builder, Dealer, DiceButton, SetButton, TableWork
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind, Verb
from controller.riichi.seat import Seat
from controller.riichi.wall import break_from_dice
from controller.rulebooks.catalogue import rulebook
from controller.table.compatibility import against
from controller.table.director import Director
from controller.table.venue import Venue
from tests.support.bench import Bench, bench, dealt, only

A, B, C, D = Seat
BY_HAND = TableWork(builder=Builder.HANDS, set_button=SetButton.NOTHING, dice_button=DiceButton.NOTHING)
DEALS = TableWork(dealer=Dealer.MACHINE, set_button=SetButton.OPENS, dice_button=DiceButton.CLOSES, built_ahead=True)


def table(work: TableWork, book: str = "npm-2008") -> Bench:
    director, step = Director.open(Venue(book, work=work), 0.0)
    return Bench(director, events=list(step.events), steps=[step])


def faults(found: Bench) -> list[Fault]:
    return [event.fault for event in found.events if isinstance(event, ev.FaultRaised)]


def walls_stand(found: Bench) -> None:
    found.signal(SignalKind.SET_PRESSED, A)
    found.signal(SignalKind.MIXING)
    found.clear()
    found.signal(SignalKind.WALLS_UP)
    found.see(4)


def roll(found: Bench, *pips: int | None) -> None:
    found.signal(SignalKind.DICE_PRESSED, A)
    found.signal(SignalKind.DICE_STOPPED)
    found.pips = pips
    found.see(20)


def test_a_second_roll_where_one_is_due_is_a_fault_with_its_clause() -> None:
    found = bench()
    walls_stand(found)
    roll(found, 3, 4)
    assert faults(found) == []
    roll(found, 1, 2)
    (fault,) = faults(found)
    assert (fault.code, fault.remedy.clause) == ("dice-roll-count", "art. 13 ro")


def test_a_roll_that_leaves_a_die_leaning_may_be_rolled_again() -> None:
    found = bench()
    walls_stand(found)
    roll(found, 3, None)
    (fault,) = faults(found)
    assert (fault.code, fault.remedy.kind.value, fault.remedy.clause) == ("dice-imperfect", "roll_again", "art. 13 ha")
    roll(found, 3, 4)
    assert [each.code for each in faults(found)] == ["dice-imperfect"]


def test_a_die_that_fell_out_of_the_middle_is_an_imperfect_roll() -> None:
    found = bench()
    walls_stand(found)
    roll(found, 5)
    assert [each.code for each in faults(found)] == ["dice-imperfect"]


def test_a_die_that_a_hand_hides_for_a_moment_is_none() -> None:
    found = bench()
    walls_stand(found)
    found.signal(SignalKind.DICE_PRESSED, A)
    found.signal(SignalKind.DICE_STOPPED)
    found.pips = (3,)
    found.see(6)
    found.pips = (3, 4)
    found.see(20)
    assert faults(found) == []


@pytest.mark.law("npm-2008", "hand-stacked 3")
@pytest.mark.parametrize(("book", "throws", "codes"), [("npm-2008", 2, []), ("npm-2008", 1, ["dice-roll-count"])])
def test_two_throws_break_a_hand_stacked_wall_where_the_book_says_so(book: str, throws: int, codes: list[str]) -> None:
    found = table(BY_HAND, book)
    found.clear()
    found.see(15)
    assert found.director.phase is Phase.WALLS_UP
    for pips in ((2, 3), (3, 4))[:throws]:
        found.pips = pips
        found.see(6)
        found.pips = ()
        found.see(6)
    found.take(break_from_dice(A, [(2, 3), (3, 4)][:throws]), 53)
    found.see(30)
    rolls = [event.pips for event in found.events if isinstance(event, ev.DiceRolled)]
    assert rolls == [(2, 3), (3, 4)][:throws]
    assert [each.code for each in faults(found)] == codes
    if codes:
        assert faults(found)[0].remedy.clause == "appendix, hand-stacked tables"
    else:
        (broken,) = only(found.events, ev.WallBroken)
        assert isinstance(broken, ev.WallBroken)
        assert broken.seen == broken.expected


def test_the_same_pips_thrown_twice_are_two_rolls_and_a_flicker_is_none() -> None:
    found = table(BY_HAND)
    found.clear()
    found.see(15)
    found.pips = (1, 1)
    found.see(6)
    found.pips = ()
    found.see(1)
    found.pips = (1, 1)
    found.see(6)
    assert len(only(found.events, ev.DiceRolled)) == 1
    found.pips = ()
    found.see(6)
    found.pips = (1, 1)
    found.see(6)
    assert len(only(found.events, ev.DiceRolled)) == 2


def test_the_dice_button_that_closes_the_centre_is_no_early_roll() -> None:
    found = table(DEALS)
    found.signal(SignalKind.SET_PRESSED, A)
    found.signal(SignalKind.HATCH_OPENED)
    found.signal(SignalKind.DICE_PRESSED, C)
    found.signal(SignalKind.MIXING)
    assert faults(found) == []
    assert only(found.events, ev.DicePressed) == []


def test_mixing_of_the_next_set_leaves_the_round_alone() -> None:
    found = table(TableWork(built_ahead=True))
    walls_stand(found)
    roll(found, 3, 4)
    before = found.director.state
    found.signal(SignalKind.MIXING)
    found.signal(SignalKind.READY)
    assert found.director.state == before


def test_whose_press_it_was_is_not_judged_where_the_table_cannot_tell() -> None:
    blind = table(TableWork(set_tells_seat=False, dice_tells_seat=False))
    blind.signal(SignalKind.SET_PRESSED, C)
    (pressed,) = only(blind.events, ev.SetPressed)
    assert isinstance(pressed, ev.SetPressed)
    assert pressed.seat is None
    assert faults(blind) == []
    seeing = table(USUAL_WORK)
    seeing.signal(SignalKind.SET_PRESSED, C)
    (fault,) = faults(seeing)
    assert (fault.code, fault.seat, fault.remedy.clause) == ("set-button-wrong-seat", C, "art. 13 i")


def test_set_during_the_round_and_before_the_settlement_are_told_with_their_clause() -> None:
    found = dealt()
    found.discard(A, "1z")
    found.see(4)
    found.signal(SignalKind.SET_PRESSED, A)
    assert [each.code for each in faults(found)] == ["set-button-during-hand"]
    assert found.director.phase is Phase.PLAY


@pytest.mark.parametrize(
    ("verb", "words"),
    [(Verb.OPEN, "A round is running."), (Verb.DICE, "The dice have been rolled (art. 13 ro)."), (Verb.LIFT, None)],
)
def test_what_may_not_be_asked_for_during_a_round(verb: Verb, words: str | None) -> None:
    found = dealt()
    why = against(verb, found.director.state, rulebook("npm-2008"), USUAL_WORK)
    assert (why.en if why else None) == words


def test_dice_may_be_asked_for_once_the_walls_stand_and_until_they_were_read() -> None:
    found, book = bench(), rulebook("npm-2008")
    early = against(Verb.DICE, found.director.state, book, USUAL_WORK)
    assert early is not None
    assert "art. 13 ha" in early.en
    walls_stand(found)
    assert against(Verb.DICE, found.director.state, book, USUAL_WORK) is None
    assert against(Verb.DICE, found.director.state, book, DEALS) is not None
    roll(found, 3, 4)
    assert against(Verb.DICE, found.director.state, book, USUAL_WORK) is not None


def test_reports_of_the_set_that_come_late_leave_the_round_alone() -> None:
    found = dealt(auto_settle=True)
    found.discard(A, "1z")
    found.see(4)
    found.signal(SignalKind.LINK_LOST, code="port-gone")
    found.signal(SignalKind.LINK_UP)
    before = found.director.state
    found.signal(SignalKind.MIXING)
    found.signal(SignalKind.WALLS_UP)
    assert found.director.state == before
    found.clear()
    found.see(12)
    found.signal(SignalKind.WALLS_UP)
    assert found.director.phase is Phase.WALLS_UP


def test_dice_that_nobody_can_see_are_told_by_a_person_and_no_reading_changes_them() -> None:
    table = bench("npm-2008")
    table.signal(SignalKind.WALLS_UP)
    assert table.director.phase is Phase.WALLS_UP

    def tell(*pips: int, roll: int | None = None) -> list[ev.Event]:
        claim = Claim(ClaimKind.STATE_DICE, table.frame / 5, "referee", index=roll, pips=pips)
        return table.give(claim)

    for wrong in ((7, 1), (3,), ()):
        assert tell(*wrong) == []
    rolled = [each for each in tell(3, 4) if isinstance(each, ev.DiceRolled)]
    assert [(each.roll, each.pips, each.by) for each in rolled] == [(1, (3, 4), "referee")]
    table.signal(SignalKind.DICE_STOPPED, pips=(6, 6))
    now = table.director.state.round
    assert now is not None
    assert (now.rolls, now.phase) == (((3, 4),), Phase.DICE)
    table.signal(SignalKind.DICE_PRESSED)
    table.signal(SignalKind.DICE_STOPPED, pips=(5, 2))
    now = table.director.state.round
    assert now is not None
    assert now.rolls == ((5, 2),), "rolled again, they are read again"
