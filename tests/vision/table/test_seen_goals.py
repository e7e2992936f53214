"""Goals of a table without lift switches, proved only by rendered pictures of it."""

from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from controller.machine.facts import CentreState
from controller.machine.seen import SeenMachine
from controller.ports.table import GoalStep, SignalKind, Verb
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.simulator.camera.scene_builder import RAISED_MM
from tests.support.goal_bench import GoalBench
from tests.support.studio import Studio
from vision.render.arrangement import Arrangement
from vision.table.place.centre import CentreReader
from vision.table.reader import TableReader

STANDING = Arrangement(dice=(3, 4), plate=None)
BARE = replace(STANDING, heights=((0,) * 17,) * 4)
ROLLED = replace(STANDING, dice=(6, 1))
LOOKS = 4
MOVED = 8
"""Number of readings until a moved centre counts as still."""
HEIGHTS_MM = {
    CentreState.OPEN: RAISED_MM,
    CentreState.LIFTED: RAISED_MM,
    CentreState.OPENING: 20.0,
    CentreState.CLOSING: 20.0,
}
RISEN = [SignalKind.HATCH_OPENED, SignalKind.LIFTED]


class Watched:
    """A table with buttons and panel lamps, and the reader of its pictures, which show the state of its centre."""

    def __init__(self, studio: Studio, profile: str = "panel-lamps") -> None:
        self.bench, self._studio = GoalBench(profile), studio
        self._reader = TableReader(load_profile(profile), studio.camera, studio.classifier)
        self._seen = SeenMachine()

    def show(self, arranged: Arrangement, looks: int = LOOKS) -> list[SignalKind]:
        """Show some pictures; return the signals that they prove, which are passed to the board's goals."""
        told = []
        for _ in range(looks):
            posed = replace(arranged, raised=HEIGHTS_MM.get(self.bench.machine.centre, 0.0))
            for kind in self._seen.see(self._reader.read(self._studio.shoot(self._studio.scene(posed)))):
                self.bench.table.see(kind)
                told.append(kind)
            self.bench.run(0.2)
        return told

    def ask(self, verb: Verb) -> None:
        """Begin a goal, which nothing has proved yet."""
        self.bench.run(2.0)
        assert self.bench.ask(verb, seconds=1.0) is None

    @property
    def steps(self) -> list[GoalStep]:
        """Final steps of the goals."""
        return [each.step for each in self.bench.ended]


def test_pictures_prove_what_was_pressed_for_and_nothing_before_it(studio: Studio) -> None:
    table = Watched(studio)
    assert table.show(STANDING) == [], "what stood before the first look proves nothing"
    table.ask(Verb.OPEN)
    assert table.show(STANDING, looks=2) == [], "it is on its way"
    table.bench.run(1.0)
    assert table.show(STANDING, MOVED) == RISEN
    assert table.steps == [GoalStep.DONE]
    assert table.show(BARE) == [SignalKind.TABLE_EMPTY]
    table.bench.machine.tiles_in()
    table.ask(Verb.CLOSE)
    table.bench.run(2.0)
    assert table.show(BARE, MOVED) == [SignalKind.HATCH_CLOSED]
    table.bench.run(7.0)
    assert table.bench.machine.walls_up
    assert table.steps == [GoalStep.DONE], "closed is not yet built"
    assert table.show(STANDING) == [SignalKind.WALLS_UP]
    table.ask(Verb.DICE)
    assert SignalKind.DICE_STOPPED in table.show(ROLLED)
    table.ask(Verb.LIFT)
    assert table.show(ROLLED, MOVED) == RISEN
    assert table.steps == [GoalStep.DONE] * 4
    table.ask(Verb.LIFT)
    assert table.show(ROLLED, MOVED) == [SignalKind.HATCH_CLOSED], "the same buttons lower it again"
    table.bench.run(15.0)
    assert table.steps[4:] == [GoalStep.UNKNOWN], "what was asked for was not seen"
    assert len(table.bench.contacts()) == 5


def test_a_profile_may_name_the_empty_table_where_no_centre_rises(studio: Studio, tmp_path: Path) -> None:
    own = tmp_path / "hall-3.toml"
    proof = '{ value = "table_empty", source = "the centre opens level with the felt" }'
    own.write_text(f'extends = "panel-lamps"\n[goals.open]\nproof = {proof}\n', encoding="utf-8")
    table = Watched(studio, str(own))
    table.show(STANDING)
    table.ask(Verb.OPEN)
    assert table.show(STANDING) == []
    assert table.show(BARE) == [SignalKind.TABLE_EMPTY]
    assert table.steps == [GoalStep.DONE]


@pytest.mark.parametrize("over", ["arm", "plain"])
def test_a_centre_that_is_hidden_or_plain_tells_no_height(studio: Studio, over: str) -> None:
    reader = CentreReader(Layout(load_profile("panel-lamps")), studio.camera)
    flat, risen = (studio.shoot(studio.scene(replace(BARE, raised=mm))).image.copy() for mm in (0.0, RAISED_MM))
    middle = tuple(int(each) for each in studio.camera.project([(0.0, 0.0, 0.0)])[0])
    if over == "plain":
        for image in (flat, risen):
            cv2.circle(image, middle, 130, (40, 40, 40), -1)
    for _ in range(5):
        reader.find(flat)
    if over == "arm":
        cv2.rectangle(risen, middle, (middle[0] + 100, middle[1] + 400), (120, 150, 200), -1)
        assert reader.find(flat) == 0.0
    assert reader.find(risen) in ((None,) if over == "arm" else (None, 0.0))
