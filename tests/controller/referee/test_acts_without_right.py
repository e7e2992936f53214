"""Acts of a player who has lost the right to win: taken back, penalised, or noten, as the book says."""

from typing import Final

import pytest

from controller.journal import events as ev
from controller.journal.events import DrawKind
from controller.journal.state import Phase
from controller.ports.eyes import SeenHand, SeenRiverTile
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import Seat
from controller.rulebooks.schema.penalties import Penalty
from controller.views.referee import fault_view
from hardware.simulator.camera.plain_sight import seen
from tests.support.bench import Bench, dealt, lap, only
from tests.support.claimed import codes, enter, fault, replays, winners

A, B, C, D = Seat
BOOKS: Final = ("npm-2008", "teikoku", "tomioka", "wakashachi-2025", "kenko-2022", "mleague")


def without_right(book: str) -> Bench:
    """Seat C has lost the right to win; seat A's 9m and seat B's 5m are in their rivers."""
    table = dealt(book)
    lap(table, "9m")
    enter(table, ClaimKind.REPORT_FAULT, "hand-too-many", seat=C)
    enter(table, ClaimKind.UPHOLD_FAULT, fault(table, "hand-too-many").fault.id, penalty="loses_right")
    lap(table, "5m", first=B)
    return table


UNDOES: Final = ("teikoku", "tomioka", "kenko-2022", "mleague")


@pytest.mark.parametrize("after_discard", [False, True])
@pytest.mark.parametrize("book", UNDOES)
def test_a_call_without_the_right_is_taken_back_and_play_goes_on(book: str, after_discard: bool) -> None:
    table = without_right(book)
    before = table.director.state.round
    assert before is not None
    table.rivers[B].pop()
    table.meld(C, "555m", 0)
    table.hands[C] = SeenHand(11)
    table.see(16)
    if after_discard:
        table.discard(C, "1p")
        table.see(6)
    found = fault(table, "dead-player-acts")
    assert found.fault.penalty is not None
    assert (found.fault.seat, found.fault.penalty.penalty) == (C, Penalty.UNDONE)
    enter(table, ClaimKind.UPHOLD_FAULT, found.fault.id)
    now = table.director.state.round
    assert now is not None
    assert (now.melds[C], now.discards, now.turn, now.calls) == ((), before.discards, C, 0)
    assert now.tiles_left == before.tiles_left
    # It stays there for a while and is then put back.
    table.see(12)
    table.melds[C].clear()
    table.hands[C] = SeenHand(13)
    if after_discard:
        table.rivers[C].pop()
    table.see(8)
    table.rivers[B].append(SeenRiverTile(seen(parse_tile("5m"), B, False), False))
    table.see(12)
    lap(table, "2s", "3s", first=C)
    again = table.director.state.round
    assert again is not None
    assert [str(each.tile) for each in again.discards] == ["9m", "5m", "2s", "3s"]
    assert again.melds == ((), (), (), ())
    assert {code for code, _ in codes(table)} == {"hand-too-many", "dead-player-acts"}
    assert replays(table)


def test_a_call_taken_back_gives_ippatsu_back() -> None:
    table = dealt("kenko-2022")
    table.discard(A, "9m", sideways=True)
    table.see(4)
    enter(table, ClaimKind.REPORT_FAULT, "hand-too-many", seat=C)
    enter(table, ClaimKind.UPHOLD_FAULT, fault(table, "hand-too-many").fault.id, penalty="loses_right")
    lap(table, "5m", first=B)
    table.rivers[B].pop()
    table.meld(C, "555m", 0)
    table.hands[C] = SeenHand(11)
    table.see(16)
    called = table.director.state.round
    assert called is not None
    assert not called.riichi[A].ippatsu
    enter(table, ClaimKind.UPHOLD_FAULT, fault(table, "dead-player-acts").fault.id)
    now = table.director.state.round
    assert now is not None
    assert now.riichi[A].ippatsu


@pytest.mark.parametrize("book", UNDOES)
def test_a_riichi_without_the_right_gets_its_stick_back(book: str) -> None:
    table = without_right(book)
    start = table.director.state.scores
    table.discard(C, "1p", sideways=True)
    table.see(6)
    lap(table, "2p", first=D)
    assert table.director.state.riichi_sticks == 1
    enter(table, ClaimKind.UPHOLD_FAULT, fault(table, "dead-player-acts").fault.id)
    state = table.director.state
    assert (state.scores, state.riichi_sticks) == (start, 0)
    assert state.phase is Phase.PLAY


@pytest.mark.parametrize("book", BOOKS)
def test_a_win_without_the_right_costs_what_the_book_says(book: str) -> None:
    table = without_right(book)
    enter(table, ClaimKind.ENTER_RESULT, wins=(EnteredWin(C, parse_tiles("46m123p789s33z777z"), parse_tile("5m"), B),))
    assert winners(table) == [C]
    enter(table, ClaimKind.UPHOLD_FAULT, fault(table, "dead-player-acts").fault.id)
    drawn = [each.kind for each in only(table.events, ev.RoundDrawn) if isinstance(each, ev.RoundDrawn)]
    if book == "npm-2008":
        assert drawn == [DrawKind.CHOMBO]
    elif book in UNDOES:
        assert (winners(table), drawn, table.director.phase) == ([], [], Phase.PLAY)
        lap(table, "2s", first=C)
        assert table.director.phase is Phase.PLAY
    else:
        assert winners(table) == [C]
    assert replays(table)


@pytest.mark.parametrize("book", BOOKS)
def test_tenpai_without_the_right_is_noten(book: str) -> None:
    table = without_right(book)
    enter(table, ClaimKind.CONFIRM_DRAW, seats=(C, A))
    now = table.director.state.round
    assert now is not None
    assert now.outcome is not None
    assert now.outcome.tenpai == (A,)
    assert fault(table, "dead-player-acts").fault.seat is C
    enter(table, ClaimKind.UPHOLD_FAULT, fault(table, "dead-player-acts").fault.id)
    ended = table.director.state.round
    assert ended is not None
    assert ended.outcome is not None
    assert (ended.outcome.draw is DrawKind.CHOMBO) is (book == "npm-2008")
    assert replays(table)


@pytest.mark.parametrize("book", UNDOES)
def test_a_hand_that_stands_again_is_open_no_more(book: str) -> None:
    table = without_right(book)
    table.open(C, "46m123p789s33z777z")
    table.see(40)
    assert winners(table) == []
    enter(table, ClaimKind.UPHOLD_FAULT, fault(table, "dead-player-acts").fault.id)
    table.see(12)
    table.hands[C] = SeenHand(13)
    table.see(40)
    now = table.director.state.round
    assert now is not None
    assert now.revealed == (None,) * 4
    lap(table, "2s", first=C)
    assert {code for code, _ in codes(table)} == {"hand-too-many", "dead-player-acts"}


@pytest.mark.parametrize("book", UNDOES)
@pytest.mark.parametrize("after_discard", [False, True])
def test_a_call_taken_back_is_brought_back_when_its_fault_is_dismissed_at_once(book: str, after_discard: bool) -> None:
    table = without_right(book)
    table.rivers[B].pop()
    table.meld(C, "555m", 0)
    table.hands[C] = SeenHand(11)
    table.see(16)
    if after_discard:
        table.discard(C, "1p")
        table.see(6)
    found = fault(table, "dead-player-acts").fault.id
    before = table.director.state.round
    assert before is not None
    enter(table, ClaimKind.UPHOLD_FAULT, found)
    taken = table.director.state.round
    assert taken is not None
    assert taken.melds[C] == ()
    for decision in ("dismissed", "upheld", "dismissed"):
        enter(table, ClaimKind.REVIEW_FAULT, found, decision=decision, reason="seen again")
        now = table.director.state.round
        assert now is not None
        was = taken if decision == "upheld" else before
        assert (now.melds, now.discards, now.turn, now.calls) == (was.melds, was.discards, was.turn, was.calls)
    assert [code for code, _ in codes(table)].count("dead-player-acts") == 1
    assert replays(table)


def test_a_win_taken_back_is_brought_back_when_its_fault_is_dismissed_at_once() -> None:
    table = without_right("kenko-2022")
    enter(
        table,
        ClaimKind.ENTER_RESULT,
        wins=(EnteredWin(C, tuple(parse_tiles("123456m456p22s78m")), parse_tile("9m"), None, (), "none"),),
    )
    outcome = table.round.outcome
    assert outcome is not None
    found = fault(table, "dead-player-acts").fault.id
    phases = []
    enter(table, ClaimKind.UPHOLD_FAULT, found)
    phases.append(table.director.phase)
    for decision in ("dismissed", "upheld", "dismissed"):
        enter(table, ClaimKind.REVIEW_FAULT, found, decision=decision, reason="seen again")
        phases.append(table.director.phase)
    assert phases == [Phase.PLAY, Phase.RESULT, Phase.PLAY, Phase.RESULT]
    assert winners(table) == [C]
    again = table.round.outcome
    assert again is not None
    assert again.payments == outcome.payments
    assert replays(table)


def test_a_call_taken_back_is_not_brought_back_once_play_has_gone_on_and_the_ruling_says_so() -> None:
    table = without_right("kenko-2022")
    table.rivers[B].pop()
    table.meld(C, "555m", 0)
    table.hands[C] = SeenHand(11)
    table.see(16)
    found = fault(table, "dead-player-acts").fault.id
    enter(table, ClaimKind.UPHOLD_FAULT, found)
    table.see(12)
    table.melds[C].clear()
    table.hands[C] = SeenHand(13)
    table.see(8)
    table.rivers[B].append(SeenRiverTile(seen(parse_tile("5m"), B, False), False))
    table.see(12)
    lap(table, "2s", "3s", first=C)
    before = table.director.state.round
    review = Claim(ClaimKind.REVIEW_FAULT, table.frame / 5, "referee", found, decision="dismissed", reason="seen again")
    # The preview shows this before the ruling is made.
    (line,) = [each for each in table.director.foresee(review).view.changes if each.about == "fault"]
    assert line.after is not None
    assert "the recorded result stays" in line.after.en
    enter(table, ClaimKind.REVIEW_FAULT, found, decision="dismissed", reason="seen again")
    assert table.director.state.round == before
    shown = fault_view(fault(table, "dead-player-acts"), table.director.state, table.director.rulebook)
    told = [each.without_effect for each in shown.rulings]
    assert [None if each is None else each.en for each in told] == [
        None,
        "Play has gone on, so the recorded result stays. To change it, enter that round's result.",
    ]
