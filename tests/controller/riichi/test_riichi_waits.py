"""Waits and shanten: known hands, an independent library, and each against the other."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mahjong.shanten import Shanten

from controller.errors import HandError
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import count_kinds, format_tiles, parse_tiles
from controller.riichi.readings import readings
from controller.riichi.seat import From
from controller.riichi.shanten import orphans_shanten, seven_pairs_shanten, shanten, standard_shanten
from controller.riichi.tile import COPIES, KINDS, Tile
from controller.riichi.waits import is_tenpai, waits

PONNED_EAST = Meld(MeldKind.PON, parse_tiles("111z"), Tile.EAST, From.LEFT)
KONG_OF_FIVES = Meld(MeldKind.KAN_CONCEALED, parse_tiles("0555p"))


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("23m456p789s11155z", "14m"),
        ("12m456p789s11155z", "3m"),
        ("13m456p789s11155z", "2m"),
        ("123m456p789s1155z", "15z"),
        ("123m456p789s1115z", "5z"),
        ("3456m456p789s111z", "36m"),
        ("23456m456p789s11z", "147m"),
        ("3334555m789p111s", "23456m"),
        # Pure nine gates wait on every tile of the suit.
        ("1112345678999m", "123456789m"),
        ("19m19p19s1234567z", "19m19p19s1234567z"),
        ("19m19p19s1234566z", "7z"),
        ("1133557799m22p4z", "4z"),
        # Seven pairs and a standard form at once.
        ("2233445566778p", "258p"),
        ("1122334455667s", "147s"),
        ("147m258p369s1234z", ""),
        ("1111m3355p7799s2z", ""),
        # Four suits, each whole with 3m, but with four pairs among them.
        ("1244789m11p11s33z", ""),
    ],
)
def test_waits_by_example(hand: str, expected: str) -> None:
    found = waits(count_kinds(parse_tiles(hand)))
    assert format_tiles(map(Tile, found)) == expected
    assert is_tenpai(count_kinds(parse_tiles(hand))) == bool(expected)


def test_melds_shorten_the_hand_and_rule_out_seven_pairs_and_orphans() -> None:
    assert waits(count_kinds(parse_tiles("23m456p789s55z")), [PONNED_EAST]) == (Tile.M1, Tile.M4)
    assert waits(count_kinds(parse_tiles("6z")), [PONNED_EAST] * 4) == (Tile.GREEN,)
    assert waits(count_kinds(parse_tiles("1133557799m")), [PONNED_EAST]) == ()


@pytest.mark.parametrize(
    ("hand", "melds", "every", "left"),
    [
        ("12m456p789s22z", (PONNED_EAST,), "3m", "3m"),
        # The lone East waits for a fifth one; three of it are in the meld.
        ("1z456p789s222z", (PONNED_EAST,), "1z", ""),
        # 46p waits for a five, all of which are in the kong.
        ("46p789s22233z", (KONG_OF_FIVES,), "5p", ""),
        ("34p789s22233z", (KONG_OF_FIVES,), "25p", "2p"),
        ("3444m456p789s111z", (), "235m", "235m"),
        ("4444m456p789s111z", (), "4m", ""),
    ],
)
def test_a_wait_on_tiles_that_are_all_held_can_be_left_out(
    hand: str, melds: tuple[Meld, ...], every: str, left: str
) -> None:
    """npm-2008 art. 17 ro: a hand that contains all of its own waits is noten."""
    counts = count_kinds(parse_tiles(hand))
    assert format_tiles(map(Tile, waits(counts, melds))) == every
    assert format_tiles(map(Tile, waits(counts, melds, drop_held=True))) == left
    assert is_tenpai(counts, melds) == bool(left)
    assert is_tenpai(counts, melds, drop_held=False) == bool(every)


@pytest.mark.parametrize("hand", ["123m456p789s11155z", "123m456p789s115z", ""])
def test_waits_are_asked_of_13_tiles(hand: str) -> None:
    with pytest.raises(HandError, match="concealed tiles beside 0 melds: expected 13"):
        waits(count_kinds(parse_tiles(hand)))


@st.composite
def near_hands(draw: st.DrawFn) -> list[int]:
    """Counts of 13 tiles taken from groups and a pair of few suits, so that many are tenpai."""
    start = draw(st.sampled_from([0, 9, 18]))
    counts = [0] * KINDS
    for _ in range(4):
        low = draw(st.integers(start, start + 6) | st.sampled_from([27, 33]))
        for kind in [low, low + 1, low + 2] if low < 27 and draw(st.booleans()) else [low] * 3:
            counts[kind] += 1
    counts[draw(st.integers(start, start + 8) | st.just(30))] += 2
    counts[draw(st.sampled_from([kind for kind in range(KINDS) if counts[kind]]))] -= 1
    return counts


@pytest.mark.slow
@given(near_hands().filter(lambda counts: max(counts) <= COPIES))
def test_waits_are_the_kinds_that_give_a_reading(counts: list[int]) -> None:
    completing = [
        kind for kind in range(KINDS) if readings([count + (place == kind) for place, count in enumerate(counts)], ())
    ]
    assert list(waits(counts)) == completing
    assert completing
    assert is_tenpai(counts) == (shanten(counts) == 0)


@pytest.mark.parametrize(
    ("hand", "standard", "pairs", "orphans"),
    [
        ("123m456p789s11155z", -1, 4, 8),
        ("123m456p789s1155z", 0, 4, 8),
        ("1122m3355p7799s2z", 3, 0, 9),
        ("19m19p19s1234567z", 8, 6, 0),
        ("19m19p19s12345677z", 7, 5, -1),
        ("147m258p369s1234z", 8, 6, 7),
        # Four of a kind: no second pair, and no fifth tile to wait for.
        ("1111m3355p7799s2z", 2, 2, 9),
        ("4444m456p789s111z", 1, 4, 10),
    ],
)
def test_shanten_of_each_form(hand: str, standard: int, pairs: int, orphans: int) -> None:
    counts = count_kinds(parse_tiles(hand))
    assert (standard_shanten(counts), seven_pairs_shanten(counts), orphans_shanten(counts)) == (
        standard,
        pairs,
        orphans,
    )
    assert shanten(counts) == min(standard, pairs, orphans)


@pytest.mark.parametrize(("hand", "expected"), [("1z", 0), ("11z", -1), ("1z2z", 0), ("23m11z", 0), ("1m4m7m1z", 2)])
def test_melds_count_as_finished_groups(hand: str, expected: int) -> None:
    assert shanten(count_kinds(parse_tiles(hand))) == expected


@pytest.mark.parametrize("hand", ["", "123m", "123m456p789s111555z"])
def test_shanten_is_asked_of_hands_only(hand: str) -> None:
    with pytest.raises(HandError, match="expected 13 or 14 less 3 per meld"):
        shanten(count_kinds(parse_tiles(hand)))


def random_hands(number: int, seed: int) -> list[list[int]]:
    """Counts of hands of 1-14 tiles from the whole set, from one suit with a wind, and from one suit with orphans."""
    rng = random.Random(seed)
    full = [kind for kind in range(KINDS) for _ in range(COPIES)]
    sets = [full, *([kind for kind in full if start <= kind < start + 9 or kind == 27] for start in (0, 9, 18))]
    sets.append([kind for kind in full if kind < 9 or Tile(kind).is_orphan])
    sizes = [13, 14, 13, 14, 13, 14, 10, 11, 7, 8, 4, 5, 2]
    return [
        count_kinds([Tile(kind) for kind in rng.sample(rng.choice(sets), rng.choice(sizes))]) for _ in range(number)
    ]


@pytest.mark.slow
def test_shanten_equals_an_independent_library_on_6000_hands() -> None:
    peer = Shanten()
    hands = random_hands(6_000, seed=20080401)
    different = [counts for counts in hands if shanten(counts) != peer.calculate_shanten(counts)]
    assert different == []


def test_tenpai_and_shanten_zero_agree_on_random_hands() -> None:
    hands = [counts for counts in random_hands(10_000, seed=7) if sum(counts) == 13]
    assert [is_tenpai(counts) for counts in hands] == [shanten(counts) == 0 for counts in hands]
    assert sum(map(is_tenpai, hands)) > 100
