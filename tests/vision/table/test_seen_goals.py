"""Goals of a table whose board has no switch at the lifts, proved by rendered pictures of it and by nothing else."""

from dataclasses import replace

from controller.machine.seen import SeenMachine
from controller.ports.table import GoalStep, SignalKind, Verb
from tests.support.goal_bench import GoalBench
from tests.support.studio import Studio
from vision.render.arrangement import Arrangement

STANDING = Arrangement(dice=(3, 4), plate=None)
BARE = replace(STANDING, heights=((0,) * 17,) * 4)
ROLLED = replace(STANDING, dice=(6, 1))
LOOKS = 4


class Watched:
    """A table with buttons and panel lamps, and whoever reads its pictures."""

    def __init__(self, studio: Studio) -> None:
        self.bench, self._studio = GoalBench("panel-lamps"), studio
        self._reader, self._seen = studio.reader(), SeenMachine()

    def show(self, arranged: Arrangement) -> list[SignalKind]:
        """What some pictures prove; the board's goals are told."""
        told = []
        for _ in range(LOOKS):
            for kind in self._seen.see(self._reader.read(self._studio.shoot(self._studio.scene(arranged)))):
                self.bench.table.see(kind)
                told.append(kind)
            self.bench.run(0.2)
        return told

    def ask(self, verb: Verb) -> None:
        """Begin a goal, which nothing has proved yet."""
        self.bench.run(2.0)
        assert self.bench.ask(verb, seconds=1.0) is None


def test_pictures_prove_what_was_pressed_for_and_nothing_before_it(studio: Studio) -> None:
    table = Watched(studio)
    assert table.show(STANDING) == [], "what stood before the first look proves nothing"
    table.ask(Verb.OPEN)
    assert table.show(STANDING) == []
    assert table.bench.ended == []
    assert table.show(BARE) == [SignalKind.TABLE_EMPTY]
    table.ask(Verb.CLOSE)
    assert table.show(STANDING) == [SignalKind.WALLS_UP]
    table.ask(Verb.DICE)
    assert SignalKind.DICE_STOPPED in table.show(ROLLED)
    assert [each.step for each in table.bench.ended] == [GoalStep.DONE] * 3
    assert len(table.bench.contacts()) == 3
