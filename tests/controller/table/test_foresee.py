"""Previews of entries: they show the effects that then occur, and leave the table unchanged."""

from dataclasses import replace

import pytest

from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from controller.table.effects import Refuse
from controller.table.foresee import sitting
from controller.views.foreseen import ChangeView, ForeseenView
from tests.support.bench import Bench, dealt, lap
from tests.support.foreseen_games import EVERY_BOOK, ForeseenGame, foreseen
from tests.support.longer import others_long
from tests.support.random_games import RandomGame

A, B, C, D = Seat


def foresee(table: Bench, kind: ClaimKind, subject: str = "", **told: object) -> ForeseenView:
    """Preview an entry of the referee."""
    claim = Claim(kind, table.frame / 5, "referee", subject)
    return table.director.foresee(replace(claim, **told)).view  # type: ignore[arg-type]  # whatever it takes


def of(view: ForeseenView, about: str, seat: Seat | None = None) -> ChangeView:
    """Return the single change with that subject and seat."""
    (found,) = (each for each in view.changes if each.about == about and each.seat is seat)
    return found


def won_beside() -> tuple[Bench, str]:
    """B has won from A and C's hand was opened without a win; returns the fault's id."""
    table = dealt("teikoku")
    lap(table, "5p")
    table.open(B, "46p123m789s22z777z")
    table.see()
    table.give(Claim(ClaimKind.REPORT_FAULT, table.frame / 5, "referee", "hand-opened", seat=C))
    return table, table.director.state.faults[-1].fault.id


def test_a_win_that_a_ruling_takes_away_is_told_with_its_points_side_by_side() -> None:
    table, fault = won_beside()
    instead = foresee(table, ClaimKind.UPHOLD_FAULT, fault, penalty="chombo", beside_win="instead")
    result = of(instead, "result")
    assert result.before is not None
    assert result.after is not None
    assert "南家ロン" in result.before.ja
    assert result.after.ja.startswith("チョンボ")
    assert "South by ron from East" in result.before.en
    points = of(instead, "points", C)
    assert (points.was, points.now) == (25_000, 25_000 - 8000)
    assert of(instead, "place", C).now == 4
    both = foresee(table, ClaimKind.UPHOLD_FAULT, fault, penalty="chombo", beside_win="both")
    kept = of(both, "result").after
    assert kept is not None
    assert kept.ja.startswith(result.before.ja)
    assert "西家" in kept.ja


def test_deal_counters_and_the_next_round_are_told_for_every_kind_of_entry() -> None:
    table = dealt("npm-2008")
    lap(table, "5m", "5p", "5s", "6m")
    drawn = foresee(table, ClaimKind.CONFIRM_DRAW, seats=(A,))
    told = of(drawn, "next")
    assert told.after is not None
    assert (told.before and told.before.en, told.after.en) == ("This round goes on", "East 1, 1 counter")
    assert [of(drawn, "points", seat).now for seat in Seat] == [28_000, 24_000, 24_000, 24_000]
    table.give(Claim(ClaimKind.CONFIRM_DRAW, table.frame / 5, "referee", seats=(A,)))
    undone = foresee(table, ClaimKind.UNDO)
    assert {each.about for each in undone.changes} == {each.about for each in drawn.changes}
    assert [of(undone, "points", seat).now for seat in Seat] == [25_000] * 4
    confirmed = foresee(table, ClaimKind.CONFIRM_SETTLEMENT)
    assert {each.about for each in confirmed.changes} == {"settled", "confirmed"}


def test_later_rounds_that_a_late_ruling_changes_are_told() -> None:
    table, _ = won_beside()
    table.give(Claim(ClaimKind.CONFIRM_SETTLEMENT, table.frame / 5, "referee"))
    table.signal(SignalKind.SET_PRESSED, B)
    told = foresee(table, ClaimKind.VOID_ROUND, round=1)
    by_round = {(each.round, each.about): each for each in told.changes if each.seat is None}
    voided, renamed = by_round[1, "result"].after, by_round[2, "round"].after
    assert (voided and voided.en, renamed and renamed.en) == ("Round void", "East 1")
    assert [of(told, "points", seat).now for seat in (A, B)] == [25_000, 25_000]


def test_a_refused_entry_is_refused_in_the_same_words_and_changes_nothing() -> None:
    table, _ = won_beside()
    claim = Claim(ClaimKind.UPHOLD_FAULT, table.frame / 5, "referee", "F99")
    told = table.director.foresee(claim)
    before = sitting(table.director.state, table.director.rulebook)
    assert (told.view.changes, told.view.after) == ((), before)
    table.give(claim)
    assert isinstance(told.effects[0], Refuse)
    assert told.effects == table.steps[-1].effects


@pytest.mark.slow
@pytest.mark.parametrize("book", others_long(["teikoku", "npm-2008"], "teikoku"))
def test_what_is_foreseen_is_what_happens_and_foreseeing_leaves_no_trace(book: str) -> None:
    """Random rulings, reviews, dismissals and undos; ``python -m tests.support.foreseen_games`` plays many more."""
    told = foreseen([book], 80)
    assert told.wrong == []
    assert told.made.keys() >= {"uphold_fault", "review_fault", "confirm_draw", "undo"}
    seen, unseen = ForeseenGame(rulebook(book), 1), RandomGame(rulebook(book), 1)
    seen.play()
    unseen.play()
    assert seen.events == unseen.events


@pytest.mark.long
def test_five_thousand_random_rulings_of_every_book_are_as_foreseen() -> None:
    told = foreseen(EVERY_BOOK, 5000, seed=1000)
    assert told.wrong == []
    assert told.made.total() >= 5000
