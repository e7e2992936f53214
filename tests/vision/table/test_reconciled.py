"""Two readings of one table: found tiles tell, and what was read in its place counts where they confirm it."""

from dataclasses import replace

from controller.ports.eyes import SeenHand, SeenRiverTile, Sighting
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.explain.found import TableExplanation, ZoneReading
from vision.table.place.by_zones import NOTHING_SEEN
from vision.table.reconcile import reconciled

LAYOUT = Layout(load_profile())
EYE = (0.0, 0.0, 1600.0)
FULL = (2,) * 17
NONE = (None,) * 4
FACES = (Tile.EAST, Tile.M1, Tile.P5)
River = tuple[SeenRiverTile, ...]


def of_walls(wall: tuple[int | None, ...] | None, hand: SeenHand | None = None) -> Sighting:
    return replace(NOTHING_SEEN, walls=(wall, None, None, None), hands=(hand, None, None, None))


def explained(hand: ZoneReading[SeenHand] | None = None) -> TableExplanation:
    return TableExplanation(NONE, NONE, (hand, None, None, None), NONE, None)


def walls_of(told: Sighting, read: Sighting) -> tuple[int | None, ...] | None:
    return reconciled(told, explained(), read, (), LAYOUT, EYE).walls[0]


def test_open_stacks_are_filled_in_by_a_reading_that_agrees() -> None:
    told = (*FULL[:11], None, None, 0, 0, 0, 0)
    assert walls_of(of_walls(told), of_walls((*FULL[:12], 0, 0, 0, 0, 0))) == (*FULL[:12], 0, 0, 0, 0, 0)
    # Whether one tile or two lie there is told better by found tiles.
    with_one = walls_of(of_walls(told), of_walls((*FULL[:11], 1, 0, 0, 0, 0, 0)))
    assert with_one == (*FULL[:11], None, 0, 0, 0, 0, 0)


def test_a_reading_that_is_off_elsewhere_fills_in_nothing() -> None:
    told = (*FULL[:12], None, None, 0, 0, 0)
    assert walls_of(of_walls(told), of_walls((1, *FULL[1:12], 1, 0, 0, 0, 0))) == told


def test_what_too_few_stacks_agree_on_stays_open() -> None:
    told = (*FULL[:4], *(None,) * 13)
    assert walls_of(of_walls(told), of_walls(FULL)) == told


def test_a_count_of_standing_tiles_is_told_where_both_count_alike() -> None:
    for count, told in ((13, SeenHand(13)), (11, None)):
        table = explained(hand=ZoneReading(SeenHand(count), 0.6))
        read = of_walls(None, SeenHand(13))
        assert reconciled(of_walls(None), table, read, (), LAYOUT, EYE).hands[0] == told
