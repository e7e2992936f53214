"""Tiles, notation, seats and melds: the basic terms of all other modules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import HandError, NotationError
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import (
    count_kinds,
    format_tiles,
    parse_seen,
    parse_tile,
    parse_tiles,
    sort_tiles,
)
from controller.riichi.seat import SEATS, From, Seat, Wind
from controller.riichi.tile import DRAGONS, ORPHANS, RED_FIVES, WINDS, Suit, Tile

TILES = st.sampled_from(Tile)


@given(st.lists(st.none() | TILES))
def test_notation_round_trips_with_unknown_and_red_tiles(tiles: list[Tile | None]) -> None:
    assert list(parse_seen(format_tiles(tiles))) == tiles


@given(st.text(alphabet="0123456789mpsz?x ", max_size=12))
def test_notation_either_reads_or_refuses_in_one_line(text: str) -> None:
    try:
        tiles = parse_seen(text)
    except NotationError as error:
        said = str(error)
    else:
        said = "read"
        assert parse_seen(format_tiles(tiles)) == tiles
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("", ()),
        ("123m", (Tile.M1, Tile.M2, Tile.M3)),
        ("406p", (Tile.P4, Tile.P5_RED, Tile.P6)),
        ("1z7z", (Tile.EAST, Tile.RED)),
        ("1s2s", (Tile.S1, Tile.S2)),
    ],
)
def test_notation_by_example(text: str, faces: tuple[Tile, ...]) -> None:
    assert parse_tiles(text) == faces


def test_notation_is_written_as_short_as_it_can_be() -> None:
    assert format_tiles(parse_tiles("1m2m3m4p0p6p7s7s5z5z")) == "123m406p77s55z"
    assert format_tiles(parse_seen("??1m?2m")) == "??1m?2m"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("8z", "no tile 8z"),
        ("0z", "no tile 0z"),
        ("9z", "no tile 9z"),
        ("12", "without a suit letter"),
        ("m", "without a number at character 1"),
        ("1m2x", "unexpected 'x' at character 4"),
        ("1?m", "unexpected '?' at character 2"),
        ("1m?", "unknown tile '?'"),
        ("1m", "expected one"),
    ],
)
def test_bad_notation_says_what_and_where(text: str, said: str) -> None:
    read = parse_tile if said == "expected one" else parse_tiles
    with pytest.raises(NotationError, match=said.replace("?", r"\?")):
        read(text * 2 if said == "expected one" else text)


def test_the_set_has_34_kinds_and_three_red_fives() -> None:
    assert sorted({tile.kind for tile in Tile}) == list(range(34))
    assert [str(tile) for tile in RED_FIVES] == ["0m", "0p", "0s"]
    assert [str(tile.plain) for tile in RED_FIVES] == ["5m", "5p", "5s"]
    assert all(tile.is_red == (tile.plain is not tile) for tile in Tile)


@given(TILES)
def test_one_tile_round_trips_and_keeps_its_suit_and_rank(tile: Tile) -> None:
    assert parse_tile(str(tile)) is tile
    assert f"{tile.rank}{tile.suit.value}" == str(tile.plain)
    assert tile.is_honour == (tile.suit is Suit.HONOUR)
    assert tile.is_orphan == (tile.is_honour or tile.rank in (1, 9)) == (tile.kind in ORPHANS)


@pytest.mark.parametrize(
    ("indicator", "dora"),
    [("1m", "2m"), ("9m", "1m"), ("9p", "1p"), ("9s", "1s"), ("4p", "5p"), ("0p", "6p"), ("0s", "6s"),
     ("1z", "2z"), ("2z", "3z"), ("3z", "4z"), ("4z", "1z"), ("5z", "6z"), ("6z", "7z"), ("7z", "5z")],
)  # fmt: skip
def test_indicator_points_at_the_next_tile_in_its_circle(indicator: str, dora: str) -> None:
    """npm-2008 art. 9 i."""
    assert parse_tile(indicator).dora is parse_tile(dora)


def test_every_kind_is_the_dora_of_one_kind() -> None:
    assert sorted(Tile(kind).dora for kind in range(34)) == [Tile(kind) for kind in range(34)]
    assert {tile.dora for tile in WINDS} == set(WINDS)
    assert {tile.dora for tile in DRAGONS} == set(DRAGONS)


@given(st.lists(TILES))
def test_sorting_and_counting_keep_every_tile(tiles: list[Tile]) -> None:
    ordered = sort_tiles(tiles)
    assert sorted(ordered) == sorted(tiles)
    assert [tile.kind for tile in ordered] == sorted(tile.kind for tile in tiles)
    counts = count_kinds(tiles)
    assert sum(counts) == len(tiles)
    assert all(counts[tile.kind] for tile in tiles)


def test_red_five_is_shown_before_the_other_fives() -> None:
    assert format_tiles(sort_tiles(parse_tiles("6z5p0p4p9m"))) == "9m405p6z"


def test_turns_and_winds_go_counter_clockwise_from_the_dealer() -> None:
    assert [seat.wind(Seat.C).letter for seat in SEATS] == ["W", "N", "E", "S"]
    assert Seat.D.turn(1) is Seat.A
    assert Seat.A.turn(-1) is Seat.D
    assert [Wind.from_letter(letter).tile for letter in "ESWN"] == list(WINDS)


@pytest.mark.parametrize("letter", ["", "X", "ES", "e"])
def test_unknown_wind_is_refused(letter: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        Wind.from_letter(letter)


@given(st.sampled_from(SEATS), st.sampled_from(SEATS))
def test_whom_a_tile_came_from_leads_back_to_that_seat(seat: Seat, other: Seat) -> None:
    if seat is other:
        with pytest.raises(ValueError, match="not a valid From"):
            seat.towards(other)
    else:
        assert seat.turn(seat.towards(other).value) is other
    assert Seat.A.towards(Seat.B) is From.RIGHT
    assert Seat.A.towards(Seat.D) is From.LEFT


@pytest.mark.parametrize(
    ("kind", "tiles", "called", "source", "first"),
    [
        (MeldKind.CHII, "312s", "3s", From.LEFT, Tile.S1),
        (MeldKind.CHII, "406p", "0p", From.LEFT, Tile.P4),
        (MeldKind.PON, "505m", "0m", From.ACROSS, Tile.M5),
        (MeldKind.KAN_OPEN, "7777z", "7z", From.RIGHT, Tile.RED),
        (MeldKind.KAN_ADDED, "5550s", "5s", From.LEFT, Tile.S5),
        (MeldKind.KAN_CONCEALED, "0555p", None, None, Tile.P5),
    ],
)
def test_melds_that_can_lie_on_a_table(
    kind: MeldKind, tiles: str, called: str | None, source: From | None, first: Tile
) -> None:
    meld = Meld(kind, parse_tiles(tiles), None if called is None else parse_tile(called), source)
    assert meld.is_open is (called is not None)
    assert meld.first_kind == first


@pytest.mark.parametrize(
    ("kind", "tiles", "called", "source", "said"),
    [
        (MeldKind.CHII, "124m", "1m", From.LEFT, "in sequence of one suit"),
        (MeldKind.CHII, "9m12p", "1p", From.LEFT, "in sequence of one suit"),
        (MeldKind.CHII, "89m1p", "1p", From.LEFT, "in sequence of one suit"),
        (MeldKind.CHII, "123z", "1z", From.LEFT, "in sequence of one suit"),
        (MeldKind.CHII, "9s12z", "1z", From.LEFT, "in sequence of one suit"),
        (MeldKind.CHII, "123m", "1m", From.ACROSS, "from the left only"),
        (MeldKind.CHII, "1234m", "1m", From.LEFT, "expected 3 tiles, got 4"),
        (MeldKind.PON, "112m", "1m", From.LEFT, "of one kind"),
        (MeldKind.PON, "111m", "2m", From.LEFT, "called tile 2m is not in the meld"),
        (MeldKind.PON, "555m", "0m", From.LEFT, "called tile 0m is not in the meld"),
        (MeldKind.KAN_OPEN, "111m", "1m", From.LEFT, "expected 4 tiles, got 3"),
        (MeldKind.KAN_ADDED, "1112m", "1m", From.LEFT, "of one kind"),
        (MeldKind.KAN_CONCEALED, "1111m", "1m", From.LEFT, "called from nobody"),
    ],
)
def test_melds_that_cannot_be_are_refused(kind: MeldKind, tiles: str, called: str, source: From, said: str) -> None:
    with pytest.raises(HandError, match=said):
        Meld(kind, parse_tiles(tiles), parse_tile(called), source)
