"""Stretches of play that nobody saw: conclusions across them are asked about if wall and rivers leave gaps."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from controller.journal import events as ev
from controller.journal.ledger import round_at
from controller.journal.reduce import reduce
from controller.journal.state import NOTHING_YET, RiichiStand
from controller.ports.eyes import SeenHand
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.referee.known_by import Seen, known_by
from controller.referee.rules.abortive import due_by_record
from controller.referee.rules.furiten import FuritenKind, furiten, furiten_case
from controller.referee.watched import Matter, circumstances, watched
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import Seat
from controller.riichi.wall import break_from_dice
from controller.rulebooks.catalogue import rulebook
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.scoring.win import WinBy
from controller.table.director import Director
from controller.table.effects import Refuse
from controller.table.venue import Venue
from tests.support.bench import Bench, dealt, lap, only

A, B, C, D = Seat
WALL = break_from_dice(A, [(3, 4)])
AWAY = 50
"""Number of missing frames: ten seconds."""


def stood(table: Bench, drawn: int) -> None:
    """Set the wall to ``drawn`` tiles drawn since the deal."""
    table.take(WALL, 53 + drawn, lowered=True)


def seen_lap(table: Bench, *tiles: str, first: Seat = A, drawn: int = 0) -> None:
    """Play seen discards, each after its draw; ``drawn``: draws before."""
    for step, tile in enumerate(tiles):
        stood(table, drawn + step)
        lap(table, tile, first=first.turn(step))


def unseen_lap(table: Bench, *tiles: str, drawn: int, first: Seat = A) -> None:
    """Play a whole turn of all seats while the camera is lost; its discards are visible afterwards."""
    for step, tile in enumerate(tiles):
        table.discard(first.turn(step), tile)
    stood(table, drawn)
    table.frame += AWAY
    table.see(12)


def test_a_go_around_that_nobody_saw_is_noticed_where_the_wall_does_not_account_for_it() -> None:
    table = dealt("teikoku")
    seen_lap(table, "1m", "2m", "3m", "4m")
    assert watched(table.round).gaps == ()
    # Two more tiles are gone from the wall than are visible: somebody drew, and the rest was not seen.
    unseen_lap(table, "6m", "6p", "6s", "7m", drawn=9)
    assert len(table.round.discards) == 8
    assert watched(table.round).gaps == (4, 5, 6, 7, 8)
    seen_lap(table, "8m", "8p", drawn=9)
    assert watched(table.round).gaps == (4, 5, 6, 7, 8), "what comes later is seen"


def test_a_go_around_that_wall_and_rivers_account_for_is_seen_whole() -> None:
    table = dealt("teikoku")
    seen_lap(table, "1m", "2m", "3m", "4m")
    unseen_lap(table, "6m", "6p", "6s", "7m", drawn=7)
    assert len(table.round.discards) == 8
    assert watched(table.round).gaps == ()
    noticed = only(table.events, ev.PlayUnseen)
    assert [(each.since, each.until, each.accounted) for each in noticed] == [(4, None, False), (4, 8, True)]


def test_a_gap_in_which_nothing_lies_otherwise_leaves_no_trace() -> None:
    table = dealt("teikoku")
    seen_lap(table, "1m", "2m")
    table.frame += AWAY
    table.see(12)
    assert only(table.events, ev.PlayUnseen) == []


def test_a_wall_that_cannot_be_read_accounts_for_nothing() -> None:
    table = dealt("teikoku")
    seen_lap(table, "1m", "2m", "3m", "4m")
    for step, tile in enumerate(("6m", "6p", "6s", "7m")):
        table.discard(A.turn(step), tile)
    table.walls = [[], [], [], []]
    table.frame += AWAY
    table.see(12)
    assert watched(table.round).gaps == (4, 5, 6, 7, 8)


def test_the_facts_fold_into_the_same_state() -> None:
    table = dealt("teikoku")
    seen_lap(table, "1m", "2m", "3m", "4m")
    unseen_lap(table, "6m", "6p", "6s", "7m", drawn=9)
    state = NOTHING_YET
    for event in table.events:
        state = reduce(state, event)
    assert state == table.director.state


MISSED = (False, True)


def gone_round(book: str, missed: bool) -> Bench:
    """A has declared riichi; then an unseen turn of all seats, with missing acts or not."""
    table = dealt(book)
    stood(table, 0)
    table.discard(A, "1m", sideways=True)
    table.see(4)
    seen_lap(table, "2m", "3m", "4m", first=B, drawn=1)
    unseen_lap(table, "6m", "6p", "6s", "7m", drawn=9 if missed else 7)
    assert table.round.riichi[A].stand is RiichiStand.ACCEPTED
    return table


@pytest.mark.parametrize(("book", "missed"), [*product(("npm-2008", "teikoku", "mahjong-soul"), MISSED)])
def test_no_circumstance_across_what_was_not_seen_counts(book: str, missed: bool) -> None:
    """Circumstances of a win that depend on the stretch are certain only if it is accounted for."""
    table = gone_round(book, missed)
    sight = watched(table.round)
    double = circumstances(sight, A, WinBy.TSUMO, later=False)
    assert double[Matter.DOUBLE_RIICHI] is True, "it was declared before"
    assert Matter.IPPATSU not in double
    state = replace(table.round, riichi=(replace(table.round.riichi[A], ippatsu=True), *table.round.riichi[1:]))
    assert circumstances(watched(state), A, WinBy.TSUMO, later=False)[Matter.IPPATSU] is not missed
    last = replace(table.round, live_draws=70)
    assert circumstances(watched(last), B, WinBy.RON, later=False)[Matter.LAST_TILE] is not missed
    first = replace(table.round, discards=table.round.discards[1:4])
    unseen = replace(first, unseen_play=((1, 3),) if missed else ())
    found = circumstances(watched(unseen), A, WinBy.TSUMO, later=True)
    assert found.get(Matter.FIRST_TURN, True) in (True, not missed)


@pytest.mark.parametrize("missed", MISSED)
def test_a_tile_let_pass_across_what_was_not_seen_bars_nobody(missed: bool) -> None:
    hand, book = parse_tiles("123m456p789s1z23s1z"), rulebook("npm-2008")
    table = dealt("npm-2008")
    seen_lap(table, "9m", "9p", "8m", "8p")
    # B's 1s passes A after A's own last discard; A has discarded none of its waits.
    seen_lap(table, "7m", "1s", drawn=4)
    unseen_lap(table, "7p", "4z", drawn=9 if missed else 7, first=C)
    codes = furiten(furiten_case(table.round, A, hand), book).codes
    assert (FuritenKind.SAME_TURN.value in codes) is not missed


@pytest.mark.parametrize("missed", MISSED)
def test_four_winds_across_what_was_not_seen_abort_nothing(missed: bool) -> None:
    table = dealt("mahjong-soul")
    seen_lap(table, "1z")
    unseen_lap(table, "1z", "1z", "1z", drawn=6 if missed else 3, first=B)
    due = due_by_record(table.round, table.director.rulebook)
    assert due is (None if missed else AbortiveDraw.FOUR_WINDS)
    assert table.round.outcome is None or not missed


def test_an_end_that_is_entered_while_the_eyes_are_away_rests_on_no_record() -> None:
    table = dealt("npm-2008")
    seen_lap(table, "9m", "9p", "8m", "8p")
    at = table.frame / 5
    for later, gaps in ((1.0, ()), (60.0, (4,))):
        table.give(Claim(ClaimKind.CONFIRM_DRAW, at + later, "referee", seats=()))
        assert watched(table.round).gaps == gaps
        table.give(Claim(ClaimKind.UNDO, at + later, "referee"))


def test_hands_alone_that_are_hidden_hide_no_act() -> None:
    table = dealt("npm-2008")
    seen_lap(table, "9m", "9p")
    table.hands = [SeenHand(13), None, None, None]
    table.frame += AWAY
    table.see(12)
    assert watched(table.round).gaps == ()


def entered(table: Bench, dora: str) -> list[str]:
    """Codes of refusals of a win with those indicators."""
    won = EnteredWin(B, parse_tiles("46p123m789s22z777z"), parse_tile("5p"), loser=A, dora_indicators=parse_tiles(dora))
    step = table.director.handle(Claim(ClaimKind.ENTER_RESULT, table.frame / 5, "referee", wins=(won,)))
    return [each.code for each in step.effects if isinstance(each, Refuse)]


@pytest.mark.parametrize("missed", MISSED)
def test_more_indicators_than_kongs_turn_are_no_win_where_every_meld_is_known(missed: bool) -> None:
    table = dealt("npm-2008")
    seen_lap(table, "9m", "8m", "8p", "1s")
    unseen_lap(table, "6m", "6p", "6s", "7m", drawn=10 if missed else 7)
    stood(table, 8)
    lap(table, "5p")
    assert entered(table, "9p3s") == ([] if missed else ["impossible-win"])
    assert entered(table, "9p") == []


OF_A_WIN = (Matter.IPPATSU, Matter.DOUBLE_RIICHI, Matter.FIRST_TURN, Matter.LAST_TILE)
SAID: dict[Matter, dict[str, Any]] = {
    Matter.IPPATSU: {"riichi": "riichi", "ippatsu": True},
    Matter.DOUBLE_RIICHI: {"riichi": "double"},
    Matter.FIRST_TURN: {"first_turn": True},
    Matter.LAST_TILE: {"last_tile": True},
}


@pytest.mark.parametrize(
    ("matter", "said", "camera", "book"),
    [*product(OF_A_WIN, (True, False), (True, False), ("npm-2008", "teikoku", "mahjong-soul"))],
)
def test_every_circumstance_of_a_win_is_said_and_denied_with_a_camera_and_without(
    matter: Matter, said: bool, camera: bool, book: str
) -> None:
    director = gone_round(book, missed=True).director if camera else Director.open(Venue(book, seen=False), 0.0)[0]
    won = EnteredWin(
        A, parse_tiles("123m456p789s11p34s"), parse_tile("5s"), dora_indicators=parse_tiles("9p"), riichi="riichi"
    )
    won = replace(won, riichi="none", **SAID[matter]) if said and "riichi" not in SAID[matter] else won
    won = replace(won, **SAID[matter]) if said else won
    step = director.handle(Claim(ClaimKind.ENTER_RESULT, 60.0, "referee", wins=(won,)))
    assert [each.reason.en for each in step.effects if isinstance(each, Refuse)] == []
    told = round_at(director.state, director.state.rounds)
    assert told is not None
    assert told.round.outcome is not None
    (result,) = told.round.outcome.wins
    counted = {
        Matter.IPPATSU: result.win.ippatsu,
        Matter.DOUBLE_RIICHI: result.win.riichi.double,
        Matter.FIRST_TURN: result.win.first_turn,
        Matter.LAST_TILE: result.win.last_tile,
    }
    assert counted[matter] is said
    known = {each.matter: each.seen for each in known_by(director.state, told, director.rulebook)}
    assert known.get(matter, Seen.SAID) is Seen.SAID
    # The riichi was declared before anything was missed, so its record is complete.
    whole = camera and matter is Matter.DOUBLE_RIICHI
    assert (matter in known) or not said or whole
    assert Seen.PATCHY not in known.values()
