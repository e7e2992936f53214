"""The break of the wall by dice, and the positions in it: golden tables, properties, and the picture in the docs."""

import runpy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import WallError
from controller.riichi.seat import SEATS, Seat
from controller.riichi.wall import DEAL, STACKS, Break, Slot, Tier, break_from_dice, observed_break

DOCS = Path(__file__).parents[3] / "docs"
Lengths = tuple[int, int, int, int]
UPPER, LOWER = Tier.UPPER, Tier.LOWER

PIPS = st.integers(1, 6)
ROLLS = st.lists(st.tuples(PIPS, PIPS), min_size=1, max_size=2)
DEALERS = st.sampled_from(SEATS)
LENGTHS = st.just(STACKS) | st.permutations([18, 18, 16, 16]).map(tuple) | st.permutations([10, 10, 11, 11]).map(tuple)


def pips(total: int) -> tuple[int, int]:
    """Two dice with that sum."""
    return max(1, total - 6), min(6, total - 1)


def at(text: str) -> tuple[Seat, int]:
    """Wall and stack of ``A6``."""
    return Seat[text[0]], int(text[1:])


# npm-2008 art. 13 ro and appendix, dealer A: the first stack taken, then D1 (the last stack counted) to D7, and D8 with
# the last live tile.
ONE_ROLL = {
    2: ("B3", "B2 B1 C17 C16 C15 C14 C13 C12"),
    3: ("C4", "C3 C2 C1 D17 D16 D15 D14 D13"),
    4: ("D5", "D4 D3 D2 D1 A17 A16 A15 A14"),
    5: ("A6", "A5 A4 A3 A2 A1 B17 B16 B15"),
    6: ("B7", "B6 B5 B4 B3 B2 B1 C17 C16"),
    7: ("C8", "C7 C6 C5 C4 C3 C2 C1 D17"),
    8: ("D9", "D8 D7 D6 D5 D4 D3 D2 D1"),
    9: ("A10", "A9 A8 A7 A6 A5 A4 A3 A2"),
    10: ("B11", "B10 B9 B8 B7 B6 B5 B4 B3"),
    11: ("C12", "C11 C10 C9 C8 C7 C6 C5 C4"),
    12: ("D13", "D12 D11 D10 D9 D8 D7 D6 D5"),
}


@pytest.mark.parametrize("total", ONE_ROLL)
@pytest.mark.parametrize("dealer", SEATS)
def test_one_roll_breaks_the_named_wall(total: int, dealer: Seat) -> None:
    """npm-2008 art. 13 ro: 5, 9 dealer; 2, 6, 10 right; 3, 7, 11 across; 4, 8, 12 left."""
    first, dead = ONE_ROLL[total]
    broken = break_from_dice(dealer, [pips(total)])
    wall, stack = at(first)
    assert (broken.wall, broken.stack) == (wall.turn(dealer), stack)
    for column, place in enumerate(dead.split(), 1):
        wall, stack = at(place)
        assert broken.dead(column) == Slot(wall.turn(dealer), stack, UPPER)
        assert broken.dead(column, LOWER) == Slot(wall.turn(dealer), stack, LOWER)


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        ((1, 1), (1, 1), "B5"),
        ((2, 3), (1, 3), "A10"),
        ((3, 4), (5, 4), "C17"),
        # 17 stacks counted: the next is the first of the wall of the player to the left.
        ((4, 4), (4, 5), "C1"),
        ((5, 6), (3, 3), "B1"),
        ((6, 6), (6, 6), "C8"),
        ((4, 5), (6, 6), "D5"),
        ((6, 4), (5, 5), "A4"),
    ],
)
def test_two_rolls_first_names_the_wall_and_the_sum_counts(
    first: tuple[int, int], second: tuple[int, int], expected: str
) -> None:
    """npm-2008 appendix."""
    broken = break_from_dice(Seat.A, [first, second])
    assert (broken.wall, broken.stack) == at(expected)


@pytest.mark.parametrize(
    ("lengths", "total", "first", "dead"),
    [
        # Short walls run out under a long count: on with the wall of the player to the left.
        ((10, 10, 11, 11), 12, "C2", "C1 D11 D10 D9 D8 D7 D6 D5"),
        ((10, 10, 11, 11), 11, "B1", "C11 C10 C9 C8 C7 C6 C5 C4"),
        ((10, 10, 11, 11), 10, "A1", "B10 B9 B8 B7 B6 B5 B4 B3"),
        ((10, 10, 11, 11), 5, "A6", "A5 A4 A3 A2 A1 B10 B9 B8"),
        ((18, 16, 18, 16), 2, "B3", "B2 B1 C18 C17 C16 C15 C14 C13"),
        ((18, 16, 18, 16), 4, "D5", "D4 D3 D2 D1 A18 A17 A16 A15"),
    ],
)
def test_walls_of_other_lengths(lengths: Lengths, total: int, first: str, dead: str) -> None:
    broken = break_from_dice(Seat.A, [pips(total)], lengths)
    assert (broken.wall, broken.stack) == at(first)
    assert [(slot.wall, slot.stack) for slot in map(broken.dead, range(1, 9))] == [at(place) for place in dead.split()]


@pytest.mark.law("npm-2008", "8", "9 i", "9 ro")
@pytest.mark.law("teikoku", "2-3.1", "2-3.4")
def test_dead_wall_by_position() -> None:
    """npm-2008 art. 5, 8, 9: replacement tiles D1 upper, lower, D2 upper, lower; indicators D3-D7; 14 kept."""
    broken = break_from_dice(Seat.A, [(2, 3)])
    assert [broken.replacement(kan) for kan in (1, 2, 3, 4)] == [
        Slot(Seat.A, 5, UPPER),
        Slot(Seat.A, 5, LOWER),
        Slot(Seat.A, 4, UPPER),
        Slot(Seat.A, 4, LOWER),
    ]
    indicators = [(Seat.A, 3), (Seat.A, 2), (Seat.A, 1), (Seat.B, 17), (Seat.B, 16)]
    assert [broken.indicator(kans) for kans in range(5)] == [Slot(*place, UPPER) for place in indicators]
    assert [broken.indicator(kans, ura=True) for kans in range(5)] == [Slot(*place, LOWER) for place in indicators]
    assert [broken.haitei(kans) for kans in range(5)] == [
        Slot(Seat.B, 15, LOWER),
        Slot(Seat.B, 15, UPPER),
        Slot(Seat.B, 14, LOWER),
        Slot(Seat.B, 14, UPPER),
        Slot(Seat.B, 13, LOWER),
    ]


def test_the_first_tiles_go_leftwards_upper_before_lower_and_on_into_the_left_hand_wall() -> None:
    broken = break_from_dice(Seat.A, [(2, 3)])
    assert [broken.drawn(number) for number in range(4)] == [
        Slot(Seat.A, 6, UPPER),
        Slot(Seat.A, 6, LOWER),
        Slot(Seat.A, 7, UPPER),
        Slot(Seat.A, 7, LOWER),
    ]
    assert broken.drawn(24) == Slot(Seat.D, 1, UPPER)


def test_the_deal_gives_three_times_four_then_one_and_the_dealer_the_first_and_fifth() -> None:
    assert sorted(number for hand in DEAL for number in hand) == list(range(53))
    assert DEAL[0] == (0, 1, 2, 3, 16, 17, 18, 19, 32, 33, 34, 35, 48, 52)
    assert DEAL[3] == (12, 13, 14, 15, 28, 29, 30, 31, 44, 45, 46, 47, 51)
    broken = break_from_dice(Seat.A, [(2, 3)])
    assert broken.drawn(DEAL[0][-2]).tier is broken.drawn(DEAL[0][-1]).tier is UPPER


@given(DEALERS, ROLLS, LENGTHS)
def test_the_order_of_draw_is_every_place_once(dealer: Seat, rolls: list[tuple[int, int]], lengths: Lengths) -> None:
    broken = break_from_dice(dealer, rolls, lengths)
    every = {Slot(seat, stack, tier) for seat in SEATS for stack in range(1, lengths[seat] + 1) for tier in Tier}
    assert len(broken.order) == len(every) == broken.tiles
    assert set(broken.order) == every
    assert all(broken.drawn(broken.number(slot)) == slot for slot in every)


@pytest.mark.law("npm-2008", "5", "6")
@pytest.mark.law("tomioka", "basic 5")
@given(DEALERS, ROLLS, LENGTHS, st.integers(0, 4))
def test_dead_wall_keeps_14_and_shares_no_tile_with_the_living(
    dealer: Seat, rolls: list[tuple[int, int]], lengths: Lengths, kans: int
) -> None:
    broken = break_from_dice(dealer, rolls, lengths)
    live, gone = broken.live(kans), {broken.replacement(kan) for kan in range(1, kans + 1)}
    dead = set(broken.order) - {*live, *gone}
    assert len(dead) == 14
    assert len(gone) == kans
    assert len(live) + len(dead) + len(gone) == broken.tiles
    assert broken.haitei(kans) == live[-1]
    assert len(live) == broken.tiles - 14 - kans
    shown = {broken.indicator(kan, ura) for kan in range(kans + 1) for ura in (False, True)}
    assert shown <= dead
    assert len(shown) == 2 * kans + 2


@given(DEALERS, ROLLS, LENGTHS)
def test_neighbours_in_the_order_lie_side_by_side(dealer: Seat, rolls: list[tuple[int, int]], lengths: Lengths) -> None:
    order = break_from_dice(dealer, rolls, lengths).order
    for upper, lower in zip(order[::2], order[1::2], strict=True):
        assert (upper.wall, upper.stack, upper.tier, lower.tier) == (lower.wall, lower.stack, UPPER, LOWER)
    for here, ahead in zip(order[::2], [*order[2::2], order[0]], strict=True):
        if here.stack < lengths[here.wall]:
            assert (ahead.wall, ahead.stack) == (here.wall, here.stack + 1)
        else:
            assert (ahead.wall, ahead.stack) == (here.wall.turn(-1), 1)


def heights(broken: Break, drawn: int, kans: int = 0) -> list[list[int | None]]:
    """Stack heights after ``drawn`` draws and ``kans`` replacement tiles."""
    gone = {*broken.order[:drawn], *(broken.replacement(kan) for kan in range(1, kans + 1))}
    return [
        [2 - sum(Slot(seat, stack, tier) in gone for tier in Tier) for stack in range(1, broken.stacks[seat] + 1)]
        for seat in SEATS
    ]


@given(DEALERS, ROLLS, st.integers(2, 118), st.integers(0, 4))
def test_the_gap_shows_the_break(dealer: Seat, rolls: list[tuple[int, int]], drawn: int, kans: int) -> None:
    broken = break_from_dice(dealer, rolls)
    assert observed_break(heights(broken, drawn, kans), kans) == (broken.wall, broken.stack)


@given(DEALERS, ROLLS, st.integers(53, 118), st.integers(0, 3))
def test_a_lowered_replacement_tile_in_the_gap_is_no_wall(
    dealer: Seat, rolls: list[tuple[int, int]], drawn: int, kans: int
) -> None:
    broken = break_from_dice(dealer, rolls)
    walls = heights(broken, drawn, kans)
    lowered = broken.replacement(kans + 1)
    if lowered.tier is UPPER:
        beside = broken.order[(broken.number(lowered) + 2) % broken.tiles]
        walls[lowered.wall][lowered.stack - 1] = 1
        walls[beside.wall][beside.stack - 1] = 1
    assert observed_break(walls, kans) == (broken.wall, broken.stack)


@given(DEALERS, ROLLS, st.integers(2, 118), st.sets(st.tuples(DEALERS, st.integers(1, 17)), max_size=12))
def test_hidden_stacks_never_move_the_break(
    dealer: Seat, rolls: list[tuple[int, int]], drawn: int, hidden: set[tuple[Seat, int]]
) -> None:
    broken = break_from_dice(dealer, rolls)
    walls = heights(broken, drawn)
    for seat, stack in hidden:
        walls[seat][stack - 1] = None
    assert observed_break(walls) in (None, (broken.wall, broken.stack))


def test_a_hidden_wall_away_from_the_break_does_not_matter() -> None:
    broken = Break(Seat.A, 6)
    walls: list[list[int | None] | None] = [*heights(broken, 53)]
    walls[Seat.C] = None
    assert observed_break(walls) == (Seat.A, 6)
    walls[Seat.A] = None
    assert observed_break(walls) is None


def test_no_gap_or_two_gaps_are_no_break() -> None:
    whole = heights(Break(Seat.A, 6), 0)
    assert observed_break(whole) is None
    assert observed_break([None] * 4) is None
    assert observed_break([[0] * 17] * 4) is None
    whole[0][4] = whole[2][9] = 0
    assert observed_break(whole) is None


@pytest.mark.parametrize("rolls", [[], [()], [(1, 7)], [(0, 1)], [(1, 1), (1, 1), (1, 1)]])
def test_dice_that_cannot_be_are_refused(rolls: list[tuple[int, ...]]) -> None:
    with pytest.raises(WallError, match="expected one roll or two, each die 1-6"):
        break_from_dice(Seat.A, rolls)


def test_places_that_cannot_be_are_refused() -> None:
    with pytest.raises(WallError, match="no stack 18 in wall A: expected 1-17"):
        Break(Seat.A, 18)
    with pytest.raises(WallError, match="expected four walls with 67 tiles or more"):
        Break(Seat.A, 1, (8, 8, 8, 8))
    broken = Break(Seat.A, 1)
    with pytest.raises(WallError, match="no replacement tile for kan 5"):
        broken.replacement(5)
    with pytest.raises(WallError, match="no indicator for 5 kans"):
        broken.indicator(5)
    with pytest.raises(WallError, match="no stack 20 in wall B"):
        broken.number(Slot(Seat.B, 20, UPPER))


def test_the_picture_in_the_docs_is_drawn_from_this_geometry() -> None:
    drawn = runpy.run_path(str(DOCS / "generate" / "draw_wall.py"))["picture"]()
    assert drawn == (DOCS / "wall.svg").read_text(encoding="utf-8"), "run: python docs/generate/draw_wall.py"
