"""Draws and the round after each end, by each book's own fields."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import HandError
from controller.riichi.seat import Seat, Wind
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.clause import clause
from controller.rulebooks.rule import Rule
from controller.scoring.game.flow import Closing, Last, Round, after_draw, after_win
from controller.scoring.settlement import noten_payments

NPM = rulebook("npm-2008")


@pytest.mark.parametrize(
    ("tenpai", "payments"),
    [
        ("1000", (3000, -1000, -1000, -1000)),
        ("0110", (-1500, 1500, 1500, -1500)),
        ("1101", (1000, 1000, -3000, 1000)),
        ("0000", (0, 0, 0, 0)),
        ("1111", (0, 0, 0, 0)),
    ],
)
@pytest.mark.parametrize("book", rulebook_ids())
def test_noten_payments(book: str, tenpai: str, payments: tuple[int, ...]) -> None:
    """npm art. 17 ho, teikoku 4-4, tomioka basic 4, kenko 4: 3,000 in all."""
    assert noten_payments([seat == "1" for seat in tenpai], rulebook(book)) == payments


def test_dealer_wins_stays_and_a_counter_goes_up() -> None:
    following = after_win(Round(Wind.EAST, Seat.B, 1, 2), {Seat.B}, NPM)
    assert following.round == Round(Wind.EAST, Seat.B, 2, 0)
    assert following.stays
    assert following.clauses == ("art. 15 ha", "art. 18 i")


def test_child_wins_dealer_passes_and_counters_are_cleared() -> None:
    following = after_win(Round(Wind.EAST, Seat.B, 3, 0), {Seat.D}, NPM)
    assert following.round == Round(Wind.EAST, Seat.C, 0, 0)
    assert not following.stays
    assert following.clauses[-1] == "art. 18 ni"


def test_draw_keeps_the_sticks_and_puts_a_counter_down() -> None:
    tenpai = after_draw(Round(Wind.EAST, Seat.A, 0, 2), (True, False, False, False), NPM)
    noten = after_draw(Round(Wind.EAST, Seat.A, 0, 2), (False, True, True, True), NPM)
    assert (tenpai.round, tenpai.stays) == (Round(Wind.EAST, Seat.A, 1, 2), True)
    assert (noten.round, noten.stays) == (Round(Wind.EAST, Seat.B, 1, 2), False)


def test_no_counters_under_wakashachi() -> None:
    """wakashachi art. 9."""
    book = rulebook("wakashachi-2025")
    won = after_win(Round(), {Seat.A}, book)
    drawn = after_draw(Round(), (False,) * 4, book)
    assert won.round == Round()
    assert drawn.round == Round(Wind.EAST, Seat.B)


def test_dealer_among_several_winners_stays() -> None:
    following = after_win(Round(Wind.EAST, Seat.C), {Seat.A, Seat.C}, rulebook("wakashachi-2025"))
    assert following.stays


@pytest.mark.parametrize(
    ("book", "wind", "over"),
    [(name, "E", name == "wakashachi-2025") for name in rulebook_ids()]
    + [(name, "S", True) for name in rulebook_ids()],
)
def test_east_four_leads_south_and_the_last_round_ends_the_game(book: str, wind: str, over: bool) -> None:
    """npm 1, teikoku 1-1, kenko 1: East and South; wakashachi 1: East only."""
    round_ = Round(Wind.from_letter(wind), Seat.D, 0, 1)
    won = after_win(round_, {Seat.A}, rulebook(book))
    drawn = after_draw(round_, (True, True, True, False), rulebook(book))
    assert (won.round is None, drawn.round is None) == (over, over)
    if not over:
        assert won.round == Round(Wind.SOUTH, Seat.A)
    assert drawn.riichi_sticks == 1


def test_dealer_who_stays_in_the_last_round_plays_on() -> None:
    """tomioka basic 8, teikoku 1-10: no stopping while the dealer stays."""
    following = after_win(Round(Wind.SOUTH, Seat.D, 2), {Seat.D}, rulebook("tomioka"))
    assert following.round == Round(Wind.SOUTH, Seat.D, 3)
    assert following.round.name == "S4"


def test_when_the_clock_has_run_out_the_round_was_the_last() -> None:
    """wakashachi art. 7, kenko art. 1."""
    following = after_win(Round(), {Seat.A}, rulebook("kenko-2022"), Closing(Last.CLOCK))
    assert following.round is None
    assert following.clauses[-1] == "art. 1"


def test_a_house_rule_changes_the_flow_through_its_field() -> None:
    house = replace(NPM, flow=replace(NPM.flow, dealer_stays_on_tenpai=Rule(False, clause("ハウスルール", "house"))))
    assert not after_draw(Round(), (True, False, False, False), house).stays


def test_nonsense_is_refused() -> None:
    with pytest.raises(HandError):
        after_win(Round(), (), NPM)
    with pytest.raises(HandError):
        Round(counters=-1)


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 15)), max_size=60), st.sampled_from(rulebook_ids()))
def test_any_run_of_rounds_walks_the_seats_in_order_and_ends(results: list[tuple[bool, int]], book: str) -> None:
    round_ = Round()
    for by_win, bits in results:
        seats = [bool(bits >> seat & 1) for seat in Seat]
        winners = [seat for seat in Seat if seats[seat]] or [Seat.A]
        following = after_win(round_, winners, rulebook(book)) if by_win else after_draw(round_, seats, rulebook(book))
        then = following.round
        if then is None:
            assert not following.stays
            assert round_.dealer is Seat.D
            return
        assert then.dealer is (round_.dealer if following.stays else round_.dealer.turn(1))
        assert then.prevailing_wind - round_.prevailing_wind == (not following.stays and round_.dealer is Seat.D)
        assert then.counters <= round_.counters + 1
        round_ = then
