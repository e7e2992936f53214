"""Extension, sudden death, stopping and busting, aborted rounds, and places, under the books outside the law."""

from typing import Any, Final

import pytest

from controller.errors import HandError
from controller.riichi.seat import Seat, Wind
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.scoring.game.flow import Closing, Following, Last, Round, after_chombo, after_draw, after_win
from controller.scoring.game.placement import GamePoints, close_game, with_left_sticks
from controller.scoring.settlement import settle_abortive_draw, settle_draw
from tests.support.houses import ONLINE, house

Scores = tuple[int, int, int, int]


def online(**flow: str) -> Rulebook:
    """Rules of online platforms with some fields of the flow changed."""
    lines = dict(line.split(" = ", 1) for line in ONLINE.strip().splitlines())
    lines |= {f"flow.{name}": value for name, value in flow.items()}
    return house("\n".join(f"{name} = {value}" for name, value in lines.items()))


BOOK: Final = online()
ASKED: Final = online(dealer_stops_by_itself="false")
SUDDEN: Final = online(extension_ends='"sudden_death"')
WHOLE: Final = online(extension_ends='"whole_wind"')


def after(what: str, name: str, scores: Scores | None, book: Rulebook = BOOK, **closing: Any) -> Following:
    """Return what follows the round of that name: ``win B``, or ``draw AB`` with those tenpai; ``scores`` after
    payment.
    """
    round_ = Round(Wind("ESWN".index(name[0])), Seat(int(name[1]) - 1))
    how, _, seats = what.partition(" ")
    end = Closing(scores=scores, **closing)
    if how == "win":
        return after_win(round_, [Seat("ABCD".index(seat)) for seat in seats], book, end)
    return after_draw(round_, [seat in seats for seat in "ABCD"], book, end)


def told(following: Following) -> str:
    return "over" if following.round is None else following.round.name


@pytest.mark.parametrize(
    ("what", "name", "scores", "then"),
    [
        # The last round of the South: somebody has 30,000 or the West begins.
        ("win A", "S4", (29_900, 24_000, 24_000, 22_100), "W1"),
        ("win A", "S4", (30_000, 24_000, 24_000, 22_000), "over"),
        ("draw A", "S4", (29_900, 24_000, 24_000, 22_100), "W1"),
        ("draw D", "S4", (32_000, 24_000, 24_000, 20_000), "S4"),
        ("draw D", "S4", (20_000, 24_000, 24_000, 32_000), "over"),
        ("win D", "S4", (20_000, 24_000, 24_000, 32_000), "over"),
        ("win D", "S4", (24_000, 24_000, 22_100, 29_900), "S4"),
        # Equal points at the top: the seat nearer to the first dealer leads.
        ("win D", "S4", (32_000, 20_000, 16_000, 32_000), "S4"),
        # Before the last round only a bust ends the game.
        ("win A", "S3", (60_000, 20_000, 10_000, 10_000), "S4"),
        ("win C", "S3", (10_000, 20_000, 60_000, 10_000), "S3"),
        ("win A", "E1", (60_000, 20_100, 20_000, -100), "over"),
        ("win A", "E1", (60_000, 20_000, 20_000, 0), "E1"),
        # In the West each round is a last one; a dealer who stays precedes the sudden death.
        ("win B", "W1", (24_000, 30_000, 24_000, 22_000), "over"),
        ("win B", "W1", (24_000, 29_900, 24_000, 22_100), "W2"),
        ("win A", "W1", (31_000, 23_000, 24_000, 22_000), "over"),
        ("win AB", "W1", (30_000, 31_000, 20_000, 19_000), "W1"),
        ("draw AB", "W1", (29_900, 30_100, 20_000, 20_000), "W1"),
        ("draw B", "W1", (29_900, 30_100, 20_000, 20_000), "over"),
        ("win A", "W4", (29_900, 24_000, 24_000, 22_100), "over"),
        ("win D", "W4", (24_000, 24_000, 22_100, 29_900), "W4"),
        ("draw A", "W4", (29_000, 24_000, 24_000, 23_000), "over"),
    ],
)
def test_the_extension_of_the_net(what: str, name: str, scores: Scores, then: str) -> None:
    assert told(after(what, name, scores)) == then


@pytest.mark.parametrize(
    ("book", "what", "name", "scores", "then"),
    [
        (SUDDEN, "win AB", "W1", (30_000, 31_000, 20_000, 19_000), "over"),
        (SUDDEN, "draw D", "S4", (32_000, 24_000, 24_000, 20_000), "S4"),
        (WHOLE, "win B", "W1", (24_000, 40_000, 24_000, 12_000), "W2"),
        (WHOLE, "win B", "W4", (24_000, 40_000, 24_000, 12_000), "over"),
        (WHOLE, "win A", "W1", (40_000, 24_000, 24_000, 12_000), "W1"),
        (online(winds_extended="2"), "win B", "W4", (24_000, 29_000, 24_000, 23_000), "N1"),
        (online(winds_extended="0"), "win B", "S4", (24_000, 29_000, 24_000, 23_000), "over"),
        (online(winds_played="1"), "win B", "E4", (24_000, 29_000, 24_000, 23_000), "S1"),
        (online(bust_at_zero="true"), "win A", "E1", (60_000, 20_000, 20_000, 0), "over"),
        (online(dealer_stop_on_tenpai="false"), "draw D", "S4", (20_000, 24_000, 24_000, 32_000), "S4"),
        (online(dealer_stop_on_tenpai="false"), "win D", "S4", (20_000, 24_000, 24_000, 32_000), "over"),
        (online(dealer_stop_points="40_000"), "win D", "S4", (20_000, 24_000, 24_000, 32_000), "S4"),
        (ASKED, "win D", "S4", (20_000, 24_000, 24_000, 32_000), "S4"),
    ],
)
def test_other_ends(book: Rulebook, what: str, name: str, scores: Scores, then: str) -> None:
    assert told(after(what, name, scores, book)) == then


def test_without_the_scores_a_game_has_its_regular_length() -> None:
    assert told(after("win A", "S4", None)) == "over"


def test_a_dealer_who_is_asked_stops_where_it_is_allowed() -> None:
    scores = (20_000, 24_000, 24_000, 32_000)
    assert told(after("win D", "S4", scores, ASKED, dealer_stops=True)) == "over"
    for what, name, had in (("win A", "S4", scores), ("win D", "S4", (32_000, 24_000, 24_000, 20_000))):
        with pytest.raises(HandError, match="expected a leading dealer who stays in the last round"):
            after(what, name, had, ASKED, dealer_stops=True)


def test_what_the_end_rests_on_is_cited_and_told() -> None:
    west = after("win A", "S4", (29_900, 24_000, 24_000, 22_100))
    assert west.clauses == ("art. 15 ha", "art. 18 ni", "house rule")
    assert after("win A", "S4", (29_900, 24_000, 24_000, 22_100), house("")).unstated == ()
    tomioka = after("win A", "S4", (29_900, 24_000, 24_000, 22_100), house("", "tomioka"))
    assert {"winds_played", "winds_extended"} <= set(tomioka.unstated)


def test_the_clock_and_an_unpaid_fine_end_an_extension_too() -> None:
    for last in Last:
        assert told(after("win B", "W1", (24_000, 29_900, 24_000, 22_100), last=last)) == "over"


def test_a_deal_that_passes_by_a_chombo_can_open_the_extension() -> None:
    book = online()
    last = Round(Wind.SOUTH, Seat.D, 2, 1)
    scores = (24_000, 29_000, 24_000, 22_000)
    passing = house(ONLINE + 'penalties.after_chombo = "dealer_passes"\n')
    followed = after_chombo(last, passing, closing=Closing(scores=scores))
    assert followed is not None
    assert followed.round == Round(Wind.WEST, Seat.A, 0, 1)
    again = after_chombo(last, book, closing=Closing(scores=scores))
    assert again is not None
    assert again.round == last


@pytest.mark.parametrize("kind", AbortiveDraw)
def test_an_aborted_round_moves_nothing_and_the_sticks_stay(kind: AbortiveDraw) -> None:
    settled = settle_abortive_draw(Round(Wind.EAST, Seat.C, 1, 3), kind, BOOK, scores=(25_000, 24_000, 25_000, 23_000))
    assert (settled.deltas, settled.riichi_sticks) == ((0, 0, 0, 0), 3)
    assert settled.following is not None
    assert settled.following.round == Round(Wind.EAST, Seat.C, 2, 3)
    with pytest.raises(HandError, match=f"{kind.value} aborts no round here .art. 16."):
        settle_abortive_draw(Round(), kind, house(""))


def test_after_an_aborted_round_the_book_says_who_deals_and_whether_a_counter_goes_down() -> None:
    passing = online(dealer_stays_on_abortive_draw="false", counter_on_abortive_draw="false")
    settled = settle_abortive_draw(Round(Wind.SOUTH, Seat.D, 1, 1), AbortiveDraw.FOUR_WINDS, passing)
    assert settled.following is not None
    assert settled.following.round is None
    early = settle_abortive_draw(Round(Wind.SOUTH, Seat.A, 1, 1), AbortiveDraw.FOUR_WINDS, passing)
    assert early.following is not None
    assert early.following.round == Round(Wind.SOUTH, Seat.B, 1, 1)


def test_a_leading_dealer_does_not_stop_by_an_aborted_round() -> None:
    last, scores = Round(Wind.SOUTH, Seat.D), (20_000, 20_000, 20_000, 40_000)
    settled = settle_abortive_draw(last, AbortiveDraw.FOUR_RIICHI, BOOK, scores=scores)
    assert settled.following is not None
    assert settled.following.round == Round(Wind.SOUTH, Seat.D, 1, 0)


def test_nagashi_mangan_that_is_a_draw_leaves_counters_and_sticks() -> None:
    """Online it is a mangan by tsumo, without noten payment, counters increase, the dealer stays only if tenpai."""
    for tenpai, then in (((True, False, False, False), "E1"), ((False, True, False, False), "E2")):
        settled = settle_draw(Round(Wind.EAST, Seat.A, 1, 2), tenpai, BOOK, nagashi=(Seat.C,))
        assert (settled.deltas, settled.riichi_sticks) == ((-4000, -2000, 8000, -2000), 2)
        assert settled.following is not None
        assert settled.following.round is not None
        assert (settled.following.round.name, settled.following.round.counters) == (then, 2)


FLOATING: Final = """
settlement.start_points = 30000
settlement.return_points = 30000
settlement.oka = false
settlement.rank_points_by_floating = [[0, 0, 0, 0], [12, -1, -3, -8], [8, 4, -4, -8], [8, 3, 1, -12], [0, 0, 0, 0]]
settlement.floating_at_return = true
"""


@pytest.mark.parametrize(
    ("scores", "bonus"),
    [
        ((45_000, 29_000, 26_000, 20_000), (12, -1, -3, -8)),
        ((45_000, 35_000, 25_000, 15_000), (8, 4, -4, -8)),
        ((40_000, 30_000, 28_000, 22_000), (8, 4, -4, -8)),
        ((35_000, 33_000, 31_000, 21_000), (8, 3, 1, -12)),
        ((35_000, 35_000, 31_000, 19_000), (5.5, 5.5, 1, -12)),
        ((30_000, 30_000, 30_000, 30_000), (0, 0, 0, 0)),
    ],
)
def test_rank_points_by_the_players_above_the_return(scores: Scores, bonus: tuple[float, ...]) -> None:
    result = close_game(GamePoints(scores), house(FLOATING))
    assert [total / 1000 for total in result.totals] == [
        (score - 30_000) / 1000 + gained for score, gained in zip(scores, bonus, strict=True)
    ]
    assert sum(result.totals) == 0


def test_whether_exactly_the_return_is_above_it_is_the_books() -> None:
    below = house(FLOATING.replace("floating_at_return = true", "floating_at_return = false"))
    result = close_game(GamePoints((40_000, 30_000, 28_000, 22_000)), below)
    assert [total / 1000 for total in result.totals] == [22, -1, -5, -16]


def test_equal_points_are_placed_from_the_first_dealer_on() -> None:
    book = house('settlement.ties = "seat_order"\nriichi.left_sticks = "top"')
    result = close_game(GamePoints((25_000, 30_000, 30_000, 14_000), left_sticks=1), book)
    assert result.places == (3, 1, 2, 4)
    assert list(map(int, result.scores)) == [25_000, 31_000, 30_000, 14_000]
    assert with_left_sticks((25_000, 30_000, 30_000, 14_000), 1, book) == (25_000, 31_000, 30_000, 14_000)
    shared = close_game(GamePoints((25_000, 30_000, 30_000, 15_000)), house(""))
    assert shared.places == (3, 1, 1, 4)
