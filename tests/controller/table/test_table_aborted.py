"""Rounds aborted by a book: by the tiles on the table, by shown hands, and by entries of a person."""

from dataclasses import replace

import pytest

from controller.journal import events as ev
from controller.journal.events import DrawKind
from controller.journal.ledger import pending
from controller.journal.state import Phase, RiichiStand
from controller.ports.eyes import SeenHand
from controller.ports.referee import Claim, ClaimKind
from controller.ports.table import SignalKind
from controller.riichi.seat import Seat, Wind
from controller.riichi.tile import Tile
from controller.rulebooks.rulebook import Rulebook
from controller.table.director import Director
from controller.table.effects import Refuse
from controller.table.venue import Venue
from tests.support.bench import Bench, dealt, faults, lap, only
from tests.support.houses import ONLINE, house

A, B, C, D = Seat
LONG = 40
BOOK = house(ONLINE)
NINE = "19m19p19s1234z258m"


def begun(book: Rulebook = BOOK) -> Bench:
    """A table under that book with the hands dealt."""
    director, step = Director.open(Venue(book.id), 0.0, book)
    table = Bench(director, events=list(step.events), steps=[step])
    table.set_out(3, 4)
    table.turn_dora("9p", C, 5)
    table.see()
    return table


def drawn(table: Bench) -> ev.RoundDrawn | None:
    """The draw in which the round ended, None if there is none."""
    found = [event for event in table.events if isinstance(event, ev.RoundDrawn)]
    return found[-1] if found else None


def kind_of(table: Bench) -> DrawKind | None:
    end = drawn(table)
    return None if end is None else end.kind


def test_four_winds_abort_the_round_once_the_last_has_passed() -> None:
    table = begun()
    lap(table, "2z", "2z", "2z", "2z")
    assert kind_of(table) is None
    table.see(LONG)
    assert kind_of(table) is DrawKind.FOUR_WINDS
    assert table.director.phase is Phase.RESULT
    table.claim(ClaimKind.CONFIRM_SETTLEMENT)
    table.signal(SignalKind.SET_PRESSED, A)
    state = table.director.state
    assert state.round is not None
    assert (state.round.dealer, state.round.counters, sum(state.scores)) == (A, 1, 100_000)


@pytest.mark.parametrize("tiles", [("2z", "2z", "2z", "3z"), ("1m", "1m", "1m", "1m"), ("5z", "5z", "5z", "5z")])
def test_four_other_discards_abort_nothing(tiles: tuple[str, ...]) -> None:
    table = begun()
    lap(table, *tiles)
    table.see(LONG)
    assert drawn(table) is None


def test_where_the_book_has_no_such_draw_play_goes_on() -> None:
    table = dealt()
    lap(table, "2z", "2z", "2z", "2z")
    table.see(LONG)
    assert drawn(table) is None
    assert table.claim(ClaimKind.CONFIRM_DRAW, "four_winds") == []
    (effect,) = table.steps[-1].effects
    assert isinstance(effect, Refuse)


def test_play_past_a_draw_that_aborts_the_round_is_told() -> None:
    table = begun()
    lap(table, "2z", "2z", "2z", "2z")
    assert faults(table.events) == []
    lap(table, "9s")
    (raised,) = faults(table.events)
    assert (raised.fault.code, raised.fault.subject) == ("abortive-draw-passed", "four_winds")
    assert raised.fault.remedy.clause == BOOK.flow.abortive_draws.cite
    lap(table, "8s", "7s", first=B)
    assert len(faults(table.events)) == 1
    assert drawn(table) is None


def test_a_fourth_riichi_passed_and_played_on_is_told() -> None:
    table = begun()
    for seat, tile in zip(Seat, ("1m", "2m", "3m", "4m"), strict=True):
        table.discard(seat, tile, sideways=True)
        table.see(4)
    lap(table, "9s", "8s")
    assert [(each.fault.code, each.fault.subject) for each in faults(table.events)] == [
        ("abortive-draw-passed", "four_riichi")
    ]


def test_four_winds_where_the_book_has_no_such_draw_are_no_fault() -> None:
    table = dealt()
    lap(table, "2z", "2z", "2z", "2z", "9s")
    assert faults(table.events) == []


def test_a_call_before_the_fourth_wind_keeps_the_round() -> None:
    table = begun()
    lap(table, "9m", "2z")
    table.rivers[A].clear()
    table.meld(C, "999m", 1)
    table.hands[C] = SeenHand(11)
    table.see()
    table.discard(C, "2z")
    table.see(4)
    lap(table, "2z", "2z", first=D)
    table.see(LONG)
    assert drawn(table) is None


def test_four_riichi_abort_the_round_and_all_four_sticks_stay() -> None:
    table = begun()
    for seat, tile in zip(Seat, ("1m", "2m", "3m", "4m"), strict=True):
        table.discard(seat, tile, sideways=True)
        table.see(4)
    table.see(LONG)
    assert kind_of(table) is DrawKind.FOUR_RIICHI
    state = table.director.state
    assert (state.riichi_sticks, state.scores) == (4, (24_000,) * 4)
    assert state.round is not None
    assert all(each.stand is RiichiStand.ACCEPTED for each in state.round.riichi)
    table.claim(ClaimKind.CONFIRM_SETTLEMENT)
    table.signal(SignalKind.SET_PRESSED, A)
    assert table.director.state.riichi_sticks == 4


def test_a_hand_of_nine_terminals_shown_on_the_first_draw_aborts_the_round() -> None:
    table = begun()
    lap(table, "9s")
    table.hands[B] = SeenHand(14)
    table.see()
    table.open(B, NINE, "3m")
    table.see(LONG)
    end = drawn(table)
    assert end is not None
    assert (end.kind, end.seats, end.payments) == (DrawKind.NINE_TERMINALS, (B,), (0, 0, 0, 0))
    assert faults(table.events) == []


def test_the_dealer_may_show_them_before_any_discard() -> None:
    table = begun()
    table.open(A, NINE, "3m")
    table.see(LONG)
    assert kind_of(table) is DrawKind.NINE_TERMINALS


@pytest.mark.parametrize(("before", "hand"), [(("9s",), "19m19p19s12z234m58p"), (("9s", "8s", "7s", "6s", "5s"), NINE)])
def test_too_few_kinds_or_a_later_draw_stay_a_fault(before: tuple[str, ...], hand: str) -> None:
    table = begun()
    lap(table, *before)
    table.hands[B] = SeenHand(14)
    table.see()
    table.open(B, hand, "3m")
    table.see(LONG)
    assert drawn(table) is None
    assert {raised.fault.code for raised in faults(table.events)} & {"hand-opened", "win-incomplete"}


def test_in_a_book_without_it_a_hand_shown_for_nine_terminals_is_the_fault_it_was() -> None:
    table = dealt()
    lap(table, "9s")
    table.hands[B] = SeenHand(14)
    table.see()
    table.open(B, NINE, "3m")
    table.see(LONG)
    assert drawn(table) is None
    assert {raised.fault.code for raised in faults(table.events)} & {"hand-opened", "win-incomplete"}


RONS = {B: "234m567m678p22p24s", C: "345m345p678m55s24s", D: "456m678p234p88m24s"}


def ronned(book: Rulebook, *seats: Seat, sideways: bool = False) -> Bench:
    """Let seat A discard the tile that all three wait for, and these seats open their hands."""
    table = begun(book)
    table.discard(A, "3s", sideways=sideways)
    table.see(4)
    for seat in seats:
        table.open(seat, RONS[seat])
    table.see(LONG)
    return table


@pytest.mark.parametrize("rons", ["all", "nearest"])
def test_three_rons_on_one_tile_abort_the_round(rons: str) -> None:
    book = house(ONLINE.replace('several_rons = "all"', f'several_rons = "{rons}"'))
    table = ronned(book, B, C, D, sideways=True)
    end = drawn(table)
    assert end is not None
    assert (end.kind, end.seats) == (DrawKind.TRIPLE_RON, (B, C, D))
    # The declared tile was ronned: that riichi is not accepted, and no stick is paid.
    assert table.director.state.riichi_sticks == 0
    assert not only(table.events, ev.RoundWon)
    table.claim(ClaimKind.CONFIRM_SETTLEMENT)
    table.signal(SignalKind.SET_PRESSED, A)
    state = table.director.state
    assert state.round is not None
    assert (state.round.dealer, state.round.counters) == (A, 1)


@pytest.mark.parametrize(("sightings", "aborts"), [(1, True), (LONG, False)])
def test_a_third_ron_aborts_as_long_as_it_comes_at_the_same_time(sightings: int, aborts: bool) -> None:
    table = ronned(BOOK)
    for seat in (B, C):
        table.open(seat, RONS[seat])
    table.see(sightings)
    table.open(D, RONS[D])
    table.see(LONG)
    assert (kind_of(table) is DrawKind.TRIPLE_RON) == aborts
    if not aborts:
        (won,) = only(table.events, ev.RoundWon)
        assert isinstance(won, ev.RoundWon)
        assert [each.win.winner for each in won.wins] == [B, C]


def test_without_the_rule_three_rons_are_three_wins() -> None:
    book = house(ONLINE.replace(', "triple_ron"', ""))
    table = ronned(book, B, C, D)
    assert drawn(table) is None
    won = only(table.events, ev.RoundWon)[-1]
    assert isinstance(won, ev.RoundWon)
    assert len(won.wins) == 3


def kong(table: Bench, seat: Seat, tile: str) -> None:
    """Make a concealed kong on the own draw."""
    table.meld(seat, f"?{tile[0] * 2}{tile[1]}?")
    table.hands[seat] = SeenHand(14 - 3 * len(table.melds[seat]))
    table.see(12)


@pytest.mark.parametrize("at_once", [False, True])
def test_four_kongs_of_several_players_abort_the_round(at_once: bool) -> None:
    book = house(ONLINE + ("flow.four_kongs_at_once = true\n" if at_once else ""))
    table = begun(book)
    for seat, tile, out in ((A, "1m", "9s"), (B, "2m", "8s"), (C, "3m", "7s")):
        kong(table, seat, tile)
        table.discard(seat, out)
        table.see(4)
    assert drawn(table) is None
    kong(table, D, "4m")
    table.see(LONG)
    assert (kind_of(table) is DrawKind.FOUR_KONGS) == at_once
    if not at_once:
        table.discard(D, "6s")
        table.see(LONG)
        assert kind_of(table) is DrawKind.FOUR_KONGS


def test_four_kongs_of_one_player_abort_nothing() -> None:
    table = begun()
    for tile in ("1m", "2m", "3m", "4m"):
        kong(table, A, tile)
    table.discard(A, "6s")
    table.see(LONG)
    assert drawn(table) is None


@pytest.mark.parametrize("kind", ["nine_terminals", "four_winds", "four_riichi", "four_kongs", "triple_ron"])
def test_a_person_may_enter_what_the_table_did_not_show(kind: str) -> None:
    table = begun()
    lap(table, "1z", "2z")
    table.claim(ClaimKind.CONFIRM_DRAW, kind)
    end = drawn(table)
    assert end is not None
    assert (end.kind.value, end.by) == (kind, "referee")
    table.claim(ClaimKind.UNDO)
    assert table.director.phase is Phase.PLAY


def test_a_corrected_discard_takes_the_abortive_draw_back() -> None:
    table = begun()
    lap(table, "2z", "2z", "2z", "2z")
    table.see(LONG)
    assert kind_of(table) is DrawKind.FOUR_WINDS
    table.give(Claim(ClaimKind.CORRECT_DISCARD, table.frame / 5, "referee", index=1, tiles=(Tile.WEST,)))
    assert table.director.phase is Phase.PLAY


@pytest.mark.parametrize("auto", [False, True])
def test_the_set_button_right_after_the_fourth_wind_ends_the_round_and_no_fault_is_told(auto: bool) -> None:
    table = begun(BOOK)
    table.director.venue = replace(table.director.venue, auto_settle=auto)
    lap(table, "2z", "2z", "2z", "2z")
    table.signal(SignalKind.SET_PRESSED, A)
    assert kind_of(table) is DrawKind.FOUR_WINDS
    assert faults(table.events) == []
    assert table.director.state.rounds == 2
    assert [each.ordinal for each in pending(table.director.state)] == ([] if auto else [1])


def last_round(table: Bench) -> None:
    """Set the state to the last round of the South, dealt by seat D, who leads."""
    state = table.director.state
    assert state.round is not None
    round_ = replace(state.round, prevailing_wind=Wind.SOUTH, number=4, dealer=D, turn=D)
    table.director.state = replace(state, round=round_, scores=(20_000, 24_000, 24_000, 32_000))


@pytest.mark.parametrize("settled", [False, True])
def test_a_leading_dealer_ends_the_game_by_asking(settled: bool) -> None:
    book = house(ONLINE.replace("flow.dealer_stops_by_itself = true\n", ""))
    table = begun(book)
    lap(table, "2m", "3m", "4m", "5m")
    last_round(table)
    table.give(Claim(ClaimKind.CONFIRM_DRAW, table.frame / 5, "referee", seats=(D,)))
    if settled:
        table.claim(ClaimKind.CONFIRM_SETTLEMENT)
    assert not table.director.state.game_over
    table.claim(ClaimKind.DEALER_STOPS)
    assert table.director.state.game_over
    assert table.director.state.scores == (19_000, 23_000, 23_000, 35_000)


def test_a_dealer_who_may_not_ask_is_refused_and_the_game_goes_on() -> None:
    for book, tenpai in ((house(""), (D,)), (BOOK, ())):
        table = begun(book)
        lap(table, "2m", "3m", "4m", "5m")
        last_round(table)
        if tenpai:
            table.give(Claim(ClaimKind.CONFIRM_DRAW, table.frame / 5, "referee", seats=tenpai))
        assert table.claim(ClaimKind.DEALER_STOPS) == []
        assert not table.director.state.game_over


def test_a_dealer_who_stops_without_being_asked_ends_the_game_with_the_settlement() -> None:
    table = begun(BOOK)
    lap(table, "2m", "3m", "4m", "5m")
    last_round(table)
    table.give(Claim(ClaimKind.CONFIRM_DRAW, table.frame / 5, "referee", seats=(D,)))
    table.claim(ClaimKind.CONFIRM_SETTLEMENT)
    assert table.director.state.game_over


def test_left_sticks_go_to_the_top_nearest_to_the_first_dealer() -> None:
    book = house('flow.winds_played = 1\nsettlement.ties = "seat_order"\nriichi.left_sticks = "top"')
    table = begun(book)
    lap(table, "1z", "2z", "3z", "4z")
    state = table.director.state
    assert state.round is not None
    # Seat C dealt first, so that seat B deals the last round and seat D comes before seat A.
    round_ = replace(state.round, number=4, dealer=B, turn=B)
    scores = (30_000, 20_000, 19_000, 30_000)
    table.director.state = replace(state, round=round_, scores=scores, riichi_sticks=1, first_dealer=C)
    table.give(Claim(ClaimKind.CONFIRM_DRAW, table.frame / 5, "referee", seats=()))
    table.claim(ClaimKind.CONFIRM_SETTLEMENT)
    assert table.director.state.game_over
    assert table.director.state.scores == (30_000, 20_000, 19_000, 31_000)
