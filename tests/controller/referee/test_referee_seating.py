"""Seats and first dealer: six tiles and rolls by npm art. 10 and 11, and drawn winds."""

import pytest

from controller.errors import SeatingError
from controller.referee.rules.seating import by_tiles, by_winds, counted, first_dealer, moved
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import SEATS, Seat, Wind

A, B, C, D = Seat


@pytest.mark.law("npm-2008", "10")
@pytest.mark.parametrize(
    ("row", "rolls", "seats"),
    [
        # A's is temporary East's place; A's second roll counts A, odd: from the odd tile's end, A East, B South, on.
        ("1z3m2z3z8p4z", (7, 5), (A, B, C, D)),
        # Four counts D, even: from the even tile's end, D North, A West, B South, C East.
        ("1z3m2z3z8p4z", (7, 4), (C, B, A, D)),
        # The even tile was further left, so it was put to the left end: D East, A South, B West, C North.
        ("1z8p2z3z3m4z", (7, 4), (B, C, D, A)),
        # D North, A South, B East, C West.
        ("8p4z2z1z3z3m", (7, 4), (B, A, C, D)),
        # B's is temporary East's place, and B's roll counts B.
        ("1z3m2z3z8p4z", (8, 5), (A, B, C, D)),
        ("2z3m1z3z8p4z", (8, 5), (A, C, B, D)),
        # Six counts C from B: C North, D West, A South, B East.
        ("1z3m2z3z8p4z", (8, 6), (C, B, A, D)),
        # Seven counts D from B: D East, A South, B West, C North.
        ("1z3m2z3z8p4z", (8, 7), (C, D, A, B)),
    ],
)
def test_winds_are_taken_from_the_end_that_the_second_roll_names(
    row: str, rolls: tuple[int, int], seats: tuple[Seat, ...]
) -> None:
    seated = by_tiles(parse_tiles(row), C, rolls)
    assert seated.seats == seats
    assert sorted(seated.seats) == list(SEATS)
    assert seated.first is counted(C, rolls[0])


@pytest.mark.parametrize(
    ("row", "laid", "second", "seats"),
    [
        # 12as34 -> a1234s: D counts B, who takes East from the odd end; C South, D West, A North.
        ("1z2z1m2m3z4z", "1m1z2z3z4z2m", 3, (C, D, A, B)),
        # Two counts A, who takes North from the even end; B West, C South, D East.
        ("1z2z1m2m3z4z", "1m1z2z3z4z2m", 2, (C, B, A, D)),
        # 3s1a42 -> s3142a: B takes South from the odd end; C North, D East, A West.
        ("3z2m1z1m4z2z", "2m3z1z4z2z1m", 3, (B, A, C, D)),
        # A takes West from the even end; B East, C North, D South.
        ("3z2m1z1m4z2z", "2m3z1z4z2z1m", 2, (B, D, C, A)),
    ],
)
def test_the_printed_rows_are_laid_as_printed_and_drawn_from_the_counted_player(
    row: str, laid: str, second: int, seats: tuple[Seat, ...]
) -> None:
    seated = by_tiles(parse_tiles(row), A, (4, second))
    assert (seated.first, seated.row) == (D, parse_tiles(laid))
    assert (seated.draws, seated.odd_end) == (D.turn(second - 1), second % 2 == 1)
    assert seated.seats == seats


def test_a_row_read_from_its_other_end_gives_the_same_seats() -> None:
    row = parse_tiles("4z1z5s3z2z6m")
    for second in range(2, 13):
        one, other = by_tiles(row, A, (9, second)), by_tiles(row[::-1], A, (9, second))
        assert (one.seats, one.draws, one.row) == (other.seats, other.draws, other.row[::-1])


@pytest.mark.law("npm-2008", "11")
@pytest.mark.law("teikoku", "1-2")
def test_temporary_east_rolls_for_whoever_rolls_for_the_first_dealer() -> None:
    assert first_dealer(A, (5, 9)) is A
    assert first_dealer(A, (6, 7)) is D
    assert first_dealer(C, (3, 4)) is D


@pytest.mark.law("wakashachi-2025", "6.2", "6.3")
def test_drawn_winds_sit_round_the_place_of_east_who_deals_first() -> None:
    seated = by_winds([Wind.SOUTH, Wind.WEST, Wind.NORTH, Wind.EAST], B)
    assert (seated.seats, seated.first) == ((C, D, A, B), B)
    assert moved(("Aoi", "Ren", "Sora", "Yui"), seated.seats) == ("Sora", "Yui", "Aoi", "Ren")


@pytest.mark.parametrize("row", ["1z2z3z4z3m", "1z2z3z4z3m5p", "1z2z3z3z3m4p", "1z2z3z5z3m4p", "1z2z3z4z2m4p", ""])
def test_a_row_of_other_tiles_seats_nobody(row: str) -> None:
    with pytest.raises(SeatingError, match="expected the four winds"):
        by_tiles(parse_tiles(row) if row else (), A, (7, 7))


def test_dice_and_winds_that_cannot_be_seat_nobody() -> None:
    with pytest.raises(SeatingError, match="2 to 12"):
        by_tiles(parse_tiles("1z2z3z4z3m4p"), A, (7, 13))
    with pytest.raises(SeatingError, match="each of E, S, W, N once"):
        by_winds([Wind.EAST] * 4, A)
