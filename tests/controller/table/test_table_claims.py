"""From the record to the claimed win: circumstances that depend on the history."""

import pytest

from controller.journal import events as ev
from controller.journal.events import StackPlace
from controller.journal.reduce import reduce
from controller.journal.state import NOTHING_YET, TableState
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import From, Seat, Wind
from controller.riichi.tile import Tile
from controller.rulebooks.catalogue import rulebook
from controller.table.infer.wins import won_hands

A, B, C, D = Seat


def state_after(*events: ev.Event) -> TableState:
    state = NOTHING_YET
    for event in (
        ev.GameStarted(at=0.0, number=1, scores=(25_000,) * 4),
        ev.RoundStarted(
            at=0.0,
            prevailing_wind=Wind.EAST,
            number=1,
            dealer=A,
            counters=2,
            riichi_sticks=1,
            scores=(25_000, 25_000, 25_000, 24_000),
        ),
        *events,
    ):
        state = reduce(state, event)
    return state


def drop(seat: Seat, tile: str, sideways: bool = False) -> ev.Event:
    return ev.Discarded(at=0.0, seat=seat, tile=parse_tile(tile), sideways=sideways)


def pon(seat: Seat, tile: str, source: From) -> ev.Event:
    return ev.Called(at=0.0, seat=seat, meld=Meld(MeldKind.PON, (parse_tile(tile),) * 3, parse_tile(tile), source))


def show(seat: Seat, tiles: str, apart: str | None = None) -> ev.Event:
    return ev.HandRevealed(
        at=0.0, seat=seat, tiles=parse_tiles(tiles), apart=None if apart is None else parse_tile(apart)
    )


THREE_DRAGONS = (
    *(drop(A, "5z"), pon(B, "5z", From.LEFT), drop(B, "1m")),
    *(drop(C, "6z"), pon(B, "6z", From.RIGHT), drop(B, "2m")),
    *(drop(C, "3m"), drop(D, "7z"), pon(B, "7z", From.ACROSS), drop(B, "4m")),
)


def test_who_gives_the_third_dragon_pays_the_tsumo_where_the_book_says_so() -> None:
    state = state_after(*THREE_DRAGONS, drop(C, "9m"), drop(D, "9m"), drop(A, "9m"), show(B, "1s23s1s", "1s"))
    for book, payer in (("tomioka", D), ("kenko-2022", D), ("npm-2008", None)):
        (won,) = won_hands(state, rulebook(book))
        payments = won.score.payments
        assert dict(won.win.liable_for).get("DAISANGEN") == payer
        assert [seat for seat in (A, C, D) if payments[seat] == 0] == ([] if payer is None else [A, C])


def test_counters_and_sticks_of_the_table_go_to_the_winner() -> None:
    state = state_after(drop(A, "5p"), show(B, "46p123m789s22z777z"))
    (won,) = won_hands(state, rulebook("npm-2008"))
    assert (won.win.counters, won.win.riichi_sticks) == (2, 1)
    assert sum(won.score.payments) == 1000


def test_a_called_tile_cannot_be_won_by_another() -> None:
    state = state_after(drop(A, "5p"), pon(C, "5p", From.ACROSS), show(B, "46p123m789s22z777z"))
    assert won_hands(state, rulebook("npm-2008")) == ()


def test_nobody_wins_right_after_an_own_claim() -> None:
    state = state_after(drop(A, "5p"), pon(C, "5p", From.ACROSS), show(C, "123m456m77z22s7z"))
    assert won_hands(state, rulebook("npm-2008")) == ()


def test_a_tile_put_into_the_hand_first_is_scored_as_the_book_says() -> None:
    mixed = (drop(A, "1z"), show(B, "123m456p22345789s"))
    apart = (drop(A, "1z"), show(B, "123m456p2234789s", "5s"))
    for book, loses in (("npm-2008", True), ("kenko-2022", False)):
        (shown,) = won_hands(state_after(drop(D, "9m"), *apart), rulebook(book))
        (hidden,) = won_hands(state_after(drop(D, "9m"), *mixed), rulebook(book))
        assert shown.win.tile_shown_apart
        assert hidden.win.tile_shown_apart is not loses


@pytest.mark.parametrize(
    ("hand", "apart"), [("456m56678p99p888s4p", True), ("777s22z99m876654p9m", True), ("456m456678p99p888s", False)]
)
def test_a_drawn_tile_that_lies_out_of_the_order_of_a_hand_was_not_put_into_it(hand: str, *, apart: bool) -> None:
    """Regression: its gap was too small to be recognised, and a fault reported that it was within the hand."""
    (won,) = won_hands(state_after(drop(D, "9m"), drop(A, "1z"), show(B, hand)), rulebook("npm-2008"))
    assert won.win.tile_shown_apart is apart


@pytest.mark.parametrize(("hand", "drawn"), [("456m23456p33456s7p", "7p"), ("456m33456s234567p", "7p")])
def test_of_readings_worth_as_much_the_tile_on_the_right_was_drawn(hand: str, drawn: str) -> None:
    """Regression: its gap was too small to be recognised: the hand's first tile was recorded as the winning one."""
    (won,) = won_hands(state_after(drop(D, "9m"), drop(A, "1z"), show(B, hand)), rulebook("teikoku"))
    assert won.win.tile == parse_tile(drawn)


def test_the_ura_of_every_indicator_counts_for_riichi_only() -> None:
    place = StackPlace(C, 5)
    events = (
        ev.DoraShown(at=0.0, tile=Tile.M9, expected=place, seen=place),
        *(drop(A, "1z"), drop(B, "2z", sideways=True), ev.RiichiDeclared(at=0.0, seat=B), drop(C, "5p")),
        ev.RiichiAccepted(at=0.0, seat=B),
        ev.UraShown(at=0.0, tile=Tile.P3, place=place),
        show(B, "46p123m789s22z777z"),
    )
    (won,) = won_hands(state_after(*events), rulebook("npm-2008"))
    assert won.win.ura_indicators == (Tile.P3,)
    assert (won.score.dora, won.score.ura) == (1, 1)
    assert won.win.riichi_sticks == 2
