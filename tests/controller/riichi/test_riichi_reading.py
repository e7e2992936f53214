"""Every reading of a complete hand: checked against a brute force, an independent library and known hands."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mahjong.agari import Agari

from controller.errors import HandError
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import count_kinds, parse_tile, parse_tiles
from controller.riichi.reading import IN_PAIR, Form, Group, GroupShape, Reading, readings
from controller.riichi.seat import From
from controller.riichi.tile import COPIES, KINDS, Tile

CHOWS = [kind for kind in range(27) if kind % 9 < 7]
LETTERS = {GroupShape.CHOW: "c", GroupShape.PUNG: "p", GroupShape.KONG: "k"}


def read(text: str, win: str, *melds: Meld) -> tuple[Reading, ...]:
    return readings(count_kinds(parse_tiles(text)), melds, parse_tile(win).kind)


def shown(reading: Reading) -> str:
    """A reading on one line: groups as letter and lowest tile, ``*`` at the won place, the pair, the wait."""
    groups = [
        f"{LETTERS[group.shape]}{Tile(group.first)}{'*' if place == reading.won else ''}"
        for place, group in enumerate(reading.groups)
    ]
    pairs = [f"{Tile(kind)}{'*' if reading.won == IN_PAIR else ''}" for kind in reading.pairs]
    return " ".join([*groups, *(pairs if reading.form is Form.STANDARD else [reading.form.value]), reading.wait.value])


@pytest.mark.parametrize(
    ("hand", "win", "expected"),
    [
        ("234m234p23455s678s", "4s", ["c2m c2p c2s* c6s 5s ryanmen"]),
        ("123m456p789s11155z", "3m", ["c1m* c4p c7s p1z 5z penchan"]),
        ("123m456p789s11155z", "7s", ["c1m c4p c7s* p1z 5z penchan"]),
        ("123m456p789s11155z", "2m", ["c1m* c4p c7s p1z 5z kanchan"]),
        ("123m456p789s11155z", "1m", ["c1m* c4p c7s p1z 5z ryanmen"]),
        ("123m456p789s11155z", "1z", ["c1m c4p c7s p1z* 5z shanpon"]),
        ("123m456p789s11155z", "5z", ["c1m c4p c7s p1z 5z* tanki"]),
        # Three chows or three pungs.
        ("111222333m11p456s", "2m", ["p1m p2m* p3m c4s 1p shanpon", "c1m* c1m c1m c4s 1p kanchan"]),
        # One tile, two places: the pair or a chow, in one split and in two.
        ("22234m456p789s111z", "2m", ["c2m c4p c7s p1z 2m* tanki", "c2m* c4p c7s p1z 2m ryanmen"]),
        ("33445566m222p789s", "6m", ["c4m* c4m p2p c7s 3m ryanmen", "c3m c3m p2p c7s 6m* tanki"]),
        ("11112345678999m", "1m", ["p1m* c1m c4m c7m 9m shanpon", "p1m c1m* c4m c7m 9m ryanmen"]),
        ("11122345678999m", "2m", ["p1m c3m c6m p9m 2m* tanki"]),
        # Seven pairs and twice two equal chows.
        (
            "22334455667788p",
            "2p",
            [
                "c3p c3p c6p c6p 2p* tanki",
                "c2p* c2p c6p c6p 5p ryanmen",
                "c2p* c2p c5p c5p 8p ryanmen",
                "seven_pairs tanki",
            ],
        ),
        ("1122m3355p7799s22z", "2z", ["seven_pairs tanki"]),
        ("19m19p19s12345677z", "7z", ["thirteen_orphans thirteen"]),
        ("19m19p19s12345677z", "1m", ["thirteen_orphans orphan"]),
        # A suit does not run into the next one, and honours make no chows.
        ("89m1p123s456s789s11z", "1p", []),
        ("123z456m789p123s55s", "1z", []),
        # Four suits, each whole by itself, with four pairs among them.
        ("12344789m11p11s33z", "3m", []),
        # Four of a kind are no two pairs; fourteen orphans less one kind are nothing.
        ("1111m3355p7799s22z", "2z", []),
        ("19m19p19s12345666z", "6z", []),
    ],
)
def test_known_hands(hand: str, win: str, expected: list[str]) -> None:
    assert sorted(map(shown, read(hand, win))) == sorted(expected)


def test_melds_stand_behind_the_groups_of_the_hand_and_never_hold_the_winning_tile() -> None:
    melds = (
        Meld(MeldKind.CHII, parse_tiles("123m"), Tile.M1, From.LEFT),
        Meld(MeldKind.PON, parse_tiles("777z"), Tile.RED, From.ACROSS),
        Meld(MeldKind.KAN_CONCEALED, parse_tiles("0555p")),
    )
    (reading,) = read("12399m", "3m", *melds)
    assert shown(reading) == "c1m* c1m p7z k5p 9m penchan"
    assert [group.concealed for group in reading.groups] == [True, False, False, True]
    assert reading.won_group == Group(GroupShape.CHOW, Tile.M1, True)
    assert reading.pair == Tile.M9


def test_seven_pairs_and_orphans_need_a_hand_without_melds() -> None:
    meld = Meld(MeldKind.KAN_CONCEALED, parse_tiles("1111z"))
    assert read("1133557799m2p", "2p", meld) == ()


@pytest.mark.parametrize(
    ("hand", "win", "said"),
    [
        ("123m456p789s1155z", "5z", "13 concealed tiles beside 0 melds: expected 14"),
        ("123m456p789s111555z", "5z", "15 concealed tiles"),
        ("123m456p789s11155z", "9m", "winning kind 8 is not among"),
    ],
)
def test_hands_that_are_no_question(hand: str, win: str, said: str) -> None:
    with pytest.raises(HandError, match=said):
        read(hand, win)


def _cells(group: Group) -> list[int]:
    return [group.first + step for step in range(3)] if group.shape is GroupShape.CHOW else [group.first] * 3


@st.composite
def complete_hands(draw: st.DrawFn) -> list[int]:
    """Counts of a random standard hand of few suits, so that several readings are common."""
    start = draw(st.sampled_from([0, 9, 18]))
    first = st.sampled_from(range(start, start + 7))
    kind = st.sampled_from([*range(start, start + 9), 27, 33])
    counts = [0] * KINDS
    for _ in range(4):
        if draw(st.integers(0, 2)):
            low = draw(first)
            for step in range(3):
                counts[low + step] += 1
        else:
            counts[draw(kind)] += 3
    counts[draw(kind)] += 2
    return counts


def brute_force(counts: list[int]) -> set[tuple[tuple[tuple[str, int], ...], int]]:
    """Every set of groups and pair, found by taking away groups in every order."""
    found = set()

    def take(rest: list[int], groups: list[tuple[str, int]], pair: int) -> None:
        low = next((kind for kind in range(KINDS) if rest[kind]), None)
        if low is None:
            found.add((tuple(sorted(groups)), pair))
            return
        for size, letter in ((3, "p"), (2, "pair")):
            if rest[low] >= size and not (size == 2 and pair >= 0):
                less = [count - size * (kind == low) for kind, count in enumerate(rest)]
                if size == 3:
                    take(less, [*groups, (letter, low)], pair)
                else:
                    take(less, groups, low)
        if low in CHOWS and rest[low + 1] and rest[low + 2]:
            less = [count - (low <= kind < low + 3) for kind, count in enumerate(rest)]
            take(less, [*groups, ("c", low)], pair)

    take(counts, [], -1)
    return found


@given(complete_hands().filter(lambda counts: max(counts) <= COPIES), st.data())
def test_readings_are_all_splits_times_all_places(counts: list[int], data: st.DataObject) -> None:
    win = data.draw(st.sampled_from([kind for kind in range(KINDS) if counts[kind]]))
    found = [reading for reading in readings(counts, (), win) if reading.form is Form.STANDARD]
    expected = Counter[tuple[tuple[tuple[str, int], ...], int]]()
    for groups, pair in brute_force(counts):
        places = {(letter, low) for letter, low in groups if win in _cells(_group(letter, low))}
        expected[groups, pair] = len(places) + (pair == win)
    expected = +expected
    got = Counter(
        (tuple(sorted((LETTERS[group.shape], group.first) for group in reading.groups)), reading.pair)
        for reading in found
    )
    assert got == expected
    assert len(set(found)) == len(found)
    for reading in found:
        tiles = [kind for group in reading.groups for kind in _cells(group)] + [reading.pair] * 2
        assert count_kinds([Tile(kind) for kind in tiles]) == counts
        assert win in (_cells(reading.won_group) if reading.won_group else [reading.pair])


def _group(letter: str, low: int) -> Group:
    return Group(GroupShape.CHOW if letter == "c" else GroupShape.PUNG, low, True)


@st.composite
def blocks(draw: st.DrawFn) -> list[int]:
    """Kinds of 14 tiles made of groups, pairs and loose tiles of any suit: complete or nearly so."""
    found: list[int] = []
    while len(found) < 14:
        size = min(14 - len(found), draw(st.sampled_from([1, 2, 2, 3, 3, 3])))
        low = draw(st.sampled_from(range(KINDS)))
        run = size == 3 and low in CHOWS and draw(st.booleans())
        found += [low, low + 1, low + 2] if run else [low] * size
    return found


@pytest.mark.slow
@settings(max_examples=500)
@given(blocks() | st.lists(st.integers(0, 8), min_size=14, max_size=14))
def test_a_hand_is_complete_exactly_when_an_independent_library_says_so(kinds: list[int]) -> None:
    counts = count_kinds([Tile(kind) for kind in kinds])
    if max(counts) <= COPIES:
        assert bool(readings(counts, (), kinds[0])) == Agari.is_agari(counts)
