"""A game up to its middle as evidence, and players' mistakes from there on: the director's findings."""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

import pytest

from api.demo.table import DemoSetup
from controller.journal import events as ev
from controller.ports.evidence import Evidence
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.table.director import Director
from controller.table.venue import Dwell, Venue
from hardware.profiles.load import load_profile
from hardware.profiles.machine_facts import table_work
from hardware.simulator.camera.plain_sight import sighting
from hardware.simulator.camera.playback import Playback
from hardware.simulator.game.acts import Hesitate
from hardware.simulator.game.mistakes import EARLY_DRAW, NO_STICK, NOT_LOWERED, WRONG_BREAK, Mistakes
from hardware.simulator.game.play import Won
from hardware.simulator.game.round import SimulatedRound
from hardware.simulator.machine.pace import EXPOSURE_S
from hardware.simulator.recorded import BEGINNING, RecordedGame
from tests.support.bench import Board
from tests.support.demo_seeds import main as demo_seeds

BOOK = "npm-2008"
AT_ONCE = Dwell(river=1, meld=1, hand=1, dice=1, wall=1, indicator=1, standing=1)


def recorded(book: str = BOOK, seed: int = 340) -> RecordedGame:
    return RecordedGame(rulebook(book), seed, 100, load_profile(), seats=True)


def led_to(evidence: Iterator[Evidence], book: str, dwell: Dwell, until: str = "") -> tuple[Director, list[ev.Event]]:
    """Return director and events after this evidence, up to the first fault whose code starts with ``until``."""
    director, step = Director.open(Venue(book, auto_settle=True, dwell=dwell), 0.0)
    facts = list(step.events)
    for each in evidence:
        facts += director.handle(each).events
        if until and any(isinstance(fact, ev.FaultRaised) and fact.fault.code.startswith(until) for fact in facts):
            break
    return director, facts


@pytest.mark.parametrize("book", rulebook_ids())
def test_a_game_begins_in_the_middle_of_a_round_that_is_won(book: str) -> None:
    game = recorded(book)
    moment = game.middle()
    (before, begun) = islice(game.played(), moment.round - 2, moment.round)
    assert moment != BEGINNING
    assert isinstance(begun.played.end, Won)
    assert before.points_after == begun.deal.standing.points


def test_what_was_played_before_is_read_as_it_was_played_and_nobody_is_at_fault() -> None:
    game = recorded()
    moment = game.middle()
    director, facts = led_to(game.evidence(moment.at), BOOK, AT_ONCE)
    played = list(islice(game.played(), moment.round))
    won = [fact.wins[0].score.points for fact in facts if isinstance(fact, ev.RoundWon)]
    ends = [each.played.end for each in played[:-1]]
    assert won == [end.score.points for end in ends if isinstance(end, Won)]
    assert director.state.rounds == moment.round
    assert director.state.round is not None
    assert director.state.round.outcome is None
    assert len(director.state.round.discards) >= 8
    assert not [fact for fact in facts if isinstance(fact, ev.FaultRaised)]
    assert {fact.seat for fact in facts if isinstance(fact, ev.HandSeen)} == {0, 1, 2, 3}


@pytest.mark.parametrize(("without", "discards"), [("board", True), ("camera", False)])
def test_what_was_played_before_is_known_where_a_part_is_missing(without: str, discards: bool) -> None:
    setup = DemoSetup(0, False, 9003, BOOK, wrong_break="", without=without, midway=True)
    begun, profile = setup.game.middle(), load_profile(setup.profile)
    work = replace(table_work(profile), reported=without != "board")
    director, step = Director.open(Venue(BOOK, auto_settle=True, dwell=AT_ONCE, work=work), 0.0)
    facts = list(step.events)
    for each in setup.past(begun):
        facts += director.handle(each).events
    (before,) = islice(setup.game.played(), begun.round - 2, begun.round - 1)
    assert director.state.rounds == begun.round
    assert director.state.round is not None
    assert bool(director.state.round.discards) is discards
    # Sticks of the round in play are on the table where they were seen.
    missing = [due - has for due, has in zip(before.points_after, director.state.scores, strict=True)]
    assert set(missing) <= ({0, 1000} if discards else {0})
    assert not [fact for fact in facts if isinstance(fact, ev.FaultRaised)]


def seen_of(one: SimulatedRound) -> Iterator[Evidence]:
    """Yield the signals and one sighting per exposure of a round."""
    game, board = recorded(), Board()
    playback = Playback([one], game.pace, board)
    frame = 0
    while not playback.over:
        board.now = frame * EXPOSURE_S
        playback.advance(board.now)
        yield from board.waiting
        board.waiting.clear()
        yield sighting(playback.setting, frame, board.now)
        frame += 1


@pytest.mark.slow
@pytest.mark.parametrize("mistake", [NOT_LOWERED, EARLY_DRAW, NO_STICK])
def test_a_mistake_of_the_players_becomes_its_fault_and_no_other(mistake: str) -> None:
    (right,) = islice(recorded(seed=2).played(), 1)
    wrong = replace(right, mistake=mistake)
    assert wrong.staged == mistake
    assert {*wrong.done} - {*right.done} <= {each for each in wrong.done if isinstance(each, Hesitate)}
    assert {*right.done} <= {*wrong.done}
    _, facts = led_to(seen_of(wrong), BOOK, Dwell())
    assert [fact.fault.code for fact in facts if isinstance(fact, ev.FaultRaised)] == [mistake]
    won = [fact.wins[0].score for fact in facts if isinstance(fact, ev.RoundWon)]
    end = right.played.end
    assert won == ([end.score] if isinstance(end, Won) else [])


def test_players_err_from_a_round_on_and_now_and_then() -> None:
    assert [Mistakes().due(number) for number in range(1, 9)] == [""] * 8
    due = [Mistakes(3).due(number) for number in range(1, 13)]
    assert due[:2] == ["", ""]
    assert set(due[2:]) == {NOT_LOWERED, WRONG_BREAK, EARLY_DRAW, NO_STICK, ""}
    assert due.count("") == 7


@pytest.mark.render
def test_eyes_read_what_is_played_from_the_middle_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert demo_seeds(["--seeds", "340", "--rounds", "1"]) == 0
    (line,) = capsys.readouterr().out.splitlines()
    told = json.loads(line)
    assert (told["rounds"], told["right"], told["false"]) == (1, 1, 0)


def test_nobody_begins_the_next_set_before_the_round_is_settled() -> None:
    game, board = recorded(), Board()
    playback = Playback(islice(game.played(), 2), game.pace, board)
    playback.settled = 0
    at = 0.0
    while not playback.over_rounds:
        at += EXPOSURE_S
        playback.advance(at)
    said = playback.reports
    playback.advance(at + 100.0)
    assert playback.reports == said
    playback.settled = 1
    playback.advance(at + 100.0 + EXPOSURE_S)
    assert playback.reports == said + 1
