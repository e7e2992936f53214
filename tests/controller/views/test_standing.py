"""Public places, distances and probabilities, and hands that are retained while the camera is blind."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from controller.journal.books import Books
from controller.journal.held_row import last_row
from controller.journal.ledger import points_mark
from controller.journal.state import Discard, RoundState, Standing, TableState
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import From, Seat, Wind
from controller.rulebooks.catalogue import load, rulebook
from controller.scoring.game.chances import place_chances
from controller.scoring.game.flow import Round
from controller.scoring.score import Four
from controller.views.late.hand import hand_view
from controller.views.standing import FourStandings, standings_of

NPM = rulebook("npm-2008")
LAST = Round(Wind.SOUTH, Seat.D)


def first(scores: Four, round_: Round) -> list[float]:
    chances = place_chances(scores, round_, NPM)
    assert chances is not None
    return [each[0] for each in chances]


def test_chances_of_every_seat_and_every_place_add_up_to_one() -> None:
    for scores in ((25000, 25000, 25000, 25000), (61000, 20000, 19100, -100), (30100, 30000, 20000, 19900)):
        for round_ in (Round(), Round(Wind.EAST, Seat.C, 2, 3), LAST):
            chances = place_chances(scores, round_, NPM)
            assert chances is not None
            assert [sum(each) for each in chances] == pytest.approx([1.0] * 4, abs=0.01)
            assert [sum(column) for column in zip(*chances, strict=True)] == pytest.approx([1.0] * 4, abs=0.01)


def test_at_the_start_everybody_has_a_quarter() -> None:
    assert first((25000,) * 4, Round()) == pytest.approx([0.25] * 4, abs=0.03)


def test_more_points_and_fewer_rounds_left_make_a_lead_surer() -> None:
    early, late = first((33000, 27000, 21000, 19000), Round()), first((33000, 27000, 21000, 19000), LAST)
    assert early == sorted(early, reverse=True)
    assert late[0] > early[0] + 0.2
    assert first((45000, 20000, 18000, 17000), LAST)[0] > 0.95
    assert first((25500, 25400, 25000, 24100), LAST)[0] < 0.6


def test_a_book_for_three_has_no_chances() -> None:
    three = load(str(Path(__file__).parents[3] / "docs" / "house-rules-three.example.toml"))
    assert place_chances((35000, 35000, 35000, 0), Round(), three) is None


def told(scores: Four, dealer: Seat = Seat.A, first_dealer: Seat = Seat.A, **state: Any) -> FourStandings:
    round_ = RoundState(Wind.SOUTH, 4, dealer, 0)
    table = TableState(scores=scores, round=round_, rounds=8, game=1, first_dealer=first_dealer)
    return standings_of(replace(table, **state), NPM).shown


def test_places_leads_and_chances_of_a_table() -> None:
    seen = told((31000, 24000, 27000, 18000), dealer=Seat.D)
    assert [each.place for each in seen] == [1, 3, 2, 4]
    assert [each.lead for each in seen] == [4000, -7000, -4000, -13000]
    chances = [each.chances[0] for each in seen if each.chances is not None]
    assert chances[0] > chances[2] > chances[1] > chances[3]


def test_chances_turn_with_the_first_dealer() -> None:
    here = told((31000, 24000, 27000, 18000), dealer=Seat.D)
    there = told((18000, 31000, 24000, 27000), dealer=Seat.A, first_dealer=Seat.B)
    assert [each.chances for each in there] == [here[3].chances, here[0].chances, here[1].chances, here[2].chances]


def test_a_game_that_is_over_is_certain() -> None:
    seen = told((31000, 24000, 27000, 18000), game_over=True)
    assert seen[0].chances == (1.0, 0.0, 0.0, 0.0)
    assert seen[3].chances == (0.0, 0.0, 0.0, 1.0)


def test_the_mark_of_points_changes_with_points_of_any_game() -> None:
    now = TableState(scores=(31000, 24000, 27000, 18000), game=2)
    before = Books(1, (25000,) * 4, 100_000)
    states = [now, replace(now, scores=(30000, 25000, 27000, 18000)), replace(now, games=(before,))]
    states.append(replace(now, games=(replace(before, scores=(26000, 24000, 25000, 25000)),)))
    assert len({points_mark(state) for state in states}) == len(states)
    assert points_mark(replace(now, goal=None, board="A")) == points_mark(now)


HAND = parse_tiles("123m456p789s1155z")


def seen_hand(*discards: str, drawn: str = "", **round_: Any) -> RoundState:
    """A round in which the camera saw the hand of seat A before it made these discards."""
    standing = Standing(HAND, parse_tile(drawn) if drawn else None, 0)
    made = tuple(Discard(Seat.A, parse_tile(each)) for each in discards)
    state = RoundState(Wind.EAST, 1, Seat.A, 0, dealt=True, discards=made, standing=(standing, None, None, None))
    return replace(state, **round_)


def test_a_tile_that_was_not_in_the_row_was_drawn_and_thrown() -> None:
    row = last_row(seen_hand("9m", "9p"), Seat.A)
    assert row is not None
    assert (row.tiles, row.held, row.unknown, row.behind) == (HAND, False, 0, 2)
    view = hand_view(seen_hand("9m", "9p"), Seat.A, NPM)
    assert view is not None
    assert view.shanten == 0


def test_a_discard_out_of_the_row_leaves_a_tile_unknown() -> None:
    view = hand_view(seen_hand("1m", "2m"), Seat.A, NPM)
    assert view is not None
    assert view.tiles == parse_tiles("3m456p789s1155z")
    assert (view.held, view.unknown, view.behind, view.shanten, view.waits) == (True, 2, 2, None, ())


def test_tiles_of_a_call_leave_the_row() -> None:
    pung = Meld(MeldKind.PON, parse_tiles("555z"), parse_tile("5z"), From.LEFT)
    row = last_row(seen_hand("1m", melds=((pung,), (), (), ())), Seat.A)
    assert row is not None
    assert (row.tiles, row.unknown, row.held) == (parse_tiles("23m456p789s11z"), 0, False)


def test_nothing_is_told_of_a_hand_that_nobody_saw_or_that_lies_open() -> None:
    assert last_row(RoundState(Wind.EAST, 1, Seat.A, 0), Seat.A) is None
    assert last_row(seen_hand("1m"), Seat.B) is None


def test_furiten_is_marked_on_a_hand_that_waits_for_its_own_discard() -> None:
    for discard, marked in (("1z", True), ("9m", False)):
        view = hand_view(seen_hand(discard, "8m"), Seat.A, NPM)
        assert view is not None
        assert view.furiten is (marked and not view.held)
