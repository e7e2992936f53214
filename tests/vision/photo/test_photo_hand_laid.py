"""Real arrangements of hands: sideways tiles without a top, a sideways winning tile, thirteen tiles, added kongs."""

from dataclasses import replace

import pytest

from controller.riichi.notation import format_tiles, parse_tile
from tests.vision.photo.test_photo_hand import LONG, SHORT, TALL, WIDE, laid
from vision.photo.hand import won_hand
from vision.photo.reader import PhotoTile

THIRTEEN = "1m.2m.3m.4p.0p.6p.7s.8s.9s.1z.1z.5z.5z"


def no_top(tiles: list[PhotoTile]) -> list[PhotoTile]:
    """The same tiles as the classifier reports faces without a top: upright as far as it can tell."""
    return [replace(tile, angle=0.0, width=TALL, height=WIDE) if tile.angle == 90.0 else tile for tile in tiles]


@pytest.mark.parametrize("face", ["5z", "1p", "5p", "9p", "2s"])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_called_tile_is_told_by_its_outline(face: str, place: int) -> None:
    pon = ".".join(("-" if i == place else "") + face for i in range(3))
    (meld,) = won_hand(no_top(laid(f"{LONG.replace(' 5p', ' 5p')} {pon}"))).melds
    assert (meld.kind, meld.source) == ("pon", ("left", "across", "right")[place])


def test_a_face_drawn_lying_is_no_called_tile() -> None:
    tiles = [replace(tile, angle=90.0, width=TALL, height=WIDE) if tile.name == "8s" else tile for tile in laid(LONG)]
    melded = won_hand([*tiles, *(replace(tile, x=tile.x + 20 * TALL) for tile in laid("-3s.1s.2s"))])
    assert len(melded.melds) == 1


@pytest.mark.parametrize("text", [f"{THIRTEEN}.-5z", f"{THIRTEEN} -5z", f"-5z.{THIRTEEN}"])
def test_a_winning_tile_may_lie_sideways(text: str) -> None:
    hand = won_hand(laid(text))
    assert (format_tiles(hand.concealed), str(hand.win), hand.melds) == ("123m406p789s1155z", "5z", ())


def test_thirteen_tiles_and_a_winning_one_that_is_not_in_the_picture() -> None:
    hand = won_hand(laid(THIRTEEN), parse_tile("5z"))
    assert (format_tiles(hand.concealed), str(hand.win)) == ("123m406p789s1155z", "5z")


def test_melds_pushed_against_the_hand_are_melds() -> None:
    hand = won_hand(laid("5p 2m.3m.4m.8s.8s.6p.7p.0m.5m.-5m.1p.-1p.1p"))
    assert (format_tiles(hand.concealed), str(hand.win)) == ("234m88s67p", "5p")
    assert [(meld.kind, meld.source) for meld in hand.melds] == [("pon", "right"), ("pon", "across")]


def test_an_added_kong_lies_on_the_called_tile() -> None:
    tiles = laid(f"{SHORT} 1p.-1p.1p 7z.7z.-7z")
    called = next(tile for tile in tiles if tile.name == "7z" and tile.angle == 90.0)
    hand = won_hand([*tiles, replace(called, y=called.y - WIDE)])
    assert [(meld.kind, format_tiles(meld.tiles), meld.source) for meld in hand.melds] == [
        ("pon", "111p", "across"),
        ("kan_added", "7777z", "right"),
    ]


def test_a_flower_is_passed_over() -> None:
    flower = PhotoTile(None, 900.0, 400.0, 0.0, WIDE, TALL, 0.9, "up")
    assert str(won_hand([*laid(f"{THIRTEEN} 5z"), flower]).win) == "5z"
