"""Two readings of one table: found tiles tell, and what was read in its place counts where they confirm it."""

from dataclasses import replace

from controller.ports.eyes import SeenHand, SeenRiverTile, SeenTile, Sighting
from controller.riichi.seat import Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.explain.found import FoundTile, Surface, TableExplanation, ZoneReading
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


def explained(river: ZoneReading[River] | None = None, hand: ZoneReading[SeenHand] | None = None) -> TableExplanation:
    return TableExplanation((river, None, None, None), NONE, (hand, None, None, None), NONE, None)


def walls_of(told: Sighting, read: Sighting) -> tuple[int | None, ...] | None:
    return reconciled(told, explained(), read, (), LAYOUT, EYE).walls[0]


def river(off_mm: float = 0.0, sideways: int | None = None) -> River:
    tiles = []
    for place, face in enumerate(FACES):
        turned = place == sideways
        spot = LAYOUT.river_slot(Seat.A, place, sideways is not None and place > sideways, turned)
        tiles.append(SeenRiverTile(SeenTile(face, spot.x, spot.y + off_mm, spot.angle, 0.99), turned))
    return tuple(tiles)


def found(tiles: River) -> tuple[FoundTile, ...]:
    seen = [each.seen for each in tiles]
    return tuple(FoundTile(Surface.FACE, s.x, s.y, 16.0, s.angle, 0.9, tile=s.tile) for s in seen)


def river_told(chance: float, likeliest: River, read: River | None, lying: River) -> River | None:
    told = replace(NOTHING_SEEN, rivers=(likeliest if chance >= 0.5 else None, None, None, None))
    placed = replace(NOTHING_SEEN, rivers=(read, None, None, None))
    table = explained(ZoneReading(likeliest, chance))
    return reconciled(told, table, placed, found(lying), LAYOUT, EYE).rivers[0]


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


def test_a_doubtful_river_is_told_as_it_was_read_where_found_tiles_confirm_it() -> None:
    assert river_told(0.2, river()[:2], river(), river()) == river()


def test_a_river_read_where_no_tile_was_found_stays_open() -> None:
    assert river_told(0.2, river(12.0), river(), river(12.0)) is None


def test_a_clear_explanation_stands() -> None:
    assert river_told(0.99, river(sideways=1), river(sideways=2), river(sideways=1)) == river(sideways=1)


def test_a_reading_with_a_tile_turned_otherwise_is_not_confirmed() -> None:
    assert river_told(0.2, river(sideways=1), river(sideways=2), river(sideways=1)) is None


def test_a_tile_that_was_found_beside_an_empty_place_is_not_overlooked() -> None:
    assert river_told(0.2, river()[:1], (), river()[:1]) is None


def test_a_count_of_standing_tiles_is_told_where_both_count_alike() -> None:
    for count, told in ((13, SeenHand(13)), (11, None)):
        table = explained(hand=ZoneReading(SeenHand(count), 0.6))
        read = of_walls(None, SeenHand(13))
        assert reconciled(of_walls(None), table, read, (), LAYOUT, EYE).hands[0] == told


def rows_of(off_mm: float) -> River:
    """Twelve discards in two rows, shifted outwards."""
    spots = [LAYOUT.river_slot(Seat.A, place) for place in range(12)]
    return tuple(
        SeenRiverTile(SeenTile(Tile(place), spot.x, spot.y + off_mm, spot.angle, 0.99), sideways=False)
        for place, spot in enumerate(spots)
    )


def test_a_table_laid_to_the_millimetre_is_told_as_it_was_read_in_its_places() -> None:
    for off_mm, told in ((0.8, SeenHand(11)), (5.0, SeenHand(10))):
        read = replace(of_walls(None, SeenHand(11)), rivers=(rows_of(0.0), None, None, None))
        table = explained(ZoneReading(rows_of(off_mm), 0.99), ZoneReading(SeenHand(10), 0.95))
        found_told = replace(of_walls(None, SeenHand(10)), rivers=(rows_of(off_mm), None, None, None))
        assert reconciled(found_told, table, read, found(rows_of(off_mm)), LAYOUT, EYE).hands[0] == told
