"""Concealed hands from seat cameras: live in the state, recorded for whole rounds, not published before release."""

import json
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.journal import events as ev
from controller.journal.state import Standing, TableState
from controller.ports.eyes import SeenRow
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import rulebook
from controller.table.director import Director
from controller.table.venue import Venue
from controller.views.gate import Audience, release
from controller.views.table import table_view
from hardware.simulator.camera.plain_sight import seen
from hardware.simulator.game.acts import Act, DrawTile
from hardware.simulator.game.acts import DiscardTile as Drop
from hardware.simulator.game.table_state import HandPose
from tests.support.bench import Bench, Game, dealt

NPM = rulebook("npm-2008")


def row(text: str, drawn: str = "") -> SeenRow:
    return SeenRow(tuple(seen(tile) for tile in parse_tiles(text)), seen(parse_tile(drawn)) if drawn else None)


def look(table: Bench, times: int, **rows: SeenRow | None) -> list[ev.Event]:
    """Show ``times`` sightings with these rows of standing tiles."""
    events = []
    for _ in range(times):
        table.frame += 1
        concealed = tuple(rows.get(seat.name) for seat in SEATS)
        events += table.give(replace(table.sighting(), concealed=concealed))
    return events


def staff_and_public(state: TableState, released_at: float | None) -> list[str]:
    view = table_view(state, NPM, 15.0)
    return [json.dumps(release(view, audience, 50.0, released_at)) for audience in Audience]


def from_hand(acts: tuple[Act, ...]) -> list[bool]:
    """For each discard, True if it was not the tile drawn before it."""
    told, drawn = [], None
    for act in acts:
        if isinstance(act, DrawTile):
            drawn = act.tile
        elif isinstance(act, Drop):
            told.append(act.tile != drawn)
            drawn = None
    return told


@pytest.mark.slow
def test_whole_rounds_keep_every_hand_and_where_each_discard_came_from() -> None:
    game = Game("npm-2008", seed=5, rounds=2, seats=True)
    director, _ = Director.open(Venue(rulebook="npm-2008", auto_settle=True), 0.0)
    compared = right = 0
    told: list[bool | None] = []
    for evidence in game.evidence():
        step = director.handle(evidence)
        now = director.state.round
        if now is not None and any(isinstance(event, ev.RoundWon | ev.RoundDrawn) for event in step.events):
            told += [discard.from_hand for discard in now.discards]
        if now is None or game.felt is None or not any(isinstance(event, ev.HandSeen) for event in step.events):
            continue
        for seat in SEATS:
            place, known = game.felt.places[seat], now.standing_hand(seat)
            if place.pose is HandPose.STANDING and known is not None:
                tiles = [*known[0], *(() if known[1] is None else (known[1],))]
                compared += 1
                right += Counter(tiles) == Counter(game.felt.faces[tile] for tile in place.concealed)
    assert compared > 200
    assert right / compared > 0.9, "a hand lags by a look or two, no more"
    truth = [each for played in game.truth for each in from_hand(played.played.acts)]
    assert len(told) == len(truth)
    known_of = [(one, other) for one, other in zip(told, truth, strict=True) if one is not None]
    assert all(one == other for one, other in known_of)
    assert len(known_of) > 0.75 * len(truth)


def test_a_draw_is_seen_at_once_and_a_discard_told_from_hand_or_draw() -> None:
    table = dealt()
    hand = "123m456p789s1155z"
    look(table, 4, A=row(hand, "9m"))
    now = table.director.state.round
    assert now is not None
    assert now.standing_hand(Seat.A) == (parse_tiles(hand), Tile.M9)
    table.discard(Seat.A, "1m")
    look(table, 6, A=row("23m456p789s1155z9m"), B=row("19m19p19s1234567z"))
    now = table.director.state.round
    assert now is not None
    assert now.discards[0].from_hand is True
    assert now.standing_hand(Seat.B) == (parse_tiles("19m19p19s1234567z"), None)
    look(table, 1, B=row("19m19p19s1234567z", "5p"))
    now = table.director.state.round
    assert now is not None
    assert now.standing_hand(Seat.B) == (parse_tiles("19m19p19s1234567z"), Tile.P5)
    table.discard(Seat.B, "5p")
    look(table, 6, B=row("19m19p19s1234567z"))
    now = table.director.state.round
    assert now is not None
    assert now.discards[1].from_hand is False


def test_doubtful_or_impossible_rows_say_nothing() -> None:
    table = dealt()
    unsure = SeenRow((*row("123m456p789s115z").tiles, seen(Tile.WHITE, confidence=0.2)))
    look(table, 6, B=unsure, C=row("1111m456p789s112z"), D=row("123m456p789s"))
    look(table, 6, C=row("99999m456p789s11z"))
    now = table.director.state.round
    assert now is not None
    (known,) = [standing for standing in now.standing if standing is not None]
    assert known is now.standing[Seat.C]
    assert known.tiles == parse_tiles("1111m456p789s112z")


def test_waits_with_what_is_left_and_worth_come_out_when_released() -> None:
    table = dealt()
    table.discard(Seat.A, "5s")
    table.see(4)
    look(table, 4, B=row("234m567p34567s22m"))
    view = release(table_view(table.director.state, NPM, 15.0), Audience.PUBLIC, 50.0, released_at=50.0)
    hand = view["seats"][1]["concealed"]
    assert (hand["tiles"][:3], hand["drawn"], hand["shanten"]) == (["2m", "3m", "4m"], None, 0)
    assert [(wait["tile"], wait["left"]) for wait in hand["waits"]] == [("2s", 4), ("5s", 2), ("8s", 4)]
    assert all(wait["ron"] == 2000 for wait in hand["waits"])
    assert view["seats"][0]["concealed"] is None
    assert view["seats"][0]["river"][0]["from_hand"] is None


TILES = st.lists(st.sampled_from(list(Tile)), min_size=13, max_size=13).map(tuple)
STANDINGS = st.tuples(*[st.builds(Standing, TILES, st.none() | st.sampled_from(list(Tile)), st.just(1))] * 4)


@pytest.fixture(scope="module")
def played() -> TableState:
    table = dealt()
    table.discard(Seat.A, "5s")
    table.see(4)
    return table.director.state


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(hands=STANDINGS, others=STANDINGS, told=st.sampled_from([True, False, None]))
def test_no_byte_before_release_depends_on_a_concealed_hand(
    played: TableState, hands: tuple[Standing, ...], others: tuple[Standing, ...], told: bool | None
) -> None:
    assert played.round is not None
    discards = tuple(replace(each, from_hand=told) for each in played.round.discards)
    one = replace(played, round=replace(played.round, standing=hands, discards=discards))
    other = replace(played, round=replace(played.round, standing=others))
    for released_at in (None, 50.1):
        assert staff_and_public(one, released_at) == staff_and_public(other, released_at)
