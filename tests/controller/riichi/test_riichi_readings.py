"""Every reading of a complete hand: checked against a brute force, an independent library and known hands."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mahjong.agari import Agari

from controller.errors import HandError
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import count_kinds, parse_tiles
from controller.riichi.readings import SEVEN_PAIRS_FORM, STANDARD_FORM, THIRTEEN_ORPHANS_FORM, Reading, readings
from controller.riichi.seat import From
from controller.riichi.tile import COPIES, KINDS, Tile

CHOWS = [kind for kind in range(27) if kind % 9 < 7]
FORMS = {SEVEN_PAIRS_FORM: "seven_pairs", THIRTEEN_ORPHANS_FORM: "thirteen_orphans"}


def read(text: str, *melds: Meld) -> list[str]:
    counts = count_kinds(parse_tiles(text))
    return [shown(reading, counts) for reading in readings(counts, melds)]


def shown(reading: Reading, counts: list[int]) -> str:
    """A reading on one line: groups as letter and lowest tile, then the pair; or the name of the form."""
    if reading.form != STANDARD_FORM:
        return FORMS[reading.form]
    groups = [f"{'p' if group[0] == group[1] else 'c'}{Tile(group[0])}" for group in reading.groups(counts)]
    return " ".join([*groups, *map(str, map(Tile, _kinds(reading.pairs)))])


def _kinds(bits: int) -> list[int]:
    return [kind for kind in range(KINDS) if bits >> kind & 1]


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("234m234p23455s678s", ["c2m c2p c2s c6s 5s"]),
        ("123m456p789s11155z", ["c1m c4p c7s p1z 5z"]),
        # Three chows or three pungs.
        ("111222333m11p456s", ["p1m p2m p3m c4s 1p", "c1m c1m c1m c4s 1p"]),
        ("22234m456p789s111z", ["c2m c4p c7s p1z 2m"]),
        ("33445566m222p789s", ["c4m c4m p2p c7s 3m", "c3m c3m p2p c7s 6m"]),
        ("11112345678999m", ["p1m c1m c4m c7m 9m"]),
        ("11122345678999m", ["p1m c3m c6m p9m 2m"]),
        # Seven pairs and twice two equal chows.
        ("22334455667788p", ["c3p c3p c6p c6p 2p", "c2p c2p c6p c6p 5p", "c2p c2p c5p c5p 8p", "seven_pairs"]),
        ("1122m3355p7799s22z", ["seven_pairs"]),
        ("19m19p19s12345677z", ["thirteen_orphans"]),
        # A suit does not run into the next one, and honours make no chows.
        ("89m1p123s456s789s11z", []),
        ("123z456m789p123s55s", []),
        # Four suits, each whole by itself, with four pairs among them.
        ("12344789m11p11s33z", []),
        # Four of a kind are no two pairs; fourteen orphans less one kind are nothing.
        ("1111m3355p7799s22z", []),
        ("19m19p19s12345666z", []),
    ],
)
def test_known_hands(hand: str, expected: list[str]) -> None:
    assert sorted(read(hand)) == sorted(expected)


def test_melds_are_left_aside() -> None:
    melds = (
        Meld(MeldKind.CHII, parse_tiles("123m"), Tile.M1, From.LEFT),
        Meld(MeldKind.PON, parse_tiles("777z"), Tile.RED, From.ACROSS),
        Meld(MeldKind.KAN_CONCEALED, parse_tiles("0555p")),
    )
    assert read("12399m", *melds) == ["c1m 9m"]


def test_equal_chows_are_counted_as_twins() -> None:
    counts = count_kinds(parse_tiles("111222333m11p456s"))
    assert sorted(reading.twins for reading in readings(counts, ())) == [0, 1]
    counts = count_kinds(parse_tiles("22334466778899p"))
    assert sorted(reading.twins for reading in readings(counts, ())) == [0, 2, 2]


def test_seven_pairs_and_orphans_need_a_hand_without_melds() -> None:
    meld = Meld(MeldKind.KAN_CONCEALED, parse_tiles("1111z"))
    assert read("1133557799m2p", meld) == []


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("123m456p789s1155z", "13 concealed tiles beside 0 melds: expected 14"),
        ("123m456p789s111555z", "15 concealed tiles"),
    ],
)
def test_a_wrong_number_of_tiles_is_refused(hand: str, said: str) -> None:
    with pytest.raises(HandError, match=said):
        read(hand)


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
    """Every set of groups and pair, found by removing groups in every order."""
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


@given(complete_hands().filter(lambda counts: max(counts) <= COPIES))
def test_readings_are_all_splits(counts: list[int]) -> None:
    found = [reading for reading in readings(counts, ()) if reading.form == STANDARD_FORM]
    got = [
        (
            tuple(sorted(("p" if group[0] == group[1] else "c", group[0]) for group in reading.groups(counts))),
            *_kinds(reading.pairs),
        )
        for reading in found
    ]
    assert len(set(got)) == len(got)
    assert set(got) == brute_force(counts)
    for reading in found:
        groups = reading.groups(counts)
        tiles = [kind for group in groups for kind in group] + _kinds(reading.pairs) * 2
        assert count_kinds([Tile(kind) for kind in tiles]) == counts
        chows = [group[0] for group in groups if group[0] != group[1]]
        assert _kinds(reading.chows) == sorted(set(chows))
        assert _kinds(reading.triplets) == sorted(group[0] for group in groups if group[0] == group[1])
        assert reading.twins == sum(chows.count(low) // 2 for low in set(chows))


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
        assert bool(readings(counts, ())) == Agari.is_agari(counts)
