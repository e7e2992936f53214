"""Two readings of one table: the second completes the first only where both agree as far as both go."""

from controller.ports.eyes import SeenHand, Sighting
from vision.table.place.by_zones import reconciled

FULL = (2,) * 17
NOTHING = (None,) * 4


def sighting(wall: tuple[int | None, ...] | None, hand: SeenHand | None = None) -> Sighting:
    return Sighting(0, 0.0, NOTHING, (hand, None, None, None), NOTHING, (wall, None, None, None), None, None)


def test_open_stacks_are_filled_in_by_a_reading_that_agrees() -> None:
    told = (*FULL[:12], None, None, 0, 0, 0)
    read = (*FULL[:12], 1, 0, 0, 0, 0)
    assert reconciled(sighting(told), sighting(read)).walls[0] == read


def test_a_reading_that_is_off_elsewhere_fills_in_nothing() -> None:
    told = (*FULL[:12], None, None, 0, 0, 0)
    read = (1, *FULL[1:12], 1, 0, 0, 0, 0)
    assert reconciled(sighting(told), sighting(read)).walls[0] == told


def test_what_too_few_stacks_agree_on_stays_open() -> None:
    told = (*FULL[:4], *(None,) * 13)
    assert reconciled(sighting(told), sighting(FULL)).walls[0] == told


def test_more_standing_tiles_are_believed_than_were_found() -> None:
    told, read = sighting(FULL, SeenHand(11)), sighting(FULL, SeenHand(13))
    assert reconciled(told, read).hands[0] == SeenHand(13)
    assert reconciled(read, told).hands[0] == SeenHand(13)
