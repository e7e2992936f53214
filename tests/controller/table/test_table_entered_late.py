"""A round with an unseen end is entered completely while the next is played, and all later points are correct."""

from dataclasses import replace

import msgspec
import pytest

from api.demo.referee import entries
from api.http.schemas.claims import ClaimBody
from controller.journal.ledger import pending, round_at
from controller.journal.state import RiichiStand
from controller.ports.referee import Claim, ClaimKind
from controller.referee.faults.devices import END_UNSEEN
from controller.riichi.seat import SEATS, Seat
from controller.table.director import Director
from controller.table.effects import Refuse
from controller.table.venue import Venue
from hardware.simulator.game.truth import round_truth
from tests.support.blind_games import Away, BlindGame

LATER = 1000.0


@pytest.mark.parametrize(("seed", "paid"), [(1, 2), (9, 2), (15, 3), (16, 2), (19, 2)])
def test_what_the_referee_enters_of_unseen_rounds_settles_them_and_those_after(seed: int, paid: int) -> None:
    """Regression: the stick of a losing riichi could not be entered, and an entered end stayed an open fault."""
    game = BlindGame(seed, Away.CAMERA, 60.0, 60.0, rounds=3).run()
    director = Director.resume(game.records, Venue(game.book, auto_settle=True))
    waiting = pending(director.state)
    assert waiting
    for told in waiting:
        sticks = [seat for seat in SEATS if told.round.riichi[seat].stand is RiichiStand.ACCEPTED]
        for body in entries(round_truth(game.truth[told.ordinal - 1]), told.ordinal, sticks):
            step = director.handle(msgspec.convert(body, ClaimBody).claim("referee", LATER))
            assert not any(isinstance(effect, Refuse) for effect in step.effects), step.effects
    assert not pending(director.state)
    assert not [each for each in director.state.open_faults() if each.fault.code == END_UNSEEN]
    assert director.state.scores == game.truth[paid - 1].points_after


def test_a_riichi_is_stated_late_once_and_only_of_a_round_that_waits() -> None:
    game = BlindGame(1, Away.CAMERA, 60.0, 60.0, rounds=3).run()
    director = Director.resume(game.records, Venue(game.book, auto_settle=True))
    (told,) = pending(director.state)
    riichi = Claim(ClaimKind.STATE_RIICHI, LATER, "referee", seat=Seat.A, round=told.ordinal)
    seat = next(seat for seat in SEATS if told.round.riichi[seat].stand is RiichiStand.NONE)
    for claim, stands in (
        (replace(riichi, round=1), False),
        (replace(riichi, round=99), False),
        (replace(riichi, seat=None), False),
        (replace(riichi, seat=seat), True),
        (replace(riichi, seat=seat), False),
    ):
        refused = any(isinstance(effect, Refuse) for effect in director.handle(claim).effects)
        assert refused != stands, claim
    director.handle(Claim(ClaimKind.UNDO, LATER, "referee"))
    now = round_at(director.state, told.ordinal)
    assert now is not None
    assert now.round.riichi == told.round.riichi
