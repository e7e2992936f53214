"""Games under every value that a house file may change: no event is refused, points add up, the game ends."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.journal import events as ev
from controller.rulebooks.rulebook import Rulebook
from tests.support.house_game import HouseGame
from tests.support.houses import ONLINE, house
from tests.support.longer import others_long
from tests.support.random_rules import BOOKS, fields, house_books, lawful, values

# A game takes one to two seconds of a core.
GAMES = settings().max_examples // 20


def test_every_field_can_be_drawn_for_some_base() -> None:
    undrawn = [field for field in fields() if all(values(field, base).is_empty for base in BOOKS.values())]
    assert undrawn == []


@pytest.mark.long
@pytest.mark.slow
@settings(max_examples=GAMES)
@given(house_books(), st.integers(0, 1000))
def test_a_game_under_any_house_rules_is_played_to_its_end(book: Rulebook, seed: int) -> None:
    game = HouseGame(book, seed)
    game.play()
    assert game.refused == []
    assert game.totals == {4 * book.settlement.start_points.value}
    assert any(isinstance(event, ev.GameEnded) for event in game.events)


@pytest.mark.slow
@pytest.mark.parametrize("base", others_long(sorted(BOOKS), "tomioka", "kenko-2022"))
def test_a_riichi_costs_the_stick_of_the_house(base: str) -> None:
    book = lawful(BOOKS[base], {"scoring.riichi_stick": 500, "flow.winds_played": 1})
    game = HouseGame(book, 3)
    game.play()
    assert book.scoring.riichi_stick.value == 500
    assert any(isinstance(event, ev.RiichiAccepted) for event in game.events)
    assert game.refused == []
    assert game.totals == {4 * book.settlement.start_points.value}


@pytest.mark.long
@pytest.mark.slow
def test_a_table_whose_book_aborts_rounds_ends_one_by_four_winds_and_goes_on() -> None:
    game = HouseGame(house(ONLINE), 3)
    game.play()
    kinds = [event.kind for event in game.events if isinstance(event, ev.RoundDrawn)]
    assert ev.DrawKind.FOUR_WINDS in kinds
    assert game.refused == []
    assert game.totals == {100_000}
    assert not any(isinstance(event, ev.FaultRaised) for event in game.events)
