"""A photographed hand: concealed tiles, the winning tile, melds by their sideways tile."""

from dataclasses import replace

import pytest

from controller.errors import EyesError
from controller.riichi.notation import format_tiles, parse_tile
from vision.photo.hand import won_hand
from vision.photo.reader import PhotoTile

WIDE, TALL = 30.0, 40.0
SHORT = "2m.3m.4m.8s.8s.6p.7p 5p"
LONG = "2m.3m.4m.5m.6m.7m.8s.8s.6p.7p 5p"
RIGHT = ("pon", "055m", "5m", "right")


def laid(text: str) -> list[PhotoTile]:
    """Tiles of ``12_3m``-like words: ``-`` puts the next tile sideways, ``x`` is a back, a space is a gap."""
    tiles: list[PhotoTile] = []
    x = 0.0
    for word in text.split():
        for part in word.split("."):
            sideways = part.startswith("-")
            wide = TALL if sideways else WIDE
            back = part == "x"
            tile = None if back else parse_tile(part.lstrip("-"))
            low = (TALL - WIDE) / 2 if sideways else 0.0
            angle = 90.0 if sideways else 0.0
            tiles.append(PhotoTile(tile, x + wide / 2, low, angle, WIDE, TALL, 0.99, "down" if back else "up"))
            x += wide
        x += WIDE
    return tiles


@pytest.mark.parametrize(
    ("text", "concealed", "win", "melds"),
    [
        ("1m.2m.3m.4p.0p.6p.7s.8s.9s.1z.1z.5z.5z.5z", "123m406p789s1155z", "5z", []),
        ("1m.2m.3m.4p.0p.6p.7s.8s.9s.1z.1z.5z.5z 5z", "123m406p789s1155z", "5z", []),
        ("4p 1m.2m.3m.0p.6p.7s.8s.9s.1z.1z.5z.5z.5z", "123m06p789s11555z", "4p", []),
        (f"{LONG} -3s.1s.2s", "234567m88s67p", "5p", [("chii", "312s", "3s", "left")]),
        (f"{LONG} 7z.-7z.7z", "234567m88s67p", "5p", [("pon", "777z", "7z", "across")]),
        (f"{SHORT} 0m.5m.-5m 2z.2z.2z.-2z", "234m88s67p", "5p", [RIGHT, ("kan_open", "2222z", "2z", "right")]),
        (f"{SHORT} 0m.5m.-5m.1p.-1p.1p", "234m88s67p", "5p", [RIGHT, ("pon", "111p", "1p", "across")]),
        (f"{LONG} x.9s.9s.x", "234567m88s67p", "5p", [("kan_concealed", "9999s", None, None)]),
        (f"{LONG} x.0s.5s.x x.x", "234567m88s67p", "5p", [("kan_concealed", "0555s", None, None)]),
    ],
)
def test_hands_as_they_lie(
    text: str, concealed: str, win: str, melds: list[tuple[str, str, str | None, str | None]]
) -> None:
    hand = won_hand(laid(text))
    assert format_tiles(hand.concealed) == concealed
    assert str(hand.win) == win
    found = [(m.kind, format_tiles(m.tiles), None if m.called is None else str(m.called), m.source) for m in hand.melds]
    assert found == melds


def test_the_nearest_rows_are_the_hand_where_more_lies_behind_it() -> None:
    own = laid(f"{LONG} -3s.1s.2s")
    behind = [replace(tile, y=-3 * TALL, tile=parse_tile("7z")) for tile in laid("1z.2z.3z.4z.5z")]
    assert won_hand([*behind, *own]) == won_hand(own)
    with pytest.raises(EyesError, match="15 concealed tiles"):
        won_hand([*behind, *laid("1z.1z.2z.2z.3z.3z.4z.4z.5z.5z")])


def test_the_winning_tile_may_be_named() -> None:
    hand = won_hand(laid("1m.2m.3m.4p.0p.6p.7s.8s.9s.1z.1z.5z.5z.5z"), parse_tile("1m"))
    assert (str(hand.win), format_tiles(hand.concealed)) == ("1m", "23m406p789s11555z")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1m.2m.3m", "3 concealed tiles and 0 melds: expected 14"),
        (f"{LONG} -3s.1s.4s", "no meld"),
        (f"{LONG} -1z.2z.3z", "no meld"),
    ],
)
def test_what_is_no_hand_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(EyesError, match=complaint):
        won_hand(laid(text))


def test_a_winning_tile_that_is_not_there_is_refused() -> None:
    with pytest.raises(EyesError, match="winning tile 9p is not among"):
        won_hand(laid("1m.2m.3m.4p.0p.6p.7s.8s.9s.1z.1z.5z.5z.5z"), parse_tile("9p"))
