"""Samples of zone readings of rendered tables: their signs and whether they are right, stored as JSON lines."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import Final

from controller.ports.eyes import Sighting
from controller.riichi.seat import SEATS
from hardware.profiles.layout import Layout
from hardware.profiles.load import load_profile
from vision.camera.calibration import fit_camera
from vision.camera.model import Camera
from vision.capture.frame import CameraFrame, decode
from vision.explain.found import Content, TableExplanation, ZoneReading
from vision.render.arrangement import Arrangement
from vision.render.laying.habits import CAREFUL, EXACT, PHOTO
from vision.render.picture.labels import PictureTruth
from vision.table.reader import TableReader
from vision.tiles.classifier import Classifier
from vision.training.evaluate.traced_tables import CELLS as TRACED_CELLS
from vision.training.evaluate.traced_tables import pictures, traced_table, traced_truth
from vision.training.evaluate.trial import TrialCell, shoot
from vision.training.evaluate.zone_verdicts import ZoneVerdict, each_zone

CELLS: Final[Mapping[str, TrialCell]] = MappingProxyType(
    {
        "exact": TrialCell(EXACT),
        "careful": TrialCell(CAREFUL),
        "photo": TrialCell(PHOTO),
        "careful-25": TrialCell(CAREFUL, 25.0),
        "careful-45": TrialCell(CAREFUL, 45.0),
        "careful-arms": TrialCell(CAREFUL, arms=0.3),
        "photo-25": TrialCell(PHOTO, 25.0),
        "photo-45": TrialCell(PHOTO, 45.0, 0.2),
        "exact-loose": TrialCell(EXACT, loose=True),
        "careful-loose": TrialCell(CAREFUL, loose=True),
        "photo-loose": TrialCell(PHOTO, loose=True),
    }
)
"""Laying styles and views used for learning."""
APART: Final = 1000
"""Offset of seeds between consecutive cells."""


@dataclass(frozen=True, slots=True)
class ZoneSample:
    """Signs against the reading of a zone and whether it is right; ``frame``: name of its picture."""

    kind: str
    frame: str
    signs: Mapping[str, float]
    right: bool


def drawn(cell: str, seeds: range, folder: Path) -> list[ZoneSample]:
    """Return the samples of rendered tables of a cell; cached in ``folder``."""
    file = folder / f"{cell}-{seeds.start}-{seeds.stop}.jsonl"
    if not file.exists():
        folder.mkdir(parents=True, exist_ok=True)
        lines = [
            json.dumps([each.kind, each.frame, dict(each.signs), each.right])
            for seed in seeds
            for each in _painted(cell, seed + APART * list(CELLS).index(cell))
        ]
        file.write_text("".join(f"{line}\n" for line in lines))
    return [ZoneSample(*json.loads(line)) for line in file.read_text().splitlines()]


def traced(folder: Path) -> Iterator[ZoneSample]:
    """Yield the samples of the path-traced tables in a folder (``evaluate.traced_tables``)."""
    profile, classifier = load_profile(), Classifier.load(1)
    for cell in TRACED_CELLS:
        for file, seed in pictures(cell, folder):
            table = traced_table(cell, seed, profile)
            reader = TableReader(profile, fit_camera(table.calibration).camera, classifier)
            sighting = reader.read(CameraFrame(decode(file.read_bytes(), file.name), seed, 0.0))
            if reader.explanation is not None:
                seen = (table.arranged, traced_truth(table, profile), table.camera)
                yield from zone_samples(f"traced-{file.stem}", seen, Layout(profile), sighting, reader.explanation)


def _painted(cell: str, seed: int) -> Iterator[ZoneSample]:
    profile = load_profile()
    shot = shoot(seed, profile, cell=CELLS[cell])
    assert shot.truth is not None
    assert shot.camera is not None
    reader = TableReader(profile, fit_camera(shot.calibration).camera, Classifier.load(1))
    sighting = reader.read(CameraFrame(decode(shot.jpeg, "scene"), seed, 0.0))
    assert reader.explanation is not None
    yield from zone_samples(
        f"{cell}-{seed}", (shot.arranged, shot.truth, shot.camera), Layout(profile), sighting, reader.explanation
    )


def zone_samples(
    frame: str,
    table: tuple[Arrangement, PictureTruth, Camera],
    layout: Layout,
    sighting: Sighting,
    told: TableExplanation,
) -> Iterator[ZoneSample]:
    """Yield the samples of one table: readings of any probability count, including empty rivers and melds.

    Readings with a doubtful face do not count, nor does "no hand", whose probability is not learnt.
    """
    arranged, truth, camera = table
    everything = replace(
        sighting,
        rivers=tuple(_content(each) for each in told.rivers),
        melds=tuple(_content(each) for each in told.melds),
        hands=tuple(_content(each) for each in told.hands),
        walls=(None,) * len(SEATS),
        indicators=_content(told.indicators),
    )
    of_zone = {"rivers": ("river", told.rivers), "melds": ("melds", told.melds), "no melds": ("melds", told.melds)}
    for zone, where, verdict, _ in each_zone(arranged, truth, camera, layout, everything):
        if zone == "walls" or verdict in (ZoneVerdict.OPEN, ZoneVerdict.HIDDEN):
            continue
        right = verdict in (ZoneVerdict.RIGHT, ZoneVerdict.GUESSED)
        if not where and told.indicators is not None:
            yield ZoneSample("indicators", frame, told.indicators.signs, right)
            continue
        seat = next(seat for seat in SEATS if seat.name == where)
        hand = told.hands[seat]
        of_hand = "shown" if hand is not None and hand.content.shown else "standing", told.hands
        kind, readings = of_zone.get(zone, of_hand)
        reading = readings[seat]
        if reading is not None and not reading.signs.get("none"):
            yield ZoneSample(kind, frame, reading.signs, right)
    for wall, heights in zip(told.walls, arranged.heights, strict=True):
        if wall is not None:
            for stack, height in enumerate(heights):
                signs = {name: float(each[stack]) for name, each in wall.parts.items()}
                yield ZoneSample("stack", frame, signs, signs.pop("height") == height)


def _content(reading: ZoneReading[Content] | None) -> Content | None:
    return None if reading is None else reading.content
