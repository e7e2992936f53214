"""In random games no text of a view for people shows an identifier of the code."""

from collections.abc import Iterator

import pytest

from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.table.effects import Step
from controller.table.obstacles import all_obstacles
from controller.views.gate import Audience, release
from controller.views.table import table_view
from tests.support.longer import others_long
from tests.support.random_games import RandomGame
from tests.support.shown_ids import shown_ids, shown_values

EVERY = 25
"""Steps between two checks."""


class Watched(RandomGame):
    """A random game whose staff view is checked repeatedly."""

    def __init__(self, book: str, seed: int) -> None:
        self.texts, self.steps = set[str](), 0
        super().__init__(rulebook(book), seed)

    def _keep(self, step: Step) -> None:
        super()._keep(step)
        self.steps += 1
        told = any(type(event).__name__.startswith(("Fault", "Decision", "Result", "Round")) for event in step.events)
        if told or self.steps % EVERY == 0:
            state = self.director.state
            view = table_view(state, self.book, 15.0, obstacles=all_obstacles(state, self.book))
            self.texts.update(texts(release(view, Audience.STAFF, 0.0)))


def texts(value: object) -> Iterator[str]:
    """Yield every text in both languages within a released view."""
    if isinstance(value, dict):
        if value.keys() == {"ja", "en"}:
            yield from map(str, value.values())
        else:
            for each in value.values():
                yield from texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts(each)


@pytest.mark.slow
@pytest.mark.parametrize("book", others_long(rulebook_ids(), "tomioka"))
def test_no_state_of_a_random_game_shows_an_id(book: str) -> None:
    game = Watched(book, 11)
    game.play()
    assert len(game.texts) > 40
    # Entries are made under this name here.
    told = {text for text in game.texts if text != "refereeの入力です。"}
    found = {(each, text) for text in told for each in (*shown_ids(text), *shown_values(text))}
    assert sorted(found) == []
