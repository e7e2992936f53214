"""Three players: published values and payments of three-player games, the flow around three seats, three places."""

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules

from api.http.schemas.scores import answer
from api.rulebooks.compatibility import check_fit
from controller.errors import EventError, HandError, ProfileError
from controller.riichi.seat import Seat, Wind
from controller.rulebooks.catalogue import published
from controller.rulebooks.house import house_rules, read_house
from controller.rulebooks.rulebook import Rulebook
from controller.rulebooks.schema.flow import AbortiveDraw
from controller.scoring.game.flow import Closing, Following, Round, after_draw, after_win
from controller.scoring.game.placement import GamePoints, close_game
from controller.scoring.game.standings import EventGame, standings
from controller.scoring.penalties import settle_chombo
from controller.scoring.settlement import settle_abortive_draw, settle_draw
from hardware.profiles.load import load_profile, profile_ids
from tests.support.mahjong_peer import Setting, compared
from tests.support.winning_hands import random_win

PAGE: Final = Path(__file__).parents[3] / "docs" / "house-rules-three.example.toml"


def venue(text: str = "") -> Rulebook:
    """Example of the documentation with further changed fields, one dotted field per line."""
    books = published()
    if not text:
        read = read_house(PAGE, books)
    else:
        base = read_house(PAGE, books).rulebook
        assert base is not None
        read = house_rules(f'base = "example-three"\nid = "venue"\n{text}', "venue", {"example-three": base})
    assert read.rulebook is not None, read.problems
    return read.rulebook


THREE: Final = venue()
HALVED: Final = venue('scoring.missing_share = "halved"')
# Riichi and two dora of a hand that every vector varies.
HAND: Final = {"hand": "123p456p789s11p24s", "win": "3s"}


def told(book: Rulebook, **request: Any) -> dict[str, Any]:
    """Answer of ``jantaku score`` under a book."""
    return answer({"rulebook": book.id, **HAND, **request}, {book.id: book})


MANGAN: Final = {"riichi": "riichi", "dora_indicators": "9p", "by": "tsumo"}


@pytest.mark.parametrize(
    ("book", "request_", "payments"),
    [
        # A mangan by tsumo: 2,000 and 4,000, the share of the missing player lost (Tenhou, Mahjong Soul; most houses).
        (THREE, {**MANGAN, "winner": 1, "dealer": 0}, [-4000, 6000, -2000, 0]),
        (THREE, {**MANGAN, "winner": 0, "dealer": 0}, [8000, -4000, -4000, 0]),
        # The same if it is halved: 3,000 and 5,000; 6,000 from each to a dealer.
        (HALVED, {**MANGAN, "winner": 1, "dealer": 0}, [-5000, 8000, -3000, 0]),
        (HALVED, {**MANGAN, "winner": 0, "dealer": 0}, [12000, -6000, -6000, 0]),
        # Two counters: 400 by ron, 200 from each by tsumo (records of both places on the net).
        (THREE, {"riichi": "riichi", "winner": 2, "loser": 0, "dealer": 1, "counters": 2}, [-1700, 0, 1700, 0]),
        (THREE, {**MANGAN, "winner": 2, "dealer": 1, "counters": 2, "riichi_sticks": 1}, [-2200, -4200, 7400, 0]),
    ],
)
def test_payments_among_three(book: Rulebook, request_: dict[str, Any], payments: list[int]) -> None:
    found = told(book, **request_)
    assert found["ok"], found
    assert found["payments"] == payments


def test_a_dealer_of_3_han_40_fu_gets_200_for_a_counter() -> None:
    # A record of Mahjong Soul, by a thread of one of its players' tools: 7,700 and 200.
    found = told(THREE, riichi="riichi", ippatsu=True, dora_indicators="1p", winner=1, dealer=1, loser=0, counters=1)
    assert (found["han"], found["fu"], found["payments"]) == (3, 40, [-7900, 7900, 0, 0])


@pytest.mark.parametrize(
    ("request_", "dora"),
    [
        ({"norths": 3}, 3),
        # West as indicator: each north counts once more.
        ({"norths": 2, "dora_indicators": "3z"}, 4),
        # Among these tiles 9m follows 1m, and 1m follows 9m.
        ({"hand": "456p789s11p24s999m", "dora_indicators": "1m"}, 3),
        ({"hand": "456p789s11p24s111m", "dora_indicators": "9m"}, 3),
        ({"hand": "456p789s11p24s999m", "dora_indicators": "4z", "ura_indicators": "1m"}, 3),
    ],
)
def test_dora_among_three(request_: dict[str, Any], dora: int) -> None:
    found = told(THREE, riichi="riichi", **request_)
    assert found["dora"] + found["ura"] == dora
    assert sum(line["han"] for line in found["dora_lines"]) == dora


def test_without_the_field_a_north_set_aside_counts_nothing() -> None:
    assert told(venue("scoring.north_dora = false"), riichi="riichi", norths=3)["dora"] == 0


@pytest.mark.parametrize(
    ("request_", "detail"),
    [
        ({"winner": 3}, "seat 3 is empty"),
        ({"winner": 0, "dealer": 3, "loser": 1}, "seat 3 is empty"),
        ({"winner": 0, "liable": 3}, "seat 3 is empty"),
        ({"hand": "234m456p789s11p24s"}, "2m is not among the tiles of three players"),
        ({"dora_indicators": "5m"}, "5m is not among the tiles of three players"),
        ({"hand": "456p11p24s789s", "melds": [{"kind": "chii", "tiles": "123p"}]}, "a chii among three players"),
        ({"norths": 5}, "norths"),
        ({"hand": "444z456p11p24s789s", "norths": 2}, "five of 4z"),
        ({"seat_wind": "S", "winner": 2, "dealer": 2}, "expected E"),
    ],
)
def test_what_three_players_do_not_have_is_refused(request_: dict[str, Any], detail: str) -> None:
    found = told(THREE, riichi="riichi" if "melds" not in request_ else "none", **request_)
    assert found["error"] == "bad-request"
    assert detail in found["detail"]


@pytest.mark.parametrize(
    ("winner", "dealer", "wind"), [(0, 0, 0), (1, 0, 1), (2, 0, 2), (0, 1, 2), (2, 1, 1), (0, 2, 1), (1, 2, 2)]
)
def test_winds_turn_round_three_seats(winner: int, dealer: int, wind: int) -> None:
    own = f"{'123'[wind] * 3}z456p11p24s789s"
    found = told(THREE, hand=own, winner=winner, dealer=dealer, prevailing_wind="N")
    assert [line["id"] for line in found["yaku"]] == ["JIKAZE"]
    assert found["payments"][3] == 0
    by_wind = told(THREE, hand=own, seat_wind="ESW"[wind], dealer=dealer, prevailing_wind="N")
    assert by_wind["payments"] == told(THREE, hand=own, winner=winner, dealer=dealer, prevailing_wind="N")["payments"]


PEER: Final = Setting(
    THREE,
    OptionalRules(
        has_open_tanyao=True,
        has_aka_dora=True,
        has_double_yakuman=False,
        kazoe_limit=HandConfig.KAZOE_LIMITED,
        is_three_player=True,
    ),
)


@pytest.mark.slow
def test_random_wins_among_three_are_worth_what_an_independent_library_says() -> None:
    random = Random(3)
    kinds = []
    for _ in range(6_000):
        win = random_win(random)
        try:
            kinds.append(compared(replace(win, norths=random.choice((0, 0, 1, 2))), PEER))
        except HandError:
            # Tiles, seats or calls that three players do not have.
            continue
    assert kinds.count("ordinary") > 40
    assert kinds.count("yakuman") > 1


@pytest.mark.parametrize(
    ("tenpai", "gains"),
    [
        # 2,000 in all: from two to one, from one to two (house rules of several parlours).
        ((True, False, False, False), (2000, -1000, -1000, 0)),
        ((True, False, True, False), (1000, -2000, 1000, 0)),
        ((True, True, True, False), (0, 0, 0, 0)),
        ((False, False, False, False), (0, 0, 0, 0)),
    ],
)
def test_noten_payments_among_three(tenpai: tuple[bool, ...], gains: tuple[int, ...]) -> None:
    assert settle_draw(Round(), tenpai, THREE).deltas == gains


def test_nagashi_mangan_and_chombo_are_paid_by_two() -> None:
    nagashi = settle_draw(Round(), (False,) * 4, THREE, nagashi=[Seat.C])
    assert nagashi.deltas == (-4000, -2000, 6000, 0)
    chombo = settle_chombo(
        Round(dealer=Seat.B), [Seat.C], venue('penalties.chombo_cost = "to_others"\npenalties.chombo_points = 8000')
    )
    assert chombo is not None
    assert chombo.deltas == (2000, 4000, -6000, 0)


FULL: Final = (35_000, 35_000, 35_000, 0)


def _sequel(following: Following) -> str:
    return "over" if following.round is None else following.round.name


@pytest.mark.parametrize(
    ("place", "wind", "dealer", "winner", "scores", "sequel"),
    [
        ("the deal passes from A to B", Wind.EAST, Seat.A, Seat.B, FULL, "E2"),
        ("and from C to A, with the next wind", Wind.EAST, Seat.C, Seat.B, FULL, "S1"),
        ("a dealer stays", Wind.EAST, Seat.C, Seat.C, FULL, "E3"),
        ("S3 is the last round", Wind.SOUTH, Seat.C, Seat.A, (45_000, 35_000, 25_000, 0), "over"),
        ("a leading dealer stops there", Wind.SOUTH, Seat.C, Seat.C, (30_000, 30_000, 45_000, 0), "over"),
        ("without the points it is extended", Wind.SOUTH, Seat.C, Seat.A, (39_000, 36_000, 30_000, 0), "W1"),
        ("zero of the empty seat is no bust", Wind.EAST, Seat.A, Seat.B, (0, 70_000, 35_000, 0), "E2"),
        ("below zero is", Wind.EAST, Seat.A, Seat.B, (-100, 70_100, 35_000, 0), "over"),
    ],
)
def test_the_flow_of_three(
    place: str, wind: Wind, dealer: Seat, winner: Seat, scores: tuple[int, ...], sequel: str
) -> None:
    assert _sequel(after_win(Round(wind, dealer), [winner], THREE, Closing(None, scores))) == sequel, place


def test_zero_is_a_bust_of_those_who_play() -> None:
    zero = venue("flow.bust_at_zero = true")
    drawn = after_draw(Round(), (False,) * 4, zero, Closing(None, FULL))
    assert _sequel(drawn) == "E2"
    assert _sequel(after_draw(Round(), (False,) * 4, zero, Closing(None, (0, 70_000, 35_000, 0)))) == "over"


def test_nobody_deals_from_the_empty_seat() -> None:
    with pytest.raises(HandError, match="E4: expected a dealer among 3 players"):
        after_win(Round(dealer=Seat.D), [Seat.A], THREE)


def test_a_draw_that_takes_four_is_none() -> None:
    assert settle_abortive_draw(Round(), AbortiveDraw.FOUR_KONGS, THREE).deltas == (0, 0, 0, 0)
    with pytest.raises(HandError, match="four_winds"):
        settle_abortive_draw(Round(), AbortiveDraw.FOUR_WINDS, THREE)


def test_three_places_with_oka_and_rank_points() -> None:
    result = close_game(GamePoints((45_000, 24_400, 35_600, 0)), THREE)
    assert result.places == (1, 3, 2, 0)
    assert [int(total) for total in result.totals] == [35_000, -30_600, -4_400, 0]
    assert result.difference == 0
    tied = close_game(GamePoints((40_000, 40_000, 24_000, 0), left_sticks=1), venue('settlement.ties = "shared"'))
    assert tied.places == (1, 1, 3, 0)
    assert sum(tied.totals) == 0
    assert tied.totals[3] == 0


def test_standings_are_of_tables_of_four() -> None:
    game = EventGame(1, "1", ("a", "b", "c", "d"), GamePoints(FULL))
    with pytest.raises(EventError, match="tables of four"):
        standings([game], THREE)


@pytest.mark.parametrize(
    ("text", "field", "reason"),
    [
        ("flow.players = 5", "flow.players", "5 is out of bounds: expected 3 to 4"),
        ("scoring.counter_value = 300", "scoring.counter_value", "300 cannot be paid: expected a multiple of 200"),
        ("flow.noten_payment = 3000", "flow.noten_payment", None),
        ("flow.noten_payment = 2100", "flow.noten_payment", "2100 cannot be paid: expected a multiple of 200"),
        ('flow.abortive_draws = ["four_winds"]', "flow.abortive_draws", "expected no draw that takes four players"),
        ("settlement.rank_points = [20, 10, -10, -20]", "settlement.rank_points", "for nobody in fourth place"),
        ("settlement.rank_points_by_floating = [[9, 0, -9, 0]]", "settlement.rank_points_by_floating", "one more than"),
    ],
)
def test_house_rules_of_three_are_checked(text: str, field: str, reason: str | None) -> None:
    read = house_rules(f'base = "example-three"\nid = "venue"\n{text}', "venue", {"example-three": THREE})
    found = [(problem.field, problem.reason) for problem in read.problems]
    if reason is None:
        assert found == []
    else:
        assert [why for name, why in found if name == field and reason in why]


def test_no_table_is_opened_for_three() -> None:
    told = r"the table is played by four \(house rule\); expected another --rulebook"
    for name in profile_ids():
        with pytest.raises(ProfileError, match=told):
            check_fit(THREE, load_profile(name))
