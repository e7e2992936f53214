"""Zones of a painted table compared with readings: right, wrong, open, and invisible."""

from collections import Counter
from dataclasses import replace

import numpy as np

from controller.ports.eyes import SeenHand, SeenMeld, SeenRiverTile, SeenTile, Sighting
from controller.riichi.seat import SEATS
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.camera.model import Camera
from vision.explain.found import Surface, TableExplanation, ZoneReading
from vision.render.arrangement import ArrangedMeld, ArrangedSeat, Arrangement
from vision.render.picture.labels import PictureRegion, PictureTruth, TileLabel
from vision.render.scene import Pose, PosedTile
from vision.training.evaluate.zone_samples import zone_samples
from vision.training.evaluate.zone_verdicts import ZoneVerdict, ZoneVerdicts, each_zone

LAYOUT = Layout(load_profile())
PART = ArrangedSeat(
    river=((Tile.EAST, False), (Tile.WHITE, True)),
    hand=tuple(Tile(kind) for kind in range(10)),
    melds=(ArrangedMeld((Tile.GREEN,) * 3, 0),),
)
ARRANGED = Arrangement(heights=((2,) * 17,) * 4, parts=(PART,) * 4)
SURFACES = {Pose.FACE_UP: Surface.FACE, Pose.FACE_DOWN: Surface.BACK, Pose.STANDING: Surface.TOP}


def _tile(tile: Tile | None, confidence: float = 1.0) -> SeenTile:
    return SeenTile(tile, 0.0, 0.0, 0.0, confidence)


def _truth(hidden: frozenset[int] = frozenset(), arranged: Arrangement = ARRANGED) -> PictureTruth:
    tiles = arranged.scene(LAYOUT, np.random.default_rng(0)).tiles
    labels = [_label(tile, place in hidden) for place, tile in enumerate(tiles)]
    return PictureTruth(np.zeros((1080, 1440), np.uint8), tuple(labels))


def _label(tile: PosedTile, hidden: bool) -> TileLabel:
    return TileLabel(tile, SURFACES[tile.pose], np.zeros((4, 2), np.float32), float(not hidden), tile.z > 0)


def _sighting() -> Sighting:
    river = tuple(SeenRiverTile(_tile(tile), sideways) for tile, sideways in PART.river)
    melds = (SeenMeld((_tile(Tile.GREEN),) * 3, 0),)
    return Sighting(0, 0.0, (river,) * 4, (SeenHand(10),) * 4, (melds,) * 4, ((2,) * 17,) * 4, (), (), (False,) * 4)


def _counts(sighting: Sighting, truth: PictureTruth) -> Counter[tuple[str, str]]:
    verdicts = ZoneVerdicts()
    verdicts.add("frame", ARRANGED, truth, Camera.looking_down(), LAYOUT, sighting)
    return verdicts.counts


def test_everything_told_is_right() -> None:
    counts = _counts(_sighting(), _truth())
    assert {verdict for _, verdict in counts} == {"right"}
    assert counts["rivers", "right"] == counts["walls", "right"] == counts["melds", "right"] == len(SEATS)


def test_a_doubted_face_is_open_and_a_sure_one_wrong() -> None:
    told = _sighting()
    for confidence, verdict in ((0.4, "open"), (0.95, "wrong")):
        seen = SeenRiverTile(_tile(Tile.NORTH, confidence), False)
        river = (seen, *(told.rivers[0] or ())[1:])
        counts = _counts(replace(told, rivers=(river, *told.rivers[1:])), _truth())
        assert counts["rivers", verdict] == 1
        assert counts["rivers", "right"] == 3


def test_what_is_hidden_is_to_be_left_open() -> None:
    rivers_start = 4 * 17 * 2  # After the walls: seat A's river is posed first.
    truth = _truth(frozenset({rivers_start}))
    told = _sighting()
    assert _counts(told, truth)["rivers", "hidden, right"] == 1
    untold = replace(told, rivers=(None, *told.rivers[1:]))
    assert _counts(untold, truth)["rivers", "hidden, left open"] == 1
    short = replace(told, rivers=((told.rivers[0] or ())[1:], *told.rivers[1:]))
    assert _counts(short, truth)["rivers", "hidden, wrong"] == 1
    assert _counts(short, _truth())["rivers", "wrong"] == 1


def test_a_wall_is_right_when_every_stack_is() -> None:
    told = _sighting()
    for stack, verdict in ((None, "open"), (1, "wrong")):
        wall = (stack, *(2,) * 16)
        assert _counts(replace(told, walls=(wall, *told.walls[1:])), _truth())["walls", verdict] == 1
    hidden_top = _truth(frozenset({1}))
    wall = (None, *(2,) * 16)
    assert _counts(replace(told, walls=(wall, *told.walls[1:])), hidden_top)["walls", "right"] == 4


def test_that_nothing_lies_there_is_learnt_from_where_it_is_right_and_where_it_is_wrong() -> None:
    """Otherwise all tables without calls would be left open: no sample would show that this is frequent."""
    bare = ArrangedSeat(hand=PART.hand)
    arranged = replace(ARRANGED, parts=(bare, bare, PART, PART))
    river: ZoneReading[tuple[SeenRiverTile, ...]] = ZoneReading((), 0.9)
    melds: ZoneReading[tuple[SeenMeld, ...]] = ZoneReading((), 0.9)
    told = TableExplanation((river,) * 4, (melds,) * 4, (ZoneReading(SeenHand(10), 0.9),) * 4, (None,) * 4, None)
    table = arranged, _truth(arranged=arranged), Camera.looking_down()
    counted = Counter((each.kind, each.right) for each in zone_samples("0", table, LAYOUT, _sighting(), told))
    zones = {(kind, right): 2 for kind in ("river", "melds") for right in (True, False)}
    assert counted == zones | {("standing", True): 4}


def test_a_corner_without_melds_that_is_left_open_is_counted_unless_it_is_covered() -> None:
    arranged = replace(ARRANGED, parts=(replace(PART, melds=()),) * 4)
    truth, camera = _truth(arranged=arranged), Camera.looking_down()
    covered = PictureTruth(np.full_like(truth.regions, PictureRegion.FOREIGN), truth.tiles)
    for picture, melds, verdict in (
        (truth, (), ZoneVerdict.RIGHT),
        (truth, None, ZoneVerdict.OPEN),
        (covered, None, ZoneVerdict.HIDDEN),
    ):
        seen = replace(_sighting(), melds=(melds,) * 4)
        zones = [each[2] for each in each_zone(arranged, picture, camera, LAYOUT, seen) if each[0] == "no melds"]
        assert zones == [verdict] * 4
