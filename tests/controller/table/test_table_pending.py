"""Play that continues before a result is confirmed loses nothing: the result waits, and the next round is separate."""

from dataclasses import replace
from typing import Any

import pytest

from controller.journal import events as ev
from controller.journal.chain import Record, seal
from controller.journal.ledger import pending, standing
from controller.journal.state import Phase
from controller.ports.eyes import SeenHand
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.ports.table import SignalKind
from controller.records.collect import games
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import Seat, Wind
from controller.scoring.payment_lines import four
from controller.table.director import Director
from controller.table.venue import Venue
from tests.support.bench import Bench, dealt, faults, lap, only

A, B, C, D = Seat
BOOKS = ("npm-2008", "teikoku", "tomioka", "wakashachi-2025", "kenko-2022")
RON = "46p123m789s22z777z"


def enter(table: Bench, kind: ClaimKind, subject: str = "", later: float = 0.0, **told: Any) -> list[ev.Event]:
    """Make an entry of the referee with further fields, ``later`` seconds later."""
    return table.give(replace(Claim(kind, table.frame / 5 + later, "referee", subject), **told))


def won_by_b(book: str, auto_settle: bool = False) -> Bench:
    """Seat B's ron on A's 5p is open, recorded and not confirmed."""
    table = dealt(book, auto_settle)
    lap(table, "5p")
    table.open(B, RON)
    table.see(40)
    return table


def swept(table: Bench, dealer: Seat) -> None:
    """Press the set button, push the tiles into the table bit by bit, then walls, dice and a new deal."""
    table.signal(SignalKind.SET_PRESSED, dealer)
    table.rivers, table.melds = [[], [], [], []], [[], [], [], []]
    table.hands[B] = SeenHand(0)
    table.see(12)
    table.hands = [SeenHand(0)] * 4
    table.see(12)
    table.set_out(3, 4, dealer=dealer)
    table.turn_dora("9p", table.round.dealer.turn(2), 5)
    table.see()


@pytest.mark.parametrize("book", BOOKS)
def test_tiles_swept_before_the_confirmation_are_no_fault_and_the_next_round_is_the_next(book: str) -> None:
    table = won_by_b(book)
    before = table.director.state
    assert before.phase is Phase.RESULT
    swept(table, B)
    state = table.director.state
    assert faults(table.events, "win-scrambled") == []
    assert state.round is not None
    assert (state.round.prevailing_wind, state.round.number, state.round.dealer) == (Wind.EAST, 2, B)
    assert state.phase is Phase.DEALT
    assert before.round is not None
    assert [each.round.outcome for each in pending(state)] == [before.round.outcome]
    assert state.scores == before.scores
    lap(table, "1z", first=B)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    confirmed = only(table.events, ev.ResultConfirmed)
    assert len(confirmed) == 1
    assert pending(table.director.state) == ()
    assert before.round.outcome is not None
    paid = before.round.outcome.payments
    assert table.director.state.scores == four(had + more for had, more in zip(before.scores, paid, strict=True))
    assert table.director.phase is Phase.PLAY
    assert [each.fault.code for each in faults(table.events)] == ["set-before-settled"]


def ron(seat: Seat, loser: Seat) -> EnteredWin:
    """Entry of a seat's ron on 5p."""
    return EnteredWin(seat, parse_tiles(RON), parse_tile("5p"), loser)


def test_two_results_wait_at_once_and_are_confirmed_newest_first_or_by_name() -> None:
    table = won_by_b("npm-2008")
    first = table.director.state.rounds
    swept(table, B)
    lap(table, "5p", first=B)
    table.open(C, RON)
    table.see(40)
    swept(table, C)
    state = table.director.state
    assert [each.ordinal for each in pending(state)] == [first, first + 1]
    assert state.round is not None
    assert (state.round.number, state.round.dealer, state.scores) == (3, C, (25_000,) * 4)
    table.director = Director.resume(sealed(table.events), Venue("npm-2008"))
    assert table.director.state == state
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    assert [each.ordinal for each in pending(table.director.state)] == [first]
    enter(table, ClaimKind.CONFIRM_SETTLEMENT, round=first)
    assert table.director.state.scores == standing(state).scores
    assert sum(table.director.state.scores) == 100_000


def test_a_late_correction_pays_the_difference_and_tells_of_the_round_that_was_due() -> None:
    table = won_by_b("npm-2008")
    first = table.director.state.rounds
    swept(table, B)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    lap(table, "1z", first=B)
    enter(table, ClaimKind.ENTER_RESULT, round=first, wins=(ron(A, B),))
    state = table.director.state
    assert only(table.events, ev.PaymentsAmended)
    assert [each.fault.code for each in faults(table.events)][-1] == "round-not-due"
    assert state.round is not None
    assert (state.round.number, state.round.dealer) == (2, B)
    assert (state.scores[C], state.scores[D], sum(state.scores)) == (25_000, 25_000, 100_000)
    assert state.scores[A] > 25_000 > state.scores[B]
    (game,) = games(table.events)
    assert [win.winner for win in game.rounds[0].wins] == [A]
    enter(table, ClaimKind.UNDO, later=5.0)
    assert table.director.state.scores[B] > 25_000
    assert len(table.round.discards) == 1


@pytest.mark.parametrize("entered", [True, False])
def test_what_was_played_under_a_wrong_name_waits_for_a_person(entered: bool) -> None:
    """Regression: it was paid automatically, under counters and dealer of a guess that an entry had corrected."""
    table = won_by_b("npm-2008")
    first = table.director.state.rounds
    swept(table, B)
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    table.director.venue = replace(table.director.venue, auto_settle=True)
    lap(table, "5p", first=B)
    if entered:
        enter(table, ClaimKind.ENTER_RESULT, round=first, wins=(ron(A, B),))
    table.events.clear()
    table.open(C, RON)
    table.see(40)
    swept(table, C)
    table.see(10)
    assert [each.ordinal for each in pending(table.director.state)] == ([first + 1] if entered else [])


def test_a_round_that_nobody_opened_takes_the_name_that_is_due() -> None:
    table = won_by_b("npm-2008")
    first = table.director.state.rounds
    table.signal(SignalKind.SET_PRESSED, B)
    enter(table, ClaimKind.ENTER_RESULT, wins=(ron(A, B),))
    state = table.director.state
    assert state.round is not None
    assert (state.round.number, state.round.dealer, state.round.counters) == (1, A, 1)
    assert [each.ordinal for each in pending(state)] == [first]
    assert table.director.phase is Phase.MIXING


def test_the_last_round_of_a_game_is_confirmed_when_the_next_game_has_begun() -> None:
    table = won_by_b("npm-2008")
    state = table.director.state
    assert state.round is not None
    last = replace(state.round, prevailing_wind=Wind.SOUTH, number=4, dealer=D)
    table.director.state = replace(state, round=last)
    table.signal(SignalKind.SET_PRESSED, A)
    state = table.director.state
    assert (state.game, state.scores, [each.game for each in pending(state)]) == (2, (25_000,) * 4, [1])
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    state = table.director.state
    assert pending(state) == ()
    assert state.games[0].game_over
    assert state.games[0].scores[B] > 25_000
    assert (state.game, state.scores) == (2, (25_000,) * 4)


def test_a_venue_that_settles_by_itself_pays_what_waited_once_nothing_stands_against_it() -> None:
    table = won_by_b("npm-2008")
    swept(table, B)
    table.director.venue = replace(table.director.venue, auto_settle=True)
    fault = table.director.state.faults[-1].fault.id
    enter(table, ClaimKind.DISMISS_FAULT, fault)
    assert pending(table.director.state) == ()
    assert table.director.state.scores[B] > 25_000


def sealed(events: list[ev.Event]) -> list[Record]:
    """Return the journal of these events."""
    records: list[Record] = []
    for event in events:
        records.append(seal(event, event.at, records[-1] if records else None))
    return records
