"""Decisions about an earlier round, and their undos, including all consequences."""

from dataclasses import replace

from controller.journal import events as ev
from controller.journal.events import DrawKind
from controller.journal.reduce import reduce
from controller.riichi.seat import Seat, Wind
from controller.rulebooks.catalogue import rulebook
from tests.support.unseen_rounds import Played, Script, scripted

A, B, C, D = Seat
NPM = rulebook("npm-2008")


def played(rounds: int, last: Script | None = None) -> Played:
    """Play random rounds, each paid; ``last``: script of the last one."""
    game = Played(NPM)
    for number, script in enumerate(scripted(NPM, 3, rounds)):
        game.play(script if last is None or number < rounds - 1 else replace(last, dealer=script.dealer))
    return game


def test_an_undone_decision_on_an_earlier_round_leaves_the_result_in_play_as_it_was() -> None:
    """Regression: the round in play kept the result of its other name, and later payments omitted it."""
    game = played(3)
    before = game.state
    outcome = game.round_.outcome
    assert outcome is not None
    moved = (0, 0, -2000, 2000)
    drawn = ev.RoundDrawn(at=game.at, kind=DrawKind.CHOMBO, tenpai=(), payments=moved)
    state = before
    for event in (
        ev.DecisionTaken(at=game.at, what="uphold_fault", subject="F1", by="referee", round=1),
        ev.RoundRenamed(at=game.at, prevailing_wind=Wind.SOUTH, number=4, dealer=D, counters=2),
        ev.ResultAmended(at=game.at, round=before.rounds, drawn=drawn),
        ev.PaymentsAmended(at=game.at, round=before.rounds, deltas=moved, by="referee"),
        ev.DecisionUndone(at=game.at, back_to="settlement", by="referee"),
    ):
        state = reduce(state, event)
    assert state == before
