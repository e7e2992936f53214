"""A round begun after time was up: the game is over before it, and no entry for it moves points."""

import pytest

from controller.journal import events as ev
from controller.ports.referee import ClaimKind
from controller.riichi.seat import Seat
from controller.table.effects import Refuse
from tests.controller.referee.test_declared_points import drawn, enter
from tests.support.bench import bench, only


@pytest.mark.parametrize("kind", [ClaimKind.CONFIRM_DRAW, ClaimKind.VOID_ROUND])
def test_no_result_comes_to_a_round_that_its_game_does_not_count(kind: ClaimKind) -> None:
    """Regression: the result was accepted and its payment refused: the table stayed in a result that could not be
    settled.
    """
    table = bench("tomioka")
    drawn(table, Seat.B)
    table.set_out(3, 4, dealer=Seat.B)
    enter(table, ClaimKind.TIME_UP)
    state = table.director.state
    assert (state.game_over, state.round is not None and state.round.outcome) == (True, None)
    assert enter(table, kind, seats=(Seat.A,)) == []
    assert isinstance(table.steps[-1].effects[0], Refuse)
    assert table.director.state.scores == state.scores
    assert only(table.events, ev.GameEnded)[-1].scores == state.scores
