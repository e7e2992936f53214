"""Hands seen by seat cameras, collected into records: the truth if all was seen, and never a false tile."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import pytest

from controller.journal import events as ev
from controller.records import secrecy_gate
from controller.records.collect import games
from controller.records.mjai import writer as mjai_writer
from controller.records.record import UNSEEN, DiscardAct, DrawAct, GameRecord, RoundRecord
from controller.records.tenhou import writer as tenhou_writer
from controller.riichi.notation import parse_tile, parse_tiles, sort_tiles
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import load
from controller.table.director import Director
from controller.table.venue import Venue
from controller.views.gate import Audience
from hardware.simulator.game.record import game_records
from tests.controller.records.test_records_collect import begun, discarded, ended
from tests.support.bench import Game

BOOK = "npm-2008"


@cache
def table() -> tuple[tuple[ev.Event, ...], tuple[GameRecord, ...]]:
    """Recorded events of a round at a table with a camera behind every hand, and the round as played."""
    game = Game(BOOK, seed=5, rounds=1, seats=True)
    director, step = Director.open(Venue(BOOK, auto_settle=True), 0.0)
    events = list(step.events)
    for each in game.evidence():
        events += director.handle(each).events
    (first, *_) = games(events)
    return tuple(events), tuple(game_records(game.truth, first.names))


def rounds(events: Sequence[ev.Event]) -> list[RoundRecord]:
    return [one for game in games(events, load(BOOK)) for one in game.rounds]


def unlike(read: RoundRecord, true: RoundRecord) -> int:
    """Number of wrong tiles in a record; unknown tiles do not count."""
    hands = 0
    for mine, theirs in zip(read.hands, true.hands, strict=True):
        hands += (Counter[Tile | None](tile for tile in mine if tile is not None) - Counter(theirs)).total()
    draws = sum(
        isinstance(mine, DrawAct) and mine.tile not in (None, theirs.tile)
        for mine, theirs in zip(read.acts, true.acts, strict=True)
        if isinstance(theirs, DrawAct)
    )
    return hands + draws


def known(one: RoundRecord) -> int:
    tiles = [tile for hand in one.hands for tile in hand] + [a.tile for a in one.acts if isinstance(a, DrawAct)]
    return sum(tile is not None for tile in tiles)


def test_a_released_record_of_a_table_with_seat_cameras_is_the_truth() -> None:
    events, true = table()
    read = games(events, load(BOOK))
    for writer in (tenhou_writer.write, lambda game: list(mjai_writer.write(game))):
        out = [writer(secrecy_gate.let_out(game, Audience.PUBLIC, 2.0, 1.0)) for game in read]
        assert out == [writer(game) for game in true]


def test_what_is_not_released_is_the_same_with_and_without_seat_cameras() -> None:
    events, _ = table()
    bare = [event for event in events if not isinstance(event, ev.HandSeen)]
    assert len(bare) < len(events) - 100
    for released_at in (None, 3.0):
        seen, unseen = (
            [secrecy_gate.let_out(game, Audience.STAFF, 2.0, released_at) for game in games(each, load(BOOK))]
            for each in (events, bare)
        )
        assert seen == unseen


@pytest.mark.parametrize("seed", range(4))
def test_what_cameras_missed_is_proven_or_open(seed: int) -> None:
    events, true = table()
    chance = random.Random(seed)
    kept = [event for event in events if not isinstance(event, ev.HandSeen) or chance.random() < 0.15 * (1 + seed)]
    truth = [one for game in true for one in game.rounds]
    for read, told in zip(rounds(kept), truth, strict=True):
        assert unlike(read, told) == 0
        assert known(read) > known(replace(told, hands=(UNSEEN,) * 4, acts=())) + 20


@pytest.mark.parametrize("seed", range(4))
def test_a_misread_hand_among_many_changes_nothing(seed: int) -> None:
    events, true = table()
    chance = random.Random(seed)

    def read(event: ev.Event) -> ev.Event:
        if not isinstance(event, ev.HandSeen) or chance.random() > 0.05:
            return event
        place = chance.randrange(len(event.tiles))
        return replace(event, tiles=(*event.tiles[:place], Tile.NORTH, *event.tiles[place + 1 :]))

    truth = [one for game in true for one in game.rounds]
    for mine, told in zip(rounds([read(event) for event in events]), truth, strict=True):
        assert unlike(mine, told) == 0
        assert known(mine) > 0.9 * known(told)


HAND = parse_tiles("123m456p789s1155z")


def seen(tiles: Sequence[Tile], drawn: str = "", seat: Seat = Seat.A) -> ev.Event:
    return ev.HandSeen(at=1.0, seat=seat, tiles=tuple(tiles), drawn=parse_tile(drawn) if drawn else None)


def without(tiles: Sequence[Tile], *gone: str) -> list[Tile]:
    left = list(tiles)
    for name in gone:
        left.remove(parse_tile(name))
    return left


def played(*events: ev.Event) -> RoundRecord:
    (game,) = games([*begun(), *events, *ended()])
    return game.rounds[0]


def turn(*tiles: str) -> list[ev.Event]:
    """One discard of each seat, from A on."""
    return [discarded(seat, parse_tile(tile)) for seat, tile in zip(SEATS, tiles, strict=False)]


def draws(one: RoundRecord, seat: Seat = Seat.A) -> list[tuple[Tile | None, bool | None]]:
    """Draws of a seat, each with True if the drawn tile was discarded at once."""
    pairs = zip(one.acts, (*one.acts[1:], None), strict=True)
    return [
        (act.tile, after.drawn if isinstance(after, DiscardAct) else None)
        for act, after in pairs
        if isinstance(act, DrawAct) and act.seat is seat
    ]


def test_the_difference_of_two_hands_names_the_draw_between_them() -> None:
    one = played(seen(HAND), *turn("9p"), seen([*without(HAND, "1m"), Tile.P9]))
    # The discard was in neither hand before the draw: no draw explains both, so the later hand is a misreading.
    assert draws(one) == [(None, None)]
    one = played(seen(HAND), *turn("9p"), seen(HAND))
    assert one.hands[Seat.A] == HAND
    assert draws(one) == [(Tile.P9, True)]
    one = played(seen(HAND), *turn("1m"), seen([*without(HAND, "1m"), Tile.P9]))
    assert draws(one) == [(Tile.P9, False)]


def test_a_discard_that_no_hand_held_was_the_draw() -> None:
    one = played(seen(HAND), *turn("9p"))
    assert draws(one) == [(Tile.P9, True)]
    one = played(seen(HAND), *turn("1m"))
    assert draws(one) == [(None, None)]


def test_a_hand_laid_open_at_the_end_proves_what_cameras_missed() -> None:
    last = (*without(HAND, "1m"), Tile.P9)
    shown = ev.HandRevealed(at=2.0, seat=Seat.A, tiles=last)
    assert draws(played(seen(HAND), *turn("1m"), shown)) == [(Tile.P9, False)]
    assert draws(played(*turn("1m"), shown)) == [(None, None)]


def test_the_order_of_two_draws_stays_open_unless_a_discard_settles_it() -> None:
    lap = turn("1m", "2z", "2z", "2z")
    after = [*without(HAND, "1m", "2m"), Tile.P9, Tile.S1]
    assert draws(played(seen(HAND), *lap, *turn("2m"), seen(after))) == [(None, None)] * 2
    early = [*without(HAND, "1m"), Tile.S1]
    assert draws(played(seen(HAND), *turn("9p", "2z", "2z", "2z"), *turn("1m"), seen(early))) == [
        (Tile.P9, True),
        (Tile.S1, False),
    ]


def test_after_riichi_the_discard_is_the_draw() -> None:
    riichi = ev.RiichiDeclared(at=1.0, seat=Seat.A)
    one = played(seen(HAND), *turn("1m", "2z", "2z", "2z"), riichi, *turn("1z"))
    assert draws(one) == [(None, None), (Tile.EAST, True)]


def test_a_tile_apart_is_the_draw_where_the_hand_was_not_seen_before() -> None:
    one = played(seen(HAND, "9p"), *turn("1m"))
    assert draws(one) == [(Tile.P9, False)]
    assert one.hands[Seat.A] == HAND


def test_a_hand_shown_for_its_terminals_has_drawn() -> None:
    nine = parse_tiles("19m19p19s1234z258m")
    shown = ev.HandRevealed(at=2.0, seat=Seat.B, tiles=nine, apart=Tile.M3)
    aborted = ev.RoundDrawn(at=9.0, kind=ev.DrawKind.NINE_TERMINALS, tenpai=(), payments=(0, 0, 0, 0), seats=(Seat.B,))
    (bare,) = games([*begun(), *turn("9p"), shown, aborted])
    assert draws(bare.rounds[0], Seat.B) == [(None, None)]
    (game,) = games([*begun(), *turn("9p"), seen(nine, "3m", Seat.B), shown, aborted])
    assert game.rounds[0].acts[-1] == DrawAct(Seat.B, Tile.M3)
    assert game.rounds[0].hands[Seat.B] == sort_tiles(nine)


def test_two_hands_at_one_moment_prove_neither() -> None:
    other = [*without(HAND, "1m"), Tile.NORTH]
    one = played(seen(HAND), seen(other), *turn("9p"))
    assert one.hands[Seat.A] == UNSEEN
    assert draws(one) == [(None, None)]


def test_hands_seen_before_an_undone_decision_stay_and_those_after_it_go() -> None:
    decided = ev.DecisionTaken(at=2.0, what="correction", subject="", by="referee")
    undone = ev.DecisionUndone(at=3.0, back_to="play", by="referee")
    wrong = [*without(HAND, "1m"), Tile.NORTH]
    one = played(seen(HAND), decided, *turn("9m"), seen(wrong), undone, *turn("9p"), seen(HAND))
    assert one.hands[Seat.A] == HAND
    assert draws(one) == [(Tile.P9, True)]
