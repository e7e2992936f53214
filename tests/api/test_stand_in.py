"""The demonstration's stand-in enters, confirms and rules over HTTP what no person did within a time limit."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, cast

import pytest

from api.demo import stand_in
from api.demo.run import settled
from api.demo.stand_in import StandIn
from api.demo.table import SimulatedTable
from api.demo.web import WebServer
from controller.journal.events import Decision
from controller.ports.referee import Claim, ClaimKind
from controller.riichi.seat import Seat
from controller.rulebooks.catalogue import rulebook
from hardware.simulator.camera.server import CameraServer
from hardware.simulator.game.mistakes import EARLY_DRAW, NO_STICK, NOT_LOWERED
from hardware.simulator.game.round import SimulatedRound, play_rounds
from hardware.simulator.game.truth import round_truth
from tests.hardware.simulator.test_simulator_camera import make_camera
from tests.support.bench import lap
from tests.support.quiet_table import QuietTable, quiet_table

BOOK = "npm-2008"


@dataclass
class Simulated:
    """The simulator's data that the stand-in uses: the file of rounds and the clock."""

    truth: Path
    camera: str


@dataclass
class Scene:
    """A round whose end was not observed, and its stand-in."""

    table: QuietTable
    truth: Path
    own: StandIn


@pytest.fixture
def scene(tmp_path: Path) -> Iterator[Scene]:
    server, truth = CameraServer(make_camera()), tmp_path / "truth.jsonl"
    with quiet_table(tmp_path / "table", BOOK) as table:
        assert table.service is not None
        web = WebServer({"1": table.service})
        web.start()
        server.start()
        try:
            simulated = cast(SimulatedTable, Simulated(truth, server.url))
            yield Scene(table, truth, StandIn(simulated, table.service, web, 0.0))
        finally:
            web.stop()
            server.close()


def ended_by(end: str) -> tuple[SimulatedRound, dict[str, Any]]:
    """Return a first round without riichi that ends with ``end``, and its entry of the truth file."""
    for seed in count(1):
        (played,) = play_rounds(rulebook(BOOK), seed, 1)
        told = json.loads(json.dumps(round_truth(played)))
        if told["end"] == end and not any(told["sticks"]):
            return played, told
    raise AssertionError


@pytest.mark.parametrize("end", ["ron", "tsumo", "exhaustive"])
def test_a_round_that_nobody_read_is_entered_as_it_was_played_and_settled(
    scene: Scene, end: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    played, told = ended_by(end)
    scene.table.set_out(3, 4)
    scene.table.turn_dora("9p", Seat.C, 5)
    lap(scene.table, "1z", "2z", "3z", "4z")
    scene.truth.write_text(json.dumps(told) + "\n", encoding="utf-8")
    scene.own.look()
    assert scene.table.round.outcome is None, "it waits for somebody to enter it"
    monkeypatch.setattr(stand_in, "UNTOLD_S", 0.0)
    scene.own.look()
    assert scene.table.round.outcome is not None
    assert tuple(scene.table.round.outcome.payments) == played.payments
    scene.own.look()
    assert scene.table.service is not None
    assert settled(scene.table.service) == 1
    assert scene.table.director.state.scores == played.points_after
    assert scene.own.confirmed == 0, "nobody else did"


@pytest.mark.parametrize(
    ("code", "decision"),
    [(NOT_LOWERED, Decision.UPHELD), (EARLY_DRAW, Decision.DISMISSED), (NO_STICK, Decision.DISMISSED)],
)
def test_a_fault_that_would_change_the_round_is_dismissed_and_any_other_upheld(
    scene: Scene, code: str, decision: Decision, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: a riichi without its stick was cancelled while its player played on."""
    scene.table.set_out(3, 4)
    scene.table.give(Claim(ClaimKind.REPORT_FAULT, 1.0, "referee", code, seat=Seat.B))
    (raised,) = scene.table.director.state.open_faults()
    assert raised.fault.code == code
    scene.own.look()
    assert scene.table.director.state.open_faults(), "it waits for somebody to rule"
    monkeypatch.setattr(stand_in, "RULES_S", 0.0)
    scene.own.look()
    assert [each.decision for each in scene.table.director.state.faults] == [decision]
