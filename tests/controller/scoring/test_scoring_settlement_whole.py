"""Whole random games under every book: points are conserved, and every game ends."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import SEATS, Seat
from controller.rulebooks.catalogue import rulebook, rulebook_ids
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.game.flow import Round
from controller.scoring.game.placement import GamePoints, close_game
from controller.scoring.payment_lines import four
from controller.scoring.penalties import settle_chombo
from controller.scoring.score import Score
from controller.scoring.scorer import score_win
from controller.scoring.settlement import NOBODY, Settlement, score_rons, settle_draw, settle_win
from controller.scoring.win import Riichi, Win, WinBy

HANDS = ("123m456p789s11p24s", "234m567m678p22p24s", "345m567m678p99p24s")
ROUNDS = st.lists(
    st.tuples(
        st.sampled_from(("ron", "rons", "tsumo", "draw", "draw", "chombo")),
        st.permutations(SEATS),
        st.integers(0, 15),
        st.sampled_from(HANDS),
    ),
    min_size=30,
    max_size=60,
)


def win(round_: Round, winner: Seat, loser: Seat | None, hand: str, laid: list[Seat]) -> Win:
    return Win(
        hand=parse_tiles(hand),
        tile=parse_tile("3s"),
        by=WinBy.TSUMO if loser is None else WinBy.RON,
        winner=winner,
        dealer=round_.dealer,
        loser=loser,
        prevailing_wind=round_.prevailing_wind,
        riichi=Riichi.RIICHI if winner in laid else Riichi.NONE,
        counters=round_.counters,
        riichi_sticks=round_.riichi_sticks,
    )


def settle(
    round_: Round, kind: str, order: list[Seat], bits: int, hand: str, laid: list[Seat], book: Rulebook
) -> Settlement:
    tenpai = [bool(bits >> seat & 1) or seat in laid for seat in SEATS]
    first, second, loser = order[0], order[1], order[2]
    if kind == "tsumo":
        claimed = win(round_, first, None, hand, laid)
        score = score_win(claimed, book)
        assert isinstance(score, Score)
        return settle_win(round_, [(claimed, score)], book)
    if kind in ("ron", "rons"):
        rons = [win(round_, first, loser, hand, laid)]
        if kind == "rons":
            rons.append(win(round_, second, loser, "234m567m678p22p24s", laid))
        if won := score_rons(rons, round_, book):
            return settle_win(round_, won, book)
    if kind == "chombo":
        found = settle_chombo(round_, order[: 1 + bits % 2], book, laid=laid)
        assert found is not None
        return found
    return settle_draw(round_, tenpai, book)


@pytest.mark.slow
@settings(max_examples=60, deadline=None)
@given(ROUNDS, st.sampled_from(rulebook_ids()))
def test_no_point_is_lost_or_made_from_the_first_round_to_the_record(
    rounds: list[tuple[str, list[Seat], int, str]], name: str
) -> None:
    book = rulebook(name)
    stick = book.scoring.riichi_stick.value
    whole = 4 * book.settlement.start_points.value
    scores = four([book.settlement.start_points.value] * 4)
    column, chombo = list(NOBODY), [0, 0, 0, 0]
    round_ = Round()
    for kind, order, bits, hand in rounds:
        laid = [seat for seat in order[:2] if bits >> 2 + seat % 2 & 1]
        scores = four(score - stick * (seat in laid) for seat, score in zip(SEATS, scores, strict=True))
        round_ = Round(round_.prevailing_wind, round_.dealer, round_.counters, round_.riichi_sticks + len(laid))
        settled = settle(round_, kind, order, bits, hand, laid, book)
        scores = four(score + delta for score, delta in zip(scores, settled.deltas, strict=True))
        column = [had + new for had, new in zip(column, settled.column, strict=True)]
        if kind == "chombo":
            guilty = order[: 1 + bits % 2]
            chombo = [count + (seat in guilty) for seat, count in zip(SEATS, chombo, strict=True)]
        assert sum(scores) + sum(column) + stick * settled.riichi_sticks == whole
        following = settled.following
        then = None if following is None else following.round
        round_ = (
            Round(round_.prevailing_wind, round_.dealer, round_.counters, settled.riichi_sticks)
            if then is None
            else then
        )
        assert round_.riichi_sticks == settled.riichi_sticks
        if following is not None and then is None:
            break
    ruled = four(20_000 * count for count in chombo)
    result = close_game(GamePoints(scores, round_.riichi_sticks, four(chombo), ruled), book)
    assert result.difference == 0
    assert list(result.penalty_column) == column
    assert sum(result.scores) + sum(column) + result.stick_column == whole
