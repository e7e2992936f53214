"""Journals written by an earlier release still verify, replay and resume as they did then."""

import json
from typing import Any

import pytest

from controller.journal.chain import Record, record_from_line, record_to_line
from controller.journal.events import EVENTS
from controller.journal.reduce import replay
from controller.journal.state import TableState
from controller.table.director import Director
from controller.table.venue import Venue
from tests.support.golden import VECTORS

JOURNALS = VECTORS / "journals"
ENDS: dict[str, dict[str, Any]] = json.loads((JOURNALS / "ends.json").read_text("utf-8"))


def lines(name: str) -> list[bytes]:
    return (JOURNALS / f"{name}.jsonl").read_bytes().splitlines()


def records(name: str) -> list[Record]:
    return [record_from_line(line) for line in lines(name)]


def told(state: TableState) -> dict[str, Any]:
    """Values by which the ends of journals are compared."""
    played = state.round
    assert played is not None
    return {
        "phase": state.phase.value,
        "scores": list(state.scores),
        "riichi_sticks": state.riichi_sticks,
        "rounds": state.rounds,
        "game_over": state.game_over,
        "names": list(state.names),
        "discards": [str(discard.tile) for discard in played.discards],
        "melds": sum(len(row) for row in played.melds),
        "riichi": [riichi.stand.value for riichi in played.riichi],
        "lost_right": list(played.lost_right),
        "faults": [
            [
                standing.fault.code,
                standing.fault.severity.value,
                standing.fault.remedy.kind.value,
                None if standing.decision is None else standing.decision.value,
                standing.by,
            ]
            for standing in state.faults
        ],
        "questions": [
            [standing.question.asks.value, None if standing.answer is None else str(standing.answer)]
            for standing in state.questions
        ],
        "payments": None if played.outcome is None else list(played.outcome.payments),
    }


def test_the_journals_hold_every_kind_of_event_there_was() -> None:
    assert {path.stem for path in JOURNALS.glob("*.jsonl")} == set(ENDS)
    kinds = {type(record.event) for name in ENDS for record in records(name)}
    assert kinds == set(EVENTS)


@pytest.mark.parametrize("name", ENDS)
def test_an_old_journal_replays_to_the_state_it_ended_in(name: str) -> None:
    assert told(replay(records(name)).state) == ENDS[name]


@pytest.mark.parametrize("name", ENDS)
def test_its_lines_are_written_again_byte_for_byte(name: str) -> None:
    assert [record_to_line(record) for record in records(name)] == lines(name)


@pytest.mark.parametrize("name", ENDS)
def test_a_table_goes_on_from_it(name: str) -> None:
    kept = records(name)
    book = replay(kept).state.rulebook
    director = Director.resume(kept, Venue(book))
    assert director.phase.value == ENDS[name]["phase"]
