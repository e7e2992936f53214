"""Tables with one tile out of place, and errors in what is reported of them.

``python -m tests.support.loose_tables --scenes 300`` paints and reads this number of scenes and prints one JSON object.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from controller.ports.eyes import SeenTile, Sighting
from controller.riichi.seat import SEATS, Seat
from controller.riichi.tile import Tile
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.camera.calibration import fit_camera
from vision.capture.frame import CameraFrame, decode
from vision.explain.found import FoundTile, Surface
from vision.explain.loose import REACH_MM, is_sure
from vision.render.arrangement import Arrangement, random_arrangement
from vision.render.laying.habits import CAREFUL, EXACT, PHOTO
from vision.render.optics import jpeg_bytes
from vision.render.painter import Painter
from vision.render.random_looks import held_out_look
from vision.render.scene import PosedScene, PosedTile
from vision.table.reader import TableReader
from vision.tiles.classifier import Classifier
from vision.training.evaluate.trial import clicked, random_camera

LAYOUT: Final = Layout(load_profile())
_LAYINGS: Final = (EXACT, CAREFUL, PHOTO)
_TILTS: Final = ((0.0, 6.0), (22.0, 28.0))
_AT_MM: Final = 12.0
"""Largest distance in mm between a tile and its reported position: half a tile."""
_APART_MM: Final = 27.0
"""Smallest distance in mm between the centres of two tiles that do not touch."""


def off_its_row(
    arranged: Arrangement, scene: PosedScene, seat: Seat, away_mm: float, rng: np.random.Generator
) -> tuple[PosedScene, PosedTile] | None:
    """Move the newest discard of a seat out of its row; return the scene and the tile, None if there is no room."""
    number = _first_discard(arranged, seat) + len(arranged.parts[seat].river) - 1
    if not arranged.parts[seat].river:
        return None
    turn = np.radians(90.0 * rng.integers(4))
    tile = scene.tiles[number]
    moved = replace(tile, x=tile.x + away_mm * float(np.cos(turn)), y=tile.y + away_mm * float(np.sin(turn)))
    others = [each for place, each in enumerate(scene.tiles) if place != number]
    if any(np.hypot(each.x - moved.x, each.y - moved.y) < _APART_MM for each in others):
        return None
    return replace(scene, tiles=(*scene.tiles[:number], moved, *scene.tiles[number + 1 :])), moved


def dropped(scene: PosedScene, rng: np.random.Generator) -> tuple[PosedScene, PosedTile] | None:
    """Add one tile, face up and askew between the walls; return the scene and the tile, None if there is no room."""
    x, y, turn = (float(each) for each in (*rng.uniform(-170.0, 170.0, 2), rng.uniform(0.0, 360.0)))
    tile = PosedTile(Tile(int(rng.integers(34))), x, y, 0.0, turn)
    if any(np.hypot(each.x - x, each.y - y) < _APART_MM for each in scene.tiles):
        return None
    return replace(scene, tiles=(*scene.tiles, tile)), tile


def _first_discard(arranged: Arrangement, seat: Seat) -> int:
    """Index of a seat's first discard among the scene's tiles, which are in the order of an arrangement."""
    lifted = sum(one.ura is not None and arranged.heights[one.wall][one.stack - 1] == 1 for one in arranged.indicators)
    before = sum(map(sum, arranged.heights)) + lifted
    for part in arranged.parts[:seat]:
        melds = sum(len(meld.tiles) + (meld.added is not None) for meld in part.melds)
        before += len(part.river) + len(part.hand) + (part.drawn is not None) + melds
    return before


def tiles_of_sighting(seen: Sighting) -> list[list[SeenTile]]:
    """Tiles of each reported zone except walls."""
    zones = [[each.seen for each in river] for river in seen.rivers if river is not None]
    zones += [[tile for meld in melds for tile in meld.tiles] for melds in seen.melds if melds is not None]
    zones += [[*hand.shown, *((hand.apart,) if hand.apart else ())] for hand in seen.hands if hand is not None]
    return [*zones, [each.seen for each in seen.indicators or ()]]


def unaccounted(seen: Sighting, found: Sequence[FoundTile]) -> list[FoundTile]:
    """Detected faces above the confidence threshold that are in no reported zone and not loose, or in two zones."""
    zones = [*tiles_of_sighting(seen), [each.seen for each in seen.loose]]
    faces = [tile for tile in found if tile.surface is Surface.FACE and is_sure(tile)]
    return [tile for tile in faces if sum(any(_at(each, tile) for each in zone) for zone in zones) != 1]


def _at(one: SeenTile, other: SeenTile | FoundTile | PosedTile) -> bool:
    return bool(np.hypot(one.x - other.x, one.y - other.y) < _AT_MM)


def told_without(seen: Sighting, tile: PosedTile, seat: Seat | None) -> bool:
    """True if a river is reported without its misplaced tile.

    For a tile without owner: if it is reported as loose and a river within its reach is reported.
    """
    rivers = [river for river in seen.rivers if river is not None]
    if seat is not None:
        own = seen.rivers[seat]
        return own is not None and not any(_at(each.seen, tile) for each in own)
    astray = any(each.owner is None and _at(each.seen, tile) for each in seen.loose)
    return astray and any(_away(each.seen, tile) < REACH_MM - _AT_MM for river in rivers for each in river)


def _away(one: SeenTile, other: PosedTile) -> float:
    return float(np.hypot(one.x - other.x, one.y - other.y))


def read_tables(seeds: range, classifier: Classifier) -> Iterator[tuple[str, bool, list[FoundTile]]]:
    """Yield for each table: kind of misplaced tile (``as it is``: none), whether a river is reported complete without
    it, and confident faces in no zone and not loose.
    """
    for seed in seeds:
        rng = np.random.default_rng((seed, 57))
        camera = random_camera(rng, *(_TILTS[seed % len(_TILTS)][1:]), least_tilt=_TILTS[seed % len(_TILTS)][0])
        arranged = random_arrangement(rng)
        scene = arranged.scene(LAYOUT, rng, _LAYINGS[seed % len(_LAYINGS)])
        seat = SEATS[int(rng.integers(4))]
        kind = ("off its row", "dropped", "as it is")[int(rng.integers(3))]
        laid = None
        if kind == "off its row":
            laid = off_its_row(arranged, scene, seat, float(rng.uniform(30.0, 60.0)), rng)
        elif kind == "dropped":
            laid = dropped(scene, rng)
        scene, tile = laid if laid is not None else (scene, None)
        look = held_out_look(rng)
        picture = Painter(LAYOUT.profile, camera, look).paint(scene, rng)
        reader = TableReader(LAYOUT.profile, fit_camera(clicked(camera, rng)).camera, classifier)
        seen = reader.read(CameraFrame(decode(jpeg_bytes(picture, look.jpeg), "scene"), seed, 0.0))
        owner = seat if kind == "off its row" else None
        left = unaccounted(seen, reader.tiles)
        yield kind if tile else "as it is", tile is not None and told_without(seen, tile, owner), left


def main() -> None:
    """Print counts: tables by kind of misplaced tile, rivers reported without it, confident faces in no zone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=30)
    parser.add_argument("--first", type=int, default=0, help="number of the first scene")
    given = parser.parse_args()
    counts: Counter[str] = Counter()
    for kind, without, left in read_tables(range(given.first, given.first + given.scenes), Classifier.load(1)):
        counts[kind] += 1
        counts[f"{kind}, told without"] += without
        counts["not accounted for"] += len(left)
    print(json.dumps(counts, indent=1))


if __name__ == "__main__":
    main()
