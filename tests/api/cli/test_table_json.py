"""A table in a picture as JSON: the fields about its melds."""

import pytest

from api.cli.pictures.table_json import table_json
from controller.ports.eyes import SeenMeld, SeenTile
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.camera.model import Camera
from vision.explain.found import TableExplanation, ZoneReading
from vision.photo.table import PhotoTable

NONE = (None,) * 4


@pytest.mark.parametrize("seat", [Seat.A, Seat.B])
@pytest.mark.parametrize(
    ("sideways", "count", "added", "kind", "source"),
    [
        (2, 4, True, "kan_added", "right"),
        (1, 4, True, "kan_added", "across"),
        (0, 4, True, "kan_added", "left"),
        (2, 4, False, "kan_open", "across"),
        (3, 4, False, "kan_open", "right"),
        (2, 3, False, "pon", "right"),
    ],
)
def test_a_meld_tells_its_kind_and_whose_tile_was_called(
    seat: Seat, sideways: int, count: int, added: bool, kind: str, source: str
) -> None:
    places = {sideways, count - 1} if added else {sideways}
    tiles = tuple(
        SeenTile(Tile.EAST, 0.0, 0.0, (-90.0 * seat + 90.0 * (place in places)) % 360.0, 0.99) for place in range(count)
    )
    laid: tuple[SeenMeld, ...] = (SeenMeld(tiles, sideways),)
    melds = tuple(ZoneReading(laid, 1.0) if each is seat else None for each in SEATS)
    explained = TableExplanation(NONE, melds, NONE, NONE, None)
    camera = Camera.looking_down((1200, 1200), field=900.0)
    told = table_json(PhotoTable(Layout(load_profile()), camera, explained, (), (), (), (None,) * 4))
    (meld,) = told["seats"][seat]["melds"]
    assert (meld["kind"], meld["from"]) == (kind, source)
