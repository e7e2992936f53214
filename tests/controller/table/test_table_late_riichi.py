"""A riichi whose declared tile is claimed at once: no sighting shows it long enough, yet it is recorded."""

from dataclasses import replace

from controller.journal import events as ev
from controller.journal.state import RiichiStand
from controller.ports.eyes import SeenHand
from controller.riichi.seat import Seat
from controller.scoring.win import Riichi
from tests.support.bench import Bench, dealt, faults, lap, only

A, B, C, D = Seat


def claimed(table: Bench, seen: int = 0, sideways: bool = True) -> None:
    """B, third to last to act, discards 5m after A; C takes it by chow before it is seen more than ``seen`` times."""
    lap(table, "1z", "9s", "1p", "9m", "2z")
    table.discard(B, "5m", sideways=sideways)
    table.see(seen)
    table.sticks = (False, sideways, False, False)
    table.rivers[B].pop()
    table.hands[C] = SeenHand(11)
    table.meld(C, "546m", 0)


def riichi_of(table: Bench) -> ev.Event | None:
    told = only(table.events, ev.RiichiDeclared)
    return told[0] if told else None


def about_riichi(table: Bench) -> list[str]:
    """Faults of riichi, wins and calls; nobody draws from the wall of this bench."""
    return [each.fault.code for start in ("riichi", "win", "call") for each in faults(table.events, start)]


def test_the_stick_tells_of_a_declared_tile_that_nobody_saw() -> None:
    table = dealt("tomioka")
    claimed(table)
    table.see()
    now = table.director.state.round
    assert now is not None
    assert [(stand.stand, stand.ippatsu, stand.double) for stand in now.riichi][B] == (
        RiichiStand.ACCEPTED,
        False,
        False,
    )
    assert table.director.state.scores[B] == 25_000 - 1_000
    table.discard(C, "9p")
    table.see(20)
    assert about_riichi(table) == []


def test_a_tile_read_sideways_once_before_it_was_claimed_declares() -> None:
    table = dealt("tomioka")
    claimed(table, seen=1)
    table.see()
    last = only(table.events, ev.Discarded)[-1]
    assert isinstance(last, ev.Discarded)
    assert (last.seat, last.sideways) == (B, True)
    assert riichi_of(table) is not None
    assert about_riichi(table) == []


def test_a_straight_tile_without_a_stick_declares_nothing() -> None:
    table = dealt("tomioka")
    claimed(table, seen=1, sideways=False)
    table.see(20)
    assert riichi_of(table) is None
    assert about_riichi(table) == []


def test_a_stick_beside_a_tile_that_lay_straight_is_told_as_incomplete() -> None:
    table = dealt("tomioka")
    claimed(table, seen=4, sideways=False)
    table.sticks = (False, True, False, False)
    table.see(40)
    assert riichi_of(table) is None
    assert about_riichi(table) == ["riichi-incomplete"]


def test_ura_shown_for_a_hand_tell_that_it_was_in_riichi() -> None:
    table = dealt("tomioka", auto_settle=True)
    claimed(table)
    table.sticks = None
    table.see()
    table.discard(C, "9p")
    table.see()
    table.discard(D, "8p")
    table.see()
    table.open(B, "222m67p345567s99s")
    table.see()
    assert only(table.events, ev.RoundWon) == []
    table.turn_dora("3z", C, 5, lower=True)
    table.see()
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    assert (won.wins[0].win.winner, won.wins[0].win.riichi, won.wins[0].win.ippatsu) == (B, Riichi.RIICHI, False)
    assert about_riichi(table) == []


def test_a_claimed_discard_that_an_undone_decision_took_back_declares_nothing() -> None:
    table = dealt("tomioka")
    lap(table, "1z")
    table.director.scene.supposed[B] = 1
    table.sticks = (False, True, False, False)
    table.see(4)
    assert riichi_of(table) is None


def test_a_declared_tile_that_was_first_read_upright_declares_when_it_lies_sideways_beside_a_stick() -> None:
    """Regression: only tiles that nobody had seen declared late: two riichi and a win were scored without them."""
    table = dealt("tomioka")
    lap(table, "1z", "2z", "3z", "4z", "5z")
    assert [(each.seat, each.sideways) for each in table.round.discards][-1] == (A, False)
    table.rivers[A][-1] = replace(table.rivers[A][-1], sideways=True)
    table.sticks = (True, False, False, False)
    table.see(30)
    declared = riichi_of(table)
    assert isinstance(declared, ev.RiichiDeclared)
    assert declared.seat is A
    assert table.round.riichi[A].stand is RiichiStand.ACCEPTED
    assert about_riichi(table) == []


def test_a_declared_tile_that_is_read_otherwise_alone_declares_nothing() -> None:
    table = dealt("tomioka")
    lap(table, "1z", "2z", "3z", "4z", "5z")
    table.rivers[A][-1] = replace(table.rivers[A][-1], sideways=True)
    table.see(60)
    assert riichi_of(table) is None
