"""Invalid riichi, wrong draws and illegal kongs: detected, upheld, and their effects on the round."""

from typing import Any, Final

import pytest

from controller.journal import events as ev
from controller.journal.chain import Record, seal
from controller.journal.events import DrawKind
from controller.journal.reduce import replay
from controller.journal.state import RiichiStand, RoundState
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from controller.rulebooks.schema.penalties import Penalty
from controller.table.director import Director
from controller.table.effects import Refuse
from controller.table.venue import Venue
from tests.support.bench import Bench, dealt, faults, lap, only, state_bytes
from tests.support.fault_cases import BOOKS
from tests.support.fault_stage import Stage
from tests.support.golden import house
from tests.support.longer import others_long

A, B, C, D = Seat
TENPAI: Final = "34m456p789s22p555z"


def enter(table: Bench, kind: ClaimKind, subject: str = "", **told: Any) -> list[ev.Event]:
    """Make an entry of the referee."""
    return table.give(Claim(kind, table.frame / 5, "referee", subject, **told))


def uphold(table: Bench, code: str) -> list[ev.Event]:
    """Uphold the newest fault with this code."""
    found = [each.fault.id for each in table.director.state.faults if each.fault.code == code]
    return enter(table, ClaimKind.UPHOLD_FAULT, found[-1])


def now(table: Bench) -> RoundState:
    """The round in play."""
    round_ = table.director.state.round
    assert round_ is not None
    return round_


def with_points(book: str, points: int) -> Bench:
    """A new table with these points per seat; A has discarded, B has declared riichi, C has discarded."""
    law = house(rulebook(book), {"settlement.start_points": points})
    director, step = Director.open(Venue(book), 0.0, law)
    table = Bench(director, events=list(step.events), steps=[step])
    table.set_out(3, 4)
    table.turn_dora("9p", C, 5)
    table.see()
    lap(table, "8s")
    table.discard(B, "2s", sideways=True)
    table.see()
    lap(table, "6s", first=C)
    return table


def declared_with(book: str, left: int) -> Stage:
    """A riichi of the seat on turn, with ``left`` live tiles after the draw."""
    stage = Stage(book, noise=False)
    stage.set_out({})
    stage.to_haitei(left + 1)
    stage.draw(stage.turn)
    stage.discard(stage.turn, "6z", sideways=True, see=20)
    return stage


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("points", [900, 1000])
def test_riichi_with_900_points_is_taken_back_with_the_right_where_the_book_asks_for_a_stick(
    book: str, points: int
) -> None:
    table = with_points(book, points)
    state = table.director.state
    assert (state.scores[B], state.riichi_sticks) == (points - 1000, 1)
    found = faults(table.events, "riichi-no-points")
    assert bool(found) is (book == "teikoku" and points == 900)
    if found:
        assert found[0].fault.seat is B
        uphold(table, "riichi-no-points")
        state = table.director.state
        assert (state.scores, state.riichi_sticks) == ((points,) * 4, 0)
        assert now(table).riichi[B].stand is RiichiStand.NONE
        assert now(table).lost_right == (False, True, False, False)


@pytest.mark.slow
@pytest.mark.parametrize("book", others_long(BOOKS, "teikoku", "tomioka", "kenko-2022"))
def test_riichi_with_too_few_tiles_left_does_not_stand_and_costs_what_the_book_says(book: str) -> None:
    told = {}
    for left in (4, 3, 0):
        table = declared_with(book, left).table
        found = faults(table.events, "riichi-too-late")
        if not found:
            told[left] = "stands"
            continue
        seat = found[0].fault.seat
        assert seat is not None
        uphold(table, "riichi-too-late")
        assert now(table).riichi[seat].stand is RiichiStand.NONE
        assert (table.director.state.scores, table.director.state.riichi_sticks) == ((rule_start(book),) * 4, 0)
        told[left] = "right lost" if now(table).lost_right[seat] else "no riichi"
    forbidden = {"npm-2008": "no riichi", "teikoku": "right lost", "tomioka": "right lost"}.get(book, "stands")
    assert told == {4: "stands", 3: "right lost" if book == "teikoku" else "stands", 0: forbidden}


def rule_start(book: str) -> int:
    """Start points of the book."""
    return rulebook(book).settlement.start_points.value


def test_a_riichi_that_fell_counts_in_no_win_afterwards() -> None:
    """No riichi, no ippatsu, no ura-dora and no stick for a win after the decision."""
    table = with_points("teikoku", 900)
    uphold(table, "riichi-no-points")
    table.discard(D, "5m")
    table.see()
    table.open(A, "46m123m789s22z777z")
    table.see(30)
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    assert won.wins[0].win.riichi_sticks == 0
    again = with_points("teikoku", 900)
    uphold(again, "riichi-no-points")
    again.discard(D, "5p")
    again.see()
    again.open(B, "46p123m789s22z777z")
    again.see(60)
    assert only(again.events, ev.RoundWon) == []


@pytest.mark.parametrize("entered", [False, True])
def test_a_result_found_before_the_decision_is_worked_out_again(entered: bool) -> None:
    """B wins with an invalid riichi: without the right there is no win."""
    table = with_points("teikoku", 900)
    lap(table, "5p", first=D)
    if entered:
        win = EnteredWin(
            B, parse_tiles("46p123m789s22z777z"), parse_tile("5p"), D, riichi="riichi", ura_indicators=parse_tiles("1s")
        )
        enter(table, ClaimKind.ENTER_RESULT, wins=(win,))
    else:
        table.open(B, "46p123m789s22z777z")
        table.see(60)
    assert len(only(table.events, ev.RoundWon)) == 1
    uphold(table, "riichi-no-points")
    assert now(table).outcome is None
    assert (table.director.state.scores, table.director.state.riichi_sticks) == ((900,) * 4, 0)


def test_a_win_of_another_is_paid_without_the_stick_that_went_back() -> None:
    table = with_points("teikoku", 900)
    lap(table, "5p", first=D)
    table.open(C, "46p123m789s22z777z")
    table.see(60)
    assert now(table).outcome is not None
    uphold(table, "riichi-no-points")
    outcome = now(table).outcome
    assert outcome is not None
    assert [each.score.riichi_sticks_taken for each in outcome.wins] == [0]
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    assert sum(table.director.state.scores) == 3600
    assert table.director.state.riichi_sticks == 0


@pytest.mark.parametrize("named", [None, (B, C)])
def test_at_a_draw_whoever_lost_the_right_is_noten_though_the_draw_was_found_before(
    named: tuple[Seat, ...] | None,
) -> None:
    table = with_points("teikoku", 900)
    table.open(B, TENPAI)
    table.open(C, "67m123p789s11p666z")
    table.see()
    enter(table, ClaimKind.CONFIRM_DRAW, seats=named)
    uphold(table, "riichi-no-points")
    outcome = now(table).outcome
    assert outcome is not None
    assert (outcome.draw, outcome.tenpai, outcome.payments) == (DrawKind.EXHAUSTIVE, (C,), (-1000, -1000, 3000, -1000))


@pytest.mark.parametrize("book", BOOKS)
def test_without_a_penalty_only_the_riichi_falls_and_tenpai_is_kept(book: str) -> None:
    table = with_points(book, 25_000)
    table.open(B, TENPAI)
    table.see()
    enter(table, ClaimKind.CONFIRM_DRAW, seats=(B,))
    enter(table, ClaimKind.REPORT_FAULT, "riichi-incomplete", seat=B)
    uphold(table, "riichi-incomplete")
    outcome = now(table).outcome
    assert outcome is not None
    assert (outcome.tenpai, now(table).riichi[B].stand, table.director.state.riichi_sticks) == (
        (B,),
        RiichiStand.NONE,
        0,
    )
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    assert table.director.state.scores == (24_000, 28_000, 24_000, 24_000)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("code", ["draw-wrong-end", "dead-wall-drawn", "kan-draw-before-shown", "draw-early"])
def test_a_wrong_draw_costs_what_the_book_says(book: str, code: str) -> None:
    table = dealt(book)
    lap(table, "1z")
    enter(table, ClaimKind.REPORT_FAULT, code, seat=B)
    fault = table.director.state.faults[-1].fault
    assert fault.penalty is not None
    uphold(table, code)
    lost = book == "teikoku" or (book == "npm-2008" and code == "draw-early")
    assert now(table).lost_right[B] is lost
    if not lost:
        assert fault.penalty.penalty in (Penalty.REFEREE, Penalty.NOTE)
        assert fault.remedy.kind.value in ("referee", "note", "void")
    elif code != "draw-early":
        assert (fault.penalty.clause, fault.remedy.kind.value) == ("art. 4-2", "penalty")


@pytest.mark.parametrize("book", BOOKS)
def test_an_illegal_kong_after_riichi_is_a_chombo_only_where_that_is_printed(book: str) -> None:
    table = dealt(book)
    lap(table, "1z")
    enter(table, ClaimKind.CONFIRM_DRAW, seats=())
    enter(table, ClaimKind.REPORT_FAULT, "riichi-kan-illegal", seat=B)
    fault = table.director.state.faults[-1].fault
    assert fault.penalty is not None
    printed = {"npm-2008": "art. 32 chi, 52 ro", "teikoku": "art. 3-6, 4-1"}
    assert fault.penalty.penalty is (Penalty.CHOMBO if book in printed else Penalty.REFEREE)
    assert fault.penalty.clause.startswith(printed.get(book, "unstated"))
    assert bool(fault.penalty.unstated) is (book not in printed)
    uphold(table, "riichi-kan-illegal")
    outcome = now(table).outcome
    assert outcome is not None
    assert outcome.draw is (DrawKind.CHOMBO if book in printed else DrawKind.EXHAUSTIVE)


@pytest.mark.parametrize("book", BOOKS)
def test_a_riichi_is_taken_back_until_the_next_discard_where_the_book_lets_it(book: str) -> None:
    """After the next player's draw, and after a call of the next, but not after a discard."""
    may = book == "wakashachi-2025"
    table = dealt(book)
    lap(table, "1z")
    table.discard(B, "2z", sideways=True)
    table.see()
    enter(table, ClaimKind.REPORT_FAULT, "riichi-taken-back", seat=B)
    refused = any(isinstance(effect, Refuse) for effect in table.steps[-1].effects)
    assert refused is may
    enter(table, ClaimKind.CANCEL_RIICHI, seat=B)
    assert now(table).riichi[B].stand is RiichiStand.NONE
    late = with_points(book, 25_000)
    enter(late, ClaimKind.REPORT_FAULT, "riichi-taken-back", seat=B)
    assert late.director.state.faults[-1].fault.code == "riichi-taken-back"
    uphold(late, "riichi-taken-back")
    assert now(late).riichi[B].stand is RiichiStand.ACCEPTED


def test_what_was_decided_is_undone_and_replayed_to_the_byte() -> None:
    table = with_points("teikoku", 900)
    before = state_bytes(table.director.state)
    uphold(table, "riichi-no-points")
    after = state_bytes(table.director.state)
    records: list[Record] = []
    for event in table.events:
        records.append(seal(event, event.at, records[-1] if records else None))
    assert state_bytes(replay(records).state) == after
    enter(table, ClaimKind.UNDO)
    assert state_bytes(table.director.state) == before
