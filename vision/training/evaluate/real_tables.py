"""Real photographs read as tables: ``python -m vision.training.evaluate.real_tables ../shared/data/photos-dev``.

The labels (``tests/vectors/real_tables.toml``) state the contents of each zone. Each zone counts as right, wrong
(reported with high probability, but different) or open. Tiles of zones are counted as right, missed or wrong.
"""

import argparse
import json
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np

from controller.errors import EyesError
from controller.ports.eyes import SeenTile
from controller.riichi.seat import SEATS
from hardware.profiles.load import load_profile
from vision.explain.found import Content, ZoneReading
from vision.photo.drawn.plan import draw_table
from vision.photo.reader import PhotoReader
from vision.photo.table import PhotoTable
from vision.photo.uncalibrated import TablePhotoReader
from vision.table.reader import SURE

NEAR: Final = ("near", "right", "far", "left")
"""Names of seats A-D in the labels."""
Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LabelledReading:
    """Reading of a labelled zone: tiles read (None: open), labelled tiles, and whether the zone is cut off."""

    name: str
    wanted: Row
    told: Row | None
    cut: bool = False

    @property
    def verdict(self) -> str:
        """right, wrong or open; for a zone that is cut off, any contiguous part of the labelled tiles is right."""
        if self.told is None:
            return "open"
        if self.cut and self.told:
            starts = range(len(self.wanted) - len(self.told) + 1)
            parts = [self.wanted[start : start + len(self.told)] for start in starts]
            return "right" if self.told in parts else "wrong"
        return "right" if self.told == self.wanted else "wrong"


@dataclass(slots=True)
class RealTables:
    """Counts of zones by kind and verdict, counts of tiles, and a line for each zone that is not right."""

    zones: Counter[tuple[str, str]] = field(default_factory=Counter)
    tiles: Counter[str] = field(default_factory=Counter)
    lines: list[str] = field(default_factory=list)

    def add(self, picture: str, zones: Sequence[LabelledReading]) -> None:
        """Count the zones of one picture."""
        for zone in zones:
            kind = zone.name.split()[-1]
            self.zones[kind, zone.verdict] += 1
            if kind != "dice":
                self._count_tiles(Counter(zone.wanted), Counter(zone.told or ()))
            if zone.verdict != "right":
                told_line = "-" if zone.told is None else " ".join(zone.told)
                self.lines.append(f"{picture} {zone.name} {zone.verdict}: {told_line} | {' '.join(zone.wanted)}")

    def _count_tiles(self, wanted: Counter[str], told: Counter[str]) -> None:
        same = (wanted & told).total()
        self.tiles["right"] += same
        self.tiles["open or missed"] += wanted.total() - same
        self.tiles["wrong"] += told.total() - same

    def report(self) -> dict[str, Any]:
        """Counts as JSON."""
        kinds: dict[str, dict[str, int]] = {}
        for (kind, verdict), count in sorted(self.zones.items()):
            kinds.setdefault(kind, {"right": 0, "wrong": 0, "open": 0})[verdict] = count
        return {"zones": kinds, "tiles": dict(self.tiles)}


def judge_picture(label: dict[str, Any], table: PhotoTable | None) -> list[LabelledReading]:
    """Return the labelled zones of a picture with their readings; ``table`` is None if the picture was refused."""
    return [*_zones(label, table)]


def _zones(label: dict[str, Any], table: PhotoTable | None) -> Iterator[LabelledReading]:
    for seat, name in zip(SEATS, NEAR, strict=True):
        wanted = label.get(name, {})
        river = None if table is None else _content(table.explanation.rivers[seat])
        melds = None if table is None else _content(table.explanation.melds[seat])
        hand = None if table is None else _content(table.explanation.hands[seat])
        if "river" in wanted:
            told = None if river is None else tuple(_name(tile.seen) + "_" * tile.sideways for tile in river)
            yield LabelledReading(f"{name} river", tuple(wanted["river"].split()), told, wanted.get("cut", False))
        if "melds" in wanted:
            groups = None if melds is None else sorted("+".join(sorted(map(_name, meld.tiles))) for meld in melds)
            meant = sorted("+".join(sorted(meld.split())) for meld in wanted["melds"])
            yield LabelledReading(f"{name} melds", tuple(meant), None if groups is None else tuple(groups))
        if "shown" in wanted:
            shown = None if hand is None else (*hand.shown, *(() if hand.apart is None else (hand.apart,)))
            told = None if shown is None else tuple(sorted(map(_name, shown)))
            yield LabelledReading(f"{name} hand", tuple(sorted(wanted["shown"].split())), told)
        if "faces" in wanted:
            upright = () if table is None else table.upright[seat]
            read = tuple(tile.name for tile in upright if tile is not None)
            whole = None not in upright and (hand is None or len(read) >= hand.standing)
            told = read if read and whole else None
            yield LabelledReading(f"{name} standing", tuple(wanted["faces"].split()), told)
    if "dice" in label:
        pips = [] if table is None else [die.pips for die in table.dice]
        dice = tuple(sorted(str(each) for each in pips)) if pips and None not in pips else None
        yield LabelledReading("dice", tuple(sorted(label["dice"].split())), dice)
    if "indicators" in label:
        seen = None if table is None else _content(table.explanation.indicators)
        told = None if seen is None else tuple(sorted(_name(each.seen) for each in seen))
        yield LabelledReading("indicators", tuple(sorted(label["indicators"].split())), told)


def _content(zone: ZoneReading[Content] | None) -> Content | None:
    return None if zone is None or zone.chance < SURE else zone.content


def _name(tile: SeenTile) -> str:
    return "back" if tile.tile is None else str(tile.tile)


def main() -> None:
    """Read the labelled pictures; print a line for each zone that is not right, then the counts as one JSON object."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("photos", type=Path, help="folder of the photographs")
    parser.add_argument("--labels", type=Path, default=Path("tests/vectors/real_tables.toml"))
    parser.add_argument("--only", default="", help="pictures whose name holds this")
    parser.add_argument("--drawings", type=Path, help="folder that takes a drawing of each table as read")
    options = parser.parse_args()
    reader, counts = TablePhotoReader(load_profile(), PhotoReader.load(1)), RealTables()
    for label in tomllib.loads(options.labels.read_text(encoding="utf-8"))["picture"]:
        if options.only not in label["file"]:
            continue
        picture = cv2.imread(str(options.photos / label["file"]))
        if picture is None:
            parser.error(f"{options.photos / label['file']}: no picture")
        try:
            table = reader.read(picture.astype(np.uint8))
        except EyesError as error:
            counts.lines.append(f"{label['file']}: {error}")
            table = None
        if table is not None and options.drawings is not None:
            file = options.drawings / f"{Path(label['file']).stem}.svg"
            file.write_text(draw_table(table, NEAR), encoding="utf-8")
        counts.add(label["file"], judge_picture(label, table))
    print("\n".join(counts.lines))
    print(json.dumps(counts.report(), ensure_ascii=False))


if __name__ == "__main__":
    main()
