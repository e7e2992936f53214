"""Accuracy on path-traced tables by laying style and view: ``python -m vision.training.evaluate.traced_tables --help``.

``write`` stores the scenes of seeds as JSON, ``trace`` renders the missing pictures with Cycles, ``read`` reads the
pictures and prints the table; with ``--uncalibrated`` they are read as photographs without calibration. The seed of a
picture determines its ground truth: the same code arranges the table again.
"""

import argparse
import json
import subprocess
import sys
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from controller.errors import EyesError
from controller.ports.eyes import Sighting
from controller.riichi.seat import SEATS, Seat
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from hardware.profiles.schema import TableProfile
from vision.arrays import Floats, Image
from vision.camera.calibration import Calibration, fit_camera
from vision.camera.model import Camera
from vision.capture.frame import CameraFrame, decode
from vision.explain.found import Content, ZoneReading
from vision.photo.reader import PhotoReader
from vision.photo.table import PhotoTable
from vision.photo.uncalibrated import TablePhotoReader
from vision.render.arrangement import Arrangement, random_arrangement
from vision.render.laying.habits import CAREFUL, EXACT, PHOTO, Laying
from vision.render.objects import face_corners
from vision.render.painter import Painter
from vision.render.picture.labels import PictureTruth, picture_truth
from vision.render.random_looks import held_out_look
from vision.render.scene import PosedScene
from vision.render.traced.darkroom import developed
from vision.render.traced.photographed_faces import FaceFolder, photographed_sets
from vision.render.traced.solids import Solid, cover_of, random_arm, random_cup
from vision.render.traced.stage import Stage, TraceSettings
from vision.table.reader import SURE, TableReader
from vision.tiles.classifier import Classifier
from vision.training.evaluate.trial import clicked, random_camera
from vision.training.evaluate.zone_verdicts import ZoneVerdicts

_SCRIPT: Final = Path(__file__).parents[2] / "render" / "traced" / "cycles_scene.py"
_SIZE: Final = (1280, 960)
"""Width and height px of the pictures; chosen: a face is 25 px wide, and a fifth less to trace than 1440x1080."""
_EDGE_MM: Final = 372.0
"""Half the side of the square that a slanted view must show completely, mm: the felt and the rail's inner edge."""

_NONE: Final = (None,) * len(SEATS)
_NOTHING: Final = Sighting(0, 0.0, _NONE, _NONE, _NONE, _NONE, None, None, _NONE)
"""Reading of a picture in which no table was recognised."""


@dataclass(frozen=True, slots=True)
class TracedCell:
    """One column of the table: laying style, tilt of the camera (degrees), whether arms reach in."""

    laying: Laying
    tilt: float = 0.0
    arms: bool = False


CELLS: Final = {
    "exact": TracedCell(EXACT),
    "careful": TracedCell(CAREFUL),
    "photo": TracedCell(PHOTO),
    "careful-25": TracedCell(CAREFUL, 25.0),
    "careful-45": TracedCell(CAREFUL, 45.0),
    "careful-arms": TracedCell(CAREFUL, arms=True),
    "photo-65": TracedCell(PHOTO, 65.0),
}


@dataclass(frozen=True, slots=True)
class TracedTable:
    """Scene of one seed of a cell, with the camera, its clicked corners, and foreign objects."""

    arranged: Arrangement
    scene: PosedScene
    camera: Camera
    calibration: Calibration
    solids: tuple[Solid, ...]


def traced_table(cell: str, seed: int, profile: TableProfile) -> TracedTable:
    """Return the table of a seed; each part has its own random generator, so that changing one keeps the others."""
    how, layout = CELLS[cell], Layout(profile)
    streams = [np.random.default_rng((_number(cell), seed, part)) for part in range(5)]
    camera = slanted_camera(how.tilt, streams[0]) if how.tilt else random_camera(streams[0], size=_SIZE)
    arranged = random_arrangement(streams[1])
    scene = arranged.scene(layout, streams[2], how.laying)
    solids = _things(scene, camera, layout, streams[3])
    if how.arms:
        reach = streams[3].uniform(-230.0, 230.0, 2)
        solids += random_arm(layout, Seat(int(streams[3].integers(4))), (float(reach[0]), float(reach[1])), streams[3])
    return TracedTable(arranged, scene, camera, clicked(camera, streams[4]), tuple(solids))


def _number(cell: str) -> int:
    """Return a cell's part of the seed, independent of other cells."""
    return zlib.crc32(cell.encode())


def slanted_camera(tilt: float, rng: np.random.Generator) -> Camera:
    """Return a camera ``tilt`` degrees (+-2) off the vertical, near one of the four sides, showing the table."""
    tilt, pan = tilt + float(rng.uniform(-2.0, 2.0)), 90.0 * int(rng.integers(4)) + float(rng.uniform(-14.0, 14.0))
    distance, roll = float(rng.uniform(1300.0, 1900.0)), float(rng.normal(0.0, 1.0))
    corners = np.array([[x, y, z] for x in (-_EDGE_MM, _EDGE_MM) for y in (-_EDGE_MM, _EDGE_MM) for z in (0.0, 30.0)])
    target, focal = (0.0, 0.0, 0.0), 1000.0
    for _ in range(6):
        camera = Camera.orbiting(_SIZE, focal=focal, target=target, distance_mm=distance, tilt=tilt, pan=pan, roll=roll)
        seen = camera.project(corners)
        middle = camera.to_plane((seen.min(axis=0) + seen.max(axis=0))[None] / 2)[0]
        target = (float(middle[0]), float(middle[1]), 0.0)
        focal *= 0.97 * float((np.array(_SIZE) / np.ptp(seen, axis=0)).min())
    return Camera.orbiting(_SIZE, focal=focal, target=target, distance_mm=distance, tilt=tilt, pan=pan, roll=roll)


def _things(scene: PosedScene, camera: Camera, layout: Layout, rng: np.random.Generator) -> list[Solid]:
    """Return cups and bottles on the rail that hide no part of a tile."""
    outlines = tile_outlines(scene, camera, layout.profile)
    kept: list[Solid] = []
    for _ in range(int(rng.integers(0, 4))):
        side, along = int(rng.integers(4)), float(rng.uniform(-330.0, 330.0))
        spot = layout.place(Seat(side), along, float(rng.uniform(400.0, 470.0)))
        cup = random_cup((spot.x, spot.y), rng)
        if not any(hidden_share(outline, cup, camera) for outline in outlines):
            kept += cup
    return kept


def tile_outlines(scene: PosedScene, camera: Camera, profile: TableProfile) -> list[Floats]:
    """Return the outline [4, 2] px of each tile's face, or of its back if face down, in the order of the scene."""
    corners = [face_corners(tile, profile, back=tile.pose.value == "face_down") for tile in scene.tiles]
    return [camera.project(each) for each in corners]


def hidden_share(outline: Floats, solids: Sequence[Solid], camera: Camera) -> float:
    """Return the share 0-1 of an outline [4, 2] px that the solids cover."""
    low = np.floor(outline.min(axis=0)).astype(int)
    width, height = np.ceil(outline.max(axis=0)).astype(int) - low + 1
    mask = np.zeros((height, width), np.uint8)
    cv2.fillConvexPoly(mask, np.round(outline - low).astype(np.int32), 255)
    cover = cover_of(solids, camera, low, (width, height))
    return float((mask & cover).sum()) / max(float(mask.sum()), 1.0)


def traced_truth(table: TracedTable, profile: TableProfile) -> PictureTruth:
    """Return the visibility of all tiles; the painter computes how tiles hide each other, the solids cover the rest."""
    cover = cover_of(table.solids, table.camera, np.zeros(2, int), table.camera.size)
    return picture_truth(Painter(profile, table.camera), table.scene, cover)


def write_scene(
    cell: str, seed: int, profile: TableProfile, sets: Sequence[FaceFolder], folder: Path, settings: TraceSettings
) -> Path:
    """Write the JSON of one table, with its own venue and one of the sets of faces; return the path."""
    table = traced_table(cell, seed, profile)
    rng = np.random.default_rng((_number(cell), seed, 9))
    look = held_out_look(rng)
    # The first set, of a riichi table in play, is used about as often as all others together.
    faces = sets[0] if rng.random() < 0.4 else sets[int(rng.integers(len(sets)))]
    stage = Stage(profile, look, faces, folder)
    return stage.write(f"{cell}-{seed}", table.scene, table.camera, table.solids, rng, settings)


def develop(file: Path) -> Path:
    """Write the JPEG of a traced picture beside it and return its path."""
    done = file.with_suffix(".jpg")
    name, _, seed = file.stem.rpartition("-")
    done.write_bytes(developed(file, np.random.default_rng((_number(name), int(seed), 10))))
    return done


def as_sighting(table: PhotoTable, camera: Camera) -> Sighting:
    """Return the sighting of a photographed table with the seats of ``camera``; empty if two seats coincide."""
    layout = table.layout
    places = [layout.place(seat, 0.0, layout.profile.hand.distance_mm) for seat in SEATS]
    spots = table.camera.project([(place.x, place.y, 0.0) for place in places]) / np.array([table.squeezed, 1.0])
    own = [max(SEATS, key=lambda seat: layout.local(seat, x, y)[1]) for x, y in camera.to_plane(spots).tolist()]
    told, untold = table.explanation, _NOTHING
    if len({*own}) < len(SEATS):
        return untold

    order = [own.index(seat) for seat in SEATS]
    indicators = _reported(told.indicators)
    return replace(
        untold,
        rivers=tuple(_reported(told.rivers[place]) for place in order),
        hands=tuple(_reported(told.hands[place]) for place in order),
        melds=tuple(_reported(told.melds[place]) for place in order),
        walls=tuple(_reported(told.walls[place]) for place in order),
        indicators=indicators and tuple(replace(each, wall=own[each.wall]) for each in indicators),
    )


def _reported(reading: ZoneReading[Content] | None) -> Content | None:
    return None if reading is None or reading.chance < SURE else reading.content


CellReader = Callable[[Image, TracedTable], Sighting]


def calibrated(profile: TableProfile) -> CellReader:
    """Return a function that reads a picture with the camera fitted to its clicked corners."""
    classifier = Classifier.load(1)

    def read(image: Image, table: TracedTable) -> Sighting:
        reader = TableReader(profile, fit_camera(table.calibration).camera, classifier)
        return reader.read(CameraFrame(image, 1, 0.0))

    return read


def uncalibrated(profile: TableProfile) -> CellReader:
    """Return a function that reads a picture without calibration; a refused picture gives an empty reading."""
    reader = TablePhotoReader(profile, PhotoReader.load(1))

    def read(image: Image, table: TracedTable) -> Sighting:
        try:
            return as_sighting(reader.read(image), table.camera)
        except EyesError:
            return _NOTHING

    return read


def pictures(cell: str, folder: Path) -> list[tuple[Path, int]]:
    """Return the traced pictures of a cell in a folder with their seeds, in order."""
    files = [file for file in folder.glob(f"{cell}-*.jpg") if file.stem.removeprefix(f"{cell}-").isdigit()]
    return sorted(((file, int(file.stem.rpartition("-")[2])) for file in files), key=lambda each: each[1])


def read_cell(cell: str, folder: Path, profile: TableProfile, reader: CellReader) -> dict[str, Any]:
    """Count zones by verdict over all pictures of a cell, frame by frame; ``lines`` describe the deviations."""
    verdicts, layout = ZoneVerdicts(), Layout(profile)
    for file, seed in pictures(cell, folder):
        table = traced_table(cell, seed, profile)
        seen = reader(decode(file.read_bytes(), file.name), table)
        verdicts.add(file.stem, table.arranged, traced_truth(table, profile), table.camera, layout, seen)
    return {**verdicts.table(), "lines": verdicts.lines}


def main() -> None:
    """Write scenes, trace them, or read their pictures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("act", choices=("write", "trace", "read"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--cells", nargs="+", default=list(CELLS), choices=list(CELLS))
    parser.add_argument("--seeds", type=int, nargs=2, default=(0, 10), metavar=("FIRST", "AFTER"))
    parser.add_argument("--data", type=Path, help="folder of photos-dev, whose faces are shown")
    parser.add_argument("--uncalibrated", action="store_true", help="read as photographs, by the tiles alone")
    parser.add_argument("--samples", type=int, default=TraceSettings().samples, help="a pixel")
    parser.add_argument("--python", default="python", help="an interpreter that has bpy")
    given = parser.parse_args()
    profile = load_profile()
    if given.act == "write":
        if given.data is None or not (sets := photographed_sets(given.data)):
            parser.error("--data: a folder that holds photos-dev with faces")
        settings = TraceSettings(given.samples)
        for seed in range(*given.seeds):
            for cell in given.cells:
                print(write_scene(cell, seed, profile, sets, given.folder, settings))
    if given.act == "trace":
        for seed in range(*given.seeds):
            for cell in given.cells:
                file = given.folder / f"{cell}-{seed}.json"
                if file.is_file() and not file.with_suffix(".jpg").is_file():
                    subprocess.run([given.python, str(_SCRIPT), str(file)], check=True, stdout=subprocess.DEVNULL)
                    print(develop(file.with_suffix(".png")), flush=True)
    if given.act == "read":
        reader = (uncalibrated if given.uncalibrated else calibrated)(profile)
        for cell in given.cells:
            result = read_cell(cell, given.folder, profile, reader)
            for line in result.pop("lines"):
                print(line, file=sys.stderr)
            print(cell, json.dumps(result), flush=True)


if __name__ == "__main__":
    main()
