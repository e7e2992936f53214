"""Counters, wind marker and sticks on the table limit how an unseen round can have ended."""

from dataclasses import replace
from itertools import product

import pytest

from controller.journal import events as ev
from controller.journal.state import Phase
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat, Wind
from controller.rulebooks.catalogue import rulebook
from controller.table.follow.open_ends import fits, places_of
from tests.support.bench import Bench, dealt, faults, lap, only

A, B, C, D = Seat
LONG = 80
"""Number of sightings after which a fault would be raised."""


def behind(riichi: bool, book: str = "npm-2008") -> Bench:
    """A round with an unseen end, with a stick or without, and the next one begun by B."""
    table = dealt(book, auto_settle=True)
    lap(table, "1z", "2z", "3z", "4z")
    if riichi:
        table.discard(A, "9m", sideways=True)
        table.see(6)
        table.sticks = (True, False, False, False)
        table.discard(B, "9p")
        table.see(10)
    table.signal(SignalKind.FAULT, code="camera-lost")
    for river in table.rivers:
        river.clear()
    table.sticks, table.indicators = None, []
    table.signal(SignalKind.SET_PRESSED, B)
    table.signal(SignalKind.MIXING)
    table.signal(SignalKind.FAULT_CLEARED, code="camera-lost")
    table.set_out(3, 4, dealer=B)
    table.see()
    lap(table, "1z", "2z", "3z", "4z", first=B)
    assert table.director.phase is Phase.PLAY
    return table


def look(table: Bench, times: int = LONG, **seen: object) -> None:
    for _ in range(times):
        table.frame += 1
        table.give(replace(table.sighting(), **seen))  # type: ignore[arg-type]  # as each case has it


def names(table: Bench) -> list[tuple[Wind, Seat, int]]:
    """Possible names of the round in play."""
    state = table.director.state
    rounds = [place.round for place in places_of(state, state.rounds, table.director.rulebook)]
    return [(each.prevailing_wind, each.dealer, each.counters) for each in rounds]


@pytest.mark.parametrize(("counters", "sticks"), [*product((None, 0, 1), (None, 0, 1))])
def test_what_lies_there_drops_the_ways_that_it_contradicts(counters: int | None, sticks: int | None) -> None:
    """Regression: seen counters and sticks had no effect: both names stayed until the end was entered."""
    table = behind(riichi=True)
    assert {each[1:] for each in names(table)} == {(B, 0), (B, 1)}
    look(table, counters=counters, pot=sticks)
    told = {each[2] for each in names(table)}
    # A non-dealer's win clears counters and takes the stick; a draw after which the deal passes adds one counter and
    # leaves the stick. A chombo after which it passes clears counters, and may leave the stick.
    by_sticks = {0: {0}, 1: {0, 1}, None: {0, 1}}[sticks]
    by_counters = {0: {0}, 1: {1}, None: {0, 1}}[counters]
    possible = by_sticks & by_counters
    if possible:
        assert told == possible
        assert table.round.counters in possible
        state = table.director.state
        assert all(fits(each.round, table.round) for each in places_of(state, state.rounds, rulebook("npm-2008")))
    assert faults(table.events, "honba") == []
    assert faults(table.events, "pot") == []


def test_the_marker_tells_the_wind() -> None:
    table = behind(riichi=False)
    look(table, dealer_mark=A, mark_wind=Wind.EAST)
    assert {each[0] for each in names(table)} == {Wind.EAST}
    assert table.round.wind_seen


def test_what_is_seen_for_a_moment_tells_nothing() -> None:
    table = behind(riichi=True)
    look(table, 3, counters=1, pot=1)
    assert {each[2] for each in names(table)} == {0, 1}
    assert only(table.events, ev.RoundRenamed) == [] or not table.round.counters_seen


def test_nothing_is_renamed_where_every_end_was_seen() -> None:
    table = dealt(auto_settle=True)
    lap(table, "1z", "2z", "3z", "4z")
    look(table, counters=1)
    assert only(table.events, ev.RoundRenamed) == []
    assert len(faults(table.events, "honba-wrong")) == 1
