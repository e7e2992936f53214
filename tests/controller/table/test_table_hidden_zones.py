"""Zones that are unreadable for a while: claims in the meantime are deferred, and no fault is raised."""

from dataclasses import replace

import pytest

from controller.journal import events as ev
from controller.ports.eyes import SeenHand, Sighting
from controller.ports.table import SignalKind
from controller.referee.faults.devices import END_UNSEEN
from controller.riichi.seat import SEATS, Seat
from controller.riichi.wall import break_from_dice
from tests.support.bench import Bench, bench, dealt, faults, lap, only

A, B, C, D = SEATS


def unread(table: Bench, times: int, rivers: tuple[Seat, ...] = (), melds: tuple[Seat, ...] = ()) -> list[ev.Event]:
    """Show ``times`` sightings in which these zones cannot be read."""
    fresh: list[ev.Event] = []
    for _ in range(times):
        table.frame += 1
        fresh += table.give(_without(table.sighting(), rivers, melds))
    return fresh


def _without(seen: Sighting, rivers: tuple[Seat, ...], melds: tuple[Seat, ...]) -> Sighting:
    return replace(
        seen,
        rivers=tuple(None if seat in rivers else row for seat, row in zip(SEATS, seen.rivers, strict=True)),
        melds=tuple(None if seat in melds else row for seat, row in zip(SEATS, seen.melds, strict=True)),
    )


def acts(table: Bench) -> list[tuple[Seat, str]]:
    return [
        (event.seat, str(event.tile) if isinstance(event, ev.Discarded) else event.meld.kind.value)
        for event in table.events
        if isinstance(event, ev.Discarded | ev.Called)
    ]


def test_play_that_follows_a_claim_waits_until_its_meld_can_be_read() -> None:
    table = dealt()
    lap(table, "5z")
    table.rivers[A].pop()
    table.meld(D, "555z", 2)
    for seat, tile in ((D, "9s"), (A, "1p"), (B, "2p")):
        table.discard(seat, tile)
        unread(table, 6, melds=(D,))
    table.see(6)
    assert acts(table) == [(A, "5z"), (D, "pon"), (D, "9s"), (A, "1p"), (B, "2p")]


def test_a_claim_of_another_tile_does_not_tell_that_one_was_misread_while_melds_are_unread() -> None:
    """Regression: the chow took the first discard, as if misread, and blocked every later act of the round."""
    table = dealt()
    lap(table, "5z")
    table.rivers[A].pop()
    table.meld(D, "555z", 2)
    for seat, tile in ((D, "9s"), (A, "4s")):
        table.discard(seat, tile)
        unread(table, 8, melds=(D,))
    table.rivers[A].pop()
    table.meld(B, "435s", 0)
    unread(table, 8, melds=(D,))
    table.discard(B, "2z")
    unread(table, 40, melds=(D,))
    table.see(8)
    lap(table, "1z", "2s", "3m", first=C)
    assert acts(table) == [
        (A, "5z"),
        (D, "pon"),
        (D, "9s"),
        (A, "4s"),
        (B, "chii"),
        (B, "2z"),
        (C, "1z"),
        (D, "2s"),
        (A, "3m"),
    ]


def test_a_claim_comes_before_what_was_first_seen_after_it_however_long_a_river_was_hidden() -> None:
    """Regression: two turns of B were hidden: D's 5z seemed to be claimed a turn later, after a later 1z."""
    table = dealt()
    lap(table, "5z", "1m", "2m", "3m")
    for seat, tile in ((A, "9s"), (B, "3s"), (C, "4p"), (D, "5z")):
        table.discard(seat, tile)
        unread(table, 4, rivers=(B,))
    table.rivers[D].pop()
    table.meld(A, "555z", 0)
    unread(table, 4, rivers=(B,))
    for seat, tile in ((A, "1s"), (B, "1p"), (C, "7z"), (D, "1z"), (A, "6s")):
        table.discard(seat, tile)
        unread(table, 4, rivers=(B,))
    table.see(8)
    assert acts(table)[4:] == [
        (A, "9s"),
        (B, "3s"),
        (C, "4p"),
        (D, "5z"),
        (A, "pon"),
        (A, "1s"),
        (B, "1p"),
        (C, "7z"),
        (D, "1z"),
        (A, "6s"),
    ]


def test_a_tile_that_took_the_place_of_a_claimed_one_is_another_discard() -> None:
    table = dealt()
    lap(table, "5z", "1m", "2m", "3m")
    lap(table, "7p")
    unread(table, 3, rivers=(A,), melds=(C,))
    table.rivers[A].pop()
    table.meld(C, "777p", 1)
    for seat, tile in ((C, "9s"), (D, "9m"), (A, "8s")):
        table.discard(seat, tile)
        unread(table, 6, rivers=(A,), melds=(C,))
    unread(table, 6, melds=(C,))
    table.see(6)
    assert acts(table)[4:] == [(A, "7p"), (C, "pon"), (C, "9s"), (D, "9m"), (A, "8s")]


def test_a_discard_in_place_of_a_claimed_one_is_waited_for_until_it_is_read() -> None:
    """Regression: a river hidden in the meantime was taken as recorded: the claimed tile was discarded twice."""
    table = dealt()
    lap(table, "5z", "1m", "2m", "3m")
    lap(table, "4z", "2s")
    table.rivers[B].pop()
    table.meld(A, "222s", 2)
    unread(table, 3, rivers=(B,))
    table.discard(A, "6s")
    unread(table, 4, rivers=(B,))
    table.discard(B, "1z")
    table.see(8)
    assert acts(table)[4:] == [(A, "4z"), (B, "2s"), (A, "pon"), (A, "6s"), (B, "1z")]


def test_play_goes_on_where_a_tile_that_was_not_seen_for_a_lap_lies_with_the_next_one() -> None:
    table = dealt()
    lap(table, "5z", "1m", "2m", "3m")
    table.discard(A, "7p")
    table.see(4)
    for seat, tile in ((B, "9m"), (C, "9s"), (D, "8s")):
        table.discard(seat, tile)
        _unseen_end(table, A, 4)
    table.discard(A, "1z")
    lap(table, "2z", "3z", "4z", first=B)
    assert acts(table)[4:] == [
        (A, "7p"),
        *((B, "9m"), (C, "9s"), (D, "8s")),
        *((A, "1z"), (B, "2z"), (C, "3z"), (D, "4z")),
    ]


def test_a_tile_missed_in_a_row_makes_no_other_discards_of_those_after_it() -> None:
    table = dealt()
    for row in (("5z", "1m", "2m", "3m"), ("7p", "9m", "9s", "8s"), ("1z", "2z", "3z", "4z")):
        lap(table, *row)
    table.discard(A, "4p")
    told = _unseen_end(table, A, 30, place=1)
    told += table.see(6)
    lap(table, "5s", first=B)
    assert not only(told, ev.DiscardCorrected)
    assert not only(table.events, ev.QuestionAsked)
    assert acts(table)[-2:] == [(A, "4p"), (B, "5s")]


def _unseen_end(table: Bench, seat: Seat, times: int, place: int = -1) -> list[ev.Event]:
    """Show ``times`` sightings in which the last tile of a river, or another one, is not seen."""
    told: list[ev.Event] = []
    for _ in range(times):
        table.frame += 1
        now = table.sighting()
        rivers = [list(row or ()) for row in now.rivers]
        del rivers[seat][place]
        told += table.give(replace(now, rivers=tuple(map(tuple, rivers))))
    return told


def test_a_discard_waits_until_the_one_before_is_seen_to_lie_unclaimed() -> None:
    table = dealt()
    lap(table, "3s", "6s")
    table.rivers[B].pop()
    table.meld(C, "657s", 0)
    table.discard(C, "6p")
    assert unread(table, 6, rivers=(B,), melds=(C,)) == []
    table.see(6)
    assert acts(table)[2:] == [(C, "chii"), (C, "6p")]


def test_a_face_that_was_misread_and_never_claimed_holds_play_up_for_a_while_only() -> None:
    table = dealt()
    lap(table, "3s", "6s")
    last = table.rivers[B].pop()
    table.discard(B, "8s")
    table.see(40)
    lap(table, "1m", "2m", first=C)
    assert last.seen.tile is not None
    assert acts(table)[2:] == [(C, "1m"), (D, "2m")]
    (mended,) = only(table.events, ev.DiscardCorrected)
    assert isinstance(mended, ev.DiscardCorrected)
    assert str(mended.tile) == "8s"


def test_a_round_whose_end_may_lie_in_what_could_not_be_read_is_asked_about() -> None:
    table = dealt(auto_settle=True)
    lap(table, "1z", "2z", "3z", "4z")
    unread(table, 8, rivers=(B,))
    table.see(2)
    table.signal(SignalKind.SET_PRESSED, B)
    assert faults(table.events, "set-button") == []
    table.signal(SignalKind.MIXING)
    assert len(faults(table.events, END_UNSEEN)) == 1


def _won_behind_an_unread_river() -> Bench:
    """D waits for 6s and 9s; B's 6s is known, the 9s is in a river that was unreadable since."""
    table = dealt(auto_settle=True)
    lap(table, "1z", "6s")
    for seat, tile in ((C, "8p"), (D, "7z"), (A, "7p"), (B, "5z"), (C, "9s")):
        table.discard(seat, tile)
        unread(table, 6, rivers=(C,))
    table.open(D, "345m123456p78s22z")
    return table


def test_no_win_is_made_of_an_old_discard_while_newer_ones_lie_there() -> None:
    table = _won_behind_an_unread_river()
    unread(table, 40, rivers=(C,))
    assert only(table.events, ev.RoundWon) == []
    unread(table, 40, rivers=(C,))
    assert only(table.events, ev.RoundWon) == []
    assert len(faults(table.events, END_UNSEEN)) == 1
    table.signal(SignalKind.SET_PRESSED, A)
    table.signal(SignalKind.MIXING)
    assert only(table.events, ev.SettlementConfirmed) == []


@pytest.mark.parametrize(("hidden", "found"), [((C,), 0), ((), 1)], ids=["a river unread", "all in view"])
def test_a_stick_of_a_riichi_that_may_lie_in_an_unread_river_is_no_wrong_pot(
    hidden: tuple[Seat, ...], found: int
) -> None:
    table = dealt()
    lap(table, "1z", "6s")
    for seat, tile in ((C, "8p"), (D, "7z"), (A, "7p"), (B, "5z")):
        table.discard(seat, tile)
        unread(table, 6, rivers=hidden)
    for _ in range(60):
        table.frame += 1
        table.give(replace(_without(table.sighting(), hidden, ()), pot=1))
    assert len(faults(table.events, "pot-wrong")) == found


@pytest.mark.parametrize("stack", range(1, 7))
@pytest.mark.parametrize("face", [True, False], ids=["told as the lower tile", "untold"])
def test_nobody_discarded_before_the_dora_was_turned_where_the_wall_is_not_told(stack: int, face: bool) -> None:
    """Regression: the indicator was taken for the lower tile of its stack, or its stack was left open.

    It is due on the fifth stack: if another is open and no face is seen anywhere, it was not turned.
    """
    table = bench()
    table.set_out(3, 4)
    if face:
        table.turn_dora("9p", C, stack, lower=True)
    table.walls[C][stack - 1] = None
    lap(table, "1z")
    table.see(40)
    assert only(table.events, ev.DoraShown) == []
    assert len(faults(table.events, "discard-before-ready")) == (not face and stack != 5)


def test_tiles_swept_after_an_unread_end_do_not_make_the_old_discard_the_last_one() -> None:
    table = _won_behind_an_unread_river()
    unread(table, 12, rivers=(C,))
    table.clear()
    table.see(40)
    table.signal(SignalKind.SET_PRESSED, A)
    table.signal(SignalKind.MIXING)
    assert only(table.events, ev.RoundWon) == []
    assert only(table.events, ev.SettlementConfirmed) == []
    assert len(faults(table.events, END_UNSEEN)) == 1


@pytest.mark.parametrize("longer", [8, 80])
def test_a_river_that_can_be_read_again_tells_who_dealt_in(longer: int) -> None:
    table = _won_behind_an_unread_river()
    unread(table, longer, rivers=(C,))
    table.see(40)
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    assert won.wins[0].win.loser is C
    assert only(table.events, ev.SettlementConfirmed)


def _won_with_an_open_pon() -> Bench:
    """D has called a pung of white dragons; its ron on C's 9s is open."""
    table = dealt(auto_settle=True)
    lap(table, "5z")
    table.rivers[A].pop()
    table.meld(D, "555z", 2)
    table.hands[D] = SeenHand(11)
    for seat, tile in ((D, "9m"), (A, "1p"), (B, "2p"), (C, "9s")):
        table.discard(seat, tile)
        table.see(6)
    table.open(D, "123456p78s22z")
    return table


def test_a_win_whose_melds_cannot_be_read_is_not_paid_by_itself() -> None:
    """Regression: a kong added in the meantime was never read: its fu and its dora were missing in the payment."""
    table = _won_with_an_open_pon()
    unread(table, 80, melds=(D,))
    assert only(table.events, ev.RoundWon) == []
    assert len(faults(table.events, END_UNSEEN)) == 1
    table.clear()
    table.see(40)
    table.signal(SignalKind.SET_PRESSED, A)
    table.signal(SignalKind.MIXING)
    assert only(table.events, ev.SettlementConfirmed) == []


@pytest.mark.parametrize("more", [0, 1])
def test_a_win_beside_an_indicator_that_no_recorded_kong_asks_for_is_not_paid_by_itself(more: int) -> None:
    """Regression: another player's kong was never read: its indicator was in view, and was not counted."""
    table = _won_with_an_open_pon()
    round_ = table.director.state.round
    assert round_ is not None
    (first,) = round_.dora
    for step in range(1, more + 1):
        table.turn_dora("3p", first.place.wall, first.place.stack - step)
    unread(table, 80, melds=(B,))
    assert len(only(table.events, ev.RoundWon)) == 1 - more
    assert len(faults(table.events, END_UNSEEN)) == more


@pytest.mark.parametrize("longer", [0, 8, 80])
def test_melds_that_can_be_read_again_tell_what_the_hand_is_worth(longer: int) -> None:
    table = _won_with_an_open_pon()
    unread(table, longer, melds=(D,))
    table.see(40)
    assert len(only(table.events, ev.RoundWon)) == 1
    assert only(table.events, ev.SettlementConfirmed)


def test_rivers_once_seen_swept_need_not_be_seen_empty_again() -> None:
    table = bench()
    table.signal(SignalKind.SET_PRESSED, A)
    table.signal(SignalKind.MIXING)
    table.clear()
    table.see(4)
    table.signal(SignalKind.WALLS_UP)
    unread(table, 4, rivers=(D,))
    table.signal(SignalKind.DICE_PRESSED, A)
    table.signal(SignalKind.DICE_STOPPED)
    table.pips = (3, 4)
    unread(table, 4, rivers=(D,))
    assert len(only(table.events, ev.DiceRolled)) == 1


def test_a_lowered_tile_that_looks_like_a_stack_does_not_move_the_break() -> None:
    table = bench()
    table.throw(3, 4)
    # Stack 7 of wall C cannot be judged while the hands are dealt; the tile lowered beside it seems to be two.
    table.walls[C][7:] = [0] * 10
    table.walls[C][6] = None
    table.see(6)
    table.walls[C][6:8] = [2, 2]
    table.see(12)
    assert faults(table.events, "break") == []
    (broken,) = only(table.events, ev.WallBroken)
    assert isinstance(broken, ev.WallBroken)
    assert broken.seen == broken.expected


@pytest.mark.parametrize(("seen", "said"), [(0, 1), (None, 0)])
def test_a_replacement_tile_is_not_lowered_only_where_it_is_seen_to_be_missing(seen: int | None, said: int) -> None:
    """Regression: its place was open: a stack beside it that was reported as whole raised a fault."""
    table = dealt()
    lap(table, "1z", "2z")
    table.take(break_from_dice(A, [(3, 4)]), 54)
    assert table.walls[C][6] == 2
    table.walls[C][7] = seen
    table.see(40)
    assert len(faults(table.events, "replacement-not-lowered")) == said


@pytest.mark.parametrize("seemed", [[2] * 6 + [0] * 11, [0, 0] + [2] * 15])
def test_stacks_that_seemed_gone_while_the_hands_were_dealt_do_not_move_the_break(seemed: list[int]) -> None:
    """Regression: stacks misread three times were taken for the lowered tile from then on."""
    table = bench()
    table.throw(3, 4)
    table.walls[C][:] = seemed
    table.see(4)
    table.walls[C][:] = [2] * 6 + [0] * 4 + [2] * 7
    table.see(1)
    table.walls[C][:] = [None] * 8 + [0] * 9
    table.see(12)
    table.walls[C][:] = [2] * 6 + [1, 1] + [0] * 9
    table.see(12)
    assert faults(table.events, "break") == []
    (broken,) = only(table.events, ev.WallBroken)
    assert isinstance(broken, ev.WallBroken)
    assert broken.seen == broken.expected


def test_a_tile_that_seems_sideways_for_a_moment_is_no_riichi_of_an_open_hand() -> None:
    table = dealt()
    lap(table, "5z")
    table.rivers[A].pop()
    table.meld(C, "555z", 1)
    table.see(6)
    table.discard(C, "4p", sideways=True)
    table.see(12)
    table.rivers[C].pop()
    table.discard(C, "4p")
    table.see(6)
    assert acts(table)[2:] == [(C, "4p")]
    assert only(table.events, ev.RiichiDeclared) == []
    assert faults(table.events) == []


def test_a_discard_first_told_as_the_neighbours_is_gone_from_there_once_it_is_told_where_it_lies() -> None:
    """Regression: it counted as missing there for twelve seconds, and nothing more was recorded."""
    table = dealt()
    lap(table, "1z", "2z", "3z")
    table.discard(C, "8s", sideways=True)
    strange = table.rivers[C][-1]
    table.see(4)
    for seat, tile in ((A, "5s"), (B, "6s"), (C, "7s")):
        table.discard(seat, tile)
        table.see(4)
    table.rivers[C].remove(strange)
    table.discard(D, "8s")
    table.discard(D, "4z")
    table.see(20)
    assert [(each.seat, str(each.tile)) for each in table.round.discards[3:]] == [
        (D, "8s"),
        (A, "5s"),
        (B, "6s"),
        (C, "7s"),
        (D, "4z"),
    ]


def test_a_meld_that_turned_out_to_be_none_does_not_tell_when_the_next_one_was_made() -> None:
    """Regression: its first sighting was used for the kong made half a round later, which then preceded the play."""
    table = dealt()
    table.meld(C, "??")
    table.see(1)
    table.melds[C].clear()
    table.see(6)
    lap(table, "1z")
    for seat, tile in ((B, "1m"), (C, "2m"), (D, "3m"), (A, "4m")):
        table.discard(seat, tile)
        unread(table, 6, rivers=(B,))
    table.discard(B, "5m")
    table.meld(C, "?33z?")
    unread(table, 6, rivers=(B,))
    table.discard(C, "6m")
    unread(table, 6, rivers=(B,))
    table.see(8)
    assert acts(table) == [
        (A, "1z"),
        (B, "1m"),
        (C, "2m"),
        (D, "3m"),
        (A, "4m"),
        (B, "5m"),
        (C, "kan_concealed"),
        (C, "6m"),
    ]
