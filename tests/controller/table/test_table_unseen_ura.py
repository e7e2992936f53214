"""A win with unseen dora or ura-dora indicators: reported, never paid automatically, settled by a person."""

from dataclasses import replace
from typing import Any

from controller.journal import events as ev
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.records.collect import games
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import Seat
from tests.support.bench import Bench, bench, dealt, lap, only

A, B, C, D = Seat


def riichi_won(see: int) -> Bench:
    """A's ron after riichi is open; the indicators' lower tiles stay hidden for ``see`` sightings."""
    table = dealt(auto_settle=True)
    lap(table, "1z", "2z", "3z", "4z")
    table.discard(A, "9m", sideways=True)
    table.see()
    table.discard(B, "5p")
    table.see()
    table.open(A, "123m46p789s11p234s")
    table.see(see)
    return table


def tell(table: Bench, kind: ClaimKind, subject: str = "", **told: Any) -> None:
    table.give(replace(Claim(kind, table.frame / 5, "referee", subject), **told))


def settled(table: Bench) -> list[ev.Event]:
    return only(table.events, ev.SettlementConfirmed)


def test_a_riichi_win_without_its_ura_waits_for_a_person() -> None:
    table = riichi_won(80)
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    assert won.wins[0].win.ura_indicators == ()
    assert settled(table) == []
    tell(table, ClaimKind.CONFIRM_SETTLEMENT)
    assert len(settled(table)) == 1


def test_an_ura_that_is_read_doubtfully_pays_nothing_by_itself() -> None:
    """Regression: a 6s far from a slanted camera was read as 4s with .58, and a dealer paid too much for it."""
    table = riichi_won(3)
    table.turn_dora("4s", C, 5, lower=True, confidence=0.58)
    table.see(80)
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    assert won.wins[0].win.ura_indicators == ()
    assert settled(table) == []


def test_an_ura_counts_though_its_indicator_was_told_a_stack_off_at_first() -> None:
    """Regression: what lay under it on its own stack was under no known indicator, and the win waited for a person."""
    table = riichi_won(3)
    assert [(each.wall, each.stack) for each in table.indicators] == [(C, 5)]
    table.indicators[0] = replace(table.indicators[0], stack=6)
    table.turn_dora("6s", C, 6, lower=True)
    table.see(80)
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    assert [str(tile) for tile in won.wins[0].win.ura_indicators] == ["6s"]


def test_an_ura_that_is_read_surely_in_the_end_counts() -> None:
    table = riichi_won(3)
    table.turn_dora("4s", C, 5, lower=True, confidence=0.58)
    table.see(4)
    table.indicators.pop()
    table.turn_dora("6s", C, 5, lower=True)
    table.see(80)
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    assert [str(tile) for tile in won.wins[0].win.ura_indicators] == ["6s"]
    assert len(settled(table)) == 1


def test_ura_that_a_person_tells_count() -> None:
    table = riichi_won(80)
    tell(table, ClaimKind.CORRECT_INDICATOR, "ura", index=0, tiles=(parse_tile("1p"),))
    table.see(10)
    outcome = table.director.state.round.outcome if table.director.state.round else None
    assert outcome is not None
    assert [str(tile) for tile in outcome.wins[0].win.ura_indicators] == ["1p"]


def test_indicators_of_a_win_that_a_person_enters_are_in_the_record() -> None:
    table = riichi_won(80)
    state = table.director.state
    assert state.round is not None
    assert state.round.outcome is not None
    (read,) = state.round.outcome.wins
    win = EnteredWin(
        A,
        read.win.hand,
        read.win.tile,
        B,
        riichi="riichi",
        dora_indicators=read.win.dora_indicators,
        ura_indicators=parse_tiles("1p"),
    )
    tell(table, ClaimKind.ENTER_RESULT, wins=(win,))
    tell(table, ClaimKind.CONFIRM_SETTLEMENT)
    (game,) = games(table.events)
    (one,) = game.rounds
    assert one.ura == parse_tiles("1p")


def test_a_win_without_a_seen_dora_waits_for_a_person() -> None:
    """Regression: a round was paid automatically though no indicator had been seen in it."""
    table = bench(auto_settle=True)
    table.set_out(3, 4)
    table.see()
    lap(table, "1z", "2z", "3z", "4z", "5p")
    table.open(B, "46p123m789s22z777z")
    table.see(80)
    assert len(only(table.events, ev.RoundWon)) == 1
    assert settled(table) == []
    tell(table, ClaimKind.CONFIRM_SETTLEMENT)
    assert len(settled(table)) == 1
