"""Whole simulated rounds through the director with perfect sightings: the record equals what was played."""

import random
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import count

import pytest

from controller.journal import events as ev
from controller.journal.chain import Record, record_to_line, seal
from controller.journal.reduce import reduce, replay
from controller.journal.state import NOTHING_YET, Phase
from controller.journal.store import EvidenceRow
from controller.machine.facts import USUAL_WORK
from controller.ports.evidence import Evidence
from controller.ports.eyes import Sighting
from controller.riichi.seat import SEATS
from controller.rulebooks.catalogue import rulebook_ids
from controller.table.director import Director
from controller.table.effects import Refused, Step
from controller.table.phases import PhaseMachine
from controller.table.venue import Venue
from hardware.simulator.game.acts import DiscardTile
from hardware.simulator.game.play import Aborted, Won
from hardware.simulator.game.round import SimulatedRound
from tests.support.bench import Game, state_bytes
from tests.support.longer import others_long


@dataclass
class Table:
    """A director with the journal that it writes."""

    venue: Venue
    records: list[Record] = field(default_factory=list)
    rows: list[EvidenceRow] = field(default_factory=list)
    refused: list[Refused] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.director, step = Director.open(self.venue, 0.0)
        self.keep(step)

    def keep(self, step: Step) -> None:
        for event in step.events:
            self.records.append(seal(event, event.at, self.records[-1] if self.records else None))
        self.rows += step.evidence
        self.refused += step.refused

    def restart(self) -> None:
        """Resume from the journal, as after a power failure."""
        self.director = Director.resume(self.records, self.venue, newest_evidence=self.rows[-20:])

    def play(self, evidence: Iterable[Evidence]) -> None:
        for each in evidence:
            self.keep(self.director.handle(each))

    def of(self, *kinds: type[ev.Event]) -> list[ev.Event]:
        return [record.event for record in self.records if isinstance(record.event, kinds)]


def agrees(recorded: ev.Event, truth: SimulatedRound) -> bool:
    """True if a recorded result is the one played, to the last line of its score."""
    end = truth.played.end
    if isinstance(end, Won):
        if not isinstance(recorded, ev.RoundWon) or len(recorded.wins) != 1:
            return False
        return recorded.wins[0].win == end.win and recorded.wins[0].score == end.score
    if not isinstance(recorded, ev.RoundDrawn) or recorded.payments != truth.payments:
        return False
    if isinstance(end, Aborted):
        return recorded.kind.aborts is end.kind
    return tuple(seat in recorded.tenpai for seat in SEATS) == end.tenpai


def assert_recorded(table: Table, game: Game) -> None:
    results = table.of(ev.RoundWon, ev.RoundDrawn)
    assert len(results) == len(game.truth)
    wrong = [number for number, pair in enumerate(zip(results, game.truth, strict=True), 1) if not agrees(*pair)]
    assert wrong == []
    faults = [event.fault.code for event in table.of(ev.FaultRaised) if isinstance(event, ev.FaultRaised)]
    staged = [truth.deal.made.wall is truth.deal.due.wall for truth in game.truth if truth.deal.wrong_break]
    assert table.refused == []
    assert faults == ["break-wrong-stack" if same_wall else "break-wrong-wall" for same_wall in staged]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("book", "seed"),
    others_long(zip(rulebook_ids(), count(1)), ("npm-2008", 1), ("kenko-2022", 5), ("mleague", 6)),
)
def test_every_round_and_every_wrong_break_is_recorded_as_played(book: str, seed: int) -> None:
    game = Game(book, seed, rounds=4, wrong="3")
    table = Table(Venue(book, auto_settle=True))
    table.play(game.evidence())
    assert_recorded(table, game)
    assert table.director.state.scores == game.truth[-1].points_after
    discards = [(each.seat, str(each.tile)) for each in table.of(ev.Discarded) if isinstance(each, ev.Discarded)]
    played = [
        (act.seat, str(truth.deal.faces[act.tile]))
        for truth in game.truth
        for act in truth.played.acts
        if isinstance(act, DiscardTile)
    ]
    assert discards == played


def test_a_camera_without_a_board_records_round_after_round() -> None:
    game = Game("npm-2008", 9, rounds=3)
    table = Table(Venue("npm-2008", auto_settle=True, work=replace(USUAL_WORK, reported=False)))
    table.play(each for each in game.evidence() if isinstance(each, Sighting))
    assert_recorded(table, game)


def test_machine_and_state_agree_on_the_phase_after_every_event() -> None:
    table = Table(Venue("npm-2008", auto_settle=True))
    table.play(Game("npm-2008", 12, rounds=2).evidence())
    machine, state, seen = PhaseMachine(), NOTHING_YET, set()
    for record in table.records:
        state = reduce(state, record.event)
        assert machine.advance(record.event) is state.phase
        seen.add(state.phase)
    assert seen == set(Phase)
    assert table.director.phase is table.director.state.phase


@pytest.mark.slow
def test_a_journal_cut_anywhere_goes_on_to_the_same_result() -> None:
    game, rng = Game("npm-2008", 21, rounds=3, wrong="2,"), random.Random(5)
    table = Table(Venue("npm-2008", auto_settle=True))
    restarts = 0
    for each in game.evidence():
        if rng.random() < 0.03:
            table.restart()
            restarts += 1
        table.keep(table.director.handle(each))
    assert restarts > 10
    assert_recorded(table, game)


def test_what_was_missed_while_the_service_was_down_is_caught_up_in_turn_order() -> None:
    game = Game("npm-2008", 33, rounds=1)
    table = Table(Venue("npm-2008", auto_settle=True))
    falls = [9, 27]
    down = missed = 0
    for each in game.evidence():
        if falls and len(table.of(ev.Discarded)) == falls[0]:
            del falls[0]
            down = 40  # eight seconds: several turns
        if down and isinstance(each, Sighting):
            down, missed = down - 1, missed + 1
            if down == 0:
                table.restart()
            continue
        table.keep(table.director.handle(each))
    assert missed == 80
    recorded = [each.seat for each in table.of(ev.Discarded) if isinstance(each, ev.Discarded)]
    played = [act.seat for act in game.truth[0].played.acts if isinstance(act, DiscardTile)]
    assert recorded == played
    assert_recorded(table, game)


@pytest.mark.slow
def test_replay_gives_the_same_state_and_bytes() -> None:
    table = Table(Venue("kenko-2022", auto_settle=True))
    table.play(Game("kenko-2022", 8, rounds=2, wrong="1").evidence())
    replayed = replay(table.records)
    assert replayed.state == table.director.state
    assert state_bytes(replayed.state) == state_bytes(table.director.state)
    again = Table(Venue("kenko-2022", auto_settle=True))
    again.play(Game("kenko-2022", 8, rounds=2, wrong="1").evidence())
    assert [record_to_line(record) for record in again.records] == [record_to_line(record) for record in table.records]


def test_every_event_names_evidence_that_is_kept() -> None:
    table = Table(Venue("npm-2008", auto_settle=True))
    table.play(Game("npm-2008", 2, rounds=1, wrong="1").evidence())
    kept = {row.id for row in table.rows}
    assert len(kept) == len(table.rows)
    opening = (ev.SessionOpened, ev.GameStarted, ev.RoundStarted)
    for record in table.records:
        assert record.event.evidence or isinstance(record.event, opening)
        assert set(record.event.evidence) <= kept


@pytest.mark.slow
def test_points_and_sticks_add_up_after_every_event() -> None:
    table = Table(Venue("npm-2008", auto_settle=True))
    table.play(Game("npm-2008", 14, rounds=5).evidence())
    state = NOTHING_YET
    for record in table.records:
        state = reduce(state, record.event)
        assert sum(state.scores) + 1000 * state.riichi_sticks == state.starting_sum
