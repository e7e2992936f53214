"""Precedence of several claims to a tile: valid ones first, then by the book; false and late claims are asked about."""

from dataclasses import replace
from typing import Final

import pytest

from controller.journal import events as ev
from controller.journal.events import DrawKind
from controller.journal.state import Phase
from controller.ports.eyes import SeenHand
from controller.ports.referee import ClaimKind, EnteredWin
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import Seat
from controller.rulebooks.schema.penalties import Penalty
from tests.support.bench import Bench, dealt, lap, only
from tests.support.claimed import codes, enter, fault, replays, winners

A, B, C, D = Seat
BOOKS: Final = ("npm-2008", "teikoku", "tomioka", "wakashachi-2025", "kenko-2022", "mleague")
FORGIVING: Final = {"npm-2008": "art. 52 ho", "kenko-2022": "art. 10"}
OTHERS: Final = tuple(book for book in BOOKS if book not in FORGIVING)
NEAR: Final = "46p123m789s22z777z"
FAR: Final = "46p123s789m33z666z"
NO_YAKU: Final = "123m46p789s11p234s"
OTHER_WAIT: Final = "46m123p789s22z777z"
# Seat B discards the tile itself; B lets it pass while seat D acts once more; the same in riichi; or nothing.
PLAYED: Final = {
    "own": ("1z", "5p", "3z", "4z", "9m"),
    "same turn": ("1z", "2z", "5p", "4z"),
    "after riichi": ("1z", "2zr", "5p", "4z"),
    "none": ("1z", "2z", "3z", "4z"),
}
FALSE: Final = {
    "win-furiten": ("own", NEAR),
    "win-same-turn-furiten": ("same turn", NEAR),
    "win-riichi-furiten": ("after riichi", NEAR),
    "win-no-yaku": ("none", NO_YAKU),
    "win-incomplete": ("none", OTHER_WAIT),
}


def played(book: str, kind: str) -> Bench:
    """Play a round up to seat A's discard of 5p, which seats B and D may claim."""
    table = dealt(book)
    for step, tile in enumerate(PLAYED[kind]):
        table.discard(A.turn(step), tile.rstrip("r"), sideways=tile.endswith("r"))
        table.see(4)
    if kind == "own":
        lap(table, "9s", "9p", "1s", first=B)
    table.discard(A, "5p")
    table.see(6)
    return table


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("code", FALSE)
def test_a_false_ron_nearer_than_a_valid_one_wins_nothing(book: str, code: str) -> None:
    kind, hand = FALSE[code]
    table = played(book, kind)
    table.open(B, hand)
    table.open(D, FAR)
    table.see(30)
    assert winners(table) == [D]
    assert (code, B) in codes(table)
    found = fault(table, code)
    assert found.fault.penalty is not None
    if book in FORGIVING:
        assert (found.fault.penalty.penalty, found.fault.penalty.clause) == (Penalty.FREE, FORGIVING[book])
    else:
        assert found.fault.penalty.penalty is Penalty.REFEREE
        assert found.fault.penalty.unstated
    enter(table, ClaimKind.UPHOLD_FAULT, found.fault.id)
    assert winners(table) == [D]
    assert only(table.events, ev.RoundDrawn) == []
    enter(table, ClaimKind.CONFIRM_SETTLEMENT)
    state = table.director.state
    assert state.scores[D] > state.scores[C] > state.scores[A]
    assert replays(table)


@pytest.mark.parametrize("book", BOOKS)
def test_a_furiten_ron_alone_is_a_fault_and_no_more(book: str) -> None:
    table = played(book, "own")
    table.open(B, NEAR)
    table.see(30)
    assert ("win-furiten", B) in codes(table)
    due = fault(table, "win-furiten").fault.penalty
    assert due is not None
    assert due.penalty is (Penalty.REFEREE if book.startswith("wakashachi") else Penalty.CHOMBO)
    enter(table, ClaimKind.UPHOLD_FAULT, fault(table, "win-furiten").fault.id)
    kinds = [each.kind for each in only(table.events, ev.RoundDrawn) if isinstance(each, ev.RoundDrawn)]
    assert kinds == ([] if book.startswith("wakashachi") else [DrawKind.CHOMBO])


@pytest.mark.parametrize("book", BOOKS)
def test_a_furiten_ron_shown_first_gives_way_to_a_valid_one(book: str) -> None:
    table = played(book, "own")
    table.open(B, NEAR)
    table.see(20)
    table.open(D, FAR)
    table.see(20)
    assert winners(table) == [D]
    enter(table, ClaimKind.UPHOLD_FAULT, fault(table, "win-furiten").fault.id)
    assert winners(table) == [D]
    due = fault(table, "win-furiten").fault.penalty
    assert due is not None
    assert due.penalty is (Penalty.FREE if book in FORGIVING else Penalty.REFEREE)
    assert replays(table)


def test_where_all_are_paid_a_false_one_among_three_leaves_the_other_two() -> None:
    table = played("wakashachi-2025", "none")
    table.open(B, NEAR)
    table.open(C, "46m123p456s44z555z")
    table.open(D, FAR)
    table.see(30)
    assert winners(table) == [B, D]
    assert ("win-incomplete", C) in codes(table)
    now = table.director.state.round
    assert now is not None
    assert now.outcome is not None
    assert all("several_rons_pot_to_nearest" in each.score.unstated for each in now.outcome.wins)
    assert now.outcome.payments[A] == -sum(each.score.points for each in now.outcome.wins)
    assert now.outcome.payments[C] == 0


@pytest.mark.parametrize("book", BOOKS)
def test_whoever_lost_the_right_does_not_take_the_tile_from_a_valid_winner(book: str) -> None:
    table = played(book, "none")
    enter(table, ClaimKind.REPORT_FAULT, "kuikae" if book.startswith("wakashachi") else "hand-too-many", seat=B)
    enter(table, ClaimKind.UPHOLD_FAULT, table.director.state.faults[-1].fault.id, penalty="loses_right")
    table.open(B, NEAR)
    table.open(D, FAR)
    table.see(30)
    assert winners(table) == [D]
    assert ("dead-player-acts", B) in codes(table)
    enter(table, ClaimKind.UPHOLD_FAULT, fault(table, "dead-player-acts").fault.id)
    assert winners(table) == [D]


@pytest.mark.parametrize("book", BOOKS)
def test_a_nearer_hand_shown_later_replaces_nothing_by_itself(book: str) -> None:
    table = played(book, "none")
    table.open(D, FAR)
    table.see(16)
    assert winners(table) == [D]
    table.open(B, NEAR)
    table.see(30)
    assert winners(table) == [D]
    code = "win-second-claim" if book == "teikoku" else "call-too-late"
    assert codes(table) == [(code, B)]
    enter(table, ClaimKind.UPHOLD_FAULT, fault(table, code).fault.id)
    assert winners(table) == [D]
    assert replays(table)


@pytest.mark.parametrize(
    ("book", "then"),
    [(book, [B, D] if book.startswith("wakashachi") else [B]) for book in BOOKS if book != "teikoku"],
)
def test_a_later_ron_that_is_found_in_time_counts_as_of_the_same_time(book: str, then: list[Seat]) -> None:
    table = played(book, "none")
    table.open(D, FAR)
    table.see(16)
    table.open(B, NEAR)
    table.see(10)
    enter(table, ClaimKind.DISMISS_FAULT, fault(table, "call-too-late").fault.id)
    table.see(10)
    assert winners(table) == then
    enter(table, ClaimKind.UNDO)
    assert winners(table) == [D]
    assert replays(table)


@pytest.mark.parametrize("book", BOOKS)
def test_within_the_dwell_of_the_venue_two_rons_are_at_the_same_time(book: str) -> None:
    table = played(book, "none")
    table.open(D, FAR)
    table.see(3)
    table.open(B, NEAR)
    table.see(20)
    assert winners(table) == ([B, D] if book.startswith("wakashachi") else [B])


def won(seat: Seat, hand: str) -> EnteredWin:
    """Entry of a ron on seat A's 5p."""
    return EnteredWin(seat, parse_tiles(hand), parse_tile("5p"), A)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("code", FALSE)
def test_of_two_rons_entered_the_valid_one_is_paid_and_the_false_one_is_a_fault(book: str, code: str) -> None:
    kind, hand = FALSE[code]
    table = played(book, kind)
    near = replace(won(B, hand), riichi="riichi" if kind == "after riichi" else "none")
    enter(table, ClaimKind.ENTER_RESULT, wins=(near, won(D, FAR)))
    assert winners(table) == [D]
    assert (code, B) in codes(table)
    enter(table, ClaimKind.UPHOLD_FAULT, fault(table, code).fault.id)
    assert winners(table) == [D]
    assert replays(table)


@pytest.mark.parametrize("book", BOOKS)
def test_a_win_by_voice_alone_costs_less_than_one_shown(book: str) -> None:
    table = played(book, "none")
    enter(table, ClaimKind.REPORT_FAULT, "win-voice-only", seat=B)
    enter(table, ClaimKind.UPHOLD_FAULT, fault(table, "win-voice-only").fault.id)
    now = table.director.state.round
    assert now is not None
    assert now.lost_right[B] is not book.startswith("wakashachi")
    assert table.director.phase is Phase.PLAY
    assert only(table.events, ev.RoundDrawn) == []


@pytest.mark.parametrize("book", BOOKS)
def test_a_call_that_turned_into_a_ron_stands_or_costs_what_an_empty_call_costs(book: str) -> None:
    table = played(book, "none")
    table.open(B, NEAR)
    table.see(20)
    enter(table, ClaimKind.REPORT_FAULT, "call-then-ron", seat=B)
    enter(table, ClaimKind.UPHOLD_FAULT, fault(table, "call-then-ron").fault.id)
    state = table.director.state
    now = state.round
    assert now is not None
    if book in ("kenko-2022", "wakashachi-2025"):
        assert (winners(table), now.lost_right[B]) == ([B], False)
    elif book == "teikoku":
        # The fine was paid before the ron, which takes the pot (art. 4-3).
        assert (winners(table), now.lost_right[B], state.riichi_sticks) == ([B], False, 1)
        enter(table, ClaimKind.CONFIRM_SETTLEMENT)
        assert table.director.state.riichi_sticks == 0
    else:
        assert (winners(table), now.lost_right[B]) == ([], True)
        assert table.director.phase is Phase.PLAY
    assert replays(table)


@pytest.mark.parametrize("book", BOOKS)
def test_a_right_lost_before_the_win_takes_it_back_before_it_is_paid(book: str) -> None:
    table = played(book, "none")
    table.open(B, NEAR)
    table.open(D, FAR)
    table.see(20)
    assert winners(table) == ([B, D] if book.startswith("wakashachi") else [B])
    enter(table, ClaimKind.REPORT_FAULT, "hand-too-many", seat=B)
    enter(table, ClaimKind.UPHOLD_FAULT, fault(table, "hand-too-many").fault.id)
    assert winners(table) == [D]
    assert ("dead-player-acts", B) in codes(table)
    assert replays(table)


@pytest.mark.parametrize("book", BOOKS)
def test_the_order_of_the_voices_is_told_by_a_person(book: str) -> None:
    table = played(book, "none")
    table.open(B, NEAR)
    table.open(D, FAR)
    table.see(20)
    every = [B, D] if book.startswith("wakashachi") else [B]
    enter(table, ClaimKind.STATE_VOICES, seats=(D, B))
    assert winners(table) == ([D] if book == "teikoku" else every)
    enter(table, ClaimKind.STATE_VOICES, seats=(D,))
    assert winners(table) == [D]
    (left,) = table.director.state.open_faults()
    assert (left.fault.code, left.fault.seat) == ("win-second-claim" if book == "teikoku" else "call-too-late", B)
    enter(table, ClaimKind.STATE_VOICES, "together", seats=(D, B))
    assert winners(table) == every
    assert replays(table)


@pytest.mark.parametrize("book", BOOKS)
def test_kokushi_robs_a_concealed_kong_where_the_book_lets_it(book: str) -> None:
    table = dealt(book)
    table.meld(A, "?11z?")
    table.hands[A] = SeenHand(10)
    table.see(16)
    table.open(C, "19m19p19s2345677z")
    table.see(40)
    assert winners(table) == ([C] if book == "tomioka" else [])
    assert [code for code, seat in codes(table) if seat is C] == ([] if book == "tomioka" else ["win-incomplete"])


def called_away(book: str) -> Bench:
    """Seat C has called a pung of seat A's 5p, which completes seat D's hand."""
    table = played(book, "none")
    table.rivers[A].pop()
    table.meld(C, "555p", 1)
    table.hands[C] = SeenHand(11)
    table.see(16)
    return table


@pytest.mark.parametrize("book", BOOKS)
def test_a_ron_on_a_tile_that_was_called_at_the_same_time_takes_the_call_back(book: str) -> None:
    table = called_away(book)
    table.open(D, FAR)
    table.see(40)
    assert winners(table) == []
    assert codes(table) == [("call-priority", C)]
    enter(table, ClaimKind.UPHOLD_FAULT, fault(table, "call-priority").fault.id)
    table.see(10)
    assert winners(table) == [D]
    assert replays(table)


@pytest.mark.parametrize("book", BOOKS)
def test_a_ron_entered_on_a_tile_that_was_called_stands_without_furiten(book: str) -> None:
    table = called_away(book)
    enter(table, ClaimKind.ENTER_RESULT, wins=(won(D, FAR),))
    now = table.director.state.round
    assert now is not None
    assert (winners(table), now.melds[C]) == ([D], ())
    assert codes(table) == []
    assert replays(table)


@pytest.mark.parametrize("book", BOOKS)
def test_a_chow_that_stood_before_a_pon_is_taken_back_and_the_pon_recorded(book: str) -> None:
    table = dealt(book)
    lap(table, "5m")
    table.rivers[A].pop()
    table.meld(B, "567m", 0)
    table.hands[B] = SeenHand(11)
    table.see(16)
    enter(table, ClaimKind.REPORT_FAULT, "call-priority", seat=B)
    enter(table, ClaimKind.UPHOLD_FAULT, fault(table, "call-priority").fault.id)
    table.see(6)
    table.melds[B].clear()
    table.hands[B] = SeenHand(13)
    table.see(6)
    table.meld(C, "555m", 1)
    table.hands[C] = SeenHand(11)
    table.see(16)
    now = table.director.state.round
    assert now is not None
    assert [len(row) for row in now.melds] == [0, 0, 1, 0]
    assert (now.turn, now.discards[0].called_by) == (C, C)


@pytest.mark.parametrize("book", BOOKS)
def test_a_win_shown_with_a_wrong_number_of_tiles_is_no_win(book: str) -> None:
    table = played(book, "none")
    table.open(D, "46p123s789m33z66z")
    table.see(40)
    assert winners(table) == []
    assert codes(table) == [("win-incomplete", D)]


@pytest.mark.parametrize("book", BOOKS)
def test_a_false_hand_read_just_after_the_valid_one_is_a_fault_and_one_shown_later_is_not(book: str) -> None:
    for wait, found in ((2, [("win-incomplete", B)]), (20, [])):
        table = played(book, "none")
        table.open(D, FAR)
        table.see(wait)
        table.open(B, OTHER_WAIT)
        table.see(20)
        assert (winners(table), codes(table)) == ([D], found)


@pytest.mark.parametrize("book", BOOKS)
def test_where_results_are_paid_by_themselves_a_nearer_ron_is_waited_for(book: str) -> None:
    table = dealt(book, auto_settle=True)
    lap(table, "1z", "2z", "3z", "4z", "5p")
    table.open(D, FAR)
    table.see(2)
    table.open(B, NEAR)
    table.see(20)
    (settled,) = only(table.events, ev.SettlementConfirmed)
    assert isinstance(settled, ev.SettlementConfirmed)
    assert settled.deltas[B] > 0
    assert (settled.deltas[D] > 0) is book.startswith("wakashachi")
