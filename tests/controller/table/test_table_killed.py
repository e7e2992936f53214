"""kill -9 in the middle of a round: the journal on the disk suffices to continue."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from api.stores.sqlite_store import SqliteJournal
from controller.journal.chain import seal
from controller.journal.events import Discarded, RoundWon
from controller.table.director import Director
from controller.table.effects import Step
from controller.table.venue import Venue
from hardware.simulator.game.play import Won
from tests.support.bench import Game

ROOT = Path(__file__).parents[3]
VENUE = Venue("npm-2008", auto_settle=True)
FIRST_LIFE = """
import os, signal, sys
from pathlib import Path
from api.stores.sqlite_store import SqliteJournal
from controller.table.director import Director
from tests.support.bench import Game
from tests.controller.table.test_table_killed import VENUE, write
store = SqliteJournal(Path(sys.argv[1]))
director, step = Director.open(VENUE, 0.0)
write(store, step)
for number, evidence in enumerate(Game("npm-2008", 1, rounds=1).evidence()):
    write(store, director.handle(evidence))
    if number == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
"""


def write(store: SqliteJournal, step: Step) -> None:
    """Store a step as a service does."""
    records = []
    last = store.last()
    for event in step.events:
        last = seal(event, 0.0, last)
        records.append(last)
    if records or step.evidence:
        store.append(records, step.evidence)


@pytest.mark.parametrize("moment", [40, 100])
def test_the_round_goes_on_from_the_journal(tmp_path: Path, moment: int) -> None:
    path = tmp_path / "table.journal"
    command = [sys.executable, "-c", FIRST_LIFE, str(path), str(moment)]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == -signal.SIGKILL
    store = SqliteJournal(path)
    before = list(store.read())
    director = Director.resume(store.read(), VENUE, newest_evidence=store.newest_evidence(50))
    game = Game("npm-2008", 1, rounds=1)
    for number, evidence in enumerate(game.evidence()):
        # The board repeats messages without acknowledgement; frames from before are lost.
        if number > moment - 3:
            write(store, director.handle(evidence))
    after = list(store.read())
    assert after[: len(before)] == before
    end = game.truth[0].played.end
    assert isinstance(end, Won)
    (won,) = [record.event for record in after if isinstance(record.event, RoundWon)]
    assert won.wins[0].win == end.win
    assert won.wins[0].score == end.score
    discards = [record.event for record in after if isinstance(record.event, Discarded)]
    assert len({(each.seat, each.at) for each in discards}) == len(discards)
    store.close()
