"""A table without camera and board: what people tell is judged by the rules that judge what eyes see."""

import pytest

from controller.machine.facts import TableWork
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.referee.rules.riichi_acts import too_few_points
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.catalogue import outside_ids, rulebook_ids
from controller.rulebooks.schema.penalties import Penalty
from controller.table.director import Director
from controller.table.effects import Refuse
from controller.table.venue import Venue

EAST = parse_tiles("1z")[0]
RONS = ((8000, 5, 30), (3900, 3, 30), (2000, 2, 30), (1000, 1, 30))


def enter(director: Director, kind: ClaimKind, **told: object) -> None:
    step = director.handle(Claim(kind, 10.0, "referee", **told))  # type: ignore[arg-type]  # as each case has it
    assert not any(isinstance(each, Refuse) for each in step.effects), step.effects


def impoverished(book: str) -> Director:
    """A table where D has less than a stick left, by wins of others."""
    director, _ = Director.open(Venue(book, seen=False, work=TableWork(reported=False)), 0.0)
    for _ in range(8):
        if director.state.scores[Seat.D] < 1000:
            break
        assert director.state.round is not None
        winner = next(seat for seat in SEATS if seat not in (director.state.round.dealer, Seat.D))
        han, fu = next((han, fu) for paid, han, fu in RONS if paid <= director.state.scores[Seat.D])
        win = EnteredWin(winner, (), EAST, Seat.D, told=(han, fu, 0))
        enter(director, ClaimKind.ENTER_RESULT, wins=(win,))
        enter(director, ClaimKind.CONFIRM_SETTLEMENT)
        enter(director, ClaimKind.NEXT_ROUND)
    return director


@pytest.mark.parametrize("book", [*rulebook_ids(), *outside_ids()])
def test_a_riichi_that_is_told_needs_its_stick(book: str) -> None:
    """Red where only a declaration that eyes saw was judged: 800 points became -200 without a word."""
    director = impoverished(book)
    enter(director, ClaimKind.STATE_RIICHI, seat=Seat.D)
    told = [each.fault.code for each in director.state.open_faults()]
    assert told == (["riichi-no-points"] if too_few_points(0, director.rulebook) else [])


def test_a_riichi_that_is_told_of_whoever_lost_the_right_is_a_fault() -> None:
    director, _ = Director.open(Venue("npm-2008", seen=False, work=TableWork(reported=False)), 0.0)
    enter(director, ClaimKind.STATE_RIICHI, seat=Seat.C)
    enter(director, ClaimKind.REPORT_FAULT, subject="hand-too-many", seat=Seat.B)
    (fault,) = director.state.open_faults()
    enter(director, ClaimKind.UPHOLD_FAULT, subject=fault.fault.id, penalty=Penalty.LOSES_RIGHT.value)
    enter(director, ClaimKind.STATE_RIICHI, seat=Seat.B)
    assert [each.fault.code for each in director.state.open_faults()] == ["dead-player-acts"]


@pytest.mark.parametrize("penalty", [Penalty.LOSES_RIGHT, Penalty.CHOMBO])
def test_a_ruling_on_play_needs_nothing_told_of_it_before(penalty: Penalty) -> None:
    """Red where a right could be lost once a riichi or a result was told, and not before."""
    director, _ = Director.open(Venue("npm-2008", seen=False, work=TableWork(reported=False)), 0.0)
    enter(director, ClaimKind.REPORT_FAULT, subject="hand-too-many", seat=Seat.B)
    (fault,) = director.state.open_faults()
    claim = Claim(ClaimKind.UPHOLD_FAULT, 10.0, "referee", fault.fault.id, penalty=penalty.value)
    assert director.foresee(claim).view.changes
    enter(director, ClaimKind.UPHOLD_FAULT, subject=fault.fault.id, penalty=penalty.value)
    round_ = director.state.round
    assert round_ is not None
    assert (round_.dealt, round_.lost_right[Seat.B], round_.outcome is None) == (
        True,
        penalty is Penalty.LOSES_RIGHT,
        penalty is Penalty.LOSES_RIGHT,
    )
