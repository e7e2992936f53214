"""A penalty that ends the round beside another's valid win: both, it in place of the win, or cancelled by the book."""

from dataclasses import replace
from typing import Any

import pytest

from controller.journal import events as ev
from controller.journal.events import Decision, DrawKind
from controller.journal.state import Outcome
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from controller.rulebooks.schema.penalties import AfterChombo, BesideWin, Penalty
from controller.scoring.game.flow import Round
from controller.scoring.penalties import settle_chombo
from controller.table.effects import Refuse
from tests.support.bench import Bench, dealt, lap, only

A, B, C, D = Seat
SILENT = ("teikoku", "tomioka", "wakashachi-2025", "mleague")
FORGIVES = ("npm-2008", "kenko-2022")


def enter(table: Bench, kind: ClaimKind, subject: str = "", **told: Any) -> list[ev.Event]:
    """Make an entry of the referee."""
    return table.give(replace(Claim(kind, table.frame / 5, "referee", subject), **told))


def won_beside(book: str) -> tuple[Bench, str]:
    """B has won validly from A, and C's hand was opened without a win at the same moment; returns the fault's id."""
    table = dealt(book)
    lap(table, "5p")
    table.open(B, "46p123m789s22z777z")
    table.see()
    enter(table, ClaimKind.REPORT_FAULT, "hand-opened", seat=C)
    return table, table.director.state.faults[-1].fault.id


def outcome(table: Bench) -> Outcome:
    """Result of the round in play."""
    found = table.round.outcome
    assert found is not None
    return found


def winners(table: Bench) -> list[Seat]:
    """Winners of the round in play."""
    return [each.win.winner for each in outcome(table).wins]


@pytest.mark.parametrize("book", SILENT)
def test_where_the_book_is_silent_the_win_and_the_chombo_both_stand(book: str) -> None:
    table, fault = won_beside(book)
    alone = outcome(table)
    enter(table, ClaimKind.UPHOLD_FAULT, fault, penalty="chombo")
    played = Round(table.round.prevailing_wind, table.round.dealer, table.round.counters)
    chombo = settle_chombo(played, [C], rulebook(book))
    assert chombo is not None
    stands = outcome(table)
    assert (winners(table), stands.seats, stands.draw) == ([B], (C,), None)
    assert stands.payments == tuple(map(sum, zip(alone.payments, chombo.deltas, strict=True)))
    assert stands.column == chombo.column
    assert table.director.state.faults[-1].beside_win is BesideWin.BOTH
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    table.signal(SignalKind.SET_PRESSED, B)
    assert (table.round.dealer, table.round.counters) == (B, 0), "what follows is the win's"


@pytest.mark.parametrize("book", [*SILENT, *FORGIVES])
@pytest.mark.parametrize("choice", ["both", "instead"])
def test_the_referee_may_rule_either_way_in_every_book(book: str, choice: str) -> None:
    table, fault = won_beside(book)
    enter(table, ClaimKind.UPHOLD_FAULT, fault, penalty="chombo", beside_win=choice)
    stands = outcome(table)
    assert stands.seats == (C,)
    assert winners(table) == ([B] if choice == "both" else [])
    assert stands.draw is (None if choice == "both" else DrawKind.CHOMBO)


@pytest.mark.parametrize("book", FORGIVES)
def test_where_the_book_forgives_the_win_alone_stands_unless_it_is_ruled(book: str) -> None:
    table, fault = won_beside(book)
    alone = outcome(table)
    enter(table, ClaimKind.UPHOLD_FAULT, fault, penalty="chombo")
    assert outcome(table) == alone
    assert table.director.state.faults[-1].beside_win is BesideWin.FORGIVEN


@pytest.mark.parametrize("book", SILENT)
@pytest.mark.parametrize("paid", [False, True])
def test_a_chombo_beside_a_win_is_turned_at_once_and_after_the_payment(book: str, paid: bool) -> None:
    table, fault = won_beside(book)
    before, alone = table.director.state.scores, outcome(table)
    enter(table, ClaimKind.UPHOLD_FAULT, fault, penalty="chombo")
    both = outcome(table)
    if paid:
        enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    for choice, result in (("instead", None), ("both", both)):
        claim = Claim(ClaimKind.REVIEW_FAULT, table.frame / 5, "referee", fault, penalty="chombo")
        table.give(replace(claim, decision="upheld", beside_win=choice, reason="seen again"))
        told = outcome(table)
        assert (told.draw is DrawKind.CHOMBO) is (result is None)
        if result is not None:
            assert told.payments == result.payments
        if paid:
            now = table.director.state.scores
            assert now == tuple(map(sum, zip(before, told.payments, strict=True)))
    enter(table, ClaimKind.REVIEW_FAULT, fault, decision="dismissed", reason="seen again")
    assert replace(outcome(table), confirmed=False) == alone
    assert table.director.state.faults[-1].decision is Decision.DISMISSED
    if paid:
        assert table.director.state.scores == tuple(map(sum, zip(before, alone.payments, strict=True)))


def test_a_fine_to_each_beside_a_win_leaves_the_win_too() -> None:
    table, fault = won_beside("wakashachi-2025")
    alone = outcome(table)
    enter(table, ClaimKind.UPHOLD_FAULT, fault, penalty=Penalty.PAYS_EACH.value)
    stands = outcome(table)
    gained = [now - was for now, was in zip(stands.payments, alone.payments, strict=True)]
    assert (winners(table), gained) == ([B], [2000, 2000, -6000, 2000])


def test_what_follows_a_chombo_beside_a_win_may_be_ruled() -> None:
    table, fault = won_beside("teikoku")
    enter(table, ClaimKind.UPHOLD_FAULT, fault, penalty="chombo", after=AfterChombo.DEALER_STAYS.value)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    table.signal(SignalKind.SET_PRESSED, A)
    assert (table.round.dealer, table.round.counters) == (A, 0)


@pytest.mark.parametrize(
    ("book", "both"), [("npm-2008", False), ("kenko-2022", False), ("teikoku", True), ("tomioka", True)]
)
def test_a_later_win_falls_only_where_the_text_has_the_round_played_again(book: str, both: bool) -> None:
    """npm art. 52 chi, kenko penalties: the round is void from the chombo on; no silent book removes a valid win."""
    table = dealt(book)
    lap(table, "1z")
    enter(table, ClaimKind.REPORT_FAULT, "wall-broken", seat=D)
    fault = table.director.state.faults[-1].fault.id
    lap(table, "1z", "5p", first=B)
    table.open(D, "46p123m789s22z777z")
    table.see()
    assert winners(table) == [D]
    enter(table, ClaimKind.UPHOLD_FAULT, fault, penalty="chombo", seat=A)
    assert (winners(table), outcome(table).seats) == ([D] if both else [], (A,))


def test_the_choice_is_one_of_the_words() -> None:
    table, fault = won_beside("teikoku")
    enter(table, ClaimKind.UPHOLD_FAULT, fault, penalty="chombo", beside_win="neither")
    assert isinstance(table.steps[-1].effects[0], Refuse)
    assert only(table.events, ev.FaultDecided) == []


@pytest.mark.parametrize(("book", "counters"), [("teikoku", 0), ("npm-2008", 2), ("kenko-2022", 2)])
def test_after_a_chombo_at_a_draw_with_the_dealer_tenpai_counters_are_as_the_book_has_them(
    book: str, counters: int
) -> None:
    """Teikoku art. 1-5: the counters are paid with the fine, and the next round has none, whoever deals it."""
    table = dealt(book)
    table.director.state = replace(table.director.state, round=replace(table.round, counters=2))
    lap(table, "5m", "5p", "5s", "6m")
    enter(table, ClaimKind.CONFIRM_DRAW, seats=(A,))
    enter(table, ClaimKind.REPORT_FAULT, "riichi-noten", seat=C)
    enter(table, ClaimKind.UPHOLD_FAULT, table.director.state.faults[-1].fault.id)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    table.signal(SignalKind.SET_PRESSED, A)
    assert (table.round.dealer, table.round.counters) == (A, counters)
