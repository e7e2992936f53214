"""Points declared before the last round: a wrong declarer ranks below the others and takes no remaining sticks."""

from dataclasses import replace
from typing import Any

import pytest

from controller.journal import events as ev
from controller.journal.ledger import shown
from controller.journal.state import TableState
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from controller.scoring.game.placement import final_scores
from controller.table.effects import AskPoints, Refuse
from tests.support.bench import Bench, bench, faults, lap, only

A, B, C, D = Seat


def enter(table: Bench, kind: ClaimKind, subject: str = "", **told: Any) -> list[ev.Event]:
    """Make an entry of the referee."""
    return table.give(replace(Claim(kind, table.frame / 5, "referee", subject), **told))


def drawn(table: Bench, *tenpai: Seat, confirmed: bool = True) -> None:
    """Play a round that ends with these seats tenpai; ``confirmed``: its payment is confirmed."""
    state = table.director.state
    dealer = Seat.A if state.round is None else state.round.dealer
    if table.director.phase.value == "settlement":
        dealer = dealer.turn(1)
    table.set_out(3, 4, dealer=dealer)
    lap(table, "5m", "5p", "6p", "7p", first=dealer)
    enter(table, ClaimKind.CONFIRM_DRAW, seats=tenpai)
    if confirmed:
        enter(table, ClaimKind.CONFIRM_SETTLEMENT)


def before_the_last_round(book: str) -> Bench:
    """South 4 is dealt: seat B leads by a noten payment; nobody has declared yet."""
    table = bench(book)
    drawn(table, B)
    for _ in range(6):
        drawn(table)
    assert table.director.state.scores == (24_000, 28_000, 24_000, 24_000)
    table.set_out(3, 4, dealer=D)
    return table


def declare(table: Bench, seat: Seat, more: int = 0) -> list[ev.Event]:
    """Let a seat declare its recorded points plus ``more``."""
    return enter(table, ClaimKind.STATE_POINTS, seat=seat, points=table.director.state.scores[seat] + more)


def finished(table: Bench) -> TableState:
    """Play the last round with a riichi by seat D whose stick stays on the table, drawn with nobody tenpai."""
    table.discard(D, "5m", sideways=True)
    table.see()
    lap(table, "5p", "6p", "7p")
    enter(table, ClaimKind.CONFIRM_DRAW, seats=())
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    return table.director.state


def test_points_are_asked_for_before_the_last_round_in_teikoku_only() -> None:
    table = before_the_last_round("teikoku")
    asked = [effect for step in table.steps for effect in step.effects if isinstance(effect, AskPoints)]
    assert asked == [AskPoints("art. 1-9")]
    for book in ("npm-2008", "tomioka", "kenko-2022"):
        table = bench(book)
        drawn(table, B)
        for _ in range(6):
            drawn(table)
        table.set_out(3, 4, dealer=D)
        assert not [effect for step in table.steps for effect in step.effects if isinstance(effect, AskPoints)]
        declare(table, B, 1000)
        assert faults(table.events, "points") == []
        assert enter(table, ClaimKind.REPORT_FAULT, "points-declared-wrong", seat=B) == []
        assert isinstance(table.steps[-1].effects[0], Refuse)


@pytest.mark.parametrize(("more", "top"), [(0, B), (1000, A)])
def test_who_declared_wrongly_does_not_lead_for_the_left_sticks(more: int, top: Seat) -> None:
    table = before_the_last_round("teikoku")
    for seat in (A, C, D):
        declare(table, seat)
    declare(table, B, more)
    raised = faults(table.events, "points-declared-wrong")
    assert [each.fault.seat for each in raised] == ([B] if more else [])
    for each in raised:
        assert each.fault.remedy.clause == "art. 4-6"
        enter(table, ClaimKind.UPHOLD_FAULT, each.fault.id)
    state = finished(table)
    assert state.game_over
    # A and C are level with 24,000: the first of them would share an odd hundred; both lead among the right ones.
    expected = [24_000, 28_000, 24_000, 23_000]
    if more:
        expected[A] += 500
        expected[C] += 500
    else:
        expected[top] += 1000
    assert list(state.scores) == expected


def test_players_count_what_was_paid_at_the_table_though_nobody_has_confirmed_it() -> None:
    """Regression: the settled points were requested: all four declared wrongly, with a penalty each."""
    table = bench("teikoku")
    for _ in range(6):
        drawn(table)
    drawn(table, B, confirmed=False)
    table.set_out(3, 4, dealer=D)
    state = table.director.state
    assert (state.scores, shown(state)[0].scores) == ((25_000,) * 4, (24_000, 28_000, 24_000, 24_000))
    for seat, points in zip(Seat, (24_000, 28_000, 24_000, 25_000), strict=True):
        enter(table, ClaimKind.STATE_POINTS, seat=seat, points=points)
    assert [each.fault.seat for each in faults(table.events, "points-declared-wrong")] == [D]


def test_the_end_of_a_game_is_put_right_when_the_declaration_is_ruled_wrong_afterwards() -> None:
    table = before_the_last_round("teikoku")
    declare(table, B, 1000)
    (raised,) = faults(table.events, "points-declared-wrong")
    assert finished(table).scores[B] == 29_000
    enter(table, ClaimKind.UPHOLD_FAULT, raised.fault.id)
    state = table.director.state
    assert state.scores == (24_500, 28_000, 24_500, 23_000)
    assert (state.game_over, sum(state.scores), state.wrong_declared) == (True, 100_000, (False, True, False, False))


def test_a_declaration_of_an_earlier_game_changes_nothing_in_the_next() -> None:
    table = before_the_last_round("teikoku")
    declare(table, B, 1000)
    (raised,) = faults(table.events, "points-declared-wrong")
    finished(table)
    table.signal(SignalKind.SET_PRESSED, A)
    assert table.director.state.game == 2
    enter(table, ClaimKind.UPHOLD_FAULT, raised.fault.id)
    assert only(table.events, ev.DeclaredWrong) == []


@pytest.mark.parametrize(
    ("wrong", "final"),
    [
        (frozenset(), (33_000, 30_000, 20_000, 18_000)),
        (frozenset({A}), (32_000, 31_000, 20_000, 18_000)),
        (frozenset({A, B}), (32_000, 30_000, 21_000, 18_000)),
        (frozenset(Seat), (33_000, 30_000, 20_000, 18_000)),
    ],
)
def test_left_sticks_go_to_the_top_among_those_who_declared_right(
    wrong: frozenset[Seat], final: tuple[int, ...]
) -> None:
    scores = (32_000, 30_000, 20_000, 18_000)
    assert final_scores(scores, 1, rulebook("teikoku"), wrong) == final
    nobody = (32_000, 30_000, 20_000, 18_000)
    assert final_scores(scores, 1, rulebook("npm-2008"), wrong) == nobody
    assert final_scores(scores, 1, rulebook("wakashachi-2025"), wrong) == (33_000, 30_000, 20_000, 18_000)
