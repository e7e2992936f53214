"""Two readings of one table: found tiles tell, and what was read in its place counts where they confirm it."""

from dataclasses import replace

from controller.ports.eyes import Sighting
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.table.place.by_zones import NOTHING_SEEN
from vision.table.reconcile import reconciled

LAYOUT = Layout(load_profile())
EYE = (0.0, 0.0, 1600.0)
FULL = (2,) * 17


def of_walls(wall: tuple[int | None, ...] | None) -> Sighting:
    return replace(NOTHING_SEEN, walls=(wall, None, None, None))


def walls_of(told: Sighting, read: Sighting) -> tuple[int | None, ...] | None:
    return reconciled(told, read, (), LAYOUT, EYE).walls[0]


def test_open_stacks_stay_open_where_a_wall_does_not_stand_in_its_place() -> None:
    told = (*FULL[:11], None, None, 0, 0, 0, 0)
    assert walls_of(of_walls(told), of_walls((*FULL[:12], 0, 0, 0, 0, 0))) == told


def test_a_reading_that_is_off_elsewhere_fills_in_nothing() -> None:
    told = (*FULL[:12], None, None, 0, 0, 0)
    assert walls_of(of_walls(told), of_walls((1, *FULL[1:12], 1, 0, 0, 0, 0))) == told


def test_what_too_few_stacks_agree_on_stays_open() -> None:
    told = (*FULL[:4], *(None,) * 13)
    assert walls_of(of_walls(told), of_walls(FULL)) == told
