"""Records of whole games under tenhou's rules, replayed and paid by another program: RiichiEnv."""

import json
from pathlib import Path

from controller.records.mjai import writer
from controller.records.mjai.live import game_line, round_lines
from controller.riichi.seat import SEATS
from controller.views.policy import Release
from tests.support.record_cases import simulated
from tests.support.riichienv_settles import Settled, compared, followed
from tests.support.seen_game import played, silent_service

_SEEDS = range(4)
_ROUNDS = 10


def test_another_programs_rules_pay_every_round_as_it_is_written() -> None:
    figures = Settled()
    for seed in _SEEDS:
        events = [event for game in simulated("tenhou", seed, _ROUNDS) for event in writer.lines(game)]
        assert compared(json.loads(json.dumps(events)), figures) == []
    assert figures.equal == figures.rounds == len(_SEEDS) * _ROUNDS


def test_a_payment_that_is_not_of_the_rules_is_told() -> None:
    (game,) = simulated("tenhou", 0, 1)
    events = json.loads(json.dumps(list(writer.lines(game))))
    for event in events:
        if "deltas" in event:
            event["deltas"] = [100, -100, 0, 0]
    figures = Settled()
    assert len(compared(events, figures)) == 1
    assert (figures.rounds, figures.equal) == (1, 0)


def test_what_a_seat_does_in_its_live_lines_was_allowed_to_it(tmp_path: Path) -> None:
    """They contain its own hand only: a missing line, or one in the wrong place, makes an act impossible."""
    with silent_service(tmp_path, Release.parse("live"), lambda: 0.0) as service:
        for each in played()[0]:
            service.take(each)
        late = service.late_feed()
        assert late is not None
        assert late.view is not None
        for seat in SEATS:
            start, lines = game_line(late.view, [seat]), round_lines(late.view, [seat])
            acts, refused = followed(lines, start["id"])
            assert (acts > 3, refused) == (True, [])
            drawn = next(
                at for at, line in enumerate(lines) if line["type"] == "tsumo" and line["actor"] == start["id"]
            )
            assert followed(lines[:drawn] + lines[drawn + 1 :], start["id"])[1]
