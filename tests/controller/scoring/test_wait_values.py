"""Values of waits and discards: known hands, and every answer compared with waits, shanten and the scorer."""

from dataclasses import replace
from random import Random

import pytest

from controller.errors import HandError
from controller.riichi.hand import Hand
from controller.riichi.meld import Meld, MeldKind
from controller.riichi.notation import parse_tile, parse_tiles
from controller.riichi.seat import Seat, Wind
from controller.riichi.tile import COPIES, Tile
from controller.rulebooks.catalogue import rulebook
from controller.rulebooks.rulebook import Rulebook
from controller.scoring.score import NoWin, Score
from controller.scoring.scorer import score_win
from controller.scoring.wait_values import WinConditions, wait_values
from controller.scoring.win import Riichi, Win, WinBy

NPM, MLEAGUE, TOMIOKA = rulebook("npm-2008"), rulebook("mleague"), rulebook("tomioka")


def hand(text: str, *melds: Meld) -> Hand:
    """A hand by its notation."""
    return Hand(parse_tiles(text), melds)


def test_a_wait_is_worth_what_its_tile_brings() -> None:
    # Tanyao with 5s-8s: pinfu with both; a tsumo adds its han.
    waits = wait_values(hand("234m567p34567s22m"), WinConditions(seat=Seat.B), NPM)
    assert [(str(wait.tile), wait.left) for wait in waits] == [("2s", 4), ("5s", 3), ("8s", 4)]
    assert [(wait.ron_points, wait.tsumo_points) for wait in waits] == [(2000, 2700), (2000, 2700), (2000, 2700)]
    riichi = wait_values(hand("234m567p34567s22m"), WinConditions(seat=Seat.A, riichi=Riichi.RIICHI), NPM)
    assert [wait.ron_points for wait in riichi] == [5800, 5800, 5800]


def test_tiles_in_sight_are_not_left() -> None:
    conditions = WinConditions(seen=parse_tiles("5558888s2s"), dora_indicators=parse_tiles("2s"))
    waits = wait_values(hand("234m567p34567s22m"), conditions, NPM)
    assert [(str(wait.tile), wait.left) for wait in waits] == [("2s", 2), ("5s", 0), ("8s", 0)]
    assert waits[1].ron is waits[1].tsumo is None
    assert (waits[1].ron_points, waits[1].tsumo_points) == (0, 0)
    # The indicator makes 3s dora: one in the hand.
    assert isinstance(waits[0].ron, Score)
    assert waits[0].ron.dora == 1


def test_a_red_five_is_a_wait_of_its_own_where_the_book_has_one() -> None:
    tiles = hand("234678m567p46s22p")
    named = {
        book.id: [(str(wait.tile), wait.left) for wait in wait_values(tiles, WinConditions(), book)]
        for book in (NPM, MLEAGUE)
    }
    assert named["npm-2008"] == [("5s", 4)]
    assert named["mleague"] == [("5s", 3), ("0s", 1)]
    plain, red = wait_values(tiles, WinConditions(), MLEAGUE)
    assert (plain.ron_points, red.ron_points) == (2000, 3900)
    assert wait_values(tiles, WinConditions(seen=(Tile.S5_RED,)), MLEAGUE)[1].left == 0


def test_a_wait_without_a_yaku_says_so() -> None:
    pon = Meld(MeldKind.PON, parse_tiles("999p"), parse_tile("9p"))
    (only, other) = wait_values(hand("123m456p1122s", pon), WinConditions(), NPM)
    assert isinstance(only.ron, NoWin)
    assert isinstance(other.tsumo, NoWin)
    assert (only.left, only.ron_points) == (2, 0)


def test_other_sizes_are_refused() -> None:
    with pytest.raises(HandError):
        wait_values(hand("123m456p789s11223z"), WinConditions(), NPM)


@pytest.mark.parametrize("book", [NPM, MLEAGUE, TOMIOKA], ids=["npm", "mleague", "tomioka"])
def test_every_wait_of_random_hands_agrees_with_the_scorer(book: Rulebook) -> None:
    random = Random(7)
    seen_tenpai = 0
    for _ in range(60):
        suit = random.randrange(3) * 9
        pool = [Tile(kind) for kind in (*range(suit, suit + 9), *range(27, 30)) for _ in range(COPIES)]
        drawn = random.sample(pool, 20)
        conditions = WinConditions(Wind.SOUTH, Seat.C, Seat.A, Riichi.NONE, tuple(drawn[14:15]), tuple(drawn[15:]))
        full = Hand(tuple(drawn[:14]))
        for tile in dict.fromkeys(full.concealed):
            kept = full.discard(tile)
            waits = wait_values(kept, replace(conditions, seen=(*conditions.seen, tile)), book)
            faces = {wait.tile.kind for wait in waits}
            assert faces == set(kept.waits(drop_held=True))
            seen_tenpai += bool(faces)
            for wait in waits:
                in_sight = [*drawn].count(wait.tile)
                reds = book.scoring.red_fives.value[wait.tile.kind // 9] if wait.tile.kind in (4, 13, 22) else 0
                assert wait.left == (reds if wait.tile.is_red else max(0, COPIES - reds - in_sight))
                if wait.left:
                    win = Win(
                        kept.concealed,
                        wait.tile,
                        WinBy.TSUMO,
                        (),
                        Wind.SOUTH,
                        Seat.C,
                        Seat.A,
                        dora_indicators=tuple(drawn[14:15]),
                    )
                    assert wait.tsumo == score_win(win, book)
    assert seen_tenpai > 20
