"""Random whole games by events: nothing is refused, points keep their sum, games end as the book says."""

import pytest

from controller.rulebooks.catalogue import rulebook_ids
from tests.support.longer import others_long
from tests.support.random_games import play_games

FEW = ("npm-2008", 6)


@pytest.mark.slow
@pytest.mark.parametrize(("book", "games"), others_long([FEW, *((each, 30) for each in rulebook_ids())], FEW))
def test_random_games_hold_together(book: str, games: int) -> None:
    tally = play_games(book, range(games))
    assert tally.problems == []
    assert tally.games == games
    done = {"RoundWon", "RoundDrawn", "FaultDecided", "DecisionUndone", "RiichiAccepted", "RightLost", "GameEnded"}
    assert done <= set(tally.kinds)
