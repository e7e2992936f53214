"""Events and evidence as bytes: every kind survives a round trip, and malformed data is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.errors import JournalError
from controller.journal.codec import (
    EVENT_TYPES,
    EVIDENCE_TYPES,
    canonical,
    event_from_json,
    event_to_json,
    evidence_from_json,
    evidence_to_json,
    parse,
)
from controller.journal.events import EVENTS, Called, Discarded, Event, RoundStarted
from controller.journal.invariants import CHECKS
from controller.journal.reduce import REDUCERS
from controller.ports.evidence import Evidence
from controller.riichi.seat import Seat, Wind
from controller.riichi.tile import Tile
from controller.table.phases import TRANSITIONS
from tests.support.journal_values import MELDS, values


@given(st.sampled_from(EVENTS).flatmap(values))
def test_every_event_comes_back_the_same_with_the_same_bytes(event: object) -> None:
    assert isinstance(event, Event)
    line = canonical(event_to_json(event))
    again = event_from_json(parse(line))
    assert again == event
    assert type(again) is type(event)
    assert canonical(event_to_json(again)) == line
    assert b"\n" not in line


@pytest.mark.slow
@settings(max_examples=40)
@given(st.sampled_from(tuple(EVIDENCE_TYPES.values())).flatmap(values))
def test_all_evidence_comes_back_the_same(evidence: Evidence) -> None:
    assert evidence_from_json(parse(canonical(evidence_to_json(evidence)))) == evidence


def test_a_line_reads_in_the_words_of_the_game() -> None:
    event = Discarded(at=1.5, evidence=(3, 5), seat=Seat.B, tile=Tile.P5_RED, sideways=True)
    assert canonical(event_to_json(event)) == (
        b'{"at":1.5,"event":"Discarded","evidence":[3,5],"seat":1,"sideways":true,"tile":"0p"}'
    )
    called = event_to_json(Called(at=0.0, seat=Seat.A, meld=MELDS[1]))
    assert called["meld"] == {"kind": "pon", "tiles": ["5p", "0p", "5p"], "called": "0p", "source": 2}


def test_every_kind_of_event_is_known_everywhere() -> None:
    assert set(EVENT_TYPES.values()) == set(REDUCERS) == {event for event, _, _ in TRANSITIONS} == set(EVENTS)
    assert CHECKS


ROUND = event_to_json(
    RoundStarted(
        at=0.0,
        prevailing_wind=Wind.SOUTH,
        number=2,
        dealer=Seat.B,
        counters=1,
        riichi_sticks=0,
        scores=(25_000, 25_000, 25_000, 25_000),
    )
)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"event": "Teleported"}, "unknown event 'Teleported'"),
        ({"event": ["Discarded"]}, "unknown event"),
        ({"number": "2"}, "$.number"),
        ({"number": True}, "$.number"),
        ({"dealer": 4}, "$.dealer"),
        ({"prevailing_wind": "Q"}, "$.prevailing_wind"),
        ({"scores": [25_000] * 3}, "$.scores"),
        ({"luck": 7}, "luck"),
        ({"at": None}, "$.at"),
    ],
)
def test_a_malformed_event_is_refused_in_one_line_that_names_the_field(change: dict[str, object], said: str) -> None:
    with pytest.raises(JournalError) as caught:
        event_from_json({**ROUND, **change})
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("line", [b"", b"[]", b"{", b"\xff", b"[" * 100_000, b"null"])
def test_a_line_that_is_no_object_is_refused(line: bytes) -> None:
    with pytest.raises(JournalError):
        parse(line)


def test_numbers_that_json_does_not_know_are_refused() -> None:
    with pytest.raises(JournalError):
        canonical(event_to_json(Discarded(at=float("nan"), seat=Seat.A, tile=Tile.M1)))
