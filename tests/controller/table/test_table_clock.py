"""The game's clock by the journal's times: started, announced and stopped automatically, and overruled by a person."""

from dataclasses import replace
from typing import Any

import pytest

from controller.journal import events as ev
from controller.journal.chain import Record, seal
from controller.journal.reduce import replay
from controller.journal.state import Phase
from controller.ports.evidence import Tick
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from controller.scoring.game.flow import Last
from controller.table.director import Director
from controller.table.effects import AskPoints, Refuse
from controller.table.venue import Venue
from tests.support.bench import Bench, bench, dealt, faults, lap, only, state_bytes

A, B, C, D = Seat
WITH_CLOCK = (("wakashachi-2025", 45), ("kenko-2022", 50))


def at_minute(table: Bench, minute: float) -> list[ev.Event]:
    """Let the clock reach this minute after the first set without further events."""
    return table.give(Tick(60 * minute))


def enter(table: Bench, kind: ClaimKind, minute: float, subject: str = "", **told: Any) -> list[ev.Event]:
    """Make an entry of the referee at a minute."""
    return table.give(replace(Claim(kind, 60 * minute, "referee", subject), **told))


def left(table: Bench, minute: float) -> float:
    """Minutes left on the clock at a minute."""
    clock = table.director.state.clock
    assert clock is not None
    return clock.left_at(60 * minute) / 60


def settled(table: Bench, minute: float, *tenpai: Seat) -> None:
    """Enter and pay a draw."""
    enter(table, ClaimKind.CONFIRM_DRAW, minute, seats=tenpai)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT, minute)


@pytest.mark.parametrize(("book", "limit"), WITH_CLOCK)
def test_the_first_act_starts_the_clock_and_the_round_in_play_when_it_runs_out_is_the_last(
    book: str, limit: int
) -> None:
    table = bench(book)
    assert at_minute(table, -10) == []
    table.set_out(3, 4)
    (started,) = only(table.events, ev.ClockMoved)
    assert isinstance(started, ev.ClockMoved)
    assert (started.left_s, started.running, started.by) == (60 * limit, True, "")
    table = dealt(book)
    lap(table, "1z")
    at_minute(table, limit - 0.01)
    assert only(table.events, ev.LastRoundCalled) == []
    at_minute(table, limit)
    (called,) = only(table.events, ev.LastRoundCalled)
    assert called == ev.LastRoundCalled(at=60.0 * limit, evidence=called.evidence, reason=Last.CLOCK, begun=True)
    assert not table.director.state.game_over
    at_minute(table, limit + 1)
    assert len(only(table.events, ev.LastRoundCalled)) == 1
    settled(table, limit + 2, A)
    assert table.director.state.game_over
    assert faults(table.events, "clock") == []


@pytest.mark.parametrize("book", ["npm-2008", "teikoku", "tomioka", "mleague"])
def test_a_book_without_a_clock_never_ends_by_time(book: str) -> None:
    table = dealt(book)
    lap(table, "1z")
    at_minute(table, 500)
    assert (table.director.state.clock, table.director.state.last) == (None, None)
    assert enter(table, ClaimKind.START_CLOCK, 500) == []
    assert isinstance(table.steps[-1].effects[0], Refuse)


def test_points_are_asked_for_with_ten_minutes_left_under_wakashachi_7() -> None:
    table = dealt("wakashachi-2025")
    lap(table, "1z")
    at_minute(table, 34.9)
    assert only(table.events, ev.PointsCalled) == []
    at_minute(table, 35)
    (called,) = only(table.events, ev.PointsCalled)
    assert isinstance(called, ev.PointsCalled)
    assert called.left_s == 600
    assert table.steps[-1].effects == (AskPoints("art. 7"),)
    for seat in Seat:
        enter(table, ClaimKind.STATE_POINTS, 36, seat=seat, points=25_000)
    assert table.director.state.points_told == (True, True, True, True)
    enter(table, ClaimKind.REPORT_FAULT, 36, "points-undeclared", seat=C)
    assert table.director.state.faults[-1].fault.remedy.clause == "art. 7"
    at_minute(table, 40)
    assert len(only(table.events, ev.PointsCalled)) == 1
    other = dealt("kenko-2022")
    lap(other, "1z")
    at_minute(other, 49)
    assert only(other.events, ev.PointsCalled) == []


@pytest.mark.parametrize(("book", "limit"), WITH_CLOCK)
def test_time_that_runs_out_between_rounds_ends_the_game(book: str, limit: int) -> None:
    table = dealt(book)
    lap(table, "1z")
    settled(table, 20, A)
    assert table.director.phase is Phase.SETTLEMENT
    at_minute(table, limit)
    assert table.director.state.game_over
    table.signal(SignalKind.SET_PRESSED, A)
    assert (table.director.state.game, table.director.state.game_over) == (2, False)


@pytest.mark.parametrize(("book", "limit"), WITH_CLOCK)
def test_time_that_runs_out_while_a_result_waits_makes_that_round_the_last(book: str, limit: int) -> None:
    table = dealt(book)
    lap(table, "1z")
    enter(table, ClaimKind.CONFIRM_DRAW, 20, seats=(A,))
    at_minute(table, limit)
    assert not table.director.state.game_over
    enter(table, ClaimKind.CONFIRM_SETTLEMENT, limit + 1)
    assert table.director.state.game_over


@pytest.mark.parametrize(("book", "limit"), WITH_CLOCK)
def test_a_round_that_has_not_begun_when_time_is_up_is_void_if_played_and_counts_if_the_referee_says_so(
    book: str, limit: int
) -> None:
    for decision, void in ((ClaimKind.UPHOLD_FAULT, True), (ClaimKind.DISMISS_FAULT, False)):
        table = dealt(book)
        at_minute(table, limit)
        assert table.director.state.game_over
        lap(table, "1z")
        (raised,) = faults(table.events, "clock-over")
        enter(table, decision, limit + 1, raised.fault.id)
        if void:
            enter(table, ClaimKind.CONFIRM_SETTLEMENT, limit + 1)
            assert table.director.state.scores == (rulebook(book).settlement.start_points.value,) * 4
        else:
            assert not table.director.state.game_over
            settled(table, limit + 2, A)
            assert table.director.state.scores[A] == rulebook(book).settlement.start_points.value + 3000
        assert table.director.state.game_over


@pytest.mark.parametrize(("book", "penalty"), [("kenko-2022", "chombo"), ("wakashachi-2025", "pays_each")])
def test_a_round_that_a_penalty_voids_after_time_is_played_again(book: str, penalty: str) -> None:
    limit = dict(WITH_CLOCK)[book]
    table = dealt(book)
    lap(table, "1z")
    at_minute(table, limit)
    enter(table, ClaimKind.REPORT_FAULT, limit, "hand-opened", seat=B)
    fault = table.director.state.faults[-1].fault.id
    enter(table, ClaimKind.UPHOLD_FAULT, limit, fault, penalty=penalty)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT, limit)
    assert not table.director.state.game_over
    table.frame = 0
    table.set_out(3, 4)
    table.turn_dora("9p", C, 5)
    lap(table, "2z")
    assert faults(table.events, "clock-over") == []
    settled(table, limit + 3, A)
    assert table.director.state.game_over


def test_a_game_that_is_over_before_time_leaves_its_clock_alone_and_the_next_has_its_own() -> None:
    table = dealt("kenko-2022")
    lap(table, "1z")
    settled(table, 20, A)
    enter(table, ClaimKind.END_GAME, 21)
    at_minute(table, 90)
    assert only(table.events, ev.LastRoundCalled) == []
    table.give(Tick(60 * 100.0))
    table.signal(SignalKind.SET_PRESSED, A)
    assert table.director.state.game == 2
    assert left(table, 100) == 50
    assert left(table, 110) == 40


def test_a_person_stops_sets_and_adds_to_the_clock_and_undoes_that() -> None:
    table = dealt("kenko-2022")
    lap(table, "1z")
    at_minute(table, 10)
    enter(table, ClaimKind.STOP_CLOCK, 10)
    at_minute(table, 200)
    assert (left(table, 200), table.director.state.last) == (40, None)
    enter(table, ClaimKind.STOP_CLOCK, 200)
    assert isinstance(table.steps[-1].effects[0], Refuse)
    enter(table, ClaimKind.START_CLOCK, 200)
    assert left(table, 205) == 35
    enter(table, ClaimKind.ADD_TIME, 205, minutes=5.0)
    assert left(table, 205) == 40
    enter(table, ClaimKind.UNDO, 205.1)
    assert left(table, 205) == 35
    enter(table, ClaimKind.SET_CLOCK, 206, minutes=1.0)
    at_minute(table, 207)
    assert table.director.state.last is Last.CLOCK
    for minutes in (None, -1.0, 601.0):
        enter(table, ClaimKind.SET_CLOCK, 207, minutes=minutes)
        assert isinstance(table.steps[-1].effects[0], Refuse)


def test_time_that_was_up_is_taken_back_by_a_person_the_games_end_too() -> None:
    table = dealt("wakashachi-2025")
    lap(table, "1z")
    at_minute(table, 45)
    assert table.director.state.last is Last.CLOCK
    enter(table, ClaimKind.TIME_BACK, 46)
    assert table.director.state.last is None
    at_minute(table, 60)
    assert table.director.state.last is None
    enter(table, ClaimKind.SET_CLOCK, 60, minutes=5.0)
    enter(table, ClaimKind.START_CLOCK, 60)
    settled(table, 61, A)
    before = table.director.state
    at_minute(table, 65)
    assert table.director.state.game_over
    enter(table, ClaimKind.ADD_TIME, 66, minutes=10.0)
    after = table.director.state
    assert (after.game_over, after.last) == (False, None)
    assert (after.scores, after.riichi_sticks) == (before.scores, before.riichi_sticks)
    enter(table, ClaimKind.TIME_BACK, 67)
    assert isinstance(table.steps[-1].effects[0], Refuse)


def test_where_no_ticks_come_any_evidence_tells_the_time() -> None:
    table = dealt("wakashachi-2025")
    lap(table, "1z")
    table.frame = 36 * 60 * 5
    table.see(1)
    assert len(only(table.events, ev.PointsCalled)) == 1
    table.frame = 46 * 60 * 5
    table.discard(B, "2z")
    table.see(1)
    assert table.director.state.last is Last.CLOCK


def test_the_clock_goes_on_by_the_journal_after_a_restart() -> None:
    table = dealt("kenko-2022")
    lap(table, "1z")
    at_minute(table, 10)
    enter(table, ClaimKind.ADD_TIME, 10, minutes=-5.0)
    records: list[Record] = []
    for event in table.events:
        records.append(seal(event, event.at, records[-1] if records else None))
    assert state_bytes(replay(records).state) == state_bytes(table.director.state)
    again = Bench(Director.resume(records, Venue("kenko-2022")))
    assert again.give(Tick(60 * 44.9)) == []
    again.give(Tick(60 * 45.0))
    assert again.director.state.last is Last.CLOCK
