"""Random whole games at the level of facts: nothing is refused, points keep their sum, games end as the book says.

``python -m tests.support.random_games --games 10000 --book ID`` plays many more of them.
"""

import pytest

from controller.rulebooks.catalogue import rulebook_ids
from tests.support.longer import others_long
from tests.support.random_games import play_games

GAMES = 30


@pytest.mark.slow
@pytest.mark.parametrize("book", others_long(rulebook_ids(), "npm-2008"))
def test_random_games_hold_together(book: str) -> None:
    tally = play_games(book, range(GAMES))
    assert tally.problems == []
    assert tally.games == GAMES
    done = {"RoundWon", "RoundDrawn", "FaultDecided", "DecisionUndone", "RiichiAccepted", "RightLost", "GameEnded"}
    assert done <= set(tally.kinds)
