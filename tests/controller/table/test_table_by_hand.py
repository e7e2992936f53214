"""A table without camera and board: entries of people are judged by the same rules as sightings."""

import pytest

from controller.journal.events import DrawKind
from controller.machine.facts import TableWork
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.referee.rules.riichi_acts import too_few_points
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.catalogue import outside_ids, rulebook, rulebook_ids
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.rulebooks.schema.penalties import Penalty
from controller.scoring.game.flow import abortive_draws
from controller.scoring.win import NOT_TOLD
from controller.table.director import Director
from controller.table.effects import Refuse
from controller.table.venue import Venue
from controller.views.table import table_view
from tests.support.kept_by_hand import Desk

EAST = parse_tiles("1z")[0]
RONS = ((8000, 5, 30), (3900, 3, 30), (2000, 2, 30), (1000, 1, 30))


def enter(director: Director, kind: ClaimKind, **told: object) -> None:
    step = director.handle(Claim(kind, 10.0, "referee", **told))  # type: ignore[arg-type]  # as each case has it
    assert not any(isinstance(each, Refuse) for each in step.effects), step.effects


def impoverished(book: str) -> Director:
    """A table where wins of others left D less than a stick."""
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
    """Regression: only a seen declaration was judged: 800 points became -200 without a message."""
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
    """Regression: a right could be lost only after a riichi or a result had been entered."""
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


def desk(book: str, riichi: tuple[Seat, ...] = ()) -> Desk:
    at = Desk.open(book)
    for seat in riichi:
        at.enter(ClaimKind.STATE_RIICHI, seat=seat)
    return at


def by_han(winner: Seat, loser: Seat | None = None) -> EnteredWin:
    return EnteredWin(winner, (), EAST, loser, told=(3, 30, 0))


# Draw, seats, seats with a riichi, and the code of the refusal if the book has such a draw.
ABORTS = (
    *(("four_riichi", SEATS[:few], (), "draw-not-so") for few in range(4)),
    ("four_riichi", SEATS, (), ""),
    ("nine_terminals", (), (Seat.B,), ""),
    ("nine_terminals", (Seat.B,), (Seat.B,), "draw-not-so"),
    ("nine_terminals", (), (Seat.A, Seat.B), "draw-not-so"),
    ("triple_ron", (), (Seat.A, Seat.B), "draw-not-so"),
    ("triple_ron", (), (Seat.A, Seat.B, Seat.C), ""),
)


@pytest.mark.parametrize("book", [*rulebook_ids(), "tenhou", "mleague-2026"])
def test_a_draw_that_is_told_must_be_able_to_be(book: str) -> None:
    known = {each.value for each in abortive_draws(rulebook(book))}
    for subject, riichi, seats, why in ABORTS:
        at = desk(book, riichi)
        told = at.why_not(ClaimKind.CONFIRM_DRAW, subject=subject, seats=seats)
        assert told == (why if subject in known else "no-such-draw"), (subject, riichi, seats)


@pytest.mark.parametrize("book", [*rulebook_ids(), "tenhou"])
def test_whoever_is_told_twice_gains_once(book: str) -> None:
    """Regression: a seat named twice was paid two nagashi mangan."""
    once, twice = desk(book), desk(book)
    known = rulebook(book).scoring.nagashi_mangan.value
    for at, seats in ((once, (Seat.A,)), (twice, (Seat.A, Seat.A))):
        told = at.why_not(ClaimKind.CONFIRM_DRAW, seats=seats, nagashi=seats)
        assert told == ("" if known else "no-nagashi")
    if known:
        assert once.state.round is not None
        assert twice.state.round is not None
        assert twice.state.round.outcome == once.state.round.outcome


@pytest.mark.parametrize("book", rulebook_ids())
def test_a_riichi_whose_hand_is_told_noten_at_a_draw_is_a_fault(book: str) -> None:
    """Regression: a draw was paid without a message though a seat with a riichi was not entered as tenpai."""
    at = desk(book, (Seat.C,))
    at.enter(ClaimKind.CONFIRM_DRAW, seats=(Seat.A,))
    assert [(each.fault.code, each.offender) for each in at.state.open_faults()] == [("riichi-noten", Seat.C)]
    right = desk(book, (Seat.C,))
    right.enter(ClaimKind.CONFIRM_DRAW, seats=(Seat.A, Seat.C))
    assert not right.state.open_faults()


def test_several_winners_need_a_discarder() -> None:
    assert desk("npm-2008").why_not(ClaimKind.ENTER_RESULT, wins=(by_han(Seat.A), by_han(Seat.C))) == "same-tile"


def test_a_riichi_told_by_mistake_is_taken_back_and_a_round_can_be_void_at_once() -> None:
    """Regression: if nobody had discarded, the only answer was 'not now'."""
    at = desk("mleague", (Seat.A, Seat.B))
    at.enter(ClaimKind.CANCEL_RIICHI, seat=Seat.B)
    assert at.state.scores == (24000, 25000, 25000, 25000)
    at.enter(ClaimKind.ENTER_RESULT, wins=(by_han(Seat.A, Seat.B),))
    assert at.state.scores == (25000, 25000, 25000, 25000)
    void = desk("mleague")
    void.enter(ClaimKind.VOID_ROUND)
    assert void.state.round is not None
    assert void.state.round.pending


def test_a_draw_that_a_person_told_outlasts_a_ruling_on_a_right() -> None:
    """Regression: the record, which lacks the draw, removed it, and a dismissal did not restore it."""
    desk = Desk.open("tenhou")
    desk.enter(ClaimKind.CONFIRM_DRAW, subject="nine_terminals", seats=(Seat.A,))
    desk.enter(ClaimKind.REPORT_FAULT, subject="draw-early", seat=Seat.B)
    (fault,) = [each.fault.id for each in desk.state.open_faults() if each.fault.code == "draw-early"]
    desk.enter(ClaimKind.UPHOLD_FAULT, subject=fault, seat=Seat.B, penalty=Penalty.LOSES_RIGHT.value)
    for ruled in ("upheld", "dismissed"):
        if ruled == "dismissed":
            desk.enter(ClaimKind.REVIEW_FAULT, subject=fault, seat=Seat.B, decision=ruled, reason="seen again")
        assert desk.state.round is not None
        assert desk.state.round.outcome is not None
        assert desk.state.round.outcome.draw is DrawKind.NINE_TERMINALS


@pytest.mark.parametrize("book", [*rulebook_ids(), "tenhou", "mahjong-soul"])
def test_three_rons_that_are_told_are_what_the_book_makes_of_them(book: str) -> None:
    """Regression: three rons were paid under a book that aborts the round for them."""
    at, others = desk(book), [seat for seat in SEATS if seat is not Seat.D]
    aborts = AbortiveDraw.TRIPLE_RON in abortive_draws(rulebook(book))
    why = at.why_not(ClaimKind.ENTER_RESULT, wins=tuple(by_han(seat, Seat.D) for seat in others))
    assert why == ("three-rons-abort" if aborts else "")
    assert at.why_not(ClaimKind.ENTER_RESULT, wins=tuple(by_han(seat, Seat.D) for seat in others[:2])) == ""


def test_rons_of_one_tile_are_told_by_value_and_by_tiles_together() -> None:
    """Regression: the unknown tile of one ron counted as different from that of the other."""
    shown = EnteredWin(Seat.B, parse_tiles("23m345p456s678p22s"), parse_tiles("1m")[0], Seat.D, riichi="riichi")
    assert desk("wakashachi-2025").why_not(ClaimKind.ENTER_RESULT, wins=(by_han(Seat.A, Seat.D), shown)) == ""


def test_an_abortive_draw_pays_no_nagashi() -> None:
    at = desk("tenhou")
    assert at.why_not(ClaimKind.CONFIRM_DRAW, subject="four_winds", nagashi=(Seat.A,)) == "draw-not-so"


def test_what_nobody_saw_of_a_told_round_is_not_shown() -> None:
    """Regression: the view always showed 70 tiles left, and an east wind as the winning tile."""
    at = desk("mleague", (Seat.C,))
    assert table_view(at.state, rulebook("mleague")).tiles_left is None
    at.enter(ClaimKind.ENTER_RESULT, wins=(EnteredWin(Seat.C, (), NOT_TOLD, Seat.D, told=(3, 30, 0)),))
    view = table_view(at.state, rulebook("mleague"))
    assert view.result is not None
    assert (view.tiles_left, view.result.wins[0].winning_tile) == (None, None)


def test_teams_that_are_told_are_shown_with_their_people() -> None:
    """Regression: views had only names from the events, and teams of the venue's file."""
    at = desk("mleague")
    at.enter(ClaimKind.SEAT_PLAYERS, names=("a", "b", "c", "d"), teams=("red", "", "blue", ""))
    view = table_view(at.state, rulebook("mleague"))
    assert view.teams == ("red", "", "blue", "")
    at.enter(ClaimKind.ENTER_RESULT, wins=(by_han(Seat.A, Seat.B),))
    at.enter(ClaimKind.CONFIRM_SETTLEMENT)
    at.enter(ClaimKind.NEXT_ROUND)
    at.enter(ClaimKind.SEAT_PLAYERS, names=("a", "b", "c", "e"), teams=("red", "", "blue", "green"), round=2)
    assert table_view(at.state, rulebook("mleague")).teams == ("red", "", "blue", "green")


def test_no_win_by_value_has_more_indicators_than_a_dead_wall() -> None:
    """Regression: indicators entered beside han and fu were not counted."""
    told = EnteredWin(Seat.A, (), EAST, Seat.B, dora_indicators=parse_tiles("123456m"), told=(3, 30, 0))
    assert desk("mleague").why_not(ClaimKind.ENTER_RESULT, wins=(told,)) == "impossible-win"
