"""Play and its end set up by hand, one situation per test."""

import pytest

from controller.journal import events as ev
from controller.journal.events import Decision, DrawKind
from controller.journal.state import Phase
from controller.ports.eyes import SeenHand, SeenMeld, SeenRiverTile
from controller.ports.referee import ClaimKind
from controller.ports.table import SignalKind
from controller.riichi.meld import MeldKind
from controller.riichi.seat import From, Seat
from controller.riichi.tile import Tile
from controller.riichi.wall import Break
from controller.scoring.win import Riichi, WinBy
from controller.table.effects import AskSettlement, Refuse
from hardware.simulator.camera.plain_sight import seen
from tests.support.bench import bench, dealt, lap, names, only

A, B, C, D = Seat
NO_SET = (Tile.SOUTH, Tile.M3, Tile.P9)


@pytest.mark.law("npm-2008", "19", "28 i")
@pytest.mark.law("teikoku", "2-5.2", "2-6")
def test_a_pon_takes_the_last_discard_and_moves_the_turn() -> None:
    table = dealt()
    lap(table, "1z", "2z")
    table.rivers[B].clear()
    table.meld(D, "222z", 1)
    table.see()
    (called,) = only(table.events, ev.Called)
    assert isinstance(called, ev.Called)
    assert (called.seat, called.meld.kind, called.meld.source) == (D, MeldKind.PON, From.ACROSS)
    table.discard(D, "9s")
    table.see()
    now = table.director.state.round
    assert now is not None
    assert now.turn is A
    assert now.discards[1].called_by is D
    # The claim cost no live tile.
    assert now.tiles_left == 70 - 2


def test_a_river_tile_that_is_gone_for_a_while_is_not_a_call() -> None:
    table = dealt()
    lap(table, "1z", "2z")
    gone = table.rivers[B].pop()
    assert table.see(20) == []
    table.rivers[B].append(gone)
    assert table.see(20) == []


def test_an_added_kong_grows_from_its_pung_and_can_be_robbed() -> None:
    table = dealt()
    lap(table, "1z", "2m")
    table.rivers[B].clear()
    table.meld(A, "222m", 2)
    table.see()
    table.discard(A, "9s")
    table.see()
    lap(table, "3z", "4z", "5z", first=B)
    table.melds[A].clear()
    table.meld(A, "2222m", 2, 3)
    table.see()
    called = only(table.events, ev.Called)
    assert [event.meld.kind for event in called if isinstance(event, ev.Called)] == [MeldKind.PON, MeldKind.KAN_ADDED]
    table.open(C, "13m456p789s11177z")
    table.see()
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    win = won.wins[0].win
    assert (win.winner, win.loser, win.tile, win.robbed_kong) == (C, A, Tile.M2, True)
    assert "CHANKAN" in [line.id for line in won.wins[0].score.yaku]


@pytest.mark.law("npm-2008", "8", "19", "29 i", "54-11")
def test_a_concealed_kong_then_a_win_on_the_replacement_tile() -> None:
    table = dealt()
    lap(table, "1z", "2z", "3z", "4z")
    table.meld(A, "?55z?")
    table.see()
    table.turn_dora("1s", C, 4)
    table.see()
    table.open(A, "123m456p789s2s", apart="2s")
    table.see()
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    win = won.wins[0].win
    assert (win.by, win.replacement, win.closed) == (WinBy.TSUMO, True, True)
    assert win.melds[0].kind is MeldKind.KAN_CONCEALED
    assert [str(tile) for tile in win.dora_indicators] == ["9p", "1s"]


@pytest.mark.law("npm-2008", "9 ha", "32 i", "54-3")
@pytest.mark.law("teikoku", "3-5.1")
def test_riichi_costs_a_stick_once_the_tile_has_passed_and_brings_ippatsu_and_ura() -> None:
    table = dealt()
    lap(table, "1z", "2z", "3z", "4z")
    table.discard(A, "9m", sideways=True)
    table.see()
    assert table.director.state.scores == (25_000,) * 4
    table.discard(B, "5p")
    table.see()
    assert table.director.state.scores == (24_000, 25_000, 25_000, 25_000)
    table.open(A, "123m406p789s11p46p")
    table.open(A, "123m46p789s11p234s")
    table.see()
    assert only(table.events, ev.RoundWon) == []
    table.turn_dora("3z", C, 5, lower=True)
    table.see()
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    win, score = won.wins[0].win, won.wins[0].score
    assert (win.by, win.loser, win.riichi, win.ippatsu) == (WinBy.RON, B, Riichi.RIICHI, True)
    assert [str(tile) for tile in win.ura_indicators] == ["3z"]
    assert score.riichi_sticks_taken == 1
    assert {"RIICHI", "IPPATSU"} <= {line.id for line in score.yaku}


def test_a_riichi_whose_tile_is_won_does_not_stand() -> None:
    table = dealt()
    lap(table, "1z", "2z", "3z", "4z")
    table.discard(A, "5p", sideways=True)
    table.see()
    table.open(B, "46p123m789s11z777z")
    table.see()
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    assert only(table.events, ev.RiichiAccepted) == []
    assert won.wins[0].score.riichi_sticks_taken == 0
    assert table.director.state.scores == (25_000,) * 4


def test_double_riichi_on_the_first_go_around() -> None:
    table = dealt()
    table.discard(A, "1z", sideways=True)
    table.see()
    lap(table, "2z", "5p", first=B)
    table.open(A, "123m46p789s11p234s")
    table.turn_dora("3z", C, 5, lower=True)
    table.see()
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    assert won.wins[0].win.riichi is Riichi.DOUBLE


def test_heavenly_hand_before_any_discard() -> None:
    table = dealt()
    table.open(A, "123m456p789s1177z", apart="7z")
    table.see()
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    assert [line.id for line in won.wins[0].score.yaku] == ["TENHOU"]


def test_a_hand_without_a_yaku_is_recorded_and_wins_nothing() -> None:
    table = dealt()
    lap(table, "1z", "5p")
    table.open(D, "123m46p789s11p234s")
    table.see(40)
    assert len(only(table.events, ev.HandRevealed)) == 1
    assert only(table.events, ev.RoundWon) == []
    assert table.director.phase is Phase.PLAY


def test_a_ron_in_furiten_is_marked() -> None:
    table = dealt()
    lap(table, "5p", "2z", "3z", "4z", "9m", "5p")
    table.open(A, "46p123m789s11z777z")
    table.see()
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    assert won.wins[0].furiten


@pytest.mark.law("npm-2008", "33 ha")
@pytest.mark.law("wakashachi-2025", "11")
def test_nearest_wins_alone_or_both_are_paid_as_the_book_says() -> None:
    for book, winners in (("npm-2008", [B]), ("wakashachi-2025", [B, C])):
        table = dealt(book)
        lap(table, "5p")
        table.open(B, "46p123m789s22z777z")
        table.open(C, "46p123s789m33z666z")
        table.see(20)
        (won,) = only(table.events, ev.RoundWon)
        assert isinstance(won, ev.RoundWon)
        assert [each.win.winner for each in won.wins] == winners


def test_the_settlement_waits_for_a_person_and_the_next_dealer_follows() -> None:
    table = dealt()
    lap(table, "5p")
    table.open(B, "46p123m789s22z777z")
    table.see()
    assert AskSettlement() in [effect for step in table.steps for effect in step.effects]
    phases = [table.director.phase]
    table.claim(ClaimKind.CONFIRM_SETTLEMENT)
    assert [*phases, table.director.phase] == [Phase.RESULT, Phase.SETTLEMENT]
    (settled,) = only(table.events, ev.SettlementConfirmed)
    assert isinstance(settled, ev.SettlementConfirmed)
    assert settled.by == "referee"
    assert sum(settled.deltas) == 0
    assert table.director.state.scores[B] == 25_000 + settled.deltas[B]
    table.signal(SignalKind.SET_PRESSED, B)
    now = table.director.state.round
    assert now is not None
    assert (now.dealer, now.number, table.director.phase) == (B, 2, Phase.MIXING)
    assert only(table.events, ev.FaultRaised) == []


def test_a_set_before_the_settlement_is_a_fault_and_play_is_caught_up() -> None:
    table = dealt()
    lap(table, "5p")
    table.open(B, "46p123m789s22z777z")
    table.see()
    table.signal(SignalKind.SET_PRESSED, B)
    (raised,) = only(table.events, ev.FaultRaised)
    assert isinstance(raised, ev.FaultRaised)
    assert (raised.fault.code, raised.fault.remedy.kind.value) == ("set-before-settled", "lock")
    table.claim(ClaimKind.CONFIRM_SETTLEMENT)
    table.clear()
    table.see(20)
    assert table.director.phase is Phase.WALLS_UP
    now = table.director.state.round
    assert now is not None
    assert now.dealer is B


@pytest.mark.law("npm-2008", "16", "17 i", "17 ho")
def test_an_exhaustive_draw_pays_who_shows_tenpai() -> None:
    table = dealt()
    table.take(Break(C, 8), 136 - 14)
    lap(table, "1z", "2z", "3z", "4z")
    table.open(A, "123m456p789s1122z")
    table.see()
    for seat in (B, C, D):
        table.fold(seat)
    table.see()
    (drawn,) = only(table.events, ev.RoundDrawn)
    assert isinstance(drawn, ev.RoundDrawn)
    assert (drawn.kind, drawn.tenpai, drawn.payments) == (DrawKind.EXHAUSTIVE, (A,), (3000, -1000, -1000, -1000))
    table.claim(ClaimKind.CONFIRM_SETTLEMENT)
    table.signal(SignalKind.SET_PRESSED, A)
    now = table.director.state.round
    assert now is not None
    assert (now.dealer, now.counters) == (A, 1)


def test_a_draw_can_be_entered_by_hand() -> None:
    table = dealt()
    lap(table, "1z")
    table.claim(ClaimKind.CONFIRM_DRAW)
    (drawn,) = only(table.events, ev.RoundDrawn)
    assert isinstance(drawn, ev.RoundDrawn)
    assert drawn.tenpai == ()


def test_decisions_are_recorded_and_those_that_fit_nothing_are_refused() -> None:
    table = bench()
    table.set_out(3, 4, broken=Break(C, 9))
    fault = table.director.state.faults[0].fault.id
    table.claim(ClaimKind.UPHOLD_FAULT, fault)
    standing = table.director.state.faults[0]
    assert (standing.decision, standing.by) == (Decision.UPHELD, "referee")
    table.discard(A, "1z")
    assert only(table.see(), ev.FaultRemedyChanged) == []
    for kind, subject in (
        (ClaimKind.DISMISS_FAULT, fault),
        (ClaimKind.UPHOLD_FAULT, "F99"),
        (ClaimKind.CONFIRM_SETTLEMENT, ""),
    ):
        assert table.claim(kind, subject) == []
        assert isinstance(table.steps[-1].effects[0], Refuse)


def test_five_of_a_kind_in_sight_are_a_fault_and_never_a_fact() -> None:
    table = dealt()
    lap(table, "1z", "2z", "1z", "3z", "1z", "4z", "1z", "5z", "1z")
    table.see(60)
    codes = [event.fault.code for event in only(table.events, ev.FaultRaised) if isinstance(event, ev.FaultRaised)]
    assert codes == ["tile-fifth-copy"]
    now = table.director.state.round
    assert now is not None
    assert [discard.tile for discard in now.discards].count(Tile.EAST) == 4


def test_a_misread_discard_is_corrected_by_a_later_event() -> None:
    table = dealt()
    lap(table, "1z", "2z", "3z")
    table.rivers[A][0] = SeenRiverTile(seen(Tile.WEST), False)
    table.see(20)
    (corrected,) = only(table.events, ev.DiscardCorrected)
    assert isinstance(corrected, ev.DiscardCorrected)
    assert (corrected.index, corrected.tile) == (0, Tile.WEST)


def test_doubtful_faces_must_be_seen_for_longer() -> None:
    table = dealt()
    table.rivers[A].append(SeenRiverTile(seen(Tile.EAST, confidence=0.3), False))
    assert table.see(10) == []
    assert names(table.see(10)) == ["Discarded", "QuestionAsked"]
    table.rivers[B].append(SeenRiverTile(seen(Tile.EAST, confidence=0.3), False))
    assert table.see(4) == []
    table.rivers[B][0] = SeenRiverTile(seen(Tile.EAST), False)
    assert names(table.see(1)) == ["Discarded"]


def test_a_set_built_while_the_round_ran_voids_it_and_the_round_is_played_again() -> None:
    table = dealt(auto_settle=True)
    lap(table, "1z", "2z")
    table.hands = [SeenHand(13)] * 4
    table.signal(SignalKind.SET_PRESSED, A)
    table.signal(SignalKind.MIXING)
    drawn = only(table.events, ev.RoundDrawn)[-1]
    assert isinstance(drawn, ev.RoundDrawn)
    assert drawn.kind is DrawKind.VOID
    now = table.director.state.round
    assert now is not None
    assert (now.dealer, now.number, now.counters, table.director.phase) == (A, 1, 0, Phase.MIXING)
    codes = [event.fault.code for event in only(table.events, ev.FaultRaised) if isinstance(event, ev.FaultRaised)]
    assert codes == ["set-button-during-hand"]


def test_a_fault_waits_for_faces_as_sure_as_the_catalogue_asks() -> None:
    for confidence, found in ((0.7, 0), (0.85, 1)):
        table = dealt()
        lap(table, "1z", "2z")
        table.rivers[B].clear()
        table.melds[C].append(SeenMeld(tuple(seen(tile, C, tile is Tile.SOUTH, confidence) for tile in NO_SET), 0))
        table.hands[C] = SeenHand(11)
        table.see(40)
        raised = [event.fault.code for event in only(table.events, ev.FaultRaised) if isinstance(event, ev.FaultRaised)]
        assert raised.count("meld-invalid") == found
