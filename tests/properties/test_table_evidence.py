"""Any input of the edges in any order: no exception is raised, and the record stays consistent."""

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.journal.chain import Record, seal
from controller.journal.events import Event
from controller.journal.invariants import broken_invariants
from controller.journal.reduce import reduce, replay
from controller.journal.state import NOTHING_YET, TableState
from controller.ports.evidence import Evidence
from controller.ports.eyes import SeenDie, SeenHand, SeenIndicator, SeenMeld, SeenRiverTile, SeenRow, SeenTile, Sighting
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.ports.table import SignalKind, TableSignal
from controller.riichi.seat import SEATS
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.table.director import Director
from controller.table.phases import PhaseMachine
from controller.table.venue import Dwell, Venue
from tests.support.bench import Game, state_bytes

HASTY = Dwell(river=1, meld=1, hand=1, dice=1, wall=1, indicator=1, alarm=1, patience=2, correction=2, ura=1, alone=1)
FEW = st.sampled_from((Tile.M1, Tile.P5, Tile.P5_RED, Tile.S9, Tile.EAST, Tile.RED, None))
SEAT = st.sampled_from(SEATS)
ANGLE = st.sampled_from((0.0, 90.0, 180.0, 270.0, 45.0))
TILE = st.builds(SeenTile, FEW, st.just(0.0), st.just(0.0), ANGLE, st.sampled_from((0.99, 0.99, 0.2)))


def four(part: st.SearchStrategy[object]) -> st.SearchStrategy[tuple[object, ...]]:
    return st.tuples(*(st.none() | part for _ in SEATS))


RIVER = st.lists(st.builds(SeenRiverTile, TILE, st.booleans()), max_size=4).map(tuple)
HAND = st.builds(SeenHand, st.integers(0, 15), st.lists(TILE, max_size=14).map(tuple), st.none() | TILE)
MELD = st.builds(SeenMeld, st.lists(TILE, max_size=5).map(tuple), st.none() | st.integers(-1, 5))
WALL = st.lists(st.sampled_from((0, 1, 2, 2, 2, None)), min_size=0, max_size=18).map(tuple) | st.just((2,) * 17)
INDICATOR = st.builds(SeenIndicator, TILE, SEAT, st.integers(0, 18), st.booleans())
DIE = st.builds(SeenDie, st.none() | st.integers(0, 7), st.just(0.0), st.just(0.0), st.just(0.9))
SIGHTING = st.builds(
    Sighting,
    st.integers(0, 99),
    st.floats(0, 1e6),
    four(RIVER),
    four(HAND),
    four(st.lists(MELD, max_size=5).map(tuple)),
    four(WALL),
    st.none() | st.lists(INDICATOR, max_size=6).map(tuple),
    st.none() | st.lists(DIE, max_size=3).map(tuple),
    st.none() | four(st.booleans()),
    st.none() | st.integers(-1, 9),
    st.none() | st.integers(-1, 9),
    st.none() | SEAT,
    st.none() | four(st.builds(SeenRow, st.lists(TILE, max_size=14).map(tuple), st.none() | TILE)),
)
SIGNAL = st.builds(
    TableSignal,
    st.sampled_from(SignalKind),
    st.floats(0, 1e6),
    st.none() | SEAT,
    st.lists(st.integers(-1, 9), max_size=3).map(tuple),
    st.sampled_from(("", "table-jam", "tile-missing", "noise")),
    st.sampled_from(("", "1:1", "1:2")),
    st.lists(st.integers(-1, 99_999), max_size=5).map(tuple),
)
FACE = st.sampled_from((Tile.M1, Tile.P5, Tile.P5_RED, Tile.S9, Tile.EAST, Tile.RED))
FACES = st.lists(FACE, max_size=14).map(tuple)
WIN = st.builds(
    EnteredWin, SEAT, FACES, FACE, st.none() | SEAT, st.just(()), st.sampled_from(("none", "riichi", "noise"))
)
CLAIM = st.builds(
    Claim,
    st.sampled_from(ClaimKind),
    st.floats(0, 1e6),
    st.just("referee"),
    st.sampled_from(("", "F1", "F2", "Q1", "ura", "hand-opened", "call-empty", "dealer-wrong", "noise")),
    st.none() | SEAT,
    st.none() | st.lists(SEAT, max_size=4).map(tuple),
    st.none() | st.integers(-1, 99_999),
    st.sampled_from(("", "chombo", "loses_right", "noise")),
    st.sampled_from(("", "replay", "dealer_passes", "noise")),
    index=st.none() | st.integers(-1, 9),
    tiles=FACES,
    wins=st.lists(WIN, max_size=2).map(tuple),
    names=st.just(()) | st.just(("Aoi", "Ren", "Sora", "Yui")),
)
EVIDENCE = SIGHTING | SIGNAL | CLAIM


@cache
def played(seed: int) -> tuple[Evidence, ...]:
    """Evidence of one ordinary round."""
    return tuple(Game("npm-2008", seed, rounds=1).evidence())


def checked(venue: Venue, evidence: list[Evidence]) -> None:
    """Pass all evidence to a director; replay its record with state machine and invariants."""
    director, step = Director.open(venue, 0.0)
    events: list[Event] = list(step.events)
    for each in evidence:
        events += director.handle(each).events
    book, machine, state = rulebook(venue.rulebook), PhaseMachine(), NOTHING_YET
    records: list[Record] = []
    for event in events:
        before: TableState = state
        state = reduce(before, event)
        assert broken_invariants(before, event, state, book) == ()
        assert machine.advance(event) is state.phase
        records.append(seal(event, 0.0, records[-1] if records else None))
    assert state == director.state
    assert state_bytes(replay(records).state) == state_bytes(director.state)
    resumed = Director.resume(records, venue)
    assert resumed.state == director.state
    assert resumed.phase is director.phase


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.sampled_from(rulebook_ids()), st.booleans(), st.lists(EVIDENCE, max_size=25))
def test_garbage_never_raises_and_never_breaks_the_record(book: str, auto: bool, evidence: list[Evidence]) -> None:
    checked(Venue(book, auto_settle=auto, dwell=HASTY), evidence)


@pytest.mark.long
@pytest.mark.slow
@settings(max_examples=6, deadline=None)
@given(st.integers(0, 2), st.lists(st.tuples(st.integers(0, 400), EVIDENCE), max_size=30))
def test_garbage_between_the_frames_of_a_round_is_borne(seed: int, strange: list[tuple[int, Evidence]]) -> None:
    evidence = list(played(seed))
    for place, each in strange:
        evidence.insert(place % len(evidence), each)
    checked(Venue("npm-2008", auto_settle=True), evidence)


@pytest.mark.long
@pytest.mark.slow
@settings(max_examples=6, deadline=None)
@given(st.integers(0, 2), st.data())
def test_a_round_with_frames_lost_doubled_and_late_holds_together(seed: int, data: st.DataObject) -> None:
    evidence = list(played(seed))
    for _ in range(data.draw(st.integers(0, 40))):
        here, there = data.draw(st.integers(0, len(evidence) - 1)), data.draw(st.integers(-5, 5))
        moved = evidence.pop(here)
        if data.draw(st.booleans()):
            evidence.insert(max(0, here + there), moved)
    checked(Venue("npm-2008", auto_settle=True, dwell=replace(HASTY, river=2, hand=2)), evidence)
