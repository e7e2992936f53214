"""Decisions of the referee and their effects on the round: under the book, by a ruling, undone within seconds."""

from dataclasses import replace
from typing import Any

import pytest

from controller.errors import RulebookError
from controller.journal import events as ev
from controller.journal.events import Decision, DrawKind, Severity
from controller.journal.state import Phase, RiichiStand
from controller.ports.eyes import SeenHand
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind
from controller.referee.faults.kinds import FAULT_KINDS
from controller.referee.faults.penalties import due_penalty
from controller.referee.faults.remedies import due_remedy, is_lawful
from controller.riichi.seat import Seat
from controller.riichi.wall import Break
from controller.rulebooks.catalogue import outside_ids, rulebook, rulebook_ids
from controller.rulebooks.schema.penalties import AfterChombo, Penalty
from controller.rulebooks.schema.table import RemedyKind
from controller.table.director import Director
from controller.table.effects import Refuse
from controller.table.venue import Venue
from tests.support.bench import Bench, dealt, faults, lap, only, three_dragons

A, B, C, D = Seat
NOTEN = "13579m13579p135s"


def enter(table: Bench, kind: ClaimKind, subject: str = "", later: float = 0.0, **told: Any) -> list[ev.Event]:
    """Make an entry of the referee with further fields, ``later`` seconds later."""
    claim = Claim(kind, table.frame / 5 + later, "referee", subject)
    return table.give(replace(claim, **told))


def reported(table: Bench, code: str, seat: Seat) -> str:
    """Report a fault by hand; return its id."""
    enter(table, ClaimKind.REPORT_FAULT, code, seat=seat)
    return table.director.state.faults[-1].fault.id


def upheld(table: Bench, code: str, seat: Seat) -> list[ev.Event]:
    """Report and uphold a fault; return the events of the decision."""
    return enter(table, ClaimKind.UPHOLD_FAULT, reported(table, code, seat))


def phase(table: Bench) -> Phase:
    """Phase of the machine."""
    return table.director.phase


def opened_for_nothing(book: str, **venue: Any) -> Bench:
    """A hand opened early without a win, reported and undecided; one riichi stick is on the table."""
    director, step = Director.open(Venue(book, **venue), 0.0)
    table = Bench(director, events=list(step.events), steps=[step])
    table.set_out(3, 4)
    table.turn_dora("9p", C, 5)
    table.see()
    table.discard(A, "1z")
    table.see()
    table.discard(B, "2z", sideways=True)
    table.see()
    table.discard(C, "3z")
    table.see()
    return table


@pytest.mark.parametrize(
    ("book", "deltas", "column", "off_total", "sticks", "dealer", "counters"),
    [
        ("npm-2008", (0, 1000, 0, 0), (0, 0, 0, 0), (0, 0, 0, -40_000), 0, A, 0),
        ("teikoku", (4000, 2000, 2000, -8000), (0, 0, 0, 0), (0, 0, 0, 0), 1, B, 0),
        ("tomioka", (4000, 3000, 2000, -8000), (0, 0, 0, 0), (0, 0, 0, 0), 0, A, 0),
        ("kenko-2022", (0, 1000, 0, -12_000), (0, 0, 0, 12_000), (0, 0, 0, 0), 0, A, 0),
    ],
)
def test_a_chombo_costs_what_the_book_says_and_what_follows_does_too(
    book: str,
    deltas: tuple[int, ...],
    column: tuple[int, ...],
    off_total: tuple[int, ...],
    sticks: int,
    dealer: Seat,
    counters: int,
) -> None:
    table = opened_for_nothing(book)
    start = table.director.state.scores
    upheld(table, "hand-opened", D)
    (drawn,) = only(table.events, ev.RoundDrawn)
    assert isinstance(drawn, ev.RoundDrawn)
    assert (drawn.kind, drawn.seats, drawn.payments) == (DrawKind.CHOMBO, (D,), deltas)
    assert phase(table) is Phase.RESULT
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    state = table.director.state
    assert (state.column, state.off_total, state.riichi_sticks) == (column, off_total, sticks)
    assert sum(state.scores) + 1000 * sticks + sum(column) == sum(start) + 1000 * (start[B] % 5000 == 4000)
    table.signal(SignalKind.SET_PRESSED, dealer)
    now = table.director.state.round
    assert now is not None
    assert (now.dealer, now.counters) == (dealer, counters)


def test_two_offenders_both_pay_and_a_win_at_the_same_time_forgives_by_the_book() -> None:
    table = opened_for_nothing("npm-2008")
    upheld(table, "hand-opened", D)
    upheld(table, "wall-broken", C)
    drawn = only(table.events, ev.RoundDrawn)[-1]
    assert isinstance(drawn, ev.RoundDrawn)
    assert (drawn.seats, drawn.off_total) == ((D, C), (0, 0, -40_000, -40_000))
    won = dealt("npm-2008")
    lap(won, "5p")
    won.open(B, "46p123m789s22z777z")
    won.see()
    upheld(won, "hand-opened", C)
    assert only(won.events, ev.RoundDrawn) == []
    assert won.director.state.faults[-1].decision is Decision.UPHELD


def test_a_ruling_stands_in_for_a_book_that_leaves_it_to_the_referee() -> None:
    table = opened_for_nothing("wakashachi-2025")
    fault = reported(table, "hand-opened", D)
    enter(table, ClaimKind.UPHOLD_FAULT, fault, penalty="no such ruling")
    assert isinstance(table.steps[-1].effects[0], Refuse)
    enter(table, ClaimKind.UPHOLD_FAULT, fault, penalty=Penalty.CHOMBO.value, after=AfterChombo.DEALER_PASSES.value)
    (drawn,) = only(table.events, ev.RoundDrawn)
    assert isinstance(drawn, ev.RoundDrawn)
    assert (drawn.kind, drawn.after, sum(drawn.column)) == (DrawKind.CHOMBO, AfterChombo.DEALER_PASSES, 0)
    decided = table.director.state.faults[-1]
    assert (decided.decision, decided.penalty, decided.by) == (Decision.UPHELD, Penalty.CHOMBO, "referee")
    assert decided.decided_at == table.frame / 5


def test_whoever_lost_the_right_to_win_cannot_win_and_is_noten() -> None:
    table = dealt("npm-2008")
    lap(table, "1z")
    upheld(table, "hand-too-many", B)
    assert table.director.state.round is not None
    assert table.director.state.round.lost_right == (False, True, False, False)
    lap(table, "2z", "5p", first=B)
    table.open(B, "46p123m789s22z777z")
    table.see(40)
    assert only(table.events, ev.RoundWon) == []
    assert [each.fault.code for each in faults(table.events, "dead-")] == ["dead-player-acts"]
    enter(table, ClaimKind.CONFIRM_DRAW)
    (drawn,) = only(table.events, ev.RoundDrawn)
    assert isinstance(drawn, ev.RoundDrawn)
    assert drawn.tenpai == ()


def test_an_empty_call_pays_into_the_pot_or_without_points_ends_the_game() -> None:
    table = dealt("teikoku")
    lap(table, "1z")
    upheld(table, "call-empty", B)
    state = table.director.state
    assert (state.scores, state.riichi_sticks) == ((25_000, 24_000, 25_000, 25_000), 1)
    for _ in range(24):
        upheld(table, "call-empty", B)
    assert table.director.state.scores[B] == 0
    upheld(table, "call-empty", B)
    state = table.director.state
    assert state.round is not None
    assert (state.round.lost_right[B], state.last_round) == (True, state.rounds)
    enter(table, ClaimKind.CONFIRM_DRAW)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    assert table.director.state.game_over


def test_a_round_of_the_wrong_dealer_is_void_and_its_sticks_go_back() -> None:
    table = opened_for_nothing("npm-2008")
    assert table.director.state.scores[B] == 24_000
    upheld(table, "dealer-wrong", C)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    assert table.director.state.scores == (25_000,) * 4
    assert table.director.state.riichi_sticks == 0
    table.signal(SignalKind.SET_PRESSED, A)
    now = table.director.state.round
    assert now is not None
    assert (now.dealer, now.number, now.counters) == (A, 1, 0)


def test_a_riichi_that_does_not_stand_gets_its_stick_back() -> None:
    table = opened_for_nothing("npm-2008")
    upheld(table, "riichi-incomplete", B)
    state = table.director.state
    assert state.round is not None
    assert (state.scores[B], state.riichi_sticks, state.round.riichi[B].stand) == (25_000, 0, RiichiStand.NONE)


def test_decisions_are_undone_within_seconds_and_faults_found_since_stay() -> None:
    table = opened_for_nothing("npm-2008")
    before = table.director.state
    fault = reported(table, "hand-opened", D)
    enter(table, ClaimKind.UPHOLD_FAULT, fault)
    assert phase(table) is Phase.RESULT
    later = reported(table, "break-by-child", A)
    enter(table, ClaimKind.UNDO, later=5.0)
    state = table.director.state
    assert phase(table) is Phase.PLAY
    assert state.phase is Phase.PLAY
    assert state.round == before.round
    assert [(each.fault.id, each.decision) for each in state.faults[-2:]] == [(fault, None), (later, None)]
    enter(table, ClaimKind.UNDO)
    assert isinstance(table.steps[-1].effects[0], Refuse)
    enter(table, ClaimKind.DISMISS_FAULT, fault)
    enter(table, ClaimKind.UNDO, later=60.0)
    assert isinstance(table.steps[-1].effects[0], Refuse)
    assert table.director.state.faults[-2].decision is Decision.DISMISSED


def test_a_settlement_is_undone_to_the_last_point() -> None:
    table = dealt("npm-2008")
    lap(table, "5p")
    table.open(B, "46p123m789s22z777z")
    table.see()
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    assert table.director.state.scores != (25_000,) * 4
    enter(table, ClaimKind.UNDO, later=3.0)
    assert table.director.state.scores == (25_000,) * 4
    assert phase(table) is Phase.RESULT
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    table.signal(SignalKind.SET_PRESSED, B)
    enter(table, ClaimKind.UNDO, later=3.0)
    assert isinstance(table.steps[-1].effects[0], Refuse)


def test_nothing_is_settled_by_itself_unless_the_venue_says_so() -> None:
    for automatic, drawn in (((), 0), (("hand-opened",), 1)):
        table = opened_for_nothing("npm-2008", automatic=automatic)
        table.open(A, NOTEN)
        table.see(60)
        assert len(faults(table.events, "hand-opened")) == 1
        assert len(only(table.events, ev.RoundDrawn)) == drawn
    with pytest.raises(RulebookError, match="unknown fault"):
        Venue("npm-2008", automatic=("no-such-fault",))


def test_a_paid_result_waits_for_open_faults_about_it() -> None:
    table = dealt("npm-2008", auto_settle=True)
    lap(table, "5p", "2z", "3z", "4z", "9m", "5p")
    table.open(A, "46p123m789s11z777z")
    table.see()
    (furiten,) = faults(table.events, "win-furiten")
    assert phase(table) is Phase.RESULT
    enter(table, ClaimKind.DISMISS_FAULT, furiten.fault.id)
    assert phase(table) is Phase.SETTLEMENT


def test_a_doubtful_reading_is_a_note_until_the_venue_confirms_it() -> None:
    """kenko-2022 has no clause on hand sizes: the penalty is npm's."""
    for confirmed, severity in (((), Severity.NOTE), (("hand-too-many",), Severity.REFEREE)):
        table = opened_for_nothing("kenko-2022", confirmed=confirmed)
        reported(table, "hand-too-many", A)
        fault = table.director.state.faults[-1].fault
        assert fault.severity is severity
        assert fault.penalty is not None
        assert fault.penalty.unstated == "too_many_tiles"
        assert fault.by == "referee"


def test_what_a_book_allows_cannot_be_entered() -> None:
    table = opened_for_nothing("kenko-2022")
    assert enter(table, ClaimKind.REPORT_FAULT, "kuikae", seat=A) == []
    assert isinstance(table.steps[-1].effects[0], Refuse)
    assert enter(table, ClaimKind.REPORT_FAULT, "no-such-code", seat=A) == []


def test_manners_are_noted_with_the_clause_of_the_book_that_speaks_of_them() -> None:
    table = opened_for_nothing("npm-2008")
    reported(table, "manner-holds-tile", A)
    fault = table.director.state.faults[-1].fault
    assert (fault.severity, fault.remedy.clause, fault.penalty) == (Severity.NOTE, "art. 20 ro", None)
    assert enter(table, ClaimKind.REPORT_FAULT, "manner-slammed", seat=A) == []
    (refusal,) = table.steps[-1].effects
    assert isinstance(refusal, Refuse)
    assert refusal.reason.en == "This rulebook does not cover it."
    before = table.director.state
    upheld(table, "manner-river-touched", A)
    after = table.director.state
    assert (after.scores, after.round) == (before.scores, before.round)


def test_a_wait_called_to_a_discard_costs_the_right_to_win_in_kenko_only() -> None:
    table = opened_for_nothing("kenko-2022")
    upheld(table, "wait-voice", C)
    (lost,) = only(table.events, ev.RightLost)
    assert isinstance(lost, ev.RightLost)
    assert lost.seat is C
    penalty = table.director.state.faults[-1].fault.penalty
    assert penalty is not None
    assert (penalty.clause, penalty.unstated) == ("penalties, lost right 1", "")
    for book in ("npm-2008", "teikoku", "tomioka", "wakashachi-2025"):
        other = opened_for_nothing(book)
        assert enter(other, ClaimKind.REPORT_FAULT, "wait-voice", seat=C) == []


def test_a_wrong_meld_may_be_put_right_before_the_discard_where_the_book_says_so() -> None:
    table = dealt("npm-2008")
    lap(table, "1z")
    fault = reported(table, "meld-invalid", B)
    assert table.director.state.faults[-1].fault.remedy.kind.value == "put_right"
    lap(table, "2z", first=B)
    assert table.director.state.faults[-1].fault.remedy.kind.value == "penalty"
    enter(table, ClaimKind.CORRECT_FAULT, fault)
    assert table.director.state.faults[-1].decision is Decision.CORRECTED


@pytest.mark.parametrize(("book", "told"), [("npm-2008", "art. 32 he"), ("wakashachi-2025", "")])
def test_a_riichi_cancelled_by_hand_where_none_may_be_taken_back_is_told_with_the_clause(book: str, told: str) -> None:
    """npm art. 32 he: never; wakashachi: until the next player's discard."""
    table = dealt(book)
    lap(table, "1z")
    table.discard(B, "2z", sideways=True)
    table.see()
    enter(table, ClaimKind.CANCEL_RIICHI, seat=B)
    assert table.round.riichi[B].stand is RiichiStand.NONE
    raised = [each.fault for each in only(table.events, ev.FaultRaised) if isinstance(each, ev.FaultRaised)]
    assert [each.remedy.clause for each in raised if each.code == "riichi-taken-back"] == [told] * bool(told)


@pytest.mark.parametrize(
    ("book", "kind"), [("npm-2008", "put_right"), ("kenko-2022", "referee"), ("mleague-2026", "note")]
)
def test_a_payment_found_wrong_after_the_game_is_put_right_only_where_the_book_opens_it_again(
    book: str, kind: str
) -> None:
    table = dealt(book)
    for code in ("points-paid-wrong", "points-total-wrong"):
        reported(table, code, C)
        assert table.director.state.faults[-1].fault.remedy.kind.value == "put_right"
    lap(table, "5m")
    enter(table, ClaimKind.CONFIRM_DRAW, seats=())
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    enter(table, ClaimKind.END_GAME)
    assert table.director.state.game_over
    reported(table, "points-paid-wrong", D)
    assert table.director.state.faults[-1].fault.remedy.kind.value == kind


def test_a_replacement_drawn_before_its_kong_has_one_answer() -> None:
    """npm art. 8 names no penalty and art. 48 only early draws: it is noted, and nothing else is asked."""
    for book in (*rulebook_ids(), *outside_ids()):
        for code in FAULT_KINDS:
            penalty = None if is_lawful(code, rulebook(book)) else due_penalty(code, rulebook(book))
            remedy = due_remedy(code, rulebook(book), None)
            if penalty is not None and remedy.kind is RemedyKind.NOTE:
                assert penalty.penalty in (Penalty.NOTE, Penalty.FREE), (book, code)


@pytest.mark.parametrize("before", [20, 5])
def test_a_wrong_meld_costs_what_it_costs_as_soon_as_its_discard_lies_there(before: int) -> None:
    """Regression: the remedy waited for the record, which takes 25 readings to assign a discard after such a meld."""
    table = dealt("npm-2008")
    table.discard(A, "5m")
    table.see()
    table.rivers[A].pop()
    table.meld(B, "559m", 0)
    table.hands[B] = SeenHand(11)
    table.see(before)
    table.discard(B, "1z")
    table.hands[B] = SeenHand(10)
    table.see(table.director.venue.dwell.river + 1 if before > 15 else 15)
    fault = table.director.state.faults[-1].fault
    assert len(table.round.discards) == 1, "the record has not placed it yet"
    assert (fault.code, fault.remedy.kind.value) == ("meld-invalid", "penalty")
    enter(table, ClaimKind.UPHOLD_FAULT, fault.id)
    assert table.round.lost_right[B]


@pytest.mark.parametrize(("book", "over"), [("wakashachi-2025", True), ("kenko-2022", True)])
def test_time_is_up_the_round_in_play_is_the_last(book: str, over: bool) -> None:
    table = dealt(book)
    lap(table, "1z")
    enter(table, ClaimKind.TIME_UP)
    enter(table, ClaimKind.CONFIRM_DRAW, seats=(A,))
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    assert table.director.state.game_over is over
    late = dealt(book)
    enter(late, ClaimKind.TIME_UP)
    lap(late, "1z")
    (raised,) = faults(late.events, "clock-over")
    enter(late, ClaimKind.UPHOLD_FAULT, raised.fault.id)
    enter(late, ClaimKind.CONFIRM_SETTLEMENT)
    assert late.director.state.game_over


def test_nagashi_mangan_is_found_in_the_record_where_the_book_has_it() -> None:
    for book, kind in (("teikoku", DrawKind.NAGASHI_MANGAN), ("npm-2008", DrawKind.EXHAUSTIVE)):
        table = dealt(book)
        orphans = iter(("1m", "9m", "1p", "1s", "9s", "1z", "2z", "3z", "4z", "5z", "6z", "7z") * 2)
        plain = iter([f"{rank}{suit}" for rank in range(2, 9) for suit in "mps"] * 3)
        for place in range(70):
            table.discard(Seat(place % 4), next(plain if place % 4 else orphans))
            table.see(3)
        table.take(Break(C, 8), 122, lowered=True)
        enter(table, ClaimKind.CONFIRM_DRAW)
        (drawn,) = only(table.events, ev.RoundDrawn)
        assert isinstance(drawn, ev.RoundDrawn)
        assert drawn.kind is kind
        assert drawn.payments == ((12_000, -4000, -4000, -4000) if kind is DrawKind.NAGASHI_MANGAN else (0,) * 4)


def test_a_second_ron_after_the_first_counts_where_the_book_lets_all_win() -> None:
    for book, winners in (("npm-2008", [B]), ("wakashachi-2025", [B, C])):
        table = dealt(book)
        lap(table, "5p")
        table.open(B, "46p123m789s22z777z")
        table.see(4)
        table.open(C, "46p123s789m33z666z")
        table.see(12)
        won = only(table.events, ev.RoundWon)[-1]
        assert isinstance(won, ev.RoundWon)
        assert [each.win.winner for each in won.wins] == winners
        assert phase(table) is Phase.RESULT


def test_liability_is_fed_from_the_order_of_the_melds() -> None:
    """teikoku art. 4-5: the player whose discard made the third pung of dragons is liable."""
    table = three_dragons("teikoku")
    table.open(B, "46p11m")
    table.see()
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    assert (won.wins[0].win.liable_for, won.wins[0].win.loser) == ((("DAISANGEN", D),), C)
    assert {line.id for line in won.wins[0].score.payment_lines} >= {"LIABILITY_RON"}


def test_what_the_referee_says_is_kept_with_who_and_when() -> None:
    table = opened_for_nothing("npm-2008")
    fault = reported(table, "call-too-late", C)
    events = enter(table, ClaimKind.UPHOLD_FAULT, fault, later=1.0)
    taken = events[0]
    assert isinstance(taken, ev.DecisionTaken)
    assert (taken.what, taken.subject, taken.by) == ("uphold_fault", fault, "referee")
    assert taken.at == table.frame / 5 + 1.0
    assert table.director.state.faults[-1].decided_at == taken.at
