"""Open hands with uncertain faces: read as a win if exactly one reading wins."""

from dataclasses import replace

import pytest

from controller.journal import events as ev
from controller.ports.eyes import SeenHand
from controller.referee.faults.devices import END_UNSEEN
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import Seat
from controller.riichi.wall import Break
from tests.support.bench import Bench, dealt, faults, lap, only

A, B, C, D = Seat


def opened(hand: str, doubted: dict[int, str], confidence: float = 0.7) -> Bench:
    """Let B open a hand for A's 5p with some uncertain faces, each with an alternative."""
    table = dealt("npm-2008", auto_settle=True)
    lap(table, "1z", "2z", "3z", "4z", "5p")
    table.open(B, hand)
    laid = table.hands[B]
    assert laid is not None
    shown = list(laid.shown)
    for place, other in doubted.items():
        shown[place] = replace(shown[place], confidence=confidence, other=parse_tile(other))
    table.hands[B] = SeenHand(0, tuple(shown))
    table.see(40)
    return table


@pytest.mark.parametrize(
    ("hand", "doubted", "truth"),
    [
        ("124m46p789s22z777z", {0: "2m", 1: "3m"}, "234m46p789s22z777z"),
        ("123m46p789s22z777z", {0: "2m", 1: "3m"}, "123m46p789s22z777z"),
    ],
    ids=["misread", "read right"],
)
def test_a_hand_whose_faces_are_in_doubt_is_read_as_it_wins(hand: str, doubted: dict[int, str], truth: str) -> None:
    """Regression: a wall hid the difference between 2m and 3m: the round's end counted as unseen."""
    (won,) = only(opened(hand, doubted).events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    assert won.wins[0].win.hand == tuple(parse_tiles(truth))


@pytest.mark.parametrize(
    ("hand", "doubted", "confidence"),
    [
        ("124m46p789s22z777z", {0: "2m", 1: "3m"}, 0.95),
        ("129m46p789s22z777z", {2: "8m"}, 0.7),
    ],
    ids=["sure", "wins in no way"],
)
def test_a_hand_that_is_read_surely_or_wins_in_no_way_stays_as_it_is_read(
    hand: str, doubted: dict[int, str], confidence: float
) -> None:
    assert only(opened(hand, doubted, confidence).events, ev.RoundWon) == []


@pytest.mark.parametrize(
    "hand", ["123m456p789s11223z", "123m456p789s1122z"], ids=["the wrong number of tiles", "as it is due"]
)
def test_a_hand_with_a_tile_too_many_at_a_draw_is_not_paid_as_one_that_waits_for_nothing(hand: str) -> None:
    """Regression: an indicator beside a hand was read as its first tile: a tenpai hand paid as noten."""
    table = dealt(auto_settle=True)
    table.take(Break(C, 8), 136 - 14)
    lap(table, "1z", "2z", "3z", "4z")
    table.open(A, hand)
    table.see()
    for seat in (B, C, D):
        table.fold(seat)
    table.see(60)
    whole = hand == "123m456p789s1122z"
    assert len(only(table.events, ev.RoundDrawn)) == whole
    assert len(faults(table.events, END_UNSEEN)) == (not whole)
    table.open(A, "123m456p789s1122z")
    table.see()
    (drawn,) = only(table.events, ev.RoundDrawn)
    assert drawn.tenpai == (A,)
