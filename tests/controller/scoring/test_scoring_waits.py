"""The wait of a win: every place of the winning tile in every reading of known hands."""

import pytest

from controller.riichi.notation import parse_tile, parse_tiles
from controller.scoring.hand.reading_bits import KANCHAN, ORPHAN, PENCHAN, RYANMEN, SHANPON, TANKI, THIRTEEN
from controller.scoring.hand.tiles import tile_counts_of
from controller.scoring.scorer import shapes_of


@pytest.mark.parametrize(
    ("hand", "win", "expected"),
    [
        ("234m234p23455s678s", "4s", [RYANMEN]),
        ("123m456p789s11155z", "3m", [PENCHAN]),
        ("123m456p789s11155z", "7s", [PENCHAN]),
        ("123m456p789s11155z", "2m", [KANCHAN]),
        ("123m456p789s11155z", "1m", [RYANMEN]),
        ("123m456p789s11155z", "1z", [SHANPON]),
        ("123m456p789s11155z", "5z", [TANKI]),
        ("111222333m11p456s", "2m", [SHANPON, KANCHAN]),
        # One tile, two places: the pair or a chow, in one split and in two.
        ("22234m456p789s111z", "2m", [TANKI, RYANMEN]),
        ("33445566m222p789s", "6m", [RYANMEN, TANKI]),
        ("11112345678999m", "1m", [SHANPON, RYANMEN]),
        ("11122345678999m", "2m", [TANKI]),
        # Three readings of chows, and seven pairs.
        ("22334455667788p", "2p", [TANKI, RYANMEN, RYANMEN, TANKI]),
        ("1122m3355p7799s22z", "2z", [TANKI]),
        ("19m19p19s12345677z", "7z", [THIRTEEN]),
        ("19m19p19s12345677z", "1m", [ORPHAN]),
        ("89m1p123s456s789s11z", "1p", []),
    ],
)
def test_waits_of_known_hands(hand: str, win: str, expected: list[int]) -> None:
    tiles = list(parse_tiles(hand))
    tiles.remove(parse_tile(win))
    counts = tile_counts_of(tiles, parse_tile(win), (), (), (), riichi=False)
    assert sorted(shape.wait for shape in shapes_of(counts, tsumo=True)) == sorted(expected)
