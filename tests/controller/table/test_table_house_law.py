"""Rarely used fields of a book, each as in a house and as in the book: payers, valid acts, positions of dora."""

from dataclasses import replace
from typing import Any

import pytest

from controller.journal import events as ev
from controller.journal.codec import event_from_json, event_to_json
from controller.journal.events import Decision
from controller.journal.state import RiichiStand
from controller.ports.eyes import SeenHand
from controller.ports.referee import Claim, ClaimKind, EnteredWin
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import From, Seat
from controller.rulebooks.catalogue import rulebook
from controller.rulebooks.clause import clause
from controller.rulebooks.schema.scoring import YakuRule
from controller.scoring.score import Score
from controller.scoring.scorer import score_win
from controller.scoring.win import Win, WinBy
from controller.table.director import Director
from controller.table.effects import Refuse
from controller.table.venue import Venue
from controller.views.table import table_view
from tests.support.bench import Bench, faults, lap, only
from tests.support.fault_cases import BOOKS
from tests.support.golden import house

A, B, C, D = Seat


def opened(book: str, stack: int = 5, **rules: Any) -> Bench:
    """A table under a book with some house fields, the hands dealt and an indicator on C5 or another stack."""
    law = house(rulebook(book), {name.replace("__", "."): value for name, value in rules.items()})
    director, step = Director.open(Venue(book), 0.0, law)
    table = Bench(director, events=list(step.events), steps=[step])
    table.set_out(3, 4)
    table.turn_dora("9p", C, stack)
    table.see(20)
    return table


def enter(table: Bench, kind: ClaimKind, subject: str = "", **told: Any) -> bool:
    """Make an entry of the referee; True if it was accepted."""
    table.give(Claim(kind, table.frame / 5, "referee", subject, **told))
    return not any(isinstance(effect, Refuse) for effect in table.steps[-1].effects)


def kong_of_b(table: Bench) -> None:
    """Let B take A's 7z for an open kong and turn its indicator."""
    lap(table, "7z")
    table.rivers[A].pop()
    table.meld(B, "7777z", 2)
    table.hands[B] = SeenHand(11)
    table.see(12)
    table.turn_dora("1s", C, 4)
    table.see()


@pytest.mark.parametrize("entered", [False, True])
@pytest.mark.parametrize(("liable", "payments"), [(False, (-1600, 3200, -800, -800)), (True, (-3200, 3200, 0, 0))])
def test_the_feeder_of_an_open_kong_pays_for_its_replacement_tile_where_the_book_says_so(
    liable: bool, payments: tuple[int, ...], entered: bool
) -> None:
    table = opened("npm-2008", claims__open_kong_rinshan_liability=liable)
    kong_of_b(table)
    if entered:
        kong = Meld(MeldKind.KAN_OPEN, parse_tiles("7777z"), parse_tile("7z"), From.LEFT)
        dora = tuple(shown.tile for shown in table.round.dora)
        win = EnteredWin(
            B, parse_tiles("46p123m789s22z"), parse_tile("5p"), melds=(kong,), replacement=True, dora_indicators=dora
        )
        assert enter(table, ClaimKind.ENTER_RESULT, wins=(win,))
    else:
        table.open(B, "46p123m789s22z", "5p")
        table.see(60)
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    (only_one,) = won.wins
    assert (only_one.win.kong_fed_by, only_one.score.payments) == (A, payments)
    assert [line.id for line in only_one.score.payment_lines] == ["LIABILITY_TSUMO" if liable else "TSUMO"]


def test_counters_go_with_the_feeder_and_a_yakuman_that_another_settled_does_not() -> None:
    law = house(rulebook("tomioka"), {"claims.open_kong_rinshan_liability": True})
    melds = tuple(
        Meld(kind, parse_tiles(tiles), parse_tile(tiles[-2:]), From.LEFT)
        for kind, tiles in ((MeldKind.PON, "555z"), (MeldKind.PON, "666z"), (MeldKind.KAN_OPEN, "7777z"))
    )
    win = Win(parse_tiles("34m22p"), parse_tile("2m"), WinBy.TSUMO, melds, replacement=True, counters=1, kong_fed_by=C)
    plain = score_win(win, law)
    assert isinstance(plain, Score)
    assert plain.payments == (48_300, 0, -48_300, 0)
    both = score_win(replace(win, liable_for=(("DAISANGEN", D),)), law)
    assert isinstance(both, Score)
    assert both.payments == (48_300, 0, 0, -48_300)


@pytest.mark.parametrize(("stands", "sticks"), [(False, 0), (True, 1)])
def test_a_riichi_whose_tile_is_ronned_pays_its_stick_where_the_book_lets_it_stand(stands: bool, sticks: int) -> None:
    for entered in (False, True):
        table = opened("npm-2008", riichi__riichi_stands_when_tile_ronned=stands)
        lap(table, "1z")
        table.discard(B, "5p", sideways=True)
        table.see()
        if entered:
            win = EnteredWin(A, parse_tiles("46p123m789s22z777z"), parse_tile("5p"), B)
            assert enter(table, ClaimKind.ENTER_RESULT, wins=(win,))
        else:
            table.open(A, "46p123m789s22z777z")
            table.see(60)
        (won,) = only(table.events, ev.RoundWon)
        assert isinstance(won, ev.RoundWon)
        assert won.wins[0].score.riichi_sticks_taken == sticks
        now = table.director.state.round
        assert now is not None
        assert now.riichi[B].stand is (RiichiStand.ACCEPTED if stands else RiichiStand.DECLARED)
        enter(table, ClaimKind.CONFIRM_SETTLEMENT)
        assert table.director.state.scores[B] == 25_000 - won.wins[0].score.points - 1000 * sticks


@pytest.mark.parametrize(("due", "stack"), [(3, 5), (2, 6)])
def test_the_first_indicator_is_due_on_the_stack_that_the_book_names(due: int, stack: int) -> None:
    for shown in (5, 6):
        table = opened("teikoku", shown, table__dora_stack=due)
        told = [each.fault.code for each in faults(table.events, "dora-wrong-position")]
        assert bool(told) is (shown != stack), shown


@pytest.mark.parametrize("book", BOOKS)
def test_players_settle_a_doubt_among_themselves_only_where_the_book_lets_them(book: str) -> None:
    table = opened(book)
    lap(table, "1z")
    enter(table, ClaimKind.REPORT_FAULT, "meld-orientation", seat=B)
    view = table_view(table.director.state, table.director.rulebook)
    taken = enter(table, ClaimKind.SETTLE_FAULT, table.director.state.faults[-1].fault.id)
    assert taken is view.consent.allowed is (book == "npm-2008")
    assert view.consent.text.ja
    assert view.consent.clause
    assert enter(table, ClaimKind.REPORT_FAULT, "meld-orientation", seat=B) is not taken
    assert enter(table, ClaimKind.REPORT_FAULT, "meld-orientation", seat=C)
    first = next(each for each in table.director.state.faults if each.fault.code == "meld-orientation")
    assert first.decision is (Decision.SETTLED if taken else None)


def test_a_jam_of_the_table_is_nothing_to_agree_upon_and_what_is_unknown_is_refused() -> None:
    table = opened("npm-2008")
    assert not enter(table, ClaimKind.SETTLE_FAULT, "F99")
    enter(table, ClaimKind.REPORT_FAULT, "table-jam")
    assert not enter(table, ClaimKind.SETTLE_FAULT, table.director.state.faults[-1].fault.id)


@pytest.mark.parametrize("book", BOOKS)
def test_a_wrong_payment_is_put_right_after_the_game_only_where_the_book_says_so(book: str) -> None:
    state = opened(book).director.state
    assert table_view(state, rulebook(book)).payments_open.allowed
    over = table_view(replace(state, game_over=True), rulebook(book)).payments_open
    assert over.allowed is (book == "npm-2008")
    assert bool(over.unstated) is over.clause.startswith("unstated")


def test_a_result_names_the_defaults_on_which_it_rests() -> None:
    table = opened("teikoku")
    lap(table, "5m")
    enter(table, ClaimKind.CONFIRM_DRAW, seats=(A,))
    result = table_view(table.director.state, rulebook("teikoku")).result
    assert result is not None
    assert all(line.ja and line.reason_en for line in result.rests_on)
    won = opened("wakashachi-2025")
    lap(won, "5p")
    hands = (
        EnteredWin(B, parse_tiles("46p123m789s22z777z"), parse_tile("5p"), A),
        EnteredWin(C, parse_tiles("46p123m789s33z666z"), parse_tile("5p"), A),
    )
    assert enter(won, ClaimKind.ENTER_RESULT, wins=hands)
    result = table_view(won.director.state, rulebook("wakashachi-2025")).result
    assert result is not None
    assert "several_rons_pot_to_nearest" in [line.id for line in result.rests_on]


@pytest.mark.parametrize("passes", [True, False])
def test_a_tsumo_after_a_win_that_was_passed_in_riichi_stands_where_wins_may_be_passed(passes: bool) -> None:
    table = opened("npm-2008", claims__may_pass_after_riichi=passes)
    table.discard(A, "1z", sideways=True)
    table.see()
    lap(table, "5p", "1m", "9s", first=B)
    table.open(A, "46p123m789s22z777z", "5p")
    table.see(60)
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    assert won.wins[0].win.by is WinBy.TSUMO
    told = [each.fault.code for each in faults(table.events, "win-riichi")]
    assert told == ([] if passes else ["win-riichi-furiten"])


@pytest.mark.parametrize(("turner", "due"), [("facing_player", C), ("dealer", A)])
def test_who_turns_the_indicator_by_duty_is_no_fault(turner: str, due: Seat) -> None:
    table = opened("npm-2008", table__dora_turner=turner)
    for seat in (A, B, C, D):
        assert enter(table, ClaimKind.REPORT_FAULT, "dora-wrong-turner", seat=seat) is (seat is not due)


@pytest.mark.parametrize(("declares", "yaku"), [(False, ["OPEN_RIICHI_RON"]), (True, ["OPEN_RIICHI"])])
def test_a_ron_of_an_open_riichi_costs_more_from_who_is_not_in_riichi(declares: bool, yaku: list[str]) -> None:
    rows = (
        YakuRule("OPEN_RIICHI", 2, 0, 0, clause("ハウスルール", "house")),
        YakuRule("OPEN_RIICHI_RON", 0, 0, 1, clause("ハウスルール", "house")),
    )
    table = opened("npm-2008", scoring__yaku=(*rulebook("npm-2008").scoring.yaku.value, *rows))
    assert table_view(table.director.state, table.director.rulebook).open_riichi
    lap(table, "1z")
    table.discard(B, "5p", sideways=declares)
    table.see()
    win = EnteredWin(A, parse_tiles("46p123m789s22z345m"), parse_tile("5p"), B, riichi="open")
    assert enter(table, ClaimKind.ENTER_RESULT, wins=(win,))
    (won,) = only(table.events, ev.RoundWon)
    assert isinstance(won, ev.RoundWon)
    assert [line.id for line in won.wins[0].score.yaku] == yaku
    assert event_from_json(event_to_json(won)) == won
