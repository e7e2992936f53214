"""Every event with a decision contains kind and id of its maker; earlier journals keep their hashes."""

from dataclasses import fields, replace

import pytest

from controller.journal.codec import event_from_json, event_to_json, evidence_from_json, evidence_to_json
from controller.journal.events import EVENTS, DecisionTaken, GoalMoved, SessionOpened
from controller.ports.maker import Maker, MakerKind
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import GoalRequest, GoalStep, Request, Verb
from controller.table.director import Director
from controller.table.venue import Venue

MORI = Maker(MakerKind.PERSON, "5f2c90d1a4b37e68", "0011223344556677")
ROBOT = Maker(MakerKind.TOKEN, "77665544332211ff")


@pytest.mark.parametrize("maker", [MORI, ROBOT, Maker(MakerKind.DEVICE, "aa"), Maker(MakerKind.CONSOLE, "console:jan")])
def test_whoever_decides_is_in_each_fact_that_follows_by_kind_and_id(maker: Maker) -> None:
    """Regression: an event contained only a name, which another person could take later."""
    director, _ = Director.open(Venue("npm-2008"), at=0.0)
    seating = Claim(ClaimKind.SEAT_PLAYERS, 1.0, "Mori", names=("a", "b", "c", "d"), maker=maker)
    judging = Claim(ClaimKind.SET_RELEASE, 2.0, "Mori", "never", reason="asked", maker=maker)
    steps = [director.handle(each) for each in (seating, judging)]
    for step in steps:
        assert step.events
        assert {event.maker for event in step.events} == {maker}
        for event in step.events:
            assert event_from_json(event_to_json(event)) == event
        (row,) = step.evidence
        assert evidence_from_json(evidence_to_json(row.evidence)) == row.evidence
        assert evidence_to_json(row.evidence)["maker"]["id"] == maker.id
    undone = director.handle(Claim(ClaimKind.UNDO, 3.0, "Kato", maker=ROBOT))
    assert {event.maker for event in undone.events} <= {ROBOT}


def test_a_goal_carries_whoever_asked_for_it_to_its_end() -> None:
    director, _ = Director.open(Venue("npm-2008"), at=0.0)
    wish = GoalRequest(Verb.OPEN, "Mori", "asked", maker=MORI)
    for event in director.handle(Request(1.0, "Mori", wish, MORI)).events:
        assert event.maker == MORI
        assert isinstance(event, GoalMoved)
        assert event.step in (GoalStep.ASKED, GoalStep.REFUSED)


def test_what_nobody_decided_has_no_maker_and_is_written_as_before() -> None:
    """An empty field must not be written: it would change the hash of every stored record."""
    opened = SessionOpened(at=0.0, rulebook="npm-2008", profile="p", names=("a", "b", "c", "d"))
    assert "maker" not in event_to_json(opened)
    for kind in EVENTS:
        assert "maker" in {field.name for field in fields(kind)}
    old = event_to_json(DecisionTaken(at=0.0, what="upheld", subject="F1", by="Mori"))
    assert event_from_json(old).maker is None
    told = event_to_json(replace(event_from_json(old), maker=MORI))
    assert told == {**old, "maker": {"kind": "person", "id": MORI.id, "device": MORI.device}}
