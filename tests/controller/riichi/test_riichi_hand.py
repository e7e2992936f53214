"""Possible and impossible hands, and dora from indicators."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.errors import HandError
from controller.riichi.hand import Hand
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tiles
from controller.riichi.seat import From
from controller.riichi.tile import COPIES, RED_FIVES, Tile

PON_RED = Meld(MeldKind.PON, parse_tiles("777z"), Tile.RED, From.LEFT)
KONG = Meld(MeldKind.KAN_CONCEALED, parse_tiles("1111z"))

SET = [tile for tile in Tile if not tile.is_red for _ in range(COPIES - (str(tile)[0] == "5" and tile < Tile.EAST))]
SET += RED_FIVES


@given(st.integers(), st.sampled_from([13, 14]))
def test_any_deal_makes_a_hand_and_a_draw_and_its_discard_undo_each_other(seed: int, size: int) -> None:
    dealt = random.Random(seed).sample(SET, size)
    hand = Hand(tuple(dealt))
    assert sorted(hand.concealed) == sorted(dealt)
    if size == 14:
        assert hand.discard(dealt[0]).draw(dealt[0]) == hand
    assert parse_tiles(str(hand)) == hand.concealed


def test_a_hand_with_melds() -> None:
    hand = Hand(parse_tiles("9s4406p78s"), (PON_RED, KONG))
    assert str(hand) == "4406p789s 777z 1111z"
    assert len(hand.tiles) == 7 + 7
    assert len(hand.draw(Tile.S1).concealed) == 8
    assert Hand(parse_tiles("406p789s2223z"), (KONG,)).waits() == (Tile.WEST,)
    assert hand.counts()[Tile.P5] == 1


@pytest.mark.parametrize(
    ("concealed", "melds", "said"),
    [
        ("123m456p789s115z", (), "12 concealed tiles: expected 13 or 14"),
        ("123m456p789s111555z", (), "15 concealed tiles: expected 13 or 14"),
        ("123m456p789s1155z", (PON_RED,), "13 concealed tiles: expected 10 or 11"),
        ("11111m456p789s11z", (), "5 tiles of 1m: expected 4 at most"),
        ("55550m456p789s11z", (), "5 tiles of 5m: expected 4 at most"),
        ("7777z456p789s", (PON_RED,), "7 tiles of 7z: expected 4 at most"),
        ("00m456p789s11155z", (), "2 tiles of 0m: expected 1 at most"),
    ],
)
def test_hands_that_cannot_be_are_refused(concealed: str, melds: tuple[Meld, ...], said: str) -> None:
    with pytest.raises(HandError, match=said):
        Hand(parse_tiles(concealed), melds)


def test_the_set_says_how_many_red_fives_there_can_be() -> None:
    two = parse_tiles("12300p456p789s11z")
    assert Hand(two, red_fives=(1, 2, 1)).concealed.count(Tile.P5_RED) == 2
    with pytest.raises(HandError, match="1 tiles of 0s: expected 0 at most"):
        Hand(parse_tiles("123m456p780s1155z"), red_fives=(0, 0, 0))
    hand = Hand(two, red_fives=(1, 2, 1)).draw(Tile.RED)
    assert hand.red_fives == (1, 2, 1)


def test_moves_that_cannot_be_are_refused() -> None:
    hand = Hand(parse_tiles("123m406p789s1155z"))
    with pytest.raises(HandError, match="5p is not among the concealed tiles"):
        hand.discard(Tile.P5)
    with pytest.raises(HandError, match="12 concealed tiles"):
        hand.discard(Tile.P5_RED)
    with pytest.raises(HandError, match="15 concealed tiles"):
        hand.draw(Tile.RED).draw(Tile.RED)
    with pytest.raises(HandError, match="expected 13"):
        hand.draw(Tile.RED).waits()
